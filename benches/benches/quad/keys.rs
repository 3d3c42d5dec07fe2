//! Keys: from scratch, by walking over the pieces or by arithmetic on the planes, and updated move by move.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_nibble::simd::Level;
use quadbit_quad::{QuadBitboard, WideKeys, batch, zobrist};
use quadbit_x88::Square;

use crate::positions;

/// "Hashing from scratch": Zobrist keys of 64 bits, and keys of 128 bits, of boards alone and in lanes.
pub(crate) fn of_boards(bench: &mut Bench) {
    let boards = &crate::boards(64)[..];
    let mut contest = Contest::new("keys");
    contest.elements(boards.len()).expecting(boards.iter().map(|&board| square_by_square(board)).collect());
    contest.writer("Zobrist keys from scratch", vec![0; boards.len()], |out| {
        for (out, &board) in out.iter_mut().zip(black_box(boards)) {
            *out = zobrist::board_key(board);
        }
    });
    contest.time(bench);

    let keys = &WideKeys::new(1);
    let mut contest = Contest::new("keys");
    contest.elements(boards.len());
    contest.writer("128-bit keys of single boards", vec![0; boards.len()], |out| {
        for (out, &board) in out.iter_mut().zip(black_box(boards)) {
            *out = keys.of(board);
        }
    });
    for level in Level::available() {
        contest.writer(format!("{level}/128-bit keys"), vec![0; boards.len()], move |out| {
            batch::wide_keys(level, keys, black_box(boards), out);
        });
    }
    contest.time(bench);
}

/// The numbers of all pieces, square by square.
fn square_by_square(board: QuadBitboard) -> u64 {
    let pieces = Square::ALL.map(|square| (square, board.code(square)));
    let numbers = pieces.map(|(square, code)| if code == 0 { 0 } else { zobrist::key(code, square) });
    numbers.into_iter().fold(0, |key, number| key ^ number)
}

/// A move of one piece and the board after it.
#[derive(Clone, Copy)]
struct Child {
    parent_key: u64,
    from: Square,
    to: Square,
    mover: u8,
    captured: u8,
    board: QuadBitboard,
}

/// The key of every child of a position: that of its parent with two or three numbers exchanged, and from
/// scratch. Castling, en passant and promotions are left out.
pub(crate) fn of_children(bench: &mut Bench) {
    let mut children = Vec::new();
    for position in positions().iter().step_by(16) {
        let board = position.board();
        let parent_key = zobrist::board_key(board);
        for mv in position.legal_moves() {
            let (from, to) = (mv.from(), mv.to());
            let (mover, captured) = (board.code(from), board.code(to));
            let after = board ^ QuadBitboard::delta(from, to, mover, captured, mover);
            let mut child = *position;
            child.play_unchecked(mv);
            if child.board() == after {
                children.push(Child { parent_key, from, to, mover, captured, board: after });
            }
        }
    }
    let children = &children[..];
    let none = vec![0; children.len()];
    let mut contest = Contest::new("keys of children");
    contest.elements(children.len());
    contest.writer("updated", none.clone(), |out| {
        for (out, child) in out.iter_mut().zip(black_box(children)) {
            let &Child { parent_key, from, to, mover, captured, .. } = child;
            let key = parent_key ^ zobrist::key(mover, from) ^ zobrist::key(mover, to);
            *out = if captured == 0 { key } else { key ^ zobrist::key(captured, to) };
        }
    });
    contest.writer("from scratch", none, |out| {
        for (out, child) in out.iter_mut().zip(black_box(children)) {
            *out = zobrist::board_key(child.board);
        }
    });
    let keys = &WideKeys::new(1);
    let boards: Vec<QuadBitboard> = children.iter().map(|child| child.board).collect();
    let mut wide = vec![0; boards.len()];
    batch::wide_keys(Level::auto(), keys, &boards, &mut wide);
    let from_scratch = |out: &mut Vec<u128>| {
        for (out, child) in out.iter_mut().zip(black_box(children)) {
            *out = keys.of(child.board);
        }
    };
    contest.yardstick("128-bit keys from scratch", vec![0; children.len()], from_scratch, wide);
    contest.time(bench);
}
