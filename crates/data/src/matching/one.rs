//! Conditions asked about one position, its move and its labels.

use quadbit_movegen::{
    Bitboard, CastlingSide, Color, Effect, GameResult, Piece, PieceValues, Position, PositionBuilder,
};
use quadbit_pack::Labels;
use quadbit_quad::QuadBitboard;
use quadbit_rule::Condition;

/// Whether a condition other than those on boards alone holds for a sample; `None` if that is unknown, or depends on
/// its game or the stream. `position` is that of the sample, if it has been made. Inlined, so that each caller has a
/// loop of its own without the parts that it does not need.
#[inline(always)]
pub(crate) fn holds(
    condition: &Condition,
    labels: &Labels,
    parts: &impl Fn() -> PositionBuilder,
    position: Option<&Position>,
) -> Option<bool> {
    let board = || position.map_or_else(|| parts().board, Position::board);
    let mover = || position.map_or_else(|| parts().side_to_move, Position::side_to_move);
    let checked = || position.map_or_else(|| is_check(&parts()), Position::is_check);
    let with_position = |ask: &dyn Fn(&Position) -> bool| match position {
        Some(position) => ask(position),
        None => ask(&parts().build_keyless_unchecked().with_keys()),
    };
    let effect = || {
        let (mv, board): (_, QuadBitboard) = (labels.mv?, board());
        Some(Effect::of_codes(mv, [board.code(mv.from()), board.code(mv.to())]))
    };
    Some(match condition {
        Condition::SideToMove(color) => mover() == *color,
        Condition::Check => checked(),
        Condition::Checkmate => checked() && with_position(&|position| !position.has_legal_move()),
        Condition::Stalemate => !checked() && with_position(&|position| !position.has_legal_move()),
        Condition::Castling { least, most } => {
            let rights = rights(&parts());
            rights & least == *least && rights & !most == 0
        }
        Condition::Halfmoves(range) => range.contains(&parts().halfmoves.into()),
        Condition::Ply(range) => range.contains(&ply(labels, parts).cast_signed()),
        Condition::Moved(count) => {
            let is_of_them = count.pieces >> board().code(labels.mv?.from()) & 1 == 1;
            is_of_them && (count.squares == Bitboard::ALL || count.squares.has(effect()?.destination()))
        }
        Condition::Captured(pieces) => {
            let (mv, board) = (labels.mv?, board());
            // Most moves go to an empty square, where only a pawn may capture.
            let may_capture = board.occupied().has(mv.to()) || board.pawns().has(mv.from());
            let is_one_of = |(_, piece): (_, Piece)| pieces >> piece.code() & 1 == 1;
            may_capture && effect()?.captured().is_some_and(is_one_of)
        }
        Condition::CapturedDirectly => board().color(!mover()).has(labels.mv?.to()),
        Condition::Promoted(pieces) => {
            let role = labels.mv?.promotion();
            role.is_some_and(|role| pieces >> role.of(mover()).code() & 1 == 1)
        }
        Condition::Castled => effect()?.castling().is_some(),
        Condition::GivesCheck => {
            let mv = labels.mv?;
            match position {
                Some(position) => position.gives_check(mv),
                None => parts().build_keyless_unchecked().gives_check(mv),
            }
        }
        Condition::Sacrifice(range) => {
            let (mv, values) = (labels.mv?, PieceValues::default());
            with_position(&|position| {
                let least = range.start().saturating_neg().saturating_add(1);
                !position.wins_exchange(mv, least, &values)
                    && i64::from(*range.end()) >= -position.exchange_value(mv, &values)
            })
        }
        Condition::Score(range) => range.contains(&labels.score?.into()),
        Condition::ScoreSize(range) => range.contains(&i32::from(labels.score?).abs()),
        Condition::HasScore => labels.score.is_some(),
        Condition::Result(result) => match labels.result {
            GameResult::Unknown => return None,
            found => found == *result,
        },
        _ => return None,
    })
}

/// Whether the side to move is in check, found without making a position, for which pins would be found too.
pub(crate) fn is_check(PositionBuilder { board, side_to_move: us, .. }: &PositionBuilder) -> bool {
    let king = (board.kings() & board.color(*us)).first_or_a1();
    board.attackers(king, board.occupied()).intersects(board.color(!*us))
}

/// The rights to castle, as bits 0 to 3 for `K`, `Q`, `k` and `q`.
fn rights(parts: &PositionBuilder) -> u8 {
    let mut rights = 0;
    for color in Color::ALL {
        let king = (parts.board.kings() & parts.board.color(color)).first_or_a1();
        for rook in parts.castling.rooks_of(color) {
            let side = usize::from(CastlingSide::of(king, rook) == CastlingSide::Queen);
            rights |= 1 << (2 * color.index() + side);
        }
    }
    rights
}

/// The plies since the beginning of the game, by the labels of a sample or else by the move number of its parts.
#[inline(always)]
pub(crate) fn ply(labels: &Labels, parts: &impl Fn() -> PositionBuilder) -> u32 {
    let by_clock = |parts: PositionBuilder| 2 * u32::from(parts.fullmoves - 1) + parts.side_to_move as u32;
    labels.ply.map_or_else(|| by_clock(parts()), u32::from)
}
