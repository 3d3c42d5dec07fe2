//! The board: the pieces, and what else decides which moves are legal.

use quadbit_movegen::{CastlingSide, Color, EpMode, File, Position, QuadBitboard, Rank, Role, Square};
use quadbit_quad::WideKeys;
use quadbit_quad::zobrist::split_mix;

/// A position that need not be legal, because moves of a generator with faults may lead to it.
///
/// ```
/// use quadbit_faults::{Board, Fault, Faults};
/// use quadbit_movegen::{CastlingStyle, Position};
/// let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse()?;
/// let board = Board::new(&position);
/// assert_eq!(board.moves(Faults::NONE).len(), 7);
/// let moves = board.moves("en-passant-missing".parse::<Fault>()?.into());
/// assert_eq!(moves.len(), 6);
/// assert!(moves.iter().all(|mv| mv.to_uci(CastlingStyle::Standard) != "e5d6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub(crate) pieces: QuadBitboard,
    /// The side that moves.
    pub(crate) side: Color,
    /// The squares where the generator looks for checks, by colour.
    pub(crate) kings: [Square; Color::COUNT],
    /// The squares where the kings must stand to castle, by colour.
    pub(crate) king_homes: [Square; Color::COUNT],
    /// The squares where the rooks must stand to castle, by colour: on the king side, on the queen side.
    pub(crate) rook_homes: [[Square; 2]; Color::COUNT],
    /// Which rights to castle are left, by colour: on the king side, on the queen side.
    pub(crate) rights: [[bool; 2]; Color::COUNT],
    /// The target of a capture en passant: the square that a pawn has passed by a double push. [`Board::new`] sets it
    /// after every double push, a move made here only if an enemy pawn is on a square next to the pushed pawn. It lasts
    /// for one move, but longer under a fault.
    pub(crate) passed: Option<Square>,
}

impl Board {
    /// The board of a position.
    pub fn new(position: &Position) -> Self {
        let kings = Color::ALL.map(|color| position.king(color));
        let rooks = Color::ALL.map(|color| CastlingSide::ALL.map(|side| position.castling_rook(color, side)));
        let home = |color: Color, side: CastlingSide| {
            let corner = Square::new([File::H, File::A][side as usize], Rank::First).relative_to(color);
            rooks[color.index()][side as usize].unwrap_or(corner)
        };
        Self {
            pieces: position.board(),
            side: position.side_to_move(),
            kings,
            king_homes: kings,
            rook_homes: Color::ALL.map(|color| CastlingSide::ALL.map(|side| home(color, side))),
            rights: rooks.map(|rooks| rooks.map(|rook| rook.is_some())),
            passed: position.ep_square(EpMode::Always),
        }
    }

    /// Whether a square has a piece of this role and side.
    #[inline]
    pub(crate) fn has(&self, square: Square, role: Role, color: Color) -> bool {
        self.pieces.code(square) == role.of(color).code()
    }

    /// A hash of the board and of the number `more`.
    pub(crate) fn key(&self, more: u64) -> u64 {
        const KEYS: WideKeys = WideKeys::new(1);
        let rights = self.rights.as_flattened().iter().fold(0, |bits, &right| bits << 1 | u64::from(right));
        // Under a fault a right may outlast the moves of its king and rook, so their homes matter in every position.
        let homes = self.king_homes.iter().chain(self.rook_homes.as_flattened());
        let squares =
            homes.chain(&self.kings).fold(rights, |bits, &square| bits << 6 | square.index() as u64);
        let passed = self.passed.map_or(64, Square::index) as u64;
        let state = squares ^ (passed << 1 | self.side.index() as u64) << 52;
        let pieces = KEYS.of(self.pieces);
        split_mix(split_mix(pieces as u64 ^ state) ^ (pieces >> 64) as u64 ^ more)
    }
}
