//! Builds the book and follows its links, and checks in a browser that its pages fit screens of all sizes and that its
//! interactive figures work.

mod links;
mod live;

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// The folder of the built book, from the workspace's root.
const BOOK: &str = "docs/book";

/// The page that opens all others in frames and measures them.
const OVERFLOW: &str = include_str!("docs/overflow.html");

/// The names under which a browser may be installed.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// Builds the book with mdbook and its interactive figures and, if a browser is installed, checks that the
/// pages fit and the figures work
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Build only, without checks in a browser
    #[arg(long)]
    no_look: bool,
}

/// Builds the book and checks it. Returns whether there is a book: `false` if mdbook is not installed.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let repository = repository()?;
    let mut mdbook = Command::new("mdbook");
    mdbook.args(["build", "docs"]).current_dir(workspace::root());
    mdbook.env("MDBOOK_OUTPUT__HTML__GIT_REPOSITORY_URL", &repository);
    mdbook.env("MDBOOK_OUTPUT__HTML__EDIT_URL_TEMPLATE", format!("{repository}/edit/main/docs/{{path}}"));
    let status = match mdbook.status() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            workspace::skip("book", "`cargo install mdbook --locked --version 0.5.4`")?;
            return Ok(false);
        }
        status => status.context("starting mdbook")?,
    };
    ensure!(status.success(), "`mdbook build docs`: {status}");
    let book = workspace::root().join(BOOK);
    let is_live = live::build(&book)?;
    let pages = pages(&book)?;
    api(&book)?;
    let mut all = pages.clone();
    for library in workspace::libraries()? {
        all.push(format!("api/{}/index.html", library.name.replace('-', "_")));
    }
    let dead = links::mend(&book, &all, &repository)?;
    for link in &dead {
        eprintln!("docs: {link}");
    }
    ensure!(dead.is_empty(), "some links lead nowhere: see above");
    println!("docs: {BOOK}/index.html");
    if args.no_look {
        return Ok(true);
    }
    let Some(browser) = BROWSERS.into_iter().find_map(workspace::program) else {
        workspace::skip("pages", &format!("no browser: tried {}", BROWSERS.join(", ")))?;
        return Ok(true);
    };
    look(&book, &pages, &browser)?;
    if is_live {
        live::test(&book, &browser)?;
    }
    Ok(true)
}

/// Opens all pages in a headless browser, and fails if something is wider than the page.
fn look(book: &Path, pages: &[String], browser: &Path) -> Result<()> {
    let lookout = book.join("overflow.html");
    let list = pages.iter().map(|page| format!("\"{page}\"")).collect::<Vec<_>>().join(",");
    fs::write(&lookout, OVERFLOW.replace("\"PAGES\"", &list))
        .context("writing the page that measures the others")?;
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"])
        .args(["--virtual-time-budget=120000", "--dump-dom"])
        .arg(format!("file://{}", lookout.display()))
        .output()
        .with_context(|| format!("starting {}", browser.display()))?;
    fs::remove_file(&lookout).context("removing the page that measures the others")?;
    let dom = String::from_utf8_lossy(&output.stdout);
    let found = dom.split_once("<pre id=\"found\">").and_then(|(_, rest)| rest.split_once("</pre>"));
    let found = found.context("the browser did not print the page")?.0;
    let (problems, summary) = found.trim().rsplit_once('\n').unwrap_or(("", found.trim()));
    ensure!(summary.starts_with("looked at"), "the browser did not finish: {summary}");
    for problem in problems.lines() {
        eprintln!("docs: {problem}");
    }
    ensure!(problems.is_empty(), "some content is wider than its page: see above");
    println!("docs: {summary}, on 360 to 1280 pixels: all fits");
    Ok(())
}

/// Adds the documentation of the libraries to the book, for the link above each page.
fn api(book: &Path) -> Result<()> {
    let libraries = workspace::libraries()?;
    workspace::run(
        workspace::cargo().args(["doc", "--no-deps", "--quiet"]).args(workspace::chosen(&libraries)),
    )?;
    let made = workspace::metadata()?.target_directory.join("doc").into_std_path_buf();
    copy(&made, &book.join("api"))
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("reading {}", workspace::shown(from)))? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).with_context(|| format!("copying {}", workspace::shown(&path)))?;
        }
    }
    Ok(())
}

/// Returns the address of the repository, as the manifests have it.
fn repository() -> Result<String> {
    let metadata = workspace::metadata()?;
    let mut addresses = metadata.packages.iter().filter_map(|package| package.repository.clone());
    addresses.next().context("no package names the repository")
}

/// Returns the built pages, by their paths from the book's folder. Left out are the page for printing, which contains
/// all others, and the pages for errors, for the table of contents and for measuring.
fn pages(book: &Path) -> Result<Vec<String>> {
    let mut pages = Vec::new();
    for path in workspace::files(book, "html")? {
        let name = path.strip_prefix(book)?.to_string_lossy().replace('\\', "/");
        if !["print.html", "404.html", "toc.html", "overflow.html"].contains(&name.as_str()) {
            pages.push(name);
        }
    }
    Ok(pages)
}
