//! The kinds of the replies to most moves, without making the moves.

use quadbit_quad::sets;
use quadbit_quad::simd::BoardSimd;

use super::answers::Answers;
use super::bans::Bans;
use super::captures::Captures;
use super::leftover::Leftover;
use super::numbers::multiply;
use super::regular::Regular;
use super::scene::Scene;
use super::their_checks::TheirChecks;
use super::{Parts, THEM};
use crate::men::Men;
use crate::movers::Movers;
use crate::pawns::last_rank;
use crate::positions::Positions;

/// A forecast of the statistics of the replies to moves of boards in lanes.
///
/// The moves that are foretold leave castling, promotions, checks and mates among the replies as they are if we pass: there is no mate, and
/// no check is discovered. So these columns are products, and only the replies and the captures among them are sums over squares.
pub(crate) struct StatisticsForecast<S: BoardSimd> {
    pub(crate) columns: ForetoldColumns<S>,
    /// The moves that must be made.
    pub(crate) leftover: Leftover<S>,
}

/// The sums over the replies to all moves of a lane except those left over.
pub(crate) struct ForetoldColumns<S: BoardSimd> {
    pub(crate) nodes: S::u64s,
    pub(crate) captures: S::u64s,
    pub(crate) castles: S::u64s,
    pub(crate) promotions: S::u64s,
    pub(crate) checks: S::u64s,
}

/// The parts of a forecast of statistics.
pub(super) struct StatisticsParts<S: BoardSimd, M> {
    pub(super) parts: Parts<S, M>,
    pub(super) captures: Captures<S>,
    /// The castling moves, promotions and checks that they would have if we passed.
    castles: S::u64s,
    promotions: S::u64s,
    checks: S::u64s,
}

impl<S: BoardSimd> StatisticsForecast<S> {
    /// The forecast of positions in which we are white.
    #[inline(always)]
    pub(crate) fn new(s: S, positions: &Positions<S>, men: impl Men<S>) -> Self {
        let all = StatisticsParts::new(s, positions, men);
        let columns = all.columns(s, &all.parts.regular);
        Self { columns, leftover: all.parts.leftover }
    }
}

impl<S: BoardSimd, M: Men<S>> StatisticsParts<S, M> {
    #[inline(always)]
    pub(super) fn new(s: S, positions: &Positions<S>, men: M) -> Self {
        let scene = Scene::new(s, Movers::new(positions), men);
        let mut bans = Bans::new(s, &scene, positions.castling_rooks);
        let answers = Answers::new(s, &scene, &bans);
        let captures = Captures::new(s, &scene, &answers);
        let checks = TheirChecks::new(s, &scene, &bans, &answers);
        bans.rooted |= checks.rooted | scene.movers.king;
        bans.all |= checks.closed;
        // A knight may keep their king from castling, or from taking a man of ours.
        let [long, short] = bans.castling_paths;
        bans.knight |= sets::knight_attacks(long | short | (bans.safe & scene.ours));

        let king_steps = scene.movers.king_steps(&scene.threats);
        let regular = Regular::new(s, &scene, &bans, &answers, king_steps);
        let leftover = Leftover::new(s, &scene, &regular, king_steps);
        let last = last_rank(THEM);
        let pawns = answers.targets.pawns;
        let promotions =
            s.popcount(pawns.single & last) + s.popcount(pawns.west & last) + s.popcount(pawns.east & last);
        Self {
            captures,
            castles: s.popcount(bans.castling),
            promotions: promotions << 2,
            checks: checks.count,
            parts: Parts { scene, answers, regular, leftover },
        }
    }

    /// The sums over some moves.
    #[inline(always)]
    pub(super) fn columns(&self, s: S, regular: &Regular<S>) -> ForetoldColumns<S> {
        let Parts { ref scene, ref answers, .. } = self.parts;
        let tallies = regular.tallies(s);
        let moves = tallies.moves;
        ForetoldColumns {
            nodes: regular.replies(s, scene, answers, &tallies),
            captures: self.captures.sum(s, scene, answers, regular, &tallies),
            castles: multiply::<S>(moves, self.castles),
            promotions: multiply::<S>(moves, self.promotions),
            checks: multiply::<S>(moves, self.checks),
        }
    }
}
