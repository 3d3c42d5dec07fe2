//! Games as text, replayed: the moves of each game are played again from its text, and compared with the games from
//! which it was written or with known positions.

use quadbit_movegen::{CastlingStyle, Game, GameResult, Move, Position, SanError};
use quadbit_pgn as pgn;
use testing::corpora;

/// Returns the moves of a main line as UCI text, and the position at its end.
fn replay(record: &pgn::GameText<'_>) -> (Vec<String>, Position) {
    let mut position = record.start().unwrap();
    let mut moves = record.moves().unwrap();
    let mut uci = Vec::new();
    while let Some(mv) = moves.next() {
        let mv = mv.unwrap_or_else(|error| panic!("{error}\n{}", record.text()));
        uci.push(if mv == pgn::NULL_MOVE {
            "0000".into()
        } else {
            mv.to_uci(&position, CastlingStyle::Standard).to_string()
        });
        position = *moves.position();
    }
    (uci, position)
}

/// Checks that strict reading accepts the moves of a game in a collection, after annotation marks are removed, because
/// collections spell moves by the standard.
fn check_spelling(record: &pgn::GameText<'_>, uci: &[String]) {
    let mut game = Game::new(record.start().unwrap());
    let mut variations = 0;
    let sans = pgn::Tokens::new(record.text()).filter_map(|token| {
        match token {
            pgn::Token::Open => variations += 1,
            pgn::Token::Close => variations -= 1,
            pgn::Token::Move(san) if variations == 0 => return Some(san.trim_end_matches(['!', '?'])),
            _ => {}
        }
        None
    });
    for (san, uci) in sans.zip(uci) {
        let mv = Move::from_san(san, game.position()).unwrap_or_else(|error| panic!("{san}: {error}"));
        assert_eq!(Move::from_uci(uci, game.position()), Ok(mv));
        game.play(mv).unwrap();
    }
    assert_eq!(game.moves().len(), uci.len());
}

/// Checks the collection `name` of the public corpora, which must have `games` games; does nothing if it is not there.
fn check_public_collection(name: &str, games: usize) {
    let (text, expected) = (format!("public/pgn/{name}.pgn"), format!("public/pgn/{name}.expect.tsv"));
    if let (Some(text), Some(expected)) = (corpora::read(&text), corpora::read(&expected)) {
        check_collection(&text, &expected, games);
    }
}

/// Replays the `games` games of `text` and compares them with the lines of `expected`: `number, result, plies, final
/// FEN, moves`.
fn check_collection(text: &str, expected: &str, games: usize) {
    let mut records = pgn::records(text);
    let mut reader = pgn::Reader::new(text.as_bytes());
    for line in expected.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [number, result, plies, fen, moves] = fields[..] else { panic!("malformed line: {line}") };
        let record = records.next().unwrap();
        let (uci, position) = replay(&record);
        assert_eq!(record.result().unwrap().to_string(), result, "game {number}");
        assert_eq!(uci.len(), plies.parse::<usize>().unwrap(), "game {number}");
        assert_eq!(uci.join(" "), moves, "game {number}");
        check_spelling(&record, &uci);
        assert_eq!(position.to_string(), fen, "game {number}");
        let game = reader.next_game().unwrap().unwrap();
        assert_eq!((game.record().text(), game.error), (record.text(), None), "game {number}");
        assert_eq!((game.position(), game.moves().len()), (Some(&position), uci.len()), "game {number}");
    }
    assert_eq!(records.next(), None);
    assert!(reader.next_game().unwrap().is_none());
    assert_eq!(expected.lines().count(), games);
}

/// Replays the random games that python-chess wrote and replayed, with comments of both kinds, variations, marks, and
/// starts from other positions.
#[test]
fn own_collection_is_played() {
    let text = include_str!("../data/random_games.pgn");
    check_collection(text, include_str!("../data/random_games.expect.tsv"), 60);
}

#[test]
fn collection_of_a_server_is_played() {
    check_public_collection("lichess", 219);
}

#[test]
fn collection_of_a_magazine_is_played() {
    check_public_collection("twic1599", 555);
}

/// Replays the games of odd files and compares them with the lines of `odd_expect.tsv`: `file, number, variant, result,
/// plies, errors, final FEN`.
#[test]
fn odd_files_are_played() {
    let Some(expected) = corpora::read("public/pgn/odd_expect.tsv") else { return };
    let mut last = String::new();
    let mut games = Vec::new();
    let mut replayed = 0;
    for line in expected.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, number, variant, result, plies, _, fen] = fields[..] else {
            panic!("malformed line: {line}")
        };
        let text = corpora::read(&format!("public/pgn/odd/{file}")).unwrap();
        if last != file {
            assert!(games.is_empty(), "{last} has games that are not expected");
            games = pgn::records(&text).map(|record| record.text().to_owned()).collect();
            games.reverse();
            last = file.to_owned();
        }
        let text = games.pop().unwrap_or_else(|| panic!("{file} {number}: no such game"));
        let record = pgn::records(&text).next().unwrap();
        if variant == "Crazyhouse" {
            assert_eq!(record.moves().unwrap_err().kind, pgn::PgnErrorKind::Variant);
            continue;
        }
        if result != "?" {
            assert!(
                record
                    .result()
                    .is_none_or(|found| found.to_string() == result || record.tag("Result") == Some(result)),
                "{file} {number}"
            );
        }
        let (uci, position) = replay(&record);
        assert_eq!(uci.len(), plies.parse::<usize>().unwrap(), "{file} {number}");
        assert_eq!(position.to_string(), fen, "{file} {number}");
        replayed += 1;
    }
    assert_eq!(replayed, expected.lines().count() - 1);
}

#[test]
fn games_end_where_expected() {
    let text = "\u{feff}[Event \"a\"]\n\n[Site \"x\"]\n\n1. e4 (1. d4 *) 1... e5\n\n[Event \"b\"]\n\n[Event \"c\"]\n{no moves} 0-1 e4 1-0 ; end";
    let records: Vec<_> = pgn::records(text).collect();
    assert_eq!(records.len(), 4);
    let events: Vec<_> = records.iter().map(|record| record.tag("Event")).collect();
    assert_eq!(events, [Some("a"), Some("b"), Some("c"), None]);
    let plies: Vec<_> = records.iter().map(|record| replay(record).0.len()).collect();
    assert_eq!(plies, [2, 0, 0, 1]);
    let results: Vec<_> = records.iter().map(pgn::GameText::result).collect();
    let [white, black, ..] = GameResult::ALL;
    assert_eq!(results, [None, None, Some(black), Some(white)]);
    for record in records {
        assert!(text[record.offset()..].starts_with(record.text()));
    }
}

#[test]
fn a_bad_move_says_where() {
    let record = pgn::records("1. e4 e5 2. Nd4 {no} d6 1-0").next().unwrap();
    let mut moves = record.moves().unwrap();
    let error = moves.by_ref().find_map(Result::err).unwrap();
    let kind = pgn::PgnErrorKind::Move { plies: 2, error: SanError::Illegal };
    assert_eq!(error, pgn::PgnError { offset: 12, kind });
    assert_eq!(error.to_string(), "after 2 half moves: no such move is legal in this position");
    assert_eq!(moves.next(), None);
}

#[test]
fn null_moves_pass_the_turn() {
    let record = pgn::records("1. e4 -- 2. e5 d5 3. --").next().unwrap();
    let (uci, position) = replay(&record);
    assert_eq!(uci, ["e2e4", "0000", "e4e5", "d7d5", "0000"]);
    assert_eq!(position.to_string(), "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 1 3");
    let record = pgn::records("1. e4 f6 2. Qh5+ --").next().unwrap();
    assert!(record.moves().unwrap().last().unwrap().is_err());
    let record = pgn::records("1. e4 f6 2. Qh5+ 2...Z0").next().unwrap();
    let error = record.moves().unwrap().find_map(Result::err).unwrap();
    assert_eq!(error.offset, 21, "where the word stands");
}

#[test]
fn the_result_is_that_of_the_game_and_not_of_a_variation() {
    let result = |text| pgn::records(text).next().unwrap().result().map(|result| result.to_string());
    assert_eq!(result("1. e4 (1. d4 0-1) e5 (1... c5 (1... e6) 0-1) 1-0").as_deref(), Some("1-0"));
    assert_eq!(result("[Result \"1/2-1/2\"] 1. e4 (1. d4 0-1)").as_deref(), Some("1/2-1/2"));
    assert_eq!(result("1. e4 (1. d4 0-1)"), None);
}

#[test]
fn variations_nest() {
    let text = "1. e4 (1. d4 (1. c4 c5 (1... e5 2. Nc3) 2. g3) d5 1-0) 1... e5 (1... c5) 2. Nf3 * 1. d4 *";
    let records: Vec<_> = pgn::records(text).collect();
    let moves = |record: &pgn::GameText<'_>| -> Vec<String> {
        record.moves().unwrap().map(|mv| format!("{:?}", mv.unwrap())).collect()
    };
    assert_eq!(records.iter().map(moves).collect::<Vec<_>>(), [vec!["e2e4", "e7e5", "g1f3"], vec!["d2d4"]]);
}
