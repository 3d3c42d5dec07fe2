//! Planes with the history of a game, as `AlphaZero` and lc0 read it.
//!
//! Every plane has 64 squares, a1 first, as the side to move of the *current* position sees the board: with black to
//! move, ranks are reversed in all planes, also in those of earlier positions. Positions come latest first, eight of
//! them; the planes of positions before the first one are empty.
//!
//! ```text
//!   lc0, 112 planes                                 AlphaZero, 119 planes
//!   13 n + 0 .. 5    our P N B R Q K                14 n + 0 .. 5    our P N B R Q K
//!   13 n + 6 .. 11   their P N B R Q K              14 n + 6 .. 11   their P N B R Q K
//!   13 n + 12        occurred once before           14 n + 12        occurred once before
//!                                                   14 n + 13        occurred twice before
//!   104, 105         we may castle long, short      112              black is to move
//!   106, 107         they may                       113              number of the move, from 1
//!   108              black is to move               114, 115         we may castle short, long
//!   109              half moves without progress    116, 117         they may
//!   110              nothing                        118              half moves without progress
//!   111              ones
//! ```
//!
//! `n` is 0 for the current position and 7 for the earliest. A position occurred before if the same pieces stood on
//! the same squares with the same side to move, castling rights and legal en passant capture, since the last capture
//! or pawn move.
//!
//! 1. [`History::push`] takes the positions of a game in order, and counts how often each had occurred before.
//! 2. [`History::bits`], [`History::bytes`] and [`History::floats`] write the planes of one of them, with those of the
//!    seven before it.
//!
//! The order of the planes must stay as it is: trained networks rely on it.
//!
//! lc0's later input formats change some of its planes:
//!
//! ```text
//!   plane    castling                canonical                                  and with hectoplies or as version 2
//!   104      rooks with long rights, ours and theirs
//!   105      rooks with short rights
//!   106, 107 nothing
//!   108      black is to move        a pawn that might be captured en passant, on the eighth rank
//!   109      half moves                                                         as floats, divided by 100
//!   110      nothing                                                            for armageddon, black is to move
//! ```
//!
//! The canonical formats, numbers 3 and above, stop at the last capture, pawn move, change of castling rights, or
//! double push beside an enemy pawn: positions before it are not shown. In version 2, an earlier position is shown
//! only if it had occurred before.
//!
//! If neither side has castling rights, the canonical formats also reflect the board, always all planes together:
//!
//! 1. from left to right if our king is on the files a to d, so that it stands on e to h;
//! 2. if there are no pawns, from top to bottom if our king is on the ranks 5 to 8;
//! 3. if there are no pawns, about the diagonal from h1 to a8 if our king is above it. If our king is on this diagonal,
//!    the first of these sets that the reflection changes decides: all pieces, our pieces, kings, queens, rooks,
//!    knights, bishops. The reflection that makes it the lower number is taken.
//!
//! Sources: `encoder.cc` of lc0 and the numbers of its input formats in `net.proto`, for games from their first
//! position; Silver and others, "A general reinforcement learning algorithm that masters chess, shogi and Go through
//! self-play", 2018, table S1, which does not give an order of the castling rights.
//!
//! ```
//! use quadbit_inputs::history::{History, Layout};
//! use quadbit_movegen::{Move, Position, Square};
//! let start = Position::start();
//! let mut history = History::new();
//! history.push(start);
//! history.push(start.after(Move::new(Square::E2, Square::E4)));
//!
//! let mut planes = [0; 112];
//! history.bits(1, Layout::Lc0, &mut planes);
//! assert_eq!(planes[0], 0x0000_0000_0000_ff00); // our pawns: black's, on the second rank as black sees it
//! assert_eq!(planes[6], 0x00ef_0010_0000_0000); // their pawns, one of them on the fourth rank from the other side
//! assert_eq!(planes[13 + 6], 0x00ff_0000_0000_0000); // and before
//! assert_eq!(planes[26..104], [0; 78]);
//! assert_eq!(planes[104..], [!0, !0, !0, !0, !0, 0, 0, !0]);
//! ```

use alloc::vec::Vec;
use core::cmp::Ordering;

use quadbit_movegen::{Color, EpMode, Position};
use quadbit_quad::Bitboard;
use quadbit_x88::{Rank, Role};

/// The number of positions that the planes show: the current one and those before it.
const POSITIONS: usize = 8;

/// The number and order of the planes that a program's networks read: see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// The 119 planes of `AlphaZero`.
    AlphaZero = 0,
    /// lc0's classical 112 planes, its input format 1 (`INPUT_CLASSICAL_112_PLANE`). As a `u8`, each of lc0's layouts
    /// is the number of its input format.
    Lc0 = 1,
    /// lc0's input format 2, `INPUT_112_WITH_CASTLING_PLANE`: planes 104 and 105 show the rooks that may castle long
    /// and short, those of both sides.
    Lc0Castling = 2,
    /// lc0's input format 3, `INPUT_112_WITH_CANONICALIZATION`: format 2, but plane 108 shows a possible capture en
    /// passant, the board may be reflected and earlier positions may be left out, as the [module](self) says.
    Lc0Canonical = 3,
    /// lc0's input format 4, `INPUT_112_WITH_CANONICALIZATION_HECTOPLIES`: format 3, but floats hold the half moves
    /// since the last capture or pawn move divided by 100.
    Lc0Hectoplies = 4,
    /// lc0's input format 5, `INPUT_112_WITH_CANONICALIZATION_V2`: format 4, but an earlier position is shown only if
    /// it had occurred before.
    Lc0CanonicalV2 = 5,
    /// lc0's input format 132, `INPUT_112_WITH_CANONICALIZATION_HECTOPLIES_ARMAGEDDON`: format 4, and plane 110 tells
    /// whether black is to move.
    Lc0HectopliesArmageddon = 132,
    /// lc0's input format 133, `INPUT_112_WITH_CANONICALIZATION_V2_ARMAGEDDON`: format 5, and plane 110 tells whether
    /// black is to move.
    Lc0CanonicalV2Armageddon = 133,
}

impl Layout {
    /// The number of planes of this layout.
    pub const fn planes(self) -> usize {
        POSITIONS * self.planes_of_position() + self.planes_of_state()
    }

    const fn planes_of_position(self) -> usize {
        if matches!(self, Self::AlphaZero) { 14 } else { 13 }
    }

    const fn planes_of_state(self) -> usize {
        if matches!(self, Self::AlphaZero) { 7 } else { 8 }
    }

    const fn is_canonical(self) -> bool {
        self as u8 >= Self::Lc0Canonical as u8
    }

    const fn is_version_2(self) -> bool {
        matches!(self, Self::Lc0CanonicalV2 | Self::Lc0CanonicalV2Armageddon)
    }
}

/// The positions of a game so far, for networks that also see earlier positions. The planes of any position of the game
/// can be written.
#[derive(Clone, Debug, Default)]
pub struct History {
    positions: Vec<Position>,
    /// For each position, how often it had occurred before: 0, 1, or 2 for twice or more.
    repetitions: Vec<u8>,
}

impl History {
    /// A game without positions.
    pub const fn new() -> Self {
        Self { positions: Vec::new(), repetitions: Vec::new() }
    }

    /// Adds the next position of the game. The cost grows with the half moves since the last capture or pawn move.
    pub fn push(&mut self, position: Position) {
        // Looks at every other position only: the others have the other side to move.
        let reversible = self.positions.iter().rev().take(position.halfmoves().into());
        let before = reversible.skip(1).step_by(2).filter(|&earlier| *earlier == position).count();
        self.positions.push(position);
        self.repetitions.push(before.min(2) as u8);
    }

    /// Writes the planes of position `index` of the game, with those of the seven positions before it, as sets of
    /// squares, bit 0 for a1. A plane that holds a number has all bits if the number is not 0.
    ///
    /// # Panics
    /// If `index` is not below the number of positions, or if `planes` does not have one word for each plane.
    #[track_caller]
    pub fn bits(&self, index: usize, layout: Layout, planes: &mut [u64]) {
        assert_eq!(planes.len(), layout.planes(), "a word for each plane");
        self.each(index, layout, planes, |plane, value| *plane = value.bits());
    }

    /// Writes the planes of position `index` of the game, with those of the seven positions before it, 64 bytes each:
    /// 1 or 0, or the number that a plane holds, at most 255.
    ///
    /// # Panics
    /// If `index` is not below the number of positions, or if `bytes` does not have 64 bytes for each plane.
    #[track_caller]
    pub fn bytes(&self, index: usize, layout: Layout, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), 64 * layout.planes(), "64 bytes for each plane");
        self.each(index, layout, bytes.as_chunks_mut().0, |plane, value| *plane = value.bytes());
    }

    /// Writes the planes of position `index` of the game, with those of the seven positions before it, 64 numbers each:
    /// 1 or 0, or the number that a plane holds. Some layouts divide the half moves by 100.
    ///
    /// # Panics
    /// If `index` is not below the number of positions, or if `floats` does not have 64 numbers for each plane.
    #[track_caller]
    pub fn floats(&self, index: usize, layout: Layout, floats: &mut [f32]) {
        assert_eq!(floats.len(), 64 * layout.planes(), "64 numbers for each plane");
        self.each(index, layout, floats.as_chunks_mut().0, |plane, value| *plane = value.floats());
    }

    /// Calls `write` once for each element of `planes`, with the element and what its plane shows for the position
    /// `index`.
    #[track_caller]
    #[inline(always)]
    fn each<P>(&self, index: usize, layout: Layout, planes: &mut [P], write: impl Fn(&mut P, Value)) {
        let now = &self.positions[index];
        let us = now.side_to_move();
        let turn = if layout.is_canonical() { canonical_turn(now) } else { 0 };
        let seen = |set| turned(as_seen(set, us), turn);
        let (boards, state) = planes.split_at_mut(POSITIONS * layout.planes_of_position());
        let mut shown = self.shown(index, layout);
        for planes in boards.chunks_exact_mut(layout.planes_of_position()) {
            let earlier = shown.next();
            let (pieces, repetitions) = planes.split_at_mut(12);
            for (kind, plane) in pieces.iter_mut().enumerate() {
                let color = if kind < 6 { us } else { !us };
                let set = earlier.map_or(Bitboard::EMPTY, |earlier| {
                    let board = self.positions[earlier].board();
                    board.role(Role::ALL[kind % 6]) & board.color(color)
                });
                write(plane, Value::Set(seen(set)));
            }
            for (times, plane) in (1..).zip(repetitions) {
                write(plane, Value::all(earlier.is_some_and(|earlier| self.repetitions[earlier] >= times)));
            }
        }
        let sides = [us, !us].map(|side| rooks_with_rights(now, side));
        let [[our_short, our_long], [their_short, their_long]] =
            sides.map(|rooks| rooks.map(|rooks| Value::all(!rooks.is_empty())));
        let is_black = Value::all(us == Color::Black);
        let clock = now.halfmoves();
        let [none, all] = [false, true].map(Value::all);
        let values = match layout {
            Layout::AlphaZero => {
                let number = Value::Number(now.fullmoves());
                [is_black, number, our_short, our_long, their_short, their_long, Value::Number(clock), none]
            }
            Layout::Lc0 => {
                [our_long, our_short, their_long, their_short, is_black, Value::Number(clock), none, all]
            }
            _ => {
                let [short, long] = [0, 1].map(|n| Value::Set(seen(sides[0][n] | sides[1][n])));
                let hundredths = layout.is_canonical() && layout != Layout::Lc0Canonical;
                let clock = if hundredths { Value::Hundredths(clock) } else { Value::Number(clock) };
                let pushed = now.ep_square(EpMode::Pseudo).map_or(Bitboard::EMPTY, |square| {
                    seen(as_seen(Bitboard::file(square.file()) & Bitboard::rank(Rank::Eighth), us))
                });
                let fifth = if layout.is_canonical() { Value::Set(pushed) } else { is_black };
                let seventh = if layout as u8 > 128 { is_black } else { none };
                [long, short, none, none, fifth, clock, seventh, all]
            }
        };
        for (plane, value) in state.iter_mut().zip(values) {
            write(plane, value);
        }
    }
}

impl History {
    /// The indices of the positions that the planes of position `index` may show, the latest first. There may be more
    /// than [`POSITIONS`].
    fn shown(&self, index: usize, layout: Layout) -> impl Iterator<Item = usize> {
        let now = &self.positions[index];
        let is_canonical = layout.is_canonical();
        let mut is_last = false;
        let earlier = (0..=index).rev().take_while(move |&n| {
            let position = &self.positions[n];
            let is_cut = position.castling_rights() != now.castling_rights()
                || n < index && position.ep_square(EpMode::Pseudo).is_some();
            let ends = is_last || is_canonical && is_cut;
            is_last = is_canonical && position.halfmoves() == 0;
            !ends
        });
        earlier.filter(move |&n| n == index || !layout.is_version_2() || self.repetitions[n] > 0)
    }
}

/// Adds positions as [`push`](History::push) does, one by one.
impl Extend<Position> for History {
    fn extend<I: IntoIterator<Item = Position>>(&mut self, positions: I) {
        for position in positions {
            self.push(position);
        }
    }
}

/// The rooks with which `color` has the right to castle: first those on the h-file's side of the king, then those on
/// the a-file's side.
fn rooks_with_rights(position: &Position, color: Color) -> [Bitboard; 2] {
    let (king, rooks) = (position.king(color), position.castling_rights().rooks_of(color));
    [Ordering::Greater, Ordering::Less]
        .map(|side| rooks.into_iter().filter(|rook| rook.cmp(&king) == side).collect())
}

/// `set` as `side` sees it: for black, ranks are reversed.
pub(crate) fn as_seen(set: Bitboard, side: Color) -> Bitboard {
    if side == Color::White { set } else { set.flip_ranks() }
}

/// The bit of lc0's first reflection of the board: from left to right.
const FILES: u8 = 1;
/// The bit of lc0's second reflection of the board: from top to bottom.
const RANKS: u8 = 2;
/// The bit of lc0's third reflection of the board: about the diagonal from h1 to a8.
const DIAGONAL: u8 = 4;

#[inline(always)]
fn turned(set: Bitboard, turn: u8) -> Bitboard {
    if turn == 0 {
        return set;
    }
    let set = if turn & FILES == 0 { set } else { set.flip_files() };
    let set = if turn & RANKS == 0 { set } else { set.flip_ranks() };
    if turn & DIAGONAL == 0 { set } else { set.flip_files().flip_ranks().transpose() }
}

/// The reflection, as a sum of [`FILES`], [`RANKS`] and [`DIAGONAL`], that lc0's canonical formats choose for
/// `position`: see the [module](self).
fn canonical_turn(position: &Position) -> u8 {
    if !position.castling_rights().is_empty() {
        return 0;
    }
    let (us, board) = (position.side_to_move(), position.board());
    let king = as_seen(position.king(us).into(), us);
    let mut turn = if (king & Bitboard(0x0f0f_0f0f_0f0f_0f0f)).is_empty() { 0 } else { FILES };
    if !board.role(Role::Pawn).is_empty() {
        return turn;
    }
    turn |= if (king & Bitboard(0xffff_ffff_0000_0000)).is_empty() { 0 } else { RANKS };
    let kings = board.role(Role::King);
    let others = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop].map(|role| board.role(role));
    let ours = board.color(us);
    let sets = [kings & ours, board.occupied(), ours, kings].into_iter().chain(others);
    let order = sets.map(|set| {
        let set = turned(as_seen(set, us), turn);
        set.0.cmp(&turned(set, DIAGONAL).0)
    });
    turn | if order.into_iter().find(|order| order.is_ne()) == Some(Ordering::Greater) { DIAGONAL } else { 0 }
}

/// What a plane holds: a set of squares, or one number.
#[derive(Clone, Copy)]
enum Value {
    Set(Bitboard),
    /// One number on every square.
    Number(u16),
    /// A number on every square, of which floats hold the hundredth part.
    Hundredths(u16),
}

impl Value {
    fn all(is_full: bool) -> Self {
        Self::Number(is_full.into())
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        match self {
            Self::Set(Bitboard(set)) => set,
            Self::Number(0) | Self::Hundredths(0) => 0,
            Self::Number(_) | Self::Hundredths(_) => u64::MAX,
        }
    }

    #[inline(always)]
    fn bytes(self) -> [u8; 64] {
        match self {
            Self::Set(Bitboard(set)) => bytemuck::cast(set.to_le_bytes().map(spread)),
            Self::Number(number) | Self::Hundredths(number) => [number.min(255) as u8; 64],
        }
    }

    #[inline(always)]
    fn floats(self) -> [f32; 64] {
        match self {
            Self::Set(_) => self.bytes().map(f32::from),
            Self::Number(number) => [f32::from(number); 64],
            Self::Hundredths(number) => [f32::from(number) / 100.0; 64],
        }
    }
}

/// Turns each bit into a byte, 0 or 1, the lowest bit first. Of eight copies, byte `i` keeps only bit `i`; adding 127
/// then carries into bit 7 unless the byte is 0.
#[inline(always)]
const fn spread(bits: u8) -> [u8; 8] {
    let alone = (bits as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    ((alone + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101).to_le_bytes()
}
