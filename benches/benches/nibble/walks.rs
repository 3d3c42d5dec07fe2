//! Walks along a queen's rays from every square of a board.
//!
//! Compared are masks on words of nibbles, as the Compact Chessboard Representation has them; nibbles and bytes by
//! the number of a square, where rank and file are compared with the edge; and the 0x88 board of 128 bytes. Every
//! form counts the squares that it enters and adds up the codes at the ends of the rays. The results must be equal:
//! the contest compares them before it times anything.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_nibble::{Nibble, NibbleArray};

/// Makes 64 boards, about half of whose squares are empty.
pub(super) fn boards() -> Vec<NibbleArray<64, 32>> {
    let mut codes = super::random_nibbles(7000).zip(super::random());
    (0..64)
        .map(|_| {
            let mut board = NibbleArray::ZERO;
            for (square, (code, random)) in (0..64).zip(&mut codes) {
                board.put(square, if random >> 63 == 0 { code } else { Nibble::default() });
            }
            board
        })
        .collect()
}

/// The result of a queen's walks from all squares of a board: the number of squares entered, and the sum of
/// the codes at which the rays end.
pub(super) type Met = [u32; 2];

/// Calls a function once for each of the eight directions, which it gets as constants `(ranks, files)`.
macro_rules! in_all_directions {
    ($walk:ident($($argument:expr),*)) => {{
        $walk::<1, 0>($($argument),*);
        $walk::<1, 1>($($argument),*);
        $walk::<0, 1>($($argument),*);
        $walk::<-1, 1>($($argument),*);
        $walk::<-1, 0>($($argument),*);
        $walk::<-1, -1>($($argument),*);
        $walk::<0, -1>($($argument),*);
        $walk::<1, -1>($($argument),*);
    }};
}

/// Walks on eight words, one for each rank: a mask is shifted along the rank, and is zero beyond the edge.
fn by_masks(board: &[u32; 8], met: &mut Met) {
    #[inline(always)]
    fn walk<const RANKS: isize, const FILES: isize>(board: &[u32; 8], rank: usize, file: u32, met: &mut Met) {
        let (mut rank, mut mask) = (rank, 15_u32 << (4 * file));
        loop {
            mask = if FILES < 0 { mask >> 4 } else { mask << (4 * FILES) };
            rank = rank.wrapping_add_signed(RANKS);
            let Some(word) = board.get(rank) else { return };
            if mask == 0 {
                return;
            }
            met[0] += 1;
            let there = word & mask;
            if there != 0 {
                met[1] += there >> mask.trailing_zeros();
                return;
            }
        }
    }
    for rank in 0..8 {
        for file in 0..8 {
            in_all_directions!(walk(board, rank, file, met));
        }
    }
}

/// Walks from each square along the eight directions, by numbers of squares from 0 to 63: `board` returns the code on a
/// square. A walk ends at the first code other than 0, or when rank or file leaves 0 to 7.
#[inline(always)]
fn by_numbers(board: impl Fn(usize) -> u8, met: &mut Met) {
    #[inline(always)]
    fn walk<const RANKS: isize, const FILES: isize>(
        board: &impl Fn(usize) -> u8,
        from: isize,
        met: &mut Met,
    ) {
        let (mut rank, mut file) = (from >> 3, from & 7);
        loop {
            rank += RANKS;
            file += FILES;
            if (RANKS != 0 && !(0..8).contains(&rank)) || (FILES != 0 && !(0..8).contains(&file)) {
                return;
            }
            met[0] += 1;
            let code = board((8 * rank + file).cast_unsigned() & 63);
            if code != 0 {
                met[1] += u32::from(code);
                return;
            }
        }
    }
    for from in 0..64 {
        in_all_directions!(walk(&board, from, met));
    }
}

/// Walks on the 0x88 board of 128 bytes, whose mask finds the edge.
fn by_0x88(board: &[u8; 128], met: &mut Met) {
    #[inline(always)]
    fn walk<const RANKS: isize, const FILES: isize>(board: &[u8; 128], from: isize, met: &mut Met) {
        let mut cell = from;
        loop {
            cell += 16 * RANKS + FILES;
            if cell & 0x88 != 0 {
                return;
            }
            met[0] += 1;
            let code = board[cell.cast_unsigned() & 0x7f];
            if code != 0 {
                met[1] += u32::from(code);
                return;
            }
        }
    }
    for rank in 0..8 {
        for file in 0..8 {
            in_all_directions!(walk(board, 16 * rank + file, met));
        }
    }
}

/// Makes a function that runs `form` on each of `boards` and writes what its walks met.
fn over<B>(boards: &[B], form: impl Fn(&B, &mut Met)) -> impl Fn(&mut Vec<Met>) {
    move |all| {
        for (met, board) in all.iter_mut().zip(black_box(boards)) {
            *met = [0; 2];
            form(board, met);
        }
    }
}

pub(crate) fn walk(bench: &mut Bench) {
    let nibbles = boards();
    let words: Vec<[u32; 8]> = nibbles.iter().map(|board| board.to_words()).collect();
    let bytes: Vec<[u8; 64]> = nibbles.iter().map(|board| board.to_nibbles().map(Nibble::get)).collect();
    let bytes_88: Vec<[u8; 128]> = bytes
        .iter()
        .map(|bytes| {
            let mut board = [0; 128];
            for (rank, codes) in bytes.chunks(8).enumerate() {
                board[16 * rank..][..8].copy_from_slice(codes);
            }
            board
        })
        .collect();

    let none = vec![[0; 2]; nibbles.len()];
    let mut contest = Contest::new("walk");
    contest.elements(nibbles.len());
    contest.writer(
        "bytes, compared",
        none.clone(),
        over(&bytes, |board, met| by_numbers(|at| board[at], met)),
    );
    contest.writer("bytes, 0x88", none.clone(), over(&bytes_88, by_0x88));
    contest.writer("masks on words", none.clone(), over(&words, by_masks));
    contest.writer(
        "nibbles by number",
        none,
        over(&nibbles, |board, met| by_numbers(|at| board[at].get(), met)),
    );
    contest.time(bench);
}
