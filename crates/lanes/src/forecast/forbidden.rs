//! The moves that are excluded because they concern the enemy king: most of the [rules](Rule).
//!
//! 1. [`AttackCounts`]: which squares we attack at least once, twice, three times. That sorts the enemy king's squares:
//!    free ones must stay free (4d, 4e), those with one attacker or two must keep them (4a, 4b, 4c, 4f).
//! 2. [`TheirCastling`]: which squares a castling move needs (5a, 5b).
//! 3. [`Lines`]: which pieces stand on lines of the enemy king, and where a slider would check or pin (1a to 1e).
//! 4. [`Forbidden`] joins these: our pieces that must stay, and squares that a kind of piece must not enter.
//!
//! A set may be larger than its rule demands, because an excluded move is made and counted anyway. It must never be
//! smaller.

use fearless_simd::prelude::*;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine, Rays};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Rank;

use super::castling::TheirCastling;
use super::rules::Rule;
use crate::board::attacks::attackers;
use crate::board::scene::Scene;
use crate::board::select::union_where;
use crate::board::sides::{THEM, US};

/// Our moves that have to be made before the replies to them can be counted, because they concern the enemy king: all
/// moves of certain of our pieces, and moves to certain squares, by the kind of the moving piece.
///
/// A *king's square* is a neighbour of the enemy king to which it could move if we did not attack it, or a
/// square that it crosses in castling. A move that is not excluded changes neither which of these squares we
/// attack nor which pieces are pinned to the enemy king, and gives no check.
pub(super) struct Forbidden<S: BoardSimd> {
    /// Our pieces that must stay, whatever their kind, because of a square that the enemy king could enter or cross, or
    /// of the enemy's castling, by the rules [`CastlingPath`](Rule::CastlingPath), [`LineOpener`](Rule::LineOpener),
    /// [`OnlyAttacker`](Rule::OnlyAttacker) and [`TwoAttackers`](Rule::TwoAttackers).
    pub(super) must_stay: S::u64s,
    /// Our pieces on lines through the enemy king that must stay, because moving them would discover a check, pin an
    /// enemy piece or end a pin. Our slider that pins an enemy piece is among them, but may move along the pin
    /// ([`pinners`](Self::pinners)).
    pub(super) on_lines: S::u64s,
    /// Our sliders that pin a piece to the enemy king, by the line of the pin.
    pub(super) pinners: ByLine<S::u64s>,
    /// Squares that none of our pieces may enter, whatever its kind.
    pub(super) all: S::u64s,
    /// Squares that only our slider that pins an enemy piece may enter, moving along the pin.
    pub(super) pin_lines: S::u64s,
    /// Squares that our rooks and queens must not enter: from there they would attack, as rooks, a square that the
    /// enemy king could enter or cross and that we do not attack yet; or an enemy piece of [`alone`](Self::alone) is
    /// there.
    pub(super) rook: S::u64s,
    /// Squares that our bishops and queens must not enter: from there they would attack, as bishops, a square that the
    /// enemy king could enter or cross and that we do not attack yet; or an enemy piece of [`alone`](Self::alone) is
    /// there.
    pub(super) bishop: S::u64s,
    /// Squares from which our sliders would give check or pin an enemy piece, by the kind of line of the check or pin.
    pub(super) views: ByLine<S::u64s>,
    /// Squares that our knights must not enter: from there they would give check.
    pub(super) knight: S::u64s,
    /// Squares from which our knight would attack a square that the enemy king could enter or cross and that we do not
    /// attack yet. A knight may go there, but this may prevent moves of the enemy king.
    pub(super) near: S::u64s,
    /// Squares that our pawns must not enter: from there they would give check, or attack a square that the enemy king
    /// could enter or cross and that we do not attack yet.
    pub(super) pawn: S::u64s,
    /// Squares that our king must not enter: from there it would attack a square that the enemy king could enter or
    /// cross and that we do not attack yet.
    pub(super) king: S::u64s,
    /// The neighbours of the enemy king to which it could move if we passed.
    pub(super) safe: S::u64s,
    /// Enemy pieces next to the enemy king that exactly one of our pieces attacks: if our piece captures there, the
    /// enemy king may recapture.
    pub(super) alone: S::u64s,
    /// The enemy rooks with which the enemy king could castle if we passed.
    pub(super) castling: S::u64s,
    /// The squares that the enemy king crosses or reaches in the castling moves that would be legal if we passed: on
    /// the queen's side, and on the king's side.
    pub(super) castling_paths: [S::u64s; 2],
}

impl<S: BoardSimd> Forbidden<S> {
    /// Finds the moves in `scene` that the [rules](Rule) about the enemy king exclude. `rooks` are the castling rooks
    /// of both sides; rooks that no longer stand on these squares do no harm.
    #[inline(always)]
    pub(super) fn new<const R: bool>(s: S, scene: &Scene<S, R>, rooks: S::u64s) -> Self {
        let Scene { ref boards, empty, ours, theirs, king, our_slides, .. } = *scene;
        let AttackCounts { once, twice, thrice } = AttackCounts::new(s, scene);
        let castling = TheirCastling::new(s, scene, rooks, once);

        // The squares that the enemy king could enter or cross: all of them (`squares`), and those that none, one and
        // two of our pieces attack.
        let ring = sets::king_attacks(king);
        let squares = (ring & !theirs) | castling.king_path;
        let safe = squares & !once;
        let single = squares & once & !twice;
        let double = squares & twice & !thrice;
        let alone = ring & theirs & once & !twice;

        let rays = Rays::new(empty);
        let from_safe = rays.attacks(safe);
        let openers = (from_safe.lines() & our_slides.lines()).union() & ours;
        // The attackers of the squares in `single`, and the empty squares between a slider among them and such a
        // square.
        let zero = S::u64s::splat(s, 0);
        let (mut only, mut path_to_single) = (zero, zero);
        if single.simd_ne(zero).any_true() {
            let from_single = seen_from(s, &rays, single);
            only = attackers_or_king(scene, single, from_single);
            path_to_single = empty_between::<S>(empty, our_slides, from_single);
        }
        // The attackers of the squares in `double`, in lanes where one of them is a slider that is not next to its
        // square: a move of one attacker could cut this slider off.
        let mut pairs = zero;
        if (double & our_slides.union()).simd_ne(zero).any_true() {
            let from_double = seen_from(s, &rays, double);
            let path_to_double = empty_between::<S>(empty, our_slides, from_double);
            pairs = path_to_double.simd_eq(zero).select(zero, attackers_or_king(scene, double, from_double));
        }
        // Squares from which a slider or a pawn would attack a square of `safe`, or a pawn would give check.
        let [n, ne, e, se, so, sw, w, nw] = from_safe.0;
        let (new_straight, new_diagonal) =
            (Rule::NewAttack.forbids(n | e | so | w), Rule::NewAttack.forbids(ne | se | sw | nw));
        let captures = Rule::Battery.forbids(alone);
        let [west, east] =
            sets::pawn_attacks(Rule::NewAttack.forbids(safe) | Rule::CheckOrPin.forbids(king), THEM);

        let lines = Lines::new(s, scene);
        let about_to_promote = boards.pawns() & theirs & Bitboard::rank(Rank::Second).0;
        Self {
            must_stay: Rule::CastlingPath.forbids(castling.path)
                | Rule::LineOpener.forbids(openers)
                | Rule::OnlyAttacker.forbids(only)
                | Rule::TwoAttackers.forbids(pairs),
            on_lines: lines.must_stay,
            pinners: lines.pinners,
            all: Rule::PromotingPawn.forbids(about_to_promote)
                | Rule::CutOff.forbids(path_to_single)
                | Rule::CastlingPath.forbids(castling.path)
                | Rule::CastlingRook.forbids(castling.rooks),
            pin_lines: Rule::PinLine.forbids(lines.pins),
            rook: new_straight | captures,
            bishop: new_diagonal | captures,
            views: lines.views,
            knight: Rule::CheckOrPin.forbids(sets::knight_attacks(king)),
            near: sets::knight_attacks(safe),
            pawn: west | east,
            king: Rule::NewAttack.forbids(sets::king_attacks(safe)),
            safe: safe & ring & !theirs,
            alone,
            castling: castling.legal,
            castling_paths: castling.legal_paths,
        }
    }
}

/// The squares that we attack at least once, twice, three times.
struct AttackCounts<S: BoardSimd> {
    once: S::u64s,
    twice: S::u64s,
    thrice: S::u64s,
}

impl<S: BoardSimd> AttackCounts<S> {
    #[inline(always)]
    fn new<const R: bool>(s: S, scene: &Scene<S, R>) -> Self {
        let zero = S::u64s::splat(s, 0);
        let [west, east] = sets::pawn_attacks(scene.boards.pawns() & scene.ours, US);
        let king = sets::king_attacks(scene.white.king);
        Self { once: zero, twice: zero, thrice: zero }
            .and(scene.our_slides.0)
            .and(ByJump::of_knights(scene.pieces.knights() & scene.ours).0)
            .and([west, east, king])
    }

    /// Counts one more attack by us on each square of each set of `sets`.
    #[inline(always)]
    fn and<const N: usize>(mut self, sets: [S::u64s; N]) -> Self {
        let mut n = 0;
        while n < N {
            self.thrice |= self.twice & sets[n];
            self.twice |= self.once & sets[n];
            self.once |= sets[n];
            n += 1;
        }
        self
    }
}

/// The squares seen from `squares` in each direction. The fill is a call, because in many batches `squares` is empty.
#[inline(always)]
fn seen_from<S: BoardSimd>(s: S, rays: &Rays<S::u64s>, squares: S::u64s) -> ByDirection<S::u64s> {
    // A copy, so that the rays themselves can stay in registers across the call.
    let rays = *rays;
    rays_called(s, &rays, squares)
}

#[inline(never)]
fn rays_called<S: BoardSimd>(s: S, rays: &Rays<S::u64s>, squares: S::u64s) -> ByDirection<S::u64s> {
    vectorize!(s, rays.attacks(squares))
}

/// Our pieces, including the king, that attack any square of `squares`. `seen` are the squares that queens on `squares`
/// would attack in each direction.
#[inline(always)]
fn attackers_or_king<S: BoardSimd, const R: bool>(
    scene: &Scene<S, R>,
    squares: S::u64s,
    seen: ByDirection<S::u64s>,
) -> S::u64s {
    attackers(&scene.pieces, US, squares, seen.lines()) | (scene.white.king & sets::king_attacks(squares))
}

/// The squares of `empty` between our sliders and those squares of a set that they attack. `slides` are the squares
/// that our sliders attack, `seen` the squares seen from the set, both by direction.
#[inline(always)]
fn empty_between<S: BoardSimd>(
    empty: S::u64s,
    slides: ByDirection<S::u64s>,
    seen: ByDirection<S::u64s>,
) -> S::u64s {
    (seen & slides.opposite()).union() & empty
}

/// The restrictions on our pieces that stand on lines of the enemy king.
///
/// ```text
///   king . . X . . Y . . S        X the first piece, Y the second, S our slider
/// ```
///
/// Without Y, X is pinned if it is theirs, and can discover a check if it is ours. With Y between, X is pinned
/// (or can discover a check) once Y leaves, and Y once X leaves.
struct Lines<S: BoardSimd> {
    /// Our pieces on lines of the enemy king that must stay, including the pinners.
    must_stay: S::u64s,
    /// Our sliders that pin a piece to the enemy king, by the line of the pin.
    pinners: ByLine<S::u64s>,
    /// The squares between the enemy king and a pinner.
    pins: S::u64s,
    /// The squares from which our sliders would give check or pin an enemy piece, by the kind of line of the check or
    /// pin.
    views: ByLine<S::u64s>,
}

impl<S: BoardSimd> Lines<S> {
    #[inline(always)]
    fn new<const R: bool>(s: S, scene: &Scene<S, R>) -> Self {
        let Scene { ref slides, occupied, ours, theirs, sight, sliders, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let hit = scene.our_slides.lines();
        let x = sight & occupied;
        let behind_theirs = slides.attacks(s, x & theirs).lines();

        let seen = sight | behind_theirs;
        let views = if Rule::CheckOrPin.holds() { seen } else { ByLine::splat(zero) };
        let pinners = sliders & behind_theirs & ours;
        let discoverers = seen & hit & ours;
        let mut pin_makers = zero;
        if (x.union() & ours).simd_ne(zero).any_true() {
            let behind_ours = scene.slides_of(s, x & ours).lines();
            // Our pieces that are first on a line of the enemy king where, without them, an enemy piece would be
            // pinned.
            pin_makers = union_where(s, behind_ours & hit & theirs, x & ours);
        }
        let mut pins = zero;
        if scene.pinned.simd_ne(zero).any_true() {
            pins = scene.slides_of(s, scene.their_limits.pins).union();
        }
        let must_stay = Rule::Discoverer.forbids(discoverers.union())
            | Rule::Pinner.forbids(pinners.union())
            | Rule::PinMaker.forbids(pin_makers);
        Self { must_stay, pinners, pins, views }
    }
}
