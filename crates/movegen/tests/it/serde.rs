//! Positions, moves, results and EPDs go through JSON as text.

use quadbit_movegen::{Epd, GameResult, Move, Position};

fn json<T: serde_core::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn positions_are_strings() {
    let start = "\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"";
    assert_eq!(json(&Position::start()), start);
    for line in include_str!("../data/gen_legal_san_frc.tsv").lines().step_by(10) {
        let position: Position = line.split('\t').next().unwrap().parse().unwrap();
        let read: Position = serde_json::from_str(&json(&position)).unwrap();
        assert_eq!(read, position);
        assert_eq!((read.halfmoves(), read.fullmoves()), (position.halfmoves(), position.fullmoves()));
        assert_eq!(
            serde_json::from_str::<Vec<Move>>(&json(&position.legal_moves().to_vec())).unwrap(),
            position.legal_moves().to_vec()
        );
    }
}

/// Positions that only relaxed reading accepts come back as written; a text that relaxed reading would change is an
/// error.
#[test]
fn unreachable_positions_are_read_as_relaxed() {
    let triple = Position::from_fen_relaxed("4k3/8/8/1B2R3/8/3N4/8/4K3 b - - 0 1").unwrap();
    assert_eq!(serde_json::from_str::<Position>(&json(&triple)).unwrap(), triple);
    let four = Position::from_fen_relaxed("4k3/3P4/5N2/8/B3R3/8/8/4K3 b - - 0 1").unwrap();
    assert!(Position::from_fen(&four.to_string()).is_err());
    assert_eq!(serde_json::from_str::<Position>(&json(&four)).unwrap(), four);
    let error = serde_json::from_str::<Position>("\"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"").unwrap_err();
    assert!(error.to_string().starts_with("castling: no rook for 'K'"), "{error}");
}

#[test]
fn moves_are_strings() {
    for text in ["\"e2e4\"", "\"e1h1\"", "\"a7a8n\""] {
        assert_eq!(json(&serde_json::from_str::<Move>(text).unwrap()), text);
    }
    assert!(serde_json::from_str::<Move>("\"e2\"").is_err());
    assert!(serde_json::from_str::<Move>("1804").is_err());
}

#[test]
fn results_and_epds_are_strings() {
    assert_eq!(json(&GameResult::ALL), r#"["1-0","0-1","1/2-1/2","*"]"#);
    assert_eq!(serde_json::from_str::<GameResult>("\"*\"").unwrap(), GameResult::Unknown);
    let line = "8/8/8/8/8/8/8/K1k5 w - - id \"two kings\";";
    let epd: Epd = serde_json::from_str(&json(&line)).unwrap();
    assert_eq!(json(&epd), json(&line));
}
