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
    /// By the codes of attacker and attacked piece: in the higher bits the number of the first input for attacks of the
    /// one on the other, in the two lowest bits [`ALWAYS`], [`IF_DOWN`], or 0 if these attacks are no inputs.
    pub(super) firsts: [[u32; 16]; 16],
    /// The numbers of single attacks, which are added to those of `firsts`.
    pub(super) pairs: &'static [u16; PAIRS],
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
        let pairs = if has_pushes { &WITH_PUSHES } else { &WITHOUT_PUSHES };
        let (firsts, targets) = ([[0; 16]; 16], [0; KINDS]);
        let mut numbering = Self { firsts, pairs, targets, has_pawns: false, has_pushes };
        let mut first = 0;
        let mut attacker = 0;
        while attacker < 12 {
            let (theirs, role) = (attacker / 6, attacker % 6);
            let attacker_code = role_code(role) + theirs;
            let (pairs, letters) = (before(attacker_code, 64, has_pushes), slots[role].as_bytes());
            let mut n = 0;
            while n < 2 * letters.len() {
                let letter = letters[n % letters.len()] as char;
                let attacked = Piece::from_char(letter).expect("letters of pieces").role();
                let code = attacked.of(Color::ALL[n / letters.len()]).code() as usize;
                // Two pawns of one color do not attack each other.
                let is_alike = attacker_code ^ code == 1 || attacker_code == code && role > 0;
                numbering.firsts[attacker_code][code] = first << 2 | if is_alike { IF_DOWN } else { ALWAYS };
                first += pairs as u32;
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

/// The lowest bits of an entry of [`Numbering::firsts`] whose attacks are all inputs.
const ALWAYS: u32 = 2;

/// The lowest bits of an entry of [`Numbering::firsts`] for two pieces that both attack each other if one does, so that
/// only the attack from the higher square is an input.
const IF_DOWN: u32 = 1;

/// The bit of a sum of an entry of [`Numbering::firsts`] and one of [`Numbering::pairs`] that says that the attack is
/// an input. The bits above it are its number.
pub(super) const COUNTS: u32 = 2;

/// By kind and square: how many squares a piece of the kind attacks from all lower squares together, on an empty board.
pub(super) static BEFORE: [[u16; 64]; KINDS] =
    const_array!(KINDS, |kind| const_array!(64, |square| before(2 * kind + 4, square, false)));

/// By kind, `from` and `to`: how many squares below `to` the kind attacks from `from` on an empty board. 20
/// KiB.
pub(super) static NUMBERS: Aligned<[[[u8; 64]; 64]; KINDS]> =
    Aligned(const_array!(KINDS, |kind| const_array!(64, |from| {
        let attacks = attacks(2 * kind + 4, from, false);
        const_array!(64, |to| (attacks & ((1 << to) - 1)).count_ones() as u8)
    })));

/// The number of entries of [`Numbering::pairs`]. A quarter, for roles that do not exist, is never read: without it,
/// each access would be checked.
pub(super) const PAIRS: usize = 1 << 15;

static WITHOUT_PUSHES: [u16; PAIRS] = pairs(false);
static WITH_PUSHES: [u16; PAIRS] = pairs(true);

/// By the squares and the role of an attack (see [`pair`](super::pair)): in the higher bits its number, from 0, among
/// all attacks of such pieces of one side on an empty board, which are ordered by `from`, then by `to`; in the lowest
/// bit whether `to` is lower. Own pawns attack upward and enemy pawns downward, so both are in one table. `has_pushes`
/// says that a pawn also attacks the square ahead of it.
#[expect(clippy::large_stack_arrays, reason = "only the compiler calls it")]
const fn pairs(has_pushes: bool) -> [u16; PAIRS] {
    let mut pairs = [0; PAIRS];
    let mut code = 2;
    while code < 14 {
        let (mut number, mut from) = (0, 0);
        while from < 64 {
            let mut targets = attacks(code, from, has_pushes);
            while targets != 0 {
                let to = targets.trailing_zeros() as usize;
                let place = to << 9 | from << 3 | code >> 1;
                pairs[place] = number << 2 | (to < from) as u16;
                number += 1;
                targets &= targets - 1;
            }
            from += 1;
        }
        code += 1;
    }
    pairs
}

/// How many squares a piece with the code `code` attacks from all squares below `square` together, on an empty board.
const fn before(code: usize, square: usize, has_pushes: bool) -> u16 {
    let (mut sum, mut from) = (0, 0);
    while from < square {
        sum += attacks(code, from, has_pushes).count_ones() as u16;
        from += 1;
    }
    sum
}

/// The squares that a piece with the code `code` attacks from `from` on an empty board, and if `has_pushes` the square
/// ahead of a pawn; none for a pawn on the first or last rank.
const fn attacks(code: usize, from: usize, has_pushes: bool) -> u64 {
    let Bitboard(squares) = reach(code as u8, Square::ALL[from]);
    let is_pawn = code < 4;
    let ahead = if code == 2 { from + 8 } else { from.wrapping_sub(8) };
    match is_pawn {
        true if from < 8 || from >= 56 => 0,
        true if has_pushes => squares | 1 << ahead,
        _ => squares,
    }
}

/// The code of an own piece of the given role: 0 for a pawn to 5 for a king.
const fn role_code(role: usize) -> usize {
    Role::ALL[role].of(Color::White).code() as usize
}
