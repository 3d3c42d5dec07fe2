//! The compact chessboard as its author means it: the ranks stay in registers, and the code of a piece is an index into
//! a table of routines.
//!
//! A loop over the words of all ranks takes a nibble at a time and does what the table says for its code: what the
//! piece attacks is counted. Its parts are also timed one by one: words in memory, a match on the code, and the eight
//! words in one register of 256 bits, where a ray up or down is a mask of eight nibbles:
//!
//! ```text
//!   word    7 6 5 4 3 2 1 0        rook on d3, up: the d-file's nibble in the words above
//!   board   . . n . . R . p
//!   mask    1 1 1 1 1 . . .        compared with zero:  . . 1 . . . . .   the lowest is the end of the ray
//! ```
//!
//! Every form counts the squares that the pieces attack and adds up the codes of the pieces there. The results must be
//! equal: the contest compares them before it times anything.
//!
//! Source: Vladan Vučković, 2012, as reported by Maksim Korzh (CCC, 25 November 2018): the gain is claimed for
//! assembly, and for compilers that optimise.

use std::hint::black_box;

use benches::{Bench, Contest};
use fearless_simd::prelude::*;
use fearless_simd::{Simd, u32x8};
use quadbit_nibble::simd::{Level, dispatch};

use super::walks::{Met, boards};

type Words = [u32; 8];

/// The steps of a queen as (ranks, files): the rook's four first.
const QUEEN: [(isize, isize); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(isize, isize); 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Moves a mask `files` to the right along its rank; it is zero beyond the edge.
#[inline(always)]
const fn along(mask: u32, files: isize) -> u32 {
    if files < 0 { mask >> (-4 * files) } else { mask << (4 * files) }
}

/// Adds to `met` what a piece sees in one direction: the number of squares, at most `STEPS`, and the code of the first
/// piece.
#[inline(always)]
fn see<const RANKS: isize, const FILES: isize, const STEPS: usize>(
    words: &Words,
    rank: usize,
    mask: u32,
    met: &mut Met,
) {
    let (mut rank, mut mask) = (rank, mask);
    for _ in 0..STEPS {
        rank = rank.wrapping_add_signed(RANKS);
        mask = along(mask, FILES);
        if mask == 0 || rank >= 8 {
            return;
        }
        met[0] += 1;
        let there = words[rank] & mask;
        if there != 0 {
            met[1] += there >> mask.trailing_zeros();
            return;
        }
    }
}

/// Calls [`see`] for each of the given directions.
macro_rules! see {
    ($steps:literal, $words:ident, $rank:expr, $mask:ident, $met:ident: $($ranks:literal $files:literal,)*) => {{
        $(see::<$ranks, $files, $steps>($words, $rank, $mask, $met);)*
    }};
}

#[inline(always)]
fn rook(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    see!(7, words, rank, mask, met: 1 0, 0 1, -1 0, 0 -1,);
}

#[inline(always)]
fn bishop(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    see!(7, words, rank, mask, met: 1 1, -1 1, -1 -1, 1 -1,);
}

#[inline(always)]
fn queen(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    rook(words, rank, mask, met);
    bishop(words, rank, mask, met);
}

#[inline(always)]
fn king(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    see!(1, words, rank, mask, met: 1 0, 0 1, -1 0, 0 -1, 1 1, -1 1, -1 -1, 1 -1,);
}

#[inline(always)]
fn knight(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    see!(1, words, rank, mask, met: 2 1, 1 2, -1 2, -2 1, -2 -1, -1 -2, 1 -2, 2 -1,);
}

#[inline(always)]
fn white_pawn(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    see!(1, words, rank, mask, met: 1 1, 1 -1,);
}

#[inline(always)]
fn black_pawn(words: &Words, rank: usize, mask: u32, met: &mut Met) {
    see!(1, words, rank, mask, met: -1 1, -1 -1,);
}

#[inline(always)]
fn nothing(_: &Words, _: usize, _: u32, _: &mut Met) {}

/// A routine for the pieces of one code. It gets the words and the rank and mask of a piece, and adds to the counts
/// what the piece sees.
type Routine = fn(&Words, usize, u32, &mut Met);

/// The routine for each of the 16 codes; `nothing` for codes that are no piece.
const ROUTINES: [Routine; 16] = [
    nothing, nothing, white_pawn, black_pawn, knight, knight, bishop, bishop, rook, rook, queen, queen, king,
    king, nothing, nothing,
];

#[inline(always)]
fn by_match(words: &Words, rank: usize, mask: u32, code: u32, met: &mut Met) {
    match code {
        2 => white_pawn(words, rank, mask, met),
        3 => black_pawn(words, rank, mask, met),
        4 | 5 => knight(words, rank, mask, met),
        6 | 7 => bishop(words, rank, mask, met),
        8 | 9 => rook(words, rank, mask, met),
        10 | 11 => queen(words, rank, mask, met),
        12 | 13 => king(words, rank, mask, met),
        _ => {}
    }
}

#[inline(always)]
fn by_table(words: &Words, rank: usize, mask: u32, code: u32, met: &mut Met) {
    ROUTINES[code as usize & 15](words, rank, mask, met);
}

/// Passes the nibbles of a word to `piece`, from the low end, each with its mask.
#[inline(always)]
fn pieces(word: u32, mut piece: impl FnMut(u32, u32)) {
    let (mut rest, mut mask) = (word, 15_u32);
    while rest != 0 {
        piece(rest & 15, mask);
        rest >>= 4;
        mask <<= 4;
    }
}

/// Finds what the pieces of all ranks see. The number of the rank is a variable here, so the words are read from
/// memory.
#[inline(always)]
fn in_memory(words: &Words, met: &mut Met, dispatch: impl Fn(&Words, usize, u32, u32, &mut Met)) {
    for rank in 0..8 {
        pieces(words[rank], |code, mask| dispatch(words, rank, mask, code, met));
    }
}

/// Runs a copy of the code for each rank. The number of the rank is a constant in each copy, so the eight words can
/// stay in registers.
#[inline(always)]
fn in_registers(words: &Words, met: &mut Met) {
    #[inline(always)]
    fn of_rank<const RANK: usize>(words: Words, met: &mut Met) {
        pieces(words[RANK], |code, mask| by_match(&words, RANK, mask, code, met));
    }
    let words = *words;
    of_rank::<0>(words, met);
    of_rank::<1>(words, met);
    of_rank::<2>(words, met);
    of_rank::<3>(words, met);
    of_rank::<4>(words, met);
    of_rank::<5>(words, met);
    of_rank::<6>(words, met);
    of_rank::<7>(words, met);
}

/// Calls a routine for each piece, by a table that is indexed by rank and code. The rank is a constant in each routine.
fn table_of_registers(words: &Words, met: &mut Met) {
    macro_rules! routines {
        ($($rank:literal)*) => {
            [$(routines!(of $rank: nothing nothing white_pawn black_pawn knight knight bishop bishop rook rook queen queen
                king king nothing nothing)),*]
        };
        (of $rank:literal: $($piece:ident)*) => {
            [$(|words, mask, met| $piece(words, $rank, mask, met)),*]
        };
    }
    type OfRank = fn(&Words, u32, &mut Met);
    const OF_RANKS: [[OfRank; 16]; 8] = routines!(0 1 2 3 4 5 6 7);
    for rank in 0..8 {
        pieces(words[rank], |code, mask| OF_RANKS[rank][code as usize & 15](words, mask, met));
    }
}

/// The masks of rays that leave their rank, over all eight words. The first index is 0 for down and 1 for up, the
/// second is 1 more than the files that a step goes to the right.
struct Masks(Box<[[FromSquares; 3]; 2]>);

/// The masks of a ray from each square, indexed by rank and file.
type FromSquares = [[Words; 8]; 8];

impl Masks {
    fn new() -> Self {
        let mut masks = Box::new([[[[[0; 8]; 8]; 8]; 3]; 2]);
        for (up, ranks) in [(0, -1), (1, 1)] {
            for files in -1..=1 {
                for (rank, file) in (0..64).map(|at| (at / 8, at % 8)) {
                    let (mut to, mut mask) = (rank, 15_u32 << (4 * file));
                    let ray = &mut masks[up][usize::from(files > -1) + usize::from(files > 0)][rank][file];
                    loop {
                        (to, mask) = (to.wrapping_add_signed(ranks), along(mask, files));
                        if to >= 8 || mask == 0 {
                            break;
                        }
                        ray[to] = mask;
                    }
                }
            }
        }
        Self(masks)
    }
}

/// Finds what all pieces see, with the eight words in one register, where a ray up or down is a mask. Rays along a rank
/// and the steps of other pieces are found word by word.
#[expect(clippy::cast_possible_truncation, reason = "masks of eight bits, and ranks")]
#[inline(always)]
fn in_one_register<S: Simd>(s: S, masks: &Masks, words: &Words, met: &mut Met) {
    let board = u32x8::simd_from(s, *words);
    let rays = |first: usize, step: usize, rank: usize, mask: u32, met: &mut Met| {
        let file = mask.trailing_zeros() as usize / 4;
        for (up, by_files) in masks.0.iter().enumerate() {
            for files in (first..3).step_by(step) {
                let ray = u32x8::simd_from(s, by_files[files][rank & 7][file & 7]);
                let zero = u32x8::splat(s, 0);
                let on_board = !ray.simd_eq(zero).to_bitmask() as u32 & 255;
                let pieces = !(board & ray).simd_eq(zero).to_bitmask() as u32 & 255;
                if pieces == 0 {
                    met[0] += on_board.count_ones();
                    continue;
                }
                let end = if up == 1 { pieces.trailing_zeros() } else { pieces.ilog2() };
                met[0] += end.abs_diff(rank as u32);
                let there = words[end as usize & 7] & by_files[files][rank & 7][file & 7][end as usize & 7];
                met[1] += there >> (there.trailing_zeros() & !3);
            }
        }
    };
    in_memory(words, met, |words, rank, mask, code, met| match code {
        6 | 7 => rays(0, 2, rank, mask, met),
        8 | 9 => {
            see!(7, words, rank, mask, met: 0 1, 0 -1,);
            rays(1, 2, rank, mask, met);
        }
        10 | 11 => {
            see!(7, words, rank, mask, met: 0 1, 0 -1,);
            rays(0, 1, rank, mask, met);
        }
        _ => by_match(words, rank, mask, code, met),
    });
}

/// Finds what the pieces of a board of 64 bytes see, by numbers of squares, step by step, with directions in tables.
fn by_steps(board: &[u8; 64], met: &mut Met) {
    for at in 0..64_isize {
        let code = board[at.cast_unsigned()];
        let (directions, steps): (&[(isize, isize)], usize) = match code {
            2 => (&[(1, 1), (1, -1)], 1),
            3 => (&[(-1, 1), (-1, -1)], 1),
            4 | 5 => (&KNIGHT, 1),
            6 | 7 => (&QUEEN[4..], 7),
            8 | 9 => (&QUEEN[..4], 7),
            10 | 11 => (&QUEEN, 7),
            12 | 13 => (&QUEEN, 1),
            _ => (&[], 0),
        };
        for (ranks, files) in directions {
            let (mut rank, mut file) = (at / 8, at % 8);
            for _ in 0..steps {
                rank += ranks;
                file += files;
                if !(0..8).contains(&rank) || !(0..8).contains(&file) {
                    break;
                }
                met[0] += 1;
                let there = board[(8 * rank + file).cast_unsigned()];
                if there != 0 {
                    met[1] += u32::from(there);
                    break;
                }
            }
        }
    }
}

/// Runs [`in_one_register`] on each of `boards`, in a function of its own so that a level's instructions are used.
#[inline(always)]
fn one_register_each<S: Simd>(s: S, masks: &Masks, boards: &[Words], all: &mut [Met]) {
    for (met, words) in all.iter_mut().zip(boards) {
        *met = [0; 2];
        in_one_register(s, masks, words, met);
    }
}

pub(crate) fn attacks(bench: &mut Bench) {
    let nibbles = boards();
    let words: Vec<Words> = nibbles.iter().map(|board| board.to_words()).collect();
    let bytes: Vec<[u8; 64]> =
        nibbles.iter().map(|board| board.to_nibbles().map(quadbit_nibble::Nibble::get)).collect();
    let (words, masks) = (&words[..], &Masks::new());
    let none = vec![[0; 2]; nibbles.len()];
    let over = |form: fn(&Words, &mut Met)| {
        move |all: &mut Vec<Met>| {
            for (met, words) in all.iter_mut().zip(black_box(words)) {
                *met = [0; 2];
                form(words, met);
            }
        }
    };
    let mut contest = Contest::new("compact chessboard");
    contest.elements(nibbles.len());
    contest.writer("bytes by number", none.clone(), |all| {
        for (met, board) in all.iter_mut().zip(black_box(&bytes)) {
            *met = [0; 2];
            by_steps(board, met);
        }
    });
    contest.writer(
        "words in memory, match on the code",
        none.clone(),
        over(|words, met| in_memory(words, met, by_match)),
    );
    contest.writer(
        "words in memory, table on the code",
        none.clone(),
        over(|words, met| in_memory(words, met, by_table)),
    );
    contest.writer("words in registers, match on the code", none.clone(), over(in_registers));
    contest.writer("words in registers, table on rank and code", none.clone(), over(table_of_registers));
    for level in Level::available() {
        contest.writer(format!("{level}/words in one register"), none.clone(), move |all| {
            dispatch!(level, s => one_register_each(s, masks, black_box(words), all));
        });
    }
    contest.time(bench);
}
