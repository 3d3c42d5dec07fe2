//! The hottest kernels, each in a function of its own, so that `cargo xtask asm` can show and
//! count its instructions.
//!
//! Runs each kernel once at every level that the CPU supports, and prints a checksum of its results.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::sets::ByLine;
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_quad::{WideKeys, sets, zobrist};
use quadbit_x88::Color;

/// Declares a kernel. Its input and output are arrays of words in memory, one vector for each.
macro_rules! kernels {
    ($($(#[$doc:meta])* fn $name:ident($s:ident, $input:ident: $n:literal) -> $m:literal $body:block)*) => {
        $($(#[$doc])*
        #[inline(never)]
        fn $name<S: BoardSimd>($s: S, words: &[u64; 8 * $n], out: &mut [u64; 8 * $m]) {
            $s.vectorize(#[inline(always)] || {
                let $input: [S::u64s; $n] =
                    core::array::from_fn(|i| S::u64s::from_slice($s, &words[S::u64s::LEN * i..][..S::u64s::LEN]));
                let result: [S::u64s; $m] = $body;
                for (i, vector) in result.into_iter().enumerate() {
                    vector.store_slice(&mut out[S::u64s::LEN * i..][..S::u64s::LEN]);
                }
            });
        })*

        fn run(level: Level, words: &[u64; 256]) {
            $({
                let input = words[..8 * $n].try_into().expect("as long as the array");
                let mut out = [0; 8 * $m];
                dispatch!(level, s => $name(s, input, &mut out));
                println!("{level} {} {:016x}", stringify!($name), out.iter().fold(0, |a: u64, b| a.rotate_left(1) ^ b));
            })*
        }
    };
}

kernels! {
    /// The attacks of two sets of rooks and of two sets of bishops on boards with the same occupied squares, in eight
    /// directions: the sliders of both sides of a position.
    fn kernel_slides(s, v: 5) -> 16 {
        let [occupied, a, b, c, d] = v;
        let slides = Slides::new(s, occupied);
        let ours = slides.attacks(s, ByLine::rook_and_bishop(a, b)).0;
        let theirs = slides.attacks(s, ByLine::rook_and_bishop(c, d)).0;
        core::array::from_fn(|i| if i < 8 { ours[i] } else { theirs[i - 8] })
    }
    /// The boards after a move of one piece in each lane.
    fn kernel_after(s, v: 7) -> 4 {
        let [p0, p1, p2, p3, from, to, code] = v;
        Boards { planes: [p0, p1, p2, p3] }.after(s, from, to, code).planes
    }
    /// The squares that the knights of a set attack.
    fn kernel_knights(s, v: 1) -> 1 {
        [sets::knight_attacks(v[0])]
    }
    /// The squares that the kings of a set attack.
    fn kernel_kings(s, v: 1) -> 1 {
        [sets::king_attacks(v[0])]
    }
    /// The squares that the white pawns of a set attack, to the west and to the east.
    fn kernel_pawns(s, v: 1) -> 2 {
        sets::pawn_attacks(v[0], Color::White)
    }
    /// The sum of the sizes of fifteen sets: by carry-save adders, except at AVX-512, which counts the bits of each
    /// set.
    fn kernel_counts(s, v: 15) -> 1 {
        [s.sum_counts_15(v)]
    }
    /// The sum of the sizes of fifteen sets, each counted on its own at every level.
    fn kernel_counts_singly(s, v: 15) -> 1 {
        [v.into_iter().fold(S::u64s::splat(s, 0), |sum, set| sum + s.popcount(set))]
    }
    /// The 128-bit keys of boards: their upper halves, then their lower halves.
    fn kernel_wide_keys(s, v: 4) -> 2 {
        const { &WideKeys::new(0) }.of_lanes(s, &Boards { planes: v })
    }
}

fn main() {
    let words: [u64; 256] = core::array::from_fn(|n| zobrist::split_mix(n as u64));
    let words = core::array::from_fn(|n| if n < 40 { words[n] & words[n % 8] } else { words[n] });
    for level in Level::available() {
        run(level, &words);
    }
}
