//! The chart of the newest record: how many times faster than the peer each level counts.

use anyhow::Result;

use super::canvas::{Canvas, DARK, FAINT, SET};
use crate::record::levels::{PEER, ratios};
use crate::record::{Record, mean};

/// The height of the bars of one level, in pixels.
const ROW: i32 = 46;
/// The left end of the bars, in pixels.
const LEFT: i32 = 100;
/// The width from [`LEFT`] to the highest ratio of the record, in pixels.
const WIDTH: i32 = 420;

/// Draws, for each level, a grey bar for the geometric mean of the ratios at all positions, and a thin line from the
/// lowest of these ratios to the highest.
pub(super) fn chart(record: &Record) -> Result<Canvas> {
    let (_, levels) = ratios(record)?;
    let rows = i32::try_from(levels.len()).expect("there are few levels");
    let title = format!("Perft at each level, as multiples of {PEER}");
    let mut canvas = Canvas::new(LEFT + WIDTH + 70, rows * ROW + 90, &title);
    canvas.words_from(15, 24, 14, &title);
    let highest = levels.iter().flat_map(|(_, ratios)| ratios).copied().fold(1.0, f64::max);
    let x = |ratio: f64| LEFT + pixels(ratio / highest);
    for ((level, ratios), row) in levels.iter().zip(0..) {
        let y = 40 + row * ROW;
        let (low, high) = ratios
            .iter()
            .fold((f64::INFINITY, 0_f64), |(low, high), &ratio| (low.min(ratio), high.max(ratio)));
        let mean = mean(ratios);
        canvas.words_from(15, y + 20, 14, level);
        canvas.fill((LEFT, y + 4), (x(mean) - LEFT, 22), DARK);
        canvas.line((x(low), y + 15), (x(high), y + 15), 2.0, SET);
        for end in [low, high] {
            canvas.line((x(end), y + 9), (x(end), y + 21), 2.0, SET);
        }
        canvas.words_from(x(high) + 10, y + 20, 14, &format!("{mean:.1}"));
    }
    let bottom = 40 + rows * ROW;
    canvas.line((x(1.0), 36), (x(1.0), bottom), 1.0, FAINT);
    canvas.words(x(1.0), bottom + 16, 12, PEER);
    let run: Vec<&str> = record.title().split(", ").take(2).collect();
    let caption = format!("{}. Bar: geometric mean; line: lowest to highest.", run.join(", "));
    canvas.words_from(15, bottom + 38, 12, &caption);
    Ok(canvas)
}

/// Converts a part of [`WIDTH`], from 0 to 1, to pixels.
#[expect(clippy::cast_possible_truncation, reason = "a part is 0 to 1")]
fn pixels(part: f64) -> i32 {
    (part * f64::from(WIDTH)).round() as i32
}
