//! Questions to a board: the piece on a square, the sets of all pieces, the board as the other side sees it.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_nibble::NibbleArray;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::zobrist::split_mix;
use quadbit_x88::Square;

use crate::article::code_by_bytes;
use crate::boards;
use crate::eight_sets::EightSets;

/// Times reading the nibble on a random square of each board, against a byte of a mailbox and a nibble of an array, for
/// the claim that "the piece on a square is rarely needed".
pub(crate) fn squares(bench: &mut Bench) {
    let boards = &boards(1024)[..];
    let squares: Vec<Square> = (0..boards.len() as u64)
        .map(|n| Square::from_low_bits(split_mix(n).to_le_bytes()[0].into()))
        .collect();
    let squares = &squares[..];
    let mailboxes: Vec<[u8; 64]> = boards.iter().map(|board| board.to_mailbox()).collect();
    let nibbles: Vec<NibbleArray<64, 32>> = boards.iter().map(|board| board.to_nibbles()).collect();
    let none = vec![0; boards.len()];

    let mut contest = Contest::new("read");
    contest.elements(boards.len());
    contest.writer("nibble on a square", none.clone(), |codes| {
        for ((code, board), &square) in codes.iter_mut().zip(black_box(boards)).zip(black_box(squares)) {
            *code = board.code(square);
        }
    });
    contest.writer("byte on a square", none.clone(), |codes| {
        for ((code, mailbox), square) in codes.iter_mut().zip(black_box(&mailboxes)).zip(black_box(squares)) {
            *code = mailbox[square.index()];
        }
    });
    contest.writer("nibble of an array", none.clone(), |codes| {
        for ((code, nibbles), square) in codes.iter_mut().zip(black_box(&nibbles)).zip(black_box(squares)) {
            *code = nibbles[square.index()].get();
        }
    });
    for level in Level::available() {
        contest.writer(format!("{level}/nibble on a square"), none.clone(), move |codes| {
            dispatch!(level, s => read_codes(s, black_box(boards), black_box(squares), codes));
        });
        contest.writer(format!("{level}/nibble on a square, by bytes"), none.clone(), move |codes| {
            dispatch!(level, s => read_codes_by_bytes(s, black_box(boards), black_box(squares), codes));
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn read_codes<S: BoardSimd>(s: S, boards: &[QuadBitboard], squares: &[Square], codes: &mut [u8]) {
    for ((code, &board), &square) in codes.iter_mut().zip(boards).zip(squares) {
        *code = s.code(board, square);
    }
}

#[inline(always)]
fn read_codes_by_bytes<S: BoardSimd>(s: S, boards: &[QuadBitboard], squares: &[Square], codes: &mut [u8]) {
    for ((code, &board), &square) in codes.iter_mut().zip(boards).zip(squares) {
        *code = code_by_bytes(s, board, square);
    }
}

/// Times finding the sets of the six roles and two colours from four planes ("some eleven operations"), against eight
/// sets that are kept.
pub(crate) fn sets(bench: &mut Bench) {
    let boards = &boards(256)[..];
    let kept: Vec<EightSets> = boards.iter().map(|&board| EightSets::of(board)).collect();
    let none = vec![EightSets::EMPTY; boards.len()];
    let mut contest = Contest::new("read");
    contest.elements(boards.len());
    contest.writer("disjoint sets of four planes", none.clone(), |sets| {
        for (sets, board) in sets.iter_mut().zip(black_box(boards)) {
            let roles = [board.pawns(), board.knights(), board.bishops()];
            let [pawns, knights, bishops] = roles.map(|set| set.0);
            let roles = [board.rooks(), board.queens(), board.kings()];
            let [rooks, queens, kings] = roles.map(|set| set.0);
            *sets =
                EightSets([pawns, knights, bishops, rooks, queens, kings, board.white().0, board.black().0]);
        }
    });
    contest.writer("eight sets copied", none, |sets| sets.copy_from_slice(black_box(&kept)));
    contest.time(bench);
}

/// Times turning the board to the other side's view: four planes, eight sets, and a mailbox.
pub(crate) fn flips(bench: &mut Bench) {
    let boards = &boards(256)[..];
    let kept: Vec<EightSets> = boards.iter().map(|&board| EightSets::of(board)).collect();
    let mailboxes: Vec<[u8; 64]> = boards.iter().map(|board| board.to_mailbox()).collect();
    let mut contest = Contest::new("read");
    contest.elements(boards.len());
    contest.writer("colour flip of four planes", vec![QuadBitboard::EMPTY; boards.len()], |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = board.flip_colors();
        }
    });
    contest.writer_seen(
        "colour flip of eight sets",
        vec![EightSets::EMPTY; boards.len()],
        |out| {
            for (out, sets) in out.iter_mut().zip(black_box(&kept)) {
                *out = sets.flip_colors();
            }
        },
        |out| out.iter().map(|sets| sets.to_quad()).collect(),
    );
    contest.writer_seen(
        "colour flip of a mailbox",
        vec![[0; 64]; boards.len()],
        |out| {
            for (out, mailbox) in out.iter_mut().zip(black_box(&mailboxes)) {
                for (out, rank) in
                    out.as_chunks_mut::<8>().0.iter_mut().zip(mailbox.as_chunks::<8>().0.iter().rev())
                {
                    *out = rank.map(|code| code ^ u8::from(code != 0));
                }
            }
        },
        |out| out.iter().map(QuadBitboard::from_mailbox).collect(),
    );
    contest.time(bench);
}
