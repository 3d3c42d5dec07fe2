//! SAN as people write it, and texts that must be rejected.

use quadbit_movegen::{Bitboard, Move, Position, SanError, Square};
use testing::corpora;

/// Checks relaxed reading of SAN in the position `fen`. Each case is a text and its meaning: the coordinates of the
/// move, or the first line of the error's `Debug` form.
fn check(fen: &str, cases: &[(&str, &str)]) {
    let position: Position = fen.parse().unwrap();
    for &(text, expected) in cases {
        let found = match Move::from_san_relaxed(text, &position) {
            Ok(mv) => format!("{mv:?}"),
            Err(error) => format!("{error:?}"),
        };
        let meant = found.split('\n').next().unwrap();
        assert_eq!(meant, expected, "{text:?} in {fen}");
    }
}

#[test]
fn start_position() {
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            ("e4", "e2e4"),
            ("Pe4!", "e2e4"),
            ("e2-e4", "e2e4"),
            ("e2e4", "e2e4"),
            ("Nf3??", "g1f3"),
            ("Ngf3", "g1f3"),
            ("N1f3", "g1f3"),
            ("Ng1:f3+", "g1f3"),
            ("g1f3", "g1f3"),
            ("Nbf3", "Illegal"),
            ("e5", "Illegal"),
            ("e2e5", "Illegal"),
            ("O-O", "Illegal"),
            ("e4=Q", "Illegal"),
            ("", "Malformed(0)"),
            ("e", "Malformed(1)"),
            ("e9", "Malformed(1)"),
            ("nf3", "Malformed(0)"),
            ("N\u{265e}3", "Malformed(1)"),
            ("e4 ", "Malformed(2)"),
            ("e4+#", "Malformed(3)"),
            ("e4=", "Malformed(3)"),
            ("e4=K", "Malformed(3)"),
            ("Nxx", "Malformed(2)"),
            ("e4x", "Malformed(3)"),
            ("Nf3-", "Malformed(4)"),
            ("O-O-O-O", "Malformed(5)"),
            ("--", "Malformed(1)"),
        ],
    );
}

#[test]
fn pawns() {
    check(
        "3r4/2P1k3/8/3pP3/8/8/8/4K3 w - d6 0 1",
        &[
            ("exd6", "e5d6"),
            ("exd6 e.p.", "e5d6"),
            ("ed6ep+!", "e5d6"),
            ("d6", "Illegal"),
            ("e6", "e5e6"),
            ("ee6", "e5e6"),
            ("cd8q", "c7d8q"),
            ("cxd8=N+", "c7d8n"),
            ("c8(R)", "c7c8r"),
            ("c8/B", "c7c8b"),
            ("c7c8b", "c7c8b"),
            ("c8", "NoPromotion"),
            ("c8(R", "Malformed(4)"),
            ("c8()", "Malformed(3)"),
        ],
    );
}

#[test]
fn castling_in_chess960() {
    // The king stands on b1 and castles with the rooks on a1 and g1.
    check(
        "4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1",
        &[
            ("O-O", "b1g1"),
            ("0-0-0#", "b1a1"),
            ("o-o", "b1g1"),
            ("Kg1", "Illegal"),
            ("Ka1", "Illegal"),
            ("b1g1", "b1g1"),
        ],
    );
}

#[test]
fn ambiguous_is_not_illegal() {
    let position: Position = "4k3/8/8/8/8/8/2R3R1/2K5 w - - 0 1".parse().unwrap();
    let rooks = Bitboard::of(Square::C2).with(Square::G2);
    let error = Move::from_san("Re2+", &position).unwrap_err();
    assert_eq!(error, SanError::Ambiguous(rooks));
    assert_eq!(error.to_string(), "ambiguous: there are such moves from c2 and from g2");
    // With an enemy rook on c8 the rook on c2 is pinned, and only the rook on g2 can go to e2.
    let position: Position = "2r1k3/8/8/8/8/8/2R3R1/2K5 w - - 0 1".parse().unwrap();
    assert_eq!(Move::from_san("Re2+", &position), Ok(Move::new(Square::G2, Square::E2)));
}

/// Strict reading refuses each text with an error of the class that python-chess gives. Each line is a JSON list: FEN,
/// text, and this class.
#[test]
fn refused_sans() {
    let mut refused = [0; 3];
    for line in include_str!("../data/refused_sans.tsv").lines() {
        let [fen, san, class]: [String; 3] = serde_json::from_str(line).unwrap();
        let position: Position = fen.parse().unwrap();
        let error = Move::from_san(&san, &position).expect_err(line);
        let classes: [&[&str]; 3] =
            [&["Malformed", "NoPromotion"], &["Illegal", "NoPromotion"], &["Ambiguous"]];
        let n = ["Invalid", "Illegal", "Ambiguous"].iter().position(|&name| name == class).unwrap();
        let found = format!("{error:?}");
        assert!(classes[n].iter().any(|name| found.starts_with(name)), "{line}: {found}");
        refused[n] += 1;
    }
    assert_eq!(refused, [302, 425, 1]);
}

/// Strict and relaxed reading refuse each text with an error of the class that another library gives it. Each line is a
/// JSON list: FEN, text, and this class.
#[test]
fn the_corpus_of_bad_sans() {
    let Some(text) = corpora::read("public/san_bad.tsv") else { return };
    let mut refused = 0;
    for line in text.lines() {
        let [fen, san, class]: [String; 3] = serde_json::from_str(line).unwrap();
        let position: Position = fen.parse().unwrap();
        let error = Move::from_san_relaxed(&san, &position).expect_err(&san);
        assert_eq!(Move::from_san(&san, &position), Err(error), "{san}");
        let expected = match (san.as_str(), class.as_str()) {
            // The other library calls the three texts `--`, `Qa1h8=K#` and `a8=K` illegal in the position; here they
            // are not well-formed.
            (_, "InvalidMoveError") | ("--" | "Qa1h8=K#" | "a8=K", _) => "Malformed",
            ("a8", _) => "NoPromotion",
            (_, "AmbiguousMoveError") => "Ambiguous",
            _ => "Illegal",
        };
        assert!(format!("{error:?}").starts_with(expected), "{san}: {error:?}, expected {expected}");
        refused += 1;
    }
    assert_eq!(refused, text.lines().count());
    assert!(refused >= 38, "{refused} lines");
}
