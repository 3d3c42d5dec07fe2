//! Benches of quad-bitboards. Every bench asserts its result before it is timed.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use quadbit_quad::{Bitboard, attacks, zobrist};
use quadbit_x88::Square;

/// Short runs: ratios within one run are what counts.
fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1200))
        .sample_size(30)
}

/// Other ways to the attacks of one slider, for comparison with [`attacks`].
mod sliders {
    use super::{Square, attacks};

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_B: u64 = FILE_A << 1;

    /// What a rook on file `f` of a rank attacks over the six inner squares: 512 bytes.
    static RANK: [[u8; 64]; 8] = {
        let mut table = [[0; 64]; 8];
        let mut file = 0;
        while file < 8 {
            let mut inner = 0;
            while inner < 64 {
                let occupied = inner << 1;
                let mut set = 0;
                let mut at = file;
                while at < 7 {
                    at += 1;
                    set |= 1 << at;
                    if occupied >> at & 1 != 0 {
                        break;
                    }
                }
                at = file;
                while at > 0 {
                    at -= 1;
                    set |= 1 << at;
                    if occupied >> at & 1 != 0 {
                        break;
                    }
                }
                table[file][inner] = set as u8;
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

    /// And turned onto the a-file: 4 KiB.
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
        let shift = square.index() & 56;
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

    /// By its index of six bits, along a line that has each file once.
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
}

/// Squares with occupancies of some sixteen pieces.
fn slider_cases() -> Vec<(Square, u64)> {
    let case = |n: u64| {
        let [a, b, c] = [0, 1, 2].map(|i| zobrist::split_mix(3 * n + i));
        (Square::from_low_bits(c as u32), a & b)
    };
    (0..1024).map(case).collect()
}

/// Times one form, first on independent cases, then where each square depends on the attacks before it.
fn time_slider(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    form: impl Fn(Square, u64) -> u64,
    expected: fn(Square, Bitboard) -> Bitboard,
) {
    let cases = slider_cases();
    for (square, occupied) in &cases {
        assert_eq!(form(*square, *occupied), expected(*square, Bitboard(*occupied)).0, "{name} {square}");
    }
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function(format!("{name}, many"), |b| {
        b.iter(|| {
            black_box(&cases).iter().fold(0_u64, |sum, &(square, occupied)| sum ^ form(square, occupied))
        });
    });
    group.bench_function(format!("{name}, in turn"), |b| {
        b.iter(|| {
            black_box(&cases).iter().fold(0_u64, |last, &(square, occupied)| {
                let square = Square::from_low_bits(square.index() as u32 ^ (last >> 63) as u32);
                form(square, occupied)
            })
        });
    });
}

/// One slider at a time: all that can be had without large tables.
fn single_sliders(c: &mut Criterion) {
    let mut group = c.benchmark_group("slider/rook");
    time_slider(&mut group, "library", |s, o| attacks::rook(s, Bitboard(o)).0, attacks::rook);
    time_slider(&mut group, "obstruction on the rank", sliders::rook_mixed, attacks::rook);
    time_slider(&mut group, "obstruction difference", sliders::rook_obstruction, attacks::rook);
    time_slider(&mut group, "kindergarten", sliders::rook_kindergarten, attacks::rook);
    group.finish();

    let mut group = c.benchmark_group("slider/bishop");
    time_slider(&mut group, "library", |s, o| attacks::bishop(s, Bitboard(o)).0, attacks::bishop);
    time_slider(&mut group, "obstruction difference", sliders::bishop_obstruction, attacks::bishop);
    time_slider(&mut group, "kindergarten", sliders::bishop_kindergarten, attacks::bishop);
    group.finish();

    let mut group = c.benchmark_group("slider/queen");
    time_slider(&mut group, "library", |s, o| attacks::queen(s, Bitboard(o)).0, attacks::queen);
    time_slider(&mut group, "obstruction difference", sliders::queen_obstruction, attacks::queen);
    time_slider(&mut group, "kindergarten", sliders::queen_kindergarten, attacks::queen);
    group.finish();
}

criterion_group! {
    name = benches;
    config = short();
    targets = single_sliders
}
criterion_main!(benches);
