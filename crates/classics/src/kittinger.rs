//! Kittinger's page: board, second board, piece tables and state in 256 bytes, with
//! captures ordered by value.
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
//!   a0 | side, rights, en passant, lengths, castling rooks |
//! ```
//!
//! **Devised by** Dave Kittinger for his chess computers, as he wrote in 2012 (CCC, 26 and 27 April), after a
//! technique that he had heard of at a world championship, he believed at Travemünde. **Claimed**: that a
//! test of a register, and an "immediate test for < 0" of the byte too, is cheaper than reading a collar of
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
//! **Measured**: the order costs time when every move is wanted. On kiwipete, three plies deep, it takes 164
//! instructions a leaf with bulk counting and 347 without, where [`x88`](crate::x88) takes 97 and 300: each
//! pair of victim and attacker is looked up, and few can reach each other. A search that stops at its first
//! good capture looks up fewer pairs.
//!
//! Kinds and lines come from tables of 256 entries, read modulo 256, as in [`x88`](crate::x88). The quiet
//! moves and the test for attacks are those of that board.

mod generate;
mod page;

use quadbit_movegen::{Board, CastlingSide, EpMode, List, Position};
use quadbit_x88::{Color, Role};

use crate::square_board::generate::Count;
use crate::square_board::mv::Kind;
use crate::square_board::{Cell, Cells, Code, Colored, Cursor, castling, right};

use generate::Generator;
use page::{At, JUMPED, LENGTHS, NO_PIECE, Page, PageMove, RIGHTS, ROOKS, SECOND, SIDE, is_piece, table};

/// A board in a page of 256 bytes.
///
/// ```
/// use quadbit_classics::kittinger::Kittinger;
/// use quadbit_movegen::{Board, BoardMove, Position};
/// // Both pawns and the queen can take the rook, and the king can take the knight: the rook comes first, and a
/// // pawn is the first to take it.
/// let position: Position = "4k3/8/8/3r4/2P1P3/8/3Q2n1/7K w - - 0 1".parse()?;
/// let board = Kittinger::from_position(&position).unwrap();
/// let mut moves = <Kittinger as Board>::List::default();
/// board.legal_moves(&mut moves);
/// let captures: Vec<String> = moves.iter().take(5).map(|mv| format!("{:?}", mv.to_move())).collect();
/// assert_eq!(captures, ["e4d5", "c4d5", "d2d5", "d2g2", "h1g2"]);
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kittinger {
    page: Page,
}

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u8,
    /// The place in the table of the captured piece, or the new place of a promoted one.
    place: u8,
    promoted: u8,
    rights: u8,
    jumped: u8,
}

impl Board for Kittinger {
    type Move = PageMove;
    type List = List<PageMove>;
    type Undo = Undo;
    type Unsupported = core::convert::Infallible;

    const NAME: &'static str = "kittinger";

    fn from_position(position: &Position) -> Result<Self, Self::Unsupported> {
        let mut page = Page::empty();
        for color in Color::ALL {
            let black = color == Color::Black;
            let mut place = table(black);
            for role in Role::ALL.into_iter().rev() {
                for square in position.pieces(color, role) {
                    let number = At::of(square).number();
                    page.put(number, Colored::of(role.of(color)));
                    page.put(number | SECOND, place);
                    page.put(place, number);
                    place += 1;
                }
            }
            page.0[LENGTHS[color.index()]] = place - table(black);
        }
        let (rights, rooks) = castling::<At>(position.castling_rights(), position);
        page.0[SIDE] = position.side_to_move() as u8;
        page.0[RIGHTS] = rights;
        let jumped = position.ep_square(EpMode::Always);
        page.0[JUMPED] = jumped.map_or(NO_PIECE, |square| At::of(square).number());
        page.0[ROOKS..ROOKS + 4].copy_from_slice(&rooks);
        Ok(Self { page })
    }

    #[inline]
    fn legal_moves(&self, list: &mut Self::List) {
        list.clear();
        match self.page.side() {
            Color::White => Generator::<_, false>::new(self, list).run(),
            Color::Black => Generator::<_, true>::new(self, list).run(),
        }
    }

    #[inline]
    fn legal_count(&self) -> usize {
        let mut count = Count::default();
        match self.page.side() {
            Color::White => Generator::<_, false>::new(self, &mut count).run(),
            Color::Black => Generator::<_, true>::new(self, &mut count).run(),
        }
        count.moves()
    }

    #[inline]
    fn make(&mut self, mv: PageMove) -> Undo {
        let page = &mut self.page;
        let us = page.side();
        let (from, to) = (mv.from(), mv.to());
        let mut undo =
            Undo { captured: 0, place: 0, promoted: 0, rights: page.0[RIGHTS], jumped: page.0[JUMPED] };
        page.0[JUMPED] = NO_PIECE;
        page.0[SIDE] ^= 1;
        if let Kind::Castling(side) = mv.kind() {
            castle(page, us, side, [from, to], false);
            page.0[RIGHTS] &= !(3 << right(us, CastlingSide::King));
            return undo;
        }
        let stood_on = if mv.kind() == Kind::EnPassant { behind(to, us) } else { to };
        undo.captured = page.at(stood_on);
        if undo.captured != Page::EMPTY {
            undo.place = page.at(stood_on | SECOND);
            page.put(undo.place, NO_PIECE);
            page.put(stood_on, Page::EMPTY);
            page.put(stood_on | SECOND, 0);
        }
        page.carry(from, to);
        match mv.kind() {
            Kind::DoublePush => page.0[JUMPED] = behind(to, us),
            Kind::Promotion(role) => undo.promoted = promote(page, to, role, us),
            Kind::Any | Kind::EnPassant | Kind::Castling(_) => {}
        }
        if page.0[RIGHTS] != 0 {
            revoke(page, us, from, to);
        }
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: PageMove, undo: Undo) {
        let page = &mut self.page;
        page.0[SIDE] ^= 1;
        page.0[RIGHTS] = undo.rights;
        page.0[JUMPED] = undo.jumped;
        let us = page.side();
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            Kind::Castling(side) => return castle(page, us, side, [from, to], true),
            Kind::Promotion(_) => demote(page, to, us, undo.promoted),
            Kind::Any | Kind::DoublePush | Kind::EnPassant => {}
        }
        page.carry(to, from);
        if undo.captured != Page::EMPTY {
            let stood_on = if mv.kind() == Kind::EnPassant { behind(to, us) } else { to };
            page.put(stood_on, undo.captured);
            page.put(stood_on | SECOND, undo.place);
            page.put(undo.place, stood_on);
        }
    }
}

/// The square behind a pawn.
#[inline(always)]
const fn behind(pawn: u8, color: Color) -> u8 {
    match color {
        Color::White => pawn.wrapping_sub(16),
        Color::Black => pawn.wrapping_add(16),
    }
}

/// Both squares are emptied first, because in Chess960 one piece may go to where the other stood.
#[cold]
fn castle(page: &mut Page, us: Color, side: CastlingSide, stood_on: [u8; 2], back: bool) {
    let targets = [side.king_target(us), side.rook_target(us)].map(|square| At::of(square).number());
    let (from, to) = if back { (targets, stood_on) } else { (stood_on, targets) };
    let pieces = from.map(|from| (page.at(from), page.at(from | SECOND)));
    for from in from {
        page.put(from, Page::EMPTY);
        page.put(from | SECOND, 0);
    }
    for (to, (code, place)) in to.into_iter().zip(pieces) {
        page.put(to, code);
        page.put(to | SECOND, place);
        page.put(place, to);
    }
}

/// Rights end when the king has moved, and when their rook has moved or was captured.
#[inline]
fn revoke(page: &mut Page, us: Color, from: u8, to: u8) {
    if page.at(table(us == Color::Black)) == to {
        page.0[RIGHTS] &= !(3 << right(us, CastlingSide::King));
    }
    for right in 0..4 {
        let rook = page.0[ROOKS + right];
        if rook == from || rook == to {
            page.0[RIGHTS] &= !(1 << right);
        }
    }
}

/// Promotes the pawn on a square, and gives it its place by value. The places from there to its old one move
/// down by one. Returns the old place.
#[cold]
fn promote(page: &mut Page, at: u8, role: Role, us: Color) -> u8 {
    page.put(at, Colored::of(role.of(us)));
    let old = page.at(at | SECOND);
    let mut new = table(us == Color::Black);
    while new < old && !is_worth_less(page, new, role) {
        new += 1;
    }
    for place in (new..old).rev() {
        write_place(page, page.at(place), place + 1);
    }
    write_place(page, at, new);
    old
}

/// The reverse of [`promote`].
#[cold]
fn demote(page: &mut Page, at: u8, us: Color, old: u8) {
    let new = page.at(at | SECOND);
    for place in new..old {
        write_place(page, page.at(place + 1), place);
    }
    write_place(page, at, old);
    page.put(at, Colored::of(Role::Pawn.of(us)));
}

/// Writes a square, or [`NO_PIECE`], into a place.
fn write_place(page: &mut Page, number: u8, place: u8) {
    page.put(place, number);
    if is_piece(number) {
        page.put(number | SECOND, place);
    }
}

/// Whether a place belongs to a piece that is worth less than a role.
fn is_worth_less(page: &Page, place: u8, role: Role) -> bool {
    let number = page.at(place);
    is_piece(number) && page.get(At::from_number(number)).role() < role.code()
}
