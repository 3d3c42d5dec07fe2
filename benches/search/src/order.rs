//! The order of moves.

use crate::board::Board;

/// Two quiet moves that caused cutoffs at this ply, as codes.
pub(crate) type Killers = [u16; 2];

/// The history of quiet moves that caused cutoffs, by side and code.
pub(crate) struct Quiets(Vec<i32>);

impl Quiets {
    pub(crate) fn new() -> Self {
        Self(vec![0; 2 << 12])
    }

    #[inline]
    fn index(side: usize, code: u16) -> usize {
        side << 12 | usize::from(code) & 0xfff
    }

    #[inline]
    fn of(&self, side: usize, code: u16) -> i32 {
        self.0[Self::index(side, code)]
    }

    pub(crate) fn reward(&mut self, side: usize, code: u16, depth: i32) {
        let count = &mut self.0[Self::index(side, code)];
        *count = (*count + depth * depth).min(900_000);
    }
}

/// Captures and promotions that lose nothing rank above this, those that lose below 0.
const GOOD: i32 = 2_000_000;
const KILLER: i32 = 1_000_000;

/// The moves of one position that are still to be tried, on top of the stack of the line that leads to it.
pub(crate) struct Stack<B: Board> {
    moves: Vec<B::Ranked>,
}

impl<B: Board> Stack<B> {
    pub(crate) fn new() -> Self {
        Self { moves: Vec::with_capacity(1 << 14) }
    }
}

/// The moves that have been generated so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Nothing,
    Captures,
    All,
}

/// The legal moves: the table's before any others are generated, captures that lose nothing, killers, quiet
/// moves by history, and captures that lose.
pub(crate) struct Picker<M> {
    table_move: Option<M>,
    stage: Stage,
    /// The index of the first move in the stack.
    start: usize,
}

impl<M: Copy + PartialEq> Picker<M> {
    pub(crate) fn new<B: Board<Move = M>>(table_move: Option<M>, stack: &Stack<B>) -> Self {
        Self { table_move, stage: Stage::Table, start: stack.moves.len() }
    }

    /// The next move; `None` if there is none, or if only captures are wanted and those left would lose.
    ///
    /// The exchange of a capture is evaluated when its turn comes.
    #[inline(always)]
    pub(crate) fn next<B: Board<Move = M>>(
        &mut self,
        board: &B,
        node: &B::Node<'_>,
        stack: &mut Stack<B>,
        quiets: &Quiets,
        killers: Killers,
        only_captures: bool,
    ) -> Option<M> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Nothing;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::Nothing => {
                    self.stage = Stage::Captures;
                    B::tactical(node, |mv, [gain, risk]| {
                        if Some(mv) != self.table_move {
                            stack.moves.push(B::ranked(GOOD + 16 * gain + 1000 - risk, mv));
                        }
                    });
                }
                stage => {
                    let left = &mut stack.moves[self.start..];
                    match highest::<B>(left) {
                        Some(best) if B::rank(left[best]) >= i64::from(GOOD) << 16 => {
                            let mv = B::unranked(left[best]);
                            if board.wins_exchange(mv) {
                                stack.moves.swap_remove(self.start + best);
                                return Some(mv);
                            }
                            let rank = (B::rank(left[best]) >> 16) as i32;
                            left[best] = B::ranked(rank - 2 * GOOD, mv);
                        }
                        _ if only_captures => return None,
                        _ if stage == Stage::Captures => {
                            self.stage = Stage::All;
                            let side = board.side_to_move();
                            B::quiet(node, |mv| {
                                let code = B::code(mv);
                                let rank =
                                    if killers.contains(&code) { KILLER } else { quiets.of(side, code) };
                                if Some(mv) != self.table_move {
                                    stack.moves.push(B::ranked(rank, mv));
                                }
                            });
                        }
                        best => {
                            return best.map(|best| B::unranked(stack.moves.swap_remove(self.start + best)));
                        }
                    }
                }
            }
        }
    }

    /// Removes the moves that were not tried.
    pub(crate) fn done<B: Board<Move = M>>(self, stack: &mut Stack<B>) {
        stack.moves.truncate(self.start);
    }
}

/// The index of the move that ranks highest.
#[inline]
fn highest<B: Board>(left: &[B::Ranked]) -> Option<usize> {
    let (mut best, mut highest) = (None, i64::MIN);
    for (n, &ranked) in left.iter().enumerate() {
        if B::rank(ranked) > highest {
            (best, highest) = (Some(n), B::rank(ranked));
        }
    }
    best
}
