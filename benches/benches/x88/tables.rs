//! Times tables: of differences of squares, of pairs of squares, and for conversions between the kinds of squares.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_x88::{Diff, Square, Square88, tables};

use crate::{compare, random_squares};

/// Times converting 4096 squares to 0x88 numbers and back, and a single chain in which each conversion depends on the
/// one before.
pub(crate) fn convert(bench: &mut Bench) {
    const TO_SQUARE: [u8; 128] = {
        let mut table = [0; 128];
        let mut i = 0_u8;
        while i < 64 {
            table[Square88::ALL[i as usize].index()] = i;
            i += 1;
        }
        table
    };
    let squares: Vec<Square> = random_squares(4096).into_iter().map(|(square, _)| square).collect();
    let squares88: Vec<Square88> = squares.iter().map(|&square| square.into()).collect();
    // The compiler must not see the contents of the tables, or it would compute the entries instead.
    let (to_88, from_88) = black_box((&Square88::ALL, &TO_SQUARE));
    let to_88_by_table = |square: Square| to_88[square.index()];
    let from_88_by_table = |square: Square88| Square::from_low_bits(u32::from(from_88[square.index()]));

    compare!(bench, "convert to 0x88", {
        "formula" => black_box(&squares).iter().map(|&s| Square88::from_square(s).index()).sum::<usize>(),
        "table" => black_box(&squares).iter().map(|&s| to_88_by_table(s).index()).sum::<usize>(),
    });
    compare!(bench, "convert from 0x88", {
        "formula" => black_box(&squares88).iter().map(|s| s.to_square().index()).sum::<usize>(),
        "table" => black_box(&squares88).iter().map(|&s| from_88_by_table(s).index()).sum::<usize>(),
    });
    let mix = |square: Square, with: &Square| if with.index() & 1 == 0 { square.flip_file() } else { square };
    compare!(bench, "convert, one after the other", {
        "formula" => black_box(&squares)
            .iter()
            .fold(Square::A1, |square, with| mix(Square88::from_square(square).flip_rank().to_square(), with)),
        "table" => black_box(&squares)
            .iter()
            .fold(Square::A1, |square, with| mix(from_88_by_table(to_88_by_table(square).flip_rank()), with)),
    });
}

/// Four tables with an entry for each pair of squares. They hold what the tables of 240 entries hold for the difference
/// of the squares.
struct Tables4096 {
    chebyshev: Vec<[u8; 64]>,
    manhattan: Vec<[u8; 64]>,
    unit: Vec<[i8; 64]>,
    attackers: Vec<[u8; 64]>,
}

impl Tables4096 {
    fn new() -> Self {
        fn of_pairs<T>(entry: impl Fn(Diff) -> T) -> Vec<[T; 64]> {
            Square::ALL.map(|from| Square::ALL.map(|to| entry(Diff::of_squares(from, to)))).into()
        }
        Self {
            chebyshev: of_pairs(Diff::chebyshev),
            manhattan: of_pairs(Diff::manhattan),
            unit: of_pairs(|diff| tables::UNIT[diff.index()]),
            attackers: of_pairs(|diff| diff.attackers().bits()),
        }
    }
}

/// Times four look-ups for each of 4096 pairs of squares. After each pair a cache line of other data is read, from 0,
/// 16, 32 or 128 KiB: a single line, half of a first-level cache of 32 KiB, all of it, or four times as much.
pub(crate) fn cache(bench: &mut Bench) {
    let large = Tables4096::new();
    let pairs = random_squares(4096);
    let pairs88: Vec<(Square88, Square88)> =
        pairs.iter().map(|&(from, to)| (from.into(), to.into())).collect();
    for kib in [0, 16, 32, 128] {
        let other = vec![[0_u8; 64]; (kib * 16).max(1)];
        // The 4096 pairs are enough to read all lines of the other data at least twice.
        let touch = |i: usize| u64::from(black_box(&other)[i & (other.len() - 1)][0]);
        let small = |pairs: &[(Square88, Square88)]| {
            let mut sum = 0;
            for (i, &(from, to)) in pairs.iter().enumerate() {
                let diff = Diff::new(from, to);
                sum += u64::from(diff.chebyshev()) + u64::from(diff.manhattan());
                sum += u64::from(tables::UNIT[diff.index()].cast_unsigned());
                sum += u64::from(diff.attackers().bits()) + touch(i);
            }
            sum
        };
        let small_of_squares = |pairs: &[(Square, Square)]| {
            let mut sum = 0;
            for (i, &(from, to)) in pairs.iter().enumerate() {
                let diff = Diff::of_squares(from, to);
                sum += u64::from(diff.chebyshev()) + u64::from(diff.manhattan());
                sum += u64::from(tables::UNIT[diff.index()].cast_unsigned());
                sum += u64::from(diff.attackers().bits()) + touch(i);
            }
            sum
        };
        let by_pair = |pairs: &[(Square, Square)]| {
            let mut sum = 0;
            for (i, &(from, to)) in pairs.iter().enumerate() {
                let (from, to) = (from.index(), to.index());
                sum += u64::from(large.chebyshev[from][to]) + u64::from(large.manhattan[from][to]);
                sum += u64::from(large.unit[from][to].cast_unsigned());
                sum += u64::from(large.attackers[from][to]) + touch(i);
            }
            sum
        };
        let mut contest = Contest::new(format!("tables beside {kib} KiB"));
        contest.form("240 entries", || small(black_box(&pairs88)));
        contest.form("240 entries, from 0 to 63", || small_of_squares(black_box(&pairs)));
        contest.form("4096 entries", || by_pair(black_box(&pairs)));
        contest.time(bench);
    }
}

/// Times looking up the unit step between two squares: in the table of 240 entries, read at `119 + to - from`, and in
/// Wiereyn's table of 256, read at the difference modulo 256, which needs no offset and no check of the index.
pub(crate) fn entries(bench: &mut Bench) {
    let pairs: Vec<(Square88, Square88)> =
        random_squares(4096).into_iter().map(|(from, to)| (from.into(), to.into())).collect();
    let mut contest = Contest::new("entries");
    contest.elements(pairs.len());
    contest.writer("240", vec![0; pairs.len()], |units| {
        for (unit, &(from, to)) in units.iter_mut().zip(black_box(&pairs)) {
            *unit = tables::UNIT[Diff::new(from, to).index()];
        }
    });
    contest.writer("256", vec![0; pairs.len()], |units| {
        for (unit, &(from, to)) in units.iter_mut().zip(black_box(&pairs)) {
            *unit = tables::COLLINEAR[usize::from(to.get().wrapping_sub(from.get()))];
        }
    });
    contest.time(bench);
}
