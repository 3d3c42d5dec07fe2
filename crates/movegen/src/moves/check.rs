//! Finding moves that give check without making them.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, Role, Square};

use super::castling::is_castling;
use super::move_list::MoveList;
use super::mv::Move;
use super::piece_moves::PieceMoves;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::captured_en_passant;

impl Position {
    /// Whether a legal move gives check: by the piece on its new square, by a slider behind the squares that
    /// it leaves or clears, or by the castling rook. The move is not made. For a move that is not legal the
    /// result is meaningless.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position, Square};
    /// let position: Position = "4k3/8/8/8/8/8/4N3/4R1K1 w - - 0 1".parse()?;
    /// assert!(position.gives_check(Move::new(Square::E2, Square::C3)), "discovered");
    /// assert!(!position.gives_check(Move::new(Square::E1, Square::D1)));
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        let us = self.side_to_move();
        let board = self.board();
        let own = board.color(us);
        let king = self.king(!us);
        let (from, to) = (mv.from(), mv.to());
        let [mover, target] = [from, to].map(|square| board.code(square));
        if is_castling(mover, target) {
            return self.castling_gives_check(from, to, king);
        }
        let placed = mv.promotion().map_or(mover >> 1, Role::code);
        let mut changed = Bitboard::of(from).with(to);
        let mut occupied = board.occupied().without(from).with(to);
        if self.is_en_passant(mv) {
            let victim = captured_en_passant(from, to);
            changed = changed.with(victim);
            occupied = occupied.without(victim);
        }
        if leap(placed << 1 | mover & 1, to).has(king) {
            return true;
        }
        // The piece on its new square, if it moves along these lines.
        let arrived = |roles: u8| Bitboard(u64::from(roles >> (placed & 7) & 1) << to.index());
        let own = own.without(from);
        let orthogonal = board.orthogonal_sliders() & own | arrived(ORTHOGONAL);
        let diagonal = board.diagonal_sliders() & own | arrived(DIAGONAL);
        slider_sees(king, changed, orthogonal, diagonal, occupied)
    }

    /// The legal moves that give check, found by looking outwards from the enemy king.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let checks = position.checks();
    /// assert_eq!(format!("{checks:?}"), "[a1a8, h1h8]");
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    pub fn checks(&self) -> MoveList {
        let us = self.side_to_move();
        let king = self.king(!us);
        let occupied = self.board().occupied();
        let own = self.board().color(us);
        let discoverers = self.blockers(!us) & own;
        let from_bishops = attacks::bishop(king, occupied);
        let from_rooks = attacks::rook(king, occupied);

        let mut list = MoveList::new();
        for piece in self.moves_by_piece() {
            let direct = match piece.role {
                Role::Pawn => attacks::pawn(!us, king),
                Role::Knight => attacks::knight(king),
                Role::Bishop => from_bishops,
                Role::Rook => from_rooks,
                Role::Queen => from_bishops | from_rooks,
                Role::King => Bitboard::EMPTY,
            };
            let discovered =
                if discoverers.has(piece.from) { !attacks::line(king, piece.from) } else { Bitboard::EMPTY };
            // Castling, promotions and en passant change more than one piece's square, so each of these moves
            // is tested separately.
            let special = match piece.role {
                Role::Pawn => {
                    piece.targets & (PieceMoves::LAST_RANKS | self.ep().map_or(Bitboard::EMPTY, Bitboard::of))
                }
                Role::King => piece.targets & own,
                _ => Bitboard::EMPTY,
            };
            let plain = (piece.targets - special) & (direct | discovered);
            list.extend(PieceMoves { targets: plain, ..piece });
            list.extend(
                PieceMoves { targets: special, ..piece }.into_iter().filter(|&mv| self.gives_check(mv)),
            );
        }
        list
    }

    /// Only the rook can give check, from its new square, when king and rook have both moved.
    ///
    /// Another slider would have to see the enemy king along the first rank, through a square that king or
    /// rook has left, but on their new squares they block this line.
    fn castling_gives_check(&self, from: Square, rook: Square, king: Square) -> bool {
        let us = self.side_to_move();
        let side = CastlingSide::of(from, rook);
        let left = self.board().occupied().without(from).without(rook);
        let arrived = side.rook_target(us);
        let occupied = left.with(side.king_target(us)).with(arrived);
        attacks::rook(arrived, occupied).has(king)
    }
}

/// Rooks and queens, bishops and queens, by the code of their role.
const ORTHOGONAL: u8 = 1 << Role::Rook.code() | 1 << Role::Queen.code();
const DIAGONAL: u8 = 1 << Role::Bishop.code() | 1 << Role::Queen.code();

/// The squares that a pawn or a knight attacks from a square, by its code; none for other pieces.
#[inline]
pub(super) fn leap(code: u8, from: Square) -> Bitboard {
    LEAPS[(code & 15) as usize][from.index()]
}

/// Whether one of a side's sliders sees the other king, if none did before some squares changed. There are
/// few branches, because most would be mispredicted.
#[inline]
pub(super) fn slider_sees(
    king: Square,
    changed: Bitboard,
    orthogonal: Bitboard,
    diagonal: Bitboard,
    occupied: Bitboard,
) -> bool {
    let [straight, slanted] = attacks::crosses(king);
    let (orthogonal, diagonal) = (orthogonal & straight, diagonal & slanted);
    ((changed.meets(straight) & orthogonal.any()) && orthogonal.meets(attacks::rook(king, occupied)))
        || ((changed.meets(slanted) & diagonal.any()) && diagonal.meets(attacks::bishop(king, occupied)))
}

/// The attacks of pawns and knights, by the code of the piece and its square.
static LEAPS: [[Bitboard; 64]; 16] = {
    let mut leaps = [[Bitboard::EMPTY; 64]; 16];
    let mut square = 0;
    while square < 64 {
        let from = Square::ALL[square];
        leaps[Role::Pawn.of(Color::White).code() as usize][square] = attacks::pawn(Color::White, from);
        leaps[Role::Pawn.of(Color::Black).code() as usize][square] = attacks::pawn(Color::Black, from);
        leaps[Role::Knight.of(Color::White).code() as usize][square] = attacks::knight(from);
        leaps[Role::Knight.of(Color::Black).code() as usize][square] = attacks::knight(from);
        square += 1;
    }
    leaps
};
