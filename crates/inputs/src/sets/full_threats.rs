//! `Full_Threats`: numbers of pairs of pieces.
//!
//! A [`Threat`](quadbit_threats::Threat) has 32 bits, in which one xor changes both squares and the colors of
//! both pieces to the view of a side. Three small tables are then enough: one by the two pieces, one by the
//! attacker and its square, one by the attacker and both squares.

use quadbit_threats::ThreatList;
use quadbit_x88::{Color, Square};

use super::found::Found;

/// The number of inputs.
pub(super) const SIZE: usize = 59_808;

/// The attackers by the numbers of their pieces, and the geometry of their attacks: own P
/// N B R Q, then theirs.
const ATTACKERS: [(u8, usize); 10] =
    [(2, 0), (4, 2), (6, 3), (8, 4), (10, 5), (3, 1), (5, 2), (7, 3), (9, 4), (11, 5)];

/// The slots of attacked P N B R Q, by the attacker's kind.
const SLOTS: [[Option<u32>; 5]; 5] = [
    [None, Some(0), None, Some(1), None],
    [Some(0), Some(1), Some(2), Some(3), Some(4)],
    [Some(0), Some(1), Some(2), Some(3), None],
    [Some(0), Some(1), Some(2), Some(3), None],
    [Some(0), Some(1), Some(2), Some(3), Some(4)],
];

/// The part of a number that depends on the attacker and the attacked piece: the first number, the geometry,
/// and two truth values, 1 or 0.
#[derive(Clone, Copy)]
struct Class {
    first: u32,
    geometry: u8,
    counts: u8,
    /// The pair is only counted from the higher square.
    is_of_a_kind: u8,
}

/// The classes, by the nibbles of attacker and attacked piece.
static CLASSES: [Class; 256] = classes();

/// By geometry and square: the number of pairs of the squares before it, on the empty board.
static BEFORE: [[u16; 64]; 6] = before();

/// By geometry and both squares: the number of attacked squares before the second.
static NUMBERS: [[[u8; 64]; 64]; 6] = numbers();

/// The xor that changes a pair to the view of a side with its king on a square.
#[inline(always)]
pub(super) const fn turn(side: Color, king: Square) -> u32 {
    let is_black = side as u32;
    let is_right = king.index() as u32 >> 2 & 1;
    let squares = (0b111_000 * is_black) | (0b000_111 * is_right);
    squares << 4 | squares << 20 | is_black | is_black << 16
}

/// Adds the numbers of the pairs that count, in the order of the list.
#[inline(always)]
pub(super) fn append(pairs: &ThreatList, turn: u32, base: u32, found: &mut Found) {
    found.extend_if(pairs.iter().map(
        #[inline(always)]
        |pair| {
            let bits = pair.to_bits() ^ turn;
            let (from, to) = (bits >> 20 & 63, bits >> 4 & 63);
            let class = CLASSES[(bits >> 12 & 0xf0 | bits & 15) as usize];
            let geometry = usize::from(class.geometry);
            let before = BEFORE[geometry][from as usize];
            let number = NUMBERS[geometry][from as usize][to as usize];
            let counts = class.counts & !(class.is_of_a_kind & u8::from(from < to));
            (counts, base + class.first + u32::from(before) + u32::from(number))
        },
    ));
}

const fn classes() -> [Class; 256] {
    let mut classes = [Class { first: 0, geometry: 0, counts: 0, is_of_a_kind: 0 }; 256];
    let mut first = 0;
    let mut n = 0;
    while n < 10 {
        let (attacker, geometry) = ATTACKERS[n];
        let pairs = before_square(geometry, 64) as u32;
        let slots = &SLOTS[n % 5];
        let mut half = 0;
        let mut kind = 0;
        while kind < 5 {
            half += slots[kind].is_some() as u32;
            kind += 1;
        }
        let mut m = 0;
        while m < 10 {
            if let Some(slot) = slots[m % 5] {
                let theirs = m as u32 / 5;
                classes[(attacker << 4 | ATTACKERS[m].0) as usize] = Class {
                    first: first + (theirs * half + slot) * pairs,
                    geometry: geometry as u8,
                    counts: 1,
                    is_of_a_kind: (n % 5 == m % 5) as u8,
                };
            }
            m += 1;
        }
        first += 2 * half * pairs;
        n += 1;
    }
    assert!(first as usize == SIZE);
    classes
}

const fn before() -> [[u16; 64]; 6] {
    let mut before = [[0; 64]; 6];
    let mut n = 0;
    while n < 6 * 64 {
        before[n / 64][n % 64] = before_square(n / 64, n % 64);
        n += 1;
    }
    before
}

/// The number of pairs of the squares before one.
const fn before_square(geometry: usize, square: usize) -> u16 {
    let (mut sum, mut from) = (0, 0);
    while from < square {
        sum += attacks(geometry, from).count_ones() as u16;
        from += 1;
    }
    sum
}

#[expect(clippy::large_stack_arrays, reason = "the compiler evaluates it")]
const fn numbers() -> [[[u8; 64]; 64]; 6] {
    let mut numbers = [[[0; 64]; 64]; 6];
    let mut n = 0;
    while n < 6 * 64 {
        let attacks = attacks(n / 64, n % 64);
        let mut to = 0;
        while to < 64 {
            numbers[n / 64][n % 64][to] = (attacks & ((1 << to) - 1)).count_ones() as u8;
            to += 1;
        }
        n += 1;
    }
    numbers
}

/// The squares that a piece attacks on the empty board; none for a pawn on the first or last rank.
#[expect(clippy::cast_possible_wrap, reason = "squares are below 64")]
const fn attacks(geometry: usize, from: usize) -> u64 {
    let (steps, length): (&[(i32, i32)], i32) = match geometry {
        0 => (&[(-1, 1), (1, 1)], 1),
        1 => (&[(-1, -1), (1, -1)], 1),
        2 => (&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], 1),
        3 => (&[(1, 1), (1, -1), (-1, -1), (-1, 1)], 7),
        4 => (&[(0, 1), (1, 0), (0, -1), (-1, 0)], 7),
        _ => (&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], 7),
    };
    let (file, rank) = ((from % 8) as i32, (from / 8) as i32);
    let mut squares = 0;
    if geometry < 2 && (rank == 0 || rank == 7) {
        return squares;
    }
    let mut n = 0;
    while n < steps.len() {
        let mut distance = 1;
        while distance <= length {
            let (file, rank) = (file + distance * steps[n].0, rank + distance * steps[n].1);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                squares |= 1 << (8 * rank + file);
            }
            distance += 1;
        }
        n += 1;
    }
    squares
}
