//! `quadbit units`: a perft in parts, for more than one machine.
//!
//! 1. `make` writes a plan to a folder: the distinct positions some plies below a root, split into tasks.
//! 2. `run` counts one task and writes its result; any machine that sees the folder may do it.
//! 3. `merge` adds up the results, prints what `perft` prints, and can recount some units or list all of them.
//!
//! The files and their rules are those of the module [`units`](crate::units).

mod verify;

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Subcommand;
use quadbit_perft::Statistics;

use crate::board::BoardCounter;
use crate::counting::Counting;
use crate::failure::Failure;
use crate::file::Output;
use crate::format::Format;
use crate::json::json_object;
use crate::position::Start;
use crate::statistics::{Columns, table};
use crate::units::{self, Columns as Counted, Done, Plan, Unit};
use crate::whole::whole;

/// Split a perft into work units: make a plan, run its tasks on any machines, merge the results
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(Subcommand)]
enum Step {
    /// Write a plan: the distinct positions after some plies, split into tasks of similar cost
    Make(Make),
    /// Count one task and write its result; resume from a checkpoint if there is one
    Run(Run),
    /// Add up the results of all tasks
    Merge(Merge),
}

#[derive(clap::Args)]
struct Make {
    /// Depth of the whole perft in plies, 0 to 255
    #[arg(value_parser = whole(0..=u8::MAX), allow_negative_numbers = true)]
    depth: u8,

    /// A new or empty folder for the plan
    dir: PathBuf,

    /// Plies from the root to the positions that the tasks share
    #[arg(long, value_name = "N", value_parser = whole(0..=u8::MAX), allow_negative_numbers = true)]
    ply: u8,

    /// Split the positions into K tasks
    #[arg(long, value_name = "K", value_parser = whole(0..=usize::MAX), allow_negative_numbers = true)]
    tasks: usize,

    /// Count all columns of `perft --stats`
    #[arg(long)]
    stats: bool,

    #[command(flatten)]
    start: Start,
}

#[derive(clap::Args)]
struct Run {
    /// The folder of the plan
    dir: PathBuf,

    /// The number of the task, from 1
    #[arg(value_parser = whole(0..=usize::MAX), allow_negative_numbers = true)]
    task: usize,

    /// Name the result, to keep it next to other results of the same task
    #[arg(long = "as", value_name = "NAME", default_value = "")]
    name: String,

    /// Write a checkpoint every S seconds
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = whole(0..=u64::MAX), allow_negative_numbers = true)]
    checkpoint: u64,

    #[command(flatten)]
    counting: Counting,
}

#[derive(clap::Args)]
struct Merge {
    /// The folder of the plan
    dir: PathBuf,

    /// Recount this share of the units, from 0 to 1, with other hash keys; at least one unit
    #[arg(long, value_name = "SHARE", value_parser = verify::share, allow_negative_numbers = true)]
    verify: Option<f64>,

    /// Write each unit with its counts to a CSV file, like the dumps of The Grand Chess Tree
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What `quadbit units merge` prints. The fields have the names and the order of the JSON output.
struct Report {
    fen: String,
    depth: u8,
    nodes: u128,
    ply: u8,
    tasks: usize,
    units: usize,
    results: usize,
    verified: usize,
    stats: Option<Columns>,
}

json_object!(Report { fen, depth, nodes, ply, tasks, units, results, verified, stats });

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    match &args.step {
        Step::Make(make) => run_make(make),
        Step::Run(run) => run_task(run),
        Step::Merge(merge) => run_merge(merge),
    }
}

fn run_make(args: &Make) -> Result<(), Failure> {
    let root = args.start.position()?;
    let columns = if args.stats { Counted::Statistics } else { Counted::Nodes };
    let plan = Plan::make(&args.dir, &root, args.depth, args.ply, args.tasks, columns)?;
    let Plan { units, tasks, occurrences, .. } = plan;
    Ok(writeln!(io::stdout(), "units: {units} for {occurrences} ways\ntasks: {tasks}")?)
}

fn run_task(args: &Run) -> Result<(), Failure> {
    if args.counting.verify {
        let why = "--verify: units are counted once; `units merge --verify SHARE` counts some of them again";
        return Err(Failure::Input(why.to_owned()));
    }
    let plan = Plan::open(&args.dir)?;
    let every = Duration::from_secs(args.checkpoint);
    let done = match plan.columns {
        Counted::Nodes => {
            let BoardCounter::Quad(mut counter) = args.counting.counter()? else {
                let board = args.counting.board.name();
                return Err(Failure::Input(format!("--board: {board} cannot run units")));
            };
            counter.expect(&plan.root, plan.depth);
            let count = |position: &_, depth| Statistics {
                nodes: counter.perft(position, depth),
                ..Statistics::default()
            };
            units::run(&args.dir, args.task, &args.name, every, count)
        }
        Counted::Statistics => {
            let counter = args.counting.statistics_counter()?;
            let count = |position: &_, depth| counter.statistics(position, depth);
            units::run(&args.dir, args.task, &args.name, every, count)
        }
    };
    let Done { units, resumed } = done?;
    Ok(writeln!(io::stdout(), "task {}: {units} units done, {resumed} of them before", args.task)?)
}

fn run_merge(args: &Merge) -> Result<(), Failure> {
    let unwritten = |error| {
        let path = args.csv.as_deref().unwrap_or(Path::new("")).display();
        Failure::Input(format!("{path}: {error}"))
    };
    // The output is opened before the work, which may take long, so that an error shows at once.
    let output = args.csv.as_ref().map(|path| Output::create(path, &Plan::files(&args.dir)));
    let output = output.transpose().map_err(unwritten)?;
    let mut csv = String::new();
    let mut all: Vec<(Unit, Statistics)> = Vec::new();
    let merged = units::merge(&args.dir, |plan, unit, answer| {
        if output.is_some() {
            csv_row(&mut csv, plan.columns, unit, answer);
        }
        if args.verify.is_some() {
            all.push((unit.clone(), *answer));
        }
    })?;
    let plan = &merged.plan;
    let verified = match args.verify {
        Some(share) => verify::recount(plan, &all, share)?,
        None => 0,
    };
    if let Some(mut output) = output {
        let head = csv_head(plan.columns).as_bytes();
        let written = output.write_all(head).and_then(|()| output.write_all(csv.as_bytes()));
        written.and_then(|()| output.finish()).map_err(unwritten)?;
    }
    let report = Report {
        fen: plan.root.to_string(),
        depth: plan.depth,
        nodes: merged.total.nodes,
        ply: plan.ply,
        tasks: plan.tasks,
        units: plan.units,
        results: merged.results,
        verified,
        stats: (plan.columns == Counted::Statistics).then_some(Columns(merged.total)),
    };
    args.format.print(&report, print_text)
}

fn print_text(report: &Report) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(Columns(statistics)) = report.stats {
        writeln!(out, "{}\n", table("ply", &[(report.depth.to_string(), statistics)]))?;
    }
    writeln!(out, "nodes: {}", report.nodes)?;
    writeln!(out, "units: {} in {} tasks, {} results", report.units, report.tasks, report.results)?;
    if report.verified > 0 {
        writeln!(out, "verified: {} units counted once more", report.verified)?;
    }
    Ok(())
}

/// Appends a row: the counts, nodes first, then occurrences and FEN.
fn csv_row(csv: &mut String, columns: Counted, unit: &Unit, answer: &Statistics) {
    let numbers = columns.numbers(answer).join(",");
    let _ = writeln!(csv, "{numbers},{},{}", unit.occurrences, unit.fen());
}

/// The header of the CSV file. The columns are named as in the dumps of The Grand Chess Tree. A dump counts each kind
/// of mate separately, but a unit has only their sum, so the column of mates is named as in the project's tables of
/// totals.
fn csv_head(columns: Counted) -> &'static str {
    match columns {
        Counted::Nodes => "nodes,occurrences,fen\n",
        Counted::Statistics => {
            "nodes,captures,enpassants,castles,promotions,total_checks,single_discovered_check,double_checks,\
             total_mates,occurrences,fen\n"
        }
    }
}
