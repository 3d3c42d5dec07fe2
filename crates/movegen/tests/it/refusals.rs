//! Rejected texts and their errors: a table of FENs, and further cases.

use quadbit_movegen::{
    CastlingRights, Color, FenError, FenField, File, Move, Position, PositionBuilder, PositionError, Role,
    SanError, Square, Validity,
};

/// Returns the result `found` of reading `fen`, written as in `refusals.tsv`: `=` if it prints unchanged, `= ` and the
/// FEN if it prints otherwise, or the text of the error.
fn answer(fen: &str, found: Result<Position, FenError>) -> String {
    match found.map(|position| position.to_string()) {
        Ok(printed) if printed == fen => "=".into(),
        Ok(printed) => format!("= {printed}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_fen_of_the_table() {
    let mut lines = 0;
    for line in include_str!("../data/refusals.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, strict, relaxed] = fields[..] else { panic!("malformed line: {line}") };
        assert_eq!(answer(fen, Position::from_fen(fen)), strict, "strict: {fen}");
        let relaxed = if relaxed == "same" { strict } else { relaxed };
        assert_eq!(answer(fen, Position::from_fen_relaxed(fen)), relaxed, "relaxed: {fen}");
        lines += 1;
    }
    assert_eq!(lines, 137);
}

/// The fields of a relaxed FEN are separated by any white space, those of a strict one only by spaces.
#[test]
fn tabs_and_line_breaks() {
    let fen = "4k3/8/8/8/8/8/8/4K3\tw - - 0 1";
    assert_eq!(Position::from_fen(fen), Err(FenError::BoardCharacter('\t')));
    assert!(Position::from_fen_relaxed(fen).is_ok());
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n";
    assert_eq!(Position::from_fen(fen), Err(FenError::NotANumber(FenField::Fullmoves)));
    assert!(Position::from_fen_relaxed(fen).is_ok());
}

/// Returns the parts of a position with only the kings, on e1 and e8.
fn kings() -> PositionBuilder {
    let mut parts = PositionBuilder::new();
    parts.board.put(Square::E1, Role::King.of(Color::White));
    parts.board.put(Square::E8, Role::King.of(Color::Black));
    parts
}

/// A builder accepts parts that are not a valid position, and rejects them only in `build`.
#[test]
fn a_builder_reads_first_and_refuses_later() {
    for (fen, error) in [
        ("8/8/8/3Q4/8/8/8/8 b - - 7 9", PositionError::NoKing(Color::White)),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", PositionError::ManyKings(Color::White)),
    ] {
        for validity in [Validity::Strict, Validity::Relaxed] {
            let parts = PositionBuilder::from_fen(fen, validity).unwrap();
            assert_eq!(parts.to_string(), fen);
            assert_eq!(parts.build(validity), Err(error));
        }
    }
    assert_eq!(PositionBuilder::from_fen("", Validity::Relaxed), Err(FenError::Missing(FenField::Board)));
}

#[test]
fn a_builder_has_no_move_0() {
    for validity in [Validity::Strict, Validity::Relaxed] {
        let position = PositionBuilder { fullmoves: 0, ..kings() }.build(validity).unwrap();
        assert_eq!(position.fullmoves(), 1);
        assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    }
}

#[test]
fn a_builder_takes_no_foreign_codes() {
    for code in [1, 14, 15] {
        let mut parts = kings();
        parts.board.put_code(Square::C4, code);
        for validity in [Validity::Strict, Validity::Relaxed] {
            assert_eq!(parts.build(validity), Err(PositionError::ForeignCode(Square::C4)), "{code}");
        }
    }
}

#[test]
fn a_builder_refuses_what_a_fen_cannot_say() {
    let castling = CastlingRights::EMPTY.with(Color::White, File::E);
    let parts = PositionBuilder { castling, ..kings() };
    assert_eq!(parts.build(Validity::Strict), Err(PositionError::CastlingRook(Color::White, File::E)));
    let parts = PositionBuilder { en_passant: Some(File::C), ..kings() };
    assert_eq!(parts.build(Validity::Strict), Err(PositionError::EpPawn(File::C)));
    assert_eq!(parts.build(Validity::Relaxed).unwrap().ep(), None);
}

/// Standard chess has its kings with rights on the e-file and their rooks in the corners, however the letters are
/// written. Everything else is as in strict reading.
#[test]
fn standard_chess_has_no_rights_of_chess960() {
    for (fen, error) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", None),
        ("4k3/8/8/8/8/8/8/RK5R w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KR2 w K - 0 1", Some(PositionError::Chess960)),
        ("r2k3r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Some(PositionError::Chess960)),
        ("r3k2r/8/8/8/8/8/8/RR2K2R w KBkq - 0 1", Some(PositionError::Chess960)),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", Some(PositionError::EpPawn(File::E))),
    ] {
        let read =
            |validity| PositionBuilder::from_fen(fen, validity).and_then(|parts| Ok(parts.build(validity)?));
        let expected = error.map_or(Position::from_fen(fen), |error| Err(error.into()));
        assert_eq!(read(Validity::Standard), expected, "{fen}");
        if !matches!(error, Some(PositionError::EpPawn(_))) {
            assert!(read(Validity::Strict).is_ok() && read(Validity::Relaxed).is_ok(), "{fen}");
        }
    }
}

/// Relaxed reading keeps only one of two rights on a side, so that no two moves share the spelling `O-O`. A king's move
/// to the square of its own rook is castling, which `K` and that square do not spell.
#[test]
fn castling_has_one_spelling() {
    for (fen, castling, step) in [
        ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "O-O", "Kg1"),
        ("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "O-O-O", "Ka1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "Kh1"),
    ] {
        let position = Position::from_fen_relaxed(fen).unwrap();
        let spelled = |mv: &&Move| mv.to_san(&position).to_string() == castling;
        let moves = position.legal_moves();
        assert_eq!(moves.iter().filter(spelled).count(), 1, "{fen}");
        assert_eq!(
            Move::from_san_relaxed(castling, &position),
            Ok(*moves.iter().find(spelled).unwrap()),
            "{fen}"
        );
        assert_eq!(Move::from_san_relaxed(step, &position), Err(SanError::Illegal), "{fen}");
    }
}
