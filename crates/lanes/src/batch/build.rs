//! Positions from their parts.

use quadbit_movegen::{Position, PositionBuilder, PositionError, Validity};
use quadbit_nibble::simd::{Level, dispatch};
use quadbit_quad::QuadBitboard;
use quadbit_quad::simd::Boards;
use quadbit_x88::Color;

use fearless_simd::prelude::*;

use crate::keys::KeySimd;
use crate::validity::{explains, verdict};

/// The positions of parts: [`PositionBuilder::build`].
///
/// ```
/// use quadbit_lanes::batch;
/// use quadbit_movegen::{Level, Position, PositionBuilder, PositionError, Color, Validity};
/// let parts = [PositionBuilder::from(&Position::start()), PositionBuilder::new()];
/// let mut positions = [Err(PositionError::ManyCheckers); 2];
/// batch::build(Level::auto(), Validity::Strict, &parts, &mut positions);
/// assert_eq!(positions, [Ok(Position::start()), Err(PositionError::NoKing(Color::White))]);
/// ```
///
/// The rules are checked for as many boards as there are lanes. What is not certainly valid is built one by one: positions with two
/// checkers, and those in check after a double push.
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
    let (given, room) = (parts.len(), positions.len());
    assert!(given == room, "{given} given, but room for {room} positions");
    dispatch!(level, s => build_at(s, validity, parts, positions));
}

#[inline(always)]
fn build_at<S: KeySimd>(
    s: S,
    validity: Validity,
    parts: &[PositionBuilder],
    positions: &mut [Result<Position, PositionError>],
) {
    let lanes = Boards::<S>::LEN;
    for (parts, positions) in parts.chunks(lanes).zip(positions.chunks_mut(lanes)) {
        let (mut boards, mut black, mut castling) = ([QuadBitboard::EMPTY; 8], [0; 8], [0; 8]);
        for (lane, parts) in parts.iter().enumerate() {
            boards[lane & 7] = parts.board;
            black[lane & 7] = 0_u64.wrapping_sub(u64::from(parts.side_to_move == Color::Black));
            castling[lane & 7] = parts.castling.rooks().0;
        }
        let in_lanes = Boards::load(s, &boards[..lanes]);
        let [black, castling] =
            [S::u64s::from_slice(s, &black[..lanes]), S::u64s::from_slice(s, &castling[..lanes])];
        let verdict = verdict(s, &in_lanes, black, castling);
        let mut keys = [[0; 2]; 8];
        s.boards_keys(&boards[..parts.len()], &mut keys);
        for (lane, (parts, position)) in parts.iter().zip(positions).enumerate() {
            let in_check = verdict.in_check >> lane & 1 != 0;
            if verdict.valid >> lane & 1 != 0 && explains(parts, in_check) {
                *position = Ok(parts.build_unchecked(keys[lane & 7], in_check));
            } else {
                build_one(validity, parts, position);
            }
        }
    }
}

/// Writes to the caller's place, so that the usual positions are not moved there from another.
#[cold]
fn build_one(validity: Validity, parts: &PositionBuilder, position: &mut Result<Position, PositionError>) {
    *position = parts.build(validity);
}
