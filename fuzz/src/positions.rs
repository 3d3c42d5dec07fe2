//! Makes positions from a fuzzer's bytes.

use arbitrary::{Arbitrary, Result, Unstructured};
use quadbit_movegen::{Position, PositionBuilder, Validity};
use quadbit_x88::{Color, File, Piece, Rank, Role, Square};

/// A position of a game, or a position of random pieces, which is valid only in the relaxed sense.
#[derive(Clone, Copy, Debug)]
pub struct AnyPosition(pub Position);

impl<'a> Arbitrary<'a> for AnyPosition {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        if u.ratio(1, 3)? {
            return u.arbitrary().map(Self);
        }
        strewn(u)?.build(Validity::Relaxed).map(Self).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

/// Makes the parts of a position: both kings, at most 30 other pieces, castling rights where king and rook allow them,
/// and an optional double push.
fn strewn(u: &mut Unstructured<'_>) -> Result<PositionBuilder> {
    let mut parts = PositionBuilder::new();
    parts.side_to_move = *u.choose(&Color::ALL)?;
    for color in Color::ALL {
        // Half of the kings are on their initial squares, so that they may castle.
        let square = if u.arbitrary()? {
            Square::new(*u.choose(&File::ALL)?, Rank::First.relative_to(color))
        } else {
            *u.choose(&Square::ALL)?
        };
        parts.board.put(square, Role::King.of(color));
    }
    let kings = parts.board.kings();
    for _ in 0..u.int_in_range(0..=30)? {
        let square = *u.choose(&Square::ALL)?;
        let piece = *u.choose(&Piece::ALL)?;
        let on_the_edge = matches!(square.rank(), Rank::First | Rank::Eighth);
        let is_misplaced = piece.role() == Role::King || piece.role() == Role::Pawn && on_the_edge;
        if !kings.has(square) && !is_misplaced {
            parts.board.put(square, piece);
        }
    }
    for color in Color::ALL {
        let rank = Rank::First.relative_to(color);
        for file in File::ALL {
            if parts.board.piece_at(Square::new(file, rank)) == Some(Role::Rook.of(color)) && u.arbitrary()? {
                parts.castling = parts.castling.with(color, file);
            }
        }
    }
    if u.arbitrary()? {
        parts.en_passant = Some(*u.choose(&File::ALL)?);
    }
    parts.halfmoves = u.int_in_range(0..=200)?;
    parts.fullmoves = u.int_in_range(1..=6000)?;
    Ok(parts)
}
