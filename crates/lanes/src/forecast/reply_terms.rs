//! The enemy's moves if we passed, and how our moves change their number: `base` and `worth` in the theorem of the
//! book's chapter "Two plies at once".
//!
//! 1. `base` is the number of the enemy's legal moves on the unchanged board, without captures en passant.
//! 2. For each square of a slider's ray [`run`] counts the squares beyond it: the theorem's `rest`. On the slider's
//!    own square the rays add up to its `mobility`; the moves of knights and pawns are counted there too.
//! 3. [`Pushes`] adds the pushes that a square stops, and the captures of pawns are subtracted: that is `worth`.
//! 4. [`defenders`] counts who may recapture. `values` joins `worth` and `defenders` into one number for each square.
//!
//! Every number must fit into five bits; constant assertions and the tests of this crate hold that.

use fearless_simd::prelude::*;
use quadbit_quad::Bitboard;
use quadbit_quad::sets::{self, ByDirection, ByJump, step_back};
use quadbit_quad::simd::BoardSimd;
use quadbit_x88::{Direction, Rank};

use super::forbidden::Forbidden;
use super::numbers::{Biased, Numbers, Short, Values, add_within_axis};
use crate::board::pawns::{ByPawnMove, Pawns};
use crate::board::scene::Scene;
use crate::board::sides::THEM;

/// The number of the enemy's moves if we passed, and its change when we leave a square or enter one.
pub(super) struct ReplyTerms<S: BoardSimd> {
    /// The number of the enemy's moves if we passed, in every lane.
    pub(super) base: S::u64s,
    /// The number of replies that each square is worth:
    /// - an empty square: the replies that end if we enter it, minus the pawn captures that begin;
    /// - a square with one of our pieces: the replies that begin if we leave it, minus the pawn captures that end;
    /// - a square with an enemy piece: the moves of that piece, minus the pawns that defend it.
    pub(super) worth: Biased<S>,
    /// For each square with one of our pieces, how a move from it changes the number of replies: plus the worth of the
    /// square. For each other square, how a move to it does: minus the worth of the square, plus one for each of its
    /// defenders.
    pub(super) values: Values<S>,
    /// The squares to which the enemy king could step if we passed.
    pub(super) safe: S::u64s,
    /// The squares that the enemy king crosses or reaches in the castling moves that would be legal if we passed: on
    /// the queen's side, and on the king's side.
    pub(super) castling_paths: [S::u64s; 2],
    /// The squares from which our knight would attack a square that the enemy king could enter, or cross in castling,
    /// and that we do not attack yet.
    pub(super) near: S::u64s,
    /// The squares that enemy sliders attack, by line, as far as pins allow.
    pub(super) lines: sets::ByLine<S::u64s>,
    /// The squares that enemy pawns attack towards the west, as far as pins allow.
    pub(super) west: S::u64s,
    /// The squares that enemy pawns attack towards the east, as far as pins allow.
    pub(super) east: S::u64s,
    /// The squares directly before enemy pawns that no pin keeps from pushing, empty or not.
    pub(super) ahead: S::u64s,
    /// The second squares before unmoved enemy pawns, empty or not.
    pub(super) two_ahead: S::u64s,
    /// The second squares before unmoved enemy pawns where our piece is all that stops a double push.
    pub(super) second: S::u64s,
}

impl<S: BoardSimd> ReplyTerms<S> {
    #[inline(always)]
    pub(super) fn new<const R: bool>(s: S, scene: &Scene<S, R>, forbidden: &Forbidden<S>) -> Self {
        let Scene { ref boards, ref pieces, empty, ours, theirs, ref their_limits, .. } = *scene;
        let zero = S::u64s::splat(s, 0);
        let sliders = their_limits.sliders(pieces);
        let rays = if (scene.pinned & scene.sliders.union()).simd_ne(zero).any_true() {
            scene.slides_of(s, sliders)
        } else {
            scene.threats.slides
        };
        let lines = rays.lines();
        let targets = their_limits.targets(pieces, rays, forbidden.safe);
        let base = targets.count(s, THEM, forbidden.castling);

        // For each square that an enemy slider attacks, the length of the ray beyond the square; for the slider's own
        // square, the length of all its rays.
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

        // The moves of each enemy knight and pawn, which are lost when it is captured.
        let leapers = {
            let ByPawnMove { single, double, west, east } = targets.pawns.origins(THEM);
            Numbers::tally(s, targets.jumps.origins().0, [single, double, west, east])
        };

        let pawns = their_limits.pawns(boards);
        let pushes = Pushes::new(scene, &pawns, targets.pawns.double);
        let [west, east] = pawns.attacks();
        let pushed = beyond.or(leapers).plus(pushes.single).plus(pushes.double);
        // The sums fit: no number of `beyond` or `leapers` is above 27, the moves of a queen in the middle of an empty
        // board, and a piece on one square stops at most one single push and one double push.
        const { assert!(27 + 2 <= Biased::<S>::MAX) }
        let worth = Biased::less(pushed, [west, east]);

        let home = boards.pawns() & theirs & Bitboard::rank(Rank::Seventh).0;
        let jumps = ByJump::of_knights(pieces.knights() & their_limits.free(boards)) & theirs;
        Self {
            base,
            worth,
            values: Values::new(ours, &worth, &defenders(s, rays & theirs, jumps, forbidden.alone)),
            safe: forbidden.safe,
            castling_paths: forbidden.castling_paths,
            near: forbidden.near,
            lines,
            west,
            east,
            ahead: pawns.ahead(),
            two_ahead: home >> 16,
            second: pushes.second,
        }
    }

    /// For each square, the number of moves of the enemy king that our knight on it would prevent.
    #[inline(always)]
    pub(super) fn king_moves(&self, s: S) -> Numbers<S> {
        let [long, short] = self.castling_paths;
        let castling = [sets::knight_attacks(long), sets::knight_attacks(short)];
        Numbers::tally(s, ByJump::of_knights(self.safe).0, castling)
    }

    /// The squares that enemy sliders or pawns attack, or where a piece stops a push of an enemy pawn. If our king
    /// stands on one, its moves have to be made: the replies to them are not counted in advance (rule 6a of the book).
    #[inline(always)]
    pub(super) fn touched(&self) -> S::u64s {
        self.lines.union() | self.ahead | self.west | self.east | self.two_ahead
    }
}

/// Squares on which one of our pieces stops, or would stop, pushes of enemy pawns.
struct Pushes<S: BoardSimd> {
    /// The squares on which a piece stops a single push.
    single: S::u64s,
    /// The squares on which a piece stops a double push.
    double: S::u64s,
    /// Our pieces on the second square before an enemy pawn, where the first square is empty.
    second: S::u64s,
}

impl<S: BoardSimd> Pushes<S> {
    /// Finds the squares on which one of our pieces stops, or would stop, pushes of the enemy `pawns`; `double` are the
    /// squares that their double pushes reach now. A piece on the first square before a pawn stops its single push, and
    /// its double push through that square. A piece on the second square stops the double push.
    #[inline(always)]
    fn new<const R: bool>(scene: &Scene<S, R>, pawns: &Pawns<S>, double: S::u64s) -> Self {
        let Scene { empty, ours, theirs, .. } = *scene;
        let sixth = Bitboard::rank(Rank::Sixth).0;
        let ahead = pawns.ahead();
        let freed = sets::step(ahead & ours & sixth, Direction::South) & empty;
        let through = sets::step(double | freed, Direction::North);
        let second = sets::step(ahead & empty & sixth, Direction::South) & ours;
        Self { single: ahead & !theirs, double: through | double | second, second }
    }
}

/// The term `defenders` in the theorem of the book's chapter "Two plies at once": for each square of an enemy piece,
/// the number of enemy sliders and knights that defend it, plus one on the squares of `by_king`, where the enemy king
/// may recapture. `rays` are the squares that the sliders attack, `jumps` those that the knights attack.
#[inline(always)]
fn defenders<S: BoardSimd>(
    s: S,
    rays: ByDirection<S::u64s>,
    jumps: ByJump<S::u64s>,
    by_king: S::u64s,
) -> Numbers<S> {
    let [seven @ .., eighth] = jumps.0;
    let seven: [_; 7] = seven;
    Numbers::tally(s, rays.0, seven).plus(eighth).plus(by_king)
}

/// For each square of `from`, the number of squares of `legal` beyond it in `direction`, without a gap, up to and
/// including the first piece; `empty` are the squares without a piece.
///
/// Found by doubling, like a fill: whether there are at least one, two, three, four squares; then again from four
/// squares on.
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
