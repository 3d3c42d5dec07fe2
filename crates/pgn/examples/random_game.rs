//! Plays a game of random moves to its end and prints it as PGN movetext.
//!
//! `cargo run --example random_game -- [SEED]`

use std::error::Error;

use quadbit_movegen::{Game, Position};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let game = random_game(seed);
    println!("{game}");
    if let Some(outcome) = game.outcome() {
        println!("{outcome}: {}", game.position());
    }
    Ok(())
}

/// A game of equally likely legal moves, played until the rules end it.
fn random_game(seed: u64) -> Game {
    let mut game = Game::new(Position::start());
    let mut random = Random(seed);
    while game.outcome().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves[random.below(moves.len())];
        game.play(mv).expect("a move of the list is legal");
    }
    game
}

/// A generator of random numbers, Steele, Lea and Flood's `SplitMix64`.
struct Random(u64);

impl Random {
    /// A number below `n`, nearly evenly spread.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let z = z ^ z >> 31;
        usize::try_from(z % n as u64).expect("it is below n")
    }
}

#[cfg(test)]
mod tests {
    use quadbit_pgn::records;

    use super::*;

    #[test]
    fn what_is_printed_is_the_game() {
        for seed in 0..50 {
            let game = random_game(seed);
            let text = game.to_string();
            let record = records(&text).next().unwrap();
            assert_eq!(record.result(), Some(game.result()));
            let moves: Vec<_> = record.moves().unwrap().map(Result::unwrap).collect();
            assert_eq!(moves, game.moves().collect::<Vec<_>>());
        }
    }
}
