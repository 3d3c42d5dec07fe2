//! The attacks of a bishop from one table: a multiplication moves the occupied squares of both diagonals into nine bits, which are a
//! place in the square's window of the table.
//!
//! The windows of different squares overlap wherever they do not contradict each other, so 64 windows of 512 sets fit into 49 KiB. The
//! factors were found by trying random numbers with few bits, squares with many inner squares first, each put at the first place that
//! was free. The table is filled while compiling, which fails if two sets claim one place.
//!
//! Source: fixed shift magics and overlapping windows, <https://www.chessprogramming.org/Magic_Bitboards>.

use quadbit_x88::Square;

use super::{crosses, gathered};
use crate::bitboard::Bitboard;
use crate::generated::lines;

/// The squares that a bishop attacks over an occupancy.
#[inline]
pub(super) const fn attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let window = &WINDOWS[square.index()];
    window.sets[place(occupied.0, window.inner, window.factor)]
}

/// The part of the table that belongs to a square.
struct Window {
    /// The squares whose occupancy matters: the diagonals without the edges.
    inner: u64,
    factor: u64,
    sets: &'static [Bitboard; SIZE],
}

/// The sets of a window.
const SIZE: usize = 512;

/// The place in a window.
#[inline(always)]
const fn place(occupied: u64, inner: u64, factor: u64) -> usize {
    ((occupied & inner).wrapping_mul(factor) >> 55) as usize
}

/// The squares of the edges.
const EDGES: u64 = 0xff81_8181_8181_81ff;

/// The inner squares of both diagonals.
const fn inner(square: Square) -> u64 {
    let [_, diagonal] = crosses(square);
    diagonal.0 & !EDGES
}

static WINDOWS: [Window; 64] = {
    let mut windows = [const { Window { inner: 0, factor: 0, sets: &[Bitboard::EMPTY; SIZE] } }; 64];
    let mut square = 0;
    while square < 64 {
        let (factor, start) = FACTORS[square];
        let Some(sets) = SETS.split_at(start).1.first_chunk() else { panic!("a window beyond the table") };
        windows[square] = Window { inner: inner(Square::ALL[square]), factor, sets };
        square += 1;
    }
    windows
};

static SETS: [Bitboard; 6265] = {
    let mut sets = [Bitboard::EMPTY; 6265];
    let mut square = 0;
    while square < 64 {
        let (factor, start) = FACTORS[square];
        let inner = inner(Square::ALL[square]);
        let mut occupied = 0_u64;
        loop {
            let set = Bitboard(by_line(Square::ALL[square], occupied));
            let place = start + place(occupied, inner, factor);
            assert!(sets[place].is_empty() || sets[place].0 == set.0, "two sets in one place");
            sets[place] = set;
            // The next subset of the inner squares.
            occupied = occupied.wrapping_sub(inner) & inner;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    sets
};

/// The attacks of a bishop, found one diagonal at a time: for the table.
const fn by_line(square: Square, occupied: u64) -> u64 {
    let [_, _, diagonal, antidiagonal] = lines::LINES[square.index()];
    gathered::on_diagonal(square, occupied, diagonal) | gathered::on_diagonal(square, occupied, antidiagonal)
}

/// For each square the factor, and where its window begins.
#[rustfmt::skip]
static FACTORS: [(u64, usize); 64] = [
    (0x0000_8020_4040_4040, 3782), // a1
    (0x0081_0020_2060_8000, 3851), // b1
    (0x8820_1020_5010_8001, 3988), // c1
    (0x0441_0040_0800_8401, 3304), // d1
    (0x0800_8080_4200_0080, 4110), // e1
    (0x6240_4400_8041_009c, 4126), // f1
    (0x2000_1044_0202_4000, 4176), // g1
    (0x1020_1080_8480_8184, 3846), // h1
    (0x0464_0104_0100_8822, 4222), // a2
    (0x0410_0041_8020_2410, 4292), // b2
    (0x1040_0040_1040_1100, 4340), // c2
    (0x0008_0080_8003_1120, 4372), // d2
    (0x0580_2044_0210_c104, 4428), // e2
    (0x2000_0008_0200_8020, 4380), // f2
    (0x0000_0100_2101_0041, 4475), // g2
    (0x0040_4020_8024_0022, 4501), // h2
    (0x0000_e084_0040_4100, 4571), // a3
    (0x0180_2001_0040_a008, 4629), // b3
    (0x4002_0001_0200_0803, 2048), // c3
    (0x0801_0040_9004_2000, 2176), // d3
    (0x0a41_0020_8408_8002, 2304), // e3
    (0x1400_2000_4208_0080, 2464), // f3
    (0x0000_1020_2101_0020, 4665), // g3
    (0x0844_0200_0880_8080, 4667), // h3
    (0x0102_00a0_0200_8010, 4729), // a4
    (0x2000_8120_4040_4080, 4761), // b4
    (0x0000_8080_00c2_0080, 2622), // c4
    (0x0140_0401_0043_00a0, 0),    // d4
    (0x0080_8400_5202_0200, 512),  // e4
    (0x0182_0022_0080_8240, 2758), // f4
    (0x0010_6004_4080_4021, 4801), // g4
    (0x0100_1002_9410_4010, 4857), // h4
    (0x0400_8404_4000_808a, 4889), // a5
    (0x0000_2200_c401_0090, 4945), // b5
    (0x1018_2104_0000_4030, 2914), // c5
    (0x2019_0200_8008_0380, 1024), // d5
    (0x2040_0202_208e_0080, 1536), // e5
    (0x2802_0400_0810_4022, 3046), // f5
    (0x0200_2140_2400_1040, 4997), // g5
    (0x18a0_8804_0400_1010, 5061), // h5
    (0x0021_0041_0148_0080, 5094), // a6
    (0x0300_3041_0020_00c8, 5146), // b6
    (0x0000_8080_8080_0044, 3174), // c6
    (0x2284_2810_8020_8200, 3302), // d6
    (0x0000_020c_4010_0100, 3430), // e6
    (0x0202_8800_1020_0040, 3646), // f6
    (0x8401_0010_12d0_0010, 5021), // g6
    (0x0000_40c0_0802_a010, 5217), // h6
    (0x0010_4020_8800_4200, 5257), // a7
    (0x0008_2011_0080_2310, 5259), // b7
    (0x0024_3410_4200_4010, 5289), // c7
    (0x0090_0c00_0841_0030, 5323), // d7
    (0x0000_0a02_0040_4000, 5385), // e7
    (0x0000_0081_0010_2041, 5448), // f7
    (0x1001_0040_3080_2002, 5480), // g7
    (0x0001_0010_2008_20a0, 5514), // h7
    (0x0043_4080_2101_0044, 3566), // a8
    (0x2006_2040_4020_8020, 5546), // b8
    (0x0080_0040_1101_0042, 5548), // c8
    (0x1040_0c08_0040_2080, 5386), // d8
    (0x0000_0001_0100_2080, 5659), // e8
    (0x1000_0080_4081_0010, 5721), // f8
    (0x0a41_8080_8100_4820, 5753), // g8
    (0x0001_0022_0040_4004, 4044), // h8
];
