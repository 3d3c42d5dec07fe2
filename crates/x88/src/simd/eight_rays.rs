//! The squares that a piece attacks on an empty board, one set of squares for each direction.
//!
//! 1. `walked` finds the rays of each piece on each square at compile time, by walking as far as the piece attacks.
//! 2. [`EightRays::of`] looks them up in a table by piece code and square.
//! 3. [`RaySimd::nearest`](super::RaySimd::nearest) intersects them with the occupancy. For AVX2 each entry holds its
//!    rays a second time, in two halves (`halves`), in the order of the registers.
//!
//! Both copies must hold the same rays: the tests compare every level with a walk.

use crate::attackers::Attackers;
use crate::color::Color;
use crate::delta::Delta;
use crate::diff::Diff;
use crate::direction::Direction;
use crate::ray::Ray;
use crate::role::Role;
use crate::square::Square;
use crate::square88::Square88;

/// The squares that a piece attacks on an empty board, as eight sets: one for each [`Direction`], clockwise from
/// north; for a knight one for each of its [steps](Delta::KNIGHT). A king's and a knight's rays have one
/// square at most.
///
/// ```text
///   bishop on c1:  north-east  d2 e3 f4 g5 h6   occupied  e3 . g5    nearest  e3
///                  north-west  b2 a3                      . a3                a3
///                  the other six                          none
/// ```
///
/// [`RaySimd::nearest`](super::RaySimd::nearest) finds the nearest piece on each ray, so one loop handles all kinds of
/// pieces but pawns. A branch for each kind would be mispredicted, which costs more than the empty rays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct EightRays {
    clockwise: [u64; 8],
    /// The rays as AVX2 takes them: the four towards h8, and the four towards a1 on the board rotated by 180
    /// degrees.
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    pub(super) halves: [[u64; 4]; 2],
}

impl EightRays {
    /// The rays of the piece with `code` (its [`Piece::code`](crate::Piece::code), taken modulo 16) on `from`. They are
    /// empty for pawns and for codes that are no piece.
    #[inline(always)]
    pub fn of(code: u8, from: Square) -> &'static Self {
        &RAYS[usize::from(code >> 1 & 7)][from.index()]
    }

    /// The rays in the order of [`Direction`], clockwise from north; bit 0 is a1.
    #[inline(always)]
    pub(crate) const fn clockwise(&self) -> &[u64; 8] {
        &self.clockwise
    }

    const fn new(clockwise: [u64; 8]) -> Self {
        Self {
            clockwise,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            halves: halves(clockwise),
        }
    }
}

/// For each role code and square: the rays of such a piece. 64 KiB on x86 (else 32), of which a look-up reads one cache
/// line.
static RAYS: [[EightRays; 64]; 8] = {
    let mut rays = [[EightRays::new([0; 8]); 64]; 8];
    let mut n = 0;
    while n < 5 * 64 {
        let (role, from) = (Role::ALL[n / 64 + 1], Square::ALL[n % 64]);
        rays[role.code() as usize][n % 64] = EightRays::new(walked(role, Square88::from_square(from)));
        n += 1;
    }
    rays
};

/// For each direction, clockwise from north: the lane in which AVX2 holds its ray. `vshufps` takes two lanes from each
/// half in turn.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) const LANES: [u8; 8] = [0, 1, 4, 2, 3, 6, 7, 5];

/// Splits eight rays, clockwise from north, into halves: the four towards h8, and the four towards a1, rotated
/// by 180 degrees. Within a half, rays keep the order of their lanes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
const fn halves(rays: [u64; 8]) -> [[u64; 4]; 2] {
    let mut halves = [[0; 4]; 2];
    let mut d = 0;
    while d < 8 {
        let lane = LANES[d] as usize;
        let half = lane / 2 % 2;
        halves[half][lane / 4 * 2 + lane % 2] = if half == 1 { rays[d].reverse_bits() } else { rays[d] };
        d += 1;
    }
    halves
}

/// The rays of a piece that is not a pawn, found by walking as far as the piece attacks.
const fn walked(role: Role, from: Square88) -> [u64; 8] {
    let kind = Attackers::of(role.of(Color::White));
    let mut rays = [0; 8];
    let mut d = 0;
    while d < 8 {
        let step = if let Role::Knight = role { Delta::KNIGHT[d] } else { Direction::ALL[d].delta() };
        let mut walk = Ray::new(from, step);
        while let Some(to) = walk.advance() {
            if Diff::new(from, to).attackers().intersects(kind) {
                rays[d] |= 1 << to.to_square().index();
            }
        }
        d += 1;
    }
    rays
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::Piece;
    use crate::simd::RaySimd;
    use crate::testing::{Board, naive_attacks};
    use fearless_simd::prelude::*;
    use proptest::prelude::*;
    use quadbit_nibble::simd::testing::at_every_level;
    use std::vec::Vec;

    /// The squares of the pieces that a piece of `role` on `from` attacks, clockwise from north, found by walking.
    fn naive(board: &Board, role: Role, from: Square) -> Vec<Square> {
        let mut board = board.clone();
        board.put(from, role.of(Color::White));
        let walk = |d: usize| {
            let (files, ranks) = match role {
                Role::Knight => (Delta::KNIGHT[d].files(), Delta::KNIGHT[d].ranks()),
                _ => (Direction::ALL[d].files(), Direction::ALL[d].ranks()),
            };
            std::iter::successors(from.offset(files, ranks), move |to| to.offset(files, ranks))
        };
        let nearest = |d| walk(d).find(|&to| board.at(to).is_some() && naive_attacks(&board, from, to));
        (0..8).filter_map(nearest).collect()
    }

    fn check<S: RaySimd>(s: S, board: &Board, targets: u64) {
        let codes = Square::ALL.map(|square| board.at(square).map_or(0, Piece::code));
        let set = |has: &dyn Fn(Square) -> bool| {
            Square::ALL
                .into_iter()
                .filter(|&square| has(square))
                .fold(0, |set: u64, square| set | 1 << square.index())
        };
        let occupied = set(&|square| board.at(square).is_some());
        let both = |set: u64| [set, set.reverse_bits()];
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            for from in Square::ALL {
                let expected = naive(board, role, from);
                let rays = EightRays::of(role.of(Color::Black).code(), from);
                for targets in [u64::MAX, targets] {
                    let expected: Vec<u32> = expected
                        .iter()
                        .filter(|square| targets >> square.index() & 1 == 1)
                        .map(|square| u32::try_from(square.index()).unwrap())
                        .collect();
                    let (squares, count) = s.nearest(rays, both(occupied), both(targets));
                    assert_eq!(squares.to_array()[..count], expected, "{role:?} on {from}, {board:?}");
                    let found = s.codes_on(&codes, squares).to_array();
                    let expected: Vec<u32> =
                        expected.iter().map(|&square| codes[square as usize].into()).collect();
                    assert_eq!(found[..count], expected, "{role:?} on {from}, {board:?}");
                }
            }
        }
    }

    #[test]
    fn pawns_and_other_codes_have_no_rays() {
        for code in [0, 1, 2, 3, 14, 15] {
            for from in Square::ALL {
                assert_eq!(*EightRays::of(code, from).clockwise(), [0; 8]);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn nearest_pieces_are_found_by_walking(board: Board, targets: u64) {
            at_every_level!(s => check(s, &board, targets));
        }
    }
}
