//! A move as the wiki's article proposes it: it carries its aspects, and two reads of a table make and unmake it.
//!
//! Source: `qbb ^= fromTable[move.fromAspects()] ^ toTable[move.toAspects()]` in
//! <https://www.chessprogramming.org/Quad-Bitboards>, whose move structure holds the moving and the captured piece and
//! the kinds of special moves.
//!
//! Making a move by tables, by computed changes and on a copy of the position must give equal boards, which are
//! compared before anything is timed.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_movegen::{CastlingSide, Move, Position};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File, Rank, Role, Square};

use crate::positions;

/// Ten bits that say which nibble changes on which square, for the origin and for the destination, and five bits for
/// what else changes: the number of a delta in [`Tables::rest`].
///
/// ```text
///   bits   24 .. 20   19 .. 16                  15 .. 10      9 .. 6         5 .. 0
///          rest       arriving xor captured     destination   moving piece   origin
/// ```
#[derive(Clone, Copy)]
struct AspectMove(u32);

impl AspectMove {
    /// The aspects (numbers of a nibble on a square, in ten bits) of the origin and of the destination.
    const fn aspects(self) -> [u32; 2] {
        [self.0 & 1023, self.0 >> 10 & 1023]
    }

    /// The index in [`Tables::rest`] of what else the move changes.
    const fn rest(self) -> usize {
        (self.0 >> 20 & 31) as usize
    }
}

/// The change of the board by an aspect, a square in the lower six bits and a nibble above: the square's bit in the
/// planes of the nibble.
const fn change(aspect: u32) -> QuadBitboard {
    let square = Square::from_low_bits(aspect & 63);
    QuadBitboard::splat(Bitboard::of(square), aspect.to_le_bytes()[0] >> 6 | aspect.to_le_bytes()[1] << 2)
}

struct Tables {
    /// The changes of all aspects, 32 KiB. The article has a table for origins and one for destinations, whose entries
    /// are the same.
    aspects: Vec<QuadBitboard>,
    /// The other changes that a move can make: none; the rook's two squares of each castling; the pawn that is captured
    /// en passant, by its square.
    rest: Vec<QuadBitboard>,
}

impl Tables {
    fn new() -> Self {
        let mut rest = vec![QuadBitboard::EMPTY];
        for (color, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
            for (before, after) in [(File::H, File::F), (File::A, File::D)] {
                let squares =
                    Bitboard::of(Square::new(before, rank)) | Bitboard::of(Square::new(after, rank));
                rest.push(QuadBitboard::splat(squares, Role::Rook.of(color).code()));
            }
        }
        for (color, rank) in [(Color::White, Rank::Fourth), (Color::Black, Rank::Fifth)] {
            for file in File::ALL {
                let square = Bitboard::of(Square::new(file, rank));
                rest.push(QuadBitboard::splat(square, Role::Pawn.of(color).code()));
            }
        }
        Self { aspects: (0..1024).map(change).collect(), rest }
    }

    /// Packs the legal move `mv`, which leads from `position` to the board `after`.
    fn find(&self, position: &Position, mv: Move, after: QuadBitboard) -> AspectMove {
        let (before, from) = (position.board(), mv.from());
        let us = position.side_to_move();
        let castles = position.piece_at(mv.to()) == Some(Role::Rook.of(us));
        let to = if castles { CastlingSide::of(from, mv.to()).king_target(us) } else { mv.to() };
        let delta = before ^ after;
        let number = |square: Square| u32::try_from(square.index()).expect("below 64");
        let aspect = |code: u8, square: Square| u32::from(code) << 6 | number(square);
        let [origin, destination] = [aspect(before.code(from), from), aspect(delta.code(to), to)];
        let change = delta ^ change(origin) ^ change(destination);
        let rest = (0..).zip(&self.rest).find(|&(_, &rest)| rest == change);
        let (rest, _) = rest.expect("nothing, castling or en passant");
        AspectMove(rest << 20 | destination << 10 | origin)
    }
}

/// Times making all legal moves, special ones too: by tables, with the changes computed, and on a copy of the position.
pub(crate) fn all_moves(bench: &mut Bench) {
    let tables = &Tables::new();
    let mut count = 0;
    let parents: Vec<(Position, Vec<(Move, AspectMove)>)> = positions()
        .into_iter()
        .step_by(8)
        .map(|position| {
            let moves = position.legal_moves().into_iter().map(|mv| {
                let mut after = position;
                after.play_unchecked(mv);
                count += 1;
                (mv, tables.find(&position, mv, after.board()))
            });
            (position, moves.collect())
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
        let (aspects, rest) = black_box((&tables.aspects[..1024], &tables.rest[..]));
        make_and_unmake(parents, after, |mv| {
            let [from, to] = mv.aspects().map(|aspect| aspects[aspect as usize]);
            from ^ to ^ rest[mv.rest()]
        });
    });
    contest.writer("quad, aspects computed, make and unmake", none, |after| {
        let rest = black_box(&tables.rest[..]);
        make_and_unmake(parents, after, |mv| {
            let [from, to] = mv.aspects().map(change);
            from ^ to ^ rest[mv.rest()]
        });
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
