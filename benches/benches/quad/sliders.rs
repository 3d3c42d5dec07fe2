//! Other methods for the attacks of one slider, for comparison with [`attacks`].

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::Square;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_B: u64 = FILE_A << 1;

/// The attacks of a rook on file `f` of a rank over the six inner squares: 512 bytes, from the library's attacks on
/// the first rank.
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

/// The same, in every byte of a word: 4 KiB.
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

/// The same, rotated onto the a-file: 4 KiB.
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

/// By the index of six bits, along a line with at most one square on each file.
fn kindergarten(square: Square, occupied: u64, line: u64) -> u64 {
    let inner = ((occupied & line).wrapping_mul(FILE_B) >> 58) as usize;
    FILLED[square.index() & 7][inner] & line
}

fn file_kindergarten(square: Square, occupied: u64) -> u64 {
    let file = square.index() & 7;
    let inner = ((occupied >> file & FILE_A).wrapping_mul(0x0004_0810_2040_8000) >> 58) as usize;
    ON_FILE[square.index() >> 3][inner] << file
}

pub(crate) fn queen_obstruction(square: Square, occupied: u64) -> u64 {
    attacks::lines(square).into_iter().fold(0, |set, line| set | obstruction(square, occupied, line.0))
}

pub(crate) fn queen_kindergarten(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = attacks::lines(square);
    rank_by_table(square, occupied)
        | file_kindergarten(square, occupied)
        | kindergarten(square, occupied, diagonal.0)
        | kindergarten(square, occupied, antidiagonal.0)
}

/// Without any table but the lines.
pub(crate) fn rook_mixed(square: Square, occupied: u64) -> u64 {
    let [rank, file, _, _] = attacks::lines(square);
    obstruction(square, occupied, rank.0) | hyperbola(square, occupied, file.0)
}

pub(crate) fn rook_obstruction(square: Square, occupied: u64) -> u64 {
    let [rank, file, _, _] = attacks::lines(square);
    obstruction(square, occupied, rank.0) | obstruction(square, occupied, file.0)
}

pub(crate) fn rook_kindergarten(square: Square, occupied: u64) -> u64 {
    rank_by_table(square, occupied) | file_kindergarten(square, occupied)
}

pub(crate) fn bishop_kindergarten(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = attacks::lines(square);
    kindergarten(square, occupied, diagonal.0) | kindergarten(square, occupied, antidiagonal.0)
}

pub(crate) fn bishop_obstruction(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = attacks::lines(square);
    obstruction(square, occupied, diagonal.0) | obstruction(square, occupied, antidiagonal.0)
}
