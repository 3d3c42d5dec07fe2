//! The 64 squares that a queen and a knight look at from one square, and the pieces seen there.

use core::fmt;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64};

use crate::attackers::Attackers;
use crate::delta::Delta;
use crate::diff::Diff;
use crate::direction::Direction;
use crate::piece::Piece;
use crate::simd::level::RaySimd;
use crate::square::Square;
use crate::square88::Square88;

/// The steps to the 64 lanes: lane `8 * d` is the knight's step `d`, lane `8 * d + i` is `i`
/// steps in direction `d`.
pub(super) const DELTAS: [Delta; 64] = {
    let mut deltas = [Delta::ZERO; 64];
    let mut d = 0;
    while d < 8 {
        deltas[8 * d] = Delta::KNIGHT[d];
        let mut sum = 0;
        let mut i = 1;
        while i < 8 {
            sum += Direction::ALL[d].delta().get();
            deltas[8 * d + i] = Delta(sum);
            i += 1;
        }
        d += 1;
    }
    deltas
};

/// The same as bytes that are added modulo 256.
const STEPS: [u8; 64] = {
    let mut steps = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        steps[lane] = DELTAS[lane].get().cast_unsigned();
        lane += 1;
    }
    steps
};

/// The kinds that attack the square in the middle from each lane, if nothing stands between.
pub(super) const ATTACKERS: [u8; 64] = {
    let mut attackers = [0; 64];
    let mut lane = 0;
    while lane < 64 {
        attackers[lane] = Diff::of_delta(DELTAS[lane].reversed()).attackers().bits();
        lane += 1;
    }
    attackers
};

/// The bit of the kind of each piece code; 0 for the four nibbles that are not a piece.
pub(super) const KINDS: [u8; 16] = {
    let mut kinds = [0; 16];
    let mut i = 0;
    while i < Piece::ALL.len() {
        kinds[Piece::ALL[i].code() as usize] = Attackers::of(Piece::ALL[i]).bits();
        i += 1;
    }
    kinds
};

/// The lanes that can be seen along eight rays, in three operations: in every byte the lanes up to and
/// including the first occupied one, and all lanes of knights.
///
/// The occupied lanes get a sentinel at both ends of each byte: the knight's lane, bit 0, and the
/// last, bit 7. Subtracting 3 from a byte clears the knight's bit and borrows 2 from the first set bit
/// above it; the borrow changes exactly the bits up to that one. The sentinel at the end keeps the
/// borrow out of the next byte.
///
/// ```text
///   bit             0 1 2 3 4 5 6 7
///   occupied        . . . . 1 . 1 .
///   o               1 . . . 1 . 1 1      with both sentinels
///   o - 3           . 1 1 1 . . 1 1
///   o ^ (o - 3)     1 1 1 1 1 . . .      visible
/// ```
///
/// Lanes off the board may come out set or clear: mask the result with [`Rays::on_board`].
///
/// ```
/// use quadbit_x88::simd::visible;
/// assert_eq!(visible(0b0101_0000) & 0xff, 0b0001_1111);
/// assert_eq!(visible(0), u64::MAX);
/// ```
#[inline(always)]
pub const fn visible(occupied: u64) -> u64 {
    let o = occupied | 0x8181_8181_8181_8181;
    // No byte is below 0x81, so no byte borrows from the next.
    o ^ (o - 0x0303_0303_0303_0303)
}

/// The 64 squares that a queen and a knight on one square look at.
#[derive(Clone, Copy)]
pub struct Rays<S: Simd> {
    squares: u8x64<S>,
    on_board: u64,
}

impl<S: RaySimd> Rays<S> {
    /// The squares around one. At AVX-512 this is an addition, a test and a bit matrix.
    #[inline(always)]
    pub fn from_square(s: S, from: Square88) -> Self {
        let numbers = u8x64::splat(s, from.get()) + u8x64::simd_from(s, STEPS);
        let on_board = (numbers & 0x88).simd_eq(u8x64::splat(s, 0)).to_bitmask();
        Self { squares: s.squares_from_88(numbers), on_board }
    }

    /// The lanes that are squares of the board.
    #[inline(always)]
    pub fn on_board(&self) -> u64 {
        self.on_board
    }

    /// The square of a lane, taken modulo 64; `None` if it is off the board.
    #[inline(always)]
    pub fn square(&self, lane: usize) -> Option<Square> {
        let square = Square::from_low_bits(u32::from(self.squares[lane % 64]));
        (self.on_board >> (lane % 64) & 1 == 1).then_some(square)
    }

    /// The view of a board from this square. The mailbox has the [code](Piece::code) of the piece on each of
    /// the 64 squares, a1 first, and 0 for an empty square; bits above the nibble are ignored.
    #[inline(always)]
    pub fn look(self, mailbox: &[u8; 64]) -> View<S> {
        let s = self.squares.token();
        let codes = (u8x64::from_slice(s, mailbox) & 0x0f).swizzle_dyn(self.squares);
        let occupied = !codes.simd_eq(u8x64::splat(s, 0)).to_bitmask();
        View { rays: self, codes, occupied }
    }
}

/// A board as seen from one square.
#[derive(Clone, Copy)]
pub struct View<S: Simd> {
    rays: Rays<S>,
    codes: u8x64<S>,
    /// Lanes off the board have no meaning here; they come after all others of their ray and so hide nothing.
    occupied: u64,
}

impl<S: RaySimd> View<S> {
    /// The lanes where a piece stands, seen or hidden.
    #[inline(always)]
    pub fn occupied(&self) -> u64 {
        self.occupied & self.rays.on_board
    }

    /// The lanes that a queen or a knight attacks: on every ray the empty ones up to the first
    /// piece, and that one too.
    #[inline(always)]
    pub fn visible(&self) -> u64 {
        visible(self.occupied) & self.rays.on_board
    }

    /// The lanes with the pieces of both sides that attack the square in the middle. At AVX-512 this is a
    /// byte shuffle and a test in addition to [`visible`](Self::visible).
    #[inline(always)]
    pub fn attackers(&self) -> u64 {
        let s = self.codes.token();
        let kinds = u8x64::block_splat(u8x16::simd_from(s, KINDS)).swizzle_dyn_within_blocks(self.codes);
        let attacking = kinds & u8x64::simd_from(s, ATTACKERS);
        !attacking.simd_eq(u8x64::splat(s, 0)).to_bitmask() & self.visible()
    }

    /// The piece on the square of a lane, taken modulo 64; `None` if the square is empty or the
    /// lane is off the board.
    #[inline(always)]
    pub fn piece(&self, lane: usize) -> Option<Piece> {
        self.rays.square(lane).and(Piece::from_code(self.codes[lane % 64]))
    }

    /// The squares of a set of lanes, in the order of the lanes. Lanes off the board are left out.
    #[inline(always)]
    pub fn squares(&self, lanes: u64) -> impl Iterator<Item = Square> + use<S> {
        let rays = self.rays;
        (0..64).filter(move |lane| lanes >> lane & 1 == 1).filter_map(move |lane| rays.square(lane))
    }
}

impl<S: RaySimd> fmt::Debug for Rays<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries((0..64).map(|lane| self.square(lane))).finish()
    }
}

impl<S: RaySimd> fmt::Debug for View<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries((0..64).map(|lane| self.rays.square(lane).map(|s| (s, self.piece(lane)))))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::testing::Board;
    use crate::{Color, Role, attackers, between};
    use proptest::prelude::*;
    use quadbit_nibble::simd::testing::at_every_level;
    use std::vec::Vec;

    /// The lane's square, by files and ranks alone.
    fn naive_square(from: Square, lane: usize) -> Option<Square> {
        let direction = Direction::ALL[lane / 8];
        match lane % 8 {
            0 => from.offset(Delta::KNIGHT[lane / 8].files(), Delta::KNIGHT[lane / 8].ranks()),
            i => (0..i).try_fold(from, |square, _| square.offset(direction.files(), direction.ranks())),
        }
    }

    #[test]
    fn rays_are_walks_from_all_squares() {
        fn check<S: RaySimd>(s: S) {
            for from in Square::ALL {
                let rays = Rays::from_square(s, from.into());
                for lane in 0..64 {
                    let expected = naive_square(from, lane);
                    assert_eq!(rays.square(lane), expected, "{from} lane {lane}");
                    assert_eq!(rays.on_board() >> lane & 1 == 1, expected.is_some());
                }
            }
        }
        at_every_level!(s => check(s));
    }

    /// Every occupancy of one ray, in the first and in the last byte, with all others full or empty.
    #[test]
    fn a_ray_is_visible_up_to_its_first_piece() {
        for bits in 0..256_u64 {
            let first = (1..8).find(|i| bits >> i & 1 == 1).unwrap_or(7);
            let expected = (1 << (first + 1)) - 1;
            for direction in 0..8 {
                let shift = 8 * direction;
                for others in [0, !(0xff << shift)] {
                    assert_eq!(visible(others | bits << shift) >> shift & 0xff, expected, "{bits:08b}");
                }
            }
        }
    }

    /// A view found by walks: the lanes occupied, the lanes visible and the lanes of attackers.
    fn naive_view(board: &Board, from: Square) -> [u64; 3] {
        let mut view = [0; 3];
        let attackers: Vec<Square88> = attackers(|square| board.get(square), from.into()).collect();
        for lane in 0..64 {
            let Some(to) = naive_square(from, lane) else { continue };
            let is_clear = between(from.into(), to.into()).all(|square| board.get(square).is_none());
            view[0] |= u64::from(board.at(to).is_some()) << lane;
            view[1] |= u64::from(is_clear) << lane;
            view[2] |= u64::from(attackers.contains(&to.into())) << lane;
        }
        view
    }

    fn check_view<S: RaySimd>(s: S, board: &Board, from: Square, expected: [u64; 3]) {
        let mut mailbox = [0; 64];
        for square in Square::ALL {
            mailbox[square.index()] = board.at(square).map_or(0, Piece::code);
        }
        let view = Rays::from_square(s, from.into()).look(&mailbox);
        assert_eq!([view.occupied(), view.visible(), view.attackers()], expected, "from {from} on {board:?}");
        for lane in 0..64 {
            let square = naive_square(from, lane);
            assert_eq!(view.piece(lane), square.and_then(|square| board.at(square)));
        }
        let squares: Vec<Square> = (0..64).filter_map(|lane| naive_square(from, lane)).collect();
        assert_eq!(view.squares(u64::MAX).collect::<Vec<_>>(), squares);
    }

    /// The lanes in order, each with its square and the piece there.
    #[test]
    fn debug_texts_list_the_lanes() {
        at_every_level!(s => {
            let rays = Rays::from_square(s, Square::A1.into());
            let mut mailbox = [0; 64];
            let knight = Role::Knight.of(Color::White);
            mailbox[Square::C2.index()] = knight.code();
            let squares: Vec<_> = (0..64).map(|lane| rays.square(lane)).collect();
            let pieces: Vec<_> = squares
                .iter()
                .map(|square| square.map(|s| (s, (s == Square::C2).then_some(knight))))
                .collect();
            assert_eq!(std::format!("{rays:?}"), std::format!("{squares:?}"));
            assert_eq!(std::format!("{:?}", rays.look(&mailbox)), std::format!("{pieces:?}"));
        });
    }

    /// Each piece alone on each square, seen from each square.
    #[test]
    fn one_piece_is_seen_from_everywhere() {
        at_every_level!(s => {
            for square in Square::ALL {
                for piece in Piece::ALL {
                    let mut board = Board::EMPTY;
                    board.put(square, piece);
                    for from in Square::ALL {
                        check_view(s, &board, from, naive_view(&board, from));
                    }
                }
            }
        });
    }

    proptest! {
        #[test]
        fn views_are_walks(board: Board) {
            let expected = Square::ALL.map(|from| naive_view(&board, from));
            at_every_level!(s => {
                for from in Square::ALL {
                    check_view(s, &board, from, expected[from.index()]);
                }
            });
        }
    }
}
