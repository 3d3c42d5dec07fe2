//! Runs the command `quadbit` on suites and corpora of positions, as a user would.
//!
//! Our own suites are in the repository. The public corpora come from other projects under their
//! own licences, so they are not in the repository. The task reads them from a folder, and
//! reports if there is none.

mod fens;
mod quadbit;
mod suites;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::workspace;
use quadbit::Quadbit;

/// The default folder of the corpora, from the root of the workspace.
const USUAL_FOLDER: &str = "../shared/corpora";

/// Runs `quadbit` on our own suites, and on the public corpora if they are there
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of the corpora, with the public ones in its subfolder `public` [default: the environment
    /// variable `QUADBIT_CORPORA`, or `../shared/corpora`]
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,

    /// Skip the counts above this many nodes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_nodes: u64,
}

/// The result of a check: a line of summary, and the failures.
type Verdict = (String, Vec<String>);

/// A check of one file.
type Check = fn(&Quadbit, &Path) -> Result<Verdict>;

pub(crate) fn run(args: &Args) -> Result<()> {
    let asked = args.corpora.clone().or_else(|| std::env::var_os("QUADBIT_CORPORA").map(PathBuf::from));
    let corpora = asked.clone().unwrap_or_else(|| workspace::root().join(USUAL_FOLDER));
    if asked.is_some() && !corpora.is_dir() {
        bail!("{} is not a folder: give the folder of the corpora with --corpora", corpora.display());
    }
    let corpora = corpora.join("public");
    let quadbit = Quadbit::build()?;
    let own = workspace::root().join(suites::OWN_FOLDER);
    let mut failed = counted(&quadbit, &own, &suites::OWN, args.max_nodes)?;
    if corpora.is_dir() {
        failed += counted(&quadbit, &corpora, &suites::PUBLIC, args.max_nodes)?;
        failed += read(&quadbit, &corpora)?;
    } else {
        println!("conformance: no public corpora at {}", workspace::shown(&corpora));
    }
    match failed {
        0 => Ok(()),
        1 => bail!("conformance: one file failed"),
        _ => bail!("conformance: {failed} files failed"),
    }
}

/// Counts the cases of suites, and returns the number of suites that failed.
fn counted(quadbit: &Quadbit, folder: &Path, suites: &[&str], max_nodes: u64) -> Result<usize> {
    suites.iter().try_fold(0, |failed, suite| {
        Ok(failed + report(suite, suites::verify(quadbit, &folder.join(suite), max_nodes)?))
    })
}

/// Checks how the FENs of the public corpora are read, and returns the number of files that failed.
fn read(quadbit: &Quadbit, corpora: &Path) -> Result<usize> {
    let files: [(&str, Check); 4] = [
        (suites::UNREACHABLE, suites::verify_unreachable),
        ("invalid_fen_cases.jsonl", fens::verify_classes),
        ("invalid_sfens_cozy.tsv", fens::verify_invalid),
        ("xfen_shredder_pairs.tsv", fens::verify_pairs),
    ];
    files.iter().try_fold(0, |failed, (name, verify)| {
        Ok(failed + report(name, verify(quadbit, &corpora.join(name))?))
    })
}

/// Prints the result of a check, and returns 1 if it failed.
fn report(name: &str, (summary, failures): Verdict) -> usize {
    if failures.is_empty() {
        println!("conformance: {name}: {summary}");
    }
    for failure in &failures {
        eprintln!("conformance: {name}: {failure}");
    }
    usize::from(!failures.is_empty())
}
