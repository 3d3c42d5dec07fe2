//! Checks that rustc and clippy do not make: the layers, the manifests, the order of the modules in a library, the word
//! `unsafe`, comments that do not stand alone or are too wide, the generated files, the Markdown, the tables made from
//! records, and the README's two commands. Long files and words in changed lines only cause remarks.

mod book;
mod generated;
mod layers;
mod manifests;
mod modules;
mod prose;
mod records;
mod sources;
mod words;

use anyhow::{Result, bail};

use crate::{readme, workspace};

/// A Rust file: its path from the root of the workspace, and its text.
struct Source {
    path: String,
    text: String,
}

pub(crate) fn run() -> Result<()> {
    let metadata = workspace::metadata()?;
    let sources = read_sources()?;
    for remark in sources::remarks(&sources).into_iter().chain(prose::remarks()) {
        println!("tidy: {remark}");
    }
    let problems = [
        layers::problems(&metadata),
        manifests::problems(&metadata, &sources)?,
        modules::problems(&sources)?,
        sources::problems(&sources)?,
        generated::problems(&sources),
        book::problems(&sources)?,
        records::problems()?,
        readme::test_arguments().err().map(|error| error.to_string()).into_iter().collect(),
    ]
    .concat();
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    if !problems.is_empty() {
        bail!("tidy found {} to fix", if problems.len() == 1 { "one thing" } else { "things" });
    }
    println!("tidy: {} packages and {} Rust files in order", metadata.packages.len(), sources.len());
    Ok(())
}

fn read_sources() -> Result<Vec<Source>> {
    let read =
        |file: std::path::PathBuf| Ok(Source { path: workspace::shown(&file), text: workspace::read(file)? });
    workspace::files("", "rs")?.into_iter().map(read).collect()
}
