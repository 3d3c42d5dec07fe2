//! The board of a chain: moves by number, made without what only a [`Position`](quadbit_movegen::Position)
//! needs (keys, checks and pins).

use quadbit_movegen::{CastlingRights, CastlingSide, Color, Move, PositionBuilder};
use quadbit_quad::packed_pieces::PackSimd;
use quadbit_quad::{Bitboard, QuadBitboard, attacks};
use quadbit_x88::{File, Piece, Rank, Role, Square};

use super::bits::{Window, width};

/// The pieces by square, by role and by color: each question is one load.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The code of the piece on each square; 0 if it is empty.
    codes: [u8; 64],
    /// The squares of each role of both sides, by its code. The first set is garbage: what an empty square has lost.
    roles: [Bitboard; 8],
    colors: [Bitboard; 2],
}

impl Board {
    pub(super) fn new(board: QuadBitboard) -> Self {
        let mut codes = [0; 64];
        for square in board.occupied() {
            codes[square.index()] = board.code(square);
        }
        let mut roles = [Bitboard::EMPTY; 8];
        for role in Role::ALL {
            roles[role as usize] = board.role(role);
        }
        Self { codes, roles, colors: Color::ALL.map(|color| board.color(color)) }
    }

    /// Reads a move of the side to move, legal or not. `None` if there is no such piece or destination.
    ///
    /// The parts are those of the position, here and below.
    #[inline(always)]
    pub(super) fn read<S: PackSimd>(&self, s: S, parts: &PositionBuilder, bits: &mut Window) -> Option<Move> {
        let us = parts.side_to_move;
        let (own, enemy) = (self.color(us), self.color(!us));
        let occupied = own | enemy;
        let from = s.nth_square(own, bits.take(width(own.count())))?;
        let code = self.code(from);
        if role_of(code) == PAWN {
            let squares = pawn_destinations(parts, from, enemy, occupied);
            if from.rank() == Rank::Seventh.relative_to(us) {
                let number = bits.take(width(4 * squares.count()));
                let to = s.nth_square(squares, number / 4)?;
                return Some(Move::promoting(from, to, PROMOTIONS[number as usize % 4]));
            }
            let to = s.nth_square(squares, bits.take(width(squares.count())))?;
            return Some(Move::new(from, to));
        }
        // No branch for each role, which would be mispredicted.
        let seen = attacks::queen(from, occupied) | attacks::knight(from);
        let squares = (attacks::reach(code, from) & seen) - own;
        if role_of(code) == KING && !parts.castling.is_empty() {
            let rooks = parts.castling.rooks_of(us);
            let number = bits.take(width(squares.count() + rooks.count()));
            let to = match number.checked_sub(squares.count()) {
                Some(number) => s.nth_square(rooks, number),
                None => s.nth_square(squares, number),
            };
            return Some(Move::new(from, to?));
        }
        let to = s.nth_square(squares, bits.take(width(squares.count())))?;
        Some(Move::new(from, to))
    }

    /// Makes a move that was [read](Self::read). `None`, and any board, if it is not legal.
    #[inline(always)]
    pub(super) fn make(&mut self, parts: &mut PositionBuilder, mv: Move) -> Option<()> {
        let us = parts.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        if self.color(us).has(to) {
            parts.board = self.castle(parts.board, us, from, to)?;
            let lost = Bitboard::rank(Rank::First.relative_to(us));
            parts.castling = CastlingRights::from_rooks(parts.castling.rooks() - lost);
            parts.en_passant = None;
            finish(parts, false);
            return Some(());
        }
        let (code, target) = (self.code(from), self.code(to));
        let role = role_of(code);
        let (there, changed) = (Bitboard::of(to), Bitboard::of(from).with(to));
        // A mask, because a branch would be mispredicted.
        let captured = u64::from(target != 0).wrapping_neg();
        self.roles[role_of(target)] ^= there;
        self.colors[(!us).index()] ^= Bitboard(there.0 & captured);
        self.roles[role] ^= changed;
        self.colors[us.index()] ^= changed;
        self.codes[from.index()] = 0;
        self.codes[to.index()] = code;
        parts.board ^= QuadBitboard::splat(changed, code) ^ QuadBitboard::splat(there, target);
        parts.en_passant = None;
        if role == PAWN {
            let is_rare = (target == 0) & (from.file() != to.file()) | mv.is_promotion();
            if is_rare {
                parts.board = self.promote_or_capture(parts.board, mv, us);
            }
            if from.index() ^ to.index() == 16 {
                let beside = Bitboard(there.0 << 1 | there.0 >> 1);
                if beside.meets(self.roles[PAWN] & self.color(!us)) {
                    parts.en_passant = self.en_passant(to, us);
                }
            }
        }
        if !parts.castling.is_empty() {
            let first = Bitboard::rank(Rank::First.relative_to(us));
            let lost = if role == KING { changed | first } else { changed };
            parts.castling = CastlingRights::from_rooks(parts.castling.rooks() - lost);
        }
        finish(parts, role == PAWN || target != 0);
        let king = (self.roles[KING] & self.color(us)).first_or_a1();
        self.is_safe(king, us, self.color(us) | self.color(!us)).then_some(())
    }

    /// The rest of a promotion or a capture en passant.
    #[cold]
    #[inline(never)]
    fn promote_or_capture(&mut self, mut board: QuadBitboard, mv: Move, us: Color) -> QuadBitboard {
        let (from, to) = (mv.from(), mv.to());
        match mv.promotion() {
            Some(role) => {
                self.flip(&mut board, to, Role::Pawn.of(us));
                self.flip(&mut board, to, role.of(us));
            }
            None => self.flip(&mut board, Square::new(to.file(), from.rank()), Role::Pawn.of(!us)),
        }
        board
    }

    /// Castles in standard chess, if it is legal: with a right, king and rook stand on their squares.
    #[cold]
    #[inline(never)]
    fn castle(
        &mut self,
        mut board: QuadBitboard,
        us: Color,
        king: Square,
        rook: Square,
    ) -> Option<QuadBitboard> {
        let side = CastlingSide::of(king, rook);
        let (king_target, rook_target) = (side.king_target(us), side.rook_target(us));
        let occupied = self.color(us) | self.color(!us);
        // The king crosses the rook's target and enters its own.
        let path = [king, rook_target, king_target];
        if attacks::between(king, rook).meets(occupied)
            || !path.into_iter().all(|square| self.is_safe(square, us, occupied))
        {
            return None;
        }
        for (from, to, role) in [(king, king_target, Role::King), (rook, rook_target, Role::Rook)] {
            self.flip(&mut board, from, role.of(us));
            self.flip(&mut board, to, role.of(us));
        }
        Some(board)
    }

    /// The file of a pawn that has just been pushed two squares, if a capture en passant is legal.
    #[inline(never)]
    fn en_passant(&self, pawn: Square, us: Color) -> Option<File> {
        let target = Square::new(pawn.file(), Rank::Third.relative_to(us));
        let capturers = attacks::pawn(us, target) & self.roles[PAWN] & self.color(!us);
        let king = (self.roles[KING] & self.color(!us)).first_or_a1();
        let occupied = (self.color(us) | self.color(!us)).without(pawn).with(target);
        let is_legal = |from| {
            let attackers = self.attackers(king, !us, occupied.without(from));
            attackers.without(pawn).is_empty()
        };
        capturers.into_iter().any(is_legal).then(|| pawn.file())
    }

    /// Whether no enemy attacks a square of a side.
    #[inline(always)]
    fn is_safe(&self, square: Square, us: Color, occupied: Bitboard) -> bool {
        self.attackers(square, us, occupied).is_empty()
    }

    /// The enemies of a side that attack a square.
    #[inline(always)]
    fn attackers(&self, square: Square, us: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.role(Role::Queen);
        let attackers = attacks::pawn(us, square) & self.role(Role::Pawn)
            | attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::bishop(square, occupied) & (self.role(Role::Bishop) | queens)
            | attacks::rook(square, occupied) & (self.role(Role::Rook) | queens);
        attackers & self.color(!us)
    }

    /// Puts a piece on a square, or takes it off.
    #[inline(always)]
    fn flip(&mut self, board: &mut QuadBitboard, square: Square, piece: Piece) {
        self.codes[square.index()] ^= piece.code();
        self.roles[piece.role() as usize] ^= Bitboard::of(square);
        self.colors[piece.color().index()] ^= Bitboard::of(square);
        *board ^= QuadBitboard::splat(Bitboard::of(square), piece.code());
    }

    #[inline(always)]
    fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline(always)]
    fn role(&self, role: Role) -> Bitboard {
        self.roles[role as usize]
    }

    #[inline(always)]
    fn code(&self, square: Square) -> u8 {
        self.codes[square.index()]
    }
}

/// The roles of a promotion, by their numbers.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

const PAWN: usize = Role::Pawn as usize;
const KING: usize = Role::King as usize;

/// The code of the role of a piece; 0 for an empty square.
#[inline(always)]
const fn role_of(code: u8) -> usize {
    (code >> 1 & 7) as usize
}

/// The squares to which a pawn goes if checks do not matter.
#[inline(always)]
fn pawn_destinations(parts: &PositionBuilder, from: Square, enemy: Bitboard, occupied: Bitboard) -> Bitboard {
    let us = parts.side_to_move;
    let sixth = Rank::Sixth.relative_to(us);
    let ep = parts.en_passant.map_or(Bitboard::EMPTY, |file| Bitboard::of(Square::new(file, sixth)));
    let one = Bitboard::of(from).forward(us) - occupied;
    let two = (one & Bitboard::rank(Rank::Third.relative_to(us))).forward(us) - occupied;
    attacks::pawn(us, from) & (enemy | ep) | one | two
}

/// Passes the move to the other side and counts it.
#[inline(always)]
fn finish(parts: &mut PositionBuilder, is_irreversible: bool) {
    let us = parts.side_to_move;
    parts.side_to_move = !us;
    parts.fullmoves = parts.fullmoves.saturating_add(us as u16);
    parts.halfmoves = parts.halfmoves.saturating_add(1) & u16::from(is_irreversible).wrapping_sub(1);
}
