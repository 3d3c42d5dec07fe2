//! Probabilities with which samples are kept, read from text.
//!
//! The probabilities are those of nnue-pytorch's filters.

use alloc::vec::Vec;

/// The number of counts of pieces, from 0 to 32.
const COUNTS: usize = 33;

/// A probability for each ply: straight lines between given points. Made by parsing `soft-ply=..`.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyCurve {
    /// The probability at each ply from 0 to that of the last point.
    chances: Vec<f64>,
}

impl PlyCurve {
    /// Reads `0:0.1,10:0.5,20:1`. `None` if plies do not ascend or are above 65,535, or the number after a colon is not
    /// a probability from 0 to 1.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let point = |text: &str| {
            let (ply, chance) = text.split_once(':')?;
            Some((ply.parse::<u16>().ok()?, probability(chance)?))
        };
        let points: Vec<_> = text.split(',').map(point).collect::<Option<_>>()?;
        let &(last, _) = points.last().filter(|_| points.is_sorted_by(|a, b| a.0 < b.0))?;
        Some(Self { chances: (0..=last).map(|ply| on_lines(&points, ply)).collect() })
    }

    /// The probability at `ply`: on the straight line between the points on both sides, or that of the first or last
    /// point.
    #[inline]
    pub fn at(&self, ply: u32) -> f64 {
        self.chances[(ply as usize).min(self.chances.len() - 1)]
    }
}

/// The probability at `ply` on the straight line between the points on both sides, or that of the first or last point.
fn on_lines(points: &[(u16, f64)], ply: u16) -> f64 {
    let after = points.partition_point(|point| point.0 <= ply);
    let Some(&(x0, y0)) = after.checked_sub(1).and_then(|before| points.get(before)) else {
        return points[0].1;
    };
    let slope = |&(x1, y1): &(u16, f64)| f64::from(ply - x0) / f64::from(x1 - x0) * (y1 - y0);
    points.get(after).map_or(y0, |point| y0 + slope(point))
}

/// The wanted frequency of positions with each number of pieces. Made by parsing `piece-targets=..`.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceTargets {
    /// A weight for each number of pieces, from 0 to 32.
    pub weights: Vec<f64>,
}

impl PieceTargets {
    /// Reads 2 to 33 weights, evenly spaced from 0 to 32 pieces, with a Catmull-Rom spline between them: slopes are
    /// half the difference of the neighbours, and at the ends the whole difference. Values below 0 count as 0. `None`
    /// for any other text, or if all weights are 0.
    pub(crate) fn parse(text: &str) -> Option<Self> {
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

/// Reads a probability, as `0.25` or `1/4`. `None` if the text is not a number from 0 to 1.
pub(crate) fn probability(text: &str) -> Option<f64> {
    number(text).filter(|number| *number <= 1.0)
}

/// A number of at least 0, or a fraction of two such numbers; `None` for any other text.
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

/// Converts `number` to a float; numbers above 65,535 become 65,535.
fn as_float(number: usize) -> f64 {
    u16::try_from(number).unwrap_or(u16::MAX).into()
}

#[cfg(test)]
mod tests {
    use super::{PieceTargets, PlyCurve};

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

    /// Compares weights with numbers of nnue-pytorch's table for its default weights.
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
        // Two weights give a straight line, also at its ends.
        let line = PieceTargets::parse("0.8,0.4").unwrap().weights;
        assert!(near(line[8], 0.7) && near(line[24], 0.5), "{line:?}");
        let each: [f64; 33] = core::array::from_fn(|n| f64::from(u8::try_from(n % 7).unwrap()));
        let text = each.map(|weight| alloc::format!("{weight}")).join(",");
        assert_eq!(PieceTargets::parse(&text).unwrap().weights, each);
    }
}
