//! Tables whose entries add up to the number of a threat input. Kinds are N 0, B 1, R 2, Q 3 and K 4; squares and
//! codes are as a side sees them.

use quadbit_nibble::const_array;
use quadbit_quad::Bitboard;
use quadbit_quad::attacks::reach;
use quadbit_x88::{Color, Piece, Role, Square};

/// A table that starts at a cache line.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// The kind of a piece by its code: N 0, B 1, R 2, Q 3, K 4; 0 for any other code.
#[inline(always)]
pub(super) const fn kind(code: u8) -> usize {
    let kind = (code as usize >> 1).wrapping_sub(2);
    if kind < KINDS { kind } else { 0 }
}

const KINDS: usize = 5;

/// A numbering of attacks: which attacks are inputs, and the first input number for each pair of attacker and attacked
/// piece.
pub(in crate::sets) struct Numbering {
    /// By the codes of attacker and attacked piece: the number of the first input for attacks of the one on the other
    /// in 17 bits, the row of the attacker (see [`ROWS`]) in 3 bits, [`COUNTS`] and [`IS_ALIKE`]; 0 if these attacks
    /// are no inputs.
    pub(super) firsts: [[u32; 16]; 16],
    /// By kind of attacker (N B R Q K): a bit for each piece code on which its attack is an input.
    pub(super) targets: [u32; KINDS],
    /// Whether attacks of pawns on pawns are inputs.
    pub(super) has_pawns: bool,
    /// Whether a pawn also counts as attacking a pawn on the square ahead of it.
    pub(in crate::sets) has_pushes: bool,
}

impl Numbering {
    /// The numbering in which the attacks of P N B R Q K are inputs if they are on the pieces of `slots`, a text of
    /// letters for each attacker; own pieces come first, then enemy ones. There are `size` inputs in all. `has_pushes`
    /// says that a pawn also counts as attacking the square ahead of it.
    const fn new(slots: [&str; 6], has_pushes: bool, size: u32) -> Self {
        let mut numbering = Self { firsts: [[0; 16]; 16], targets: [0; KINDS], has_pawns: false, has_pushes };
        let mut first = 0;
        let mut attacker = 0;
        while attacker < 12 {
            let (theirs, role) = (attacker / 6, attacker % 6);
            let row = if role == 0 { theirs } else { role + 1 };
            // A pawn can be on 48 squares, and each has a square ahead.
            let pushes = if has_pushes && role == 0 { 48 } else { 0 };
            let (pairs, letters) = (before(row, 64) as u32 + pushes, slots[role].as_bytes());
            let mut n = 0;
            while n < 2 * letters.len() {
                let letter = letters[n % letters.len()] as char;
                let attacked = Piece::from_char(letter).expect("letters of pieces").role();
                let code = attacked.of(Color::ALL[n / letters.len()]).code() as usize;
                let attacker_code = role_code(role) + theirs;
                // Two pawns of one color do not attack each other.
                let is_alike = attacker_code ^ code == 1 || attacker_code == code && role > 0;
                numbering.firsts[attacker_code][code] =
                    first | (row as u32) << 17 | COUNTS | if is_alike { IS_ALIKE } else { 0 };
                first += pairs;
                if role > 0 {
                    numbering.targets[role - 1] |= 1 << code;
                }
                n += 1;
            }
            attacker += 1;
        }
        assert!(first == size);
        numbering.has_pawns = numbering.firsts[2][2] != 0;
        numbering
    }

    /// Whether attacks of kings are inputs.
    #[inline(always)]
    pub(super) const fn has_kings(&self) -> bool {
        self.targets[KINDS - 1] != 0
    }
}

/// The numbering of `full_threats`.
pub(in crate::sets) static OF_59808: Numbering =
    Numbering::new(["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""], false, 59_808);

/// The numbering of `full_threats_60144`.
pub(in crate::sets) static OF_60144: Numbering =
    Numbering::new(["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""], false, 60_144);

/// The numbering of `full_threats_60720`.
pub(in crate::sets) static OF_60720: Numbering =
    Numbering::new(["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""], true, 60_720);

/// The numbering of `full_threats_66864`.
pub(in crate::sets) static OF_66864: Numbering =
    Numbering::new(["PNR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", "PNBR"], false, 66_864);

/// The numbering of `full_threats_79856`.
pub(in crate::sets) static OF_79856: Numbering =
    Numbering::new(["PNR", "PNBRQK", "PNBRK", "PNBRK", "PNBRQK", "PNBR"], false, 79_856);

/// The bits of an entry of [`Numbering::firsts`] that hold the number of the first input: the lowest 17.
pub(super) const FIRST: u32 = (1 << 17) - 1;

/// The bit of an entry of [`Numbering::firsts`] that says that the attacks of this entry are inputs.
pub(super) const COUNTS: u32 = 1 << 20;

/// The bit of an entry of [`Numbering::firsts`] that says that if one of the two pieces attacks the other, both do, so
/// that only the attack from the higher square is an input.
pub(super) const IS_ALIKE: u32 = 1 << 21;

/// By row of pieces (see [`ROWS`]) and square: how many squares a piece of the row attacks from all lower squares
/// together, on an empty board.
pub(super) static BEFORE: [[u16; 64]; ROWS] =
    const_array!(ROWS, |row| const_array!(64, |square| before(row, square)));

/// By kind, `from` and `to`: how many squares below `to` the kind attacks from `from` on an empty board. 20
/// KiB.
pub(super) static NUMBERS: Aligned<[[[u8; 64]; 64]; KINDS]> = Aligned(const_array!(
    KINDS,
    |kind| const_array!(64, |from| const_array!(64, |to| below(kind + 2, from, to) as u8))
));

/// By row of pieces (see [`ROWS`]), `from` and `to`: the number of this attack, from 0, among all attacks of a piece of
/// the row on an empty board, which are ordered by `from`, then by `to`. [`IS_UP`] is added if `to` is higher than
/// `from`. 64 KiB, of which the last eighth is never read: without it, each access would be checked.
pub(super) static PAIRS: [u16; 8 * 64 * 64] = const_array!(8 * 64 * 64, |n| {
    let (row, from, to) = (n / 4096, n / 64 % 64, n % 64);
    if row == ROWS { 0 } else { BEFORE[row][from] + below(row, from, to) + if to > from { IS_UP } else { 0 } }
});

/// The bit of a number in [`PAIRS`] that says that the attacked square is higher than the attacker's.
pub(super) const IS_UP: u16 = 1 << 15;

/// The number of rows of tables: own pawns, enemy pawns, N, B, R, Q, K.
const ROWS: usize = 7;

/// How many squares a piece of the row `row` attacks from all squares below `square` together, on an empty board.
const fn before(row: usize, square: usize) -> u16 {
    let (mut sum, mut from) = (0, 0);
    while from < square {
        sum += ATTACKS[row][from].count_ones() as u16;
        from += 1;
    }
    sum
}

/// How many squares below `to` a piece of the row `row` attacks from `from`, on an empty board.
const fn below(row: usize, from: usize, to: usize) -> u16 {
    (ATTACKS[row][from] & ((1 << to) - 1)).count_ones() as u16
}

/// By row of pieces (see [`ROWS`]) and square: the squares that a piece of the row attacks on an empty board; none for
/// a pawn on the first or last rank.
const ATTACKS: [[u64; 64]; ROWS] = const_array!(ROWS, |row| const_array!(64, |from| {
    let code = if row < 2 { row + 2 } else { 2 * row };
    let Bitboard(squares) = reach(code as u8, Square::ALL[from]);
    if row < 2 && (from < 8 || from >= 56) { 0 } else { squares }
}));

/// The code of an own piece of the given role: 0 for a pawn to 5 for a king.
const fn role_code(role: usize) -> usize {
    Role::ALL[role].of(Color::White).code() as usize
}
