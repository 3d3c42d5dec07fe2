//! Making a position smaller as long as an engine still differs in it.
//!
//! 1. Pieces are taken off one at a time, then rights to castle, then the en passant square.
//! 2. The pieces that are left step towards the edge, each as far as it can.
//! 3. Both are repeated until nothing changes. Every position that is tried is a legal one.

use quadbit_movegen::{
    CastlingRights, Direction, EpMode, FenStyle, Position, PositionBuilder, Role, Square, Validity,
};

/// The smallest position that was found in which `differs` is still true, beginning with `position`.
pub(super) fn smallest<E>(
    position: Position,
    mut differs: impl FnMut(&Position) -> Result<bool, E>,
) -> Result<Position, E> {
    let mut best = position;
    loop {
        let before = best;
        for next in steps(before) {
            if let Some(next) = next(&best)
                && differs(&next)?
            {
                best = next;
            }
        }
        if best == before {
            return Ok(best);
        }
    }
}

/// A change that makes a position smaller, if it is possible and the result is legal.
type Step = Box<dyn Fn(&Position) -> Option<Position>>;

/// The changes to try, in their order.
fn steps(position: Position) -> Vec<Step> {
    let occupied = position.board().occupied();
    let mut steps: Vec<Step> = Vec::new();
    for at in occupied {
        steps.push(Box::new(move |position| without(position, at)));
    }
    for rook in position.castling_rights().rooks() {
        steps.push(Box::new(move |position| {
            let castling = CastlingRights::from_rooks(position.castling_rights().rooks().without(rook));
            (position.castling_rights() != castling)
                .then(|| PositionBuilder { castling, ..PositionBuilder::from(position) })
                .and_then(build)
        }));
    }
    steps.push(Box::new(|position| {
        position.ep_square(EpMode::Always)?;
        build(PositionBuilder { en_passant: None, ..PositionBuilder::from(position) })
    }));
    for at in occupied {
        for direction in outwards(at) {
            steps.push(Box::new(move |position| moved(position, at, direction)));
        }
    }
    steps
}

/// The position without the piece on a square.
fn without(position: &Position, at: Square) -> Option<Position> {
    let role = position.role_at(at)?;
    let mut builder = PositionBuilder::from(position);
    builder.board.put_code(at, 0);
    builder.castling = CastlingRights::from_rooks(builder.castling.rooks().without(at));
    (role != Role::King).then_some(builder).and_then(build)
}

/// The position with the piece on a square as far towards the edge as the square is empty.
fn moved(position: &Position, at: Square, direction: Direction) -> Option<Position> {
    let piece = position.piece_at(at)?;
    let to = at.offset(direction.files(), direction.ranks()).filter(|&to| position.piece_at(to).is_none())?;
    let mut builder = PositionBuilder::from(position);
    builder.board.put_code(at, 0);
    builder.board.put(to, piece);
    let holds_right = builder.castling.rooks().has(at)
        || piece.role() == Role::King && !builder.castling.rooks_of(piece.color()).is_empty();
    (!holds_right).then_some(builder).and_then(build)
}

/// The directions to the nearest edges.
fn outwards(at: Square) -> [Direction; 2] {
    [
        if at.file().index() < 4 { Direction::West } else { Direction::East },
        if at.rank().index() < 4 { Direction::South } else { Direction::North },
    ]
}

fn build(builder: PositionBuilder) -> Option<Position> {
    PositionBuilder { halfmoves: 0, fullmoves: 1, ..builder }.build(Validity::Strict).ok()
}

/// How the FENs of shrunk positions are written: with the en passant square after every double push.
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
