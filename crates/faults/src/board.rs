//! The board: a piece or nothing on each square of 0x88, and what decides which moves are legal.

use alloc::vec::Vec;
use core::mem;

use quadbit_movegen::{CastlingSide, EpMode, Position};
use quadbit_x88::{Color, File, Piece, Rank, Square, Square88};

use crate::mix::mix;
use crate::mv::Move;
use crate::rules::{Faults, Rules};

/// A position on a board of its own, which need not be legal: moves of a generator with faults lead to it.
///
/// ```
/// use quadbit_faults::{Board, Fault, Faults};
/// use quadbit_movegen::{CastlingStyle, Position};
/// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().unwrap();
/// let board = Board::new(&position);
/// assert_eq!(board.moves(Faults::NONE).len(), 7);
/// let moves = board.moves(Fault::EnPassantMissing.into());
/// assert_eq!(moves.len(), 6);
/// assert!(moves.iter().all(|mv| mv.to_uci(CastlingStyle::Standard) != "e5d6"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board {
    /// The code of the piece on each square of the 16x8 board; 0 if it is empty.
    codes: [u8; Square88::BOARD_LEN],
    pub(crate) side: Color,
    /// The squares of the kings, by color.
    pub(crate) kings: [Square88; Color::COUNT],
    /// The squares where the kings must stand to castle, by color.
    pub(crate) king_homes: [Square88; Color::COUNT],
    /// The squares where the rooks must stand to castle, by color: on the king side, on the queen side.
    pub(crate) rook_homes: [[Square88; 2]; Color::COUNT],
    /// Which rights to castle are left, by color: on the king side, on the queen side.
    pub(crate) rights: [[bool; 2]; Color::COUNT],
    /// The square that a pawn has passed, if an enemy pawn may capture it there.
    pub(crate) passed: Option<Square88>,
    /// A key of the homes, xor the keys of all pieces on their squares.
    pieces_key: u64,
}

impl Board {
    /// The board of a position.
    pub fn new(position: &Position) -> Self {
        let kings = Color::ALL.map(|color| Square88::from(position.king(color)));
        let rooks = Color::ALL.map(|color| CastlingSide::ALL.map(|side| position.castling_rook(color, side)));
        let corner = |color, file| Square::new(file, Rank::First).relative_to(color);
        let homes = |color: Color| {
            let [short, long] = rooks[color.index()];
            [short.unwrap_or(corner(color, File::H)).into(), long.unwrap_or(corner(color, File::A)).into()]
        };
        let mut board = Self {
            codes: [0; Square88::BOARD_LEN],
            side: position.side_to_move(),
            kings,
            king_homes: kings,
            rook_homes: Color::ALL.map(homes),
            rights: rooks.map(|rooks| rooks.map(|rook| rook.is_some())),
            passed: position.ep_square(EpMode::Always).map(Square88::from),
            pieces_key: 0,
        };
        // Under a fault a right may outlast the moves of its king and rook, so that their homes matter all along.
        let homes = board.king_homes.iter().chain(board.rook_homes.as_flattened());
        board.pieces_key = homes.fold(0, |key, home| mix(key ^ u64::from(home.get()) << 1 ^ 1));
        for square in Square88::ALL {
            board.put(square, position.piece_at(square.into()));
        }
        board
    }

    /// The moves that a generator with these faults lists, each with the board after it.
    pub fn children(&self, faults: Faults) -> Vec<(Move, Self)> {
        let mut rules = Rules::new(faults, self.side);
        self.moves(faults).into_iter().map(|mv| (mv, self.after(mv, &mut rules))).collect()
    }

    /// The piece on a square.
    #[inline]
    pub(crate) fn get(&self, square: Square88) -> Option<Piece> {
        Piece::from_code(self.codes[square.index()])
    }

    /// Whether a square has this piece.
    #[inline]
    pub(crate) fn has(&self, square: Square88, piece: Piece) -> bool {
        self.codes[square.index()] == piece.code()
    }

    /// Whether a square has no piece.
    #[inline]
    pub(crate) fn is_empty(&self, square: Square88) -> bool {
        self.codes[square.index()] == 0
    }

    /// Whether a square has a piece of this side.
    #[inline]
    pub(crate) fn has_of(&self, square: Square88, color: Color) -> bool {
        self.get(square).is_some_and(|piece| piece.color() == color)
    }

    /// Puts a piece on a square in place of what stands there, or empties it.
    #[inline]
    pub(crate) fn put(&mut self, square: Square88, piece: Option<Piece>) {
        let code = piece.map_or(0, Piece::code);
        let was = mem::replace(&mut self.codes[square.index()], code);
        let keys = &PIECE_KEYS[square.index()];
        self.pieces_key ^= keys[usize::from(was & 15)] ^ keys[usize::from(code & 15)];
    }

    /// A key of everything that decides which moves are legal, now and later.
    pub(crate) fn key(&self) -> u64 {
        let rights = self.rights.as_flattened().iter().fold(0, |bits, &right| bits << 1 | u64::from(right));
        let kings = self.kings.iter().fold(0, |bits, king| bits << 8 | u64::from(king.get()));
        let passed = self.passed.map_or(0x80, |square| u64::from(square.get()));
        self.pieces_key ^ mix(rights | kings << 8 | passed << 24 | (self.side.index() as u64) << 32)
    }
}

/// By 0x88 square and code of a piece: what a piece adds to the key of a board; 0 for an empty square.
static PIECE_KEYS: [[u64; 16]; Square88::BOARD_LEN] = {
    let mut keys = [[0; 16]; Square88::BOARD_LEN];
    let mut number = 0;
    while number < 16 * Square88::BOARD_LEN {
        let code = number % 16;
        keys[number / 16][code] = if code == 0 { 0 } else { mix(number as u64) };
        number += 1;
    }
    keys
};
