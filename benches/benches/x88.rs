//! The claims that are made for 0x88, one group each. Every form of a group gives the same answer, which is asserted before
//! it is timed.
//!
//! - `edge`: one mask finds a step off the board more cheaply than two comparisons of ranges.
//! - `sign`: a sign is cheaper to test than a mask, where the sign is enough.
//! - `walk`: guard squares are slightly better than pure 0x88.
//! - `convert`: a formula, or a small table?
//! - `tables`: tables of 240 entries are friendlier to the cache than tables of 4096.
//! - `attack`: one attacker and one target, by difference, from either end.
//! - `attackers`: all attackers of a square, by walks and in vectors.

#![allow(missing_docs, reason = "criterion's macros make public functions")]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quadbit_x88::simd::{Level, RaySimd, Rays, dispatch};
use quadbit_x88::{
    Delta, Diff, Direction, File, Guarded16x12, Piece, Rank, Square, Square88, attackers, attacks,
    attacks_from_target, tables,
};

/// The start position, Kiwipete, and positions 3 to 6 of the wiki's perft page.
const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1",
];

/// The codes on the 64 squares; 0 is empty.
fn mailbox(placement: &str) -> [u8; 64] {
    let mut mailbox = [0; 64];
    for (rank, row) in Rank::ALL.into_iter().rev().zip(placement.split('/')) {
        let mut files = File::ALL.into_iter();
        for c in row.chars() {
            if let Some(empty) = c.to_digit(10) {
                files.nth(empty as usize - 1);
            } else {
                let square = Square::new(files.next().expect("a row has eight squares"), rank);
                mailbox[square.index()] = Piece::from_char(c).expect("a letter is a piece").code();
            }
        }
    }
    mailbox
}

fn mailboxes() -> Vec<[u8; 64]> {
    POSITIONS.map(mailbox).to_vec()
}

/// The same on the 16x8 board.
fn board88(mailbox: &[u8; 64]) -> [u8; 128] {
    let mut board = [0; 128];
    for square in Square::ALL {
        board[Square88::from(square).index()] = mailbox[square.index()];
    }
    board
}

/// Pairs of squares in an order that a branch predictor cannot learn.
fn random_squares(count: usize) -> Vec<(Square, Square)> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        Square::from_low_bits((state >> 32) as u32 & 63)
    };
    (0..count).map(|_| (next(), next())).collect()
}

/// Times forms of one computation, which must all give the same result as the first.
macro_rules! compare {
    ($criterion:ident, $group:literal, { $($name:literal => $form:expr),+ $(,)? }) => {{
        let answers = [$(($name, $form)),+];
        for (name, answer) in &answers {
            assert_eq!(*answer, answers[0].1, "{} {name}", $group);
        }
        let mut group = $criterion.benchmark_group($group);
        $(group.bench_function($name, |bencher| bencher.iter(|| $form));)+
        group.finish();
    }};
}

/// The sum of the numbers that the steps from all squares lead to; steps off the board count as 0.
fn sum_of_steps<Q: Copy, D: Copy>(squares: &[Q], steps: &[D], step: impl Fn(Q, D) -> Option<usize>) -> usize {
    let mut sum = 0;
    for &square in black_box(squares) {
        for &delta in black_box(steps) {
            if let Some(to) = step(square, delta) {
                sum += black_box(to);
            }
        }
    }
    sum
}

/// All steps of a king and a knight from all squares: the targets of those that stay on the board.
fn edge(criterion: &mut Criterion) {
    let deltas: Vec<Delta> = Direction::ALL.map(Direction::delta).into_iter().chain(Delta::KNIGHT).collect();
    let steps: Vec<(i32, i32)> = deltas.iter().map(|delta| (delta.files(), delta.ranks())).collect();
    let pairs = Square::ALL.map(|square| (square.file() as i32, square.rank() as i32));
    let number = |file: i32, rank: i32| 16 * rank.unsigned_abs() as usize + file.unsigned_abs() as usize;
    compare!(criterion, "edge", {
        "mask 0x88" => sum_of_steps(&Square88::ALL, &deltas, |from, delta| from.step(delta).map(Square88::index)),
        "two ranges" => sum_of_steps(&pairs, &steps, |(file, rank), (files, ranks)| {
            let (file, rank) = (file + files, rank + ranks);
            ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| number(file, rank))
        }),
        "both ranges in one mask" => sum_of_steps(&pairs, &steps, |(file, rank), (files, ranks)| {
            let (file, rank) = (file + files, rank + ranks);
            ((file | rank) & !7 == 0).then(|| number(file, rank))
        }),
    });
}

/// From every square to the edge, up and down its file.
fn sign(criterion: &mut Criterion) {
    fn count(is_off: impl Fn(u8) -> bool) -> u32 {
        let mut count = 0;
        for &square in black_box(&Square88::ALL) {
            for step in black_box([16_u8, 240]) {
                let mut number = square.get();
                while !is_off(number) {
                    count += 1;
                    number = number.wrapping_add(step);
                }
            }
        }
        count
    }
    compare!(criterion, "sign", {
        "mask" => count(|number| !Square88::is_on_board(number)),
        "sign" => count(Square88::is_beyond_ranks),
    });
}

/// A queen's walk from every square in every direction, up to and including the first piece.
fn walk(criterion: &mut Criterion) {
    const GUARD: u8 = 0xff;
    let boards = mailboxes();
    let boards88: Vec<[u8; 128]> = boards.iter().map(board88).collect();
    let guarded: Vec<[u8; 192]> = boards
        .iter()
        .map(|mailbox| {
            let mut board = Guarded16x12::filled(0, GUARD);
            for square in Square::ALL {
                board[Guarded16x12::index(square)] = mailbox[square.index()];
            }
            board
        })
        .collect();
    // The same 192 cells and 64 more, so that a byte is always an index.
    let padded: Vec<[u8; 256]> = guarded
        .iter()
        .map(|board| {
            let mut padded = [GUARD; 256];
            padded[..192].copy_from_slice(board);
            padded
        })
        .collect();

    let pure = || {
        let mut count = 0;
        for board in black_box(&boards88) {
            for from in Square88::ALL {
                for direction in Direction::ALL {
                    for to in from.ray(direction) {
                        count += 1;
                        if board[to.index()] != 0 {
                            break;
                        }
                    }
                }
            }
        }
        count
    };
    let two_ranges = || {
        let mut count = 0;
        for board in black_box(&boards) {
            for from in Square::ALL {
                for direction in Direction::ALL {
                    let (mut file, mut rank) = (from.file() as i32, from.rank() as i32);
                    loop {
                        file += direction.files();
                        rank += direction.ranks();
                        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                            break;
                        }
                        count += 1;
                        if board[(8 * rank + file).unsigned_abs() as usize & 63] != 0 {
                            break;
                        }
                    }
                }
            }
        }
        count
    };
    let guards = || {
        let mut count = 0;
        for board in black_box(&guarded) {
            for from in Square::ALL {
                for direction in Direction::ALL {
                    let step = Guarded16x12::step(direction.delta());
                    let mut cell = Guarded16x12::index(from).wrapping_add_signed(step);
                    while board[cell] == 0 {
                        count += 1;
                        cell = cell.wrapping_add_signed(step);
                    }
                    count += i32::from(board[cell] != GUARD);
                }
            }
        }
        count
    };
    let guards_of_256 = || {
        let mut count = 0;
        for board in black_box(&padded) {
            for from in Square88::ALL {
                for direction in Direction::ALL {
                    let step = direction.delta().get();
                    let mut cell = (from.get() + 36).wrapping_add_signed(step);
                    while board[usize::from(cell)] == 0 {
                        count += 1;
                        cell = cell.wrapping_add_signed(step);
                    }
                    count += i32::from(board[usize::from(cell)] != GUARD);
                }
            }
        }
        count
    };
    compare!(criterion, "walk", {
        "0x88" => pure(),
        "two ranges" => two_ranges(),
        "guards 16x12" => guards(),
        "guards 16x12 in 256 cells" => guards_of_256(),
    });
}

/// 4096 squares, converted in both directions, and in one chain where each conversion depends on the last.
fn convert(criterion: &mut Criterion) {
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
    // The compiler must not see the contents of the tables, or it would calculate them instead.
    let (to_88, from_88) = black_box((&Square88::ALL, &TO_SQUARE));
    let to_88_by_table = |square: Square| to_88[square.index()];
    let from_88_by_table = |square: Square88| Square::from_low_bits(u32::from(from_88[square.index()]));

    compare!(criterion, "convert to 0x88", {
        "formula" => black_box(&squares).iter().map(|&s| Square88::from_square(s).index()).sum::<usize>(),
        "table" => black_box(&squares).iter().map(|&s| to_88_by_table(s).index()).sum::<usize>(),
    });
    compare!(criterion, "convert from 0x88", {
        "formula" => black_box(&squares88).iter().map(|s| s.to_square().index()).sum::<usize>(),
        "table" => black_box(&squares88).iter().map(|&s| from_88_by_table(s).index()).sum::<usize>(),
    });
    let mix = |square: Square, with: &Square| if with.index() & 1 == 0 { square.flip_file() } else { square };
    compare!(criterion, "convert, one after the other", {
        "formula" => black_box(&squares)
            .iter()
            .fold(Square::A1, |square, with| mix(Square88::from_square(square).flip_rank().to_square(), with)),
        "table" => black_box(&squares)
            .iter()
            .fold(Square::A1, |square, with| mix(from_88_by_table(to_88_by_table(square).flip_rank()), with)),
    });
}

/// Four tables of the same content with an entry for each pair of squares.
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

/// Four lookups for each of 4096 pairs of squares, and a line of other data after each pair: nothing, half of a
/// first-level cache, all of it, and four times as much.
fn cache(criterion: &mut Criterion) {
    let large = Tables4096::new();
    let pairs = random_squares(4096);
    let pairs88: Vec<(Square88, Square88)> =
        pairs.iter().map(|&(from, to)| (from.into(), to.into())).collect();
    for kib in [0, 16, 32, 128] {
        let other = vec![[0_u8; 64]; (kib * 16).max(1)];
        // The 4096 pairs are repeated often enough to cover the other data at least twice.
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
        let mut group = criterion.benchmark_group(format!("tables beside {kib} KiB"));
        let answer = small(&pairs88);
        assert_eq!(small_of_squares(&pairs), answer);
        assert_eq!(by_pair(&pairs), answer);
        group.bench_function("240 entries", |bencher| bencher.iter(|| small(black_box(&pairs88))));
        group.bench_function("240 entries, from 0 to 63", |bencher| {
            bencher.iter(|| small_of_squares(black_box(&pairs)));
        });
        group.bench_function("4096 entries", |bencher| bencher.iter(|| by_pair(black_box(&pairs))));
        group.finish();
    }
}

/// The number of pairs of squares for which the test is true.
fn count_pairs(
    boards: &[[Option<Piece>; 128]],
    test: impl Fn(&[Option<Piece>; 128], Square88, Square88) -> bool,
) -> usize {
    let mut count = 0;
    for board in black_box(boards) {
        for from in Square88::ALL {
            count += Square88::ALL.into_iter().filter(|&to| test(board, from, to)).count();
        }
    }
    count
}

/// Whether the piece on each square attacks each square.
fn attack(criterion: &mut Criterion) {
    let boards: Vec<[Option<Piece>; 128]> =
        mailboxes().iter().map(|mailbox| board88(mailbox).map(Piece::from_code)).collect();
    compare!(criterion, "attack", {
        "from the source" => count_pairs(&boards, |board, from, to| attacks(|square| board[square.index()], from, to)),
        "from the target" => {
            count_pairs(&boards, |board, from, to| attacks_from_target(|square| board[square.index()], from, to))
        },
        "walk every ray" => count_pairs(&boards, |board, from, to| {
            board[from.index()].is_some() && attackers(|square| board[square.index()], to).any(|square| square == from)
        }),
    });
}

/// The number of pieces that attack each square, with the vectors of a level.
fn in_vectors<S: RaySimd>(s: S, mailboxes: &[[u8; 64]]) -> usize {
    s.vectorize(
        #[inline(always)]
        || {
            let mut count = 0;
            for mailbox in mailboxes {
                for to in Square88::ALL {
                    count += Rays::from_square(s, to).look(mailbox).attackers().count_ones() as usize;
                }
            }
            count
        },
    )
}

/// The number of pieces that attack each square, for all squares of six positions.
fn all_attackers(criterion: &mut Criterion) {
    let mailboxes = mailboxes();
    let boards: Vec<[Option<Piece>; 128]> =
        mailboxes.iter().map(|mailbox| board88(mailbox).map(Piece::from_code)).collect();
    let walks = || {
        let mut count = 0;
        for board in black_box(&boards) {
            for to in Square88::ALL {
                count += attackers(|square| board[square.index()], to).count();
            }
        }
        count
    };
    let mut group = criterion.benchmark_group("attackers");
    let answer = walks();
    group.bench_function("walks", |bencher| bencher.iter(walks));
    for level in Level::available() {
        assert_eq!(dispatch!(level, s => in_vectors(s, &mailboxes)), answer, "{level}");
        group.bench_function(format!("vectors, {level}"), |bencher| {
            bencher.iter(|| dispatch!(level, s => in_vectors(s, black_box(&mailboxes))));
        });
    }
    group.finish();
}

criterion_group!(benches, edge, sign, walk, convert, cache, attack, all_attackers);
criterion_main!(benches);
