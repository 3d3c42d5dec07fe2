//! A list of moves for libraries that have none: like quadbit's, an array and a length.

use std::ops::Deref;

use cozy_chess::{Move, Square};

/// A list with room for 256 moves; no position has more than 218.
pub(crate) struct List {
    moves: [Move; 256],
    len: usize,
}

const FILLER: Move = Move { from: Square::A1, to: Square::A1, promotion: None };

impl Default for List {
    #[inline]
    fn default() -> Self {
        Self { moves: [FILLER; 256], len: 0 }
    }
}

impl List {
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        for mv in moves {
            self.moves[self.len] = mv;
            self.len += 1;
        }
    }
}

impl Deref for List {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}
