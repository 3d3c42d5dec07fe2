//! Two plies at once: the replies to most moves of a position, without making the moves.
//!
//! We move, and they reply. Most of our moves change their replies only at the square that we leave and the
//! one that we enter. So the number of replies to a move from `f` to `t` is a sum of terms that are known
//! before any move is made:
//!
//! ```text
//!   replies = base                the number of their moves if we passed
//!           + opened(f)           their sliders look through f, their pawns may step there but no longer capture
//!           - stopped(t)          their sliders and pawns end at an empty t, where pawns may capture,
//!       or  - mobility(t)         the piece captured on t moves no more,
//!           + defenders(t)        but others may recapture, and a knight may guard squares of their king
//! ```
//!
//! `opened` and `stopped` are the same number, the rest of a ray beyond a square, and one number for each square serves
//! for all three (`ReplyTerms`). The sum over all our moves is then a sum over squares of number times number of moves,
//! which vertical numbers (`Numbers`) give by a few population counts. There are no loops over moves or pieces, and up
//! to eight positions are counted at once.
//!
//! The formula is exact unless a move concerns the enemy king, or two of its own terms overlap. The road of
//! a batch:
//!
//! 1. [`Scene`]: what both sides attack, and what is pinned.
//! 2. [`Forbidden`]: the pieces and squares of moves that concern the enemy king.
//! 3. [`ReplyTerms`]: the terms, for each square.
//! 4. [`Counted`]: the moves that no rule excludes, and the sum of the replies to them.
//! 5. [`Rest`]: all other moves. They are made, and the replies to them are counted on their boards.
//!
//! In the six positions of the Chess Programming Wiki's perft results the rest is 2 to 41% of the moves. The
//! book's chapter "Two plies at once" numbers the [rules](rules::Rule), and the code cites these numbers. One
//! thing must not change: a move that breaks a rule is never counted.
//!
//! Source: this project. Other programs skip making the last move but one where it changes no reply, and
//! multiply by the count after a null move: templechess (described on talkchess.com, 2026) and `MPerft`
//! 5.0 with `--nullmove` (<https://github.com/abulmo/MPerft>, 2026). As far as we know, two ideas are
//! new here: the sum of effects by square, which holds for most moves that do change replies, and its
//! use for boards in lanes.

mod castling;
mod counted;
mod forbidden;
mod numbers;
mod promotions;
mod reply_terms;
mod rest;
mod rules;
#[cfg(all(test, feature = "_testing"))]
mod tests;
#[cfg(all(test, feature = "_testing"))]
mod theorem;

use quadbit_quad::simd::BoardSimd;

use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::scene::Scene;
use counted::Counted;
use forbidden::Forbidden;
use reply_terms::ReplyTerms;
pub(crate) use rest::Rest;

/// The replies to our moves on boards in lanes, as far as they are counted without making the moves.
pub(crate) struct Forecast<S: BoardSimd> {
    /// The sum of the replies to all moves except those in `rest`, in every lane.
    pub(crate) replies: S::u64s,
    /// The moves whose replies are not in `replies`: they have to be made, and the replies counted.
    pub(crate) rest: Rest<S>,
}

/// The steps by which replies are counted without making the moves, kept so that tests can look at each.
struct Parts<S: BoardSimd, const R: bool> {
    scene: Scene<S, R>,
    terms: ReplyTerms<S>,
    counted: Counted<S>,
    rest: Rest<S>,
}

impl<S: BoardSimd> Forecast<S> {
    /// Counts the replies to our moves in `positions`, as far as this is possible without making the moves. We are
    /// white. `pieces` are the boards of `positions`, of which the compiler may know that they lack some kinds of
    /// pieces ([`Pieces`]).
    #[inline(always)]
    pub(crate) fn new<const R: bool>(s: S, positions: &Positions<S>, pieces: Pieces<S, R>) -> Self {
        let Parts { scene, terms, counted, rest } = Parts::new(s, positions, pieces);
        Self { replies: counted.replies(s, &scene, &terms), rest }
    }
}

impl<S: BoardSimd, const R: bool> Parts<S, R> {
    #[inline(always)]
    fn new(s: S, positions: &Positions<S>, pieces: Pieces<S, R>) -> Self {
        let scene = Scene::new(s, positions, pieces);
        let forbidden = Forbidden::new(s, &scene, positions.castling_rooks);
        let terms = ReplyTerms::new(s, &scene, &forbidden);
        let counted = Counted::new(s, &scene, &forbidden, &terms);
        let rest = Rest::new(s, &scene, &counted);
        Self { scene, terms, counted, rest }
    }
}
