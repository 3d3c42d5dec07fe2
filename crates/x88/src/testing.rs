//! Boards for tests, and the slow, obvious rules that the fast forms are compared with.

extern crate std;

use std::{fmt, vec::Vec};

use proptest::prelude::*;

use crate::color::Color;
use crate::direction::Direction;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;
use crate::square88::Square88;

/// A board for tests: the piece on each of the 64 squares, a1 first.
#[derive(Clone, PartialEq)]
pub(crate) struct Board([Option<Piece>; 64]);

impl Board {
    pub(crate) const EMPTY: Self = Self([None; 64]);

    /// The piece on a square, given as on the 0x88 board: the lookup that the functions under test take.
    pub(crate) fn get(&self, square: Square88) -> Option<Piece> {
        self.at(square.into())
    }

    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.0[square.index()] = Some(piece);
    }

    /// The board with one square emptied.
    pub(crate) fn without(&self, square: Square) -> Self {
        let mut board = self.clone();
        board.0[square.index()] = None;
        board
    }
}

/// Writes eight rows of letters, and dots for empty squares, the eighth rank first.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in self.0.chunks(8).rev() {
            writeln!(f)?;
            for square in rank {
                write!(f, " {}", square.map_or('.', Piece::to_char))?;
            }
        }
        Ok(())
    }
}

/// Boards with at most 39 pieces, of any kind on any square.
impl Arbitrary for Board {
    type Parameters = ();
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        let placements =
            proptest::collection::vec((0..64_usize, proptest::sample::select(&Piece::ALL)), 0..40);
        placements
            .prop_map(|placements: Vec<(usize, Piece)>| {
                let mut board = Self::EMPTY;
                for (square, piece) in placements {
                    board.put(Square::ALL[square], piece);
                }
                board
            })
            .boxed()
    }
}

/// Whether the piece on `from` attacks `to`, found by walking over files and ranks, without 0x88 numbers or tables.
/// False if `from` is empty.
pub(crate) fn naive_attacks(board: &Board, from: Square, to: Square) -> bool {
    let Some(piece) = board.at(from) else { return false };
    let leaps = |files, ranks| from.offset(files, ranks) == Some(to);
    // Walks in one direction to the first square that is the target or not empty: is it the target?
    let slides = |direction: &Direction| {
        let mut ray = (1..8).map_while(|i| from.offset(i * direction.files(), i * direction.ranks()));
        ray.find(|&square| square == to || board.at(square).is_some()) == Some(to)
    };
    match (piece.role(), piece.color()) {
        (Role::Pawn, Color::White) => leaps(-1, 1) || leaps(1, 1),
        (Role::Pawn, Color::Black) => leaps(-1, -1) || leaps(1, -1),
        (Role::Knight, _) => [-2, -1, 1, 2].into_iter().any(|files: i32| {
            let ranks = 3 - files.abs();
            leaps(files, ranks) || leaps(files, -ranks)
        }),
        (Role::Bishop, _) => Direction::ALL.iter().filter(|direction| direction.is_diagonal()).any(slides),
        (Role::Rook, _) => Direction::ALL.iter().filter(|direction| !direction.is_diagonal()).any(slides),
        (Role::Queen, _) => Direction::ALL.iter().any(slides),
        (Role::King, _) => {
            Direction::ALL.into_iter().any(|direction| leaps(direction.files(), direction.ranks()))
        }
    }
}
