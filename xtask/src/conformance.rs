//! Runs the command `quadbit` over public corpora of positions, as a user would run it.
//!
//! The corpora come from other projects under their own licences, so they are not in this repository: the task reads
//! them where they lie, and says so if they lie nowhere.

mod fens;
mod quadbit;
mod suites;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::workspace;
use quadbit::Quadbit;

/// Where the corpora lie if nothing else is said, from the workspace's root.
const USUAL_FOLDER: &str = "../shared/corpora/public";

/// Runs `quadbit` over the public corpora, if they are there
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The folder of the corpora [default: the environment's `QUADBIT_CORPORA`, or
    /// `../shared/corpora/public`]
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,

    /// Skip the counts above this many nodes
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    max_nodes: u64,
}

/// What a check found: a line for the summary if all is well, the failures otherwise.
type Verdict = Result<String, Vec<String>>;

/// A check of one file.
type Check = fn(&Quadbit, &Path) -> Result<Verdict>;

pub(crate) fn run(args: &Args) -> Result<()> {
    let asked = args.corpora.clone().or_else(|| std::env::var_os("QUADBIT_CORPORA").map(PathBuf::from));
    let corpora = asked.clone().unwrap_or_else(|| workspace::root().join(USUAL_FOLDER));
    if !corpora.is_dir() {
        if asked.is_some() {
            bail!("{} is no folder", corpora.display());
        }
        println!("conformance: skipped, there are no corpora at {}", workspace::shown(&corpora));
        return Ok(());
    }
    let quadbit = Quadbit::build()?;
    let mut failed = 0;
    let mut report = |name: &str, verdict: Verdict| match verdict {
        Ok(summary) => println!("conformance: {name}: {summary}"),
        Err(failures) => {
            failed += 1;
            for failure in failures {
                eprintln!("conformance: {name}: {failure}");
            }
        }
    };
    for suite in suites::SUITES {
        report(suite, suites::verify(&quadbit, &corpora.join(suite), args.max_nodes)?);
    }
    let files: [(&str, Check); 4] = [
        (suites::UNREACHABLE, suites::verify_unreachable),
        ("invalid_fen_cases.jsonl", fens::verify_classes),
        ("invalid_sfens_cozy.tsv", fens::verify_invalid),
        ("xfen_shredder_pairs.tsv", fens::verify_pairs),
    ];
    for (name, verify) in files {
        report(name, verify(&quadbit, &corpora.join(name))?);
    }
    if failed > 0 {
        bail!("conformance: {failed} of {} corpora failed", suites::SUITES.len() + files.len());
    }
    Ok(())
}
