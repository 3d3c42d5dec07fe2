//! The state of a position besides its pieces, and making a move.
//!
//! 1. A move's kind says what changes on the board: castling moves two pieces, en passant takes a pawn behind the
//!    target.
//! 2. A double push is remembered only if a pawn of the other side stands next to the pushed pawn.
//! 3. Rights end by the squares that the move leaves and enters, and by a move of the king.
//! 4. The side changes; a board that is flipped turns its state too.
//!
//! King, castling rights and the pawn behind the target are found by the view, so it must be the view of the side that
//! moves.

use quadbit_movegen::{CastlingRights, EpMode, Position};
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use crate::bitboards::packed_move::Kind;
use crate::bitboards::packed_move::PackedMove;
use crate::bitboards::pieces::Pieces;
use crate::bitboards::view::{View, behind, castling_targets};
use crate::keys::{castling_key, en_passant_key, side_key};

/// Castling rights, en passant and the side to move, in four bytes.
///
/// ```text
///   byte 0, 1   files of the rooks that may castle: those on the first rank, those on the eighth
///        2      file of a pawn that may be captured en passant, 8 for none
///        3      side to move: 1 for black
/// ```
/// The two bytes of rooks are two ranks of the board, so flipping the board vertically swaps them, as it swaps the
/// bytes of every set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    rooks: [u8; 2],
    ep_file: u8,
    black_to_move: bool,
}

static_assertions::assert_eq_size!(State, u32);

/// The file that stands for no pawn that can be captured en passant.
const NO_FILE: u8 = 8;

impl State {
    /// The state of a position, as white sees it.
    pub(crate) fn of(position: &Position) -> Self {
        let rights: CastlingRights = position.castling_rights();
        let rooks = |color| (rights.rooks_of(color).0 >> (56 * Color::index(color))) as u8;
        Self {
            rooks: [rooks(Color::White), rooks(Color::Black)],
            ep_file: position.ep_square(EpMode::Pseudo).map_or(NO_FILE, |target| target.file() as u8),
            black_to_move: position.side_to_move() == Color::Black,
        }
    }

    /// Packs the state into a word, its bytes from the lowest.
    #[inline(always)]
    pub(crate) const fn to_bits(self) -> u32 {
        let [first, eighth] = self.rooks;
        u32::from_le_bytes([first, eighth, self.ep_file, self.black_to_move as u8])
    }

    /// Unpacks a state from the word that [`to_bits`](Self::to_bits) made.
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u32) -> Self {
        let [first, eighth, ep_file, side] = bits.to_le_bytes();
        Self { rooks: [first, eighth], ep_file, black_to_move: side != 0 }
    }

    /// The bits of [`to_bits`](Self::to_bits) that every move changes: the side to move, and the file of a double push,
    /// which is cleared.
    #[inline(always)]
    pub(crate) const fn change_of_side(self) -> u64 {
        u32::from_le_bytes([0, 0, self.ep_file ^ NO_FILE, 1]) as u64
    }

    /// The bits of [`to_bits`](Self::to_bits) in which a state without a double push differs from one with a double
    /// push on `file`.
    #[inline(always)]
    pub(crate) const fn with_ep_file(file: File) -> u64 {
        u32::from_le_bytes([0, 0, file as u8 ^ NO_FILE, 0]) as u64
    }

    /// The files of all rooks that may castle, a bit for each: on the first rank, and on the eighth.
    #[inline(always)]
    pub(crate) const fn rooks(self) -> [u8; 2] {
        self.rooks
    }

    /// The file of a pawn that has just made a double push and stands next to an enemy pawn; `None` if there is none.
    #[inline(always)]
    pub(crate) const fn ep_file(self) -> Option<File> {
        File::from_index(self.ep_file as usize)
    }

    /// The xor of the Zobrist numbers of the side to move, the castling rights and the file of a double push. The state
    /// must be as White sees it, not flipped.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        let [first, eighth] = self.rooks;
        side_key(self.side_to_move())
            ^ self.ep_file().map_or(0, en_passant_key)
            ^ castling_key(Color::White, first)
            ^ castling_key(Color::Black, eighth)
    }

    /// Whether black is to move.
    #[inline(always)]
    pub(crate) const fn is_black_to_move(self) -> bool {
        self.black_to_move
    }

    /// The side to move.
    #[inline(always)]
    pub(crate) const fn side_to_move(self) -> Color {
        if self.black_to_move { Color::Black } else { Color::White }
    }

    /// The rooks with which the side to move has the right to castle.
    #[inline(always)]
    pub(crate) const fn castling_rooks<V: View>(self) -> Bitboard {
        let rank = V::GEOMETRY.index();
        Bitboard((self.rooks[rank] as u64) << (56 * rank))
    }

    /// The square to which a pawn of the side to move attacks en passant: behind an enemy pawn that has just made a
    /// double push and stands next to a pawn of the side to move. Whether the capture leaves the king in check is not
    /// tested. `None` if there is no such square.
    #[inline(always)]
    pub(crate) const fn ep_target<V: View>(self) -> Option<Square> {
        match self.ep_file() {
            Some(file) => Some(Square::new(file, Rank::Sixth.relative_to(V::GEOMETRY))),
            None => None,
        }
    }

    /// Makes `mv` in this state and on `pieces`. The view is that of the side that moves.
    #[inline(always)]
    pub(crate) fn make<V: View, P: Pieces>(&mut self, pieces: &mut P, mv: PackedMove) {
        let (from, to, mover) = (mv.from(), mv.to(), mv.mover());
        self.ep_file = NO_FILE;
        match mv.kind() {
            Kind::Castling => castle::<V, P>(pieces, from, to),
            kind => {
                let arriving = mv.promotion().unwrap_or(mover);
                pieces.go::<V>(from, to, mover, arriving);
                match kind {
                    Kind::DoublePush => {
                        let neighbours = attacks::pawn(V::GEOMETRY, behind::<V>(to));
                        if (neighbours & pieces.role(Role::Pawn)).intersects(pieces.theirs::<V>()) {
                            self.ep_file = to.file() as u8;
                        }
                    }
                    Kind::EnPassant => pieces.toggle_theirs::<V>(behind::<V>(to), Role::Pawn),
                    Kind::Plain | Kind::Castling => {}
                }
            }
        }
        self.revoke::<V>(from, to, mover);
        self.black_to_move = !self.black_to_move;
    }

    /// Ends castling rights after a move of `mover` from `from` to `to`: both of the side that moves if its king has
    /// moved, and the right of a rook that has moved or was captured.
    #[inline(always)]
    fn revoke<V: View>(&mut self, from: Square, to: Square, mover: Role) {
        let kept = !(Bitboard::of(from) | Bitboard::of(to)).0;
        let [first, eighth] = self.rooks;
        self.rooks = [first & kept as u8, eighth & (kept >> 56) as u8];
        if mover == Role::King {
            self.rooks[V::GEOMETRY.index()] = 0;
        }
    }

    /// Flips the castling rights to the view of the other side, for a board that is flipped after every move.
    #[inline(always)]
    pub(crate) const fn turn(&mut self) {
        let [first, eighth] = self.rooks;
        self.rooks = [eighth, first];
    }
}

/// Castles the king on `king` with the rook on `rook`: both leave their squares before either arrives, because in
/// Chess960 one may arrive where the other stood.
#[inline(always)]
fn castle<V: View, P: Pieces>(pieces: &mut P, king: Square, rook: Square) {
    let [king_target, rook_target] = castling_targets::<V>(king, rook);
    pieces.take::<V>(king, Role::King);
    pieces.take::<V>(rook, Role::Rook);
    pieces.put::<V>(king_target, Role::King);
    pieces.put::<V>(rook_target, Role::Rook);
}
