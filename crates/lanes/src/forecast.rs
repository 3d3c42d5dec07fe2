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
//! `opened` and `stopped` are the same number, the rest of a ray beyond a square, and one number for each
//! square serves for all three (`ReplyTerms`). The sum over all our moves is then a sum over squares of
//! number times number of moves, which vertical numbers (`Numbers`) give by a few population counts. There
//! are no loops over moves or pieces, and eight positions are counted at once.
//!
//! The formula is exact unless a move concerns their king (`Bans`), or two of its own terms overlap
//! (`Regular`). Such moves are excluded (`Leftover`): they are made, and their replies are counted. In the
//! six positions of the Chess Programming Wiki's perft results these are 2 to 41% of the moves. The book's
//! chapter "Two plies at once" numbers the rules, and the code cites these numbers.
//!
//! Source: this project. Other programs skip making the last move but one where it changes no reply, and
//! multiply by the count after a null move: templechess (described on talkchess.com, 2026) and `MPerft`
//! 5.0 with `--nullmove` (<https://github.com/abulmo/MPerft>, 2026). As far as we know, two ideas are
//! new here: the sum of effects by square, which holds for most moves that do change replies, and its
//! use for boards in lanes.

mod bans;
mod castling;
mod leftover;
mod numbers;
mod promotions;
mod regular;
mod reply_terms;
mod rules;
#[cfg(all(test, feature = "_testing"))]
mod tests;
#[cfg(all(test, feature = "_testing"))]
mod theorem;

use quadbit_quad::simd::BoardSimd;

use crate::board::pieces::Pieces;
use crate::board::positions::Positions;
use crate::board::scene::Scene;
use bans::Bans;
pub(crate) use leftover::Leftover;
use regular::Regular;
use reply_terms::ReplyTerms;

/// A forecast of boards in lanes.
pub(crate) struct Forecast<S: BoardSimd> {
    /// The sum of the replies to all moves except the excluded ones.
    pub(crate) replies: S::u64s,
    /// The moves that must be made.
    pub(crate) leftover: Leftover<S>,
}

/// The terms of the sum of the replies.
struct Parts<S: BoardSimd, M> {
    scene: Scene<S, M>,
    terms: ReplyTerms<S>,
    regular: Regular<S>,
    leftover: Leftover<S>,
}

impl<S: BoardSimd> Forecast<S> {
    /// The forecast of positions in which we are white.
    #[inline(always)]
    pub(crate) fn new(s: S, positions: &Positions<S>, pieces: impl Pieces<S>) -> Self {
        let Parts { scene, terms, regular, leftover } = Parts::new(s, positions, pieces);
        Self { replies: regular.replies(s, &scene, &terms), leftover }
    }
}

impl<S: BoardSimd, M: Pieces<S>> Parts<S, M> {
    #[inline(always)]
    fn new(s: S, positions: &Positions<S>, pieces: M) -> Self {
        let scene = Scene::new(s, positions, pieces);
        let bans = Bans::new(s, &scene, positions.castling_rooks);
        let terms = ReplyTerms::new(s, &scene, &bans);
        let regular = Regular::new(s, &scene, &bans, &terms);
        let leftover = Leftover::new(s, &scene, &regular);
        Self { scene, terms, regular, leftover }
    }
}
