//! The leaves one ply below boards in lanes, by kind.
//!
//! Nearly everything is a population count of sets that counting moves needs anyway:
//!
//! 1. **Captures** are the moves to squares of enemy pieces.
//! 2. **Direct checks** are the moves of a piece to a square that such a piece would attack from the square of the
//!    enemy king.
//! 3. **Discovered checks** are all moves of our only piece between one of our sliders and the enemy king,
//!    except those along that line. (A slider that could move along the line would give check already.)
//! 4. **Double checks** are the moves that are both direct and discovered checks.
//! 5. Of the checks, only those that may be mate are made (all except [`EvadableChecks`]); [`Mates`] decides.
//!
//! In three cases these sets would miss checks: the new piece of a promotion may give check through the square that the
//! pawn left, a castling rook through that of the king, and a capture en passant empties a third square. So promotions
//! have sets of their own, and castling and captures en passant are made.

mod checks;
mod destinations;
mod evadable_checks;
mod suspects;

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::{File, Rank};

use crate::board::castling::by_side;
use crate::board::en_passant;
use crate::board::pawns::{ByPawnMove, ToLastRank, last_rank};
use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::scene::Scene;
use crate::board::select::if_some;
use crate::board::sides::US;
use crate::board::targets::Targets;
use crate::count::mates::Mates;
use crate::count::statistics::Statistics;
use crate::make::move_sets::MoveSet;
use checks::{Moves, PromotionChecks, castling_checks};
use destinations::{Destinations, Total};
use evadable_checks::EvadableChecks;
use suspects::Suspects;

/// The numbers of [`Statistics`] as sums in lanes: all leaves, captures, castling, promotions, checks, discovered
/// checks and double checks. Mates and captures en passant are counted elsewhere.
pub(crate) struct Columns<S: BoardSimd> {
    nodes: Total<S>,
    captures: Total<S>,
    castles: S::u64s,
    promotions: S::u64s,
    checks: S::u64s,
    discovered: S::u64s,
    double: S::u64s,
}

impl<S: BoardSimd> Columns<S> {
    #[inline(always)]
    pub(crate) fn new(s: S) -> Self {
        let zero = S::u64s::splat(s, 0);
        Self {
            nodes: Total::new(s),
            captures: Total::new(s),
            castles: zero,
            promotions: zero,
            checks: zero,
            discovered: zero,
            double: zero,
        }
    }

    /// Adds the leaves below `positions`, in which white is to move; an empty board has none. `pieces` are the boards
    /// of `positions`, of which the compiler may know that they lack some kinds of pieces ([`Pieces`]). A leaf that may
    /// be mate goes to `mates`, which keeps queues. Returns the number of mates found if a queue became full enough to
    /// be processed, else 0.
    #[inline(always)]
    pub(crate) fn add<const R: bool>(
        &mut self,
        s: S,
        positions: &Positions<S>,
        pieces: Pieces<S, R>,
        mates: &mut Mates,
    ) -> u64 {
        let moves = Moves::new(s, positions, pieces);
        self.add_moves(s, &moves);
        let next_to_enemy_pawn = en_passant::next_to_enemy_pawn(&positions.boards);
        let mut suspects = Suspects::new(positions, next_to_enemy_pawn, mates);
        self.add_checks(s, positions, &moves, &mut suspects);
        suspects.mates()
    }

    /// Adds `moves` to the numbers of all moves, captures, castling moves and promotions.
    #[inline(always)]
    fn add_moves<const R: bool>(&mut self, s: S, moves: &Moves<S, R>) {
        let Moves { scene: Scene { theirs, .. }, ref targets, castling, .. } = *moves;
        let destinations = Destinations::new(targets, castling);
        self.nodes.add(s, &destinations);
        self.captures.add(s, &destinations.within(theirs));
        self.castles += s.popcount(castling);
        if targets.pawns.promote(s, US) {
            let more = targets.pawns.three_more(s, US);
            let ToLastRank { push, west, east } = targets.pawns.promotions();
            self.nodes.add_ones(more);
            self.captures.add_ones(targets.pawns.within(theirs).three_more(s, US));
            self.promotions += s.popcount(push) + s.popcount(west) + s.popcount(east) + more;
        }
    }

    /// Adds the checks among `moves` to the numbers of checks, discovered checks and double checks. Checks that may
    /// be mate are made by `suspects`.
    #[inline(always)]
    fn add_checks<const R: bool>(
        &mut self,
        s: S,
        positions: &Positions<S>,
        moves: &Moves<S, R>,
        suspects: &mut Suspects<'_, S>,
    ) {
        let zero = S::u64s::splat(s, 0);
        let Moves { scene: Scene { ref white, king, .. }, ref targets, castling, .. } = *moves;
        let direct = moves.direct_checks(s);
        let discoverers = moves.discoverers();
        let mut uncovered = ByPawnMove { single: zero, double: zero, west: zero, east: zero };
        let uncovers = discoverers.union().simd_ne(zero).any_true();
        if uncovers || direct.union().simd_ne(zero).any_true() {
            let evadable = EvadableChecks::new(s, moves);
            if uncovers {
                let of_discoverers = moves.moves_of_discoverers(s, discoverers);
                uncovered = of_discoverers.pawns;
                let uncovering = of_discoverers.without_promotions();
                let double = (direct & uncovering).count_once(s, zero);
                let discovered = uncovering.count_once(s, zero) - double;
                self.checks += direct.count_direct_checks(s) + discovered;
                self.discovered += discovered;
                self.double += double;
                suspects.make(s, &(direct.without_evadable(&evadable) | uncovering));
            } else {
                self.checks += direct.count_direct_checks(s);
                suspects.make_without(s, &direct, &evadable);
            }
        }
        if targets.pawns.promote(s, US) {
            let Moves { scene: Scene { sight, .. }, knight, .. } = *moves;
            let (to, uncovered) = (targets.pawns.promotions(), uncovered.promotions());
            let checks = PromotionChecks::new(s, to, uncovered, sight, king, knight);
            self.checks += checks.all;
            self.discovered += checks.discovered;
            self.double += checks.double;
            suspects.make_sets(s, MoveSet::PROMOTIONS, &checks.promotions.sets());
        }
        let on_line =
            king & (Bitboard::rank(Rank::First) | Bitboard::file(File::D) | Bitboard::file(File::F)).0;
        if if_some(s, on_line, castling).simd_ne(zero).any_true() {
            let castled = castling_checks(s, positions, [white.king, king], castling);
            self.checks += s.popcount(castled);
            let [long, short] = by_side(s, white.king, castled);
            suspects.make_sets(s, MoveSet::CASTLING, &[long, short]);
        }
    }

    /// The sums over all lanes of all numbers, as [`Statistics`] whose mates and captures en passant are zero.
    #[inline(always)]
    pub(crate) fn total(&self) -> Statistics {
        let total = |column: S::u64s| u128::from((0..S::u64s::LEN).map(|lane| column[lane]).sum::<u64>());
        Statistics {
            nodes: self.nodes.finish(),
            captures: self.captures.finish(),
            castles: total(self.castles),
            promotions: total(self.promotions),
            checks: total(self.checks),
            discovered_checks: total(self.discovered),
            double_checks: total(self.double),
            ..Statistics::default()
        }
    }
}

impl<S: BoardSimd> Targets<S> {
    /// The number of moves of `self` in every lane, provided that all of them are direct checks. Then sets can be
    /// united before their squares are counted: only knights give check from a square that is a knight's step away from
    /// the king, and two pawns can reach one square only by captures from both sides.
    #[inline(always)]
    fn count_direct_checks(&self, s: S) -> S::u64s {
        let [a, b, c, d, e, f, g, h] = self.slides.0;
        let [k1, k2, k3, k4, k5, k6, k7, k8] = self.jumps.0;
        let ByPawnMove { single, double, west, east } = self.pawns;
        s.sum_counts_7([a | k1, b | k2, c | k3, d | k4, e | k5, f | k6, g | k7])
            + s.popcount(h | k8)
            + s.popcount(single | double | west)
            + s.popcount(east)
    }

    /// The direct checks `self` without those that can certainly be evaded.
    #[inline(always)]
    fn without_evadable(&self, evadable: &EvadableChecks<S>) -> Self {
        Self {
            slides: self.slides & !evadable.slides,
            jumps: self.jumps & !evadable.jumps,
            king: self.king,
            pawns: self.pawns.within(!evadable.pawns),
        }
    }

    /// The union of all sets of targets.
    #[inline(always)]
    fn union(&self) -> S::u64s {
        let ByPawnMove { single, double, west, east } = self.pawns;
        self.slides.union() | self.jumps.union() | self.king | single | double | west | east
    }

    /// All moves of `self` except promotions.
    #[inline(always)]
    fn without_promotions(&self) -> Self {
        let ByPawnMove { single, double, west, east } = self.pawns;
        let last = last_rank(US);
        Self {
            pawns: ByPawnMove { single: single & !last, double, west: west & !last, east: east & !last },
            ..*self
        }
    }
}
