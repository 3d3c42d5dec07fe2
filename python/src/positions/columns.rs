//! Arrays with one row for each position, computed from the positions only.

use bytemuck::cast_slice_mut;
use numpy::PyArrayDyn;
use pyo3::prelude::*;
use quadbit_lanes::batch;
use quadbit_movegen::{Bitboard, Color, Position, QuadBitboard};
use quadbit_nibble::simd::Level;

use super::Positions;
use crate::ending::Ending;
use crate::work;

/// Writes methods that return one array and take `out` and `threads` after their own arguments. Each is a function of
/// the batch, `py`, `out`, `threads` and these arguments, with the type of the array's numbers. An argument after `;`
/// is given by name only.
macro_rules! columns {
    ($(
        $(#[doc = $text:tt])*
        fn $name:ident(
            $this:ident, $py:ident, $out:ident, $threads:ident
            $(, $argument:ident: $type:ty $(= $default:tt)?)*
            $(; $keyword:ident: $keyword_type:ty = $otherwise:tt)?
        ) -> $number:ty $body:block
    )*) => {
        #[pymethods]
        impl Positions {
            $(
                $(#[doc = $text])*
                #[pyo3(signature = (
                    $($argument $(= $default)?,)* *, $($keyword = $otherwise,)? $out = None, $threads = 1
                ))]
                fn $name<'py>(
                    &self,
                    $py: Python<'py>,
                    $($argument: $type,)*
                    $($keyword: $keyword_type,)?
                    $out: Option<&Bound<'py, PyAny>>,
                    #[pyo3(from_py_with = work::threads)] $threads: u16,
                ) -> PyResult<Bound<'py, PyArrayDyn<$number>>> {
                    let $this = self;
                    $body
                }
            )*
        }
    };
}

pub(super) use columns;

/// Writes those methods of [`columns!`] that take no arguments but `out` and `threads`. Each line names a method, the
/// shape and the type of its array, and a function that writes the rows of a block of positions.
macro_rules! plain_columns {
    ($(
        $(#[doc = $text:tt])*
        $name:ident: (n, $($width:literal),*) $number:ty = $rows:expr;
    )*) => {
        columns! {$(
            $(#[doc = $text])*
            fn $name(this, py, out, threads) -> $number {
                this.answers(py, out, threads, &[$($width),*], $rows)
            }
        )*}
    };
}

plain_columns! {
    /// A key for each position, equal for equal positions: (n,) uint64. Clocks do not count.
    keys: (n,) u64 = each(Position::key);

    /// The keys of opening books in the Polyglot format: (n,) uint64.
    polyglot_keys: (n,) u64 = each(Position::polyglot_key);

    /// A code for each square, a1, b1 to h8: (n, 64) uint8. 0 is empty, P 2, N 4, B 6, R 8, Q 10, K 12,
    /// and one more for black.
    mailbox: (n, 64) u8 = |positions, codes| {
        batch::mailboxes(positions, cast_slice_mut(codes));
    };

    /// The codes of `mailbox` with two squares in each byte, the first in the low half: (n, 32) uint8.
    nibbles: (n, 32) u8 = |positions, nibbles| {
        let boards: Vec<QuadBitboard> = positions.iter().map(Position::board).collect();
        quadbit_quad::batch::to_nibbles(Level::auto(), &boards, cast_slice_mut(nibbles));
    };

    /// The number of pieces of each kind of each side: (n, 2, 6) uint8, white before black, in the
    /// order P, N, B, R, Q, K.
    material: (n, 2, 6) u8 = |positions, counts| {
        let mut planes = vec![[Bitboard::EMPTY; 12]; positions.len()];
        batch::one_hot(positions, &mut planes);
        for (planes, counts) in planes.iter().zip(counts.as_chunks_mut::<12>().0) {
            // `planes` has P p N n .., and `counts` P N .. of white, then of black.
            for (plane, set) in planes.iter().enumerate() {
                counts[plane % 2 * 6 + plane / 2] = set.0.count_ones().try_into().unwrap_or(u8::MAX);
            }
        }
    };

    /// The number of legal moves of each position: (n,) uint8.
    legal_counts: (n,) u8 = |positions, counts| batch::legal_counts(positions, counts);

    /// Whether the side to move is in check: (n,) bool.
    in_check: (n,) bool = |positions, checks| batch::in_check(positions, checks);

    /// The pieces that give check to the side to move: (n,) uint64, a1 the lowest bit.
    checkers: (n,) u64 = each(|position| position.checkers().0);

    /// How the game has ended, judged only by the position: (n,) uint8, the numbers of `Outcome`.
    outcome: (n,) u8 = each(|position| Ending::of(position.outcome()) as u8);

    /// Whether black is to move: (n,) bool.
    black_to_move: (n,) bool = each(|position| position.side_to_move() == Color::Black);

    /// The rights to castle, K, Q, k and q: (n, 4) bool. K and k are castling to the g-file, wherever the
    /// rook stands.
    castling_rights: (n, 4) bool = |positions, rights| {
        each(castling_rights)(positions, rights.as_chunks_mut::<4>().0);
    };

    /// The half moves since the last capture or pawn move: (n,) uint16.
    halfmove_clocks: (n,) u16 = each(Position::halfmoves);

    /// The numbers of the moves, from 1: (n,) uint32.
    fullmove_numbers: (n,) u32 = each(|position| position.fullmoves().into());
}

/// Turns `value`, a function of one position, into a function that writes its values for many positions.
pub(super) fn each<T>(value: impl Fn(&Position) -> T) -> impl Fn(&[Position], &mut [T]) {
    move |positions, values| {
        for (position, place) in positions.iter().zip(values) {
            *place = value(position);
        }
    }
}

/// Whether each of the rights K, Q, k and q remains.
pub(super) fn castling_rights(position: &Position) -> [bool; 4] {
    let sides = |color: Color| {
        let rooks = position.castling_rights().rooks_of(color);
        let king = position.king(color).index();
        let to_the_right = Bitboard(!0 << king);
        [!(rooks & to_the_right).is_empty(), !(rooks & !to_the_right).is_empty()]
    };
    let ([k, q], [black_k, black_q]) = (sides(Color::White), sides(Color::Black));
    [k, q, black_k, black_q]
}
