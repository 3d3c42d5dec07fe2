//! Legal move generation: whole trees, compared with peers, and single steps.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::Duration;

use benches::{KIWIPETE, SIX};
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use quadbit_lanes::batch::{self, PositionIterator};
use quadbit_movegen::{Board, Level, MoveList, Position};
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{perft, perft_in_lanes};
use quadbit_quad::Bitboard;
use quadbit_x88::{Color, Piece};

fn position(fen: &str) -> Position {
    fen.parse().expect("the benches use valid positions")
}

/// Making and counting moves together: perft 5 of kiwipete, all with bulk counting.
fn tree(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("movegen/perft 5 of kiwipete");
    group.sampling_mode(SamplingMode::Flat).sample_size(10).measurement_time(Duration::from_secs(10));
    group.throughput(Throughput::Elements(KIWIPETE.nodes));
    let kiwipete = position(KIWIPETE.fen);
    assert_eq!(perft(&kiwipete, KIWIPETE.depth), u128::from(KIWIPETE.nodes), "quadbit");
    group.bench_function("quadbit", |bencher| bencher.iter(|| perft(black_box(&kiwipete), KIWIPETE.depth)));
    let in_lanes = |position: &Position| perft_in_lanes(position, KIWIPETE.depth, Level::auto());
    assert_eq!(in_lanes(&kiwipete), u128::from(KIWIPETE.nodes), "quadbit in lanes");
    group.bench_function("quadbit in lanes", |bencher| bencher.iter(|| in_lanes(black_box(&kiwipete))));
    #[cfg(feature = "peers")]
    for peer in benches::peers::ALL {
        assert_eq!((peer.perft)(KIWIPETE), KIWIPETE.nodes, "{}", peer.name);
        group.bench_function(peer.name, |bencher| bencher.iter(|| (peer.perft)(black_box(KIWIPETE))));
    }
    group.finish();
}

/// Every legal move of the six positions: written into a list, only counted, and made.
fn steps(criterion: &mut Criterion) {
    let positions = SIX.map(|known| position(known.fen));
    let expected: u64 = SIX.iter().map(|known| known.nodes).sum();
    let mut group = criterion.benchmark_group("movegen/six positions");
    group.throughput(Throughput::Elements(expected));

    let mut list = MoveList::new();
    let mut listed = |position: &Position| {
        Board::legal_moves(position, &mut list);
        list.len() as u64
    };
    assert_eq!(positions.iter().map(&mut listed).sum::<u64>(), expected);
    group.bench_function("list", |bencher| {
        bencher.iter(|| black_box(&positions).iter().map(&mut listed).sum::<u64>());
    });

    let counted = |position: &Position| position.legal_count() as u64;
    assert_eq!(positions.iter().map(counted).sum::<u64>(), expected);
    group.bench_function("count", |bencher| {
        bencher.iter(|| black_box(&positions).iter().map(counted).sum::<u64>());
    });

    let lists = positions.map(|position| position.legal_moves());
    let made = |(position, moves): (&Position, &MoveList)| {
        let mut keys = 0;
        for &mv in moves {
            let mut child = *position;
            child.play_unchecked(mv);
            keys ^= child.key();
        }
        keys
    };
    let fresh_keys = |(position, moves): (&Position, &MoveList)| {
        let child = |&mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            self::position(&child.to_string()).key()
        };
        moves.iter().map(child).fold(0, |keys, key| keys ^ key)
    };
    for pair in positions.iter().zip(&lists) {
        assert_eq!(
            made(pair),
            fresh_keys(pair),
            "an updated key differs from the key of the same position read from text"
        );
    }
    group.bench_function("make", |bencher| {
        bencher.iter(|| black_box(&positions).iter().zip(&lists).map(made).fold(0, |keys, key| keys ^ key));
    });
    group.finish();
}

/// Some 37,000 positions: those of random games, and all positions one move later.
fn random_positions() -> Vec<Position> {
    let lines = include_str!("../../crates/perft/tests/data/random.epd").lines();
    let mut positions = Vec::new();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let parent = position(line.split(';').next().unwrap_or(line));
        positions.push(parent);
        positions.extend(parent.legal_moves().into_iter().map(|mv| {
            let mut child = parent;
            child.play_unchecked(mv);
            child
        }));
    }
    positions
}

/// The numbers of legal moves in all these positions.
fn counts(criterion: &mut Criterion) {
    let positions = random_positions();
    let sum = |counts: &[u8]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
    let expected: Vec<usize> = positions.iter().map(|position| position.legal_moves().len()).collect();
    let mut group = criterion.benchmark_group("movegen/counts of positions");
    group.throughput(Throughput::Elements(positions.len() as u64));

    group.bench_function("quadbit one by one", |bencher| {
        bencher
            .iter(|| black_box(&positions).iter().map(|position| position.legal_count() as u64).sum::<u64>());
    });
    let mut found = vec![0; positions.len()];
    for level in levels() {
        batch::legal_counts(level, &positions, &mut found);
        assert!(found.iter().map(|&count| usize::from(count)).eq(expected.iter().copied()), "{level}");
        group.bench_function(format!("quadbit batch {level}"), |bencher| {
            bencher.iter(|| {
                batch::legal_counts(level, black_box(&positions), &mut found);
                sum(&found)
            });
        });
    }
    let best = Level::auto();
    let iterated = || black_box(&positions).iter().legal_counts(best).map(u64::from).sum::<u64>();
    assert_eq!(iterated(), sum(&found));
    group.bench_function(format!("quadbit iterator {best}"), |bencher| bencher.iter(iterated));
    found.fill(0);
    batch::par_legal_counts(best, &positions, &mut found);
    assert!(found.iter().map(|&count| usize::from(count)).eq(expected.iter().copied()), "on all threads");
    group.bench_function(format!("quadbit batch {best} on all threads"), |bencher| {
        bencher.iter(|| {
            batch::par_legal_counts(best, black_box(&positions), &mut found);
            sum(&found)
        });
    });
    #[cfg(feature = "peers")]
    {
        let boards: Vec<_> =
            positions.iter().map(|position| benches::peers::cozy_board(&position.to_string())).collect();
        let counted = || black_box(&boards).iter().map(benches::peers::cozy_count);
        assert!(counted().eq(expected.iter().map(|&count| count as u64)), "cozy-chess");
        group.bench_function("cozy-chess", |bencher| bencher.iter(|| counted().sum::<u64>()));
    }
    group.finish();
}

/// The other functions of batches, each compared with a loop over single positions.
fn batches(criterion: &mut Criterion) {
    let positions = random_positions();
    answers(
        criterion,
        "in check",
        &positions,
        false,
        Position::is_check,
        batch::in_check,
        batch::par_in_check,
    );
    answers(
        criterion,
        "attack maps",
        &positions,
        Bitboard::EMPTY,
        |position| position.attacked(Color::White),
        |level, positions, maps| batch::attack_maps(level, positions, Color::White, maps),
        |level, positions, maps| batch::par_attack_maps(level, positions, Color::White, maps),
    );
    answers(
        criterion,
        "one-hot planes",
        &positions,
        [Bitboard::EMPTY; 12],
        |position| Piece::ALL.map(|piece| position.pieces(piece.color(), piece.role())),
        batch::one_hot,
        batch::par_one_hot,
    );
    answers(
        criterion,
        "mailboxes",
        &positions,
        [0; 64],
        |position| position.board().to_mailbox(),
        batch::mailboxes,
        batch::par_mailboxes,
    );
}

/// One function of all positions: one by one, in lanes at each level, and on all threads.
fn answers<T: Copy + PartialEq + Debug>(
    criterion: &mut Criterion,
    question: &str,
    positions: &[Position],
    none: T,
    single: fn(&Position) -> T,
    batch: fn(Level, &[Position], &mut [T]),
    parallel: fn(Level, &[Position], &mut [T]),
) {
    let mut group = criterion.benchmark_group(format!("movegen/{question}"));
    group.throughput(Throughput::Elements(positions.len() as u64));
    let expected: Vec<T> = positions.iter().map(single).collect();
    let mut found = vec![none; positions.len()];
    group.bench_function("one by one", |bencher| {
        bencher.iter(|| {
            for (found, position) in found.iter_mut().zip(black_box(positions)) {
                *found = single(position);
            }
        });
    });
    for level in levels() {
        found.fill(none);
        batch(level, positions, &mut found);
        assert_eq!(found, expected, "{level}");
        group.bench_function(format!("batch {level}"), |bencher| {
            bencher.iter(|| batch(level, black_box(positions), black_box(&mut found)));
        });
    }
    let best = Level::auto();
    found.fill(none);
    parallel(best, positions, &mut found);
    assert_eq!(found, expected, "on all threads");
    group.bench_function(format!("batch {best} on all threads"), |bencher| {
        bencher.iter(|| parallel(best, black_box(positions), black_box(&mut found)));
    });
    group.finish();
}

criterion_group!(groups, tree, steps, counts, batches);
criterion_main!(groups);
