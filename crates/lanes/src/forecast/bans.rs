//! The moves that are excluded because of their king: most of the [rules](Rule).

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine, Rays};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::Rank;

use super::castling::TheirCastling;
use super::rules::Rule;
use crate::board::attacks::attackers;
use crate::board::pieces::Pieces;
use crate::board::scene::Scene;
use crate::board::select::union_where;
use crate::board::sides::{THEM, US};

/// The moves that a forecast excludes: all moves of some of our pieces, and the moves of
/// others to some squares.
///
/// A *king's square* is a neighbour of their king to which it could move if we did not attack it, or one
/// that it crosses in castling. After a move that is not excluded, the same king's squares are attacked
/// as before. The move gives no check; pieces that are pinned to their king stay pinned, and no other
/// piece becomes pinned.
pub(super) struct Bans<S: BoardSimd> {
    /// Our pieces that must stay.
    pub(super) must_stay: S::u64s,
    /// Our pieces that must stay because of a line of their king. A pinner may move along its line.
    pub(super) on_lines: S::u64s,
    /// Our sliders that pin a piece, by the line of the pin.
    pub(super) pinners: ByLine<S::u64s>,
    /// Squares that no piece may enter.
    pub(super) all: S::u64s,
    /// Squares that only a pinner moving along its pin may enter.
    pub(super) pin_lines: S::u64s,
    /// Squares that no rook, no bishop, and no queen may enter: from there it would attack a king's square
    /// that is not attacked yet, or their king might capture it.
    pub(super) rook: S::u64s,
    pub(super) bishop: S::u64s,
    /// Squares from which a slider would give check or pin, by line.
    pub(super) views: ByLine<S::u64s>,
    /// Squares that no knight may enter, because it would give check from there.
    pub(super) knight: S::u64s,
    /// Squares from which a knight would attack a king's square that is not attacked yet.
    pub(super) near: S::u64s,
    /// Squares that no pawn may enter, and those that our king may not enter.
    pub(super) pawn: S::u64s,
    pub(super) king: S::u64s,
    /// The neighbours of their king to which it can move.
    pub(super) safe: S::u64s,
    /// Their pieces next to their king that exactly one piece of ours attacks: if it captures,
    /// the king may recapture.
    pub(super) alone: S::u64s,
    /// The rooks with which they could castle.
    pub(super) castling: S::u64s,
    /// The squares that the king crosses or reaches in castling if that is legal: long, and short.
    pub(super) castling_paths: [S::u64s; 2],
}

impl<S: BoardSimd> Bans<S> {
    /// `rooks` are those of both sides with castling rights, as long as they stand there.
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Pieces<S>>, rooks: S::u64s) -> Self {
        let Scene { ref boards, empty, ours, theirs, king, our_slides, .. } = *scene;
        let [once, twice, thrice] = attack_counts(s, scene);
        let castling = TheirCastling::new(s, scene, rooks, once);

        // The king's squares that we attack never, once, and twice.
        let ring = sets::king_attacks(king);
        let squares = (ring & !theirs) | castling.king_path;
        let safe = squares & !once;
        let single = squares & once & !twice;
        let double = squares & twice & !thrice;
        let alone = ring & theirs & once & !twice;

        let rays = Rays::new(empty);
        let from_safe = rays.attacks(safe);
        let openers = (from_safe.lines() & our_slides.lines()).union() & ours;
        // The only attacker of a square, and the squares between.
        let zero = S::u64s::splat(s, 0);
        let (mut only, mut path_to_single) = (zero, zero);
        if single.simd_ne(zero).any_true() {
            let from_single = seen_from(s, &rays, single);
            only = attackers_or_king(scene, single, from_single);
            path_to_single = empty_between::<S>(empty, our_slides, from_single);
        }
        // Two attackers, if one might leave and cut the other off.
        let mut pairs = zero;
        if (double & our_slides.union()).simd_ne(zero).any_true() {
            let from_double = seen_from(s, &rays, double);
            let path_to_double = empty_between::<S>(empty, our_slides, from_double);
            pairs = path_to_double.simd_eq(zero).select(zero, attackers_or_king(scene, double, from_double));
        }
        // Squares from which a piece would attack a safe square, or give check.
        let [n, ne, e, se, so, sw, w, nw] = from_safe.0;
        let (new_straight, new_diagonal) =
            (Rule::NewAttack.bans(n | e | so | w), Rule::NewAttack.bans(ne | se | sw | nw));
        let captures = Rule::Battery.bans(alone);
        let [west, east] = sets::pawn_attacks(Rule::NewAttack.bans(safe) | Rule::CheckOrPin.bans(king), THEM);

        let lines = Lines::new(s, scene);
        let about_to_promote = boards.pawns() & theirs & Bitboard::rank(Rank::Second).0;
        Self {
            must_stay: Rule::CastlingPath.bans(castling.path)
                | Rule::LineOpener.bans(openers)
                | Rule::OnlyAttacker.bans(only)
                | Rule::TwoAttackers.bans(pairs),
            on_lines: lines.must_stay,
            pinners: lines.pinners,
            all: Rule::PromotingPawn.bans(about_to_promote)
                | Rule::CutOff.bans(path_to_single)
                | Rule::CastlingPath.bans(castling.path)
                | Rule::CastlingRook.bans(castling.rooks),
            pin_lines: Rule::PinLine.bans(lines.pins),
            rook: new_straight | captures,
            bishop: new_diagonal | captures,
            views: lines.views,
            knight: Rule::CheckOrPin.bans(sets::knight_attacks(king)),
            near: sets::knight_attacks(safe),
            pawn: west | east,
            king: Rule::NewAttack.bans(sets::king_attacks(safe)),
            safe: safe & ring & !theirs,
            alone,
            castling: castling.legal,
            castling_paths: castling.legal_paths,
        }
    }
}

/// The squares that we attack at least once, twice, three times.
#[inline(always)]
fn attack_counts<S: BoardSimd>(s: S, scene: &Scene<S, impl Pieces<S>>) -> [S::u64s; 3] {
    let zero = S::u64s::splat(s, 0);
    let mut counts = [zero, zero, zero];
    macro_rules! add {
        ($($set:expr),*) => {$(
            let set = $set;
            counts[2] |= (counts[1] & set);
            counts[1] |= (counts[0] & set);
            counts[0] |= set;
        )*};
    }
    let [n, ne, e, se, so, sw, w, nw] = scene.our_slides.0;
    add!(n, ne, e, se, so, sw, w, nw);
    let [a, b, c, d, e, f, g, h] = ByJump::of_knights(scene.pieces.knights() & scene.ours).0;
    add!(a, b, c, d, e, f, g, h);
    let [west, east] = sets::pawn_attacks(scene.boards.pawns() & scene.ours, US);
    add!(west, east, sets::king_attacks(scene.movers.king));
    counts
}

/// The squares seen from some squares. A call, because in many batches the set is empty.
#[inline(always)]
fn seen_from<S: BoardSimd>(s: S, rays: &Rays<S::u64s>, squares: S::u64s) -> ByDirection<S::u64s> {
    // A copy, so that the rays themselves can stay in registers across the call.
    let rays = *rays;
    rays_called(s, &rays, squares)
}

#[inline(never)]
fn rays_called<S: BoardSimd>(s: S, rays: &Rays<S::u64s>, squares: S::u64s) -> ByDirection<S::u64s> {
    s.vectorize(
        #[inline(always)]
        || rays.attacks(squares),
    )
}

/// Our pieces that attack any of some squares, given the squares that these see.
#[inline(always)]
fn attackers_or_king<S: BoardSimd>(
    scene: &Scene<S, impl Pieces<S>>,
    squares: S::u64s,
    seen: ByDirection<S::u64s>,
) -> S::u64s {
    attackers(&scene.pieces, US, squares, seen.lines()) | (scene.movers.king & sets::king_attacks(squares))
}

/// The empty squares between some squares and the sliders that they see.
#[inline(always)]
fn empty_between<S: BoardSimd>(
    empty: S::u64s,
    slides: ByDirection<S::u64s>,
    seen: ByDirection<S::u64s>,
) -> S::u64s {
    (seen & slides.opposite()).union() & empty
}

/// The lines of their king.
///
/// ```text
///   king . . X . . Y . . S        X the first piece, Y the second, S a slider of ours
/// ```
/// Without Y, X is pinned if it is theirs, and shields their king if it is ours. With Y between, X is pinned
/// (or can discover a check) once Y leaves, and Y once X leaves.
struct Lines<S: BoardSimd> {
    /// Our pieces that must stay, including the pinners.
    must_stay: S::u64s,
    pinners: ByLine<S::u64s>,
    /// The squares between the king and a pinner, and the pinned piece's own moves along the line.
    pins: S::u64s,
    /// The squares from which a slider would give check or pin.
    views: ByLine<S::u64s>,
}

impl<S: BoardSimd> Lines<S> {
    #[inline(always)]
    fn new(s: S, scene: &Scene<S, impl Pieces<S>>) -> Self {
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
            // Our first pieces on those lines on which a piece of theirs would be pinned without them.
            pin_makers = union_where(s, behind_ours & hit & theirs, x & ours);
        }
        let mut pins = zero;
        if scene.pinned.simd_ne(zero).any_true() {
            pins = scene.slides_of(s, scene.their_limits.pins).union();
        }
        let must_stay = Rule::Discoverer.bans(discoverers.union())
            | Rule::Pinner.bans(pinners.union())
            | Rule::PinMaker.bans(pin_makers);
        Self { must_stay, pinners, pins, views }
    }
}
