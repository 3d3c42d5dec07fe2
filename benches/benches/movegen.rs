//! Legal move generation: whole trees, compared with peers, and single steps.
//!
//! 1. `tree`: listing, making and counting together, as a perft does it.
//! 2. `steps`: each of these by itself, on the six positions that everybody uses.
//! 3. `counts` and `batches`: many positions at once in lanes, compared with a loop over single ones.
//!
//! Every form of a contest must give the same numbers before anything is timed.

#![expect(clippy::cast_possible_truncation, reason = "no position has more than 218 moves")]

use std::hint::black_box;

use benches::{Bench, Contest, KIWIPETE, SIX};
use quadbit_lanes::batch;
use quadbit_movegen::{MoveList, Position, Stage};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_perft::{perft, perft_in_lanes};
use quadbit_quad::Bitboard;
use quadbit_x88::{Color, Piece};
use testing::suites;

fn position(fen: &str) -> Position {
    fen.parse().expect("the benches use valid positions")
}

/// Times making and counting moves together: perft 5 of kiwipete, with bulk counting in every form.
fn tree(bench: &mut Bench) {
    let kiwipete = position(KIWIPETE.fen);
    let mut contest = Contest::new("movegen/perft 5 of kiwipete");
    contest.slow().elements(KIWIPETE.nodes as usize).expecting(u128::from(KIWIPETE.nodes));
    contest.form("quadbit", || perft(black_box(&kiwipete), KIWIPETE.depth));
    contest.form("quadbit in lanes", || perft_in_lanes(black_box(&kiwipete), KIWIPETE.depth, Level::auto()));
    #[cfg(feature = "peers")]
    for peer in benches::peers::ALL {
        contest.form(peer.name, move || (peer.perft)(black_box(KIWIPETE)).into());
    }
    contest.time(bench);
}

/// Times listing, counting and making every legal move of the six positions of the Chess Programming Wiki's "Perft
/// Results".
fn steps(bench: &mut Bench) {
    let positions = SIX.map(|known| position(known.fen));
    let moves: u64 = SIX.iter().map(|known| known.nodes).sum();

    let mut list = MoveList::new();
    let mut contest = Contest::new("movegen/six positions");
    contest.elements(moves as usize).expecting(SIX.map(|known| known.nodes));
    contest.form("list", || {
        black_box(positions).each_ref().map(|position| {
            position.moves_into(Stage::All, &mut list);
            list.len() as u64
        })
    });
    contest.form("count", || black_box(positions).each_ref().map(|position| position.legal_count() as u64));
    contest.time(bench);

    let lists = positions.map(|position| position.legal_moves());
    let children = |position: &Position, moves: &MoveList, key: fn(Position) -> u64| {
        let child = |&mv| {
            let mut child = *position;
            child.play_unchecked(mv);
            key(child)
        };
        moves.iter().map(child).fold(0, |keys, key| keys ^ key)
    };
    let keys = |key: fn(Position) -> u64| {
        std::array::from_fn::<_, 6, _>(|n| children(&black_box(positions)[n], &lists[n], key))
    };
    let mut contest = Contest::new("movegen/six positions");
    // Compares the key that make has updated with that of the same position read from text.
    contest.elements(moves as usize).expecting(keys(|child| position(&child.to_string()).key()));
    contest.form("make", || keys(|child| child.key()));
    contest.time(bench);
}

/// Returns some 37,000 positions: those of random games, and all positions one move later.
fn random_positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for parent in suites::positions(suites::RANDOM) {
        positions.push(parent);
        positions.extend(parent.legal_moves().into_iter().map(|mv| {
            let mut child = parent;
            child.play_unchecked(mv);
            child
        }));
    }
    positions
}

/// Times counting the legal moves of many positions: in lanes, and in a loop over single positions.
fn counts(bench: &mut Bench) {
    let positions = &random_positions()[..];
    #[cfg(feature = "peers")]
    let boards: Vec<_> =
        positions.iter().map(|position| benches::peers::cozy_board(&position.to_string())).collect();
    let none = vec![0; positions.len()];
    let mut contest = Contest::new("movegen/counts of positions");
    contest.elements(positions.len());
    contest.expecting(positions.iter().map(|position| position.legal_moves().len() as u8).collect());
    contest.writer("quadbit one by one", none.clone(), |found| {
        found
            .iter_mut()
            .zip(black_box(positions))
            .for_each(|(n, position)| *n = position.legal_count() as u8);
    });
    for level in levels() {
        contest.writer(format!("quadbit batch {level}"), none.clone(), move |found| {
            batch::legal_counts_at(level, black_box(positions), found);
        });
    }
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", none, |found| {
        let counts = black_box(&boards).iter().map(benches::peers::cozy_count);
        found.iter_mut().zip(counts).for_each(|(n, count)| *n = count as u8);
    });
    contest.time(bench);
}

/// Times the functions of `batch` other than counts, each against a loop over single positions.
fn batches(bench: &mut Bench) {
    let positions = random_positions();
    answers(bench, "in check", &positions, false, Position::is_check, batch::in_check_at);
    answers(
        bench,
        "attack maps",
        &positions,
        Bitboard::EMPTY,
        |position| position.attacked(Color::White),
        |level, positions, maps| batch::attack_maps_at(level, positions, Color::White, maps),
    );
    answers(
        bench,
        "one-hot planes",
        &positions,
        [Bitboard::EMPTY; 12],
        |position| Piece::ALL.map(|piece| position.pieces(piece.color(), piece.role())),
        batch::one_hot_at,
    );
    answers(
        bench,
        "mailboxes",
        &positions,
        [0; 64],
        |position| position.board().to_mailbox(),
        batch::mailboxes_at,
    );
}

/// Times one function on all positions: `single` one by one, and `batch` in lanes at each level.
fn answers<T: Copy + PartialEq>(
    bench: &mut Bench,
    question: &str,
    positions: &[Position],
    none: T,
    single: fn(&Position) -> T,
    batch: fn(Level, &[Position], &mut [T]),
) {
    let none = vec![none; positions.len()];
    let mut contest = Contest::new(format!("movegen/{question}"));
    contest.elements(positions.len());
    contest.writer("one by one", none.clone(), |found| {
        for (found, position) in found.iter_mut().zip(black_box(positions)) {
            *found = single(position);
        }
    });
    for level in levels() {
        contest.writer(format!("batch {level}"), none.clone(), move |found| {
            batch(level, black_box(positions), found);
        });
    }
    contest.time(bench);
}

fn main() {
    benches::run(&[tree, steps, counts, batches]);
}
