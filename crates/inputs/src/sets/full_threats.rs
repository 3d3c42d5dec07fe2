//! `Full_Threats`: numbers of pairs of pieces.
//!
//! A number is a sum of three: one by the two pieces, one by the attacker and its square, and the number of
//! squares that the attacker attacks before the attacked one. Pairs are found once for both sides, which look
//! up their own numbers.
//!
//! 1. Pawns attack few pieces that count, knights and rooks; these pairs come one by one.
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
use quadbit_movegen::{Color, Position};
use quadbit_nibble::planes::PlaneSimd;
use quadbit_nibble::simd::at_level;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_threats::Threat;
use quadbit_x88::simd::{EightRays, RaySimd};
use quadbit_x88::{Direction, Role, Square};

use super::found::Found;
use tables::{FIRSTS, IS_UP, NONE, PAIRS, PAWNS, TARGETS};

/// The number of inputs of the set `full_threats`.
pub(super) const SIZE: usize = 59_808;

/// How a side sees the board, as operands for its squares and codes.
#[derive(Clone, Copy)]
pub(super) struct View {
    side: Color,
    /// An xor that turns a square's number to the side's view.
    turn: u8,
    /// `turn` twice, at the bits of the attacker's square and of the attacked one in an element of a [`List`].
    xor: u32,
    /// 0x11 for Black, else 0: an xor that swaps own and enemy in two piece codes of four bits each.
    colors: u32,
    /// The number that the first input of `full_threats` has among the inputs of several joined sets; 0 if it is the
    /// only set.
    base: u32,
}

impl View {
    #[inline(always)]
    pub(super) fn new(side: Color, king: Square, base: u32) -> Self {
        let turn = super::turn(side, king);
        let (xor, colors) = (u32::from(turn) * 0x41, side as u32 * 0x11);
        Self { side, turn, xor, colors, base }
    }

    /// A square as the side sees it.
    #[inline(always)]
    fn turned(self, square: Square) -> usize {
        square.index() ^ usize::from(self.turn)
    }

    /// The index of the input for a pair of attacker and attacked piece, and whether the pair is an input; otherwise
    /// the index means nothing.
    #[inline(always)]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch could not be predicted")]
    pub(super) fn index(self, pair: Threat) -> (u32, bool) {
        let (from, to) = (self.turned(pair.from()), self.turned(pair.to()));
        let [one, other] = [pair.attacker(), pair.attacked()].map(|piece| self.code(piece.code()));
        let first = FIRSTS[one & 15][other & 15];
        let pawns = PAWNS[one & 1][from][usize::from(to & 7 > from & 7)];
        let pieces = PAIRS[tables::kind(one as u8) << 12 | from << 6 | to] & !IS_UP;
        let number = if one < 4 { pawns } else { pieces };
        let is_twin = (one ^ other < 2) & (from < to);
        (self.base.wrapping_add(first).wrapping_add(u32::from(number)), (first != NONE) & !is_twin)
    }

    /// The code of a piece as the side sees it: even for own pieces, odd for enemy ones.
    #[inline(always)]
    fn code(self, code: u8) -> usize {
        usize::from(code ^ self.side as u8)
    }
}

/// Adds the index of each input of `full_threats` that is 1 in `position` to `found`, as White and as Black see the
/// board: first attacks by pawns, to the north-east, south-east, south-west and north-west; then the others by the
/// attacker's square. `base` is added to each index.
#[inline(always)]
pub(super) fn append<S: RaySimd, const R: usize>(
    s: S,
    position: &Position,
    base: u32,
    found: &mut [Found<R>; 2],
) {
    let board = position.board();
    let views = Color::ALL.map(
        #[inline(always)]
        |side| View::new(side, position.king(side), base),
    );
    let codes = s.planes_to_codes(&board.planes().map(|Bitboard(plane)| plane));
    append_pawns(board, &codes, views, found);
    append_pieces(s, board, &codes, views, found);
}

/// Adds the inputs for pawns that attack a knight or a rook, of any colors, to `found`, as each side of `views` numbers
/// them. `codes` has the piece code of each square.
#[inline(always)]
fn append_pawns<const R: usize>(
    board: QuadBitboard,
    codes: &[u8; 64],
    views: [View; 2],
    found: &mut [Found<R>; 2],
) {
    let targets = board.knights() | board.rooks();
    for direction in [Direction::NorthEast, Direction::SouthEast, Direction::SouthWest, Direction::NorthWest]
    {
        let color = if direction.ranks() > 0 { Color::White } else { Color::Black };
        let pawn = Role::Pawn.of(color).code();
        for to in (board.pawns() & board.color(color)).step(direction) & targets {
            let code = codes[to.index()];
            let from = (to.index() as u32).wrapping_add_signed(-direction.shift());
            let from = Square::from_low_bits(from);
            for (view, found) in views.into_iter().zip(&mut *found) {
                let (seen_from, seen_to) = (view.turned(from), view.turned(to));
                let pawn = view.code(pawn);
                let is_east = usize::from(seen_to & 7 > seen_from & 7);
                let first = FIRSTS[pawn][view.code(code)];
                let number = PAWNS[pawn & 1][seen_from][is_east];
                found.push_if(true, view.base + first + u32::from(number));
            }
        }
    }
}

/// Pairs of an attacking and an attacked piece, in the order in which they were found, before either side numbers them.
/// `kind` is that of the attacker: knight, bishop, rook or queen.
///
/// ```text
///   bit 13 .. 12   11 .. 6   5 .. 0
///       kind       from      to
/// ```
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
            let (attacker, attacked) = (codes[(pair >> 6 & 63) as usize], codes[(pair & 63) as usize]);
            let is_alike = attacker ^ attacked < 2;
            let pieces = u32::from(attacker << 4 | attacked);
            for (view, found) in views.into_iter().zip(&mut *found) {
                let number = PAIRS[((pair ^ view.xor) & 0x3fff) as usize];
                let first = FIRSTS.as_flattened()[((pieces ^ view.colors) & 0xff) as usize];
                let counts = !(is_alike && number & IS_UP != 0);
                found.push_if(counts, view.base + first + u32::from(number & !IS_UP));
            }
        }
    }
}

/// The pieces that must be attacked for an attack to be an input: first for bishops and rooks as attackers (pawns to
/// rooks), then for knights and queens (pawns to queens). Each set is given as it is and rotated by 180 degrees.
#[inline(always)]
fn targets(board: QuadBitboard) -> [[u64; 2]; 2] {
    let targets = board.occupied() - board.kings();
    [both(targets - board.queens()), both(targets)]
}

/// A set as it is, and rotated by 180 degrees (bit 63 is a1).
#[inline(always)]
const fn both(Bitboard(set): Bitboard) -> [u64; 2] {
    [set, set.reverse_bits()]
}

/// Adds the inputs for attacks by pieces other than pawns and kings to `found`, as each side of `views` numbers them,
/// in the order of the attackers' squares and clockwise from north. `codes` has the piece code of each square.
#[inline(always)]
fn append_pieces<S: RaySimd, const R: usize>(
    s: S,
    board: QuadBitboard,
    codes: &[u8; 64],
    views: [View; 2],
    found: &mut [Found<R>; 2],
) {
    at_level!(s: S, Avx512(token) => avx512::append_pieces(token, board, codes, views, found));
    let (mut list, occupied, targets) = (List::EMPTY, both(board.occupied()), targets(board));
    for from in board.occupied() - board.pawns() - board.kings() {
        let code = codes[from.index()];
        let kind = tables::kind(code);
        let here = (kind << 12 | from.index() << 6) as u32;
        let targets = targets[usize::from(TARGETS[kind] > 8)];
        let (squares, count) = s.nearest(EightRays::of(code, from), occupied, targets);
        list.push((squares | here).to_array(), count);
    }
    list.number(codes, views, found);
}
