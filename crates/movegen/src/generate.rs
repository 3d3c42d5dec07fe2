//! Legal moves: pins and check masks first, then every piece's targets, so that nothing is made to be tested.
//!
//! 1. [`KingSafety`] finds the checkers and the pinned pieces from the king's square.
//! 2. Without check a piece may go anywhere but to its own side's squares; with one checker only to the checker or
//!    between; with two, the king alone moves.
//! 3. A pinned piece keeps to the line through its king.
//! 4. The king tests its own few targets, with itself taken off the board, so that it does not hide behind itself.
//!
//! Unpinned pawns move as sets; everything else moves piece by piece. What is done with the sets is a [`Sink`]'s
//! business: writing a list, or only counting.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use crate::castling::Wing;
use crate::position::KingSafety;
use crate::{Move, MoveList, Position};

/// What becomes of the moves: sets of targets go in. The king comes first, then pawns, then officers, knights first.
pub(crate) trait Sink {
    /// One piece, a pawn only when it captures en passant, moves to any of these squares.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);

    /// The king castles with any of these rooks.
    fn castling(&mut self, king: Square, rooks: Bitboard) {
        self.piece(Role::King, king, rooks);
    }

    /// Pawns arrive on these squares, each from `step` squares below in number.
    fn pawns(&mut self, targets: Bitboard, step: i32);

    /// Pawns arrive on these squares by a double push.
    fn double_pushes(&mut self, targets: Bitboard, step: i32) {
        self.pawns(targets, step);
    }

    /// Pawns arrive on these squares of the last rank, and become one of four pieces each.
    fn promotions(&mut self, targets: Bitboard, step: i32);
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, _role: Role, from: Square, targets: Bitboard) {
        self.extend(targets.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i32) {
        self.extend(targets.into_iter().map(|to| Move::new(back(to, step), to)));
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.extend(Role::PROMOTIONS.map(|role| Move::promoting(back(to, step), to, role)));
        }
    }
}

/// Counts without looking at single squares.
struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _role: Role, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _step: i32) {
        self.0 += targets.count();
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: i32) {
        self.0 += 4 * targets.count();
    }
}

/// The square `step` below `to` in number. On the board, because a pawn came from there.
#[inline]
pub(crate) fn back(to: Square, step: i32) -> Square {
    Square::from_low_bits((to.index() as u32).wrapping_sub(step.cast_unsigned()))
}

impl Position {
    /// All legal moves, in no particular order.
    ///
    /// ```
    /// use quadbit_movegen::{Move, Position};
    /// use quadbit_x88::Square;
    /// let moves = Position::start().legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.contains(&Move::new(Square::G1, Square::F3)));
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Empties a list and writes all legal moves into it: one list can serve a whole search.
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        list.clear();
        self.generate(list);
    }

    /// The number of legal moves, without a list: sets are counted, not walked.
    ///
    /// ```
    /// use quadbit_movegen::Position;
    /// // The most moves that a position is known to have.
    /// let position = Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")?;
    /// assert_eq!(position.legal_count(), 218);
    /// # Ok::<(), quadbit_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn legal_count(&self) -> usize {
        let mut count = Count(0);
        self.generate(&mut count);
        count.0 as usize
    }

    /// Whether a move is legal in this position. Any 16 bits may be asked for.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// One copy of the generator for each side, so that pawn directions are constants.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) {
        match self.side_to_move() {
            Color::White => self.generate_for(Color::White, sink),
            Color::Black => self.generate_for(Color::Black, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, us: Color, sink: &mut S) {
        let safety = self.king_safety(us);
        self.king_moves(us, &safety, sink);
        if safety.checkers.has_many() {
            return;
        }
        let own = self.board().color(us);
        let allowed = match safety.checkers.first() {
            Some(checker) => attacks::between(safety.king, checker).with(checker),
            None => !own,
        };
        self.pawn_moves(us, &safety, allowed, sink);
        self.officer_moves(us, &safety, allowed - own, sink);
        if safety.checkers.is_empty() && self.castling_rights().rooks_of(us).any() {
            self.castling_moves(us, &safety, sink);
        }
    }

    #[inline(always)]
    fn king_moves<S: Sink>(&self, us: Color, safety: &KingSafety, sink: &mut S) {
        let board = self.board();
        let without_king = board.occupied().without(safety.king);
        let mut targets = attacks::king(safety.king) - board.color(us);
        for to in targets {
            if self.is_attacked_over(to, !us, without_king) {
                targets = targets.without(to);
            }
        }
        sink.piece(Role::King, safety.king, targets);
    }

    /// Knights, bishops, rooks and queens.
    #[inline(always)]
    fn officer_moves<S: Sink>(&self, us: Color, safety: &KingSafety, allowed: Bitboard, sink: &mut S) {
        let board = self.board();
        let own = board.color(us);
        let occupied = board.occupied();
        // A pinned knight never reaches its line.
        for from in board.knights() & (own - safety.pinned) {
            sink.piece(Role::Knight, from, attacks::knight(from) & allowed);
        }
        for from in board.bishops() & own {
            let targets = attacks::bishop(from, occupied) & allowed;
            sink.piece(Role::Bishop, from, targets & safety.line_of(from));
        }
        for from in board.rooks() & own {
            let targets = attacks::rook(from, occupied) & allowed;
            sink.piece(Role::Rook, from, targets & safety.line_of(from));
        }
        for from in board.queens() & own {
            let targets = attacks::queen(from, occupied) & allowed;
            sink.piece(Role::Queen, from, targets & safety.line_of(from));
        }
    }

    /// Free pawns as sets, pinned pawns one by one, en passant by its own rule.
    #[inline(always)]
    fn pawn_moves<S: Sink>(&self, us: Color, safety: &KingSafety, allowed: Bitboard, sink: &mut S) {
        let pawns = self.board().pawns() & self.board().color(us);
        self.pawn_set_moves(us, pawns - safety.pinned, allowed, sink);
        for pawn in pawns & safety.pinned {
            let line = attacks::line(safety.king, pawn);
            self.pawn_set_moves(us, Bitboard::of(pawn), allowed & line, sink);
        }
        if let Some(target) = self.ep() {
            for from in self.ep_capturers(target) {
                if self.is_ep_legal(from, target) {
                    sink.piece(Role::Pawn, from, Bitboard::of(target));
                }
            }
        }
    }

    /// The pushes and captures of a set of pawns onto allowed squares.
    #[inline(always)]
    fn pawn_set_moves<S: Sink>(&self, us: Color, pawns: Bitboard, allowed: Bitboard, sink: &mut S) {
        let board = self.board();
        let empty = !board.occupied();
        let theirs = board.color(!us);
        let forward = match us {
            Color::White => 8,
            Color::Black => -8,
        };
        let third = Bitboard::rank(Rank::Third.of(us));
        let last = Bitboard::rank(Rank::Eighth.of(us));

        let single = pawns.forward(us) & empty;
        let double = (single & third).forward(us) & empty & allowed;
        let single = single & allowed;
        let west = (pawns - Bitboard::file(File::A)).forward(us) >> 1 & theirs & allowed;
        let east = (pawns - Bitboard::file(File::H)).forward(us) << 1 & theirs & allowed;

        sink.pawns(single - last, forward);
        sink.double_pushes(double, 2 * forward);
        sink.pawns(west - last, forward - 1);
        sink.pawns(east - last, forward + 1);
        if (single | west | east).meets(last) {
            sink.promotions(single & last, forward);
            sink.promotions(west & last, forward - 1);
            sink.promotions(east & last, forward + 1);
        }
    }

    /// Castling: all squares that king and rook cross or enter are empty but for the two of them, and no square that
    /// the king stands on, crosses or enters is attacked.
    #[inline(never)]
    fn castling_moves<S: Sink>(&self, us: Color, safety: &KingSafety, sink: &mut S) {
        let king = safety.king;
        let occupied = self.board().occupied();
        let mut rooks = Bitboard::EMPTY;
        for rook in self.castling_rights().rooks_of(us) {
            let wing = Wing::of(king, rook);
            let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
            let king_path = attacks::between(king, king_target).with(king_target);
            let rook_path = attacks::between(rook, rook_target).with(rook_target);
            let others = occupied.without(king).without(rook);
            if (king_path | rook_path).meets(others) {
                continue;
            }
            // On its way the king is seen past itself, at the end also past the square that the rook has left.
            let crossed = king_path.without(king_target);
            let after = others.with(rook_target);
            if crossed.into_iter().any(|square| self.is_attacked_over(square, !us, occupied.without(king)))
                || self.is_attacked_over(king_target, !us, after)
            {
                continue;
            }
            rooks = rooks.with(rook);
        }
        sink.castling(king, rooks);
    }
}

impl KingSafety {
    /// Where a piece may go for the sake of its king: anywhere, or along the line on which it is pinned.
    #[inline(always)]
    fn line_of(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { attacks::line(self.king, from) } else { Bitboard::ALL }
    }
}
