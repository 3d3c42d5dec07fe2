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

/// The result of a check: a line of summary if it passed, the failures otherwise.
type Verdict = Result<String, Vec<String>>;

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
    let mut failed = own(&quadbit, args.max_nodes)?;
    if corpora.is_dir() {
        failed += public(&quadbit, &corpora, args.max_nodes)?;
    } else {
        println!("conformance: no public corpora at {}", workspace::shown(&corpora));
    }
    match failed {
        0 => Ok(()),
        1 => bail!("conformance: one file failed"),
        _ => bail!("conformance: {failed} files failed"),
    }
}

/// The suites of the tests, to larger depths. Returns the number of failures.
fn own(quadbit: &Quadbit, max_nodes: u64) -> Result<usize> {
    let mut failed = 0;
    for suite in suites::OWN {
        let path = workspace::root().join(suites::OWN_FOLDER).join(suite);
        failed += report(suite, suites::verify(quadbit, &path, max_nodes)?);
    }
    Ok(failed)
}

/// The public corpora. Returns the number of failures.
fn public(quadbit: &Quadbit, corpora: &Path, max_nodes: u64) -> Result<usize> {
    let mut failed = 0;
    for suite in suites::PUBLIC {
        failed += report(suite, suites::verify(quadbit, &corpora.join(suite), max_nodes)?);
    }
    let files: [(&str, Check); 4] = [
        (suites::UNREACHABLE, suites::verify_unreachable),
        ("invalid_fen_cases.jsonl", fens::verify_classes),
        ("invalid_sfens_cozy.tsv", fens::verify_invalid),
        ("xfen_shredder_pairs.tsv", fens::verify_pairs),
    ];
    for (name, verify) in files {
        failed += report(name, verify(quadbit, &corpora.join(name))?);
    }
    Ok(failed)
}

/// Prints the result of a check, and returns 1 if it failed.
fn report(name: &str, verdict: Verdict) -> usize {
    match verdict {
        Ok(summary) => {
            println!("conformance: {name}: {summary}");
            0
        }
        Err(failures) => {
            for failure in failures {
                eprintln!("conformance: {name}: {failure}");
            }
            1
        }
    }
}
