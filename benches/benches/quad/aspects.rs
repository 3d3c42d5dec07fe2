//! A move as the wiki's article proposes it, [`AspectMove`]: by two reads of a table, by computed changes, and on a
//! copy of the position. All three must give equal boards, which are compared before anything is timed.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_movegen::{CastlingSide, Move, Position};
use quadbit_quad::{AspectMove, Bitboard, QuadBitboard, Special};
use quadbit_x88::{Role, Square};

use crate::positions;

/// Makes the table of the changes of all aspects, 32 KiB. The article has a table for origins and one for destinations,
/// whose entries are the same.
fn table() -> Vec<QuadBitboard> {
    let codes = (0..16).flat_map(|code| Square::ALL.map(|square| (Bitboard::of(square), code)));
    codes.map(|(square, code)| QuadBitboard::splat(square, code)).collect()
}

/// Returns the legal move `mv` of `position` with its aspects.
fn aspect_move(position: &Position, mv: Move) -> AspectMove {
    let (from, to) = (mv.from(), mv.to());
    let mover = position.piece_at(from).expect("a legal move has a piece");
    let us = mover.color();
    let (to, captured, special) = match position.piece_at(to) {
        Some(rook) if rook.color() == us => {
            (CastlingSide::of(from, to).king_target(us), None, Special::Castling(to.file()))
        }
        None if mover.role() == Role::Pawn && from.file() != to.file() => {
            (to, Some(Role::Pawn.of(!us)), Special::EnPassant)
        }
        None if mover.role() == Role::Pawn && (from.index() ^ to.index()) == 16 => {
            (to, None, Special::DoublePush)
        }
        captured => (to, captured, mv.promotion().map_or(Special::None, Special::Promotion)),
    };
    AspectMove::new(from, to, mover, captured, special)
}

/// Times making all legal moves, special ones too: by a table, with the changes computed, and on a copy of the
/// position.
pub(crate) fn all_moves(bench: &mut Bench) {
    let table = &table()[..1024];
    let mut count = 0;
    let parents: Vec<(Position, Vec<(Move, AspectMove)>)> = positions()
        .into_iter()
        .step_by(8)
        .map(|position| {
            let moves = position.legal_moves().into_iter().map(|mv| (mv, aspect_move(&position, mv)));
            let moves: Vec<_> = moves.collect();
            count += moves.len();
            (position, moves)
        })
        .collect();
    let parents = &parents[..];
    let none = vec![QuadBitboard::EMPTY; count];

    let mut contest = Contest::new("make moves with aspects");
    contest.elements(count);
    contest.writer_seen(
        "position, copy and make",
        vec![Position::start(); count],
        |after| {
            let mut after = after.iter_mut();
            for (position, moves) in black_box(parents) {
                for (&(mv, _), after) in moves.iter().zip(&mut after) {
                    *after = *black_box(position);
                    after.play_unchecked(mv);
                }
            }
        },
        |after| after.iter().map(Position::board).collect(),
    );
    contest.writer("quad, aspects by table, make and unmake", none.clone(), |after| {
        let table = black_box(table);
        make_and_unmake(parents, after, |mv| match mv.special() {
            Special::EnPassant | Special::Castling(_) => mv.delta(),
            _ => {
                let [from, to] = mv.aspects();
                table[from] ^ table[to]
            }
        });
    });
    contest.writer("quad, aspects computed, make and unmake", none, |after| {
        make_and_unmake(parents, after, AspectMove::delta);
    });
    contest.time(bench);
}

#[inline(always)]
fn make_and_unmake(
    parents: &[(Position, Vec<(Move, AspectMove)>)],
    after: &mut [QuadBitboard],
    delta: impl Fn(AspectMove) -> QuadBitboard,
) {
    let mut after = after.iter_mut();
    for (position, moves) in black_box(parents) {
        let mut board = position.board();
        for (&(_, mv), after) in moves.iter().zip(&mut after) {
            board ^= delta(mv);
            *after = *black_box(&mut board);
            board ^= delta(mv);
        }
    }
}
