//! Features of a position that generators often get wrong.

use quadbit_movegen::{EpMode, Move, Position, Role};
use quadbit_perft::Statistics;

/// The names of the features of a position that a generator may get wrong, in a fixed order.
pub(super) fn tags(position: &Position) -> Vec<&'static str> {
    let moves = position.legal_moves();
    let any = |is: &dyn Fn(Move) -> bool| moves.iter().any(|&mv| is(mv));
    let statistics: Statistics = moves.iter().map(|&mv| Statistics::of_move(position, mv)).sum();
    let us = position.side_to_move();
    let pinned = position.pinned(us);
    let pawns = position.pieces(us, Role::Pawn);
    let has = [
        (!position.has_standard_castling(), "chess960"),
        (position.is_check(), "check"),
        (position.checkers().len() > 1, "double check"),
        (!pinned.is_empty(), "pin"),
        (!(pinned & pawns).is_empty(), "pinned pawn"),
        (position.ep().is_some(), "en passant"),
        (position.ep().is_none() && position.ep_square(EpMode::Pseudo).is_some(), "en passant pin"),
        (any(&|mv| position.is_castling(mv)), "castling"),
        (!position.castling_rights().is_empty() && statistics.castles == 0, "castling prevented"),
        (any(&|mv| mv.is_promotion()), "promotion"),
        (any(&|mv| mv.is_promotion() && position.is_capture(mv)), "promotion by capture"),
        (statistics.discovered_checks > 0, "discovered check"),
        (statistics.double_checks > 0, "gives double check"),
        (moves.is_empty() && position.is_check(), "checkmate"),
        (moves.is_empty() && !position.is_check(), "stalemate"),
        (moves.len() > 100, "more than 100 moves"),
    ];
    has.into_iter().filter(|(has, _)| *has).map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::tags;

    #[test]
    fn what_positions_have() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", vec!["castling"]),
            ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", vec!["castling prevented"]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", vec!["en passant"]),
            ("8/8/8/r2Pp2K/8/8/4k3/8 w - e6 0 1", vec!["en passant pin"]),
            ("4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1", vec!["check", "double check"]),
            ("2r4k/3P4/8/8/8/8/8/4K3 w - - 0 1", vec!["promotion", "promotion by capture"]),
            ("8/8/1k6/8/3b4/4P3/5K2/8 w - - 0 1", vec!["pin", "pinned pawn"]),
            ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", vec!["discovered check", "gives double check"]),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", vec!["check", "checkmate"]),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", vec!["stalemate"]),
            ("4k3/8/8/8/8/8/8/6KR w H - 0 1", vec!["chess960", "castling"]),
            ("4k3/Q7/2K5/8/8/3Q4/1QQ5/6Q1 w - - 0 1", vec![]),
            ("3Q2Q1/Q4Q2/8/8/8/5K2/5Q1Q/1k6 w - - 0 1", vec!["more than 100 moves"]),
        ] {
            assert_eq!(tags(&fen.parse().unwrap()), expected, "{fen}");
        }
    }
}
