//! The leaves one ply below boards in lanes, by kind.
//!
//! Nearly everything is a population count of sets that counting moves needs anyway:
//!
//! - **captures** are the moves that arrive on their men;
//! - **direct checks** are the moves that arrive on a square that such a piece would attack from the square of their king;
//! - **discovered checks** are all moves of a piece that stands alone between a slider of ours and their king, except those along
//!   that line. No slider can stay on the line: one that could move along it would give check already;
//! - **double checks** are in both sets.
//!
//! In three cases the check goes through a square that the move itself leaves or fills: a promotion behind the pawn's own square, castling,
//! and captures en passant. Promotions have their own set, castling rooks are put on the board, and captures en passant are left to the
//! caller. Positions in check are made and passed to [`Mates`].

use fearless_simd::prelude::*;
use quadbit_movegen::Wing;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, ByDirection, ByJump, ByLine, step};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_x88::{Color, Direction, File, Rank};

use crate::castling::{by_wing, castled};
use crate::en_passant;
use crate::limits::Limits;
use crate::mates::Mates;
use crate::movers::Movers;
use crate::pawns::{ByPawnMove, last_rank};
use crate::positions::Positions;
use crate::statistics::Statistics;
use crate::targets::Targets;
use crate::threats::attackers;
use crate::ways::{Sink, Ways};

/// We move, their king is in check.
const US: Color = Color::White;
const THEM: Color = Color::Black;

/// The columns of the statistics in lanes, without captures en passant. Mates are a single number.
pub(crate) struct Sums<S: BoardSimd> {
    nodes: S::u64s,
    captures: S::u64s,
    castles: S::u64s,
    promotions: S::u64s,
    checks: S::u64s,
    discovered: S::u64s,
    double: S::u64s,
    mates: u64,
}

impl<S: BoardSimd> Sums<S> {
    #[inline(always)]
    pub(crate) fn new(s: S) -> Self {
        let zero = S::u64s::splat(s, 0);
        Self {
            nodes: zero,
            captures: zero,
            castles: zero,
            promotions: zero,
            checks: zero,
            discovered: zero,
            double: zero,
            mates: 0,
        }
    }

    /// Adds the leaves below the positions in the first lanes, white to move, without captures en passant. Positions in check wait in
    /// `mates`.
    #[inline(always)]
    pub(crate) fn add(&mut self, s: S, positions: &Positions<S>, lanes: usize, mates: &mut Mates) {
        let scene = Scene::new(s, positions);
        let Scene { ref targets, castling, .. } = scene;
        let boards = &scene.movers.boards;
        let zero = S::u64s::splat(s, 0);
        let valid = s.first_lanes(lanes);
        let last = last_rank(US);

        let captures = targets.within(boards.color(THEM));
        let mut nodes = targets.arrivals(s, castling);
        let mut captured = captures.arrivals(s, zero);
        let promote = targets.pawns.promote(s, US);
        if promote {
            let more = targets.pawns.three_more(s, US);
            let promotions = s.popcount(targets.pawns.single & last)
                + s.popcount(targets.pawns.west & last)
                + s.popcount(targets.pawns.east & last);
            nodes += more;
            captured += captures.pawns.three_more(s, US);
            self.promotions += (promotions + more) & valid;
        }
        self.nodes += nodes & valid;
        self.captures += captured & valid;
        self.castles += s.popcount(castling) & valid;

        let mut checks = scene.direct_checks(s);
        let mut promotions = if promote { scene.promotions_with_check() } else { [[zero; 3]; 4] };
        let mut count = checks.arrivals(s, zero);
        let (mut discovered, mut double) = (zero, zero);
        let discoverers = scene.discoverers(s);
        if discoverers.union().simd_ne(zero).any_true() {
            let all = scene.moves_of_discoverers(s, discoverers);
            let not_last = all.without_promotions();
            double = checks.and(&not_last).arrivals(s, zero);
            discovered = not_last.arrivals(s, zero) - double;
            checks = checks.or(&not_last);
            if promote {
                let ByPawnMove { single, west, east, .. } = all.pawns.within(S::u64s::splat(s, last));
                let once = s.popcount(single) + s.popcount(west) + s.popcount(east);
                let twice = count_promotions(s, &promotions, [single, west, east]);
                double += twice;
                discovered += once + once + once + once - twice;
                count += count_promotions(s, &promotions, [!zero; 3]);
                let mut piece = 0;
                while piece < 4 {
                    promotions[piece][0] |= single;
                    promotions[piece][1] |= west;
                    promotions[piece][2] |= east;
                    piece += 1;
                }
            }
        } else if promote {
            count += count_promotions(s, &promotions, [!zero; 3]);
        }
        count += discovered;

        let mut castling_checks = zero;
        let on_line =
            scene.king & (Bitboard::rank(Rank::First) | Bitboard::file(File::D) | Bitboard::file(File::F)).0;
        let may = on_line.simd_eq(zero).select(zero, castling);
        if may.simd_ne(zero).any_true() {
            let castled = scene.castling_checks(s, positions);
            castling_checks = castled.rooks;
            count += s.popcount(castled.rooks);
            discovered += castled.discovered;
            double += castled.double;
        }

        self.checks += count & valid;
        self.discovered += discovered & valid;
        self.double += double & valid;

        let ways = Ways::with_promotions(s, &checks, scene.movers.king, castling_checks, promotions);
        let mut sink = Checks { beside: en_passant::beside(boards), mates, count: 0 };
        ways.make(s, positions, crate::family::first_bits(lanes.min(Boards::<S>::LEN)), &mut sink);
        self.mates += sink.count;
    }

    /// All lanes together, and the mates among the positions that still wait.
    #[inline(always)]
    pub(crate) fn finish(&self, s: S, mates: &mut Mates) -> Statistics {
        let total = |column: S::u64s| u128::from((0..S::u64s::LEN).map(|lane| column[lane]).sum::<u64>());
        Statistics {
            nodes: total(self.nodes),
            captures: total(self.captures),
            en_passant: 0,
            castles: total(self.castles),
            promotions: total(self.promotions),
            checks: total(self.checks),
            discovered_checks: total(self.discovered),
            double_checks: total(self.double),
            checkmates: u128::from(self.mates + mates.finish(s)),
        }
    }
}

/// Boards in lanes, our moves, and what their king sees.
struct Scene<S: BoardSimd> {
    movers: Movers<S>,
    slides: Slides<S>,
    limits: Limits<S>,
    /// Our sliders that may slide along each line, and the squares that they attack.
    sliders: ByLine<S::u64s>,
    rays: ByDirection<S::u64s>,
    targets: Targets<S>,
    castling: S::u64s,
    /// Their king, and what it sees.
    king: S::u64s,
    sight: ByDirection<S::u64s>,
    /// The same along the lines of a rook and of a bishop, and the squares from which a knight would attack it.
    rook: S::u64s,
    bishop: S::u64s,
    knight: S::u64s,
}

/// Castling moves that give check.
struct CastlingChecks<S: BoardSimd> {
    rooks: S::u64s,
    discovered: S::u64s,
    double: S::u64s,
}

impl<S: BoardSimd> Scene<S> {
    #[inline(always)]
    fn new(s: S, positions: &Positions<S>) -> Self {
        let movers = Movers::new(positions);
        let boards = movers.boards;
        let slides = Slides::new(s, boards.occupied());
        let (limits, threats) = movers.limits(s, &slides);
        let sliders = limits.sliders(&boards);
        let rays = slides.attacks(s, sliders);
        let king = boards.kings() & boards.color(THEM);
        let sight = slides.attacks(s, ByLine::splat(king));
        let ByLine([rank, file, diagonal, antidiagonal]) = sight.lines();
        Self {
            movers,
            slides,
            sliders,
            rays,
            targets: limits.targets(&boards, rays, movers.king_steps(&threats)),
            castling: movers.castling(s, &limits, &threats),
            limits,
            king,
            sight,
            rook: rank | file,
            bishop: diagonal | antidiagonal,
            knight: sets::knight_attacks(king),
        }
    }

    /// The moves after which the moved piece gives check; neither promotions nor castling.
    #[inline(always)]
    fn direct_checks(&self, s: S) -> Targets<S> {
        let Self { ref targets, ref slides, ref limits, ref movers, sliders, rook, bishop, .. } = *self;
        let zero = S::u64s::splat(s, 0);
        let boards = &movers.boards;
        let mut checks = targets.slides & ByDirection::rook_and_bishop(rook, bishop);
        // A queen that moves as a rook may give check as a bishop, and the other way round.
        let queens = boards.orthogonal_sliders() & boards.diagonal_sliders() & sliders.union();
        if queens.simd_ne(zero).any_true() {
            let by_queens = slides.attacks(s, sliders & queens) & limits.allowed;
            checks = checks | (by_queens & ByDirection::rook_and_bishop(bishop, rook));
        }
        let [west, east] = sets::pawn_attacks(self.king, THEM);
        Targets {
            slides: checks,
            jumps: targets.jumps & self.knight,
            king: zero,
            pawns: targets.pawns.within(west | east),
        }
    }

    /// The promotions after which the new piece gives check, for each piece: pushes, captures to the west, captures to the east.
    ///
    /// Their king sees the last rank through the square that the pawn leaves.
    #[inline(always)]
    fn promotions_with_check(&self) -> [[S::u64s; 3]; 4] {
        let Self { ref targets, rook, bishop, knight, .. } = *self;
        let [n, ne, _, _, _, _, _, nw] = self.sight.0;
        let last = last_rank(US);
        let (push, west, east) =
            (targets.pawns.single & last, targets.pawns.west & last, targets.pawns.east & last);
        let (push_rook, west_bishop, east_bishop) = (
            push & (rook | step(n, Direction::North)),
            west & (bishop | step(nw, Direction::NorthWest)),
            east & (bishop | step(ne, Direction::NorthEast)),
        );
        let (push_bishop, west_rook, east_rook) = (push & bishop, west & rook, east & rook);
        [
            [push_rook | push_bishop, west_rook | west_bishop, east_rook | east_bishop],
            [push_rook, west_rook, east_rook],
            [push_bishop, west_bishop, east_bishop],
            [push & knight, west & knight, east & knight],
        ]
    }

    /// Our pieces that stand alone between a slider of ours and their king, by line.
    #[inline(always)]
    fn discoverers(&self, s: S) -> ByLine<S::u64s> {
        let boards = &self.movers.boards;
        let ours = boards.color(US);
        let all = ByLine::rook_and_bishop(boards.orthogonal_sliders(), boards.diagonal_sliders()) & ours;
        // A pinned slider gives check along any of its lines.
        let pinned = self.limits.pins.union() & all.union();
        let rays = if pinned.simd_ne(S::u64s::splat(s, 0)).any_true() {
            self.slides.attacks(s, all)
        } else {
            self.rays
        };
        self.sight.lines() & rays.lines() & ours
    }

    /// The moves of these pieces that leave the line, including promotions but not castling.
    #[inline(always)]
    fn moves_of_discoverers(&self, s: S, discoverers: ByLine<S::u64s>) -> Targets<S> {
        let Self { ref targets, ref limits, ref movers, ref slides, sliders, .. } = *self;
        let ByLine([on_rank, on_file, on_diagonal, on_antidiagonal]) = discoverers;
        let all = discoverers.union();
        let push = step(all & !on_file, Direction::North);
        let knights = movers.boards.knights() & limits.free(&movers.boards) & all;

        let king = movers.king;
        let on_line = along::<S>(king & on_rank, Direction::East)
            | along::<S>(king & on_file, Direction::North)
            | along::<S>(king & on_diagonal, Direction::NorthEast)
            | along::<S>(king & on_antidiagonal, Direction::NorthWest);
        let zero = S::u64s::splat(s, 0);
        let steps = (king & all).simd_eq(zero).select(zero, targets.king & !on_line);
        Targets {
            slides: slides.attacks(s, sliders & all) & limits.allowed,
            jumps: ByJump::of_knights(knights) & limits.allowed,
            king: steps,
            pawns: ByPawnMove {
                single: targets.pawns.single & push,
                double: targets.pawns.double & step(push, Direction::North),
                west: targets.pawns.west & step(all, Direction::NorthWest),
                east: targets.pawns.east & step(all, Direction::NorthEast),
            },
        }
    }

    /// The castling moves that give check. They are made: king and rook both leave a rank on which they may have stood between.
    #[inline(never)]
    fn castling_checks(&self, s: S, positions: &Positions<S>) -> CastlingChecks<S> {
        s.vectorize(
            #[inline(always)]
            || {
                let [long, short] = by_wing(s, self.movers.king, self.castling);
                let long = self.castling_checks_on(s, positions, Wing::Queen, long);
                let short = self.castling_checks_on(s, positions, Wing::King, short);
                CastlingChecks {
                    rooks: long.rooks | short.rooks,
                    discovered: long.discovered + short.discovered,
                    double: long.double + short.double,
                }
            },
        )
    }

    #[inline(always)]
    fn castling_checks_on(
        &self,
        s: S,
        positions: &Positions<S>,
        wing: Wing,
        rooks: S::u64s,
    ) -> CastlingChecks<S> {
        let zero = S::u64s::splat(s, 0);
        let one = S::u64s::splat(s, 1);
        let boards = castled(s, &positions.boards, US, wing, self.movers.king, rooks);
        let slides = Slides::new(s, boards.occupied());
        let seen = slides.attacks(s, ByLine::splat(self.king)).lines();
        let checkers = rooks.simd_eq(zero).select(zero, attackers(&boards, US, self.king, seen));
        let moved = checkers & Bitboard::of(wing.rook_target(US)).0;
        let double = (checkers & (checkers - one)).simd_eq(zero).select(zero, one);
        let check = checkers.simd_eq(zero).select(zero, one);
        let unmoved = moved.simd_eq(zero).select(one, zero);
        CastlingChecks {
            rooks: checkers.simd_eq(zero).select(zero, rooks),
            discovered: check & unmoved & (double ^ one),
            double,
        }
    }
}

impl<S: BoardSimd> Targets<S> {
    /// All these moves except promotions.
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

/// The neighbours of a king on one line.
#[inline(always)]
fn along<S: BoardSimd>(king: S::u64s, one: Direction) -> S::u64s {
    step(king, one) | step(king, one.opposite())
}

/// The number of promotions to all pieces that arrive within three sets.
#[inline(always)]
fn count_promotions<S: BoardSimd>(s: S, promotions: &[[S::u64s; 3]; 4], within: [S::u64s; 3]) -> S::u64s {
    let [[a, b, c], [d, e, f], [g, h, i], [j, k, l]] = *promotions;
    let [push, west, east] = within;
    let first = s.sum_counts_7([a & push, b & west, c & east, d & push, e & west, f & east, g & push]);
    let zero = S::u64s::splat(s, 0);
    first + s.sum_counts_7([h & west, i & east, j & push, k & west, l & east, zero, zero])
}

/// Moves that give check on their way to the queue.
struct Checks<'a, S: BoardSimd> {
    beside: S::u64s,
    mates: &'a mut Mates,
    count: u64,
}

impl<S: BoardSimd> Sink<S> for Checks<'_, S> {
    /// A double push that can be captured en passant is not a mate.
    #[inline(always)]
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
        let pushed = (to & self.beside).simd_ne(S::u64s::splat(s, 0)).to_bitmask() & lanes;
        if pushed == 0 {
            return lanes;
        }
        let [west, east] = en_passant::capturable(s, boards, to, pushed);
        lanes & !(west | east)
    }

    #[inline(always)]
    fn take(&mut self, s: S, positions: &Positions<S>, lanes: u64) {
        self.count += self.mates.append(s, positions, lanes);
    }
}
