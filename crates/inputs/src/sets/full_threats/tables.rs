//! Tables whose entries add up to the number of a threat input. Kinds are N 0, B 1, R 2 and Q 3; squares and
//! codes are as a side sees them.

use quadbit_nibble::const_array;
use quadbit_quad::Bitboard;
use quadbit_quad::attacks::reach;
use quadbit_x88::{Color, Role, Square};

use super::SIZE;

/// A table that starts at a cache line.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// The kind of a piece by its code, if it is not a pawn or a king: N 0, B 1, R 2, Q 3.
#[inline(always)]
pub(super) const fn kind(code: u8) -> usize {
    (code as usize >> 1).wrapping_sub(2) & 3
}

/// By kind of attacker (N B R Q): how many piece codes, counted from 2, the kind can attack. Ten (P to Q, both
/// sides) for knight and queen, eight (P to R) for bishop and rook.
pub(super) const TARGETS: [u8; 4] = [10, 8, 8, 10];

/// For each attacker P N B R Q: the slot of each attacked P N B R Q, counted among the kinds on which its attack is an
/// input (`None` if it is no input), and the number of these kinds.
const SLOTS: [([Option<u32>; 5], u32); 5] = [
    ([None, Some(0), None, Some(1), None], 2),
    ([Some(0), Some(1), Some(2), Some(3), Some(4)], 5),
    ([Some(0), Some(1), Some(2), Some(3), None], 4),
    ([Some(0), Some(1), Some(2), Some(3), None], 4),
    ([Some(0), Some(1), Some(2), Some(3), Some(4)], 5),
];

/// The entry of [`FIRSTS`] for two pieces whose attacks are no inputs.
pub(super) const NONE: u32 = u32::MAX;

/// By the codes of attacker and attacked piece: the number of the first input for attacks of such a piece on such a
/// piece, or [`NONE`].
pub(super) static FIRSTS: [[u32; 16]; 16] = {
    let mut firsts = [[NONE; 16]; 16];
    let (mut first, mut attacker) = (0, 0);
    while attacker < 10 {
        let (theirs, role) = (attacker / 5, attacker % 5);
        let pairs = before(theirs, role, 64) as u32;
        let (slots, half) = SLOTS[role];
        let mut attacked = 0;
        while attacked < 10 {
            if let Some(slot) = slots[attacked % 5] {
                firsts[code(attacker)][code(attacked)] = first + (attacked as u32 / 5 * half + slot) * pairs;
            }
            attacked += 1;
        }
        first += 2 * half * pairs;
        attacker += 1;
    }
    assert!(first as usize == SIZE);
    firsts
};

/// By kind and square: how many squares the kind attacks from all lower squares together, on an empty board.
pub(super) static BEFORE: [[u16; 64]; 4] =
    const_array!(4, |kind| const_array!(64, |square| before(0, kind + 1, square)));

/// By kind, `from` and `to`: how many squares below `to` the kind attacks from `from` on an empty board. 16
/// KiB.
pub(super) static NUMBERS: Aligned<[[[u8; 64]; 64]; 4]> =
    Aligned(const_array!(4, |kind| const_array!(64, |from| {
        let attacks = attacks(0, kind + 1, from);
        const_array!(64, |to| (attacks & ((1 << to) - 1)).count_ones() as u8)
    })));

/// By kind, `from` and `to`: the number of this attack, from 0, among all attacks of the kind on an empty board, which
/// are ordered by `from`, then by `to`. [`IS_UP`] is added if `to` is higher than `from`. 32 KiB.
pub(super) static PAIRS: [u16; 4 * 64 * 64] = const_array!(4 * 64 * 64, |n| {
    let (kind, from, to) = (n / 4096, n / 64 % 64, n % 64);
    BEFORE[kind][from] + NUMBERS.0[kind][from][to] as u16 + if to > from { IS_UP } else { 0 }
});

/// The bit of a number in [`PAIRS`] that says that the attacked square is higher than the attacker's.
pub(super) const IS_UP: u16 = 1 << 15;

/// By side (own pawns, then enemy ones) and square: the numbers of a pawn's attack to the west and of its attack to the
/// east. All attacks of one side's pawns are numbered from 0, by the square of the pawn, west before east.
pub(super) static PAWNS: [[[u16; 2]; 64]; 2] = const_array!(2, |theirs| const_array!(64, |from| {
    let west = before(theirs, 0, from);
    // There is no west on file a.
    [west, west + !from.is_multiple_of(8) as u16]
}));

/// The code of the `piece`-th piece: own P N B R Q, then enemy P N B R Q.
const fn code(piece: usize) -> usize {
    let color = if piece < 5 { Color::White } else { Color::Black };
    let roles = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    roles[piece % 5].of(color).code() as usize
}

/// How many squares a piece attacks from all squares below `square` together, on an empty board. `theirs` is 1 for an
/// enemy piece, `role` is P 0 to Q 4.
const fn before(theirs: usize, role: usize, square: usize) -> u16 {
    let (mut sum, mut from) = (0, 0);
    while from < square {
        sum += attacks(theirs, role, from).count_ones() as u16;
        from += 1;
    }
    sum
}

/// The squares that a piece attacks on an empty board; none for a pawn on the first or last rank. `theirs` is 1
/// for an enemy piece, `role` is P 0 to Q 4.
const fn attacks(theirs: usize, role: usize, from: usize) -> u64 {
    if role == 0 && (from < 8 || from >= 56) {
        return 0;
    }
    let Bitboard(squares) = reach(code(5 * theirs + role) as u8, Square::ALL[from]);
    squares
}
