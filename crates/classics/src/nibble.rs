//! The array of nibbles as the only board: 64 squares in 32 bytes.
//!
//! ```text
//!   byte     0        1        2        3            get   bytes[s >> 1] >> shift & 15
//!          +----+----+----+----+----+----+--
//!          | b1 | a1 | d1 | c1 | f1 | e1 | ..        put   bytes[s >> 1] &= 240 >> shift
//!          +----+----+----+----+----+----+--               bytes[s >> 1] |= code << shift
//!           7..4 3..0
//!                                                    with shift = (s & 1) << 2, 4 or 0
//! ```
//!
//! **Devised by** an unknown author; the wiki's page on nibbles has the two routines. **Claimed**
//! there: that they are "considerable more effort than simple array access with at least byte
//! granulation, in both code size and runtime", and that a board which is updated as moves are made
//! gains nothing by the bytes it saves.
//!
//! **Measured** at commit 6a498e6: the claim holds. On kiwipete, three plies deep, the nibbles take 157
//! instructions a leaf with bulk counting and 403 with every leaf made, bytes with the same codes 97 and 279.
//!
//! **Ours** is a [`mailbox`](crate::mailbox) that scans for its pieces, with only the storage exchanged. It has no
//! colour bits next to the role, because a nibble has no room for them.

use quadbit_nibble::{Nibble, NibbleArray};

use crate::mailbox::Compared;
use crate::square_board::{Cells, Plain, Rays, Scanning, SquareBoard};

/// 64 nibbles, one for each square. Pieces are found by scanning the board, attacks by looking along rays.
pub type NibbleBoard = SquareBoard<Nibbles, Scanning<Nibbles>, Rays>;

/// 64 piece codes, one nibble each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nibbles(NibbleArray<64, 32>);

impl Cells for Nibbles {
    type Cursor = Compared;
    type Cell = Plain;

    fn empty() -> Self {
        Self(NibbleArray::ZERO)
    }

    #[inline(always)]
    fn get(&self, at: Compared) -> Plain {
        Plain::from(self.code(at))
    }

    #[inline(always)]
    fn code(&self, at: Compared) -> u8 {
        self.0[at.index()].get()
    }

    #[inline(always)]
    fn set(&mut self, at: Compared, code: u8) {
        self.0.put(at.index(), Nibble::from_low_bits(code));
    }
}
