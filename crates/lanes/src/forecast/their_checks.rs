//! The checks among their replies, and the moves of ours that may change them.

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine, Ray, Rays, step};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::{Direction, Rank, Square};

use super::answers::Answers;
use super::bans::Bans;
use super::scene::Scene;
use super::{THEM, US};
use crate::men::Men;
use crate::pawns::last_rank;
use crate::select::{if_none, if_some, union_where};
use crate::targets::Targets;
use crate::threats::attackers;

/// The checks that they could give if we passed, and the moves of ours that surely change nothing of that: the same replies give check,
/// none of them is mate, and the same ones castle or promote.
///
/// A move leaves its own square and arrives on another one, so there are two sets: our men that stay, and the squares where none may go.
/// A lane in which all stay is one whose moves are all made: we are in check there, they could discover a check, a promotion or castling
/// may give check, or a check may have no answer.
pub(super) struct TheirChecks<S: BoardSimd> {
    pub(super) count: S::u64s,
    pub(super) rooted: S::u64s,
    pub(super) closed: S::u64s,
}

/// What our king sees in each direction, and the squares from which each kind of their men would give check.
struct Zones<S: BoardSimd> {
    look: ByDirection<S::u64s>,
    rook: S::u64s,
    bishop: S::u64s,
    knight: S::u64s,
    pawn: S::u64s,
}

/// Squares that must be left alone.
struct Touched<S: BoardSimd> {
    rooted: S::u64s,
    closed: S::u64s,
}

impl<S: BoardSimd> TheirChecks<S> {
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Men<S>>, bans: &Bans<S>, answers: &Answers<S>) -> Self {
        let Scene { ref boards, theirs, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let zones = Zones::new(s, scene);
        let targets = &answers.targets;
        let lines = scene.threats.slides.lines();

        // Queens look both ways from where they arrive.
        let [orthogonals, _, _, diagonals] = scene.sliders.0;
        let queens = orthogonals & diagonals & theirs;
        let mut by_queens = ByDirection::splat(zero);
        if queens.simd_ne(zero).any_true() {
            by_queens = scene.slides_of(s, ByLine::splat(queens));
        }
        let direct = Targets {
            slides: (targets.slides & ByDirection::rook_and_bishop(zones.rook, zones.bishop))
                | (by_queens & ByDirection::rook_and_bishop(zones.bishop, zones.rook) & !theirs),
            jumps: targets.jumps & zones.knight,
            king: zero,
            pawns: targets.pawns.within(zones.pawn),
        };

        // Where pawns promote nothing may change, and no promotion may give check.
        let promoting = boards.pawns() & theirs & Bitboard::rank(Rank::Second).0;
        let [west, east] = sets::pawn_attacks(promoting, THEM);
        let promotions = west | east | step(promoting, Direction::South);
        let possible = (targets.pawns.single | targets.pawns.west | targets.pawns.east) & last_rank(THEM);
        // Nor may castling.
        let castled =
            if_some(s, bans.castling, S::u64s::splat(s, Bitboard::of(Square::D8).with(Square::F8).0));
        let eighth = if_some(s, bans.castling, S::u64s::splat(s, Bitboard::rank(Rank::Eighth).0));
        let hopeless = (scene.threats.all & scene.movers.king)
            | (zones.look.lines() & lines & theirs).union()
            | (queens & scene.pinned)
            | (possible & (zones.rook | zones.bishop | zones.knight))
            | ((zones.rook | zones.bishop) & promoting)
            | (zones.rook & castled)
            | (scene.movers.king & eighth);

        let views = zones.views(s, scene, [promoting, promotions, castled], by_queens);
        let ways = zones.ways(s, scene, queens, by_queens);
        let leapers = zones.leapers(scene, answers);
        let mut rooted = views.rooted | ways.rooted | leapers.rooted | promotions | promoting;
        let mut closed = views.closed | ways.closed | leapers.closed | promotions | promoting;
        rooted |= if_some(s, hopeless, !zero);
        if direct.union().simd_ne(zero).any_true() {
            let answered = answered(s, scene, &zones, &direct, queens);
            rooted |= answered.rooted;
            closed |= answered.closed;
        }
        Self { count: direct.arrivals_with_check(s), rooted, closed }
    }
}

impl<S: BoardSimd> Zones<S> {
    #[inline(always)]
    fn new(s: S, scene: &Scene<S, impl Men<S>>) -> Self {
        let king = scene.movers.king;
        let look = scene.slides.attacks(s, ByLine::splat(king));
        let [n, ne, e, se, so, sw, w, nw] = look.0;
        let [west, east] = sets::pawn_attacks(king, US);
        Self {
            look,
            rook: n | e | so | w,
            bishop: ne | se | sw | nw,
            knight: sets::knight_attacks(king),
            pawn: west | east,
        }
    }

    /// What our king sees may change only where none of their sliders could give check: a man of ours that it sees may leave if none of them
    /// reaches a square behind it, and one may arrive if none of them reaches a square that the king sees in that direction.
    #[inline(always)]
    fn views(
        &self,
        s: S,
        scene: &Scene<S, impl Men<S>>,
        [promoting, promotions, castled]: [S::u64s; 3],
        by_queens: ByDirection<S::u64s>,
    ) -> Touched<S> {
        let Scene { ref slides, occupied, ours, theirs, ref threats, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let [n, ne, e, se, so, sw, w, nw] = threats.slides.0;
        let [qn, qne, qe, qse, qso, qsw, qw, qnw] = by_queens.0;
        let rook = n | e | so | w | qne | qse | qsw | qnw | promotions | castled;
        let bishop = ne | se | sw | nw | qn | qe | qso | qw | promotions;
        let reached = ByDirection::rook_and_bishop(rook, bishop);
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = (scene.sliders & theirs).0;
        let sliders = [on_file, on_diagonal, on_rank, on_antidiagonal];
        let behind = slides.attacks(s, self.look.lines() & occupied);
        let (mut rooted, mut closed) = (zero, zero);
        macro_rules! add {
            ($($n:literal $opposite:literal)*) => {$({
                let look = self.look.0[$n];
                let behind = behind.0[$n] & !(self.look.0[$opposite] | scene.movers.king);
                let (reached, hit) = (reached.0[$n], threats.slides.0[$opposite]);
                let free = reached & !theirs;
                let seen = free | (theirs & (sliders[$n % 4] | hit | promoting | castled));
                rooted |= if_some(s, behind & seen, look & ours) | (behind & ours & hit);
                closed |= ((behind | look) & theirs & reached)
                    | if_some(s, look & (free | promoting), look & !theirs);
            })*};
        }
        add!(0 4  1 5  2 6  3 7  4 0  5 1  6 2  7 3);
        Touched { rooted, closed }
    }

    /// The ways of their sliders to squares from which they give check stay open or closed.
    #[inline(always)]
    fn ways(
        &self,
        s: S,
        scene: &Scene<S, impl Men<S>>,
        queens: S::u64s,
        by_queens: ByDirection<S::u64s>,
    ) -> Touched<S> {
        let Scene { empty, theirs, .. } = *scene;
        let (rook, bishop) = (self.rook & !theirs, self.bishop & !theirs);
        let seen = look_around(empty, rook, bishop);
        let mut ways = (scene.threats.slides & seen.opposite()).union();
        let mut checkers = (scene.sliders & theirs & seen.lines()).union();
        if queens.simd_ne(S::u64s::splat(s, 0)).any_true() {
            let seen = look_around(empty, bishop, rook);
            ways |= (by_queens & seen.opposite()).union();
            checkers |= queens & seen.lines().union();
        }
        let ways = ways & !theirs;
        Touched { rooted: ways, closed: ways | checkers }
    }

    /// The same for knights and pawns.
    #[inline(always)]
    fn leapers(&self, scene: &Scene<S, impl Men<S>>, answers: &Answers<S>) -> Touched<S> {
        let Scene { ref boards, ref threats, theirs, .. } = *scene;
        let pawns = boards.pawns() & theirs;
        let second = (pawns & Bitboard::rank(Rank::Seventh).0) >> 16;
        let stepped = self.pawn & (threats.pawns | (pawns >> 8) | second);
        let by_pawns = stepped | ((second & self.pawn) << 8);
        let checks = answers.targets.pawns.within(self.pawn).origins(THEM);
        let checkers = (answers.targets.jumps & self.knight).origins().union()
            | checks.single
            | checks.double
            | checks.west
            | checks.east;
        let taken_back = theirs & ((self.knight & threats.knights) | (self.pawn & threats.pawns));
        Touched { rooted: by_pawns, closed: by_pawns | checkers | taken_back }
    }
}

/// Moves that may leave a check without an answer.
///
/// The answers are those of `leaves::Answered`, a square beside our king or the capture of the checker, and a man that stops the check. Here
/// a move of ours comes before the check. It may fill the square or open a line to it; the man that would take may be the one that moves,
/// or be cut off or pinned.
#[inline(always)]
fn answered<S: BoardSimd>(
    s: S,
    scene: &Scene<S, impl Men<S>>,
    zones: &Zones<S>,
    direct: &Targets<S>,
    queens: S::u64s,
) -> Touched<S> {
    let Scene { ref slides, ref threats, empty, ours, theirs, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let king = scene.movers.king;
    let lines = threats.slides.lines();
    let sight = zones.look.lines();
    let through = slides.attacks(s, (lines | sight) & theirs).lines();

    // Escapes, as for leaves.
    let beside = ByLine([
        step(king, Direction::East) | step(king, Direction::West),
        step(king, Direction::North) | step(king, Direction::South),
        step(king, Direction::NorthEast) | step(king, Direction::SouthWest),
        step(king, Direction::NorthWest) | step(king, Direction::SouthEast),
    ]);
    let guarding = through & !(beside & empty);
    let guarded =
        lines.union() | guarding.union() | threats.pawns | threats.knights | sets::king_attacks(scene.king);
    let ring = sets::king_attacks(king);
    let escapes = ring & !(ours | guarded);
    let two_away = step(step(king, Direction::North), Direction::North)
        | step(step(king, Direction::South), Direction::South)
        | step(step(king, Direction::East), Direction::East)
        | step(step(king, Direction::West), Direction::West);
    let near = ring | if_some(s, queens, two_away);
    let far = union_where(s, !beside & escapes, sight);
    let two = escapes & (escapes - S::u64s::splat(s, 1));
    let pawns = direct.pawns.single | direct.pawns.double | direct.pawns.west | direct.pawns.east;
    let open = (direct.slides.union() & !(far & !near))
        | if_none(s, two, direct.jumps.union())
        | if_none(s, escapes, pawns);

    // Our men on a line to an escape, men of theirs in between or not.
    let to_escapes = Rays::new(!ours).attacks(escapes).lines();
    let rooted = ours & ((lines | through) & to_escapes).union();
    let mut touched =
        Touched { rooted: if_some(s, direct.union(), rooted), closed: if_some(s, direct.union(), escapes) };
    if open.simd_ne(zero).any_true() {
        let pinned = ((sight & lines) | ((sight | lines) & through)).union() & ours;
        let taken = taken_or_stopped(s, scene, zones.look, open, pinned);
        let on_lines = Rays::new(!zero).attacks(king).lines();
        let pinning = ours & ((lines | through) & on_lines).union();
        touched.rooted |= taken.rooted | if_some(s, open, pinning);
        touched.closed |= taken.closed;
    }
    touched
}

/// Checks that arrive on some squares and must be answered by a capture, or by a man that stops them just before the king: our men that
/// do so, and the ways of the sliders among them.
#[inline(always)]
fn taken_or_stopped<S: BoardSimd>(
    s: S,
    scene: &Scene<S, impl Men<S>>,
    look: ByDirection<S::u64s>,
    open: S::u64s,
    pinned: S::u64s,
) -> Touched<S> {
    let Scene { ref boards, ref men, empty, ours, our_slides, .. } = *scene;
    let zero = S::u64s::splat(s, 0);
    let king = scene.movers.king;
    let (knights, pawns) = (men.knights() & ours, boards.pawns() & ours);
    let [mut once, mut twice, mut thrice] = [zero; 3];
    macro_rules! add {
        ($($set:expr),*) => {$(
            let set = $set;
            thrice |= (twice & set);
            twice |= (once & set);
            once |= set;
        )*};
    }
    // A kind of which one is pinned, or may come to be, does not count.
    let sliders = if_none(s, pinned & !(knights | pawns), !zero);
    let [n, ne, e, se, so, sw, w, nw] = (our_slides & sliders).0;
    add!(n, ne, e, se, so, sw, w, nw);
    let jumps = if_none(s, pinned & knights, !zero);
    let [a, b, c, d, e, f, g, h] = (ByJump::of_knights(knights) & jumps).0;
    add!(a, b, c, d, e, f, g, h);
    let [west, east] = sets::pawn_attacks(pawns, US);
    let steps = if_none(s, pinned & pawns, west | east);

    // A check from afar that nobody takes can be stopped by a slider or a knight.
    let taken = open & (once | steps);
    let mut unanswered = open & !taken;
    let afar = unanswered & empty & !sets::king_attacks(king);
    let mut before = zero;
    if afar.simd_ne(zero).any_true() {
        let step = ByDirection::splat(king).step();
        macro_rules! add_before {
            ($($n:literal)*) => {$(
                let far = look.0[$n] & afar;
                before |= if_some(s, far, step.0[$n]);
                unanswered &= !far;
            )*};
        }
        add_before!(0 1 2 3 4 5 6 7);
        unanswered |= before & !once;
    }
    // Pawns take only.
    let captures = steps & taken & !before;
    add!(west & captures, east & captures);

    let answers = taken | before;
    let (single, double) = (answers & once & !twice, answers & twice & !thrice);
    let rays = Rays::new(empty);
    let from_single = rays.attacks(single);
    let mut rooted = if_some(s, unanswered, !zero) | attackers(men, US, single, from_single.lines());
    if double.simd_ne(zero).any_true() {
        let from_double = rays.attacks(double);
        let ways_to_double = (from_double & our_slides.opposite()).union() & empty;
        rooted |= if_some(s, ways_to_double, attackers(men, US, double, from_double.lines()));
    }
    Touched { rooted, closed: (from_single & our_slides.opposite()).union() & empty }
}

/// What squares see, rooks from some, bishops from others.
#[inline(always)]
fn look_around<W: sets::Sets>(empty: W, rook: W, bishop: W) -> ByDirection<W> {
    macro_rules! ray {
        ($direction:ident, $from:ident) => {
            Ray::new(Direction::$direction, empty).attacks($from)
        };
    }
    ByDirection([
        ray!(North, rook),
        ray!(NorthEast, bishop),
        ray!(East, rook),
        ray!(SouthEast, bishop),
        ray!(South, rook),
        ray!(SouthWest, bishop),
        ray!(West, rook),
        ray!(NorthWest, bishop),
    ])
}
