//! The nearest piece in each direction from one square, and the pieces a knight's step away.
//!
//! 1. [`Neighbors::look`] takes a board of 64 bytes and a square, and asks the level. The portable form
//!    permutes the bytes into rays and finds the first occupied byte of each by one addition; [`Neighbors`]
//!    shows how.
//! 2. What is found is kept in sixteen lanes, with sets of lanes: those that have a piece, those whose piece attacks
//!    the middle, and so on.
//! 3. Callers ask for sets of lanes ([`attackers`](Neighbors::attackers), [`attacked`](Neighbors::attacked),
//!    [`through`](Neighbors::through)) and write these lanes of [`places`](Neighbors::places) without gaps.
//!
//! Every level fills the same lanes. Lanes without a piece have arbitrary bits: use them only under a set.

use core::fmt;

use fearless_simd::prelude::*;
use fearless_simd::{Simd, u8x16, u8x64, u32x16, u64x8};
use quadbit_nibble::const_array;
use quadbit_nibble::simd::at_level;

use crate::attackers::Attackers;
use crate::diff::Diff;
use crate::role::Role;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::avx512;
use crate::simd::level::RaySimd;
use crate::simd::tables::{ATTACKERS, Aligned, DELTAS, KINDS, NUMBERS};
use crate::square::Square;
use crate::square88::Square88;
use crate::tables::DIRECTION;

/// The sixteen squares that a queen and a knight on one square can attack: the nearest piece in each
/// direction, and the pieces a knight's step away.
///
/// Lane `2 * d` is [`Direction`](crate::Direction) `d`, clockwise from north; lane `2 * d + 1` is the [knight's
/// step](crate::Delta::KNIGHT) `d`, which comes next clockwise. A lane holds the *place* of a piece, `square << 4 |
/// code` in ten bits; a lane without a piece has arbitrary bits. A set of lanes is a `u16` with bit `i` for lane `i`.
///
/// # The method
///
/// The bytes of the board are permuted into rays, one direction in each of eight words: first the square a knight's
/// step away, then the squares of the ray, nearest first. One addition then finds the nearest piece in every word: with
/// `ff` for an empty byte and `00` for an occupied one, adding 1 carries through the empty bytes up to the first
/// occupied one, which becomes `01`.
///
/// ```text
///   byte               0  1  2  3  4  5  6  7
///   piece              N  .  .  .  r  .  P  .
///   empty             ff ff ff ff 00 ff 00 ff      byte 0, the knight's, counts as empty
///   empty + 1         00 00 00 00 01 ff 00 ff
///   and not empty     00 00 00 00 01 00 00 00      the nearest
/// ```
///
/// Only one byte of each word is left then, so the sum of the bytes brings it to the bottom.
///
/// AVX-512 counts zeros in eight words at once, and so takes rays of words: a ray is a set of squares, and the nearest
/// of its occupied squares is the lowest bit, or the highest. This takes half the operations, and the only permutation
/// is that of the sixteen codes.
///
/// ```
/// use quadbit_nibble::simd::Level;
/// use quadbit_x88::simd::{LaneSink, Neighbors, RaySimd, dispatch};
/// use quadbit_x88::{Piece, Square};
/// # use fearless_simd::prelude::*;
///
/// #[derive(Default)]
/// struct Places(Vec<(Square, Piece)>);
/// impl LaneSink for Places {
///     fn push<const N: usize>(&mut self, lanes: [u32; N], len: usize) {
///         let pieces = lanes[..len].iter().map(|place| (Square::from_low_bits(place >> 4), Piece::from_code(*place as u8 & 15).unwrap()));
///         self.0.extend(pieces);
///     }
/// }
/// fn attackers<S: RaySimd>(s: S, mailbox: &[u8; 64], target: Square) -> Places {
///     let neighbors = Neighbors::look(s, fearless_simd::u8x64::load_array_ref(s, mailbox), target);
///     let mut places = Places::default();
///     s.compress(neighbors.places(), neighbors.attackers(), &mut places);
///     places
/// }
///
/// let mut mailbox = [0; 64];
/// for (square, letter) in [(Square::E8, 'r'), (Square::F6, 'N'), (Square::D3, 'P'), (Square::F5, 'p'), (Square::G2, 'k')] {
///     mailbox[square.index()] = Piece::from_char(letter).unwrap().code();
/// }
/// let places = dispatch!(Level::auto(), s => attackers(s, &mailbox, Square::E4));
/// let squares: Vec<Square> = places.0.iter().map(|(square, _)| *square).collect();
/// assert_eq!(squares, [Square::E8, Square::F6, Square::F5, Square::D3]);
/// ```
#[derive(Clone, Copy)]
pub struct Neighbors<S: Simd> {
    places: u32x16<S>,
    /// The set of lanes that have a piece.
    present: u16,
    /// The set of lanes whose piece stands one step from the middle, in a direction.
    adjacent: u16,
    /// The set of lanes whose piece attacks the square in the middle.
    attackers: u16,
    /// The set of lanes whose piece is a bishop, rook or queen that attacks the square in the middle.
    sliders: u16,
}

/// The set of the eight lanes that stand for directions; the other eight stand for knight's steps.
const DIRECTIONS: u16 = 0x5555;

impl<S: RaySimd> Neighbors<S> {
    /// Finds the nearest piece in each of the eight directions from `from`, and the pieces a knight's step away.
    /// `board` has 64 [piece codes](crate::Piece::code), a1 first, 0 for an empty square; bytes above 13 must not
    /// occur. The piece on `from`, if any, makes no difference.
    #[inline(always)]
    pub fn look(s: S, board: u8x64<S>, from: Square) -> Self {
        at_level!(s: S, Avx512(token) => {
            let (places, sets) = avx512::look(token, board.into(), from);
            let [present, adjacent, attackers, sliders] = sets;
            Self { places: places.simd_into(s), present, adjacent, attackers, sliders: sliders & DIRECTIONS }
        });
        let squares = u8x64::load_array_ref(s, &RAYS.0[from.index()]);
        let codes = s.bytes_on(board, squares);
        let kinds = u8x64::block_splat(u8x16::simd_from(s, KINDS)).swizzle_dyn_within_blocks(codes)
            & u8x64::simd_from(s, ATTACKERS);

        let empty = codes.min(1) - 1;
        let empty: u64x8<S> = empty.bitcast::<u64x8<S>>() | 0xff;
        let nearest: u8x64<S> = ((empty + 1) & !empty).bitcast();
        let nearest = u8x64::splat(s, 0) - nearest;

        let squares = in_lanes(s, squares, nearest);
        let codes = in_lanes(s, codes, nearest);
        let kinds = in_lanes(s, kinds, nearest);
        Self {
            places: ((squares & 0x3f) << 4) | codes,
            present: not_zero(codes),
            adjacent: not_zero(squares & u32::from(ADJACENT)),
            attackers: not_zero(kinds),
            sliders: not_zero(kinds & u32::from(Attackers::SLIDERS.bits())),
        }
    }

    /// The piece found in each lane, as `square << 4 | code`. Lane `2 * d` is direction `d`, clockwise from north, and
    /// lane `2 * d + 1` the knight's step `d`. A lane without a piece has arbitrary bits.
    #[inline(always)]
    pub fn places(&self) -> u32x16<S> {
        self.places
    }

    /// The set of lanes (bit `i` for lane `i` of [`places`](Self::places)) whose piece attacks the square in the
    /// middle.
    #[inline(always)]
    pub fn attackers(&self) -> u16 {
        self.attackers
    }

    /// The set of lanes (bit `i` for lane `i` of [`places`](Self::places)) whose piece would be attacked by a piece
    /// with the code `code` on the square in the middle. Pieces of both sides count. The code is taken modulo 16; the
    /// set is empty if it is no piece's.
    #[inline(always)]
    pub fn attacked(&self, code: u8) -> u16 {
        let [attacks, far] = ATTACKED[(code & 15) as usize];
        self.present & attacks & (self.adjacent | far)
    }

    /// The set of lanes (bit `i` for lane `i` of [`places`](Self::places)) of bishops, rooks and queens that attack the
    /// square in the middle, if there is a piece on the other side of it. If the middle were empty, the slider would
    /// attack that piece, which is in the same lane of [`opposite`](Self::opposite).
    #[inline(always)]
    pub fn through(&self) -> u16 {
        self.sliders & self.present.swap_bytes() & DIRECTIONS
    }

    /// The pieces of [`places`](Self::places) with opposite lanes exchanged: lane `i` has the piece of lane `i + 8`,
    /// modulo 16, which lies on the other side of the middle.
    #[inline(always)]
    pub fn opposite(&self) -> u32x16<S> {
        let (low, high) = self.places.split();
        high.combine(low)
    }

    /// The lane of [`places`](Self::places) for the direction from `from` to `to`, as a set of lanes with one bit: bit
    /// `2 * d` for direction `d`, clockwise from north. No bit is set if the squares share no rank, file or diagonal.
    #[inline(always)]
    pub fn direction_lane(from: Square, to: Square) -> u16 {
        DIRECTION_LANES[Diff::of_squares(from, to).index()]
    }

    /// The lanes of [`places`](Self::places) on the other side of the middle: `i + 8`, modulo 16, for each lane `i` in
    /// the set `lanes`. Bit `i` of a set stands for lane `i`.
    #[inline(always)]
    pub const fn opposite_lanes(lanes: u16) -> u16 {
        lanes.swap_bytes()
    }
}

/// For each index of a [`Diff`](crate::Diff): the lane of its direction, as a set with one bit; 0 if it has no
/// direction.
static DIRECTION_LANES: [u16; 240] = const_array!(240, |index| match DIRECTION[index] {
    Some(direction) => 1 << (2 * direction.index()),
    None => 0,
});

/// Moves two bytes of each group `n` of eight `bytes` to lanes of their own: the byte under the mask `nearest` to lane
/// `2 n`, and the first byte, which is for the knight's step, to lane `2 n + 1`.
#[inline(always)]
fn in_lanes<S: RaySimd>(s: S, bytes: u8x64<S>, nearest: u8x64<S>) -> u32x16<S> {
    let knights: u64x8<S> = (bytes.bitcast::<u64x8<S>>() & 0xff) << 32;
    (s.sums_of_bytes(bytes & nearest) | knights).bitcast()
}

/// The set of lanes whose word is not zero, bit `i` for lane `i`.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are sixteen lanes")]
fn not_zero<S: RaySimd>(lanes: u32x16<S>) -> u16 {
    !lanes.simd_eq(0).to_bitmask() as u16
}

/// The bit that marks a square one step from the middle in a direction.
const ADJACENT: u8 = 0x40;

/// The bit that marks a byte off the board.
const OFF_BOARD: u8 = 0x80;

/// For each square in the middle: the squares of the 64 bytes into which a board is permuted, in the order of
/// [`DELTAS`]. `ADJACENT` marks the squares next to the middle, `OFF_BOARD` bytes without a square. 4 KiB.
static RAYS: Aligned<[[u8; 64]; 64]> = Aligned(const_array!(64, |from| const_array!(64, |lane| {
    let adjacent = if lane % 8 == 1 { ADJACENT } else { 0 };
    match Square88::from_square(Square::ALL[from]).step(DELTAS[lane]) {
        Some(to) => NUMBERS[to.to_square().index()] | adjacent,
        None => OFF_BOARD,
    }
})));

/// For each piece code: the set of lanes that such a piece in the middle attacks one step away, and the set that it
/// attacks from two steps on. Both sets of a knight are the lanes of its steps.
static ATTACKED: [[u16; 2]; 16] = const_array!(16, |code: u8| match Role::from_code(code >> 1) {
    // White pawns attack north-east and north-west, black pawns south-east and south-west.
    Some(Role::Pawn) => [if code & 1 == 0 { 0x4004 } else { 0x0440 }, 0],
    Some(Role::Knight) => [!DIRECTIONS, !DIRECTIONS],
    Some(Role::Bishop) => [DIAGONALS, DIAGONALS],
    Some(Role::Rook) => [LINES, LINES],
    Some(Role::Queen) => [DIRECTIONS, DIRECTIONS],
    Some(Role::King) => [DIRECTIONS, 0],
    None => [0, 0],
});

/// The set of lanes that stand for directions along diagonals.
const DIAGONALS: u16 = 0x4444;

/// The set of lanes that stand for directions along ranks and files.
const LINES: u16 = 0x1111;

impl<S: RaySimd> fmt::Debug for Neighbors<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Neighbors")
            .field("present", &self.present)
            .field("attackers", &self.attackers)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::testing::Board;
    use crate::{Delta, Direction, Piece, attacks, between};
    use proptest::prelude::*;
    use quadbit_nibble::simd::testing::at_every_level;
    use std::vec::Vec;

    #[derive(Default)]
    struct Lanes(Vec<u32>);

    impl crate::simd::LaneSink for Lanes {
        fn push<const N: usize>(&mut self, lanes: [u32; N], len: usize) {
            self.0.extend(&lanes[..len]);
        }
    }

    /// The square of the piece in `lane`, found by walking from `from`; `None` if there is none.
    fn naive(board: &Board, from: Square, lane: usize) -> Option<Square> {
        let step = |to: Square, files, ranks| to.offset(files, ranks);
        if lane % 2 == 1 {
            let knight = Delta::KNIGHT[lane / 2];
            return step(from, knight.files(), knight.ranks()).filter(|&to| board.at(to).is_some());
        }
        let direction = Direction::ALL[lane / 2];
        let mut walk = std::iter::successors(step(from, direction.files(), direction.ranks()), |&to| {
            step(to, direction.files(), direction.ranks())
        });
        walk.find(|&to| board.at(to).is_some())
    }

    fn lanes(has: impl Fn(usize) -> bool) -> u16 {
        (0..16).filter(|&lane| has(lane)).map(|lane| 1 << lane).sum()
    }

    fn check<S: RaySimd>(s: S, board: &Board, from: Square) {
        let mut codes = [0; 64];
        for square in Square::ALL {
            codes[square.index()] = board.at(square).map_or(0, Piece::code);
        }
        let neighbors = Neighbors::look(s, u8x64::load_array(s, codes), from);
        let pieces: [Option<Square>; 16] = std::array::from_fn(|lane| naive(board, from, lane));
        let present = lanes(|lane| pieces[lane].is_some());
        assert_eq!(neighbors.present, present);
        let place = |to: Square| u32::from(NUMBERS[to.index()]) << 4 | u32::from(codes[to.index()]);
        for (lane, square) in pieces.into_iter().enumerate() {
            let Some(square) = square else { continue };
            assert_eq!(neighbors.places()[lane], place(square), "{from} lane {lane}");
            assert_eq!(neighbors.opposite()[(lane + 8) % 16], place(square));
        }
        let attack = |from: Square, to: Square| attacks(|at| board.get(at), from.into(), to.into());
        let attacker = |lane: usize| pieces[lane].is_some_and(|square| attack(square, from));
        let is_slider = |lane: usize| {
            pieces[lane]
                .and_then(|square| board.at(square))
                .is_some_and(|piece| Attackers::SLIDERS.has(piece))
        };
        assert_eq!(neighbors.attackers(), lanes(attacker));
        assert_eq!(neighbors.sliders, lanes(|lane| attacker(lane) && is_slider(lane)));
        let through = |lane| attacker(lane) && is_slider(lane) && pieces[(lane + 8) % 16].is_some();
        assert_eq!(neighbors.through(), lanes(through));
        for code in 0..=255 {
            let attacked = Piece::from_code(code & 15).map_or(0, |piece| {
                let mut board = board.clone();
                board.put(from, piece);
                let attacks = |to: Square| attacks(|at| board.get(at), from.into(), to.into());
                lanes(|lane| pieces[lane].is_some_and(attacks))
            });
            assert_eq!(neighbors.attacked(code), attacked, "{code} on {from}");
        }
        for to in Square::ALL {
            let direction = Diff::of_squares(from, to).direction();
            let lane = direction.map_or(0, |direction| 1_u16 << (2 * direction.index()));
            assert_eq!(Neighbors::<S>::direction_lane(from, to), lane);
            assert_eq!(Neighbors::<S>::opposite_lanes(lane), lane.rotate_left(8));
            assert!(lane == 0 || between(from.into(), to.into()).count() < 7);
        }
        for set in [present, neighbors.attackers(), 0, 0xffff, 0xa5c3] {
            let mut written = Lanes::default();
            s.compress(neighbors.places(), set, &mut written);
            let expected = (0..16).filter(|lane| set >> lane & 1 == 1).map(|lane| neighbors.places()[lane]);
            assert!(written.0.into_iter().eq(expected), "{set:04x}");
        }
    }

    proptest! {
        #[test]
        fn neighbors_are_found_by_walking(board: Board) {
            at_every_level!(s => {
                for from in Square::ALL.into_iter().step_by(3) {
                    check(s, &board, from);
                }
            });
        }
    }

    #[test]
    fn the_debug_text_names_the_lanes() {
        at_every_level!(s => {
            let neighbors = Neighbors::look(s, u8x64::splat(s, 0), Square::A1);
            assert_eq!(std::format!("{neighbors:?}"), "Neighbors { present: 0, attackers: 0, .. }");
        });
    }
}
