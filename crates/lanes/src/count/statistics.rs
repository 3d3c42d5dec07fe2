//! The columns of perft tables: captures, checks, mates and the rest.
//!
//! 1. [`Statistics::of_move`] is the definition of every column, for one move, which is made; the counters in lanes are
//!    compared with it.
//! 2. Columns of many leaves are added, and multiplied for equal trees.
//! 3. [`Statistics::COLUMNS`], [`to_array`](Statistics::to_array) and [`from_array`](Statistics::from_array) convert
//!    columns for storage and for tables.
//!
//! Columns are stored and printed in the order of `COLUMNS`: files with counts rely on it.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul};

use quadbit_movegen::{Bitboard, Move, Outcome, Position};

/// The columns of a perft table: the number of leaves, and the kinds of the moves that led to them.
///
/// A leaf counts in every column that applies to it: a capture en passant is also a capture, and a double
/// check or checkmate is also a check. The columns and their meaning are those of the [Chess Programming
/// Wiki's tables](https://www.chessprogramming.org/Perft_Results).
///
/// ```
/// use quadbit_lanes::Statistics;
/// use quadbit_movegen::{Move, Position};
/// let position: Position = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// let mate = Statistics::of_move(&position, Move::from_uci("a1a8", &position).unwrap());
/// assert_eq!((mate.nodes, mate.captures, mate.checks, mate.checkmates), (1, 0, 1, 1));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of all leaves.
    pub nodes: u128,
    /// The number of leaves after captures, including en passant.
    pub captures: u128,
    /// The number of leaves after captures en passant.
    pub en_passant: u128,
    /// The number of leaves after castling.
    pub castles: u128,
    /// The number of leaves after promotions, including captures that promote.
    pub promotions: u128,
    /// The number of leaves after moves that give check.
    pub checks: u128,
    /// The number of leaves after moves that give check by exactly one piece, which is not one that moved.
    pub discovered_checks: u128,
    /// The number of leaves after moves that give check by two pieces.
    pub double_checks: u128,
    /// The number of leaves after moves that mate.
    pub checkmates: u128,
}

impl Statistics {
    /// The statistics of the single leaf after the legal move `mv`. The move is made and, if it gives check, replies
    /// are searched for.
    ///
    /// This is the definition with which tests compare all faster ways to count.
    pub fn of_move(position: &Position, mv: Move) -> Self {
        let child = position.after(mv);
        let effect = position.effect(mv);
        let moved: Bitboard = effect.added().map(|(square, _)| square).collect();
        let checkers = child.checkers();
        let is = u128::from;
        Self {
            nodes: 1,
            captures: is(effect.captured().is_some()),
            en_passant: is(position.is_en_passant(mv)),
            castles: is(effect.castling().is_some()),
            promotions: is(mv.is_promotion()),
            checks: is(!checkers.is_empty()),
            discovered_checks: is(checkers.len() == 1 && (checkers & moved).is_empty()),
            double_checks: is(checkers.len() >= 2),
            checkmates: is(matches!(child.outcome(), Some(Outcome::Checkmate { .. }))),
        }
    }
}

/// Declares the names of the columns, and the conversions of [`Statistics`] to an array of the columns and back, all in
/// the order of the given names.
macro_rules! columns {
    ($($column:ident),+) => {
        impl Statistics {
            /// The names of the columns, in the order of [`to_array`](Self::to_array).
            pub const COLUMNS: [&str; 9] = [$(stringify!($column)),+];

            /// The nine numbers, in the order of [`COLUMNS`](Self::COLUMNS).
            pub const fn to_array(self) -> [u128; 9] {
                [$(self.$column),+]
            }

            /// The statistics with these nine numbers, in the order of [`COLUMNS`](Self::COLUMNS).
            pub const fn from_array([$($column),+]: [u128; 9]) -> Self {
                Self { $($column),+ }
            }
        }
    };
}
columns!(
    nodes,
    captures,
    en_passant,
    castles,
    promotions,
    checks,
    discovered_checks,
    double_checks,
    checkmates
);

impl Add for Statistics {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (a, b) = (self.to_array(), other.to_array());
        Self::from_array(core::array::from_fn(|column| a[column] + b[column]))
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Statistics {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Self::add)
    }
}

/// Multiplies every number by `trees`: the statistics of `trees` equal trees.
impl Mul<u128> for Statistics {
    type Output = Self;

    fn mul(self, trees: u128) -> Self {
        Self::from_array(self.to_array().map(|column| column * trees))
    }
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::{Move, Position};

    use super::Statistics;

    /// The numbers of [`Statistics`] for one move, in their order, without `nodes`, which is 1.
    fn of_move(fen: &str, uci: &str) -> [u128; 8] {
        let position: Position = fen.parse().unwrap();
        let mv = Move::from_uci(uci, &position).unwrap();
        let [nodes, columns @ ..] = Statistics::of_move(&position, mv).to_array();
        assert_eq!(nodes, 1);
        columns
    }

    #[test]
    fn every_column() {
        for (fen, uci, columns) in [
            // The columns: captures, en passant, castles, promotions, checks, discovered, double, mates.
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2", [0, 0, 0, 0, 0, 0, 0, 0]),
            ("4k3/7p/8/8/8/8/8/4K2R w K - 0 1", "h1h7", [1, 0, 0, 0, 0, 0, 0, 0]),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", [1, 1, 0, 0, 0, 0, 0, 0]),
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", [0, 0, 1, 0, 1, 0, 0, 0]),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", [0, 0, 0, 1, 1, 0, 0, 0]),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", [0, 0, 0, 1, 0, 0, 0, 0]),
            ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c3", [0, 0, 0, 0, 1, 1, 0, 0]),
            ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4f6", [0, 0, 0, 0, 1, 0, 1, 0]),
            ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", [0, 0, 0, 0, 1, 0, 0, 1]),
            // Both pawns leave the rook's rank, so the rook gives a discovered check. The bishop gives none.
            ("8/8/8/k2pP2R/8/8/1K6/B7 w - d6 0 1", "e5d6", [1, 1, 0, 0, 1, 1, 0, 0]),
            // The king steps off the rook's file: the king moves, and the rook gives check.
            ("k7/8/8/8/8/8/K7/R7 w - - 0 1", "a2b2", [0, 0, 0, 0, 1, 1, 0, 0]),
        ] {
            assert_eq!(of_move(fen, uci), columns, "{fen} {uci}");
        }
    }

    #[test]
    fn sums_and_products() {
        let columns: [u128; 9] = core::array::from_fn(|column| 1 << (7 * column));
        let one = Statistics::from_array(columns);
        assert_eq!(one.to_array(), columns);
        assert_eq!([one; 3].into_iter().sum::<Statistics>(), one * 3);
        let mut more = one;
        more += one;
        assert_eq!(more.to_array(), columns.map(|column| 2 * column));
    }
}
