//! Perft of a game that is not chess, whose counts have a formula.
//!
//! In the subtraction game a pile holds `n` stones, and a move takes one or more of them. A sequence
//! of `d` moves is a choice of `d` different pile sizes below `n`, so perft(d) is the binomial
//! coefficient `n over d`.

use quadbit_classics::{Board, divide, perft, perft_without_bulk};
use quadbit_movegen::{Move, MoveList, Position};

#[derive(Clone, Debug, PartialEq, Eq)]
struct Pile(u16);

impl Board for Pile {
    type Move = Move;
    type Undo = u16;

    /// Makes a pile of as many stones as the position has half moves since the last capture or pawn move.
    fn from_position(position: &Position) -> Self {
        Self(position.halfmoves())
    }

    fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        list.extend((1..=self.0).map(Move::from_bits));
    }

    fn make(&mut self, mv: Move) -> u16 {
        self.0 -= mv.to_bits();
        mv.to_bits()
    }

    fn unmake(&mut self, mv: Move, taken: u16) {
        assert_eq!(taken, mv.to_bits(), "the undo of another move");
        self.0 += taken;
    }
}

fn binomial(n: u128, d: u128) -> u128 {
    (0..d).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

#[test]
fn counts_are_binomial_coefficients() {
    for stones in 0..=12_u16 {
        for depth in 0..=13_u8 {
            let expected = binomial(stones.into(), depth.into());
            assert_eq!(perft(&Pile(stones), depth), expected, "{stones} stones, depth {depth}");
            assert_eq!(perft_without_bulk(&Pile(stones), depth), expected, "{stones} stones, depth {depth}");
        }
    }
}

#[test]
fn divide_is_the_perft_of_each_child() {
    assert_eq!(divide(&Pile(9), 0, true, |_, _, _| {}), []);
    for depth in 1..=10_u8 {
        let expected: Vec<(Move, u128)> =
            (1..=9_u16).map(|taken| (Move::from_bits(taken), perft(&Pile(9 - taken), depth - 1))).collect();
        assert_eq!(divide(&Pile(9), depth, true, |_, _, _| {}), expected, "depth {depth}");
        assert_eq!(divide(&Pile(9), depth, false, |_, _, _| {}), expected, "depth {depth}");
    }
}

#[test]
fn depth_255_ends() {
    assert_eq!(perft(&Pile(3), u8::MAX), 0);
}

/// A board with 200 moves that claims as many replies to each as a `usize` can hold: more than fit in a list.
#[derive(Clone)]
struct Wide;

impl Board for Wide {
    type Move = Move;
    type Undo = ();

    fn from_position(_: &Position) -> Self {
        Self
    }

    fn legal_moves(&self, list: &mut MoveList) {
        list.clear();
        list.extend((1..=200).map(Move::from_bits));
    }

    fn legal_count(&self) -> usize {
        usize::MAX
    }

    fn make(&mut self, _: Move) {}

    fn unmake(&mut self, _: Move, (): ()) {}
}

#[test]
fn totals_exceed_64_bits() {
    assert_eq!(perft(&Wide, 2), 200 * usize::MAX as u128);
}
