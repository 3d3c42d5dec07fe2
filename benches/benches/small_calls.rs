//! The small calls of a search, beside cozy-chess: what stands on a square, check, is a table's move legal, attacks of one slider.
//!
//! `cargo bench -p benches --features peers --bench small_calls`. Every answer is compared before it is timed.

#![expect(clippy::cast_possible_truncation, reason = "the index of a square is small")]

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadbit_movegen::{Move, Piece, Position, Square};
use quadbit_quad::zobrist::split_mix;
use quadbit_quad::{Bitboard, attacks};

/// Short runs: ratios within one run are what counts.
fn short() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800))
        .sample_size(30)
}

/// Positions of random play, each with a legal move of its own and one of another position, as a table may hold them.
fn cases() -> Vec<(Position, [Move; 2])> {
    let lines = include_str!("../../crates/perft/tests/data/random.epd").lines();
    let positions: Vec<Position> = lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(';').next().unwrap_or(line).parse().expect("the benches use valid positions"))
        .collect();
    let mut last = Move::new(Square::E2, Square::E4);
    let mut cases = Vec::new();
    for (n, position) in (0_u64..).zip(positions) {
        let moves = position.legal_moves();
        if position.has_standard_castling() && !moves.is_empty() {
            let number = split_mix(n) % moves.len() as u64;
            let own = moves[usize::try_from(number).expect("below the length")];
            cases.push((position, [own, last]));
            last = own;
        }
    }
    cases
}

#[cfg(feature = "peers")]
mod peer {
    use super::{Move, Position, Square};

    pub(super) fn board(position: &Position) -> cozy_chess::Board {
        benches::peers::cozy_board(&position.to_string())
    }

    pub(super) fn square(square: Square) -> cozy_chess::Square {
        cozy_chess::Square::index(square.index())
    }

    pub(super) fn mv(mv: Move) -> cozy_chess::Move {
        let promotion = mv.promotion().map(|role| cozy_chess::Piece::index(role.index()));
        cozy_chess::Move { from: square(mv.from()), to: square(mv.to()), promotion }
    }
}

/// The nibble on a square by sign bits, a form to compare with: the planes shifted until the square's bits are the signs, and four
/// signs gathered.
#[cfg(target_arch = "x86_64")]
mod signs {
    use core::arch::x86_64::{
        _mm_castsi128_ps, _mm_cvtsi32_si128, _mm_movemask_ps, _mm_set_epi64x, _mm_shuffle_ps, _mm_sll_epi64,
    };

    // `psllq`, `shufps`, `movmskps`
    fearless_simd::kernel!(
        #[inline(always)]
        pub(super) fn code(_token: Sse2, planes: [u64; 4], square: u32) -> u8 {
            let [a, b, c, d] = planes.map(u64::cast_signed);
            let from_the_top = _mm_cvtsi32_si128((square ^ 63).cast_signed());
            let low = _mm_castsi128_ps(_mm_sll_epi64(_mm_set_epi64x(b, a), from_the_top));
            let high = _mm_castsi128_ps(_mm_sll_epi64(_mm_set_epi64x(d, c), from_the_top));
            // a b, c d in words of 32 bits: the upper ones of all four
            _mm_movemask_ps(_mm_shuffle_ps::<0b11_01_11_01>(low, high)).to_le_bytes()[0]
        }
    );
}

/// The pieces on all squares, asked for one by one.
fn square(criterion: &mut Criterion) {
    let cases = cases();
    let mut group = criterion.benchmark_group("small/piece on a square");
    group.throughput(Throughput::Elements(64 * cases.len() as u64));
    group.bench_function("quadbit", |bencher| {
        bencher.iter(|| {
            let roles = |(position, _): &(Position, _)| -> usize {
                let on = |&square: &Square| position.get(square).map_or(0, |piece| piece.role().index());
                black_box(&Square::ALL).iter().map(on).sum()
            };
            black_box(&cases).iter().map(roles).sum::<usize>()
        });
    });
    #[cfg(target_arch = "x86_64")]
    if let Some(token) = fearless_simd::Level::baseline().as_sse2() {
        let code = |position: &Position, square: Square| {
            let planes = position.board().planes().map(|plane| plane.0);
            Piece::from_code(signs::code(token, planes, square.index() as u32))
        };
        for (position, _) in &cases {
            assert!(Square::ALL.into_iter().all(|square| code(position, square) == position.get(square)));
        }
        group.bench_function("quadbit, by sign bits", |bencher| {
            bencher.iter(|| {
                let roles = |(position, _): &(Position, _)| -> usize {
                    let on =
                        |&square: &Square| code(position, square).map_or(0, |piece| piece.role().index());
                    black_box(&Square::ALL).iter().map(on).sum()
                };
                black_box(&cases).iter().map(roles).sum::<usize>()
            });
        });
    }
    #[cfg(feature = "peers")]
    {
        let boards: Vec<_> = cases.iter().map(|(position, _)| peer::board(position)).collect();
        let squares = Square::ALL.map(peer::square);
        for ((position, _), board) in cases.iter().zip(&boards) {
            for (ours, theirs) in Square::ALL.into_iter().zip(squares) {
                let role = position.get(ours).map(|piece| piece.role().index());
                assert_eq!(role, board.piece_on(theirs).map(|piece| piece as usize));
            }
        }
        group.bench_function("cozy-chess", |bencher| {
            bencher.iter(|| {
                let roles = |board: &cozy_chess::Board| -> usize {
                    let on = |&square| board.piece_on(square).map_or(0, |piece| piece as usize);
                    black_box(&squares).iter().map(on).sum()
                };
                black_box(&boards).iter().map(roles).sum::<usize>()
            });
        });
    }
    group.finish();
}

/// Check, and whether a table's moves are legal: one that is, and one of another position.
fn moves(criterion: &mut Criterion) {
    let cases = cases();
    #[cfg(feature = "peers")]
    let peers: Vec<_> =
        cases.iter().map(|(position, moves)| (peer::board(position), moves.map(peer::mv))).collect();

    let mut group = criterion.benchmark_group("small/is in check");
    group.throughput(Throughput::Elements(cases.len() as u64));
    let in_check = || black_box(&cases).iter().filter(|(position, _)| position.is_check()).count();
    group.bench_function("quadbit", |bencher| bencher.iter(in_check));
    #[cfg(feature = "peers")]
    {
        let theirs = || black_box(&peers).iter().filter(|(board, _)| !board.checkers().is_empty()).count();
        assert_eq!(in_check(), theirs());
        group.bench_function("cozy-chess", |bencher| bencher.iter(theirs));
    }
    group.finish();

    for (n, name) in
        ["small/is legal, of this position", "small/is legal, of another"].into_iter().enumerate()
    {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(cases.len() as u64));
        let legal =
            || black_box(&cases).iter().filter(|(position, moves)| position.is_legal(moves[n])).count();
        group.bench_function("quadbit", |bencher| bencher.iter(legal));
        // A form to compare with: attack maps and pins first, then the targets of the one piece.
        let is_target = |position: &Position, mv: Move| {
            let [from, to] = [mv.from(), mv.to()].map(Bitboard::of);
            let is_alike = |other: Move| other == mv;
            position.moves_by_piece().from(from).to(to).flatten().any(is_alike)
        };
        let by_targets =
            || black_box(&cases).iter().filter(|(position, moves)| is_target(position, moves[n])).count();
        assert_eq!(legal(), by_targets());
        group.bench_function("quadbit, by targets", |bencher| bencher.iter(by_targets));
        #[cfg(feature = "peers")]
        {
            let theirs =
                || black_box(&peers).iter().filter(|(board, moves)| board.is_legal(moves[n])).count();
            assert_eq!(legal(), theirs());
            group.bench_function("cozy-chess", |bencher| bencher.iter(theirs));
        }
        group.finish();
    }
}

/// The attacks of a slider over an occupancy.
type Form = fn(Square, Bitboard) -> u64;

/// What a rook or bishop attacks over random occupancies.
fn sliders(criterion: &mut Criterion) {
    let cases: Vec<(Square, Bitboard)> = (0..1024)
        .map(|n| {
            let square = Square::ALL[usize::from(split_mix(3 * n).to_le_bytes()[0] & 63)];
            (square, Bitboard(split_mix(3 * n + 1) & split_mix(3 * n + 2)))
        })
        .collect();
    let forms: [(&str, Form, Form); 2] = [
        ("small/rook", |square, occupied| attacks::rook(square, occupied).0, their_rook),
        ("small/bishop", |square, occupied| attacks::bishop(square, occupied).0, their_bishop),
    ];
    for (name, ours, theirs) in forms {
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(cases.len() as u64));
        for (library, form) in [("quadbit", ours), ("cozy-chess", theirs)] {
            if library == "quadbit" || cfg!(feature = "peers") {
                assert!(
                    cases.iter().all(|&(square, occupied)| form(square, occupied) == ours(square, occupied))
                );
                group.bench_function(library, |bencher| {
                    bencher.iter(|| {
                        black_box(&cases)
                            .iter()
                            .fold(0, |sum, &(square, occupied)| sum ^ form(square, occupied))
                    });
                });
            }
        }
        group.finish();
    }
}

#[cfg(feature = "peers")]
fn their_rook(square: Square, occupied: Bitboard) -> u64 {
    cozy_chess::get_rook_moves(peer::square(square), cozy_chess::BitBoard(occupied.0)).0
}

#[cfg(feature = "peers")]
fn their_bishop(square: Square, occupied: Bitboard) -> u64 {
    cozy_chess::get_bishop_moves(peer::square(square), cozy_chess::BitBoard(occupied.0)).0
}

#[cfg(not(feature = "peers"))]
fn their_rook(_square: Square, _occupied: Bitboard) -> u64 {
    0
}

#[cfg(not(feature = "peers"))]
fn their_bishop(_square: Square, _occupied: Bitboard) -> u64 {
    0
}

criterion_group! {
    name = benches;
    config = short();
    targets = square, moves, sliders
}
criterion_main!(benches);
