//! Games that are written and read again.

use quadbit_movegen::{Color, Game, GameResult, Position};
use quadbit_pgn as pgn;
use testing::Random;

/// A game of at most `plies` random moves.
fn random_game(start: Position, seed: u64, plies: u64) -> Game {
    let mut game = Game::new(start);
    for ply in 0..plies {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() {
            break;
        }
        game.play(moves[Random(seed << 32 | ply).below(moves.len())]).unwrap();
    }
    game
}

#[test]
fn games_come_back() {
    let middle: Position = "4k3/8/8/8/8/8/8/R3K3 b Q - 7 40".parse().unwrap();
    let later: Position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 9".parse().unwrap();
    for seed in 0..200 {
        let chess960 = Position::chess960(u16::try_from(Random(seed).below(960)).unwrap()).unwrap();
        let start = [Position::start(), chess960, middle, later][Random(seed << 8).below(4)];
        let game = random_game(start, seed, seed * 2);
        let text = pgn::Writer::new(&game).with_tag("Round", &seed.to_string()).unwrap().to_string();
        assert!(text.lines().all(|line| line.len() < 80 || line.starts_with('[')), "{text}");
        let (tags, movetext) = text.split_once("\n\n").unwrap();
        assert_eq!(movetext.split_whitespace().collect::<Vec<_>>().join(" "), game.to_string());
        let longest_words_fit = movetext.lines().collect::<Vec<_>>().windows(2).all(|lines| {
            let word = lines[1].split(' ').next().unwrap();
            lines[0].len() + 1 + word.len() > 79
        });
        assert!(longest_words_fit, "{movetext}");

        let mut records = pgn::records(&text);
        let record = records.next().unwrap();
        assert_eq!(records.next(), None);
        assert_eq!(record.tag("FEN").is_none(), start.to_string() == Position::start().to_string());
        assert_eq!(record.tag("Variant").is_some(), !start.has_standard_castling());
        assert_eq!(record.tag("Round"), Some(seed.to_string().as_str()));
        assert_eq!(record.start().unwrap().to_string(), start.to_string());
        assert_eq!(record.result(), Some(game.result()));
        assert_eq!(record.tag("Result"), Some(game.result().as_str()));
        let moves: Vec<_> = record.moves().unwrap().map(Result::unwrap).collect();
        assert!(game.moves().eq(moves), "{tags}");
    }
}

/// Values with marks and backslashes in all places are read as they were written.
#[test]
fn values_come_back() {
    let game = Game::new(Position::start());
    let signs = ['"', '\\', ']', ' ', 'x', '[', '{', 'é'];
    for seed in 0..20_000 {
        let length = Random(seed).word() % 7;
        let value: String = (0..length).map(|n| signs[Random(seed << 8 | n).below(signs.len())]).collect();
        let writer = pgn::Writer::new(&game).with_tag("White", &value).unwrap();
        let text = writer.with_tag("Opening", &value).unwrap().to_string();
        let record = pgn::records(&text).next().unwrap();
        for name in ["White", "Opening"] {
            assert_eq!(record.tag(name).map(pgn::unescape).as_deref(), Some(value.as_str()), "{text}");
        }
        assert_eq!(record.tags().count(), 8, "{text}");
    }
}

#[test]
fn tags_and_results_are_written() {
    let game = random_game(Position::start(), 5, 1);
    let writer = pgn::Writer::new(&game);
    for name in ["", "Two words", "Ä", "a\"b", "a]"] {
        assert_eq!(writer.clone().with_tag(name, "x").unwrap_err(), pgn::TagError::Name, "{name}");
    }
    for name in ["Result", "FEN", "SetUp", "Variant"] {
        assert_eq!(writer.clone().with_tag(name, "x").unwrap_err(), pgn::TagError::FromGame);
    }
    for value in ["a\nb", "\t", "\u{85}"] {
        assert_eq!(writer.clone().with_tag("White", value).unwrap_err(), pgn::TagError::Value);
    }
    let writer = writer.with_tag("ECO", "A00").unwrap().with_tag("ECO", "B00").unwrap();
    let text = writer.with_result(GameResult::Win(Color::Black)).to_string();
    assert!(text.contains("[Result \"0-1\"]\n[ECO \"B00\"]\n\n1. "), "{text}");
    assert!(text.ends_with(" 0-1\n"), "{text}");
}
