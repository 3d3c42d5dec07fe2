//! Conditions asked about one sample after the other: its position, its move and its labels.

use quadbit_movegen::{
    Bitboard, CastlingSide, Color, Effect, GameResult, Move, Piece, PieceValues, Position, PositionBuilder,
};
use quadbit_pack::Labels;
use quadbit_quad::QuadBitboard;
use quadbit_rule::{Condition, Truth};

use super::ones;

/// At most 64 samples, each with a number from 0.
pub(crate) trait Samples {
    /// The parts of the position of sample `n`.
    fn parts(&self, n: usize) -> PositionBuilder;

    /// The position of sample `n`, if it has been made.
    #[inline(always)]
    fn position(&self, _n: usize) -> Option<&Position> {
        None
    }

    /// The position after the move of sample `n`, if it has been made.
    #[inline(always)]
    fn next(&self, _n: usize) -> Option<&Position> {
        None
    }

    /// The labels of sample `n`.
    #[inline(always)]
    fn labels(&self, _n: usize) -> Labels {
        Labels::NONE
    }

    /// The move of sample `n`, for conditions that need no other label.
    #[inline(always)]
    fn mv(&self, n: usize) -> Option<Move> {
        self.labels(n).mv
    }

    /// Whether `condition`, which is about a game, holds for sample `n`; `None` if that is unknown.
    #[inline(always)]
    fn of_game(&self, _condition: &Condition, _n: usize) -> Option<bool> {
        None
    }
}

/// The answers for the samples `among` to a condition that depends on more than the board; other bits mean nothing.
///
/// Inlined, with a loop for each condition, so that nothing is looked up that the condition does not need.
#[inline(always)]
pub(crate) fn truth(condition: &Condition, samples: &impl Samples, among: u64) -> Truth<u64> {
    let position = |n| samples.position(n);
    let board = |n| position(n).map_or_else(|| samples.parts(n).board, Position::board);
    let mover = |n| position(n).map_or_else(|| samples.parts(n).side_to_move, Position::side_to_move);
    let checked = |n| position(n).map_or_else(|| is_check(&samples.parts(n)), Position::is_check);
    let mv = |n| samples.mv(n);
    let score = |n| samples.labels(n).score;
    let effect = |n| {
        let (mv, board): (_, QuadBitboard) = (mv(n)?, board(n));
        Some(Effect::of_codes(mv, [board.code(mv.from()), board.code(mv.to())]))
    };
    match condition {
        Condition::SideToMove(color) => each(among, |n| Some(mover(n) == *color)),
        Condition::Check => each(among, |n| Some(checked(n))),
        Condition::Checkmate => each(among, |n| Some(checked(n) && with(samples, n, has_no_move))),
        Condition::Stalemate => each(among, |n| Some(!checked(n) && with(samples, n, has_no_move))),
        Condition::Castling { least, most } => each(among, |n| {
            let rights = rights(&samples.parts(n));
            Some(rights & least == *least && rights & !most == 0)
        }),
        Condition::Halfmoves(range) => {
            each(among, |n| Some(range.contains(&samples.parts(n).halfmoves.into())))
        }
        Condition::Ply(range) => each(among, |n| {
            Some(range.contains(&ply(&samples.labels(n), &|| samples.parts(n)).cast_signed()))
        }),
        Condition::Moved(count) => each(among, |n| {
            let is_of_them = count.pieces >> board(n).code(mv(n)?.from()) & 1 == 1;
            Some(
                is_of_them && (count.squares == Bitboard::ALL || count.squares.has(effect(n)?.destination())),
            )
        }),
        Condition::Captured(pieces) => each(among, |n| {
            let (mv, board) = (mv(n)?, board(n));
            // A cheap test first: most moves go to an empty square, where only a pawn may capture.
            let may_capture = board.occupied().has(mv.to()) || board.pawns().has(mv.from());
            let is_one_of = |(_, piece): (_, Piece)| pieces >> piece.code() & 1 == 1;
            Some(may_capture && effect(n)?.captured().is_some_and(is_one_of))
        }),
        Condition::CapturedDirectly => each(among, |n| Some(board(n).color(!mover(n)).has(mv(n)?.to()))),
        Condition::Promoted(pieces) => each(among, |n| {
            let role = mv(n)?.promotion();
            Some(role.is_some_and(|role| pieces >> role.of(mover(n)).code() & 1 == 1))
        }),
        Condition::Castled => {
            each(among, |n| Some(board(n).kings().has(mv(n)?.from()) && effect(n)?.castling().is_some()))
        }
        Condition::GivesCheck => each(among, |n| {
            let (mv, parts) = (mv(n)?, || samples.parts(n).build_keyless_unchecked());
            Some(samples.next(n).map_or_else(|| parts().gives_check(mv), Position::is_check))
        }),
        Condition::Sacrifice(range) => each(among, |n| {
            let (mv, least) = (mv(n)?, range.start().saturating_neg().saturating_add(1));
            Some(with(samples, n, |position| {
                !position.wins_exchange(mv, least, &VALUES)
                    && i64::from(*range.end()) >= -position.exchange_value(mv, &VALUES)
            }))
        }),
        Condition::Score(range) => each(among, |n| Some(range.contains(&score(n)?.into()))),
        Condition::ScoreSize(range) => each(among, |n| Some(range.contains(&i32::from(score(n)?).abs()))),
        Condition::HasScore => each(among, |n| Some(score(n).is_some())),
        Condition::Result(result) => each(among, |n| match samples.labels(n).result {
            GameResult::Unknown => None,
            found => Some(found == *result),
        }),
        _ => each(among, |n| samples.of_game(condition, n)),
    }
}

/// The values of P, N, B, R and Q, in pawns.
const VALUES: PieceValues = PieceValues::new([1, 3, 3, 5, 9]);

/// Calls `holds` with each of the samples `among`, and returns its answers; its `None` means unknown.
#[inline(always)]
fn each(among: u64, holds: impl Fn(usize) -> Option<bool>) -> Truth<u64> {
    let mut truth = Truth { may_hold: 0, may_fail: 0 };
    for n in ones(among) {
        let holds = holds(n);
        truth.may_hold |= u64::from(holds == Some(true)) << n;
        truth.may_fail |= u64::from(holds == Some(false)) << n;
    }
    truth
}

/// Calls `ask` with the position of sample `n`, which is made if it has not been.
#[inline(always)]
fn with(samples: &impl Samples, n: usize, ask: impl Fn(&Position) -> bool) -> bool {
    match samples.position(n) {
        Some(position) => ask(position),
        None => ask(&samples.parts(n).build_keyless_unchecked().with_keys()),
    }
}

fn has_no_move(position: &Position) -> bool {
    !position.has_legal_move()
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

/// The plies since the beginning of the game, by the labels of a sample or else by the move number and side to move of
/// its parts.
#[inline(always)]
pub(crate) fn ply(labels: &Labels, parts: &impl Fn() -> PositionBuilder) -> u32 {
    let by_clock = |parts: PositionBuilder| 2 * u32::from(parts.fullmoves - 1) + parts.side_to_move as u32;
    labels.ply.map_or_else(|| by_clock(parts()), u32::from)
}
