//! The probability of a game's result, given the score of a position and its ply.
//!
//! All machines must decide alike, so the exponential function is computed here, by steps that give the same bits
//! everywhere.

use quadbit_movegen::{Color, GameResult};
use quadbit_nibble::const_array;

/// Whether `random`, from 0 to 1, is below the probability that a game ends with `result` if White's score after `ply`
/// plies is `score`.
///
/// Source: `win_rate_model` of nnue-pytorch: the model that Stockfish fitted to its test games, on scores of 208 units
/// to a pawn, with the spread multiplied by 1.5. Later plies count as ply 240, and higher scores as 20 pawns. An
/// unknown result has the probability 0.
///
/// A table gives a lower and an upper bound of the probability, which decide for most samples; the others need the
/// exact probability.
#[inline]
pub(crate) fn is_likely(score: i16, ply: u32, result: GameResult, random: f64) -> bool {
    let [least, most] = match result {
        GameResult::Win(Color::White) => bounds(exponent(score, ply)),
        GameResult::Win(Color::Black) => bounds(exponent(score.saturating_neg(), ply)),
        GameResult::Draw => {
            let [won, lost] = [score, score.saturating_neg()].map(|score| bounds(exponent(score, ply)));
            [1.0 - won[1] - lost[1], 1.0 - won[0] - lost[0]]
        }
        GameResult::Unknown => return false,
    };
    // Both comparisons are evaluated and then compared with each other: a branch on one of them would be mispredicted.
    let is_likely = random < least;
    if is_likely == (random < most) { is_likely } else { random < of_result(score, ply, result) }
}

/// The exact probability of `result`, a win or a draw, after `ply` plies with White's score `score`.
#[inline(never)]
fn of_result(score: i16, ply: u32, result: GameResult) -> f64 {
    let wins = |score: i16| 1.0 / (1.0 + exp(exponent(score, ply)));
    match result {
        GameResult::Win(Color::White) => wins(score),
        GameResult::Win(Color::Black) => wins(score.saturating_neg()),
        _ => 1.0 - wins(score) - wins(score.saturating_neg()),
    }
}

/// The logarithm of the odds against a win of the side whose score is `score`, after `ply` plies.
#[inline]
fn exponent(score: i16, ply: u32) -> f64 {
    let [even, of_unit] = MODEL[ply.min(LAST_PLY) as usize];
    even - f64::from(score.clamp(-4160, 4160)) * of_unit
}

/// The last ply for which the model has numbers; later ones count as this.
const LAST_PLY: u32 = 240;

/// For each ply, the exponent at a score of 0, and by how much a unit of the score lowers it.
#[expect(clippy::cast_precision_loss, reason = "plies are small")]
static MODEL: [[f64; 2]; 241] = const_array!(241, |ply| {
    let m = ply as f64 / 64.0;
    let even = ((-3.683_893_04 * m + 30.070_659_21) * m - 60.528_787_23) * m + 149.533_785_57;
    let spread = 1.5 * (((-2.018_185_7 * m + 15.856_850_38) * m - 29.834_520_23) * m + 47.590_788_27);
    [even / spread, 100.0 / 208.0 / spread]
});

/// The least and the greatest probability of a win for exponents between the two multiples of 1/8 next to `exponent`.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a negative number becomes 0")]
fn bounds(exponent: f64) -> [f64; 2] {
    let step = ((exponent * 8.0 + 129.0) as u32 as usize).min(WINS.len() - 2);
    [WINS[step + 1], WINS[step]]
}

/// The probability of a win, `1 / (1 + e^x)`, at the exponents `x` from -16 to 16 in steps of 1/8: `x` is
/// `(n - 129) / 8` at the index `n`. The first and the last number, 1 and 0, are the bounds for exponents beyond.
#[expect(clippy::cast_precision_loss, reason = "steps are small")]
static WINS: [f64; 259] = const_array!(259, |step| match step {
    0 => 1.0,
    258 => 0.0,
    _ => 1.0 / (1.0 + exp((step as f64 - 129.0) / 8.0)),
});

/// e to the power of `x`, from -50 to 50, to seven digits: the power of `x / 1024` by its series, squared ten times.
/// Every machine gets the same bits, which the mathematical library does not promise.
const fn exp(x: f64) -> f64 {
    let t = x / 1024.0;
    let mut power = 1.0 + t * (1.0 + t / 2.0 * (1.0 + t / 3.0 * (1.0 + t / 4.0 * (1.0 + t / 5.0))));
    let mut squared = 0;
    while squared < 10 {
        power *= power;
        squared += 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::{exp, exponent, is_likely, of_result};
    use quadbit_movegen::{Color, GameResult};

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn results_have_the_probabilities_of_the_model() {
        for n in -50..=50 {
            let x = f64::from(n);
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-7, "{x}");
        }
        let results = [Color::White, Color::Black].map(GameResult::Win);
        let model = |score, ply| {
            [results[0], results[1], GameResult::Draw].map(|result| of_result(score, ply, result))
        };
        for (score, ply) in [(0, 0), (300, 20), (-300, 60), (2500, 240), (i16::MIN, 1000)] {
            let chances = model(score, ply);
            assert!(
                near(chances.iter().sum(), 1.0)
                    && chances.iter().all(|&chance| (0.0..=1.0).contains(&chance)),
                "{chances:?}"
            );
            let [won, lost] = [Color::White, Color::Black].map(GameResult::Win);
            assert!(near(of_result(score, ply, won), of_result(score.saturating_neg(), ply, lost)));
        }
        let won = |score, ply| of_result(score, ply, GameResult::Win(Color::White));
        assert!(
            near(won(0, 0), 0.109_611_450)
                && near(won(300, 40), 0.602_809_871)
                && near(won(700, 300), 0.914_076_141)
        );
        assert!(near(of_result(-120, 100, GameResult::Draw), 0.737_982_778));
    }

    /// The table of steps decides as the exact probability does, also for random numbers close to it on both sides.
    #[test]
    fn steps_decide_as_the_probability_does() {
        let mut seen = [0; 2];
        for score in (-4200..=4200).step_by(7) {
            for (ply, result) in [0, 1, 33, 100, 240, 900]
                .into_iter()
                .flat_map(|ply| GameResult::ALL.map(|result| (ply, result)))
            {
                let chance = if result == GameResult::Unknown { 0.0 } else { of_result(score, ply, result) };
                for off in [-1.0, -0.1, -0.003, -1e-9, 0.0, 1e-9, 0.003, 0.1, 1.0] {
                    let random = (chance + off).clamp(0.0, 1.0);
                    let is = is_likely(score, ply, result, random);
                    assert_eq!(
                        is,
                        random < chance,
                        "{score} {ply} {result:?} {random} {}",
                        exponent(score, ply)
                    );
                    seen[usize::from(is)] += 1;
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen > 50_000), "{seen:?}");
    }
}
