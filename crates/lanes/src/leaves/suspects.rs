//! Making the checks that may be mate.

use fearless_simd::prelude::*;
use quadbit_quad::simd::{BoardSimd, Boards};

use crate::en_passant;
use crate::mates::Mates;
use crate::pawns::ByPawnMove;
use crate::positions::Positions;
use crate::targets::Targets;
use crate::ways::{self, Sink};

/// Makes moves that give check, of the positions in some lanes, and passes the boards on to be tested for mate.
pub(super) struct Suspects<'a, S: BoardSimd> {
    positions: &'a Positions<S>,
    lanes: u64,
    checked: Checked<'a, S>,
}

impl<'a, S: BoardSimd> Suspects<'a, S> {
    /// Given the squares beside their pawns that could capture en passant there.
    #[inline(always)]
    pub(super) fn new(
        positions: &'a Positions<S>,
        lanes: u64,
        beside: S::u64s,
        mates: &'a mut Mates,
    ) -> Self {
        Self { positions, lanes, checked: Checked { beside, mates, found: 0 } }
    }

    /// Makes moves that are neither promotions nor castling.
    #[inline(always)]
    pub(super) fn make(&mut self, s: S, moves: &Targets<S>) {
        let Targets { slides, jumps, king, ref pawns } = *moves;
        let ByPawnMove { single, double, west, east } = *pawns;
        let zero = S::u64s::splat(s, 0);
        // Copies: sets whose address is taken live in memory.
        if self.any(s, slides.union()) {
            self.make_ways(s, ways::SLIDES, &{ slides.0 });
        }
        if self.any(s, jumps.union()) {
            self.make_ways(s, ways::JUMPS, &{ jumps.0 });
        }
        if self.any(s, king | single | double | west | east) {
            self.make_ways(s, ways::STEPS, &[king, zero, zero, double, single, west, east]);
        }
    }

    /// Whether a set has a square in one of the lanes.
    #[inline(always)]
    fn any(&self, s: S, set: S::u64s) -> bool {
        set.simd_ne(S::u64s::splat(s, 0)).to_bitmask() & self.lanes != 0
    }

    /// Makes moves in some consecutive ways.
    #[inline(never)]
    pub(super) fn make_ways(&mut self, s: S, first: usize, sets: &[S::u64s]) {
        s.vectorize(
            #[inline(always)]
            || ways::make(s, self.positions, self.lanes, first, sets, &mut self.checked),
        );
    }

    /// The mates found so far; others may wait.
    #[inline(always)]
    pub(super) const fn mates(&self) -> u64 {
        self.checked.found
    }
}

/// Boards after moves that give check.
struct Checked<'a, S: BoardSimd> {
    beside: S::u64s,
    mates: &'a mut Mates,
    found: u64,
}

impl<S: BoardSimd> Sink<S> for Checked<'_, S> {
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
        self.found += self.mates.append(s, positions, lanes);
    }
}
