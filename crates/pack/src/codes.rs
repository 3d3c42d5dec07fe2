//! Translation between the piece codes of other programs and those of Quadbit, for all pieces of a board at once.
//!
//! Most programs number the types of pieces from 0, in the order pawn, knight, bishop, rook, queen, king; Quadbit
//! numbers them from 1 ([`Piece`](quadbit_x88::Piece)). Each function works on one bit for each piece
//! ([`PackedPieces`]).

use quadbit_quad::packed_pieces::{PackSimd, PackedPieces};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::Square;

use crate::read_error::ReadErrorKind;
use crate::record::part;

/// The pieces of a record with the codes of its format. `squares` and `nibbles` are the offsets of the occupied squares
/// and of the nibbles in `record`. More than 32 pieces are an error.
#[inline(always)]
pub(crate) fn unpack<S: PackSimd>(
    s: S,
    record: &[u8],
    squares: usize,
    nibbles: usize,
) -> Result<PackedPieces, ReadErrorKind> {
    let occupied = Bitboard(u64::from_le_bytes(part(record, squares)));
    PackedPieces::unpack(s, occupied, part(record, nibbles)).ok_or(ReadErrorKind::ManyPieces)
}

/// The board of the pieces that [`unpack`] would find, whose nibbles `table` translates to our codes, or to 0 if they
/// are invalid. `None` if a piece is invalid, if there are more than 32, or at all levels but AVX-512.
#[inline(always)]
pub(crate) fn expand<S: PackSimd>(
    s: S,
    record: &[u8],
    squares: usize,
    nibbles: usize,
    table: [u8; 16],
) -> Option<QuadBitboard> {
    s.expand(part(record, nibbles), Bitboard(u64::from_le_bytes(part(record, squares))), table)
}

/// Refuses a record in which any piece has an invalid nibble: bit `i` of `bad` says so for the `i`-th of `pieces`.
/// The error names the first bad one.
#[inline(always)]
pub(crate) fn refuse(pieces: PackedPieces, bad: u32) -> Result<(), ReadErrorKind> {
    if bad == 0 { Ok(()) } else { Err(refusal(pieces, bad)) }
}

#[cold]
fn refusal(pieces: PackedPieces, bad: u32) -> ReadErrorKind {
    let place = bad.trailing_zeros();
    let square = pieces.occupied.into_iter().nth(place as usize);
    ReadErrorKind::Code(square.unwrap_or(Square::A1), pieces.code(place))
}

/// Converts pieces from a format that numbers piece types from 0 (P) to 5 (K) to our planes (black; P, B, Q; N, B, K;
/// R, Q, K). Bit `i` of each word belongs to piece `i`: `[k0, k1, k2]` are the bits of its number, lowest first,
/// `black` says whether it is black, and `pieces` has ones for all pieces.
///
/// ```text
///           P    N    B    R    Q    K
///   theirs  000  001  010  011  100  101
///   ours    001  010  011  100  101  110     one more: the carry goes up where all lower bits are ones
/// ```
///
/// The numbers 6 and 7 give wrong results; test for them first.
#[inline(always)]
pub(crate) const fn from_zero_based([k0, k1, k2]: [u32; 3], black: u32, pieces: u32) -> [u32; 4] {
    [black, !k0 & pieces, k0 ^ k1, k2 ^ (k0 & k1)]
}

/// Converts our planes (black; P, B, Q; N, B, K; R, Q, K) to the three bits, lowest first, of piece types numbered from
/// 0 (P) to 5 (K), and the set of black pieces. Bit `i` of each word belongs to piece `i`, and `pieces` has ones for
/// all pieces.
#[inline(always)]
pub(crate) const fn to_zero_based([black, p1, p2, p3]: [u32; 4], pieces: u32) -> ([u32; 3], u32) {
    ([!p1 & pieces, !(p1 ^ p2) & pieces, p3 & (p1 | p2)], black)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadbit_x88::Piece;

    /// The lowest `N` bits of `code`, each as a word, lowest first.
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
