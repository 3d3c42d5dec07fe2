//! Counts the bytes of code of every board of the literature.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::bench::{Place, compiler};
use crate::workspace;

/// Prints the bytes of code of each board in `crates/classics/examples/code.rs`: what counting moves takes, and what listing,
/// making and unmaking them takes, and writes a record of it and the table of the book.
///
/// Each figure is the size of the functions that these call, directly or through others, as far as they belong to this
/// workspace. Tables are data and do not count. The compiler keeps one copy of functions that are the same for two boards; a `+`
/// marks a board whose own copy is gone, so that it has a little more code than the figure says.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Measure this program instead of building it
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// Print only: write no record
    #[arg(long)]
    no_record: bool,
}

/// Where the bytes are kept, from the workspace's root.
const RECORD: &str = "benches/record/code.txt";

/// Functions in the example that are measured beside the boards.
const ACCESSES: [&str; 4] = ["get_byte", "get_nibble", "put_byte", "put_nibble"];

pub(crate) fn run(args: &Args) -> Result<()> {
    let probe = |tool: &str| {
        let status = Command::new(tool).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if !(probe("nm") && probe("objdump")) {
        println!("code: skipped, NOT measured: needs `nm` and `objdump` (Debian: binutils)");
        return Ok(());
    }
    let program = match &args.program {
        Some(program) => program.clone(),
        None => build()?,
    };
    let boards = boards(&output(Command::new(&program))?);
    ensure!(!boards.is_empty(), "{} names no boards", program.display());
    let code = Code::read(&program)?;
    let mut lines = vec![format!("{:<16} {:>10} {:>23}", "board", "count", "list, make and unmake")];
    for (name, board) in boards {
        let count = code.bytes(&board, &["legal_count"])?;
        let moves = code.bytes(&board, &["legal_moves", "make", "unmake"])?;
        lines.push(format!("{name:<16} {count:>10} {moves:>23}"));
    }
    lines.push(String::new());
    for access in ACCESSES {
        lines.push(format!("{access:<16} {:>10}", code.reachable(&[&format!("code::{access}")])?));
    }
    let table = lines.join("\n") + "\n";
    print!("{table}");
    if !args.no_record {
        let record = workspace::root().join(RECORD);
        fs::write(record, format!("{}\n\n{table}", compiler()?))
            .with_context(|| format!("writing {RECORD}"))?;
        Place::CODE.fill(&self::table()?)?;
        println!("\ncode: wrote {RECORD} and its table");
    }
    Ok(())
}

/// The record as it stands in the book.
pub(crate) fn table() -> Result<String> {
    let text =
        fs::read_to_string(workspace::root().join(RECORD)).with_context(|| format!("reading {RECORD}"))?;
    Ok(format!("\n```text\n{}\n```\n\n", text.trim_end()))
}

fn build() -> Result<PathBuf> {
    let status = workspace::cargo()
        .args(["build", "--quiet", "--release", "--package", "quadbit-classics", "--example", "code"])
        .status()
        .context("starting cargo")?;
    ensure!(status.success(), "`cargo build`: {status}");
    Ok(workspace::root().join("target/release/examples/code"))
}

fn output(mut command: Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("starting {name}"))?;
    ensure!(output.status.success(), "{name}: {}", output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Names and types, as the program prints them.
fn boards(printed: &str) -> Vec<(String, String)> {
    let words = printed.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    words
        .filter_map(|words| match words[..] {
            [name, board, _] => Some((name.to_owned(), board.to_owned())),
            _ => None,
        })
        .collect()
}

/// The functions of a program, by address.
#[derive(Default)]
struct Code {
    functions: BTreeMap<u64, Function>,
}

#[derive(Default)]
struct Function {
    name: String,
    bytes: u64,
    /// The addresses of functions that it calls or jumps to.
    calls: BTreeSet<u64>,
}

impl Code {
    fn read(program: &Path) -> Result<Self> {
        let mut nm = Command::new("nm");
        let mut objdump = Command::new("objdump");
        nm.args(["--print-size", "--demangle"]).arg(program);
        objdump.args(["--disassemble", "--no-show-raw-insn", "--section=.text"]).arg(program);
        let mut code = Self::default();
        code.read_symbols(&output(nm)?);
        code.read_calls(&output(objdump)?);
        Ok(code)
    }

    /// Lines such as `0000000000012340 00000000000002e2 t name`.
    fn read_symbols(&mut self, text: &str) {
        for line in text.lines() {
            let mut parts = line.splitn(4, ' ');
            let (Some(address), Some(bytes), Some("t" | "T"), Some(name)) =
                (parts.next(), parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            if let (Some(address), Some(bytes)) = (hexadecimal(address), hexadecimal(bytes)) {
                self.functions
                    .insert(address, Function { name: name.to_owned(), bytes, ..Function::default() });
            }
        }
    }

    /// Lines such as `0000000000012340 <name>:` and `   12348:  call   15320 <name>`.
    fn read_calls(&mut self, text: &str) {
        let mut current = None;
        for line in text.lines() {
            if let Some((address, _)) = line.split_once(" <").filter(|_| line.ends_with(">:")) {
                current = hexadecimal(address);
            } else if let Some((_, instruction)) = line.split_once(":\t") {
                let mut words = instruction.split_whitespace();
                let (Some(operation), Some(target)) = (words.next(), words.next()) else { continue };
                let is_jump = operation.starts_with("call") || operation.starts_with('j');
                if let (true, Some(target), Some(from)) = (is_jump, hexadecimal(target), current)
                    && self.functions.contains_key(&target)
                    && let Some(function) = self.functions.get_mut(&from)
                {
                    function.calls.insert(target);
                }
            }
        }
    }

    /// The bytes of some functions of a board, with what they call; a `+` if one of them is another board's too.
    fn bytes(&self, board: &str, methods: &[&str]) -> Result<String> {
        let path = |method: &&str| format!("<{board} as quadbit_movegen::board::Board>::{method}");
        let is_there = |name: &String| self.functions.values().any(|function| function.name == *name);
        let names: Vec<String> = methods.iter().map(path).filter(is_there).collect();
        ensure!(!names.is_empty(), "the program has no code of {board}");
        let bytes = self.reachable(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
        Ok(format!("{bytes}{}", if names.len() < methods.len() { "+" } else { "" }))
    }

    /// The bytes of functions and of all functions of this workspace that they call.
    fn reachable(&self, names: &[&str]) -> Result<u64> {
        let mut waiting = Vec::new();
        for name in names {
            let found = self.functions.iter().find(|(_, function)| function.name == *name);
            waiting.push(*found.with_context(|| format!("the program has no function {name}"))?.0);
        }
        let mut seen = BTreeSet::new();
        while let Some(address) = waiting.pop() {
            let function = &self.functions[&address];
            // Code for a level of instructions is compiled in functions of `fearless_simd`.
            let is_ours = names.contains(&function.name.as_str())
                || ["quadbit_", "fearless_simd"].iter().any(|ours| function.name.contains(ours));
            if is_ours && seen.insert(address) {
                waiting.extend(&function.calls);
            }
        }
        Ok(seen.iter().map(|address| self.functions[address].bytes).sum())
    }
}

fn hexadecimal(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYMBOLS: &str = "\
0000000000001000 0000000000000010 t <quadbit_classics::A as quadbit_movegen::board::Board>::make
0000000000001010 0000000000000020 T quadbit_classics::help
0000000000001030 0000000000000040 t core::panic
0000000000001070 0000000000000080 t quadbit_classics::other
                 U memcpy
0000000000002000 0000000000000100 r quadbit_classics::TABLE
";

    const CALLS: &str = "\
0000000000001000 <make>:
    1000:\tcall   1010 <help>
    1008:\tjmp    1004 <make+0x4>
    100c:\tjne    1030 <panic>

0000000000001010 <help>:
    1010:\tjmp    1000 <make>
0000000000001030 <panic>:
    1030:\tcall   1070 <other>
";

    fn code() -> Code {
        let mut code = Code::default();
        code.read_symbols(SYMBOLS);
        code.read_calls(CALLS);
        code
    }

    #[test]
    fn functions_count_with_what_they_call() {
        let code = code();
        assert_eq!(code.functions.len(), 4);
        assert_eq!(code.bytes("quadbit_classics::A", &["make"]).unwrap(), "48");
        assert_eq!(code.bytes("quadbit_classics::A", &["make", "unmake"]).unwrap(), "48+");
        assert_eq!(code.reachable(&["quadbit_classics::other"]).unwrap(), 0x80);
        // A function of another crate ends the walk.
        assert_eq!(code.reachable(&["core::panic"]).unwrap(), 0xc0);
        assert!(code.bytes("quadbit_classics::A", &["unmake"]).is_err());
    }

    #[test]
    fn boards_have_names_and_types() {
        assert_eq!(boards("a b::C 20\nnothing\n"), [("a".to_owned(), "b::C".to_owned())]);
    }
}
