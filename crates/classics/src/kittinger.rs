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
//! **Measured**: the order costs time when every move is wanted. On kiwipete, three plies deep, it takes 162
//! instructions a leaf with bulk counting and 363 without, where [`x88`](crate::x88) takes 95 and 300: each
//! pair of victim and attacker is looked up, and few can reach each other. A search that stops at its first
//! good capture looks up fewer pairs.
//!
//! Kinds and lines come from tables of 256 entries, read modulo 256, as in [`x88`](crate::x88). The quiet
//! moves and the test for attacks are those of that board.
//!
//! These forms differ in one thing: [`KittingerOfArrays`] keeps the parts of the page in four arrays;
//! [`SearchingKittinger`] has no second board, and searches the table for the place of a piece.

mod generate;
pub mod layout;
mod page;

use quadbit_movegen::{Board, CastlingSide, EpMode, List, Position};
use quadbit_x88::{Color, Role};

use crate::square_board::generate::Count;
use crate::square_board::mv::Kind;
use crate::square_board::{Cell, Cells, Code, Colored, Cursor, castling, right};

use generate::Generator;
use layout::{Arrays, Layout, NO_PIECE, Packed, table};
use page::{At, JUMPED, LENGTHS, Page, PageMove, RIGHTS, ROOKS, SIDE, is_piece};

/// Kittinger's board: a page of 256 bytes.
pub type Kittinger = PageBoard<Packed<false>>;

/// The same in four arrays.
pub type KittingerOfArrays = PageBoard<Arrays>;

/// The page without its second board.
pub type SearchingKittinger = PageBoard<Packed<true>>;

/// A board in a page, whose bytes are kept as `L` says.
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
pub struct PageBoard<L> {
    page: Page<L>,
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

impl<L: Layout> Board for PageBoard<L> {
    type Move = PageMove;
    type List = List<PageMove>;
    type Undo = Undo;
    type Unsupported = core::convert::Infallible;

    const NAME: &'static str = L::NAME;

    fn from_position(position: &Position) -> Result<Self, Self::Unsupported> {
        let mut page = Page::<L>::empty();
        for color in Color::ALL {
            let black = color == Color::Black;
            let mut place = table(black);
            for role in Role::ALL.into_iter().rev() {
                for square in position.pieces(color, role) {
                    let number = At::of(square).number();
                    page.put(number, Colored::of(role.of(color)), place);
                    place += 1;
                }
            }
            page.0.set_state(LENGTHS[color.index()], place - table(black));
        }
        let (rights, rooks) = castling::<At>(position.castling_rights(), position);
        page.0.set_state(SIDE, position.side_to_move() as u8);
        page.0.set_state(RIGHTS, rights);
        let jumped = position.ep_square(EpMode::Always);
        page.0.set_state(JUMPED, jumped.map_or(NO_PIECE, |square| At::of(square).number()));
        for (right, rook) in rooks.into_iter().enumerate() {
            page.0.set_state(ROOKS + right, rook);
        }
        Ok(Self { page })
    }

    #[inline]
    fn legal_moves(&self, list: &mut Self::List) {
        list.clear();
        match self.page.side() {
            Color::White => Generator::<_, _, false>::new(self, list).run(),
            Color::Black => Generator::<_, _, true>::new(self, list).run(),
        }
    }

    #[inline]
    fn legal_count(&self) -> usize {
        let mut count = Count::default();
        match self.page.side() {
            Color::White => Generator::<_, _, false>::new(self, &mut count).run(),
            Color::Black => Generator::<_, _, true>::new(self, &mut count).run(),
        }
        count.moves()
    }

    #[inline]
    fn make(&mut self, mv: PageMove) -> Undo {
        let page = &mut self.page;
        let us = page.side();
        let (from, to) = (mv.from(), mv.to());
        let (rights, jumped) = (page.0.state(RIGHTS), page.0.state(JUMPED));
        let mut undo = Undo { captured: 0, place: 0, promoted: 0, rights, jumped };
        page.0.set_state(JUMPED, NO_PIECE);
        page.0.set_state(SIDE, page.0.state(SIDE) ^ 1);
        if let Kind::Castling(side) = mv.kind() {
            castle(page, us, side, [from, to], false);
            page.end(3 << right(us, CastlingSide::King));
            return undo;
        }
        let stood_on = if mv.kind() == Kind::EnPassant { behind(to, us) } else { to };
        undo.captured = page.0.code(stood_on);
        if undo.captured != Page::<L>::EMPTY {
            undo.place = page.0.place(stood_on);
            page.0.set_entry(undo.place, NO_PIECE);
            page.empty_square(stood_on);
        }
        page.carry(from, to);
        match mv.kind() {
            Kind::DoublePush => page.0.set_state(JUMPED, behind(to, us)),
            Kind::Promotion(role) => undo.promoted = promote(page, to, role, us),
            Kind::Any | Kind::EnPassant | Kind::Castling(_) => {}
        }
        if rights != 0 {
            revoke(page, us, from, to);
        }
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: PageMove, undo: Undo) {
        let page = &mut self.page;
        page.0.set_state(SIDE, page.0.state(SIDE) ^ 1);
        page.0.set_state(RIGHTS, undo.rights);
        page.0.set_state(JUMPED, undo.jumped);
        let us = page.side();
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            Kind::Castling(side) => return castle(page, us, side, [from, to], true),
            Kind::Promotion(_) => demote(page, to, us, undo.promoted),
            Kind::Any | Kind::DoublePush | Kind::EnPassant => {}
        }
        page.carry(to, from);
        if undo.captured != Page::<L>::EMPTY {
            let stood_on = if mv.kind() == Kind::EnPassant { behind(to, us) } else { to };
            page.put(stood_on, undo.captured, undo.place);
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
fn castle<L: Layout>(page: &mut Page<L>, us: Color, side: CastlingSide, stood_on: [u8; 2], back: bool) {
    let targets = [side.king_target(us), side.rook_target(us)].map(|square| At::of(square).number());
    let (from, to) = if back { (targets, stood_on) } else { (stood_on, targets) };
    let pieces = from.map(|from| (page.0.code(from), page.0.place(from)));
    for from in from {
        page.empty_square(from);
    }
    for (to, (code, place)) in to.into_iter().zip(pieces) {
        page.put(to, code, place);
    }
}

/// Rights end when the king has moved, and when their rook has moved or was captured.
#[inline]
fn revoke<L: Layout>(page: &mut Page<L>, us: Color, from: u8, to: u8) {
    if page.0.entry(table(us == Color::Black)) == to {
        page.end(3 << right(us, CastlingSide::King));
    }
    for right in 0..4 {
        let rook = page.0.state(ROOKS + right);
        if rook == from || rook == to {
            page.end(1 << right);
        }
    }
}

/// Promotes the pawn on a square, and gives it its place by value. The places from there to its old one move
/// down by one. Returns the old place.
#[cold]
fn promote<L: Layout>(page: &mut Page<L>, at: u8, role: Role, us: Color) -> u8 {
    page.0.set_code(at, Colored::of(role.of(us)));
    let old = page.0.place(at);
    let mut new = table(us == Color::Black);
    while new < old && !is_worth_less(page, new, role) {
        new += 1;
    }
    for place in (new..old).rev() {
        write_place(page, page.0.entry(place), place + 1);
    }
    write_place(page, at, new);
    old
}

/// The reverse of [`promote`].
#[cold]
fn demote<L: Layout>(page: &mut Page<L>, at: u8, us: Color, old: u8) {
    let new = page.0.place(at);
    for place in new..old {
        write_place(page, page.0.entry(place + 1), place);
    }
    write_place(page, at, old);
    page.0.set_code(at, Colored::of(Role::Pawn.of(us)));
}

/// Writes a square, or [`NO_PIECE`], into a place.
fn write_place<L: Layout>(page: &mut Page<L>, number: u8, place: u8) {
    page.0.set_entry(place, number);
    if is_piece(number) {
        page.0.set_place(number, place);
    }
}

/// Whether a place belongs to a piece that is worth less than a role.
fn is_worth_less<L: Layout>(page: &Page<L>, place: u8, role: Role) -> bool {
    let number = page.0.entry(place);
    is_piece(number) && page.get(At::from_number(number)).role() < role.code()
}
