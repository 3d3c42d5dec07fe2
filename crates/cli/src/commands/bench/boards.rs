//! `quadbit bench --boards`: the speed of each board.
//!
//! 1. The boards take turns on each position, one ply less deep than `bench` counts at each level, with bulk counting
//!    and without.
//! 2. Every count is compared with the known one before its time counts.
//! 3. If valgrind is installed, callgrind counts the instructions for each leaf, unless `--quick` is given.
//! 4. Two tables: with bulk counting and without, a row for each board.

use std::io::{self, Write};

use clap::ValueEnum;
use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;
use quadbit_perft::Progress;

use super::{Args, Case, MILLION, Run, geometric_mean, instructions};
use crate::board::{Board, Divide};
use crate::divided;
use crate::failure::Failure;
use crate::json::json_object;
use crate::table::table;

/// A row of the report: one board and its measurements.
struct Row {
    board: &'static str,
    board_bytes: usize,
    move_bytes: usize,
    /// The number of instructions per leaf, first with bulk counting, then without; `None` if they are not counted.
    instructions: [Option<u64>; 2],
    runs: Vec<Run>,
}

json_object!(Row { board, board_bytes, move_bytes, instructions, runs });

struct Report {
    boards: Vec<Row>,
}

json_object!(Report { boards });

/// The two ways to count: with bulk counting, and without.
const BULK: [bool; 2] = [true, false];

pub(super) fn run(args: &Args, asked: &[Board]) -> Result<(), Failure> {
    let boards = if asked.is_empty() { Board::value_variants() } else { asked };
    let mut rows: Vec<Row> = boards.iter().map(|&board| Row::new(board)).collect();
    for case in args.cases() {
        for bulk in BULK {
            let runs = time(case, args, boards, bulk)?;
            for (row, run) in rows.iter_mut().zip(runs) {
                row.runs.push(Run { bulk: Some(bulk), ..run });
            }
        }
    }
    if !args.quick {
        for (row, &board) in rows.iter_mut().zip(boards) {
            row.instructions = BULK.map(|bulk| instructions::per_leaf(board, bulk));
        }
    }
    args.format.print(&Report { boards: rows }, |report| print_text(&report.boards))
}

/// The best times of all `boards` on the position of `case`, with bulk counting or without.
fn time(case: &Case, args: &Args, boards: &[Board], bulk: bool) -> Result<Vec<Run>, Failure> {
    let (depth, nodes) =
        if args.quick { (case.depth - 2, case.quick_nodes) } else { (case.depth - 1, case.board_nodes) };
    let count = |board: Board, position: &Position| {
        let count = Divide { position, depth, bulk, progress: &Progress::new() };
        divided::total(&board.divide(Level::auto(), count), depth)
    };
    case.best(args, (depth, nodes), boards, Board::name, count)
}

impl Row {
    fn new(board: Board) -> Self {
        let (board_bytes, move_bytes) = board.sizes();
        Self { board: board.name(), board_bytes, move_bytes, instructions: [None; 2], runs: Vec::new() }
    }

    /// The runs on all positions, with bulk counting or without.
    fn runs(&self, bulk: bool) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(move |run| run.bulk == Some(bulk))
    }
}

fn print_text(rows: &[Row]) -> Result<(), Failure> {
    let tables = BULK.map(|bulk| {
        let how = if bulk { "bulk counting" } else { "every leaf made" };
        let head = format!(
            "Million leaves per second: one thread, {how}. The mean is geometric; instructions are for each leaf."
        );
        [head, speeds(rows, bulk)].join("\n\n")
    });
    Ok(writeln!(io::stdout(), "{}", tables.join("\n\n"))?)
}

/// The table of speeds, with bulk counting or without: a row for each board, a column for each position.
fn speeds(rows: &[Row], bulk: bool) -> String {
    let mut header = vec!["board".to_owned()];
    let first = rows.first().into_iter().flat_map(|row| row.runs(bulk));
    header.extend(first.map(|run| format!("{} {}", run.position, run.depth)));
    header.extend(["mean", "instructions", "bytes", "a move"].map(str::to_owned));
    let mut lines = vec![header];
    for row in rows {
        let mut cells = vec![row.board.to_owned()];
        cells.extend(row.runs(bulk).map(|run| in_millions(run.nps)));
        cells.push(in_millions(geometric_mean(row.runs(bulk).map(|run| run.nps))));
        cells.push(or_dash(row.instructions[usize::from(!bulk)]));
        cells.extend([row.board_bytes, row.move_bytes].map(|bytes| bytes.to_string()));
        lines.push(cells);
    }
    table(1, &lines)
}

/// Writes a number in millions, with one decimal place if below a hundred.
fn in_millions(nps: u128) -> String {
    if nps < 100 * MILLION {
        format!("{}.{}", nps / MILLION, nps / (MILLION / 10) % 10)
    } else {
        (nps / MILLION).to_string()
    }
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::{BULK, MILLION, Row, Run, in_millions, speeds};

    #[test]
    fn figures() {
        assert_eq!(in_millions(1_234_567_890), "1234");
        assert_eq!(in_millions(98_765_432), "98.7");
        assert_eq!(in_millions(100_000_000), "100");
    }

    #[test]
    fn a_row_for_each_board() {
        let row = |board, millions: u128, instructions| Row {
            board,
            board_bytes: 64,
            move_bytes: 2,
            instructions,
            runs: BULK
                .map(|bulk| Run {
                    position: "cpw5",
                    depth: if bulk { 4 } else { 3 },
                    level: None,
                    bulk: Some(bulk),
                    nodes: 1,
                    seconds: 1.0,
                    nps: millions * (if bulk { 1 } else { 2 }) * MILLION + MILLION / 2,
                })
                .into(),
        };
        let rows = [row("sentinel", 300, [Some(30), Some(60)]), row("x88", 150, [Some(40), None])];
        assert_eq!(
            speeds(&rows, true),
            "\
board     cpw5 4  mean  instructions  bytes  a move
sentinel     300   300            30     64       2
x88          150   150            40     64       2"
        );
        assert_eq!(
            speeds(&rows, false),
            "\
board     cpw5 3  mean  instructions  bytes  a move
sentinel     600   600            60     64       2
x88          300   300             -     64       2"
        );
    }
}
