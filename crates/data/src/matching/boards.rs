//! Conditions that depend only on the board, asked about many boards at once in the lanes of vectors.
//!
//! 1. [`Planes`] holds the boards of a block by their planes, so that every condition finds as many boards as there are
//!    lanes in four vectors.
//! 2. A condition becomes a number in each lane, such as a count of squares, and is true where this number is in its
//!    range. What depends on the condition only is prepared before the loop over the boards.

use core::ops::RangeInclusive;

use fearless_simd::prelude::*;
use quadbit_movegen::{Bitboard, Color, Piece};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::QuadBitboard;
use quadbit_quad::sets::{ByLine, king_attacks, knight_attacks, pawn_attacks};
use quadbit_quad::simd::{BoardSimd, Boards, Slides};
use quadbit_rule::{Balance, Condition, Material, Pattern, PieceCount, PiecesOn};

use super::BLOCK;

/// At most 64 boards: plane `p` of board `n` is `planes[p][n]`.
#[derive(Clone, Debug)]
pub(crate) struct Planes {
    planes: [[u64; BLOCK]; 4],
    len: usize,
}

impl Planes {
    pub(crate) const EMPTY: Self = Self { planes: [[0; BLOCK]; 4], len: 0 };

    /// Replaces the boards by `boards`, at most 64.
    pub(crate) fn set(&mut self, level: Level, boards: &[QuadBitboard]) -> &Self {
        self.len = boards.len();
        dispatch!(level, s => self.set_at(s, boards));
        self
    }

    #[inline(always)]
    fn set_at<S: BoardSimd>(&mut self, s: S, boards: &[QuadBitboard]) {
        let lanes = Boards::<S>::LEN;
        for (n, boards) in boards.chunks(lanes).enumerate() {
            let boards = Boards::load(s, boards);
            for (planes, plane) in self.planes.iter_mut().zip(boards.planes) {
                plane.store_slice(&mut planes[n * lanes..][..lanes]);
            }
        }
    }

    /// Whether [`mask`](Self::mask) answers `condition`.
    pub(crate) const fn answers(condition: &Condition) -> bool {
        use Condition::{Balance, Material, Pattern, Pieces};
        matches!(condition, Pieces(_) | Pattern(_) | Material(_) | Balance(_))
    }

    /// The number of boards that are asked about at once.
    pub(crate) fn lanes(level: Level) -> usize {
        dispatch!(level, s => lanes_at(s))
    }

    /// The boards that fulfil a condition, a bit for each; `None` if the condition depends on more than the board. Bits
    /// after the last board mean nothing.
    #[inline]
    pub(crate) fn mask(&self, level: Level, condition: &Condition) -> Option<u64> {
        Some(match condition {
            Condition::Pieces(pieces) => dispatch!(level, s => self.of_pieces(s, pieces)),
            Condition::Pattern(pattern) => dispatch!(level, s => self.of_pattern(s, pattern)),
            Condition::Material(material) => dispatch!(level, s => self.of_material(s, material)),
            Condition::Balance(balance) => dispatch!(level, s => self.of_balance(s, balance)),
            _ => return None,
        })
    }

    /// The boards on which an enemy piece attacks the target of a move once the move is made, a bit for each. `moves`
    /// has the origin and the target of the move on each board, as sets of one square. A pawn that is captured en
    /// passant stays where it is.
    pub(crate) fn may_lose(&self, level: Level, moves: &[[u64; BLOCK]; 2]) -> u64 {
        dispatch!(level, s => self.may_lose_at(s, moves))
    }

    /// Looks from the target of each move for enemy pieces that attack it.
    #[inline(always)]
    fn may_lose_at<S: BoardSimd>(&self, s: S, moves: &[[u64; BLOCK]; 2]) -> u64 {
        self.in_lanes(
            s,
            #[inline(always)]
            |boards, begin| {
                let [from, to] = moves.each_ref().map(|squares| lanes_of(s, squares, begin));
                let none = S::u64s::splat(s, 0);
                let (white, black) = (boards.color(Color::White), boards.color(Color::Black));
                let enemies = (black & from).simd_eq(none).select(black, white) & !to;
                let ByLine([ranks, files, diagonals, antidiagonals]) =
                    Slides::new(s, boards.occupied() & !from | to).sight(s, to);
                let [north_east, north_west] = pawn_attacks(to, Color::White);
                let [south_east, south_west] = pawn_attacks(to, Color::Black);
                let attackers = (ranks | files) & boards.orthogonal_sliders()
                    | (diagonals | antidiagonals) & boards.diagonal_sliders()
                    | knight_attacks(to) & boards.knights()
                    | king_attacks(to) & boards.kings()
                    | ((north_east | north_west) & black | (south_east | south_west) & white)
                        & boards.pawns();
                !(attackers & enemies).simd_eq(none).to_bitmask()
            },
        )
    }

    /// Calls `answer` with as many boards as there are lanes at a time, and the number of the first, and joins the bits
    /// that it returns to one word, a bit for each board.
    #[inline(always)]
    fn in_lanes<S: BoardSimd>(&self, s: S, answer: impl Fn(&Boards<S>, usize) -> u64) -> u64 {
        let lanes = Boards::<S>::LEN;
        let mut found = 0;
        for begin in (0..self.len).step_by(lanes) {
            let [a, b, c, d] = &self.planes;
            let plane = |plane| lanes_of(s, plane, begin);
            let boards = Boards { planes: [plane(a), plane(b), plane(c), plane(d)] };
            found |= (answer(&boards, begin) & ((1 << lanes) - 1)) << begin;
        }
        found
    }

    #[inline(always)]
    fn of_pieces<S: BoardSimd>(&self, s: S, PieceCount { count, minus, range }: &PieceCount) -> u64 {
        let (count, minus) = (Places::new(*count), minus.map(Places::new));
        self.in_lanes(
            s,
            #[inline(always)]
            |boards, _| {
                let number = s.popcount(count.on(s, boards));
                let difference = match &minus {
                    Some(minus) => number - s.popcount(minus.on(s, boards)),
                    None => number,
                };
                is_in(s, difference, range)
            },
        )
    }

    #[inline(always)]
    fn of_pattern<S: BoardSimd>(&self, s: S, pattern: &Pattern) -> u64 {
        let expected = Boards::<S>::splat(s, pattern.board);
        self.in_lanes(
            s,
            #[inline(always)]
            |boards, _| {
                let mut differing = if pattern.is_structure {
                    // White pawns have the code 2, black ones 3.
                    let [white, black] = [squares_of(boards, 2), squares_of(boards, 3)];
                    white ^ squares_of(&expected, 2) | black ^ squares_of(&expected, 3)
                } else {
                    let [a, b, c, d] = boards.planes;
                    let [expected_a, expected_b, expected_c, expected_d] = expected.planes;
                    a ^ expected_a | b ^ expected_b | (c ^ expected_c | d ^ expected_d)
                };
                differing &= pattern.given.0;
                for &(code, squares) in &pattern.barred {
                    differing |= squares_of(boards, code) & squares.0;
                }
                is_in(s, s.popcount(differing), &pattern.differing)
            },
        )
    }

    /// The boards that fulfil `material`, a bit for each. Counts the pieces of all boards in lanes, and compares the
    /// kinds of piece only on boards that have as many pieces as `material`.
    #[inline(always)]
    fn of_material<S: BoardSimd>(&self, s: S, material: &Material) -> u64 {
        let pieces = i32::from(material.pieces());
        let among = self.in_lanes(
            s,
            #[inline(always)]
            |boards, _| is_in(s, s.popcount(boards.occupied()), &(pieces..=pieces)),
        );
        let [a, b, c, d] = &self.planes;
        let board = |n: usize| QuadBitboard::from_planes([a[n], b[n], c[n], d[n]].map(Bitboard));
        let holds = |n: &usize| among >> n & 1 == 1 && material.holds(board(*n));
        (0..self.len).filter(holds).fold(0, |found, n| found | 1 << n)
    }

    #[inline(always)]
    fn of_balance<S: BoardSimd>(&self, s: S, Balance { values, is_size, range }: &Balance) -> u64 {
        self.in_lanes(
            s,
            #[inline(always)]
            |boards, _| {
                let (white, black) = (boards.color(Color::White), boards.color(Color::Black));
                let (diagonal, orthogonal) = (boards.diagonal_sliders(), boards.orthogonal_sliders());
                let mut balance = S::u64s::splat(s, 0);
                let roles = [
                    boards.pawns(),
                    boards.knights(),
                    diagonal & !orthogonal,
                    orthogonal & !diagonal,
                    diagonal & orthogonal,
                ];
                for (role, value) in roles.into_iter().zip(values) {
                    let more = s.popcount(role & white) - s.popcount(role & black);
                    balance += more * i64::from(*value).cast_unsigned();
                }
                if *is_size {
                    let sign = S::u64s::splat(s, 0) - (balance >> 63);
                    balance = (balance ^ sign) - sign;
                }
                is_in(s, balance, range)
            },
        )
    }
}

fn lanes_at<S: BoardSimd>(_: S) -> usize {
    Boards::<S>::LEN
}

/// The words of `words` from number `begin` on, one in each lane.
#[inline(always)]
fn lanes_of<S: BoardSimd>(s: S, words: &[u64; BLOCK], begin: usize) -> S::u64s {
    S::u64s::from_slice(s, &words[begin..][..Boards::<S>::LEN])
}

/// The lanes whose number, read with its sign, is in `range`.
#[inline(always)]
fn is_in<S: BoardSimd>(s: S, number: S::u64s, range: &RangeInclusive<i32>) -> u64 {
    let word = |number: i32| S::u64s::splat(s, i64::from(number).cast_unsigned());
    // One of these differences is negative if the number is out of range.
    let outside = (number - word(*range.start())) | (word(*range.end()) - number);
    (outside & (1 << 63)).simd_eq(S::u64s::splat(s, 0)).to_bitmask()
}

/// Certain pieces on certain squares, prepared for boards in lanes.
struct Places {
    /// For each kind of piece, the xor for each of the four planes after which all four have ones where such a piece
    /// stands.
    flips: [[u64; 4]; Piece::ALL.len()],
    /// The number of kinds of piece, such as white knights, that are looked for: the used length of `flips`.
    len: usize,
    squares: Bitboard,
}

impl Places {
    fn new(PiecesOn { pieces, squares }: PiecesOn) -> Self {
        let mut places = Self { flips: [[0; 4]; Piece::ALL.len()], len: 0, squares };
        for piece in Piece::ALL.into_iter().filter(|piece| pieces >> piece.code() & 1 == 1) {
            for (p, flip) in places.flips[places.len].iter_mut().enumerate() {
                *flip = u64::from(piece.code() >> p & 1).wrapping_sub(1);
            }
            places.len += 1;
        }
        places
    }

    /// The squares of `squares` that hold one of the pieces, on each lane's board.
    #[inline(always)]
    fn on<S: BoardSimd>(&self, s: S, boards: &Boards<S>) -> S::u64s {
        if self.len == self.flips.len() {
            return boards.occupied() & self.squares.0;
        }
        let [a, b, c, d] = boards.planes;
        let mut set = S::u64s::splat(s, 0);
        for &[flip_a, flip_b, flip_c, flip_d] in &self.flips[..self.len] {
            set |= (a ^ flip_a) & (b ^ flip_b) & ((c ^ flip_c) & (d ^ flip_d));
        }
        set & self.squares.0
    }
}

/// The squares that hold the nibble `code`, in each lane's board.
#[inline(always)]
fn squares_of<S: BoardSimd>(boards: &Boards<S>, code: u8) -> S::u64s {
    let [a, b, c, d] = boards.planes;
    let plane = |plane: S::u64s, p: u8| if code >> p & 1 == 1 { plane } else { !plane };
    plane(a, 0) & plane(b, 1) & (plane(c, 2) & plane(d, 3))
}
