//! Comparing a generator that is a function, for the tests of another library.
//!
//! 1. Each position of a suite is counted at its depths, the lowest first, by both sides, by first move.
//! 2. Where the counts below a move differ, the move is made, and the next ply is compared.
//! 3. The search ends with a move that only one side has, or with a count that differs although all below it agree.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use quadbit_movegen::{CastlingStyle, Move, Position};

use crate::divide::divide;
use crate::suite::Suite;

/// Where a generator differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The position of the suite.
    pub fen: String,
    /// The moves from it to the position that differs, as UCI text.
    pub path: Vec<String>,
    /// The depth in plies at which the position differs.
    pub depth: u8,
    /// Each move that is missing, too much, or counted differently: the right count and the other; `None` for a side
    /// that does not have the move.
    pub moves: BTreeMap<String, [Option<u128>; 2]>,
}

/// One line for the position, and one for each move.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "differ, at depth {}: {}", self.depth, self.fen)?;
        if !self.path.is_empty() {
            write!(f, " after {}", self.path.join(" "))?;
        }
        for (mv, counts) in &self.moves {
            match counts {
                [_, None] => write!(f, "\nmissing: {mv}")?,
                [None, _] => write!(f, "\ntoo much: {mv}")?,
                [Some(right), Some(other)] => write!(f, "\n{mv}: {right} is right, not {other}")?,
            }
        }
        Ok(())
    }
}

/// Compares a generator with the right counts of a suite, as far as these are at most `most_nodes`. Returns a
/// difference for each position that has one, at its lowest depth. Positions with invalid FENs are left out.
///
/// `counts` takes a FEN, moves from there as UCI text, and a depth of at least 1; it makes the moves and returns the
/// leaves below each first move. Castling is `e1g1`; in positions of Chess960 it is king takes rook.
///
/// ```
/// use quadbit_movegen::{CastlingStyle, Move, Position};
/// use quadbit_perft::suite::Suite;
/// use quadbit_perft::{compare, divide};
/// let by_quadbit = |fen: &str, moves: &[String], depth: u8| {
///     let mut position: Position = fen.parse().unwrap();
///     for mv in moves {
///         position.play_unchecked(Move::from_uci(mv, &position).unwrap());
///     }
///     let chess960 = fen.parse::<Position>().is_ok_and(|start| !start.has_standard_castling());
///     let style = if chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
///     let text = |mv: Move| mv.to_uci(&position, style).to_string();
///     divide(&position, depth).into_iter().map(|(mv, nodes)| (text(mv), nodes)).collect()
/// };
/// assert_eq!(compare(&Suite::builtin(), 1_000, by_quadbit), []);
/// ```
pub fn compare(
    suite: &Suite<'_>,
    most_nodes: u128,
    mut counts: impl FnMut(&str, &[String], u8) -> Vec<(String, u128)>,
) -> Vec<Difference> {
    let mut differences = Vec::new();
    for entry in &suite.entries {
        let Ok(position) = entry.fen.parse::<Position>() else { continue };
        let standard = position.has_standard_castling();
        let style = if standard { CastlingStyle::Standard } else { CastlingStyle::Chess960 };
        let depths = entry.counts.iter().filter(|count| count.depth > 0 && count.nodes <= most_nodes);
        differences.extend(depths.map(|count| count.depth).find_map(|depth| {
            let mut search = Search { fen: entry.fen, style, counts: &mut counts };
            search.difference(&position, &mut Vec::new(), depth)
        }));
    }
    differences
}

struct Search<'a, F> {
    fen: &'a str,
    style: CastlingStyle,
    counts: &'a mut F,
}

impl<F: FnMut(&str, &[String], u8) -> Vec<(String, u128)>> Search<'_, F> {
    /// The first difference below a position, which `path` leads to.
    fn difference(&mut self, position: &Position, path: &mut Vec<String>, depth: u8) -> Option<Difference> {
        let mut moves: BTreeMap<String, [Option<u128>; 2]> = BTreeMap::new();
        for (mv, nodes) in divide(position, depth) {
            moves.entry(mv.to_uci(position, self.style).to_string()).or_default()[0] = Some(nodes);
        }
        for (mv, nodes) in (self.counts)(self.fen, path, depth) {
            let other = &mut moves.entry(mv).or_default()[1];
            // A move that is listed twice is counted twice.
            *other = Some(other.unwrap_or(0) + nodes);
        }
        moves.retain(|_, [right, other]| right != other);
        let (first, _) = moves.first_key_value()?;
        if depth > 1
            && moves.values().all(|counts| counts.iter().all(Option::is_some))
            && let Ok(mv) = Move::from_uci(first, position)
        {
            let mut next = *position;
            next.play_unchecked(mv);
            path.push(first.clone());
            let below = self.difference(&next, path, depth - 1);
            path.pop();
            if below.is_some() {
                return below;
            }
        }
        Some(Difference { fen: self.fen.into(), path: path.clone(), depth, moves })
    }
}
