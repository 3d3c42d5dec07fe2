//! Builds many positions from their parts, and checks the rules of a valid position for several at a time.

use quadbit_movegen::{Position, PositionBuilder, PositionError, Validity};
use quadbit_nibble::simd::{Level, dispatch_few};
use quadbit_quad::simd::{BoardSimd, Boards};
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::{Color, File};

use fearless_simd::prelude::*;

use crate::board::validity::{explains, verdict};
use crate::keys::board_keys::boards_keys;

/// Builds a position from `parts[i]` for every `i`, like [`PositionBuilder::build`], and writes it to `positions[i]`,
/// or the error that says which rule of `validity` the parts break.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Position, PositionBuilder, PositionError, Color, Validity};
/// use quadbit_nibble::simd::Level;
/// let parts = [PositionBuilder::from(&Position::start()), PositionBuilder::new()];
/// let mut positions = [Err(PositionError::ManyCheckers); 2];
/// batch::build(Level::auto(), Validity::Strict, &parts, &mut positions);
/// assert_eq!(positions, [Ok(Position::start()), Err(PositionError::NoKing(Color::White))]);
/// ```
///
/// The rules are checked for as many boards at a time as a vector has lanes. Only parts that this quick check cannot
/// accept are built one by one: invalid ones, those with two or more checkers or in check after a double push, and,
/// with [`Validity::Standard`], those with castling rights and a king that is not on the e-file.
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn build(
    level: Level,
    validity: Validity,
    parts: &[PositionBuilder],
    positions: &mut [Result<Position, PositionError>],
) {
    build_into(
        level,
        validity,
        parts,
        positions,
        #[inline(always)]
        |_, place, position| *place = Ok(position),
        #[inline(always)]
        |_, place, error| *place = Err(error),
    );
}

/// Builds a position from each element of `parts`, like [`build`], into results of any type. `put` stores a position in
/// a result, `refuse` an error; both get the index of the element and its result first. Positions are not copied in
/// between.
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Position, PositionBuilder, Validity};
/// use quadbit_nibble::simd::Level;
/// let parts = [PositionBuilder::from(&Position::start()), PositionBuilder::new()];
/// let mut moves = [None; 2];
/// batch::build_into(
///     Level::auto(),
///     Validity::Strict,
///     &parts,
///     &mut moves,
///     |_, moves, position| *moves = Some(position.legal_count()),
///     |_, moves, _| *moves = None,
/// );
/// assert_eq!(moves, [Some(20), None]);
/// ```
///
/// # Panics
/// If the slices differ in length.
#[track_caller]
pub fn build_into<T>(
    level: Level,
    validity: Validity,
    parts: &[PositionBuilder],
    results: &mut [T],
    put: impl Fn(usize, &mut T, Position),
    refuse: impl Fn(usize, &mut T, PositionError),
) {
    let (given, room) = (parts.len(), results.len());
    assert!(given == room, "{given} given, but room for {room} positions");
    dispatch_few!(level, s => build_at(s, validity, parts, results, put, refuse));
}

/// The number of positions that go through each step before the next step begins. Values that one step writes
/// word by word have left the store buffer when the next step reads them in vectors.
const BLOCK: usize = 32;

#[inline(always)]
fn build_at<S: BoardSimd, T>(
    s: S,
    validity: Validity,
    parts: &[PositionBuilder],
    results: &mut [T],
    put: impl Fn(usize, &mut T, Position),
    refuse: impl Fn(usize, &mut T, PositionError),
) {
    let lanes = Boards::<S>::LEN;
    for (n, (parts, results)) in parts.chunks(BLOCK).zip(results.chunks_mut(BLOCK)).enumerate() {
        let mut boards = [QuadBitboard::EMPTY; BLOCK];
        let (mut black, mut castling) = ([0; BLOCK], [0; BLOCK]);
        for (parts, ((board, black), castling)) in
            parts.iter().zip(boards.iter_mut().zip(&mut black).zip(&mut castling))
        {
            *board = parts.board;
            *black = 0_u64.wrapping_sub(u64::from(parts.side_to_move == Color::Black));
            *castling = parts.castling.rooks().0;
        }
        let (mut valid, mut in_check, mut keys) = (0, 0, [[0; 2]; BLOCK]);
        for first in (0..parts.len()).step_by(lanes) {
            let range = first..first + lanes;
            let in_lanes = Boards::load(s, &boards[range.clone()]);
            let black = S::u64s::from_slice(s, &black[range.clone()]);
            let castling = S::u64s::from_slice(s, &castling[range]);
            let verdict = verdict(s, &in_lanes, black, castling);
            valid |= verdict.valid << first;
            in_check |= verdict.in_check << first;
        }
        for (boards, keys) in boards[..parts.len()].chunks(8).zip(keys.as_chunks_mut::<8>().0) {
            boards_keys(s, boards, keys);
        }
        for (i, ((parts, result), keys)) in parts.iter().zip(results).zip(keys).enumerate() {
            let in_check = in_check >> i & 1 != 0;
            let may_castle = validity != Validity::Standard || has_standard_castling(parts);
            if valid >> i & 1 != 0 && may_castle && explains(parts, in_check) {
                put(BLOCK * n + i, result, parts.build_unchecked(keys));
            } else {
                match build_one(validity, parts) {
                    Ok(position) => put(BLOCK * n + i, result, position),
                    Err(error) => refuse(BLOCK * n + i, result, error),
                }
            }
        }
    }
}

/// Whether the parts have no castling rights, or both kings on the e-file and the rooks with rights on the a-file or
/// h-file.
fn has_standard_castling(parts: &PositionBuilder) -> bool {
    let (rooks, kings) = (parts.castling.rooks(), parts.board.kings());
    let corners = Bitboard::file(File::A) | Bitboard::file(File::H);
    rooks.is_empty() || corners.is_superset(rooks) && Bitboard::file(File::E).is_superset(kings)
}

#[cold]
fn build_one(validity: Validity, parts: &PositionBuilder) -> Result<Position, PositionError> {
    parts.build(validity)
}
