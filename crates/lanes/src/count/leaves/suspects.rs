//! Makes the checks that may be mate.

use core::ops::Range;

use fearless_simd::prelude::*;
use quadbit_nibble::simd::vectorize;
use quadbit_quad::simd::{BoardSimd, Boards};

use super::evadable_checks::EvadableChecks;
use crate::board::en_passant;
use crate::board::pawns::ByPawnMove;
use crate::board::positions::Positions;
use crate::board::targets::Targets;
use crate::count::mates::Mates;
use crate::make::enqueue::first_bits;
use crate::make::move_sets::{self, MoveSet, Sink};

/// Makes moves that give check on boards in lanes, and passes the boards on to be tested for mate.
pub(super) struct Suspects<'a, S: BoardSimd> {
    positions: &'a Positions<S>,
    checked: Checked<'a, S>,
}

impl<'a, S: BoardSimd> Suspects<'a, S> {
    /// Prepares to make moves of `positions`. `next_to_enemy_pawn` are the squares to the left and right of enemy
    /// pawns, where a pawn could be captured en passant after a double push. Boards after checks that may be mate go to
    /// `mates`.
    #[inline(always)]
    pub(super) fn new(
        positions: &'a Positions<S>,
        next_to_enemy_pawn: S::u64s,
        mates: &'a mut Mates,
    ) -> Self {
        Self { positions, checked: Checked { next_to_enemy_pawn, mates, found: 0 } }
    }

    /// Makes the moves to the targets `moves`, which are neither promotions nor castling.
    #[inline(always)]
    pub(super) fn make(&mut self, s: S, moves: &Targets<S>) {
        let Targets { slides, jumps, king, ref pawns } = *moves;
        let ByPawnMove { single, double, west, east } = *pawns;
        let zero = S::u64s::splat(s, 0);
        // Sets whose address is taken must be in memory, so these are copies, made only if a lane has such moves.
        if slides.union().simd_ne(zero).any_true() {
            let slides = slides.0;
            self.make_sets(s, MoveSet::SLIDES, &slides);
        }
        if jumps.union().simd_ne(zero).any_true() {
            let jumps = jumps.0;
            self.make_sets(s, MoveSet::JUMPS, &jumps);
        }
        if (king | single | double | west | east).simd_ne(zero).any_true() {
            self.make_sets(s, MoveSet::STEPS, &[king, double, single, west, east]);
        }
    }

    /// Makes the direct checks `direct`, neither promotions nor castling, except those that, as `evadable` says, can
    /// certainly be evaded.
    #[inline(always)]
    pub(super) fn make_without(&mut self, s: S, direct: &Targets<S>, evadable: &EvadableChecks<S>) {
        let Targets { slides, jumps, ref pawns, .. } = *direct;
        let ByPawnMove { single, double, west, east } = *pawns;
        let zero = S::u64s::splat(s, 0);
        // Skips a kind of moves if no lane has a check of this kind that may be mate.
        if (slides.union() & !evadable.slides).simd_ne(zero).any_true() {
            self.make_sets(s, MoveSet::SLIDES, &(slides & !evadable.slides).0);
        }
        if (jumps.union() & !evadable.jumps).simd_ne(zero).any_true() {
            self.make_sets(s, MoveSet::JUMPS, &(jumps & !evadable.jumps).0);
        }
        if ((single | double | west | east) & !evadable.pawns).simd_ne(zero).any_true() {
            let ByPawnMove { single, double, west, east } = pawns.within(!evadable.pawns);
            self.make_sets(s, MoveSet::STEPS, &[zero, double, single, west, east]);
        }
    }

    /// Makes the moves of the kinds `MoveSet::ALL[kinds]`; `sets[n]` has the targets of the `n`-th of these kinds.
    #[inline(never)]
    pub(super) fn make_sets(&mut self, s: S, kinds: Range<usize>, sets: &[S::u64s]) {
        vectorize!(s, {
            let kinds = &MoveSet::ALL[kinds];
            move_sets::make(s, self.positions, first_bits(Boards::<S>::LEN), kinds, sets, &mut self.checked);
        });
    }

    /// The number of mates found so far. Positions that still wait to be tested are not counted.
    #[inline(always)]
    pub(super) const fn mates(&self) -> u64 {
        self.checked.found
    }
}

/// Receives the boards after moves that give check, and passes those that may be mate to `mates`.
struct Checked<'a, S: BoardSimd> {
    next_to_enemy_pawn: S::u64s,
    mates: &'a mut Mates,
    found: u64,
}

impl<S: BoardSimd> Sink<S> for Checked<'_, S> {
    /// Returns `lanes` without those in which the pawn pushed to `to` can be captured en passant: the check is not
    /// mate.
    #[inline(always)]
    fn after_double_push(&mut self, s: S, boards: &Boards<S>, to: S::u64s, lanes: u64) -> u64 {
        let pushed = (to & self.next_to_enemy_pawn).simd_ne(S::u64s::splat(s, 0)).to_bitmask() & lanes;
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
