//! How a board finds its pieces: by lists that follow every move, or by looking into every cell.
//!
//! 1. Setting up adds the pieces of a side by value, the king first.
//! 2. Making a move calls `remove` for what is captured, `follow` for what moves, `promote` for a promoted pawn;
//!    unmaking calls `demote`, `follow` and `restore`, in this order. Castling calls only `follow_both`.
//! 3. The generator asks with `any`. A finder may also give the captures an order of its own, by `attacks`.
//!
//! After unmaking, every byte must be as before the move.

use core::fmt::Debug;
use core::marker::PhantomData;

use quadbit_x88::Color;

use super::cells::{Cells, Cursor};
use super::check_info::Axes;

/// How a board of cells `C` knows where its pieces are, in addition to the contents of its cells.
pub trait PieceFinder<C: Cells>: Clone + PartialEq + Debug {
    /// A finder without pieces.
    fn empty() -> Self;

    /// Adds the piece of side `color` that already stands in the cell `at`. The caller adds each side's king first and
    /// its pawns last.
    fn add(&mut self, cells: &mut C, color: Color, at: C::Cursor);

    /// Removes the piece of side `color` in the cell `at`, and returns the number that [`restore`](Self::restore)
    /// needs.
    fn remove(&mut self, cells: &mut C, color: Color, at: C::Cursor) -> u8;

    /// Undoes [`remove`](Self::remove), given the number that it returned as `slot`.
    fn restore(&mut self, cells: &mut C, color: Color, at: C::Cursor, slot: u8);

    /// Notes that the piece of side `color` in the cell `from` has moved to the cell `to`. A piece captured there has
    /// been [removed](Self::remove) before.
    fn follow(&mut self, cells: &mut C, color: Color, from: C::Cursor, to: C::Cursor);

    /// Notes that the king and a rook of side `color` have moved, each from its first cell to its second; either may go
    /// to where the other stood.
    fn follow_both(&mut self, cells: &mut C, color: Color, king: [C::Cursor; 2], rook: [C::Cursor; 2]);

    /// Moves a pawn that has been promoted, in the cell `_at`, among the pieces of its new value, and returns the
    /// number that [`demote`](Self::demote) needs. A finder that does not order pieces by value does nothing.
    #[inline(always)]
    fn promote(&mut self, _cells: &mut C, _color: Color, _at: C::Cursor) -> u8 {
        0
    }

    /// Undoes [`promote`](Self::promote), given the number that it returned as `_slot`, while the promoted piece still
    /// stands in its cell.
    #[inline(always)]
    fn demote(&mut self, _cells: &mut C, _color: Color, _at: C::Cursor, _slot: u8) {}

    /// The cell of the king of side `color`.
    fn king(&self, cells: &C, color: Color) -> C::Cursor;

    /// Whether `ask`, called with a piece's cell and its contents, is true for any piece of the side `BLACK`. After the
    /// first true answer `ask` is not called again.
    fn any<const BLACK: bool>(&self, cells: &C, ask: impl FnMut(C::Cursor, C::Cell) -> bool) -> bool;

    /// Whether [`attacks`](Self::attacks) gives the captures in an order of its own, before all other moves.
    const CAPTURES_FIRST: bool = false;

    /// Calls `_each` for each attack of the side `BLACK` on an enemy piece other than the king, with the attacker's
    /// cell and contents, the victim's cell, and the kind of line between them, `None` for a knight. The finder chooses
    /// the order. By default `_each` is never called: see [`CAPTURES_FIRST`](Self::CAPTURES_FIRST).
    #[inline(always)]
    fn attacks<const BLACK: bool>(
        &self,
        _cells: &C,
        _each: impl FnMut(C::Cursor, C::Cell, C::Cursor, Option<Axes>),
    ) {
    }
}

/// The side that the flag `black` means.
#[inline(always)]
pub(crate) const fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

/// Piece lists: for each side the cells of its pieces, the king's first, and for each cell (*slots*) the index of its
/// piece in the list.
///
/// ```text
///   cells  white  e1 d1 a1 h1 .. h2    16      slots  a1: 2  b1: 6  c1: 4 .. e1: 0 .. a3: - ..
///          black  e8 d8 a8 h8 .. h7    16
/// ```
/// The last piece of the list takes the place of a captured one. Taking the move back reverses that
/// and restores the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lists<const CELLS: usize> {
    cells: [[u8; 16]; 2],
    len: [u8; 2],
    slots: [u8; CELLS],
}

impl<const CELLS: usize> Lists<CELLS> {
    /// The number of a cell as an index into `slots` that needs no bounds check.
    #[inline(always)]
    const fn index(number: u8) -> usize {
        const { assert!(CELLS.is_power_of_two(), "the mask below keeps every number") }
        number as usize & (CELLS - 1)
    }
}

impl<C: Cells, const CELLS: usize> PieceFinder<C> for Lists<CELLS> {
    fn empty() -> Self {
        Self { cells: [[0; 16]; 2], len: [0; 2], slots: [0; CELLS] }
    }

    fn add(&mut self, _: &mut C, color: Color, at: C::Cursor) {
        let len = &mut self.len[color.index()];
        self.cells[color.index()][usize::from(*len)] = at.number();
        self.slots[Self::index(at.number())] = *len;
        *len += 1;
    }

    #[inline(always)]
    fn remove(&mut self, _: &mut C, color: Color, at: C::Cursor) -> u8 {
        let slot = core::mem::take(&mut self.slots[Self::index(at.number())]);
        let len = &mut self.len[color.index()];
        *len -= 1;
        let last = self.cells[color.index()][usize::from(*len & 15)];
        if slot != *len {
            self.cells[color.index()][usize::from(slot & 15)] = last;
            self.slots[Self::index(last)] = slot;
        }
        slot
    }

    #[inline(always)]
    fn restore(&mut self, _: &mut C, color: Color, at: C::Cursor, slot: u8) {
        let len = &mut self.len[color.index()];
        let list = &mut self.cells[color.index()];
        let moved = list[usize::from(slot & 15)];
        if slot != *len {
            self.slots[Self::index(moved)] = *len;
            list[usize::from(*len & 15)] = moved;
        }
        list[usize::from(slot & 15)] = at.number();
        self.slots[Self::index(at.number())] = slot;
        *len += 1;
    }

    #[inline(always)]
    fn follow(&mut self, _: &mut C, color: Color, from: C::Cursor, to: C::Cursor) {
        let slot = core::mem::take(&mut self.slots[Self::index(from.number())]);
        self.slots[Self::index(to.number())] = slot;
        self.cells[color.index()][usize::from(slot & 15)] = to.number();
    }

    fn follow_both(&mut self, _: &mut C, color: Color, king: [C::Cursor; 2], rook: [C::Cursor; 2]) {
        let slots =
            [king[0], rook[0]].map(|from| core::mem::take(&mut self.slots[Self::index(from.number())]));
        for (slot, to) in slots.into_iter().zip([king[1], rook[1]]) {
            self.slots[Self::index(to.number())] = slot;
            self.cells[color.index()][usize::from(slot & 15)] = to.number();
        }
    }

    #[inline(always)]
    fn king(&self, _: &C, color: Color) -> C::Cursor {
        C::Cursor::from_number(self.cells[color.index()][0])
    }

    #[inline(always)]
    fn any<const BLACK: bool>(&self, cells: &C, mut ask: impl FnMut(C::Cursor, C::Cell) -> bool) -> bool {
        let len = usize::from(self.len[usize::from(BLACK)]).min(16);
        self.cells[usize::from(BLACK)][..len].iter().any(|&number| {
            let at = C::Cursor::from_number(number);
            ask(at, cells.get(at))
        })
    }
}

/// A finder without lists: it finds pieces by looking into every cell of `C`, and remembers only the cells of the
/// kings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scanning<C> {
    kings: [u8; 2],
    cells: PhantomData<C>,
}

impl<C: Cells> PieceFinder<C> for Scanning<C> {
    fn empty() -> Self {
        Self { kings: [NO_PIECE; 2], cells: PhantomData }
    }

    fn add(&mut self, _: &mut C, color: Color, at: C::Cursor) {
        let king = &mut self.kings[color.index()];
        if *king == NO_PIECE {
            *king = at.number();
        }
    }

    #[inline(always)]
    fn remove(&mut self, _: &mut C, _: Color, _: C::Cursor) -> u8 {
        0
    }

    #[inline(always)]
    fn restore(&mut self, _: &mut C, _: Color, _: C::Cursor, _: u8) {}

    #[inline(always)]
    fn follow(&mut self, _: &mut C, color: Color, from: C::Cursor, to: C::Cursor) {
        let king = &mut self.kings[color.index()];
        if *king == from.number() {
            *king = to.number();
        }
    }

    fn follow_both(&mut self, _: &mut C, color: Color, king: [C::Cursor; 2], _: [C::Cursor; 2]) {
        self.kings[color.index()] = king[1].number();
    }

    #[inline(always)]
    fn king(&self, _: &C, color: Color) -> C::Cursor {
        C::Cursor::from_number(self.kings[color.index()])
    }

    #[inline(always)]
    fn any<const BLACK: bool>(&self, cells: &C, ask: impl FnMut(C::Cursor, C::Cell) -> bool) -> bool {
        cells.scan::<BLACK>(ask)
    }
}

/// The number that stands for a king that has no cell yet; on no board is this the number of a square.
const NO_PIECE: u8 = 0xFF;
