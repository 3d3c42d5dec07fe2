//! Translation between the codes of other programs and ours, for all men of a board at once.
//!
//! Most programs number the kinds of men from 0, in the order pawn, knight, bishop, rook, queen, king; ours begin at 1
//! ([`Piece`](quadbit_x88::Piece)). Each function works on one bit for each man ([`PackedPieces`](crate::packed_pieces::PackedPieces)).

/// Our planes (black; P, B, Q; N, B, K; R, Q, K) of kinds counted from 0, given by their bits, lowest first.
///
/// ```text
///           P    N    B    R    Q    K
///   theirs  000  001  010  011  100  101
///   ours    001  010  011  100  101  110     one more: the carry goes up where all lower bits are ones
/// ```
///
/// Kinds 6 and 7 give nonsense; test for them first.
#[inline(always)]
pub(crate) const fn from_zero_based([k0, k1, k2]: [u32; 3], black: u32, men: u32) -> [u32; 4] {
    [black, !k0 & men, k0 ^ k1, k2 ^ (k0 & k1)]
}

/// The bits of the kinds, counted from 0, and who is black.
#[inline(always)]
pub(crate) const fn to_zero_based([black, p1, p2, p3]: [u32; 4], men: u32) -> ([u32; 3], u32) {
    ([!p1 & men, !(p1 ^ p2) & men, p3 & (p1 | p2)], black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadbit_x88::Piece;

    /// The bits of one man.
    fn bits<const N: usize>(code: u8) -> [u32; N] {
        core::array::from_fn(|p| u32::from(code >> p & 1))
    }

    #[test]
    fn kinds_are_renumbered() {
        for piece in Piece::ALL {
            let black = u32::from(piece.code() & 1);
            let kinds = bits(piece.code() / 2 - 1);
            assert_eq!(from_zero_based(kinds, black, 1), bits(piece.code()), "{piece}");
            assert_eq!(to_zero_based(bits(piece.code()), 1), (kinds, black), "{piece}");
        }
    }
}
