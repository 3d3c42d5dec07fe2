//! Their moves if we passed, and how our moves change their number.

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, ByDirection, ByJump, step_back};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::{Direction, Rank};

use super::bans::Bans;
use super::numbers::{Biased, Numbers, Short, Values, add_within_axis};
use crate::board::pawns::{ByPawnMove, Pawns};
use crate::board::pieces::Pieces;
use crate::board::scene::Scene;
use crate::board::sides::THEM;

/// The number of their moves if we passed, and its change when we leave a square or enter one.
pub(super) struct ReplyTerms<S: BoardSimd> {
    /// The number of their moves if we passed.
    pub(super) base: S::u64s,
    /// The number of replies that each square is worth:
    ///
    /// - an empty square: the moves that they lose if we enter it, minus the pawn captures that they gain;
    /// - a square of ours: the moves that they gain if we leave it, minus the pawn captures that they lose;
    /// - a square of theirs: the moves of the piece there, minus its defenders that are pawns.
    pub(super) worth: Biased<S>,
    /// The change of the number of replies by a move: plus the worth of the square of ours that it leaves,
    /// minus the worth of the square that it enters, plus one for each defender there.
    pub(super) values: Values<S>,
    /// The neighbours of their king to which it could move, and the squares that it crosses or reaches in
    /// castling, long and short; a knight on `near` attacks one of them.
    pub(super) safe: S::u64s,
    pub(super) castling_paths: [S::u64s; 2],
    pub(super) near: S::u64s,
    /// The squares that their sliders attack, by line.
    pub(super) lines: sets::ByLine<S::u64s>,
    /// The squares that their pawns attack towards west and east, and those directly before the pawns that
    /// may push as far as pins allow.
    pub(super) west: S::u64s,
    pub(super) east: S::u64s,
    pub(super) ahead: S::u64s,
    /// The second squares before their unmoved pawns, and those of them where only a piece of ours there
    /// stops a double push.
    pub(super) two_ahead: S::u64s,
    pub(super) second: S::u64s,
}

impl<S: BoardSimd> ReplyTerms<S> {
    #[inline(always)]
    pub(super) fn new(s: S, scene: &Scene<S, impl Pieces<S>>, bans: &Bans<S>) -> Self {
        let Scene { ref boards, ref pieces, empty, ours, theirs, ref their_limits, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let sliders = their_limits.sliders(pieces);
        let rays = if (scene.pinned & scene.sliders.union()).simd_ne(zero).any_true() {
            scene.slides_of(s, sliders)
        } else {
            scene.threats.slides
        };
        let lines = rays.lines();
        let targets = their_limits.targets(pieces, rays, bans.safe);
        let base = targets.count(s, THEM, bans.castling);

        // The rest of each ray beyond the squares that a slider attacks, and the whole
        // ray of a slider itself.
        let onward = scene.slides.attacks(s, lines & ours);
        let [n, ne, e, se, so, sw, w, nw] = ((rays | onward) & !theirs).0;
        let [from_n, from_ne, from_e, from_se, from_so, from_sw, from_w, from_nw] = targets.slides.0;
        let [on_rank, on_file, on_diagonal, on_antidiagonal] = sliders.0;
        let beyond = Numbers::sum(
            add_within_axis::<S>(
                run::<S>(e, empty, from_e | on_rank, Direction::East),
                run::<S>(w, empty, from_w | on_rank, Direction::West),
            ),
            add_within_axis::<S>(
                run::<S>(n, empty, from_n | on_file, Direction::North),
                run::<S>(so, empty, from_so | on_file, Direction::South),
            ),
            add_within_axis::<S>(
                run::<S>(ne, empty, from_ne | on_diagonal, Direction::NorthEast),
                run::<S>(sw, empty, from_sw | on_diagonal, Direction::SouthWest),
            ),
            add_within_axis::<S>(
                run::<S>(se, empty, from_se | on_antidiagonal, Direction::SouthEast),
                run::<S>(nw, empty, from_nw | on_antidiagonal, Direction::NorthWest),
            ),
        );

        // The moves of each knight and pawn, which are lost when it is captured.
        let leapers = {
            let [a, b, c, d, e, f, g, h] = targets.jumps.origins().0;
            let ByPawnMove { single, double, west, east } = targets.pawns.origins(THEM);
            Numbers::tally(s, [a, b, c, d, e, f, g, h, single, double, west, east, zero, zero, zero])
        };

        let pawns = their_limits.pawns(boards);
        let pushes = Pushes::new(scene, &pawns, targets.pawns.double);
        let [west, east] = pawns.attacks();
        let pushed = beyond.or(leapers).plus(pushes.single).plus(pushes.double);
        // A queen in the middle of an empty board has 27 moves; one pawn may push to a square,
        // by one step or by two.
        const { assert!(27 + 2 <= Biased::<S>::MAX) }
        let worth = Biased::less(pushed, [west, east]);

        let home = boards.pawns() & theirs & Bitboard::rank(Rank::Seventh).0;
        let jumps = ByJump::of_knights(pieces.knights() & their_limits.free(boards)) & theirs;
        Self {
            base,
            worth,
            values: Values::new(ours, &worth, &defenders(s, rays & theirs, jumps, bans.alone)),
            safe: bans.safe,
            castling_paths: bans.castling_paths,
            near: bans.near,
            lines,
            west,
            east,
            ahead: pawns.ahead(),
            two_ahead: home >> 16,
            second: pushes.second,
        }
    }

    /// The number of their king's moves that a knight of ours on each square would prevent.
    #[inline(always)]
    pub(super) fn king_moves(&self, s: S) -> Numbers<S> {
        let zero = S::u64s::splat(s, 0);
        let [a, b, c, d, e, f, g, h] = ByJump::of_knights(self.safe).0;
        let [long, short] = self.castling_paths;
        let (long, short) = (sets::knight_attacks(long), sets::knight_attacks(short));
        Numbers::tally(s, [a, b, c, d, e, f, g, h, long, short, zero, zero, zero, zero, zero])
    }

    /// The squares of ours whose change would affect their sliders or their pawns, so that our king's moves
    /// from there are excluded.
    #[inline(always)]
    pub(super) fn touched(&self) -> S::u64s {
        self.lines.union() | self.ahead | self.west | self.east | self.two_ahead
    }
}

/// The squares on which a piece of ours stops a push: a single one, and a double one.
struct Pushes<S: BoardSimd> {
    single: S::u64s,
    double: S::u64s,
    /// The second squares before a pawn that have a piece of ours, with the first one empty.
    second: S::u64s,
}

impl<S: BoardSimd> Pushes<S> {
    /// A piece on the first square before a pawn stops its single push, and its double push through that
    /// square. A piece on the second square stops the double push.
    #[inline(always)]
    fn new(scene: &Scene<S, impl Pieces<S>>, pawns: &Pawns<S>, double: S::u64s) -> Self {
        let Scene { empty, ours, theirs, .. } = *scene;
        let sixth = Bitboard::rank(Rank::Sixth).0;
        let ahead = pawns.ahead();
        let freed = sets::step(ahead & ours & sixth, Direction::South) & empty;
        let through = sets::step(double | freed, Direction::North);
        let second = sets::step(ahead & empty & sixth, Direction::South) & ours;
        Self { single: ahead & !theirs, double: through | double | second, second }
    }
}

/// The number of their sliders and knights that defend each of their squares, and the squares
/// that their king defends.
#[inline(always)]
fn defenders<S: BoardSimd>(
    s: S,
    rays: ByDirection<S::u64s>,
    jumps: ByJump<S::u64s>,
    by_king: S::u64s,
) -> Numbers<S> {
    let [n, ne, e, se, so, sw, w, nw] = rays.0;
    let [j0, j1, j2, j3, j4, j5, j6, j7] = jumps.0;
    Numbers::tally(s, [n, ne, e, se, so, sw, w, nw, j0, j1, j2, j3, j4, j5, j6]).plus(j7).plus(by_king)
}

/// The number of legal squares beyond each of some squares in one direction, up to and
/// including the first piece.
///
/// By doubling, like a fill: at least one, two, three, four squares; then the same from four squares on.
#[inline(always)]
fn run<S: BoardSimd>(legal: S::u64s, empty: S::u64s, from: S::u64s, direction: Direction) -> Short<S> {
    let pass = legal & empty;
    let one = step_back(legal, direction, 1);
    let pass_one = step_back(pass, direction, 1);
    let two = pass_one & step_back(one, direction, 1);
    let pass_two = pass_one & step_back(pass_one, direction, 1);
    let three = pass_two & step_back(one, direction, 2);
    let four = pass_two & step_back(two, direction, 2);
    let pass_four = pass_two & step_back(pass_two, direction, 2);
    let odd = (one & !two) | three;
    let bit_0 = (pass_four & step_back(odd, direction, 4)) | (odd & !four);
    let bit_1 = (pass_four & step_back(two, direction, 4)) | (two & !four);
    [bit_0 & from, bit_1 & from, four & from]
}
