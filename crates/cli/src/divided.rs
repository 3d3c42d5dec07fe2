//! Counts by the moves of the root position.

use quadbit_movegen::{CastlingStyle, Move, Position};

use crate::json::json_object;

/// A move of the root position as UCI text, and the number of leaves below it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveCount {
    pub(crate) uci: String,
    pub(crate) nodes: u128,
}

json_object!(MoveCount { uci, nodes });

/// Returns the counts with the moves as UCI text, sorted by this text.
pub(crate) fn sorted(counts: &[(Move, u128)], position: &Position, style: CastlingStyle) -> Vec<MoveCount> {
    let text = |mv: Move| mv.to_uci(position, style).to_string();
    let mut moves: Vec<MoveCount> =
        counts.iter().map(|&(mv, nodes)| MoveCount { uci: text(mv), nodes }).collect();
    moves.sort_unstable();
    moves
}

/// The number of leaves below all moves. At depth 0 the position itself is the only leaf.
pub(crate) fn total(counts: &[(Move, u128)], depth: u8) -> u128 {
    if depth == 0 { 1 } else { counts.iter().map(|&(_, nodes)| nodes).sum() }
}

/// The first move that two counts of the same moves count differently, with what each counts below it; `None` if the
/// counts agree.
pub(crate) fn difference<T: Copy + PartialEq>(
    counts: &[(Move, T)],
    again: &[(Move, T)],
) -> Option<(Move, [T; 2])> {
    let (&(mv, first), &(_, second)) = counts.iter().zip(again).find(|(one, two)| one != two)?;
    Some((mv, [first, second]))
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::{Move, Square};

    use super::{MoveCount, difference};
    use crate::json::ToJson;

    #[test]
    fn counts_beyond_64_bits_are_exact_in_json() {
        let count = MoveCount { uci: "e2e4".to_owned(), nodes: 2_015_099_950_053_364_471_960 };
        let json = count.to_json().to_string();
        assert_eq!(json, r#"{"uci":"e2e4","nodes":2015099950053364471960}"#);
    }

    #[test]
    fn the_first_difference_is_found() {
        let moves = [Square::A3, Square::A4, Square::A5].map(|to| Move::new(Square::A2, to));
        let counts = moves.map(|mv| (mv, 20));
        assert_eq!(difference(&counts, &counts), None);
        let again = [(moves[0], 20), (moves[1], 21), (moves[2], 22)];
        assert_eq!(difference(&counts, &again), Some((moves[1], [20, 21])));
    }
}
