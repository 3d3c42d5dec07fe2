//! Repetitions by a stack of keys, in games of random moves among few pieces, against all legal moves and all earlier
//! positions.

use quadbit_movegen::{Move, Position};
use quadbit_quad::zobrist::split_mix;

const STARTS: [&str; 4] = [
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "2b1k3/8/3p4/3P4/8/8/8/4KN2 w - - 0 1",
    "3qk3/8/8/8/8/8/8/3QK3 b - - 0 1",
    "r3k1n1/pp6/8/8/8/8/6PP/1N2K2R w Kq - 0 1",
];

#[test]
fn an_upcoming_repetition_is_a_legal_move_to_an_earlier_position() {
    let (mut random, mut found, mut repeated) = (1, 0, 0);
    for game in 0..400 {
        let mut position: Position = STARTS[game % STARTS.len()].parse().unwrap();
        let mut keys: Vec<u64> = Vec::new();
        for _ in 0..60 {
            // A position that a capture or pawn move separates from this one cannot come again.
            let known = |key: u64| keys.contains(&key);
            let returns = |&mv: &Move| known(position.after(mv).key());
            let moves = position.legal_moves();
            let expected = moves.iter().any(returns);
            assert_eq!(position.has_upcoming_repetition(&keys), expected, "{position} after {keys:x?}");
            let times = keys.iter().filter(|&&key| key == position.key()).count();
            assert_eq!(position.repetitions(&keys), times, "{position}");
            (found, repeated) = (found + usize::from(expected), repeated + times);
            if moves.is_empty() {
                break;
            }
            random += 1;
            // Chooses, one time in three, a move back to an earlier position if there is one; otherwise any move.
            let back = moves.iter().copied().find(returns).filter(|_| split_mix(random).is_multiple_of(3));
            let mv = back.unwrap_or(moves[usize::from(split_mix(random).to_le_bytes()[0]) % moves.len()]);
            keys.push(position.key());
            position = position.after(mv);
        }
    }
    assert!(found > 1000 && repeated > 100, "{found} {repeated}");
}
