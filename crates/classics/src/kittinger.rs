//! Kittinger's page: board, second board and piece tables in 256 bytes, with captures ordered by value.
//!
//! ```text
//!        0  1  2  3  4  5  6  7    8  9  a  b  c  d  e  f
//!   70 | a8 b8 c8 d8 e8 f8 g8 h8 | .. .. .. .. .. .. .. .. |   0rrr0ccc  the board: the code of the piece
//!    : |  :                      |  :                      |
//!   10 | a2 b2 c2 d2 e2 f2 g2 h2 | .. .. .. .. .. .. .. .. |   0rrr1ccc  the second board: the piece's
//!   00 | a1 b1 c1 d1 e1 f1 g1 h1 | .. .. .. .. .. .. .. .. |             place in the tables below
//!      +-------------------------+-------------------------+
//!   80 | K  Q  R  R  B  B  N  N    P  P  P  P  P  P  P  P  |   1000wwww  where each white piece is
//!   90 | k  q  r  r  b  b  n  n    p  p  p  p  p  p  p  p  |   1001bbbb  where each black piece is
//!   a0 | unused                                            |
//! ```
//!
//! **Devised by** David Kittinger for his chess computers, as he wrote in 2012 (CCC, 26 and 27 April), after a
//! technique that he had heard of at a world championship, he believed at Travemünde. **Claimed**: that a
//! test of a register, and an "immediate test for < 0" of the byte too, is cheaper than reading a ring of
//! off-board values from memory; that board and second board use half of a page of memory well, the piece
//! tables the rest; and that captures come in a good order without sorting: "largest to smallest captured
//! piece, using smallest to largest capturing piece", by a table of the kinds that attack across a
//! difference: "seeing if nz", then "& with attacker type bit nz", then "slider and had path clear".
//!
//! **Ours** does that, in that order of tests. Where his text leaves something open, we chose:
//! - His `1000wwww` and `1000bbbb` address the same 16 bytes; black's table is at `1001bbbb` here.
//! - He does not say what the "ioboard" holds; here it holds each piece's place in the tables, so that a
//!   captured piece is found at once.
//! - The tables are kept in the order of value, a king first and pawns last, so that a loop over places is a
//!   loop over values. A captured piece leaves a byte below zero, which the loops test by its sign. A pawn
//!   that becomes a queen goes up to the queens, and those between move down by one place.
//! - The sign also serves for a step along a file, which can leave the board over a rank only. Every other
//!   step is tested with the mask 0x88, since the sign does not depend on the file.
//! - Moves are legal as they are found, by the same tables: pins and checks are found first.
//!
//! **Measured** at commit 9682f13: the order costs time when every move is wanted. On kiwipete, three plies deep, it
//! takes 169 instructions a leaf with bulk counting and 404 with every leaf made, where [`x88`](crate::x88) takes
//! 96 and 301. (An older form, at commit 6a498e6, took 162 and 363.) Every pair of victim and attacker is looked
//! up, and few can reach each other. A search that stops at its first good capture looks up fewer pairs.
//!
//! Board, quiet moves, castling, checks and pins are those of [`square_board`](crate::square_board) with the
//! tables of differences of [`x88`](crate::x88). Side, rights and the square jumped over are stored outside the page.
//!
//! For every piece, the second board must have the place of its entry, and the entry the piece's square.

use core::fmt::Debug;

use quadbit_x88::{Attackers, Color};

use crate::square_board::attack_scheme::{first_towards, is_slider, kind};
use crate::square_board::piece_finder::color;
use crate::square_board::{
    Axes, Cell, Cells, Colored, Cursor, Differences, PieceFinder, Relation, SquareBoard,
};
use crate::x88::{Masked, Modulo256, SIGN};

/// David Kittinger's board (see the [module](self)): one array of 256 bytes, the [`Page`], holds the board, a second
/// board and tables of the pieces. Captures are generated with the most valuable victim first, and for each victim the
/// cheapest attacker first.
///
/// ```
/// use quadbit_classics::{Board, kittinger::Kittinger};
/// use quadbit_movegen::{Move, MoveList, Position};
/// // Both pawns and the queen can take the rook; queen and king can take the knight. The rook comes first, and a
/// // pawn is the first to take it.
/// let position: Position = "4k3/8/8/3r4/2P1P3/8/3Q2n1/7K w - - 0 1".parse()?;
/// let board = Kittinger::from_position(&position);
/// let mut moves = MoveList::default();
/// board.legal_moves(&mut moves);
/// let captures: Vec<Move> = moves.iter().take(5).map(|&mv| mv.into()).collect();
/// assert_eq!(format!("{captures:?}"), "[e4d5, c4d5, d2d5, d2g2, h1g2]");
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
pub type Kittinger = SquareBoard<Page, ByValue<InPage>, Differences<Modulo256>>;

type At = Masked<SIGN>;

/// Kittinger's page: 16 rows of 16 bytes with the board, a second board and tables of the pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page([[u8; 16]; 16]);

/// The column at which the second board begins, to the right of the board in each row of the page.
const SECOND: usize = 8;
/// The row of [`Page`] with the table of white's pieces; the next row has the table of black's.
const TABLE: usize = 8;
/// An entry of a table that has no piece: below zero as a signed byte, which no square is.
const NO_PIECE: u8 = 0xFF;

impl Page {
    /// The table of a side's pieces, a row of the page: their squares in the order of their value, [`NO_PIECE`] for an
    /// entry without a piece.
    #[inline(always)]
    const fn table(&self, black: bool) -> &[u8; 16] {
        &self.0[TABLE + black as usize]
    }

    /// The table of a side's pieces, a row of the page, to write to.
    #[inline(always)]
    const fn table_mut(&mut self, black: bool) -> &mut [u8; 16] {
        &mut self.0[TABLE + black as usize]
    }
}

impl Cells for Page {
    type Cursor = At;
    type Cell = Colored;

    fn empty() -> Self {
        let mut rows = [[0; 16]; 16];
        rows[TABLE..TABLE + 2].fill([NO_PIECE; 16]);
        Self(rows)
    }

    #[inline(always)]
    fn get(&self, at: At) -> Colored {
        Colored::from(self.code(at))
    }

    #[inline(always)]
    fn code(&self, at: At) -> u8 {
        self.0.as_flattened()[usize::from(at.number())]
    }

    #[inline(always)]
    fn set(&mut self, at: At, code: u8) {
        self.0.as_flattened_mut()[usize::from(at.number())] = code;
    }
}

/// Where the tables of the pieces are kept, and how the entry of a piece is found. The *place* of an entry is its
/// address in the [`Page`], 0x80 to 0x8F for White and 0x90 to 0x9F for Black; the low four bits are the index in the
/// side's table.
pub trait Tables<C>: Clone + PartialEq + Debug {
    /// Tables without pieces.
    fn empty() -> Self;

    /// The table of a side: the squares of its pieces as 0x88 numbers in the order of their value, the king's first;
    /// 0xFF for an entry without a piece.
    fn table<'a>(&'a self, cells: &'a C, black: bool) -> &'a [u8; 16];

    /// The table of a side, to write to: the squares of its pieces in the order of their value.
    fn table_mut<'a>(&'a mut self, cells: &'a mut C, black: bool) -> &'a mut [u8; 16];

    /// The address in the [`Page`] of a piece's entry in the tables: 0x80 to 0x8F for White's pieces, 0x90 to 0x9F for
    /// Black's. The piece is of `color` and stands on `square`, a 0x88 number.
    fn place(&self, cells: &C, color: Color, square: u8) -> u8;

    /// Notes that the piece on `square`, a 0x88 number, has the table entry at the address `place` of the [`Page`].
    fn set_place(&mut self, cells: &mut C, square: u8, place: u8);
}

/// Keeps the tables of the pieces in the [`Page`]. Each square of the page's second board has the index, in the page,
/// of the table entry of the piece on that square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InPage;

impl Tables<Page> for InPage {
    fn empty() -> Self {
        Self
    }

    #[inline(always)]
    fn table<'a>(&'a self, page: &'a Page, black: bool) -> &'a [u8; 16] {
        page.table(black)
    }

    #[inline(always)]
    fn table_mut<'a>(&'a mut self, page: &'a mut Page, black: bool) -> &'a mut [u8; 16] {
        page.table_mut(black)
    }

    #[inline(always)]
    fn place(&self, page: &Page, _: Color, square: u8) -> u8 {
        page.0.as_flattened()[usize::from(square) | SECOND]
    }

    #[inline(always)]
    fn set_place(&mut self, page: &mut Page, square: u8, place: u8) {
        page.0.as_flattened_mut()[usize::from(square) | SECOND] = place;
    }
}

/// Finds pieces by tables that are ordered by value, and captures by looking up each pair of an enemy piece and an own
/// piece. `T` says where the tables are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByValue<T>(T);

/// The index in the page of entry `number`, 0 to 15, in the table of the pieces of `color`.
#[inline(always)]
const fn address(color: Color, number: usize) -> u8 {
    (16 * (TABLE + color as usize) + number) as u8
}

/// Whether `number`, an entry of a table of pieces, is the square of a piece: as a signed byte it is then not below
/// zero.
#[inline(always)]
const fn is_piece(number: u8) -> bool {
    number.cast_signed() >= 0
}

/// The squares of the pieces in a table.
#[inline(always)]
fn squares(table: &[u8; 16]) -> impl Iterator<Item = At> {
    table.iter().copied().filter(|&number| is_piece(number)).map(At::from_number)
}

impl<T> ByValue<T> {
    /// Writes `square`, or [`NO_PIECE`], into the table entry at the address `place` in the page, and notes for the
    /// piece on `square` that this is its entry.
    #[inline(always)]
    fn write<C>(&mut self, cells: &mut C, color: Color, place: u8, square: u8)
    where
        T: Tables<C>,
    {
        self.0.table_mut(cells, color == Color::Black)[usize::from(place & 15)] = square;
        if is_piece(square) {
            self.0.set_place(cells, square, place);
        }
    }
}

impl<C: Cells<Cursor = At>, T: Tables<C>> PieceFinder<C> for ByValue<T> {
    fn empty() -> Self {
        Self(T::empty())
    }

    fn add(&mut self, cells: &mut C, color: Color, at: At) {
        let number = squares(self.0.table(cells, color == Color::Black)).count();
        self.write(cells, color, address(color, number), at.number());
    }

    #[inline(always)]
    fn remove(&mut self, cells: &mut C, color: Color, at: At) -> u8 {
        let place = self.0.place(cells, color, at.number());
        self.0.set_place(cells, at.number(), 0);
        self.write(cells, color, place, NO_PIECE);
        place
    }

    #[inline(always)]
    fn restore(&mut self, cells: &mut C, color: Color, at: At, place: u8) {
        self.write(cells, color, place, at.number());
    }

    #[inline(always)]
    fn follow(&mut self, cells: &mut C, color: Color, from: At, to: At) {
        let place = self.0.place(cells, color, from.number());
        self.0.set_place(cells, from.number(), 0);
        self.write(cells, color, place, to.number());
    }

    fn follow_both(&mut self, cells: &mut C, color: Color, king: [At; 2], rook: [At; 2]) {
        let places = [king[0], rook[0]].map(|from| self.0.place(cells, color, from.number()));
        for from in [king[0], rook[0]] {
            self.0.set_place(cells, from.number(), 0);
        }
        for (place, to) in places.into_iter().zip([king[1], rook[1]]) {
            self.write(cells, color, place, to.number());
        }
    }

    /// Moves the promoted piece up the table to the place of its new value. The pieces from there to its old place move
    /// down by one. Returns the address of the old place.
    #[cold]
    fn promote(&mut self, cells: &mut C, color: Color, at: At) -> u8 {
        let role = cells.get(at).role();
        let old = self.0.place(cells, color, at.number());
        let table = *self.0.table(cells, color == Color::Black);
        let is_worth_less = |square: u8| is_piece(square) && cells.get(At::from_number(square)).role() < role;
        let before = &table[..usize::from(old & 15)];
        let new = before.iter().position(|&square| is_worth_less(square)).unwrap_or(before.len());
        for (number, &square) in before.iter().enumerate().skip(new) {
            self.write(cells, color, address(color, number + 1), square);
        }
        self.write(cells, color, address(color, new), at.number());
        old
    }

    #[cold]
    fn demote(&mut self, cells: &mut C, color: Color, at: At, old: u8) {
        let new = self.0.place(cells, color, at.number());
        let table = *self.0.table(cells, color == Color::Black);
        for place in new..old {
            self.write(cells, color, place, table[usize::from(place & 15) + 1]);
        }
        self.write(cells, color, old, at.number());
    }

    #[inline(always)]
    fn king(&self, cells: &C, color: Color) -> At {
        At::from_number(self.0.table(cells, color == Color::Black)[0])
    }

    #[inline(always)]
    fn any<const BLACK: bool>(&self, cells: &C, mut ask: impl FnMut(At, C::Cell) -> bool) -> bool {
        squares(self.0.table(cells, BLACK)).any(|at| ask(at, cells.get(at)))
    }

    const CAPTURES_FIRST: bool = true;

    /// Tries victims from the most valuable to the least, and for each the attackers from the least valuable to the
    /// most. The enemy's king is first in its table and never a victim.
    #[inline(always)]
    fn attacks<const BLACK: bool>(&self, cells: &C, mut each: impl FnMut(At, C::Cell, At, Option<Axes>)) {
        let king = self.king(cells, color(BLACK));
        let mut attackers = [Attacker::new(king, cells.get(king)); 16];
        let mut len = 0;
        for at in squares(self.0.table(cells, BLACK)) {
            attackers[len & 15] = Attacker::new(at, cells.get(at));
            len += 1;
        }
        for victim in squares(self.0.table(cells, !BLACK)).skip(1) {
            for attacker in attackers[..len.min(16)].iter().rev() {
                let kinds = Modulo256::attackers(attacker.at, victim);
                if kinds.is_empty() || !kinds.intersects(attacker.kind) {
                    continue;
                }
                // A knight's leap is on no line, so its unit step is 0.
                let unit = Modulo256::unit(victim, attacker.at);
                if !is_slider(attacker.cell) || first_towards(cells, victim, unit) == attacker.at {
                    let line = (unit != 0).then(|| <Modulo256 as Relation<At>>::axes(unit));
                    each(attacker.at, attacker.cell, victim, line);
                }
            }
        }
    }
}

/// A piece of the side to move.
#[derive(Clone, Copy)]
struct Attacker<L> {
    at: At,
    cell: L,
    /// The kind of the piece, as a set of one kind. The piece would attack a square if the table's set of attackers for
    /// the difference to that square contains this kind.
    kind: Attackers,
}

impl<L: Cell> Attacker<L> {
    #[inline(always)]
    fn new(at: At, cell: L) -> Self {
        Self { at, cell, kind: kind(cell) }
    }
}

#[cfg(all(test, feature = "_testing"))]
mod tests;
