//! Long counts: a progress bar, and the counts so far when they are interrupted.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use quadbit_movegen::{CastlingStyle, Position};
use quadbit_perft::Progress;

use crate::divided;
use crate::failure::Failure;
use crate::room::has_room;

/// The exit code of a program that Ctrl-C has ended: 128 plus the number of the signal, 2.
const INTERRUPTED: i32 = 130;

/// Shorter counts have no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(200);

/// The bar counts in thousandths.
const STEPS: u32 = 1000;

/// Runs a count. If standard error is a terminal, a bar shows the progress of a long count.
pub(crate) fn with_bar<T>(progress: &Progress, count: impl FnOnce(&Progress) -> T) -> T {
    if !io::stderr().is_terminal() {
        return count(progress);
    }
    let (counting, counted) = mpsc::channel();
    thread::scope(|scope| {
        // If no thread can be started, the count runs without a bar.
        let _ = thread::Builder::new().spawn_scoped(scope, move || draw(progress, &counted));
        let result = count(progress);
        drop(counting);
        result
    })
}

/// Draws the bar until the other end of the channel is dropped.
fn draw(progress: &Progress, counted: &Receiver<()>) {
    let start = Instant::now();
    let is_over = |after| counted.recv_timeout(after) != Err(RecvTimeoutError::Timeout);
    if is_over(PATIENCE) {
        return;
    }
    let bar = ProgressBar::new(STEPS.into());
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent:>3}%  {msg}") {
        bar.set_style(style);
    }
    while !is_over(TICK) {
        let fraction = progress.fraction();
        bar.set_position(steps(fraction));
        bar.set_message(format!("{} nodes, {}", progress.nodes(), estimate(start.elapsed(), fraction)));
    }
    bar.finish_and_clear();
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a fraction is not negative, and a step more or less does not matter"
)]
fn steps(fraction: f64) -> u64 {
    (fraction * f64::from(STEPS)) as u64
}

/// How long the rest will take at the same speed.
fn estimate(elapsed: Duration, fraction: f64) -> String {
    let seconds = elapsed.as_secs_f64() * (1.0 - fraction) / fraction;
    match Duration::try_from_secs_f64(seconds) {
        Ok(left) => format!("about {} left", HumanDuration(left)),
        Err(_) => "no estimate yet".to_owned(),
    }
}

/// From now on, Ctrl-C prints the counts so far on standard error and ends the program with exit code 130.
pub(crate) fn on_interrupt(
    progress: &Arc<Progress>,
    position: Position,
    style: CastlingStyle,
) -> Result<(), Failure> {
    // One thread waits for Ctrl-C, and one draws the bar.
    if !has_room(2) {
        return Err(Failure::Input("not enough memory".to_owned()));
    }
    let progress = Arc::clone(progress);
    let handler = move || {
        // If standard error is closed, the exit code has to be enough.
        let _ = print_known(&progress, &position, style);
        process::exit(INTERRUPTED);
    };
    ctrlc::set_handler(handler).map_err(|error| {
        let cause = if let ctrlc::Error::System(cause) = error { cause } else { io::Error::other(error) };
        Failure::Input(format!("Ctrl-C cannot be handled: {cause}"))
    })
}

fn print_known(progress: &Progress, position: &Position, style: CastlingStyle) -> io::Result<()> {
    let mut out = io::stderr().lock();
    let moves = divided::sorted(&progress.moves(), position, style);
    writeln!(out)?;
    for move_count in &moves {
        writeln!(out, "{}: {}", move_count.uci, move_count.nodes)?;
    }
    writeln!(
        out,
        "interrupted: {} of {} first moves done, {} nodes counted, about {:.1}% of the tree",
        moves.len(),
        position.legal_count(),
        progress.nodes(),
        progress.fraction() * 100.0
    )
}

#[cfg(test)]
mod tests {
    use super::{Duration, estimate, steps};

    #[test]
    fn estimates() {
        assert_eq!(estimate(Duration::from_secs(10), 0.25), "about 30 seconds left");
        assert_eq!(estimate(Duration::from_secs(10), 1.0), "about 0 seconds left");
        assert_eq!(estimate(Duration::from_secs(10), 0.0), "no estimate yet");
    }

    #[test]
    fn a_bar_is_full_at_the_end() {
        assert_eq!([0.0, 0.25, 1.0].map(steps), [0, 250, 1000]);
    }
}
