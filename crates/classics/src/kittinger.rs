//! Kittinger's page: board, second board, piece tables and state in 256 bytes, and captures in the order of their worth.
//!
//! ```text
//!        0  1  2  3  4  5  6  7    8  9  a  b  c  d  e  f
//!   70 | a8 b8 c8 d8 e8 f8 g8 h8 | .. .. .. .. .. .. .. .. |   0rrr0ccc  the board: the code of the man
//!    : |  :                      |  :                      |
//!   10 | a2 b2 c2 d2 e2 f2 g2 h2 | .. .. .. .. .. .. .. .. |   0rrr1ccc  the second board: the man's
//!   00 | a1 b1 c1 d1 e1 f1 g1 h1 | .. .. .. .. .. .. .. .. |             place in the tables below
//!      +-------------------------+-------------------------+
//!   80 | K  Q  R  R  B  B  N  N    P  P  P  P  P  P  P  P  |   1000wwww  where each white man is
//!   90 | k  q  r  r  b  b  n  n    p  p  p  p  p  p  p  p  |   1001bbbb  where each black man is
//!   a0 | side, rights, en passant, lengths, castling rooks |
//! ```
//!
//! **Devised by** Dave Kittinger for his chess computers, as he told in 2012 (CCC, 26 and 27 April), after a technique that he
//! had been told at a world championship, at Travemünde as he believed. **Claimed**: that a test of a register is cheaper than
//! reading a collar of off-board values from memory, and an "immediate test for < 0" of the byte cheaper still; that
//! board and second board use half of a page of memory well, the piece tables the rest; and that captures come in a good
//! order without sorting: "largest to smallest captured piece, using smallest to largest capturing piece", by a table of the
//! kinds that attack across a difference: "seeing if nz", then "& with attacker type bit nz", then "slider and had path
//! clear".
//!
//! **Ours** does that, in that order of tests. What his text leaves open is our reading:
//! - His `1000wwww` and `1000bbbb` address the same 16 bytes; black's table is at `1001bbbb` here.
//! - He does not say what the "ioboard" holds; here each man's place in the tables, so that whoever is captured is found.
//! - The tables are kept in the order of worth, a king first and pawns last, so that a loop over places is a loop over
//!   values. Who is captured leaves a byte below zero, which the loops test by its sign. A pawn that becomes a queen goes up
//!   to the queens, and those between move down by one place.
//! - The sign also serves for a step along a file, which can leave the board over a rank only. Every other step is tested with
//!   the mask 0x88, since a sign sees no files.
//! - Moves are legal as they are found, by the same tables: who is pinned and who gives check is found before.
//!
//! Kinds and lines come from tables of 256 entries, read modulo 256, as in [`x88`](crate::x88). The quiet moves and the test
//! for attacks are those of that board.

use quadbit_movegen::{Board, EpMode, List, Position, Wing};
use quadbit_x88::{Attackers, Color, Piece, Role};

use crate::square_board::generate::{Count, Sink, can_castle};
use crate::square_board::men::color;
use crate::square_board::mv::Kind;
use crate::square_board::sight::{
    consider, each_direction, each_knight_step, first_towards, is_slider, kind,
};
use crate::square_board::{
    Axes, CellMove, Cells, Code, Colored, Cursor, Look, Relation, Survey, castling, right,
};
use crate::x88::{Masked, Modulo256, SIGN};

/// A board in a page of 256 bytes.
///
/// ```
/// use quadbit_classics::kittinger::Kittinger;
/// use quadbit_movegen::{Board, BoardMove, Position};
/// // Both pawns and the queen can take the rook, and the king can take the knight: the rook comes first, and of those
/// // who take it a pawn.
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

/// The page.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Page([u8; 256]);

type At = Masked<SIGN>;
type PageMove = CellMove<At>;

/// The second board lies 8 to the right of the board.
const SECOND: u8 = 0x08;
/// The tables: white's, and black's 16 behind.
const TABLE: u8 = 0x80;
/// In a table: nobody. Below zero as a signed byte, as no square is.
const NOBODY: u8 = 0xFF;
/// The state: whose move it is, 0 or 1,
const SIDE: usize = 0xA0;
/// .. the castling rights as bits,
const RIGHTS: usize = 0xA1;
/// .. the square that the last double push jumped over, or [`NOBODY`],
const JUMPED: usize = 0xA2;
/// .. how many places white's table and black's have,
const LENGTHS: [usize; 2] = [0xA4, 0xA5];
/// .. and where the four castling rooks stand.
const ROOKS: usize = 0xA8;

/// Where a side's table begins.
#[inline(always)]
const fn table(black: bool) -> u8 {
    if black { TABLE + 16 } else { TABLE }
}

impl Page {
    #[inline(always)]
    fn at(&self, number: u8) -> u8 {
        self.0[usize::from(number)]
    }

    #[inline(always)]
    fn put(&mut self, number: u8, byte: u8) {
        self.0[usize::from(number)] = byte;
    }

    #[inline(always)]
    fn king(&self, black: bool) -> At {
        At::from_number(self.at(table(black)))
    }

    #[inline(always)]
    fn side(&self) -> Color {
        color(self.0[SIDE] != 0)
    }

    /// The places of a side's table.
    #[inline(always)]
    fn places(&self, black: bool) -> &[u8] {
        let first = usize::from(table(black));
        let length = usize::from(self.0[LENGTHS[usize::from(black)]]).min(16);
        &self.0[first..first + 16][..length]
    }

    /// Moves a man with his entry in the second board; the square that he comes to counts as empty.
    #[inline(always)]
    fn carry(&mut self, from: u8, to: u8) {
        let (code, place) = (self.at(from), self.at(from | SECOND));
        self.put(from, Self::EMPTY);
        self.put(from | SECOND, 0);
        self.put(to, code);
        self.put(to | SECOND, place);
        self.put(place, to);
    }
}

impl Cells for Page {
    type Cursor = At;
    type Look = Colored;

    fn empty() -> Self {
        let mut page = Self([0; 256]);
        page.0[usize::from(TABLE)..SIDE].fill(NOBODY);
        page
    }

    #[inline(always)]
    fn code_of(piece: Piece) -> u8 {
        Colored::of(piece)
    }

    #[inline(always)]
    fn look(&self, at: At) -> Colored {
        Colored::seen(self.at(at.number()))
    }

    #[inline(always)]
    fn code(&self, at: At) -> u8 {
        self.at(at.number())
    }

    #[inline(always)]
    fn set(&mut self, at: At, code: u8) {
        self.put(at.number(), code);
    }
}

/// What a move destroys.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u8,
    /// The place in the table that the captured man had, or a promoted one has got.
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
        page.0[JUMPED] = jumped.map_or(NOBODY, |square| At::of(square).number());
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
        page.0[JUMPED] = NOBODY;
        page.0[SIDE] ^= 1;
        if let Kind::Castling(wing) = mv.kind() {
            castle(page, us, wing, [from, to], false);
            page.0[RIGHTS] &= !(3 << right(us, Wing::King));
            return undo;
        }
        let stood_on = if mv.kind() == Kind::EnPassant { behind(to, us) } else { to };
        undo.captured = page.at(stood_on);
        if undo.captured != Page::EMPTY {
            undo.place = page.at(stood_on | SECOND);
            page.put(undo.place, NOBODY);
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
            Kind::Castling(wing) => return castle(page, us, wing, [from, to], true),
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

/// Both leave before either arrives, for in Chess960 one may arrive where the other stood.
#[cold]
fn castle(page: &mut Page, us: Color, wing: Wing, stood_on: [u8; 2], back: bool) {
    let targets = [wing.king_target(us), wing.rook_target(us)].map(|square| At::of(square).number());
    let (from, to) = if back { (targets, stood_on) } else { (stood_on, targets) };
    let men = from.map(|from| (page.at(from), page.at(from | SECOND)));
    for from in from {
        page.put(from, Page::EMPTY);
        page.put(from | SECOND, 0);
    }
    for (to, (code, place)) in to.into_iter().zip(men) {
        page.put(to, code);
        page.put(to | SECOND, place);
        page.put(place, to);
    }
}

/// Rights end when the king has moved, and when their rook has moved or was captured.
#[inline]
fn revoke(page: &mut Page, us: Color, from: u8, to: u8) {
    if page.at(table(us == Color::Black)) == to {
        page.0[RIGHTS] &= !(3 << right(us, Wing::King));
    }
    for right in 0..4 {
        let rook = page.0[ROOKS + right];
        if rook == from || rook == to {
            page.0[RIGHTS] &= !(1 << right);
        }
    }
}

/// Makes the pawn on a square a better man, and gives him his place by worth. The places from there to his old one move
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
        seat(page, page.at(place), place + 1);
    }
    seat(page, at, new);
    old
}

/// The reverse of [`promote`].
#[cold]
fn demote(page: &mut Page, at: u8, us: Color, old: u8) {
    let new = page.at(at | SECOND);
    for place in new..old {
        seat(page, page.at(place + 1), place);
    }
    seat(page, at, old);
    page.put(at, Colored::of(Role::Pawn.of(us)));
}

/// Writes a square, or nobody, into a place.
fn seat(page: &mut Page, number: u8, place: u8) {
    page.put(place, number);
    if is_somebody(number) {
        page.put(number | SECOND, place);
    }
}

/// Whether a place belongs to a man who is worth less than a role.
fn is_worth_less(page: &Page, place: u8, role: Role) -> bool {
    let number = page.at(place);
    is_somebody(number) && page.look(At::from_number(number)).role() < role.code()
}

/// The sign test.
#[inline(always)]
const fn is_somebody(number: u8) -> bool {
    number.cast_signed() >= 0
}

/// A man of the side to move.
#[derive(Clone, Copy)]
struct Man {
    at: At,
    look: Colored,
    /// His bit in the table of attackers.
    kind: Attackers,
    axes: Axes,
}

/// Finds the moves of the side `BLACK`: captures by victim and attacker, then what captures nothing.
struct Generator<'a, K, const BLACK: bool> {
    page: &'a Page,
    board: &'a Kittinger,
    sink: &'a mut K,
    survey: Survey<At>,
    /// In the order of worth, the king first.
    men: [Man; 16],
    len: usize,
}

impl<'a, K: Sink<At>, const BLACK: bool> Generator<'a, K, BLACK> {
    #[inline(always)]
    fn new(board: &'a Kittinger, sink: &'a mut K) -> Self {
        let page = &board.page;
        let king = page.king(BLACK);
        let mut survey = Survey::new(king);
        for &number in page.places(!BLACK) {
            if !is_somebody(number) {
                continue;
            }
            let from = At::from_number(number);
            let look = page.look(from);
            if Modulo256::attackers(from, king).intersects(kind(look)) {
                consider::<_, Modulo256, BLACK>(page, king, from, look, &mut survey);
            }
        }
        let nobody = Man { at: king, look: page.look(king), kind: Attackers::NONE, axes: Axes::ALL };
        let (mut men, mut len) = ([nobody; 16], 0);
        for &number in page.places(BLACK) {
            if is_somebody(number) {
                let at = At::from_number(number);
                let look = page.look(at);
                men[len & 15] = Man { at, look, kind: kind(look), axes: survey.axes(number) };
                len += 1;
            }
        }
        Self { page, board, sink, survey, men, len }
    }

    #[inline(always)]
    fn men(&self) -> &[Man] {
        &self.men[..self.len.min(16)]
    }

    #[inline(always)]
    fn run(mut self) {
        if self.survey.checkers() > 1 {
            self.len = 1;
        }
        self.captures();
        if self.survey.checkers() == 0 {
            self.castlings();
        }
        self.quiets();
    }

    #[inline(always)]
    fn add(&mut self, from: At, to: At, kind: Kind) {
        self.sink.add(CellMove::new(from.number(), to.number(), kind));
    }

    /// From the most valuable victim to the least, and for each from the least valuable attacker to the most. The enemy's king,
    /// who is first in his table, is never a victim.
    #[inline(always)]
    fn captures(&mut self) {
        let page = self.page;
        for &number in &page.places(!BLACK)[1..] {
            if !is_somebody(number) {
                continue;
            }
            let victim = At::from_number(number);
            for index in (0..self.len.min(16)).rev() {
                let man = self.men[index];
                let kinds = Modulo256::attackers(man.at, victim);
                if kinds.is_empty() {
                    continue;
                }
                if kinds.intersects(man.kind) {
                    self.take(man, victim);
                }
            }
        }
        let jumped = page.0[JUMPED];
        if jumped != NOBODY {
            self.en_passant(At::from_number(jumped));
        }
    }

    /// A capture, if the way is clear and the king allows it.
    #[inline(always)]
    fn take(&mut self, man: Man, victim: At) {
        if man.look.role() == Role::King.code() {
            if self.is_safe(victim) {
                self.add(man.at, victim, Kind::Any);
            }
            return;
        }
        if self.survey.checkers() != 0 && !self.survey.saves(victim) {
            return;
        }
        let unit = Modulo256::unit(victim, man.at);
        if is_slider(man.look) && first_towards(self.page, victim, unit) != man.at {
            return;
        }
        // A knight's leap has no unit, and a pinned knight no moves.
        if man.axes != Axes::ALL && (unit == 0 || !man.axes.meet(<Modulo256 as Relation<At>>::axes(unit))) {
            return;
        }
        if man.look.role() == Role::Pawn.code() {
            self.pawn_to(man.at, victim);
        } else {
            self.add(man.at, victim, Kind::Any);
        }
    }

    /// Tried on a copy: two men leave a rank at once, and what they hid the king from no pin has told.
    #[cold]
    fn en_passant(&mut self, to: At) {
        for index in 0..self.len.min(16) {
            let man = self.men[index];
            let is_capturer =
                man.look.role() == Role::Pawn.code() && Modulo256::attackers(man.at, to).intersects(man.kind);
            if is_capturer {
                let mv = CellMove::new(man.at.number(), to.number(), Kind::EnPassant);
                let mut after = self.board.clone();
                after.make(mv);
                if !is_attacked::<BLACK>(&after.page, after.page.king(BLACK)) {
                    self.sink.add(mv);
                }
            }
        }
    }

    /// Whether the king may go to a square.
    #[inline(always)]
    fn is_safe(&self, to: At) -> bool {
        !self.survey.is_shadow(to) && !is_attacked::<BLACK>(self.page, to)
    }

    /// A pawn's move that is known to be possible: one move, or four on the last rank.
    #[inline(always)]
    fn pawn_to(&mut self, from: At, to: At) {
        let last = if BLACK { 0 } else { 7 };
        if to.rank() == last {
            for role in Role::PROMOTIONS {
                self.add(from, to, Kind::Promotion(role));
            }
        } else {
            self.add(from, to, Kind::Any);
        }
    }

    #[inline(always)]
    fn castlings(&mut self) {
        let rights = self.page.0[RIGHTS];
        for wing in Wing::ALL {
            let right = right(color(BLACK), wing);
            let (king, rook) = (self.page.king(BLACK), At::from_number(self.page.0[ROOKS + right]));
            let is_attacked = |at| is_attacked::<BLACK>(self.page, at);
            if rights >> right & 1 != 0 && can_castle::<_, BLACK>(self.page, wing, king, rook, is_attacked) {
                self.add(king, rook, Kind::Castling(wing));
            }
        }
    }

    /// What captures nothing, castling apart.
    #[inline(always)]
    fn quiets(&mut self) {
        for index in 0..self.men().len() {
            let Man { at, look, axes, .. } = self.men[index];
            match look.role() {
                1 => self.pawn(at, axes),
                2 => self.knight(at, axes),
                3 => self.diagonals(at, axes),
                4 => self.straights(at, axes),
                5 => {
                    self.diagonals(at, axes);
                    self.straights(at, axes);
                }
                _ => self.king(at),
            }
        }
    }

    #[inline(always)]
    fn helps(&self, to: At) -> bool {
        self.survey.checkers() == 0 || self.survey.saves(to)
    }

    #[inline(always)]
    fn pawn(&mut self, from: At, axes: Axes) {
        if !axes.meet(Axes::of(0, 1)) {
            return;
        }
        let Some(to) = from.forward::<BLACK, 0>() else { return };
        if !self.page.look(to).is_empty() {
            return;
        }
        if self.helps(to) {
            self.pawn_to(from, to);
        }
        let home = if BLACK { 6 } else { 1 };
        if from.rank() == home
            && let Some(two) = to.forward::<BLACK, 0>()
            && self.page.look(two).is_empty()
            && self.helps(two)
        {
            self.add(from, two, Kind::DoublePush);
        }
    }

    #[inline(always)]
    fn knight(&mut self, from: At, axes: Axes) {
        if axes != Axes::ALL {
            return;
        }
        macro_rules! jump {
            ($files:literal, $ranks:literal) => {
                if let Some(to) = from.step::<$files, $ranks>()
                    && self.page.look(to).is_empty()
                    && self.helps(to)
                {
                    self.add(from, to, Kind::Any);
                }
            };
        }
        each_knight_step!(jump);
    }

    #[inline(always)]
    fn diagonals(&mut self, from: At, axes: Axes) {
        self.slide::<1, 1>(from, axes);
        self.slide::<1, -1>(from, axes);
        self.slide::<-1, -1>(from, axes);
        self.slide::<-1, 1>(from, axes);
    }

    #[inline(always)]
    fn straights(&mut self, from: At, axes: Axes) {
        self.slide::<0, 1>(from, axes);
        self.slide::<1, 0>(from, axes);
        self.slide::<0, -1>(from, axes);
        self.slide::<-1, 0>(from, axes);
    }

    #[inline(always)]
    fn slide<const FILES: isize, const RANKS: isize>(&mut self, from: At, axes: Axes) {
        if axes.meet(Axes::of(FILES, RANKS)) {
            let page = self.page;
            for (to, _) in page.ray::<FILES, RANKS>(from).take_while(|(_, look)| look.is_empty()) {
                if self.helps(to) {
                    self.add(from, to, Kind::Any);
                }
            }
        }
    }

    #[inline]
    fn king(&mut self, from: At) {
        macro_rules! step {
            ($files:literal, $ranks:literal, $_back_files:literal, $_back_ranks:literal) => {
                if let Some(to) = from.step::<$files, $ranks>()
                    && self.page.look(to).is_empty()
                    && self.is_safe(to)
                {
                    self.add(from, to, Kind::Any);
                }
            };
        }
        each_direction!(step);
    }
}

/// Whether a man of the other side attacks a square.
#[inline(never)]
fn is_attacked<const BLACK: bool>(page: &Page, at: At) -> bool {
    page.places(!BLACK).iter().any(|&number| {
        let from = At::from_number(number);
        is_somebody(number) && {
            let look = page.look(from);
            Modulo256::attackers(from, at).intersects(kind(look))
                && (!is_slider(look) || first_towards(page, at, Modulo256::unit(at, from)) == from)
        }
    })
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::BoardMove;
    use quadbit_x88::Square;

    use super::*;

    /// In every position of the corpora the captures come first, victims never rise in worth, and attackers never fall within a
    /// victim. The worth is read from the position, not from the board.
    #[test]
    fn captures_come_by_victim_and_attacker() {
        let lists = [
            include_str!("../../movegen/tests/data/gen_legal_san_std.tsv"),
            include_str!("../../movegen/tests/data/gen_targeted_san_std.tsv"),
        ];
        let mut captures = 0;
        for line in lists.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#')) {
            let position: Position = line.split('\t').next().unwrap().parse().unwrap();
            check_order(&position, &Kittinger::from_position(&position).unwrap());
            // And after each promotion, when a man has got another place.
            for mv in position.legal_moves().into_iter().filter(|mv| mv.promotion().is_some()) {
                let mut board = Kittinger::from_position(&position).unwrap();
                let mut list = List::new();
                board.legal_moves(&mut list);
                board.make(*list.iter().find(|made| made.to_move() == mv).unwrap());
                let mut after = position;
                after.play(mv).unwrap();
                captures += check_order(&after, &board);
            }
        }
        assert!(captures > 1000, "{captures}");
    }

    fn check_order(position: &Position, board: &Kittinger) -> usize {
        let mut list = List::new();
        board.legal_moves(&mut list);
        let role = |square: Square| position.get(square).map(|piece| piece.role().code());
        let is_capture = |mv: &&PageMove| {
            let target = position.get(mv.to_move().to());
            target.is_some_and(|piece| piece.color() != position.side_to_move())
        };
        let captures = list.iter().filter(is_capture).count();
        let mut last = None;
        for mv in list.iter().take_while(is_capture).map(|mv| mv.to_move()) {
            let (victim, attacker) = (role(mv.to()), role(mv.from()));
            if let Some((last_to, last_victim, last_attacker)) = last {
                assert!(victim <= last_victim, "{position}: {mv:?}");
                assert!(mv.to() != last_to || attacker >= last_attacker, "{position}: {mv:?}");
            }
            last = Some((mv.to(), victim, attacker));
        }
        assert_eq!(list.iter().take_while(is_capture).count(), captures, "{position}: captures come first");
        captures
    }
}
