//! Boards that use no vectors themselves, compiled with the instructions of a level.
//!
//! A board in a cache line is two registers of AVX2, but four of SSE2, which the default build has. Generating
//! moves gains from a level too, so a comparison needs both boards in this form.

use core::any::Any;
use core::fmt;

use fearless_simd::Simd;
use quadbit_movegen::{Board, Feature, Level, Position};
use quadbit_nibble::simd::dispatch;

use crate::delta::Delta;
use crate::sets::Planes;

/// The features of every board that is a type for each level.
pub(crate) const FEATURES: &[Feature] = &[Feature::Level];

/// A board compiled with the instructions of a level.
#[derive(Clone, Copy, Debug)]
pub struct Vectorized<S, B> {
    level: S,
    board: B,
}

/// A board that has such a form.
pub trait Vectorize: Board<Unsupported = core::convert::Infallible> {
    /// The name of the form.
    const NAME: &'static str;
}

impl Vectorize for Delta {
    const NAME: &'static str = "delta-simd";
}

impl Vectorize for Planes {
    const NAME: &'static str = "sets-planes-simd";
}

/// This machine, or this build, cannot run the level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelMissing;

impl fmt::Display for LevelMissing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this machine cannot run the level of the board")
    }
}

impl core::error::Error for LevelMissing {}

/// Looks for a level among those of this machine.
pub(crate) fn token<S: Simd>() -> Result<S, LevelMissing> {
    let token = |level| dispatch!(level, s => (&s as &dyn Any).downcast_ref::<S>().copied());
    Level::available().find_map(token).ok_or(LevelMissing)
}

impl<S: Simd, B: Vectorize> Board for Vectorized<S, B> {
    type Move = B::Move;
    type List = B::List;
    type Undo = B::Undo;
    type Unsupported = LevelMissing;

    const NAME: &'static str = <B as Vectorize>::NAME;
    const FEATURES: &'static [Feature] = FEATURES;

    fn from_position(position: &Position) -> Result<Self, LevelMissing> {
        let Ok(board) = B::from_position(position);
        Ok(Self { level: token()?, board })
    }

    #[inline]
    fn legal_moves(&self, list: &mut B::List) {
        self.level.vectorize(
            #[inline(always)]
            || self.board.legal_moves(list),
        );
    }

    #[inline]
    fn legal_count(&self) -> usize {
        self.level.vectorize(
            #[inline(always)]
            || self.board.legal_count(),
        )
    }

    #[inline]
    fn make(&mut self, mv: B::Move) -> B::Undo {
        self.level.vectorize(
            #[inline(always)]
            || self.board.make(mv),
        )
    }

    #[inline]
    fn unmake(&mut self, mv: B::Move, undo: B::Undo) {
        self.level.vectorize(
            #[inline(always)]
            || self.board.unmake(mv, undo),
        );
    }
}
