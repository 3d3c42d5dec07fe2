//! The legal moves of a board of sets.
//!
//! 1. Enemy sliders that would attack the king if its own side's pieces were absent are the *snipers*. A sniper gives
//!    check if no piece stands between it and the king, and pins a piece of the king's side if this is the only one
//!    between.
//! 2. The king's steps are tested square by square: is there an attacker along a ray or a knight's
//!    step from the square?
//! 3. Without check a piece may go to any square that its own side does not occupy; with one checker, only
//!    to its square or between it and the king; with two, only the king moves. A pinned piece keeps to the
//!    line through its king.
//! 4. Unpinned pawns move as sets, pinned pawns one by one; other pieces one by one, sliders by [`rays`].
//! 5. A capture en passant is tried on a copy of the occupancy.
//!
//! A move that reaches the sink is legal: nothing is tested afterwards.

use quadbit_quad::{Bitboard, attacks};
use quadbit_x88::{Color, File, Rank, Role, Square};

use super::rays;
use super::view::{behind, castling_targets};
use crate::bitboards::pieces::Pieces;
use crate::bitboards::state::State;
use crate::bitboards::view::View;

/// A consumer of moves, which come as sets of targets.
pub(crate) trait Sink {
    /// Receives the moves of a piece other than a pawn: from `from` to each square of `targets`.
    fn piece(&mut self, role: Role, from: Square, targets: Bitboard);

    /// Receives the targets of the pawns of the side to move: of single pushes, double pushes, captures to the west and
    /// captures to the east. Single pushes and captures may reach the last rank. Without `QUIET`, pushes that do not
    /// promote are left out.
    #[inline(always)]
    fn pawn_moves<V: View, const QUIET: bool>(&mut self, [single, double, west, east]: [Bitboard; 4]) {
        let step = forward::<V>();
        let last = Bitboard::rank(Rank::Eighth.relative_to(V::GEOMETRY));
        if QUIET {
            self.pawns(single - last, step);
            self.double_pushes(double, 2 * step);
        }
        self.pawns(west - last, step - 1);
        self.pawns(east - last, step + 1);
        if (single | west | east).intersects(last) {
            self.promotions(single & last, step);
            self.promotions(west & last, step - 1);
            self.promotions(east & last, step + 1);
        }
    }

    /// Receives the targets of single pushes or captures of pawns that do not promote, each from the square whose
    /// number is lower by `step`. Black's steps are negative.
    fn pawns(&mut self, targets: Bitboard, step: i32);

    /// Receives the targets of double pushes, each from the square whose number is lower by `step`. Black's steps are
    /// negative.
    fn double_pushes(&mut self, targets: Bitboard, step: i32);

    /// Receives the targets of moves of pawns to the last rank, each from the square whose number is lower by `step`
    /// (negative for Black). Each target stands for four moves: a promotion to each of four pieces.
    fn promotions(&mut self, targets: Bitboard, step: i32);

    /// Receives a capture en passant from `from` to `to`, the square that the captured pawn jumped over.
    fn en_passant(&mut self, from: Square, to: Square);

    /// Receives castling of the king on the square `king` with the rook on the square `rook`.
    fn castling(&mut self, king: Square, rook: Square);
}

/// A sink that counts moves by the sizes of the sets of targets, without looking at single squares.
#[derive(Debug)]
pub(crate) struct Count(pub(crate) u32);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _role: Role, _from: Square, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _step: i32) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn double_pushes(&mut self, targets: Bitboard, _step: i32) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, _step: i32) {
        self.0 += 4 * targets.len();
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: Square, _to: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castling(&mut self, _king: Square, _rook: Square) {
        self.0 += 1;
    }
}

/// Puts all legal moves of the side to move into `sink`; only captures and promotions if `QUIET` is false.
#[inline(always)]
pub(crate) fn generate<V: View, P: Pieces, K: Sink, const QUIET: bool>(
    pieces: &P,
    state: State,
    sink: &mut K,
) {
    let scene = Scene::<V, P, QUIET>::new(pieces);
    scene.king_steps(sink);
    if scene.allowed.is_empty() {
        return;
    }
    if QUIET {
        scene.castling(state.castling_rooks::<V>(), sink);
    }
    scene.knights(sink);
    scene.pawns(sink);
    if let Some(target) = state.ep_target::<V>() {
        scene.en_passant(target, sink);
    }
    scene.sliders(sink);
}

/// Whether the side to move is in check.
#[inline(always)]
pub(crate) fn is_check<V: View, P: Pieces>(pieces: &P) -> bool {
    Scene::<V, P, true>::new(pieces).checkers.any()
}

/// The pieces of a board with what limits the moves of the side to move: its king, checkers, pinned pieces and allowed
/// squares.
#[derive(Debug)]
struct Scene<'a, V, P, const QUIET: bool> {
    pieces: &'a P,
    own: Bitboard,
    theirs: Bitboard,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    /// The squares to which a piece other than the king may move if it is not pinned: those that hold no piece of its
    /// own side, and in check only those where a move ends the check.
    allowed: Bitboard,
    view: core::marker::PhantomData<V>,
}

impl<'a, V: View, P: Pieces, const QUIET: bool> Scene<'a, V, P, QUIET> {
    #[inline(always)]
    fn new(pieces: &'a P) -> Self {
        let (own, theirs) = (pieces.own::<V>(), pieces.theirs::<V>());
        let king = (pieces.role(Role::King) & own).first_or_a1();
        let snipers = rays::rook(king, theirs) & pieces.orthogonal_sliders()
            | rays::bishop(king, theirs) & pieces.diagonal_sliders();
        let mut checkers = (attacks::pawn(V::GEOMETRY, king) & pieces.role(Role::Pawn)
            | attacks::knight(king) & pieces.role(Role::Knight))
            & theirs;
        let (mut pinned, mut blocks) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for sniper in snipers & theirs {
            let between = attacks::between(king, sniper);
            let in_the_way = between & own;
            if in_the_way.is_empty() {
                checkers = checkers.with(sniper);
                blocks |= between;
            } else if !in_the_way.has_many() {
                pinned |= in_the_way;
            }
        }
        let allowed = if checkers.is_empty() {
            !own
        } else if checkers.has_many() {
            Bitboard::EMPTY
        } else {
            checkers | blocks
        };
        Self { pieces, own, theirs, king, checkers, pinned, allowed, view: core::marker::PhantomData }
    }

    /// Filters `targets`, squares to which a piece other than a pawn may move: keeps all if `QUIET`, else only those
    /// that hold enemy pieces.
    #[inline(always)]
    fn wanted(&self, targets: Bitboard) -> Bitboard {
        if QUIET { targets } else { targets & self.theirs }
    }

    #[inline(always)]
    fn occupied(&self) -> Bitboard {
        self.own | self.theirs
    }

    /// Whether one of the enemy pieces `by` attacks `square`, if the pieces on `occupied` stand in the way of sliders.
    #[inline(always)]
    fn is_attacked(&self, square: Square, by: Bitboard, occupied: Bitboard) -> bool {
        let pieces = self.pieces;
        let leapers = attacks::pawn(V::GEOMETRY, square) & pieces.role(Role::Pawn)
            | attacks::knight(square) & pieces.role(Role::Knight)
            | attacks::king(square) & pieces.role(Role::King);
        leapers.intersects(by)
            || (rays::rook(square, occupied) & pieces.orthogonal_sliders()).intersects(by)
            || (rays::bishop(square, occupied) & pieces.diagonal_sliders()).intersects(by)
    }

    #[inline(always)]
    fn king_steps<K: Sink>(&self, sink: &mut K) {
        let occupied = self.occupied().without(self.king);
        let mut safe = self.wanted(attacks::king(self.king) - self.own);
        for to in safe {
            if self.is_attacked(to, self.theirs, occupied) {
                safe = safe.without(to);
            }
        }
        sink.piece(Role::King, self.king, safe);
    }

    /// Puts castling with each of `rooks`, whose rights remain, into the sink if it is legal. The king must not be in
    /// check, all squares that king and rook cross or enter must be empty but for the two of them, and no square that
    /// the king crosses or enters may be attacked. Nor may the rook be pinned, because its move would expose the king's
    /// new square; this happens only in Chess960.
    #[inline(always)]
    fn castling<K: Sink>(&self, rooks: Bitboard, sink: &mut K) {
        if self.checkers.any() {
            return;
        }
        for rook in rooks - self.pinned {
            let [king_target, rook_target] = castling_targets::<V>(self.king, rook);
            let king_path = span(self.king, king_target);
            let path = king_path | span(rook, rook_target);
            let others = self.occupied().without(self.king).without(rook);
            let is_safe = |square| !self.is_attacked(square, self.theirs, self.occupied());
            if !path.intersects(others) && king_path.into_iter().all(is_safe) {
                sink.castling(self.king, rook);
            }
        }
    }

    /// Puts the moves of knights into the sink. A pinned knight has none.
    #[inline(always)]
    fn knights<K: Sink>(&self, sink: &mut K) {
        for from in self.pieces.role(Role::Knight) & (self.own - self.pinned) {
            sink.piece(Role::Knight, from, self.wanted(attacks::knight(from) & self.allowed));
        }
    }

    #[inline(always)]
    fn sliders<K: Sink>(&self, sink: &mut K) {
        let occupied = self.occupied();
        for from in self.pieces.role(Role::Bishop) & self.own {
            let targets = rays::bishop(from, occupied);
            sink.piece(Role::Bishop, from, self.wanted(targets & self.allowed_from(from)));
        }
        for from in self.pieces.role(Role::Rook) & self.own {
            let targets = rays::rook(from, occupied);
            sink.piece(Role::Rook, from, self.wanted(targets & self.allowed_from(from)));
        }
        for from in self.pieces.role(Role::Queen) & self.own {
            let targets = rays::bishop(from, occupied) | rays::rook(from, occupied);
            sink.piece(Role::Queen, from, self.wanted(targets & self.allowed_from(from)));
        }
    }

    /// The squares to which the piece on `from` may move: those in `allowed`, and if it is pinned only those on the
    /// line through the king.
    #[inline(always)]
    fn allowed_from(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) { self.allowed & attacks::line(self.king, from) } else { self.allowed }
    }

    /// Puts the moves of pawns into the sink: unpinned pawns as sets, pinned pawns one by one.
    #[inline(always)]
    fn pawns<K: Sink>(&self, sink: &mut K) {
        let pawns = self.pieces.role(Role::Pawn) & self.own;
        self.pawn_set(pawns - self.pinned, self.allowed, sink);
        for pawn in pawns & self.pinned {
            self.pawn_set(Bitboard::of(pawn), self.allowed_from(pawn), sink);
        }
    }

    #[inline(always)]
    fn pawn_set<K: Sink>(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut K) {
        let us = V::GEOMETRY;
        let empty = !self.occupied();
        let third = Bitboard::rank(Rank::Third.relative_to(us));

        let single = pawns.forward(us) & empty;
        let double = (single & third).forward(us) & empty & allowed;
        let single = single & allowed;
        let captures = self.theirs & allowed;
        let west = (pawns - Bitboard::file(File::A)).forward(us) >> 1 & captures;
        let east = (pawns - Bitboard::file(File::H)).forward(us) << 1 & captures;

        sink.pawn_moves::<V, QUIET>([single, double, west, east]);
    }

    /// Puts captures en passant to `target` into the sink, if they are legal: each is made on a copy of the occupancy,
    /// and then the king must not be attacked.
    #[inline(always)]
    fn en_passant<K: Sink>(&self, target: Square, sink: &mut K) {
        let victim = behind::<V>(target);
        let capturers = attacks::pawn(!V::GEOMETRY, target) & self.pieces.role(Role::Pawn) & self.own;
        for from in capturers {
            let occupied = self.occupied().without(from).without(victim).with(target);
            if !self.is_attacked(self.king, self.theirs.without(victim), occupied) {
                sink.en_passant(from, target);
            }
        }
    }
}

/// The change of a pawn's square number by a push.
#[inline(always)]
const fn forward<V: View>() -> i32 {
    match V::GEOMETRY {
        Color::White => 8,
        Color::Black => -8,
    }
}

/// All squares from `a` to `b` on their common rank, both included.
#[inline(always)]
pub(crate) fn span(a: Square, b: Square) -> Bitboard {
    let (low, high) = (a.index().min(b.index()), a.index().max(b.index()));
    Bitboard((2_u64 << high).wrapping_sub(1 << low))
}
