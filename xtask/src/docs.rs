//! Builds the book, and looks whether its pages fit a laptop and a phone and whether its interactive figures work.

mod live;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// The built book, from the workspace's root.
const BOOK: &str = "docs/book";

/// The page that looks at all others.
const OVERFLOW: &str = include_str!("docs/overflow.html");

/// The names under which a browser may be installed.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Builds the book with mdbook and its interactive figures and, where a browser is installed, looks for what does not fit,
/// and uses the figures
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build only
    #[arg(long)]
    no_look: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let status = match Command::new("mdbook").args(["build", "docs"]).current_dir(workspace::root()).status()
    {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("mdbook is not installed: run `cargo install mdbook --locked`")
        }
        status => status.context("starting mdbook")?,
    };
    ensure!(status.success(), "`mdbook build docs`: {status}");
    let book = workspace::root().join(BOOK);
    let is_live = live::build(&book)?;
    println!("docs: {BOOK}/index.html");
    if args.no_look {
        return Ok(());
    }
    let is_there = |browser: &&str| Command::new(browser).arg("--version").output().is_ok();
    let Some(browser) = BROWSERS.into_iter().find(is_there) else {
        println!("docs: skipped, NOT looked at: no browser: tried {}", BROWSERS.join(", "));
        return Ok(());
    };
    look(&book, browser)?;
    if is_live {
        live::test(&book, browser)?;
    }
    Ok(())
}

/// Opens all pages in a browser without a window, and fails if something is wider than its place.
fn look(book: &Path, browser: &str) -> Result<()> {
    let mut pages = Vec::new();
    pages_below(book, book, &mut pages)?;
    pages.sort();
    let lookout = book.join("overflow.html");
    let list = pages.iter().map(|page| format!("\"{page}\"")).collect::<Vec<_>>().join(",");
    fs::write(&lookout, OVERFLOW.replace("\"PAGES\"", &list)).context("writing the page that looks")?;
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"])
        .args(["--virtual-time-budget=120000", "--dump-dom"])
        .arg(format!("file://{}", lookout.display()))
        .output()
        .with_context(|| format!("starting {browser}"))?;
    fs::remove_file(&lookout).context("removing the page that looks")?;
    let dom = String::from_utf8_lossy(&output.stdout);
    let found = dom.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let found = found.with_context(|| format!("{browser} did not print the page"))?.0;
    let (problems, summary) = found.trim().rsplit_once('\n').unwrap_or(("", found.trim()));
    ensure!(summary.starts_with("looked at"), "{browser} did not come to the end: {summary}");
    for problem in problems.lines() {
        eprintln!("docs: {problem}");
    }
    ensure!(problems.is_empty(), "something on the pages does not fit");
    println!("docs: {summary}, on 1000 and 390 pixels: all fits");
    Ok(())
}

/// The built pages, by their paths from the book's folder. The page for printing has all others in it.
fn pages_below(book: &Path, folder: &Path, pages: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            pages_below(book, &path, pages)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let name = path.strip_prefix(book)?.to_string_lossy().replace('\\', "/");
            if !["print.html", "404.html", "toc.html", "overflow.html"].contains(&name.as_str()) {
                pages.push(name);
            }
        }
    }
    Ok(())
}
