//! The workspace's own tasks: `cargo xtask --help` lists them.

mod asm;
mod bench;
mod ci;
mod codegen;
mod conformance;
mod cross;
mod dist;
mod docs;
mod figures;
mod frames;
mod kept;
mod machine;
mod miri;
mod python;
mod readme;
mod record;
mod release;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

/// The tasks of this workspace.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Writes the generated tables
    Codegen(kept::Args),
    /// Draws the pictures of the book again
    Figures(kept::Args),
    Docs(docs::Args),
    /// Checks what the compiler does not: layers, manifests, generated files, links, lengths
    Tidy,
    /// Runs formatting, generated tables, tidy, clippy of everything, a build without std, tests, benches, pictures,
    /// instructions, documentation, packages and the Python package, in this order
    Ci,
    Conformance(conformance::Args),
    Release(release::Args),
    Dist(dist::Args),
    Bench(bench::Args),
    Asm(asm::Args),
    Frames(frames::Args),
    Cross(cross::Args),
    Python(python::Args),
    /// Runs tests of the portable level in Miri, little and big-endian
    Miri,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Codegen(args) => args.run("codegen", &codegen::files()),
        Task::Figures(args) => figures::files().and_then(|files| args.run("figures", &files)),
        Task::Docs(args) => docs::run(&args).map(|_| ()),
        Task::Tidy => tidy::run(),
        Task::Ci => ci::run(),
        Task::Conformance(args) => conformance::run(&args),
        Task::Release(args) => release::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Asm(args) => asm::run(&args),
        Task::Frames(args) => frames::run(&args),
        Task::Cross(args) => cross::run(&args),
        Task::Python(args) => python::run(&args),
        Task::Miri => miri::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
