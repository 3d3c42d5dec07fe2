//! Readers and writers of FENs and PGN, compared with shakmaty, pgn-reader and cozy-chess.
//!
//! `cargo bench -p benches --features peers --bench readers`. Times are also given for each position or half
//! move. `QUADBIT_PGN` names a PGN file to read besides our own games.

#[cfg(feature = "peers")]
#[path = "readers/peers.rs"]
mod peers;

use std::fmt::Write;
use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_movegen::{FenStyle, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::fens;
use quadbit_pgn as pgn;
use testing::lists::RANDOM_GAMES;
use testing::suites;

/// Returns positions of random play, whose FENs have all kinds of fields, and those of whole games.
fn jobs() -> Vec<(&'static str, Vec<Position>)> {
    let random = suites::positions(suites::RANDOM).collect();
    let mut games = Vec::new();
    for (_, text) in pgns() {
        let mut reader = pgn::Reader::new(&text[..]);
        while let Some(game) = reader.next_game().expect("a slice can be read") {
            let mut position = *game.start().expect("the games have start positions");
            for &mv in game.moves() {
                position.play_unchecked(mv);
                games.push(position);
            }
        }
    }
    // cozy-chess refuses a FEN with more than 100 half moves on the clock.
    games.retain(|position| position.has_standard_castling() && position.halfmoves() <= 100);
    vec![("random play", random), ("games", games)]
}

/// Returns our own games ten times, and those of the file that `QUADBIT_PGN` names.
fn pgns() -> Vec<(&'static str, Vec<u8>)> {
    let own = RANDOM_GAMES.repeat(10).into_bytes();
    let mut pgns = vec![("our own games", own)];
    if let Some(path) = std::env::var_os("QUADBIT_PGN") {
        pgns.push(("the named file", std::fs::read(path).expect("QUADBIT_PGN is a file")));
    }
    pgns
}

/// Returns the FEN and the key of a position, to compare results: `==` for positions ignores their clocks.
fn seen(position: &Position) -> (String, u64) {
    (position.to_string(), position.key())
}

fn read_fens(bench: &mut Bench) {
    for (name, positions) in jobs() {
        let fens: Vec<String> = positions.iter().map(Position::to_string).collect();
        let text = fens.join("\n") + "\n";
        let text = text.as_bytes();
        let none = vec![Position::start(); positions.len()];
        let see = |read: &Vec<Position>| -> Vec<_> { read.iter().map(seen).collect() };
        let mut contest = Contest::new(format!("reading FENs of {name}"));
        contest.elements(positions.len()).expecting(see(&positions));
        #[cfg(feature = "peers")]
        peers::read(&mut contest, &fens);
        let one_by_one = |read: &mut Vec<Position>| {
            for (position, fen) in read.iter_mut().zip(black_box(&fens)) {
                *position = Position::from_fen(fen).expect("the benches use valid positions");
            }
        };
        contest.writer_seen("quadbit, one by one", none.clone(), one_by_one, see);
        for level in Level::available() {
            let read = move |read: &mut Vec<Position>| {
                let reading = fens::read(level, Validity::Strict, black_box(text), read);
                assert_eq!((reading.positions, reading.error), (read.len(), None));
            };
            contest.writer_seen(format!("quadbit, blocks, {level}"), none.clone(), read, see);
        }
        contest.time(bench);
    }
}

fn write_fens(bench: &mut Bench) {
    for (name, positions) in jobs() {
        let positions = &positions[..];
        let room = vec![0; positions.len() * fens::LINE];
        let fens: Vec<String> = positions.iter().map(Position::to_string).collect();
        let expected = fens.join("\n") + "\n";
        let mut contest = Contest::new(format!("writing FENs of {name}"));
        contest.elements(positions.len()).expecting(expected);
        #[cfg(feature = "peers")]
        peers::write(&mut contest, &fens);
        contest.writer("quadbit, Display", String::new(), |text| {
            text.clear();
            for position in black_box(positions) {
                let _ = writeln!(text, "{position}");
            }
        });
        for level in Level::available() {
            contest.writer_seen(
                format!("quadbit, blocks, {level}"),
                (room.clone(), 0),
                move |(text, bytes)| {
                    *bytes = fens::write(level, FenStyle::default(), black_box(positions), text).bytes;
                },
                |(text, bytes)| String::from_utf8_lossy(&text[..*bytes]).into_owned(),
            );
        }
        contest.time(bench);
    }
}

/// The numbers of games and of half moves in a file.
type Played = (usize, usize);

fn stream(text: &[u8]) -> Played {
    let mut reader = pgn::Reader::new(text);
    let mut played = (0, 0);
    while let Some(game) = reader.next_game().expect("a slice can be read") {
        played = (played.0 + 1, played.1 + game.moves().len());
    }
    played
}

fn records(text: &str) -> Played {
    let plies = |record: pgn::GameText<'_>| record.moves().map_or(0, |moves| moves.flatten().count());
    pgn::records(text).map(plies).fold((0, 0), |(games, plies), more| (games + 1, plies + more))
}

fn play_games(bench: &mut Bench) {
    for (name, bytes) in pgns() {
        let text = String::from_utf8_lossy(&bytes);
        let mut contest = Contest::new(format!("half moves of {name}"));
        contest.elements(stream(&bytes).1);
        #[cfg(feature = "peers")]
        contest.form("pgn-reader with shakmaty", || peers::play(black_box(&bytes)));
        contest.form("quadbit, Reader", || stream(black_box(&bytes)));
        contest.form("quadbit, records", || records(black_box(&text)));
        contest.time(bench);
    }
}

fn main() {
    benches::run(&[read_fens, write_fens, play_games]);
}
