//! The pieces that attack each square.

pub(crate) mod piece_set;

use quadbit_movegen::Position;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{Color, Piece, Role, Square};

use piece_set::{PieceSet, Pieces};

#[cfg(feature = "simd")]
use fearless_simd::{Simd, mask16x32, prelude::*, u16x32};

/// For each square the pieces of each side that attack it, for evaluating mobility and king safety and
/// for ordering captures.
///
/// The pieces of a side are numbered from 0, pawns first, then knights, bishops, rooks, queens and the king,
/// each kind by square; a [`PieceSet`] is a word with a bit for each. So the first piece of a set is the
/// least valuable attacker, and each kind is a mask ([`Pieces::of`]). Pieces attack their own side's squares
/// too. It takes 560 bytes.
///
/// ```
/// use quadbit_movegen::Position;
/// use quadbit_threats::Attackers;
/// use quadbit_x88::{Color, Role, Square};
/// let position: Position = "4k3/3p1p2/2n1b3/3P4/4N3/8/6B1/3RK3 w - - 0 1".parse()?;
/// let attackers = Attackers::new(&position);
/// // The pieces that attack d5. The bishop on g2 is behind the knight on e4.
/// let on_d5 = attackers.on(Square::D5, Color::White);
/// assert_eq!(on_d5.len(), 1);
/// assert_eq!(attackers.pieces(Color::White).square(on_d5.first().unwrap()), Some(Square::D1));
/// assert_eq!(attackers.behind(Square::D5, Color::White).to_string().matches('1').count(), 1);
/// // Minor pieces and pawns that attack e6.
/// let black = attackers.pieces(Color::Black);
/// let on_e6 = attackers.on(Square::E6, Color::Black);
/// assert_eq!(((on_e6 & black.of(Role::Pawn)).len(), (on_e6 & black.minors()).len()), (2, 0));
/// # Ok::<(), quadbit_movegen::FenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attackers {
    board: QuadBitboard,
    pieces: [Pieces; 2],
    /// For each side and square.
    sets: [[PieceSet; 64]; 2],
}

impl Attackers {
    /// The attackers of all squares of a position, without vectors: [`Finder::attackers`](crate::Finder::attackers) is 2.5 times as
    /// fast at AVX2.
    pub fn new(position: &Position) -> Self {
        Self::by(position, by_square)
    }

    /// Takes a function that turns what each piece of a side attacks into what attacks each square.
    #[inline(always)]
    pub(crate) fn by(position: &Position, by_square: impl Fn(&[Bitboard]) -> [PieceSet; 64]) -> Self {
        let board = position.board();
        let mut attackers = Self { board, pieces: [Pieces::NONE; 2], sets: [[PieceSet::EMPTY; 64]; 2] };
        for color in Color::ALL {
            let pieces = &mut attackers.pieces[color as usize];
            let mut attacks = [Bitboard::EMPTY; 16];
            for role in Role::ALL {
                for square in position.pieces(color, role) {
                    if let Some(number) = pieces.push(role, square) {
                        attacks[number as usize & 15] = attacked(board, role.of(color), square);
                    }
                }
            }
            attackers.sets[color as usize] = by_square(&attacks[..pieces.len().min(16) as usize]);
        }
        attackers
    }

    /// The pieces of one side that attack a square.
    #[inline]
    pub const fn on(&self, square: Square, color: Color) -> PieceSet {
        self.sets[color as usize][square.index()]
    }

    /// The pieces of one side, by number.
    #[inline]
    pub const fn pieces(&self, color: Color) -> &Pieces {
        &self.pieces[color as usize]
    }

    /// The number of pieces of one kind that attack a square.
    #[inline]
    pub fn count(&self, square: Square, color: Color, role: Role) -> u32 {
        (self.on(square, color) & self.pieces(color).of(role)).len()
    }

    /// The least valuable piece of one side that attacks a square, and where it stands.
    #[inline]
    pub fn least(&self, square: Square, color: Color) -> Option<(Piece, Square)> {
        let from = self.pieces(color).square(self.on(square, color).first()?)?;
        Some((self.board.get(from)?, from))
    }

    /// The squares that at least `count` of some pieces of one side attack, such as all of them
    /// or those of one kind.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// use quadbit_threats::Attackers;
    /// use quadbit_x88::{Color, Role};
    /// let attackers = Attackers::new(&Position::start());
    /// let pawns = attackers.pieces(Color::White).of(Role::Pawn);
    /// assert_eq!(
    ///     attackers.squares(Color::White, pawns, 2).to_string(),
    ///      ". . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n\
    ///       . 1 1 1 1 1 1 .\n\
    ///       . . . . . . . .\n\
    ///       . . . . . . . .\n"
    /// );
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn squares(&self, color: Color, pieces: PieceSet, count: u32) -> Bitboard {
        let attacked = |square: &Square| (self.on(*square, color) & pieces).len() >= count;
        Square::ALL.into_iter().filter(attacked).collect()
    }

    /// The squares that one piece attacks. For its mobility, remove the squares that should not count.
    pub fn squares_of(&self, color: Color, number: u32) -> Bitboard {
        self.squares(color, PieceSet::of(number), 1)
    }

    /// The sliders of one side that would attack a square if the first piece on their line, of either side,
    /// were gone: the attackers behind attackers, as exchanges need them.
    pub fn behind(&self, square: Square, color: Color) -> Bitboard {
        let Self { board, .. } = *self;
        let occupied = board.occupied();
        let [rook, bishop] = [attacks::rook(square, occupied), attacks::bishop(square, occupied)];
        let others = occupied - (rook | bishop);
        let orthogonal = attacks::rook(square, others) & board.orthogonal_sliders();
        let diagonal = attacks::bishop(square, others) & board.diagonal_sliders();
        ((orthogonal - rook) | (diagonal - bishop)) & board.color(color)
    }
}

/// For each square the pieces that attack it; piece `n` attacks the squares of set `n`. One bit at a time.
pub(crate) fn by_square(attacks: &[Bitboard]) -> [PieceSet; 64] {
    let mut sets = [PieceSet::EMPTY; 64];
    for (number, &squares) in (0..).zip(attacks) {
        for square in squares {
            sets[square.index()] |= PieceSet::of(number);
        }
    }
    sets
}

/// [`by_square`], all squares at once.
#[cfg(feature = "simd")]
#[inline(always)]
pub(crate) fn by_square_in_vectors<S: Simd>(s: S, attacks: &[Bitboard]) -> [PieceSet; 64] {
    let none = u16x32::splat(s, 0);
    let mut halves = [none; 2];
    let mut piece = 1_u16;
    for &Bitboard(squares) in attacks {
        let piece_here = u16x32::splat(s, piece);
        halves[0] |= mask16x32::from_bitmask(s, squares & 0xffff_ffff).select(piece_here, none);
        halves[1] |= mask16x32::from_bitmask(s, squares >> 32).select(piece_here, none);
        piece = piece.wrapping_shl(1);
    }
    let mut sets = [PieceSet::EMPTY; 64];
    for (sets, half) in sets.chunks_exact_mut(32).zip(halves) {
        for (set, bits) in sets.iter_mut().zip(half.to_array()) {
            *set = PieceSet(bits);
        }
    }
    sets
}

/// The squares that a piece attacks.
#[inline]
fn attacked(board: QuadBitboard, piece: Piece, from: Square) -> Bitboard {
    match piece.role() {
        Role::Pawn => attacks::pawn(piece.color(), from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, board.occupied()),
        Role::Rook => attacks::rook(from, board.occupied()),
        Role::Queen => attacks::queen(from, board.occupied()),
        Role::King => attacks::king(from),
    }
}
