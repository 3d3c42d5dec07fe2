//! Keys: from scratch, by walking over the pieces or by arithmetic on the planes, and updated move by move.
//!
//! Manino's key as he wrote it is compared with ours: the lower and the upper half of each plane, times a constant
//! each, all products combined by xor. (A ninth constant multiplies the word of castling, en passant and side, which
//! boards do not have.) Products move bits upwards only, so the key's lowest bit depends on two squares; he takes an
//! index from the top.
//!
//! Forms of one key must give equal numbers; they are compared before anything is timed.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_nibble::simd::Level;
use quadbit_quad::{QuadBitboard, WideKeys, batch, zobrist};
use quadbit_x88::Square;

use crate::positions;

/// Times "hashing from scratch": Zobrist keys of 64 bits, and keys of 128 bits, of single boards and of boards in
/// lanes.
pub(crate) fn of_boards(bench: &mut Bench) {
    let boards = &crate::boards(64)[..];
    let mut contest = Contest::new("keys");
    contest.elements(boards.len()).expecting(boards.iter().map(|&board| square_by_square(board)).collect());
    contest.writer("Zobrist keys from scratch", vec![0; boards.len()], |out| {
        for (out, &board) in out.iter_mut().zip(black_box(boards)) {
            *out = zobrist::board_key(board);
        }
    });
    let constants = &manino_constants();
    let by_manino = |out: &mut Vec<u64>| {
        for (out, &board) in out.iter_mut().zip(black_box(boards)) {
            *out = manino_key(constants, board);
        }
    };
    let answer = boards.iter().map(|&board| manino_bit_by_bit(constants, board)).collect();
    contest.yardstick("Manino's keys from scratch", vec![0; boards.len()], by_manino, answer);
    let wide = &WideKeys::new(1);
    let answer: Vec<u128> = boards.iter().map(|&board| wide.of(board)).collect();
    let by_wide = |out: &mut Vec<u128>| {
        for (out, &board) in out.iter_mut().zip(black_box(boards)) {
            *out = wide.of(board);
        }
    };
    contest.yardstick("128-bit keys from scratch", vec![0; boards.len()], by_wide, answer);
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

/// Returns the constants of [`manino_key`]: two for each plane, odd so that different halves have different products.
fn manino_constants() -> [[u64; 2]; 4] {
    [0, 2, 4, 6].map(|n| [n, n + 1].map(|n| zobrist::split_mix(n) | 1))
}

/// Computes a key of a board: the xor of the products of the halves of each plane with their `constants`.
///
/// Source: Edoardo Manino, "Hashing a quadboard from scratch", CCC, 23 November 2016.
#[inline(always)]
fn manino_key(constants: &[[u64; 2]; 4], board: QuadBitboard) -> u64 {
    board.planes().iter().zip(constants).fold(0, |key, (plane, [lower, upper])| {
        key ^ (plane.0 & 0xffff_ffff).wrapping_mul(*lower) ^ (plane.0 >> 32).wrapping_mul(*upper)
    })
}

/// Computes Manino's key with each product as a sum of shifted constants, one for each set bit of the half.
fn manino_bit_by_bit(constants: &[[u64; 2]; 4], board: QuadBitboard) -> u64 {
    let mut key = 0;
    for (plane, halves) in board.planes().into_iter().zip(constants) {
        for (half, constant) in halves.iter().enumerate() {
            let bits = plane.into_iter().filter(|square| square.index() / 32 == half);
            key ^= bits.fold(0_u64, |sum, square| sum.wrapping_add(constant << (square.index() % 32)));
        }
    }
    key
}

/// Computes the Zobrist key of a board: the xor of the numbers of its pieces, square by square.
fn square_by_square(board: QuadBitboard) -> u64 {
    let pieces = Square::ALL.map(|square| (square, board.code(square)));
    let numbers = pieces.map(|(square, code)| if code == 0 { 0 } else { zobrist::key(code, square) });
    numbers.into_iter().fold(0, |key, number| key ^ number)
}

/// One child of a position: the move of one piece, and the board after it.
#[derive(Clone, Copy)]
struct Child {
    parent_key: u64,
    from: Square,
    to: Square,
    mover: u8,
    captured: u8,
    board: QuadBitboard,
}

/// Times the key of every child of a position: that of its parent with two or three numbers exchanged, and from
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
    let constants = &manino_constants();
    let by_manino = |out: &mut Vec<u64>| {
        for (out, child) in out.iter_mut().zip(black_box(children)) {
            *out = manino_key(constants, child.board);
        }
    };
    let answer = boards.iter().map(|&board| manino_bit_by_bit(constants, board)).collect();
    contest.yardstick("Manino's keys from scratch", vec![0; children.len()], by_manino, answer);
    contest.time(bench);
}
