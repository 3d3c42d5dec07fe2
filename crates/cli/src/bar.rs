//! A progress bar on standard error.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The shortest time between two drawings of the bar.
const TICK: Duration = Duration::from_millis(100);

/// The number of columns of a full bar.
const WIDTH: usize = 40;

/// A bar on one line of the terminal, drawn again and again. If standard error is not a
/// terminal, nothing is drawn.
pub(crate) struct Bar {
    is_shown: bool,
    start: Instant,
    drawn: Option<Instant>,
}

impl Bar {
    pub(crate) fn new() -> Self {
        Self { is_shown: io::stderr().is_terminal(), start: Instant::now(), drawn: None }
    }

    /// The time since the bar was made.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Draws the bar, unless it was drawn less than a [`TICK`] ago or standard error is not a terminal. Without a
    /// fraction only the text is drawn.
    pub(crate) fn draw(&mut self, fraction: Option<f64>, text: impl FnOnce() -> String) {
        if !self.is_shown || self.drawn.is_some_and(|drawn| drawn.elapsed() < TICK) {
            return;
        }
        self.drawn = Some(Instant::now());
        let line = fraction.map(line).unwrap_or_default() + &text();
        // If the terminal is closed, the work goes on without a bar.
        let _ = write!(io::stderr(), "\r{line}{CLEAR_REST}");
    }
}

/// Clears a line from the cursor to its end, by an ANSI escape sequence.
const CLEAR_REST: &str = "\x1b[K";

/// Removes the bar from the terminal.
impl Drop for Bar {
    fn drop(&mut self) {
        if self.drawn.is_some() {
            let _ = write!(io::stderr(), "\r{CLEAR_REST}");
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a fraction is not negative, and the width may be off by a column"
)]
fn line(fraction: f64) -> String {
    let fraction = fraction.min(1.0);
    let filled = (fraction * WIDTH as f64) as usize;
    format!("{}{} {:>3.0}%  ", "█".repeat(filled), "░".repeat(WIDTH - filled), (fraction * 100.0).floor())
}

/// The estimated time for the rest of the work as text, if `fraction` of the work took `elapsed` and the speed stays
/// the same.
pub(crate) fn estimate(elapsed: Duration, fraction: f64) -> String {
    match Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - fraction) / fraction) {
        Ok(left) => format!("about {} left", in_words(left.as_secs())),
        Err(_) => "no estimate yet".to_owned(),
    }
}

/// Writes a time in the largest unit of which there are at least two, or else in seconds.
fn in_words(seconds: u64) -> String {
    let units = [(86_400, "days"), (3_600, "hours"), (60, "minutes")];
    match units.into_iter().find(|(unit, _)| seconds >= 2 * unit) {
        Some((unit, name)) => format!("{} {name}", seconds / unit),
        None => format!("{seconds} second{}", if seconds == 1 { "" } else { "s" }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, estimate, line};

    #[test]
    fn the_filled_part_is_the_fraction() {
        assert_eq!(line(0.0), format!("{}   0%  ", "░".repeat(40)));
        assert_eq!(line(0.509), format!("{}{}  50%  ", "█".repeat(20), "░".repeat(20)));
        for full in [1.0, 1.1] {
            assert_eq!(line(full), format!("{} 100%  ", "█".repeat(40)));
        }
    }

    #[test]
    fn estimates() {
        for (seconds, fraction, expected) in [
            (10, 0.25, "about 30 seconds left"),
            (10, 1.0, "about 0 seconds left"),
            (1, 0.5, "about 1 second left"),
            (100, 0.4, "about 2 minutes left"),
            (7_200, 0.5, "about 2 hours left"),
            (864_000, 0.5, "about 10 days left"),
            (1, 0.0, "no estimate yet"),
        ] {
            assert_eq!(estimate(Duration::from_secs(seconds), fraction), expected);
        }
    }
}
