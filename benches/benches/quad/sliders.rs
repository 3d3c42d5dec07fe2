//! One slider at a time: [`attacks`] and other methods without large tables.
//!
//! Each method is timed twice: on independent cases, where several are worked on at once, and in a chain in
//! which each square depends on the attacks before it. The first shows its throughput, the second how long one
//! answer takes.
//!
//! All methods must find the same squares, which are compared before anything is timed.

#![expect(clippy::cast_possible_truncation, reason = "bits are taken out of words after a shift and a mask")]

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_quad::{Bitboard, attacks, zobrist};
use quadbit_x88::Square;

/// Returns random squares, each with a random set of about sixteen occupied squares.
fn cases() -> Vec<(Square, u64)> {
    let case = |n: u64| {
        let [a, b, c] = [0, 1, 2].map(|i| zobrist::split_mix(3 * n + i));
        (Square::from_low_bits(c.to_le_bytes()[0].into()), a & b)
    };
    (0..1024).map(case).collect()
}

/// The contests of methods for one slider: on independent cases, and in a chain in which each square depends on the
/// attacks before it.
struct Slider<'a> {
    cases: &'a [(Square, u64)],
    many: Contest<'a, Vec<u64>>,
    in_turn: Contest<'a, u64>,
}

impl<'a> Slider<'a> {
    fn new(name: &str, cases: &'a [(Square, u64)]) -> Self {
        let (mut many, mut in_turn) =
            (Contest::new(format!("slider/{name}")), Contest::new(format!("slider/{name}")));
        many.elements(cases.len());
        in_turn.elements(cases.len());
        Self { cases, many, in_turn }
    }

    fn form(mut self, name: &str, form: impl Fn(Square, u64) -> u64 + Copy + 'a) -> Self {
        let cases = self.cases;
        self.many.writer(format!("{name}, many"), vec![0; cases.len()], move |sets| {
            for (set, &(square, occupied)) in sets.iter_mut().zip(black_box(cases)) {
                *set = form(square, occupied);
            }
        });
        self.in_turn.form(format!("{name}, in turn"), move || {
            black_box(cases).iter().fold(0, |last, &(square, occupied)| {
                let turned = u32::from(last >> 63 != 0);
                form(Square::from_low_bits(square.index() as u32 ^ turned), occupied)
            })
        });
        self
    }

    fn time(self, bench: &mut Bench) {
        self.many.time(bench);
        self.in_turn.time(bench);
    }
}

pub(crate) fn single_sliders(bench: &mut Bench) {
    let cases = cases();
    Slider::new("rook", &cases)
        .form("library", |square, occupied| attacks::rook(square, Bitboard(occupied)).0)
        .form("obstruction on the rank", rook_mixed)
        .form("obstruction difference", rook_obstruction)
        .form("kindergarten", rook_kindergarten)
        .time(bench);
    Slider::new("bishop", &cases)
        .form("library", |square, occupied| attacks::bishop(square, Bitboard(occupied)).0)
        .form("obstruction difference", bishop_obstruction)
        .form("kindergarten", bishop_kindergarten)
        .time(bench);
    Slider::new("queen", &cases)
        .form("library", |square, occupied| attacks::queen(square, Bitboard(occupied)).0)
        .form("obstruction difference", queen_obstruction)
        .form("kindergarten", queen_kindergarten)
        .time(bench);
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;

/// The attacks along a rank of a rook on file `f`, indexed by `f` and the six occupied inner squares: 512 bytes, from
/// the library's attacks on the first rank.
static RANK: [[u8; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let [on_rank, ..] = attacks::queen_lines(Square::from_low_bits(file), Bitboard(inner << 1));
            table[file as usize][inner as usize] = on_rank.0 as u8;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// The attacks of [`RANK`] in every byte of a word: 4 KiB.
static FILLED: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            table[file][inner] = RANK[file][inner] as u64 * FILE_A;
            inner += 1;
        }
        file += 1;
    }
    table
};

/// The attacks of [`RANK`] rotated onto the a-file: 4 KiB.
static ON_FILE: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut rank = 0;
    while rank < 8 {
        let mut inner = 0;
        while inner < 64 {
            let row = RANK[rank][inner];
            let mut bit = 0;
            while bit < 8 {
                table[rank][inner] |= (row as u64 >> bit & 1) << (8 * bit);
                bit += 1;
            }
            inner += 1;
        }
        rank += 1;
    }
    table
};

fn rank_by_table(square: Square, occupied: u64) -> u64 {
    let shift = square.index() & 0x38;
    u64::from(RANK[square.index() & 7][(occupied >> shift >> 1 & 63) as usize]) << shift
}

fn hyperbola(square: Square, occupied: u64, line: u64) -> u64 {
    let slider = 1_u64 << square.index();
    let o = occupied & line;
    let up = o.wrapping_sub(slider << 1);
    let down = o.swap_bytes().wrapping_sub(slider.swap_bytes() << 1).swap_bytes();
    (up ^ down) & line
}

fn obstruction(square: Square, occupied: u64, line: u64) -> u64 {
    let slider = 1_u64 << square.index();
    let o = occupied & line;
    let lower = o & (slider - 1);
    let upper = o & !(slider - 1);
    let nearest_below = 1_u64 << 63 >> (lower | 1).leading_zeros();
    (upper ^ upper.wrapping_sub(nearest_below)) & line
}

/// Returns the attacks of a slider on `square` along `line`, by kindergarten bitboards: a multiplication gathers the
/// six inner bits of the line, which has at most one square on each file, into an index of [`FILLED`].
fn kindergarten(square: Square, occupied: u64, line: u64) -> u64 {
    let inner = ((occupied & line).wrapping_mul(FILE_B) >> 58) as usize;
    FILLED[square.index() & 7][inner] & line
}

fn file_kindergarten(square: Square, occupied: u64) -> u64 {
    let file = square.index() & 7;
    let inner = ((occupied >> file & FILE_A).wrapping_mul(0x0004_0810_2040_8000) >> 58) as usize;
    ON_FILE[square.index() >> 3][inner] << file
}

fn queen_obstruction(square: Square, occupied: u64) -> u64 {
    attacks::lines(square).into_iter().fold(0, |set, line| set | obstruction(square, occupied, line.0))
}

fn queen_kindergarten(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = attacks::lines(square);
    rank_by_table(square, occupied)
        | file_kindergarten(square, occupied)
        | kindergarten(square, occupied, diagonal.0)
        | kindergarten(square, occupied, antidiagonal.0)
}

/// Returns the attacks of a rook: on the rank by obstruction difference, on the file by hyperbola quintessence. Neither
/// needs a table other than that of lines.
fn rook_mixed(square: Square, occupied: u64) -> u64 {
    let [rank, file, _, _] = attacks::lines(square);
    obstruction(square, occupied, rank.0) | hyperbola(square, occupied, file.0)
}

fn rook_obstruction(square: Square, occupied: u64) -> u64 {
    let [rank, file, _, _] = attacks::lines(square);
    obstruction(square, occupied, rank.0) | obstruction(square, occupied, file.0)
}

fn rook_kindergarten(square: Square, occupied: u64) -> u64 {
    rank_by_table(square, occupied) | file_kindergarten(square, occupied)
}

fn bishop_kindergarten(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = attacks::lines(square);
    kindergarten(square, occupied, diagonal.0) | kindergarten(square, occupied, antidiagonal.0)
}

fn bishop_obstruction(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = attacks::lines(square);
    obstruction(square, occupied, diagonal.0) | obstruction(square, occupied, antidiagonal.0)
}
