//! Boards that keep each cell in a byte.

use core::fmt::Debug;
use core::marker::PhantomData;

use quadbit_x88::Square;

use super::cells::{Cell, Cells, Cursor};

/// The cells of a board, one byte each. A cursor of type `P` names a cell by a number below `LEN`, a power of two. Each
/// byte is the code of a piece, of an empty cell or of a sentinel, and is read as type `K`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes<P, K, const LEN: usize> {
    bytes: [u8; LEN],
    kinds: PhantomData<(P, K)>,
}

impl<P, K, const LEN: usize> Bytes<P, K, LEN> {
    /// The number of a cell as an index into `bytes` that needs no bounds check.
    #[inline(always)]
    const fn index(number: u8) -> usize {
        const { assert!(LEN.is_power_of_two(), "the mask below keeps every number") }
        number as usize & (LEN - 1)
    }
}

impl<P: Cursor, K: Cell + From<u8> + PartialEq + Debug, const LEN: usize> Cells for Bytes<P, K, LEN> {
    type Cursor = P;
    type Cell = K;

    fn empty() -> Self {
        let mut cells = Self { bytes: [P::OFF_BOARD; LEN], kinds: PhantomData };
        for square in Square::ALL {
            cells.set(P::of(square), Self::EMPTY);
        }
        cells
    }

    #[inline(always)]
    fn get(&self, at: P) -> K {
        K::from(self.code(at))
    }

    #[inline(always)]
    fn code(&self, at: P) -> u8 {
        self.bytes[Self::index(at.number())]
    }

    #[inline(always)]
    fn set(&mut self, at: P, code: u8) {
        self.bytes[Self::index(at.number())] = code;
    }
}
