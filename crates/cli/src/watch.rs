//! Long counts: a progress bar, and the counts so far when they are interrupted.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use quadbit_movegen::{CastlingStyle, Position};
use quadbit_perft::Progress;

use crate::bar::{Bar, estimate};
use crate::divided;
use crate::failure::{Failure, INTERRUPTED};
use crate::signals;

/// How long a count takes before it gets a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar is drawn.
const TICK: Duration = Duration::from_millis(200);

/// Runs a count. If standard error is a terminal, a bar shows the progress of a count that takes longer than a second.
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

/// Draws the bar until the sender of `counted` is dropped, but not in the first second.
fn draw(progress: &Progress, counted: &Receiver<()>) {
    let is_over = |after| counted.recv_timeout(after) != Err(RecvTimeoutError::Timeout);
    let mut bar = Bar::new();
    if is_over(PATIENCE) {
        return;
    }
    while !is_over(TICK) {
        let (fraction, elapsed) = (progress.fraction(), bar.elapsed());
        bar.draw(Some(fraction), || format!("{} nodes, {}", progress.nodes(), estimate(elapsed, fraction)));
    }
}

/// Makes Ctrl-C print the counts so far on standard error and end the program with exit code 130.
pub(crate) fn on_interrupt(
    progress: &Arc<Progress>,
    position: Position,
    style: CastlingStyle,
) -> Result<(), Failure> {
    let progress = Arc::clone(progress);
    let handler = move || {
        // If standard error is closed, only the exit code reports the outcome.
        let _ = print_known(&progress, &position, style);
        process::exit(INTERRUPTED.into());
    };
    signals::on_interrupt(handler)
        .map_err(|error| Failure::Input(format!("Ctrl-C cannot be handled: {error}")))
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
