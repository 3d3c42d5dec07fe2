//! Readers and writers of FENs and PGN, beside shakmaty, pgn-reader and cozy-chess.
//!
//! `cargo bench -p benches --features peers --bench readers` prints, for each job, the time of a position or half move, and how many times
//! as fast as the first of its rows each row is. All rows take turns and the lowest time of each counts. Every result is
//! compared before it is timed. `QUADBIT_PGN` names a PGN file to read beside our own games.

use std::hint::black_box;
use std::time::{Duration, Instant};

use quadbit_lanes::fens;
use quadbit_movegen::{FenStyle, Level, Position, Validity, pgn};

/// How often each row has its turn.
const TURNS: usize = 25;

/// A way to do a job, with its name.
type Row<'a> = (String, Box<dyn FnMut() + 'a>);

/// Times all rows in turn, and prints the time for each of `items`.
fn race(job: &str, items: usize, mut rows: Vec<Row<'_>>) {
    let mut best = vec![Duration::MAX; rows.len()];
    for _ in 0..TURNS {
        for (best, (_, work)) in best.iter_mut().zip(&mut rows) {
            let begun = Instant::now();
            work();
            *best = (*best).min(begun.elapsed());
        }
    }
    println!("{job}, {items} items");
    for ((name, _), time) in rows.iter().zip(&best) {
        let each = time.as_secs_f64() * 1e9 / items as f64;
        println!("  {name:<28}{each:9.1} ns{:8.2}", best[0].as_secs_f64() / time.as_secs_f64());
    }
}

/// Positions of random play, whose FENs have all kinds of fields, and those of whole games.
fn jobs() -> Vec<(&'static str, Vec<Position>)> {
    let lines = include_str!("../../crates/perft/tests/data/random.epd").lines();
    let fens = lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(';').next());
    let random = fens.map(|fen| fen.parse().expect("the benches use valid positions")).collect();
    let mut games = Vec::new();
    for text in pgns() {
        let mut reader = pgn::Reader::new(&text[..]);
        while let Some(game) = reader.next_game().expect("a slice can be read") {
            let mut position = *game.start().expect("the games have start positions");
            for &mv in game.moves() {
                position.play_unchecked(mv);
                games.push(position);
            }
        }
    }
    games.retain(Position::has_standard_castling);
    vec![("random play", random), ("games", games)]
}

/// Our own games ten times, and those of the file that is named.
fn pgns() -> Vec<Vec<u8>> {
    let own = include_str!("../../crates/movegen/tests/data/random_games.pgn").repeat(10).into_bytes();
    let named =
        std::env::var_os("QUADBIT_PGN").map(|path| std::fs::read(path).expect("QUADBIT_PGN is a file"));
    named.into_iter().chain([own]).collect()
}

fn read_fens(name: &str, positions: &[Position]) {
    let fens: Vec<String> = positions.iter().map(Position::to_string).collect();
    let text = fens.join("\n") + "\n";
    let mut rows: Vec<Row<'_>> = peers::readers(&fens, positions);
    rows.push((
        "quadbit, one by one".into(),
        Box::new(|| {
            for fen in &fens {
                black_box(Position::from_fen(fen).is_ok());
            }
        }),
    ));
    for level in Level::available() {
        let mut read = vec![Position::start(); positions.len()];
        let text = text.as_bytes();
        let reading = fens::read(level, Validity::Strict, text, &mut read);
        assert_eq!((reading.positions, reading.error), (positions.len(), None));
        assert!(read.iter().zip(positions).all(|(a, b)| a == b && a.key() == b.key()));
        let mut all = move || {
            black_box(fens::read(level, Validity::Strict, black_box(text), &mut read));
        };
        all();
        rows.push((format!("quadbit, blocks, {level}"), Box::new(all)));
    }
    race(&format!("reading FENs of {name}"), positions.len(), rows);
}

fn write_fens(name: &str, positions: &[Position]) {
    use std::fmt::Write;
    let expected: String = positions.iter().map(|position| format!("{position}\n")).collect();
    let mut rows: Vec<Row<'_>> = peers::writers(positions, &expected);
    let mut text = String::new();
    rows.push((
        "quadbit, Display".into(),
        Box::new(move || {
            text.clear();
            for position in positions {
                let _ = writeln!(text, "{position}");
            }
            black_box(&text);
        }),
    ));
    for level in Level::available() {
        let mut text = vec![0; positions.len() * fens::LINE];
        let writing = fens::write(level, FenStyle::default(), positions, &mut text);
        assert!(text[..writing.bytes] == *expected.as_bytes());
        let all = move || {
            black_box(fens::write(level, FenStyle::default(), black_box(positions), &mut text));
        };
        rows.push((format!("quadbit, blocks, {level}"), Box::new(all)));
    }
    race(&format!("writing FENs of {name}"), positions.len(), rows);
}

/// Games and half moves of a file.
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
    let plies = |record: pgn::Record<'_>| record.moves().map_or(0, |moves| moves.flatten().count());
    pgn::records(text).map(plies).fold((0, 0), |(games, plies), more| (games + 1, plies + more))
}

fn play_games(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let played = stream(bytes);
    assert_eq!(records(&text), played);
    let mut rows: Vec<Row<'_>> = peers::players(bytes, played);
    rows.push(("quadbit, Reader".into(), Box::new(|| drop(black_box(stream(black_box(bytes)))))));
    rows.push(("quadbit, records".into(), Box::new(|| drop(black_box(records(black_box(&text)))))));
    race("half moves of a PGN", played.1, rows);
}

#[cfg(feature = "peers")]
mod peers {
    use std::hint::black_box;
    use std::ops::ControlFlow;

    use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
    use quadbit_movegen::Position;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

    use super::{Played, Row};

    fn chess(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("the benches use valid positions");
        fen.into_position(CastlingMode::Standard).expect("the benches use valid positions")
    }

    fn to_fen(position: &Chess) -> Fen {
        Fen::from_position(position, EnPassantMode::Legal)
    }

    pub(super) fn readers<'a>(fens: &'a [String], positions: &[Position]) -> Vec<Row<'a>> {
        for (fen, position) in fens.iter().zip(positions) {
            assert_eq!(to_fen(&chess(fen)).to_string(), position.to_string());
            assert_eq!(benches::peers::cozy_board(fen).occupied().0, position.board().occupied().0);
        }
        let shakmaty = || fens.iter().for_each(|fen| drop(black_box(chess(fen))));
        let cozy = || fens.iter().for_each(|fen| drop(black_box(benches::peers::cozy_board(fen))));
        vec![("shakmaty".into(), Box::new(shakmaty)), ("cozy-chess".into(), Box::new(cozy))]
    }

    pub(super) fn writers<'a>(positions: &[Position], expected: &'a str) -> Vec<Row<'a>> {
        let positions: Vec<Chess> = positions.iter().map(|position| chess(&position.to_string())).collect();
        let boards: Vec<_> = expected.lines().map(benches::peers::cozy_board).collect();
        let mut text = String::new();
        let mut shakmaty = move || {
            text.clear();
            for position in &positions {
                to_fen(position).append_to_string(&mut text);
                text.push('\n');
            }
            assert_eq!(text.len(), expected.len());
            black_box(&text);
        };
        shakmaty();
        let mut text = String::new();
        let cozy = move || {
            use std::fmt::Write;
            text.clear();
            for board in &boards {
                let _ = writeln!(text, "{board}");
            }
            black_box(&text);
        };
        vec![("shakmaty".into(), Box::new(shakmaty)), ("cozy-chess".into(), Box::new(cozy))]
    }

    /// Plays the main line of each game.
    struct Counter(Played);

    impl Visitor for Counter {
        type Tags = Option<Chess>;
        type Movetext = Chess;
        type Output = ();

        fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
            self.0.0 += 1;
            ControlFlow::Continue(None)
        }

        fn tag(&mut self, start: &mut Option<Chess>, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
            if name == b"FEN" {
                let fen = Fen::from_ascii(value.as_bytes()).ok();
                *start = fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok());
            }
            ControlFlow::Continue(())
        }

        fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Chess> {
            ControlFlow::Continue(start.unwrap_or_default())
        }

        fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
            let Ok(mv) = san.san.to_move(position) else { return ControlFlow::Break(()) };
            position.play_unchecked(mv);
            self.0.1 += 1;
            ControlFlow::Continue(())
        }

        fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
            ControlFlow::Continue(Skip(true))
        }

        fn end_game(&mut self, _: Chess) {}
    }

    fn play(text: &[u8]) -> Played {
        let mut counter = Counter((0, 0));
        let mut reader = Reader::new(text);
        while let Ok(Some(())) = reader.read_game(&mut counter) {}
        counter.0
    }

    pub(super) fn players(text: &[u8], played: Played) -> Vec<Row<'_>> {
        assert_eq!(play(text), played);
        vec![("pgn-reader with shakmaty".into(), Box::new(|| drop(black_box(play(black_box(text))))))]
    }
}

#[cfg(not(feature = "peers"))]
mod peers {
    use quadbit_movegen::Position;

    use super::{Played, Row};

    pub(super) fn readers<'a>(_: &'a [String], _: &[Position]) -> Vec<Row<'a>> {
        Vec::new()
    }

    pub(super) fn writers<'a>(_: &[Position], _: &'a str) -> Vec<Row<'a>> {
        Vec::new()
    }

    pub(super) fn players(_: &[u8], _: Played) -> Vec<Row<'_>> {
        Vec::new()
    }
}

fn main() {
    for (name, positions) in jobs() {
        read_fens(name, &positions);
        write_fens(name, &positions);
    }
    for text in pgns() {
        play_games(&text);
    }
}
