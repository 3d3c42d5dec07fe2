//! The simple reference code, and games to compare it on.

use quadbit_movegen::{Move, Position};
use quadbit_quad::QuadBitboard;
use quadbit_threats::{Finder, Threat};
use testing::{Random, attacked, scattered};

/// Returns a finder for each level, a set of CPU instructions, that this machine can run.
pub(crate) fn finders() -> Vec<Finder> {
    quadbit_nibble::simd::testing::levels().into_iter().map(Finder::at).collect()
}

/// Finds all pairs by the simple method, from the attack set of one piece at a time, and returns them sorted.
pub(crate) fn pairs(board: QuadBitboard) -> Vec<Threat> {
    let mut pairs = Vec::new();
    for from in board.occupied() {
        let attacker = board.piece_at(from).expect("a piece");
        for to in attacked(board, attacker, from) & board.occupied() {
            pairs.push(Threat::new(attacker, from, board.piece_at(to).expect("a piece"), to));
        }
    }
    pairs.sort_unstable();
    pairs
}

/// Returns the pairs of the sorted list `list` that are not in the sorted list `other`.
pub(crate) fn without(list: &[Threat], other: &[Threat]) -> Vec<Threat> {
    list.iter().copied().filter(|threat| other.binary_search(threat).is_err()).collect()
}

pub(crate) fn sorted(list: &[Threat]) -> Vec<Threat> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

/// Calls `check` with `count` positions and legal moves of random games. The games begin with the start position, with
/// positions of Chess960 in which each side has its own arrangement, and with scattered boards.
pub(crate) fn moves(seed: u64, count: usize, mut check: impl FnMut(&Position, Move)) {
    let (mut random, mut scattered) = (Random(seed), scattered(seed, 30));
    let mut done = 0;
    let mut game = 0;
    while done < count {
        let start = match game % 4 {
            0 => Some(Position::start()),
            3 => scattered.next(),
            _ => {
                let [white, black] = [0; 2].map(|_| u16::try_from(random.below(960)).unwrap_or(0));
                Position::double_chess960(white, black)
            }
        };
        game += 1;
        let Some(mut position) = start else { continue };
        for _ in 0..120 {
            let moves = position.legal_moves();
            // Castling, captures en passant and promotions are rare, so one choice in eight is made among them, if
            // there are any.
            let is_rare = |mv: &&Move| {
                let (board, pawns) = (position.board(), position.board().pawns());
                let ours = board.color(position.side_to_move());
                mv.is_promotion()
                    || ours.has(mv.to())
                    || (pawns.has(mv.from()) && position.ep() == Some(mv.to()))
            };
            let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
            let choice = if random.below(8) == 0 { random.of(&rare) } else { None };
            let Some(mv) = choice.or_else(|| random.of(&moves)) else { break };
            check(&position, mv);
            done += 1;
            position = position.after(mv);
            if done == count {
                break;
            }
        }
    }
}

/// Returns the number of moves or boards that a test compares: the environment variable `QUADBIT_MOVES`, or `default`
/// if it is missing or not a number.
pub(crate) fn moves_to_check(default: usize) -> usize {
    std::env::var("QUADBIT_MOVES").ok().and_then(|count| count.parse().ok()).unwrap_or(default)
}
