//! Their moves if it were their turn, and what single squares are worth to them.

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets;
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::{Direction, Rank};

use super::THEM;
use super::bans::Bans;
use super::numbers::{Numbers, Short, add_within_axis};
use super::scene::{Scene, on_lines};
use crate::limits::{knight_jumps, unjump};

/// What they would have if we passed, and how that changes when we leave a square or arrive on one.
pub(super) struct Answers<S: BoardSimd> {
    /// The number of their moves.
    pub(super) base: S::u64s,
    /// What each square is worth to them, and two more. Beyond these two:
    ///
    /// - an empty square: the moves that they lose if we go there, less the captures of pawns that they gain;
    /// - a square of ours: the moves that they gain if we leave it, less the captures of pawns that they lose;
    /// - a square of theirs: the moves of the piece there, less its defenders that are pawns.
    pub(super) worth: Numbers<S>,
    /// How many of their pieces other than pawns and king defend each of their squares.
    pub(super) defenders: Numbers<S>,
    pub(super) defenders_too: S::u64s,
    /// The squares that their sliders attack, by line.
    pub(super) lines: [S::u64s; 4],
    /// What their pawns capture towards west and east, whatever stands there; the squares just before those that may be pushed;
    /// and the second ones before those that have not moved.
    pub(super) west: S::u64s,
    pub(super) east: S::u64s,
    pub(super) ahead: S::u64s,
    pub(super) two_ahead: S::u64s,
}

impl<S: BoardSimd> Answers<S> {
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S>, bans: &Bans<S>) -> Self {
        let Scene { ref boards, ref slides, empty, ours, theirs, orthogonals, diagonals, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let open = !theirs;
        let sliders = scene.sliders(&scene.their_limits);
        let sliders = [sliders[0] & theirs, sliders[1] & theirs, sliders[2] & theirs, sliders[3] & theirs];
        let rays = if (scene.pinned & (orthogonals | diagonals)).simd_ne(zero).any_true() {
            scene.slides_of(s, sliders)
        } else {
            scene.their_slides
        };
        let lines = on_lines::<S>(&rays);
        let free = scene.their_limits.free(boards);
        let pawns = scene.their_limits.pawn_targets(boards);
        let jumps = knight_jumps::<S>(boards.knights() & free);

        let base = s.sum_counts_15([
            rays[0] & open,
            rays[1] & open,
            rays[2] & open,
            rays[3] & open,
            rays[4] & open,
            rays[5] & open,
            rays[6] & open,
            rays[7] & open,
            jumps[0] & open,
            jumps[1] & open,
            jumps[2] & open,
            jumps[3] & open,
            jumps[4] & open,
            jumps[5] & open,
            jumps[6] & open,
        ]) + s.sum_counts_7([
            jumps[7] & open,
            pawns.single,
            pawns.double,
            pawns.west,
            pawns.east,
            bans.safe & open,
            zero,
        ]) + pawns.three_more(s, THEM)
            + bans.castlings;

        // Beyond each square that a slider attacks it loses, or gains, the rest of its ray; a slider that is captured, all.
        let onward = slides.attacks(s, [lines[0] & ours, lines[1] & ours, lines[2] & ours, lines[3] & ours]);
        macro_rules! run {
            ($direction:ident, $line:expr) => {{
                let n = Direction::$direction.index();
                let legal = (rays[n] | onward[n]) & open;
                run::<S>(legal, empty, (rays[n] & open) | sliders[$line], Direction::$direction)
            }};
        }
        let beyond = Numbers::sum(
            add_within_axis::<S>(run!(East, 0), run!(West, 0)),
            add_within_axis::<S>(run!(North, 1), run!(South, 1)),
            add_within_axis::<S>(run!(NorthEast, 2), run!(SouthWest, 2)),
            add_within_axis::<S>(run!(SouthEast, 3), run!(NorthWest, 3)),
        );

        // Pawns: one step ahead a push is stopped or freed, and perhaps a double push through it; two steps ahead a double push.
        let [_, on_file, on_diagonal, on_antidiagonal] = scene.their_limits.pins;
        let all_pawns = boards.pawns() & theirs;
        let sixth = Bitboard::rank(Rank::Sixth).0;
        let ahead = sets::step(boards.pawns() & (free | on_file), Direction::South);
        let through = sets::step(pawns.double, Direction::North)
            | sets::step(sets::step(ahead & ours & sixth, Direction::South) & empty, Direction::North);
        let second = pawns.double | (sets::step(pawns.single & sixth, Direction::South) & ours);
        let west = sets::step(boards.pawns() & (free | on_diagonal), Direction::NorthWest.relative_to(THEM));
        let east =
            sets::step(boards.pawns() & (free | on_antidiagonal), Direction::NorthEast.relative_to(THEM));

        // A knight or a pawn that is captured moves no more.
        let leapers = Numbers::tally(
            s,
            [
                unjump::<S, 0>(jumps[0] & open),
                unjump::<S, 1>(jumps[1] & open),
                unjump::<S, 2>(jumps[2] & open),
                unjump::<S, 3>(jumps[3] & open),
                unjump::<S, 4>(jumps[4] & open),
                unjump::<S, 5>(jumps[5] & open),
                unjump::<S, 6>(jumps[6] & open),
                unjump::<S, 7>(jumps[7] & open),
                pawns.single << 8,
                pawns.double << 16,
                pawns.west << 9,
                pawns.east << 7,
                zero,
                zero,
                zero,
            ],
        );
        let worth = beyond.or(leapers).plus(ahead & !theirs).plus(through | second).plus(!west).plus(!east);

        let defenders = defenders(s, theirs, &rays, &jumps);
        let home = all_pawns & Bitboard::rank(Rank::Seventh).0;
        Self {
            base,
            worth,
            defenders,
            defenders_too: jumps[7] & theirs,
            lines,
            west,
            east,
            ahead,
            two_ahead: home >> 16,
        }
    }

    /// The squares of ours that a move of the king would lay open, or take from a pawn's captures.
    #[inline(always)]
    pub(super) fn touched(&self) -> S::u64s {
        let [rank, file, diagonal, antidiagonal] = self.lines;
        rank | file | diagonal | antidiagonal | self.ahead | self.west | self.east | self.two_ahead
    }
}

/// How many of their sliders and knights defend each of their squares, the last jump left out.
#[inline(always)]
fn defenders<S: BoardSimd>(s: S, theirs: S::u64s, rays: &[S::u64s; 8], jumps: &[S::u64s; 8]) -> Numbers<S> {
    Numbers::tally(
        s,
        [
            rays[0] & theirs,
            rays[1] & theirs,
            rays[2] & theirs,
            rays[3] & theirs,
            rays[4] & theirs,
            rays[5] & theirs,
            rays[6] & theirs,
            rays[7] & theirs,
            jumps[0] & theirs,
            jumps[1] & theirs,
            jumps[2] & theirs,
            jumps[3] & theirs,
            jumps[4] & theirs,
            jumps[5] & theirs,
            jumps[6] & theirs,
        ],
    )
}

/// The number of legal squares beyond each of some squares in one direction, up to the first piece and with it.
///
/// By doubling, as a fill goes: there are one, two, three, four squares at least; then the same from four squares on.
#[inline(always)]
fn run<S: BoardSimd>(legal: S::u64s, empty: S::u64s, from: S::u64s, direction: Direction) -> Short<S> {
    let pass = legal & empty;
    let one = back::<S>(legal, direction, 1);
    let pass_one = back::<S>(pass, direction, 1);
    let two = pass_one & back::<S>(one, direction, 1);
    let pass_two = pass_one & back::<S>(pass_one, direction, 1);
    let three = pass_two & back::<S>(one, direction, 2);
    let four = pass_two & back::<S>(two, direction, 2);
    let pass_four = pass_two & back::<S>(pass_two, direction, 2);
    let odd = (one & !two) | three;
    let bit_0 = (pass_four & back::<S>(odd, direction, 4)) | (odd & !four);
    let bit_1 = (pass_four & back::<S>(two, direction, 4)) | (two & !four);
    [bit_0 & from, bit_1 & from, four & from]
}

/// A set moved some steps against a direction. What stands next to an edge is never reached over it, so no mask is needed.
#[inline(always)]
fn back<S: BoardSimd>(set: S::u64s, direction: Direction, steps: u32) -> S::u64s {
    let by = direction.shift().unsigned_abs() * steps;
    if direction.shift() > 0 { set >> by } else { set << by }
}
