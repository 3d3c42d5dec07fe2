//! The workspace's own tasks: `cargo xtask --help` lists them.

mod asm;
mod bench;
mod ci;
mod codegen;
mod conformance;
mod cross;
mod docs;
mod figures;
mod frames;
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
    Codegen(codegen::Args),
    Figures(figures::Args),
    Docs(docs::Args),
    /// Checks what the compiler does not: layers, manifests, generated files, links, lengths
    Tidy,
    /// Runs formatting, generated tables, tidy, clippy of everything, a build without std, tests, benches, pictures,
    /// instructions, documentation, packages and the Python package, in this order
    Ci,
    Conformance(conformance::Args),
    Release(release::Args),
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
        Task::Codegen(args) => codegen::run(&args),
        Task::Figures(args) => figures::run(&args),
        Task::Docs(args) => docs::run(&args),
        Task::Tidy => tidy::run(),
        Task::Ci => ci::run(),
        Task::Conformance(args) => conformance::run(&args),
        Task::Release(args) => release::run(&args),
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
