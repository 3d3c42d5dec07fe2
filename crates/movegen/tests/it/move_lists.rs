//! Complete legal move lists, with SAN, on thousands of positions. Counts alone can be right by chance, when errors
//! cancel.
//!
//! Each line of a corpus is `FEN <tab> categories <tab> uci=SAN uci=SAN ..`, sorted; castling is `e1g1` in the standard
//! files and king takes rook in the Chess960 files.

use quadbit_movegen::{
    CastlingRights, CastlingStyle, Move, MoveList, Piece, Position, PositionBuilder, SanError, Square,
    Validity,
};

fn check_file(text: &str, style: CastlingStyle, expected_positions: usize) {
    let mut positions = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let (fen, Some(expected)) = (fields.next().unwrap(), fields.nth(1)) else {
            panic!("malformed corpus line: {line}");
        };
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let moves = position.legal_moves();
        let mut found: Vec<String> = moves
            .iter()
            .map(|mv| format!("{}={}", mv.to_uci(&position, style), mv.to_san(&position)))
            .collect();
        found.sort();
        assert_eq!(found.join(" "), expected, "{fen}");
        assert_eq!(position.legal_count(), moves.len(), "{fen}");
        check_twins(&position, &moves);
        check_turns(&position, &moves);
        positions += 1;
    }
    assert_eq!(positions, expected_positions, "positions in the corpus");
}

/// Checks each of `moves`: its texts are read back as the same move, and the position after it has the keys and
/// checkers that are computed from scratch.
fn check_twins(position: &Position, moves: &MoveList) {
    for &mv in moves {
        for style in [CastlingStyle::Standard, CastlingStyle::Chess960] {
            let text = mv.to_uci(position, style).to_string();
            assert_eq!(Move::from_uci(&text, position), Ok(mv), "{position} {text}");
        }
        check_notation(position, mv);
        let mut after = *position;
        after.play(mv).unwrap();
        let read = Position::from_fen(&after.to_string()).unwrap_or_else(|error| panic!("{after}: {error}"));
        assert_eq!(read, after, "{position} {mv:?}");
        assert_eq!((read.key(), read.pawn_key()), (after.key(), after.pawn_key()), "{position} {mv:?}");
        let king = after.king(after.side_to_move());
        let checkers = after.attackers_to(king) & after.board().color(position.side_to_move());
        assert_eq!((after.checkers(), after.is_check()), (checkers, checkers.any()), "{position} {mv:?}");
        assert_eq!(read.is_check(), after.is_check(), "{position} {mv:?}");
        let mut undone = *position;
        let undo = undone.play_unchecked(mv);
        undone.undo(mv, undo);
        assert_eq!(undone.is_check(), position.is_check(), "{position} {mv:?}");
        assert_eq!((read.halfmoves(), read.fullmoves()), (after.halfmoves(), after.fullmoves()));
    }
}

/// Checks that the legal moves of the position with colours exchanged are the flipped `moves`, and those of the
/// position with files mirrored are the mirrored `moves`.
fn check_turns(position: &Position, moves: &MoveList) {
    let turned = |turned: &Position, turn: fn(Square) -> Square| {
        let mut expected: Vec<Move> = moves
            .iter()
            .map(|mv| match mv.promotion() {
                Some(role) => Move::promoting(turn(mv.from()), turn(mv.to()), role),
                None => Move::new(turn(mv.from()), turn(mv.to())),
            })
            .collect();
        let mut found = turned.legal_moves().to_vec();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{position} turned to {turned}");
        assert_eq!((turned.halfmoves(), turned.fullmoves()), (position.halfmoves(), position.fullmoves()));
    };
    turned(&position.flip_colors(), Square::flip_rank);
    assert_eq!(position.flip_colors().flip_colors(), *position);
    let mut parts = PositionBuilder::from(position);
    parts.castling = CastlingRights::EMPTY;
    let without_castling = parts.build(Validity::Strict).unwrap();
    assert_eq!(position.flip_files().is_some(), *position == without_castling, "{position}");
    if let Some(mirrored) = position.flip_files() {
        turned(&mirrored, Square::flip_file);
        assert_eq!(mirrored.flip_files(), Some(*position));
    }
}

/// Checks that `mv` is read back from its SAN, and by relaxed reading from many other spellings.
fn check_notation(position: &Position, mv: Move) {
    let san = mv.to_san(position).to_string();
    assert_eq!(Move::from_san(&san, position), Ok(mv), "{position} {san}");
    let bare = san.trim_end_matches(['+', '#']).replace(['x', '='], "");
    let long = match position.piece_at(mv.from()).map(Piece::role) {
        _ if position.is_castling(mv) => bare.clone(),
        Some(role) => {
            let promotion = mv.promotion().map(|role| role.to_string()).unwrap_or_default();
            format!("{}{}-{}{promotion}", role.to_upper_char(), mv.from(), mv.to())
        }
        None => unreachable!("a legal move moves a piece"),
    };
    for text in [bare.clone() + "++", bare.clone() + "#!?", bare.replace('O', "0"), long] {
        assert_eq!(Move::from_san_relaxed(&text, position), Ok(mv), "{position} {text}");
        if text != san {
            let misspelled = Err(SanError::Misspelled(mv.to_san(position)));
            assert_eq!(Move::from_san(&text, position), misspelled, "{position} {text}");
        }
    }
    // Without the file or rank that SAN adds, the text is ambiguous.
    let is_officer = bare.starts_with(['N', 'B', 'R', 'Q', 'K']);
    if is_officer && bare.len() > 3 {
        let short = format!("{}{}", &bare[..1], mv.to());
        let error = Move::from_san_relaxed(&short, position).unwrap_err();
        assert!(matches!(error, SanError::Ambiguous(origins) if origins.has(mv.from())), "{short}: {error}");
    }
}

#[test]
fn lists_of_random_standard_positions() {
    check_file(include_str!("../data/gen_legal_san_std.tsv"), CastlingStyle::Standard, 1000);
}

#[test]
fn lists_of_random_chess960_positions() {
    check_file(include_str!("../data/gen_legal_san_frc.tsv"), CastlingStyle::Chess960, 999);
}

#[test]
fn lists_of_targeted_standard_positions() {
    check_file(include_str!("../data/gen_targeted_san_std.tsv"), CastlingStyle::Standard, 1950);
}

#[test]
fn lists_of_targeted_chess960_positions() {
    check_file(include_str!("../data/gen_targeted_san_frc.tsv"), CastlingStyle::Chess960, 800);
}
