//! Threats: the changes by a move, and all pairs of a position, at every level, compared with Stockfish's
//! method and the simple reference.
//!
//! `TURNS=60 cargo bench -p benches --features bars --bench threats`. Moves are those of random games. Every
//! form is compared move by move before it is timed; the contests themselves compare the number of pairs.

#[path = "threats/stockfish.rs"]
mod stockfish;

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_movegen::{Move, Position};
use quadbit_nibble::simd::Level;
use quadbit_threats::{ByteBoard, Changes, Finder, ThreatList};
use testing::Random;

use stockfish::{Boards, Pairs};

/// Returns the moves of random games, up to 150 plies each.
fn games() -> Vec<(Position, Move)> {
    let mut games = Vec::new();
    let mut random = Random(0);
    while games.len() < 24_000 {
        let mut position = Position::start();
        for _ in 0..150 {
            let Some(mv) = random.of(&position.legal_moves()) else { break };
            games.push((position, mv));
            position = position.after(mv);
        }
    }
    games
}

/// How many pairs of attacker and attacked piece end, and how many begin: sums for all moves of [`games`].
type Sums = [usize; 2];

fn changes(bench: &mut Bench) {
    let games = games();
    let behind = stockfish::behind();
    let boards: Vec<(Boards, Move)> =
        games.iter().map(|(position, mv)| (Boards::new(position), *mv)).collect();
    let bytes: Vec<(ByteBoard, Move)> =
        games.iter().map(|(position, mv)| (ByteBoard::from(position), *mv)).collect();
    let mut changes = Changes::new();
    let (mut removed, mut added) = (Pairs::new(), Pairs::new());
    for level in Level::available() {
        for ((position, mv), (board, _)) in games.iter().zip(&boards) {
            board.changes(*mv, &behind, &mut removed, &mut added);
            Finder::at(level).changes_into(position, *mv, &mut changes);
            assert_eq!(stockfish::bits(changes.removed()), removed.sorted(), "{level} {position} {mv:?}");
            assert_eq!(stockfish::bits(changes.added()), added.sorted(), "{level} {position} {mv:?}");
        }
    }

    let (mut removed, mut added) = (Pairs::new(), Pairs::new());
    let mut contest = Contest::<Sums>::new("threats/changes of a move");
    contest.elements(games.len());
    contest.form("Stockfish's manner", || {
        boards.iter().fold([0; 2], |[ended, begun], (board, mv)| {
            board.changes(*mv, &behind, &mut removed, &mut added);
            black_box((&mut removed, &mut added));
            [ended + removed.len(), begun + added.len()]
        })
    });
    let after = |out: &mut u64| {
        *out = games.iter().fold(0, |sum, (position, mv)| sum ^ black_box(position.after(*mv)).key());
    };
    let mut keys = 0;
    after(&mut keys);
    contest.yardstick("Position::after", 0, after, keys);
    for level in Level::available() {
        let (finder, games, mut changes) = (Finder::at(level), &games, Changes::new());
        contest.form(format!("{level}"), move || {
            games.iter().fold([0; 2], |[ended, begun], (position, mv)| {
                finder.changes_into(position, *mv, &mut changes);
                black_box(&mut changes);
                [ended + changes.removed().len(), begun + changes.added().len()]
            })
        });
        let (bytes, mut changes) = (&bytes, Changes::new());
        contest.form(format!("{level}, kept bytes"), move || {
            bytes.iter().fold([0; 2], |[ended, begun], (board, mv)| {
                finder.changes_on(board, *mv, &mut changes);
                black_box(&mut changes);
                [ended + changes.removed().len(), begun + changes.added().len()]
            })
        });
    }
    contest.time(bench);
}

fn whole_lists(bench: &mut Bench) {
    let positions: Vec<Position> = games().into_iter().step_by(10).map(|(position, _)| position).collect();
    let mut pairs = Vec::new();
    let mut contest = Contest::new("threats/all pairs of a position");
    contest.elements(positions.len());
    contest.form("the slow twin", || {
        positions.iter().fold(0, |sum, position| {
            stockfish::twin(position, &mut pairs);
            sum + black_box(&mut pairs).len()
        })
    });
    for level in Level::available() {
        let (finder, positions, mut list) = (Finder::at(level), &positions, ThreatList::new());
        contest.form(format!("{level}"), move || {
            positions.iter().fold(0, |sum, position| {
                finder.threats_into(position, &mut list);
                sum + black_box(&mut list).len()
            })
        });
    }
    contest.time(bench);
}

fn main() {
    benches::run(&[changes, whole_lists]);
}
