//! The games that are written and read: positions with moves, scores and results.

use quadbit_movegen::{GameResult, Position};
use quadbit_pack::{Labels, Sample};

/// Returns the positions of the games of a collection, or of random games if the collection is missing. Scores change
/// by random steps from one position to the next.
pub(crate) fn samples() -> Vec<Sample> {
    let mut random = testing::Random(20);
    let mut samples = Vec::new();
    if let Some(text) = testing::corpora::read("public/pgn/twic1599.pgn") {
        for record in quadbit_pgn::records(&text) {
            let moves = record.moves().into_iter().flatten().flatten();
            let mut position = Position::start();
            let game = samples.len();
            for (ply, mv) in moves.enumerate() {
                samples.push(Sample {
                    position,
                    labels: Labels { mv: Some(mv), ply: u16::try_from(ply).ok(), ..Labels::NONE },
                });
                position = position.after(mv);
            }
            label(&mut samples[game..], &mut random);
        }
    }
    while samples.len() < 10_000 {
        let (mut position, game) = (Position::start(), samples.len());
        for ply in 0..150 {
            let Some(mv) = random.of(&position.legal_moves()) else { break };
            samples
                .push(Sample { position, labels: Labels { mv: Some(mv), ply: Some(ply), ..Labels::NONE } });
            position = position.after(mv);
        }
        label(&mut samples[game..], &mut random);
    }
    samples
}

/// Gives a game a result, and its positions scores that differ by up to 40 from one to the next.
fn label(game: &mut [Sample], random: &mut testing::Random) {
    let results =
        &GameResult::ALL.map(|result| if result == GameResult::Unknown { GameResult::Draw } else { result });
    let result = random.of(results).unwrap_or(GameResult::Draw);
    let mut score = 20;
    for sample in game {
        (sample.labels.score, sample.labels.result) = (Some(score), result);
        score = (score + i16::try_from(random.below(81)).expect("below 81") - 40).clamp(-3000, 3000);
    }
}
