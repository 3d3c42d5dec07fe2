//! Numbers by which a sample is kept with a probability, as nnue-pytorch defines them.

use alloc::vec::Vec;

use quadbit_movegen::{Color, GameResult};

/// The number of counts of pieces, from 0 to 32.
const COUNTS: usize = 33;

/// A probability for each ply, by straight lines between points. Made by parsing `soft-ply=..` as a
/// [`Filter`](super::Filter).
#[derive(Clone, Debug, PartialEq)]
pub struct PlyCurve {
    /// Plies, ascending, with their probabilities; at least one.
    points: Vec<(f64, f64)>,
}

impl PlyCurve {
    /// Reads `0:0.1,10:0.5,20:1`. `None` if plies do not ascend or a probability is not one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let point = |text: &str| {
            let (ply, chance) = text.split_once(':')?;
            Some((f64::from(ply.parse::<u16>().ok()?), probability(chance)?))
        };
        let points: Vec<_> = text.split(',').map(point).collect::<Option<_>>()?;
        points.is_sorted_by(|a, b| a.0 < b.0).then_some(Self { points })
    }

    /// The probability at `ply`: on the line between the points beside it, or that of the first or last point.
    pub(super) fn at(&self, ply: u32) -> f64 {
        let ply = f64::from(ply);
        let after = self.points.partition_point(|point| point.0 <= ply);
        let Some(&(x0, y0)) = after.checked_sub(1).and_then(|before| self.points.get(before)) else {
            return self.points[0].1;
        };
        self.points.get(after).map_or(y0, |&(x1, y1)| y0 + (ply - x0) / (x1 - x0) * (y1 - y0))
    }
}

/// How frequent positions with each number of pieces shall be. Made by parsing `piece-targets=..` as a
/// [`Filter`](super::Filter).
#[derive(Clone, Debug, PartialEq)]
pub struct PieceTargets {
    /// A weight for each number of pieces, from 0 to 32.
    pub(crate) weights: Vec<f64>,
}

impl PieceTargets {
    /// Reads 2 to 33 weights, evenly spaced from 0 to 32 pieces, with a Catmull-Rom spline between them: slopes are half
    /// the difference of the neighbours, and at the ends the whole difference. Values below 0 count as 0.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let knots: Vec<f64> = text.split(',').map(number).collect::<Option<_>>()?;
        if !(2..=COUNTS).contains(&knots.len()) {
            return None;
        }
        let last = knots.len() - 1;
        let slope = |knot: usize| match knot {
            0 => knots[1] - knots[0],
            _ if knot == last => knots[last] - knots[last - 1],
            _ => (knots[knot + 1] - knots[knot - 1]) / 2.0,
        };
        let weight = |pieces: usize| {
            let knot = (pieces * last / (COUNTS - 1)).min(last - 1);
            let t = as_float(pieces * last) / as_float(COUNTS - 1) - as_float(knot);
            let (from, to) = (knots[knot], knots[knot + 1]);
            let (t2, t3) = (t * t, t * t * t);
            let ends = (2.0 * t3 - 3.0 * t2 + 1.0) * from + (3.0 * t2 - 2.0 * t3) * to;
            let slopes = (t3 - 2.0 * t2 + t) * slope(knot) + (t3 - t2) * slope(knot + 1);
            (ends + slopes).max(0.0)
        };
        let weights: Vec<f64> = (0..COUNTS).map(weight).collect();
        weights.iter().any(|&weight| weight > 0.0).then_some(Self { weights })
    }
}

/// The probability of `result` for a game whose position after `ply` plies has `score`; both are white's.
///
/// Source: `win_rate_model` of nnue-pytorch: the model that Stockfish fitted to its test games, on scores of 208 units to
/// a pawn, with the spread multiplied by 1.5. It ends at 240 plies and 20 pawns. An unknown result has the probability 0.
// A call: inlined, parts of it would be worked out for every sample.
#[inline(never)]
pub(super) fn of_result(score: i16, ply: u32, result: GameResult) -> f64 {
    let m = f64::from(ply.min(240)) / 64.0;
    let cubic = |[a, b, c, d]: [f64; 4]| ((a * m + b) * m + c) * m + d;
    // A score of `even` wins one game of two.
    let even = cubic([-3.683_893_04, 30.070_659_21, -60.528_787_23, 149.533_785_57]);
    let spread = 1.5 * cubic([-2.018_185_7, 15.856_850_38, -29.834_520_23, 47.590_788_27]);
    let score = (f64::from(score) * 100.0 / 208.0).clamp(-2000.0, 2000.0);
    let wins = |score: f64| 1.0 / (1.0 + exp((even - score) / spread));
    match result {
        GameResult::Win(Color::White) => wins(score),
        GameResult::Win(Color::Black) => wins(-score),
        GameResult::Draw => 1.0 - wins(score) - wins(-score),
        GameResult::Unknown => 0.0,
    }
}

/// e to the power of `x`, from -50 to 50, to seven digits: the power of `x / 1024` by its series, squared ten times. Every
/// machine gets the same bits, which the mathematical library does not promise.
fn exp(x: f64) -> f64 {
    let t = x / 1024.0;
    let root = 1.0 + t * (1.0 + t / 2.0 * (1.0 + t / 3.0 * (1.0 + t / 4.0 * (1.0 + t / 5.0))));
    (0..10).fold(root, |power, _| power * power)
}

/// A probability, as `0.25` or `1/4`.
pub(super) fn probability(text: &str) -> Option<f64> {
    number(text).filter(|number| *number <= 1.0)
}

/// A number of at least 0, or a fraction of two.
fn number(text: &str) -> Option<f64> {
    let plain = |text: &str| {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse::<f64>().ok().filter(|_| is_plain)
    };
    match text.split_once('/') {
        Some((above, below)) => Some(plain(above)? / plain(below)?).filter(|number| number.is_finite()),
        None => plain(text),
    }
}

/// A small number as a float.
fn as_float(number: usize) -> f64 {
    u16::try_from(number).unwrap_or(u16::MAX).into()
}

#[cfg(test)]
mod tests {
    use super::{PieceTargets, PlyCurve, exp, of_result};
    use quadbit_movegen::{Color, GameResult};

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6
    }

    #[test]
    fn curves_pass_through_their_points() {
        let curve = PlyCurve::parse("2:0.1,6:0.5,10:1").unwrap();
        let chances = [0, 2, 4, 6, 9, 10, 900].map(|ply| curve.at(ply));
        assert!(
            chances.iter().zip([0.1, 0.1, 0.3, 0.5, 0.875, 1.0, 1.0]).all(|(&a, b)| near(a, b)),
            "{chances:?}"
        );
    }

    /// Numbers of nnue-pytorch's table for its default weights.
    #[test]
    fn splines_pass_through_their_knots() {
        let targets = PieceTargets::parse("0,0.4,1,1,0.75").unwrap().weights;
        for (pieces, weight) in [
            (0, 0.0),
            (4, 0.1875),
            (8, 0.4),
            (12, 0.725),
            (16, 1.0),
            (20, 1.053_125),
            (24, 1.0),
            (28, 0.890_625),
            (32, 0.75),
        ] {
            assert!(near(targets[pieces], weight), "{pieces}: {}", targets[pieces]);
        }
        let each: [f64; 33] = core::array::from_fn(|n| f64::from(u8::try_from(n % 7).unwrap()));
        let text = each.map(|weight| alloc::format!("{weight}")).join(",");
        assert_eq!(PieceTargets::parse(&text).unwrap().weights, each);
    }

    #[test]
    fn results_have_the_probabilities_of_the_model() {
        for n in -50..=50 {
            let x = f64::from(n);
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-7, "{x}");
        }
        let model = |score, ply| GameResult::ALL.map(|result| of_result(score, ply, result));
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
}
