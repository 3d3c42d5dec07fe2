//! Legal moves: attacks, pins and checks first, then every piece's targets, so that nothing is made to be tested.
//!
//! 1. [`KingSafety`] finds what the enemy attacks, the checkers and the pinned pieces, by fills in all directions at once.
//! 2. The king goes to its neighbours that are not attacked.
//! 3. Without check a piece may go anywhere but to its own side's squares; with one checker only to the checker or
//!    between; with two, the king alone moves.
//! 4. A pinned piece keeps to the line through its king.
//!
//! Unpinned pawns move as sets; everything else moves piece by piece. What is done with the sets is a [`Sink`]'s
//! business: writing a list, or only counting, which lets the sliders move as sets as well.

use quadbit_quad::sets::Four;
use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::move_list::MoveList;
use super::mv::Move;
use crate::position::Position;
use crate::position::safety::KingSafety;

/// What becomes of the moves: sets of targets go in. King and knights come first, then pawns, then sliders.
pub(crate) trait Sink {
    /// Whether no more moves are wanted.
    #[inline(always)]
    fn is_done(&self) -> bool {
        false
    }

    /// One piece, a pawn only when it captures en passant, moves to any of these squares.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);

    /// The king castles with any of these rooks.
    fn castling(&mut self, king: Square, rooks: Bitboard) {
        self.piece(Role::King, king, rooks);
    }

    /// Pawns move to allowed squares, other than en passant.
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard);

    /// Bishops, rooks and queens move to allowed squares: one by one, unless the sink knows better.
    #[inline(always)]
    fn sliders(&mut self, position: &Position, movers: Bitboard, safety: &KingSafety, allowed: Bitboard) {
        position.sliders_one_by_one(movers, safety, allowed, self);
    }
}

/// What becomes of pawns that move as sets.
pub(crate) trait PawnSink {
    /// Pawns arrive on these squares, each from `step` squares below in number.
    fn steps(&mut self, targets: Bitboard, step: i32);

    /// Pawns arrive on these squares of the last rank, and become one of four pieces each.
    fn promotions(&mut self, targets: Bitboard, step: i32);
}

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, _role: Role, from: Square, targets: Bitboard) {
        self.extend(targets.into_iter().map(|to| Move::new(from, to)));
    }

    #[inline(always)]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        position.pawn_set_moves(us, pawns, allowed, self);
    }
}

impl PawnSink for MoveList {
    #[inline]
    fn steps(&mut self, targets: Bitboard, step: i32) {
        self.extend(targets.into_iter().map(|to| Move::new(back(to, step), to)));
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i32) {
        for to in targets {
            self.extend(Role::PROMOTIONS.map(|role| Move::promoting(back(to, step), to, role)));
        }
    }
}

/// Which of the legal moves are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The pieces that move.
    pub(crate) pieces: Bitboard,
    /// Where to, other than by castling and en passant.
    pub(crate) targets: Bitboard,
    pub(crate) castling: bool,
    pub(crate) en_passant: bool,
}

impl Scope {
    pub(crate) const ALL: Self =
        Self { pieces: Bitboard::ALL, targets: Bitboard::ALL, castling: true, en_passant: true };
}

/// Counts without looking at single squares.
struct Count(u32);

impl Sink for Count {
    #[inline]
    fn piece(&mut self, _role: Role, _from: Square, targets: Bitboard) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn pawns(&mut self, position: &Position, us: Color, pawns: Bitboard, allowed: Bitboard) {
        position.pawn_set_moves(us, pawns, allowed, self);
    }

    /// In one direction no two sliders attack the same square, so the sizes of eight sets are the number of moves. A pinned
    /// slider is left out of all lines but that of its pin.
    #[inline(always)]
    fn sliders(&mut self, position: &Position, movers: Bitboard, safety: &KingSafety, allowed: Bitboard) {
        let board = position.board();
        let orthogonal = board.orthogonal_sliders() & movers;
        let diagonal = board.diagonal_sliders() & movers;
        let [rank, file, rising, falling] = safety.pinned_on;
        let free = |sliders: Bitboard, pinned_here: Bitboard| (sliders - (safety.pinned - pinned_here)).0;
        let [up, down] = safety.rose.attacks(Four([
            free(orthogonal, rank),
            free(orthogonal, file),
            free(diagonal, rising),
            free(diagonal, falling),
        ]));
        for (up, down) in core::iter::zip(up.0, down.0) {
            self.0 += (Bitboard(up) & allowed).count() + (Bitboard(down) & allowed).count();
        }
    }
}

impl PawnSink for Count {
    #[inline]
    fn steps(&mut self, targets: Bitboard, _step: i32) {
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
    /// use quadbit_movegen::{Move, Position, Square};
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

    /// All legal moves.
    #[inline]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) {
        self.generate_some(Scope::ALL, sink);
    }

    /// One copy of the generator for each side, so that pawn directions are constants.
    #[inline]
    pub(crate) fn generate_some<S: Sink>(&self, scope: Scope, sink: &mut S) {
        match self.side_to_move() {
            Color::White => self.generate_for(Color::White, scope, sink),
            Color::Black => self.generate_for(Color::Black, scope, sink),
        }
    }

    #[inline(always)]
    fn generate_for<S: Sink>(&self, us: Color, scope: Scope, sink: &mut S) {
        let safety = self.king_safety(us);
        let own = self.board().color(us);
        let movers = own & scope.pieces;
        let allowed = safety.allowed(own);
        if movers.has(safety.king) {
            let steps = attacks::king(safety.king) - own - safety.attacked;
            sink.piece(Role::King, safety.king, steps & scope.targets);
            if scope.castling && allowed.any() && self.castling_rights().rooks_of(us).any() {
                sink.castling(safety.king, self.castling_rooks(us, &safety));
            }
        }
        if allowed.is_empty() {
            return;
        }
        let allowed = allowed & scope.targets;
        // A pinned knight never reaches its line.
        for from in self.board().knights() & (movers - safety.pinned) {
            sink.piece(Role::Knight, from, attacks::knight(from) & allowed);
        }
        self.pawn_moves(us, self.board().pawns() & movers, &safety, allowed, sink);
        if scope.en_passant {
            self.en_passant_moves(movers, sink);
        }
        if !sink.is_done() {
            sink.sliders(self, movers, &safety, allowed);
        }
    }

    /// Bishops, rooks and queens.
    #[inline(always)]
    fn sliders_one_by_one<S: Sink + ?Sized>(
        &self,
        movers: Bitboard,
        safety: &KingSafety,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        let board = self.board();
        let occupied = board.occupied();
        for from in board.bishops() & movers {
            let targets = attacks::bishop(from, occupied) & allowed;
            sink.piece(Role::Bishop, from, targets & safety.line_of(from));
        }
        for from in board.rooks() & movers {
            let targets = attacks::rook(from, occupied) & allowed;
            sink.piece(Role::Rook, from, targets & safety.line_of(from));
        }
        for from in board.queens() & movers {
            let targets = attacks::queen(from, occupied) & allowed;
            sink.piece(Role::Queen, from, targets & safety.line_of(from));
        }
    }

    /// Free pawns as sets, pinned pawns one by one.
    #[inline(always)]
    fn pawn_moves<S: Sink>(
        &self,
        us: Color,
        pawns: Bitboard,
        safety: &KingSafety,
        allowed: Bitboard,
        sink: &mut S,
    ) {
        sink.pawns(self, us, pawns - safety.pinned, allowed);
        for pawn in pawns & safety.pinned {
            sink.pawns(self, us, Bitboard::of(pawn), allowed & safety.line_of(pawn));
        }
    }

    /// En passant, by its own rule about checks and pins.
    #[inline(always)]
    fn en_passant_moves<S: Sink>(&self, movers: Bitboard, sink: &mut S) {
        if let Some(target) = self.ep() {
            for from in self.ep_capturers(target) & movers {
                if self.is_ep_legal(from, target) {
                    sink.piece(Role::Pawn, from, Bitboard::of(target));
                }
            }
        }
    }

    /// The pushes and captures of a set of pawns onto allowed squares, with the steps that lead there.
    #[inline(always)]
    fn pawn_set_moves<S: PawnSink>(&self, us: Color, pawns: Bitboard, allowed: Bitboard, sink: &mut S) {
        let forward = match us {
            Color::White => 8,
            Color::Black => -8,
        };
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));
        let PawnTargets { single, double, west, east } = self.pawn_targets(us, pawns, allowed);

        sink.steps(single - last, forward);
        sink.steps(double, 2 * forward);
        sink.steps(west - last, forward - 1);
        sink.steps(east - last, forward + 1);
        if (single | west | east).meets(last) {
            sink.promotions(single & last, forward);
            sink.promotions(west & last, forward - 1);
            sink.promotions(east & last, forward + 1);
        }
    }

    /// Where pawns go, other than en passant: each of them may go to the allowed squares.
    #[inline(always)]
    pub(crate) fn pawn_targets(&self, us: Color, pawns: Bitboard, allowed: Bitboard) -> PawnTargets {
        let empty = !self.board().occupied();
        let victims = self.board().color(!us) & allowed;
        let third = Bitboard::rank(Rank::Third.relative_to(us));
        let single = pawns.forward(us) & empty;
        PawnTargets {
            single: single & allowed,
            double: (single & third).forward(us) & empty & allowed,
            west: (pawns - Bitboard::file(File::A)).forward(us) >> 1 & victims,
            east: (pawns - Bitboard::file(File::H)).forward(us) << 1 & victims,
        }
    }
}

/// Where some pawns go, by the step that they take.
pub(crate) struct PawnTargets {
    pub(crate) single: Bitboard,
    pub(crate) double: Bitboard,
    /// Captures towards the a-file.
    pub(crate) west: Bitboard,
    /// Captures towards the h-file.
    pub(crate) east: Bitboard,
}

impl PawnTargets {
    /// All of them.
    #[inline]
    pub(crate) fn union(&self) -> Bitboard {
        self.single | self.double | self.west | self.east
    }
}

impl KingSafety {
    /// Where a piece other than the king may go: without check anywhere but to its own side's squares, with one checker to
    /// it or in its way, with two nowhere.
    #[inline(always)]
    pub(crate) fn allowed(&self, own: Bitboard) -> Bitboard {
        match self.checkers.first() {
            None => !own,
            Some(_) if self.checkers.has_many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(self.king, checker).with(checker),
        }
    }

    /// Where a piece may go for the sake of its king: anywhere, or along the line on which it is pinned.
    #[inline(always)]
    pub(crate) fn line_of(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { attacks::line(self.king, from) } else { Bitboard::ALL }
    }
}
