//! Making a position smaller as long as an engine still differs in it.
//!
//! 1. [`smaller`] gives the positions that are one step smaller: without a piece, a right to castle or the en passant
//!    square, or with a piece one square nearer to the edge. All of them are legal, and their clocks are reset.
//! 2. The first in which the engine still differs takes its place, until there is none.

use quadbit_movegen::{
    Bitboard, CastlingRights, Color, Direction, EpMode, FenStyle, Position, PositionBuilder, Validity,
};

/// Shrinks `position` one step at a time, as long as `differs` is true for a smaller position. Returns the last
/// position: `differs` is false for every position one step smaller.
///
/// # Errors
/// The first error of `differs`.
pub(super) fn smallest<E>(
    position: Position,
    mut differs: impl FnMut(&Position) -> Result<bool, E>,
) -> Result<Position, E> {
    let mut best = position;
    'search: loop {
        for next in smaller(&best) {
            if differs(&next)? {
                best = next;
                continue 'search;
            }
        }
        return Ok(best);
    }
}

/// The legal positions that are one step smaller.
fn smaller(position: &Position) -> impl Iterator<Item = Position> + use<> {
    let whole = PositionBuilder { halfmoves: 0, fullmoves: 1, ..PositionBuilder::from(position) };
    let without = |rook| CastlingRights::from_rooks(whole.castling.rooks().without(rook));
    let put = |builder: PositionBuilder, at, code| {
        let mut next = builder;
        next.board.put_code(at, code);
        next
    };
    let (occupied, rooks) = (position.board().occupied(), whole.castling.rooks());
    let removable = occupied - position.board().kings();
    let mut next: Vec<PositionBuilder> = Vec::new();
    next.extend(
        removable.into_iter().map(|at| PositionBuilder { castling: without(at), ..put(whole, at, 0) }),
    );
    next.extend(rooks.into_iter().map(|rook| PositionBuilder { castling: without(rook), ..whole }));
    next.extend(whole.en_passant.map(|_| PositionBuilder { en_passant: None, ..whole }));
    // A king or rook that may castle stays where it is.
    let castles = |color: &Color| whole.castling.rooks_of(*color).any();
    let kings: Bitboard = Color::ALL.into_iter().filter(castles).map(|color| position.king(color)).collect();
    for at in occupied - rooks - kings {
        let file = if at.file().index() < 4 { Direction::West } else { Direction::East };
        let rank = if at.rank().index() < 4 { Direction::South } else { Direction::North };
        let steps = [file, rank].into_iter().filter_map(|to| at.offset(to.files(), to.ranks()));
        let free = steps.filter(|&to| !occupied.has(to));
        next.extend(free.map(|to| put(put(whole, at, 0), to, whole.board.code(at))));
    }
    next.into_iter().filter_map(|builder| builder.build(Validity::Strict).ok())
}

/// Writes a FEN with the en passant square after every double push.
pub(super) fn fen(position: &Position) -> String {
    position.to_fen(FenStyle { ep: EpMode::Always, ..FenStyle::default() }).to_string()
}

#[cfg(test)]
mod tests {
    use quadbit_movegen::Position;

    use super::{fen, smallest};

    #[test]
    fn what_does_not_matter_goes() {
        let kiwipete =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let castles = |position: &Position| {
            let can = position.legal_moves().iter().any(|&mv| position.is_castling(mv));
            Ok::<_, ()>(can)
        };
        let small = smallest(kiwipete, castles).unwrap();
        assert_eq!(small.board().occupied().len(), 3, "{}", fen(&small));
    }
}
