//! Finding moves that give check without making them.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Role, Square};

use super::move_list::MoveList;
use super::mv::Move;
use super::piece_moves::PieceMoves;
use crate::position::Position;
use crate::position::castling::CastlingSide;
use crate::position::en_passant::captured_en_passant;

impl Position {
    /// Whether a legal move gives check: by the piece on its new square, by a slider behind the squares that it
    /// leaves or clears, or by the castling rook. The move is not made. For a move that is not legal the result has
    /// no meaning.
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
        let Some(piece) = self.get(from) else {
            return false;
        };
        if own.has(to) {
            return self.castling_gives_check(from, to, king);
        }
        let mut occupied = board.occupied().without(from).with(to);
        if piece.role() == Role::Pawn && self.ep() == Some(to) {
            occupied = occupied.without(captured_en_passant(from, to));
        }
        let direct = match mv.promotion().unwrap_or(piece.role()) {
            Role::Pawn => attacks::pawn(us, to).has(king),
            Role::Knight => attacks::knight(to).has(king),
            Role::Bishop => attacks::bishop(to, occupied).has(king),
            Role::Rook => attacks::rook(to, occupied).has(king),
            Role::Queen => attacks::queen(to, occupied).has(king),
            Role::King => false,
        };
        direct || self.slider_sees(king, own.without(from), occupied)
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
            // Castling, promotions and en passant do more than move one piece, so each of these moves is tested by
            // itself.
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

    /// King and rook leave the board, then both arrive, and only the rook can give check.
    ///
    /// Another slider would have to see the enemy king along the first rank, through a square that king or rook has
    /// left, and on their new squares they block that line again.
    fn castling_gives_check(&self, from: Square, rook: Square, king: Square) -> bool {
        let us = self.side_to_move();
        let side = CastlingSide::of(from, rook);
        let left = self.board().occupied().without(from).without(rook);
        let arrived = side.rook_target(us);
        let occupied = left.with(side.king_target(us)).with(arrived);
        attacks::rook(arrived, occupied).has(king)
    }

    /// Whether a slider among these pieces sees a square over an occupancy.
    fn slider_sees(&self, square: Square, pieces: Bitboard, occupied: Bitboard) -> bool {
        let orthogonal = self.board().orthogonal_sliders() & pieces;
        let diagonal = self.board().diagonal_sliders() & pieces;
        attacks::rook(square, occupied).meets(orthogonal) || attacks::bishop(square, occupied).meets(diagonal)
    }
}
