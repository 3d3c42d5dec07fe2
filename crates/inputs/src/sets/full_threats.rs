//! `Full_Threats`: numbers of pairs of pieces, in one of several numberings.
//!
//! A number is a sum of three: one by the two pieces, one by the attacker and its square, and the number of
//! squares that the attacker attacks before the attacked one. Pairs are found once for both sides, which look
//! up their own numbers.
//!
//! 1. Pawns attack few pieces that count; these pairs come one by one.
//! 2. Every other piece has [`EightRays`], and attacks the nearest piece on each. The pairs are listed.
//! 3. Each side numbers the pairs of the list that count for it.
//!
//! AVX-512 makes no list: it numbers the nearest pieces of one attacker while they are in a register.
//!
//! All levels find the pairs in the order that [`Order::Found`](super::Order::Found) documents; users may rely on it.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx512;
mod tables;

use fearless_simd::prelude::*;
use quadbit_movegen::Color;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::at_level;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::simd::{EightRays, RaySimd};
use quadbit_x88::{Direction, Role, Square};

use super::found::Found;
use super::king;
use tables::COUNTS;
pub(super) use tables::{Numbering, OF_59808, OF_60144, OF_60720, OF_66864, OF_79856};

/// How a side sees the board, as operands for its squares and codes.
#[derive(Clone, Copy)]
pub(super) struct View {
    side: Color,
    /// An xor that turns a square's number to the side's view.
    turn: u8,
    /// An xor that turns both squares of a [`pair`] to the side's view.
    xor: u32,
    /// 0x11 for Black, else 0: an xor that swaps own and enemy in two piece codes of four bits each.
    colors: u32,
    numbering: &'static Numbering,
    /// The number that the first input of the set has among the inputs of several joined sets; 0 if it is the
    /// only set.
    base: u32,
}

/// The role of the piece with the code `attacker` and the squares of its attack, as [`View::index`] takes them:
///
/// ```text
///   bit 14 .. 9   8 .. 3   2 .. 0
///       to        from     role code of the attacker
/// ```
#[inline(always)]
pub(super) const fn pair(attacker: u8, from: Square, to: Square) -> u32 {
    (to.index() << 9 | from.index() << 3) as u32 | (attacker >> 1) as u32
}

impl View {
    #[inline(always)]
    pub(super) fn new(numbering: &'static Numbering, side: Color, king: Square, base: u32) -> Self {
        let turn = super::turn(side, king);
        let (xor, colors) = (u32::from(turn) * 0x208, side as u32 * 0x11);
        Self { side, turn, xor, colors, numbering, base }
    }

    /// A square as the side sees it.
    #[inline(always)]
    fn turned(self, square: Square) -> usize {
        square.index() ^ usize::from(self.turn)
    }

    /// The index of the input for an attack, and whether it is an input; otherwise the index means nothing. `codes` has
    /// the codes of attacker and attacked piece in bits 4 to 7 and 0 to 3; `pair` is the attack's [`pair`].
    #[inline(always)]
    pub(super) fn index(self, codes: u32, pair: u32) -> (u32, bool) {
        let first = self.numbering.firsts.as_flattened()[((codes ^ self.colors) & 0xff) as usize];
        let number = self.numbering.pairs[((pair ^ self.xor) & 0x7fff) as usize];
        let sum = first + u32::from(number);
        (self.base + (sum >> 2), sum & COUNTS != 0)
    }

    /// The piece code `code` as the side sees it: even for own pieces, odd for enemy ones.
    #[inline(always)]
    fn code(self, code: u8) -> usize {
        usize::from(code ^ self.side as u8)
    }
}

/// Appends the indices of the inputs of `numbering` that are 1 on `board` to `found`: as White sees the board to
/// `found[0]`, as Black sees it to `found[1]`. `base` is added to each index. Their order is
///
/// 1. pawns that attack a piece to the north-east, then to the south-east, south-west and north-west,
/// 2. white pawns with a pawn on the square ahead of them, then black ones, if `numbering` has these pairs,
/// 3. the attacks by other pieces, by the attacker's square.
#[inline(always)]
pub(super) fn append<S: RaySimd, const R: usize>(
    s: S,
    numbering: &'static Numbering,
    board: QuadBitboard,
    base: u32,
    found: &mut [Found<R>; 2],
) {
    let views = Color::ALL.map(
        #[inline(always)]
        |side| View::new(numbering, side, king(board, side), base),
    );
    let codes = s.planes_to_codes(&board.planes().map(|Bitboard(plane)| plane));
    append_pawns(board, &codes, views, found);
    append_pieces(s, board, &codes, views, found);
}

/// Adds the inputs for attacks by pawns to `found`, as each side of `views` numbers them. `codes` has the piece code of
/// each square.
#[inline(always)]
fn append_pawns<const R: usize>(
    board: QuadBitboard,
    codes: &[u8; 64],
    views: [View; 2],
    found: &mut [Found<R>; 2],
) {
    let pawns = board.pawns();
    let targets = board.knights() | board.rooks();
    let Numbering { has_pawns, has_pushes, .. } = *views[0].numbering;
    let targets = if has_pawns { targets | pawns } else { targets };
    let ahead = if has_pushes { pawns } else { Bitboard::EMPTY };
    for (direction, targets) in [
        (Direction::NorthEast, targets),
        (Direction::SouthEast, targets),
        (Direction::SouthWest, targets),
        (Direction::NorthWest, targets),
        (Direction::North, ahead),
        (Direction::South, ahead),
    ] {
        let color = if direction.ranks() > 0 { Color::White } else { Color::Black };
        let pawn = Role::Pawn.of(color).code();
        for to in (pawns & board.color(color)).step(direction) & targets {
            let from = Square::from_low_bits((to.index() as u32).wrapping_add_signed(-direction.shift()));
            let codes = u32::from(pawn << 4 | codes[to.index()]);
            for (view, found) in views.into_iter().zip(&mut *found) {
                let (index, counts) = view.index(codes, pair(pawn, from, to));
                found.push_if(counts, index);
            }
        }
    }
}

/// The [`pair`]s of attacking and attacked pieces, in the order in which they were found, before either side numbers
/// them.
pub(super) struct List {
    pairs: [u32; 256 + 8],
    len: usize,
}

impl List {
    const EMPTY: Self = Self { pairs: [0; 256 + 8], len: 0 };

    /// Adds the first `count` of `pairs`. All are stored; the next call overwrites the others.
    #[inline(always)]
    fn push(&mut self, pairs: [u32; 8], count: usize) {
        // There are at most 256 pairs. The mask tells the compiler that the copy stays in bounds.
        let at = self.len & 255;
        self.pairs[at..at + 8].copy_from_slice(&pairs);
        self.len = at + count;
    }

    /// Adds the numbers of the listed pairs to `found`, as each side of `views` sees them. `codes` has the piece code
    /// of each square. A side leaves out pairs that are not inputs; of two pieces of one kind that attack each other it
    /// has the pair whose attacker is on the higher square.
    #[inline(always)]
    fn number<const R: usize>(&self, codes: &[u8; 64], views: [View; 2], found: &mut [Found<R>; 2]) {
        for &pair in &self.pairs[..self.len] {
            let [attacker, attacked] =
                [pair >> 3, pair >> 9].map(|square| u32::from(codes[(square & 63) as usize]));
            for (view, found) in views.into_iter().zip(&mut *found) {
                let (index, counts) = view.index(attacker << 4 | attacked, pair);
                found.push_if(counts, index);
            }
        }
    }
}

/// For each kind of attacker (N B R Q K), the pieces that must be attacked for an attack to be an input: all pieces, or
/// all but kings, queens or both, as `numbering` has it. Each set is given as it is and rotated by 180 degrees.
#[inline(always)]
fn targets(board: QuadBitboard, numbering: &Numbering) -> [[u64; 2]; 5] {
    let [queen, king] = [Role::Queen, Role::King].map(|role| 1 << role.of(Color::White).code());
    numbering.targets.map(
        #[inline(always)]
        |targets| {
            let without = |role, set| if targets & role == 0 { set } else { Bitboard::EMPTY };
            both(board.occupied() - without(queen, board.queens()) - without(king, board.kings()))
        },
    )
}

/// A set as it is, and rotated by 180 degrees (bit 63 is a1).
#[inline(always)]
const fn both(Bitboard(set): Bitboard) -> [u64; 2] {
    [set, set.reverse_bits()]
}

/// Appends the inputs for attacks by pieces other than pawns to `found[n]`, numbered by `views[n]`. They come in the
/// order of the attackers' squares and, for each attacker, clockwise from north. `codes` has the piece code of each
/// square.
#[inline(always)]
fn append_pieces<S: RaySimd, const R: usize>(
    s: S,
    board: QuadBitboard,
    codes: &[u8; 64],
    views: [View; 2],
    found: &mut [Found<R>; 2],
) {
    at_level!(s: S, Avx512(token) => avx512::append_pieces(token, board, codes, views, found));
    let numbering = views[0].numbering;
    let (mut list, occupied, targets) = (List::EMPTY, both(board.occupied()), targets(board, numbering));
    for from in attackers(board, numbering) {
        let code = codes[from.index()];
        let here = pair(code, from, Square::A1);
        let (squares, count) = s.nearest(EightRays::of(code, from), occupied, targets[tables::kind(code)]);
        list.push(((squares << 9) | here).to_array(), count);
    }
    list.number(codes, views, found);
}

/// The pieces other than pawns whose attacks are inputs.
#[inline(always)]
fn attackers(board: QuadBitboard, numbering: &Numbering) -> Bitboard {
    let officers = board.occupied() - board.pawns();
    if numbering.has_kings() { officers } else { officers - board.kings() }
}
