//! Times making the mailbox, the array of nibbles and the sixteen sets of a board, for the claim that this pays "once
//! per node".

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::simd::BoardSimd;
use quadbit_quad::{Bitboard, QuadBitboard, batch};
use quadbit_x88::Square;

use crate::article;

pub(crate) fn boards(bench: &mut Bench) {
    let boards = &crate::boards(256)[..];
    sixteen_sets(bench, boards);
    mailboxes(bench, boards);

    let mailboxes: Vec<[u8; 64]> = boards.iter().map(|board| board.to_mailbox()).collect();
    let nibbles: Vec<[u8; 32]> = boards.iter().map(|board| *board.to_nibbles().as_bytes()).collect();
    let (mailboxes, nibbles) = (&mailboxes[..], &nibbles[..]);
    let mut contest = Contest::new("convert");
    contest.elements(boards.len()).expecting(nibbles.to_vec());
    for level in Level::available() {
        contest.writer(format!("{level}/to nibbles"), vec![[0; 32]; boards.len()], move |out| {
            batch::to_nibbles(level, black_box(boards), out);
        });
    }
    contest.time(bench);

    let empty = vec![QuadBitboard::EMPTY; boards.len()];
    let mut contest = Contest::new("convert");
    contest.elements(boards.len()).expecting(boards.to_vec());
    for level in Level::available() {
        contest.writer(format!("{level}/from mailboxes"), empty.clone(), move |out| {
            batch::from_mailboxes(level, black_box(mailboxes), out);
        });
        contest.writer(format!("{level}/from nibbles"), empty.clone(), move |out| {
            batch::from_nibbles(level, black_box(nibbles), out);
        });
    }
    contest.time(bench);
}

/// Times splitting boards into sixteen sets: one by one, all at once, and as the wiki's article does it, `quad2hexBB`.
fn sixteen_sets(bench: &mut Bench, boards: &[QuadBitboard]) {
    let none = vec![[Bitboard::EMPTY; 16]; boards.len()];
    let mut contest = Contest::new("convert");
    contest.elements(boards.len());
    contest.writer("sixteen sets one by one", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = std::array::from_fn(|code| board.of(code.to_le_bytes()[0]));
        }
    });
    contest.writer("hexadecimal split", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = board.to_bitboards();
        }
    });
    for level in Level::available() {
        contest.writer(format!("{level}/hexadecimal split"), none.clone(), move |out| {
            batch::to_bitboards(level, black_box(boards), out);
        });
        contest.writer(format!("{level}/hexadecimal split, the article's"), none.clone(), move |out| {
            dispatch!(level, s => articles_split(s, black_box(boards), out));
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn articles_split<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [[Bitboard; 16]]) {
    for (out, &board) in out.iter_mut().zip(boards) {
        *out = article::to_bitboards(s, board);
    }
}

/// Times making mailboxes: square by square, one board at a time, in batches, and as the wiki's article does it,
/// `quadBB2Board`.
fn mailboxes(bench: &mut Bench, boards: &[QuadBitboard]) {
    let none = vec![[0; 64]; boards.len()];
    let mut contest = Contest::new("convert");
    contest.elements(boards.len());
    contest.writer("mailbox, square by square", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = Square::ALL.map(|square| board.code(square));
        }
    });
    contest.writer("mailbox", none.clone(), |out| {
        for (out, board) in out.iter_mut().zip(black_box(boards)) {
            *out = board.to_mailbox();
        }
    });
    for level in Level::available() {
        contest.writer(format!("{level}/mailbox, the article's"), none.clone(), move |out| {
            dispatch!(level, s => articles_mailboxes(s, black_box(boards), out));
        });
        contest.writer(format!("{level}/to mailboxes"), none.clone(), move |out| {
            batch::to_mailboxes(level, black_box(boards), out);
        });
    }
    contest.time(bench);
}

#[inline(always)]
fn articles_mailboxes<S: BoardSimd>(s: S, boards: &[QuadBitboard], out: &mut [[u8; 64]]) {
    for (out, &board) in out.iter_mut().zip(boards) {
        *out = article::to_mailbox(s, board);
    }
}

/// Times batches far larger than the caches, against loops and copies that only move the same bytes.
pub(crate) fn large_batches(bench: &mut Bench) {
    let boards = &crate::boards(1 << 20)[..];
    let bytes: Vec<[u8; 32]> = boards.iter().map(|board| bytemuck::cast(*board)).collect();
    let none = vec![[0; 32]; boards.len()];
    let mut contest = Contest::new("convert 64 MiB");
    contest.bytes(64 * boards.len());
    contest.expecting(boards.iter().map(|board| *board.to_nibbles().as_bytes()).collect());
    for level in Level::available() {
        contest.writer(format!("{level}/to nibbles"), none.clone(), move |out| {
            batch::to_nibbles(level, black_box(boards), out);
        });
        let load_and_store = move |out: &mut Vec<[u8; 32]>| {
            dispatch!(level, s => load_and_store(s, black_box(boards), out));
        };
        contest.yardstick(format!("{level}/load and store"), none.clone(), load_and_store, bytes.clone());
    }
    let copy = |out: &mut Vec<[u8; 32]>| out.copy_from_slice(bytemuck::cast_slice(black_box(boards)));
    contest.yardstick("memcpy", none, copy, bytes);
    contest.time(bench);
}

#[inline(always)]
fn load_and_store<S: BoardSimd>(s: S, from: &[QuadBitboard], to: &mut [[u8; 32]]) {
    let from: &[u64] = bytemuck::cast_slice(from);
    let to: &mut [u64] = bytemuck::cast_slice_mut(to);
    for (from, to) in from.chunks_exact(S::u64s::LEN).zip(to.chunks_exact_mut(S::u64s::LEN)) {
        S::u64s::from_slice(s, from).store_slice(to);
    }
}
