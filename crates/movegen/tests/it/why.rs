//! The reasons why a move is legal or not, against the legal moves of the generator.

use quadbit_movegen::{CastlingStyle, File, Move, Position, Square};
use testing::suites;

#[test]
fn reasons() {
    for (fen, mv, expected) in [
        (
            "4k3/8/8/8/8/8/4b3/4K2R w K - 0 1",
            "e1g1",
            "castling: the king passes f1, attacked by the bishop on e2",
        ),
        (
            "4k3/8/8/8/8/4r3/8/4K2R w K - 0 1",
            "e1g1",
            "castling: the king is in check on e1, attacked by the rook on e3",
        ),
        (
            "4k3/8/8/8/8/6r1/8/4K2R w K - 0 1",
            "e1h1",
            "castling: the king arrives on g1, attacked by the rook on g3",
        ),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "castling: the bishop on f1 stands in the way"),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "castling: the right to castle on this side is lost"),
        (
            "8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1",
            "d5e6",
            "en passant takes both pawns off the line, and the rook on a5 attacks the king",
        ),
        ("4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4c5", "the knight on e4 is pinned by the rook on e8"),
        ("3rk3/8/3N4/8/8/8/4R3/K7 b - - 0 1", "d8d6", "in double check only the king moves"),
        ("4k3/8/8/8/8/8/8/r3K3 w - - 0 1", "e1f1", "f1 is attacked by the rook on a1"),
        ("4k3/8/8/8/8/8/3N4/r3K3 w - - 0 1", "d2c4", "it does not answer the check by the rook on a1"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "e2d3",
            "nothing can be captured on d3, and no pawn has just passed it",
        ),
        ("4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8", "the king on e8 stands in the way"),
        (
            "k7/4P3/8/8/8/8/8/4K3 w - - 0 1",
            "e7e8",
            "a pawn that reaches the last rank promotes: a letter q, r, b or n is missing",
        ),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "a pawn moves two squares from its second rank only"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "a1g1", "the king on e1 stands in the way"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "a1b2", "a rook does not move so"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e8e7", "it is White's turn, and the king on e8 is not"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "h1h2", "no piece stands on h1"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e1e2", "the pawn on e2 stands on the target"),
        ("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1", "e1c1", "castling of the king on e1"),
    ] {
        let why = fen.parse::<Position>().unwrap().why(mv.parse().unwrap());
        assert_eq!(why.text, expected, "{fen}");
    }
}

/// Every pair of squares of some positions: the legal moves and no others are called legal, and a reason against one
/// of the others never speaks of "the piece on" a square without its role.
#[test]
fn the_verdict_is_that_of_the_generator() {
    for position in suites::CORPORA.into_iter().flat_map(suites::positions).step_by(97) {
        let texts = |mv: &Move| {
            let styles = [CastlingStyle::Standard, CastlingStyle::Chess960];
            let [standard, chess960] = styles.map(|style| mv.to_uci(&position, style).to_string());
            // Castling is also understood by the square to which the king goes, if that is not its own.
            let file = if mv.to() > mv.from() { File::G } else { File::C };
            let goes = position.is_castling(*mv) && file != mv.from().file();
            let king_to = goes.then(|| format!("{}{}", mv.from(), Square::new(file, mv.from().rank())));
            king_to.into_iter().chain([standard, chess960])
        };
        let legal: Vec<String> = position.legal_moves().iter().flat_map(texts).collect();
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            for promotion in ["", "n"] {
                let text = format!("{from}{to}{promotion}");
                let Ok(uci) = text.parse() else { continue };
                let why = position.why(uci);
                assert_eq!(why.is_legal, legal.contains(&text), "{position}: {text}: {}", why.text);
                assert!(
                    why.is_legal || !why.text.contains("the piece on"),
                    "{position}: {text}: {}",
                    why.text
                );
            }
        }
    }
}
