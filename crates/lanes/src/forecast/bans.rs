//! Which moves may change what their king can do, or who is pinned to it.

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, Ray};
use quadbit_quad::simd::{BoardSimd, Lanes};
use quadbit_x88::{Direction, Rank};

use super::castling::Castling;
use super::scene::{Scene, on_lines};
use super::{THEM, US};
use crate::limits::knight_jumps;

/// The moves that a forecast leaves alone: of some of our pieces all, of the others those to some squares.
///
/// A *king's square* is a neighbour of their king where it could go if nobody attacked it, or one that it passes in castling. A
/// move that is foretold must leave every king's square attacked that is, and none that is not; it gives no check; and who is
/// pinned to their king stays so, and nobody else is.
pub(super) struct Bans<S: BoardSimd> {
    /// Our pieces that shall stay where they are,
    pub(super) rooted: S::u64s,
    /// .. and those that shall because of what they do on a line of their king.
    pub(super) on_lines: S::u64s,
    /// Among these our sliders that pin a piece, by line, along which they may slide.
    pub(super) pinners: [S::u64s; 4],
    /// Where no piece shall go,
    pub(super) all: S::u64s,
    /// .. none but a pinner on its line,
    pub(super) pin_lines: S::u64s,
    /// .. no slider at all: from there it would attack a king's square that nothing attacks,
    pub(super) orthogonal: S::u64s,
    pub(super) diagonal: S::u64s,
    /// .. or would give check or pin,
    pub(super) views: [S::u64s; 4],
    /// .. no knight, no pawn, no king.
    pub(super) knight: S::u64s,
    pub(super) pawn: S::u64s,
    pub(super) king: S::u64s,
    /// The king's squares that nothing attacks, and how often their king could castle.
    pub(super) safe: S::u64s,
    pub(super) castlings: S::u64s,
}

impl<S: BoardSimd> Bans<S> {
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S>, rooks: S::u64s) -> Self {
        let Scene { ref boards, empty, ours, theirs, king, ref our_slides, ref our_lines, .. } = *scene;
        let ring = sets::king_attacks(king);
        let castling = Castling::new(s, scene, rooks);

        let squares = (ring & !theirs) | castling.safe;
        let [once, twice, thrice] = attack_counts(s, scene);
        let safe = squares & !once;
        let single = squares & once & !twice;
        let double = squares & twice & !thrice;

        // Who stands between a slider and a safe square, and from where one would attack it.
        let rays = Rays::<S>::new(empty);
        let from_safe = rays.attacks(safe);
        let [e0, e1, e2, e3] = on_lines::<S>(&from_safe);
        let [o0, o1, o2, o3] = *our_lines;
        let shields = ours & ((e0 & o0) | (e1 & o1) | (e2 & o2) | (e3 & o3));
        let [n, ne, e, se, so, sw, w, nw] = from_safe;

        // The only attacker of a square, and its way; two attackers, of which one might leave while the other is cut off.
        let from_single = rays.attacks(single);
        let from_double = rays.attacks(double);
        let ways_to_double = ways::<S>(empty, our_slides, &from_double);
        let zero = S::u64s::splat(s, 0);
        let pairs =
            ways_to_double.simd_eq(zero).select(zero, attackers::<S>(boards, ours, double, &from_double));
        let only = attackers::<S>(boards, ours, single, &from_single);

        // What a pawn about to promote would lose counts four times.
        let about = boards.pawns() & theirs & Bitboard::rank(Rank::Second).0;
        let lines = KingLines::new(s, scene);
        let [west, east] = sets::pawn_attacks(safe | king, THEM);
        Self {
            rooted: castling.path | shields | only | pairs,
            on_lines: lines.rooted,
            pinners: lines.pinners,
            all: (ring & theirs)
                | castling.path
                | castling.rooks
                | ways::<S>(empty, our_slides, &from_single)
                | about
                | scene.pinned,
            pin_lines: lines.pins,
            orthogonal: n | e | so | w,
            diagonal: ne | se | sw | nw,
            views: lines.views,
            knight: sets::knight_attacks(safe | king),
            pawn: west | east,
            king: sets::king_attacks(safe),
            safe: safe & ring,
            castlings: castling.count(s, scene, once),
        }
    }
}

/// The squares that we attack at least once, twice, three times.
#[inline(always)]
fn attack_counts<S: BoardSimd>(s: S, scene: &Scene<S>) -> [S::u64s; 3] {
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
    let [n, ne, e, se, so, sw, w, nw] = scene.our_slides;
    add!(n, ne, e, se, so, sw, w, nw);
    let [a, b, c, d, e, f, g, h] = knight_jumps::<S>(scene.boards.knights() & scene.ours);
    add!(a, b, c, d, e, f, g, h);
    let [west, east] = sets::pawn_attacks(scene.boards.pawns() & scene.ours, US);
    add!(west, east, sets::king_attacks(scene.movers.king));
    counts
}

/// Our pieces that attack squares of a set, `seen` being what the squares see.
#[inline(always)]
fn attackers<S: BoardSimd>(
    boards: &Lanes<S>,
    ours: S::u64s,
    squares: S::u64s,
    seen: &[S::u64s; 8],
) -> S::u64s {
    let [rank, file, diagonal, antidiagonal] = on_lines::<S>(seen);
    let [west, east] = sets::pawn_attacks(squares, THEM);
    ours & ((boards.orthogonal_sliders() & (rank | file))
        | (boards.diagonal_sliders() & (diagonal | antidiagonal))
        | (boards.knights() & sets::knight_attacks(squares))
        | (boards.pawns() & (west | east))
        | (boards.kings() & sets::king_attacks(squares)))
}

/// The empty squares between squares that see in eight directions and the sliders that they see there.
#[inline(always)]
fn ways<S: BoardSimd>(empty: S::u64s, slides: &[S::u64s; 8], seen: &[S::u64s; 8]) -> S::u64s {
    empty
        & ((seen[0] & slides[4])
            | (seen[1] & slides[5])
            | (seen[2] & slides[6])
            | (seen[3] & slides[7])
            | (seen[4] & slides[0])
            | (seen[5] & slides[1])
            | (seen[6] & slides[2])
            | (seen[7] & slides[3]))
}

/// Looking out from squares that may be empty: a ray for each direction.
struct Rays<S: BoardSimd>([Ray<S::u64s>; 8]);

impl<S: BoardSimd> Rays<S> {
    #[inline(always)]
    fn new(empty: S::u64s) -> Self {
        Self([
            Ray::new(Direction::North, empty),
            Ray::new(Direction::NorthEast, empty),
            Ray::new(Direction::East, empty),
            Ray::new(Direction::SouthEast, empty),
            Ray::new(Direction::South, empty),
            Ray::new(Direction::SouthWest, empty),
            Ray::new(Direction::West, empty),
            Ray::new(Direction::NorthWest, empty),
        ])
    }

    #[inline(always)]
    fn attacks(&self, from: S::u64s) -> [S::u64s; 8] {
        let [a, b, c, d, e, f, g, h] = &self.0;
        [
            a.attacks(from),
            b.attacks(from),
            c.attacks(from),
            d.attacks(from),
            e.attacks(from),
            f.attacks(from),
            g.attacks(from),
            h.attacks(from),
        ]
    }
}

/// What stands on the lines of their king.
///
/// ```text
///   king . . X . . Y . . S        X the first piece, Y the second
/// ```
/// S being a slider of ours: X alone is pinned if it is theirs, and shields their king if it is ours. With Y between, X is pinned
/// as soon as Y leaves, and Y as soon as X does.
struct KingLines<S: BoardSimd> {
    /// Our pieces that shall stay; among them our sliders that pin X, by line.
    rooted: S::u64s,
    pinners: [S::u64s; 4],
    /// Squares from the king to a pinner.
    pins: S::u64s,
    /// From where a slider would give check or pin.
    views: [S::u64s; 4],
}

impl<S: BoardSimd> KingLines<S> {
    #[inline(always)]
    fn new(s: S, scene: &Scene<S>) -> Self {
        let Scene { ref slides, occupied, ours, theirs, ref sight, orthogonals, diagonals, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let x = [sight[0] & occupied, sight[1] & occupied, sight[2] & occupied, sight[3] & occupied];
        let behind_theirs =
            slides.attacks_on_lines(s, [x[0] & theirs, x[1] & theirs, x[2] & theirs, x[3] & theirs]);
        let behind_ours = slides.attacks_on_lines(s, [x[0] & ours, x[1] & ours, x[2] & ours, x[3] & ours]);
        let (mut rooted, mut pinners, mut views) = (zero, [zero; 4], [zero; 4]);
        let mut n = 0;
        while n < 4 {
            let hit = scene.our_lines[n];
            let sliders = if n < 2 { orthogonals } else { diagonals };
            views[n] = sight[n] | behind_theirs[n];
            pinners[n] = ours & sliders & behind_theirs[n];
            // X shields, or Y shields X of theirs; X of ours before Y of theirs; a pinner.
            let uncovers_y = (behind_ours[n] & theirs & hit).simd_eq(zero).select(zero, ours & x[n]);
            rooted |= (ours & views[n] & hit) | uncovers_y | pinners[n];
            n += 1;
        }
        let mut pins = zero;
        if scene.pinned.simd_ne(zero).any_true() {
            let [a, b, c, d, e, f, g, h] = scene.slides_of(s, scene.their_limits.pins);
            pins = a | b | c | d | e | f | g | h;
        }
        Self { rooted, pinners, pins, views }
    }
}
