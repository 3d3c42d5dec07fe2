//! Compares the compiled frames of two builds, instruction by instruction.
//!
//! A frame is a function with all that is inlined into it: `vectorize_..` at a level, or an ordinary one, which has the
//! instructions that the build promises (SSE2 on x86-64).
//!
//! 1. `compile` builds the libraries that have frames, as assembly, each in one part.
//! 2. `listing` writes a line for each frame: its level, what is in its name, and its opcodes.
//! 3. `compare` takes away the frames that both builds have, to the opcode, whatever their names. What is left has
//!    changed: frames of one name are shown side by side.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::asm::{compile, named, parse};
use crate::workspace;

/// The libraries with frames.
const PACKAGES: [&str; 8] = [
    "quadbit-nibble",
    "quadbit-quad",
    "quadbit-lanes",
    "quadbit-threats",
    "quadbit-pack",
    "quadbit-pgn",
    "quadbit-inputs",
    "quadbit-data",
];

/// Compares the instructions of the SIMD frames of the libraries with those of another build
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The frames of the other build, as `--save` has written them
    listing: PathBuf,

    /// Write the frames of this build to the file, and compare nothing
    #[arg(long)]
    save: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let chosen = PACKAGES.map(|package| format!("--package={package}"));
    let new = listing(&compile(&chosen, "deps", PACKAGES)?);
    if args.save {
        return std::fs::write(workspace::root().join(&args.listing), new).context("writing the frames");
    }
    print!("{}", compare(&workspace::read(&args.listing)?, &new));
    Ok(())
}

/// Returns a line for each frame of `assembly`: its level and its name, a tab, and its opcodes.
fn listing(assembly: &str) -> String {
    let frames = parse(assembly, |label| Some((frame(label), label.to_owned())));
    let line = |((frame, _), lines): (&(String, String), &Vec<String>)| {
        let opcodes: Vec<&str> = lines.iter().filter_map(|line| line.split_whitespace().next()).collect();
        format!("{frame}\t{}\n", opcodes.join(" "))
    };
    frames.iter().map(line).collect()
}

/// Returns the level and the name of a frame with the mangled name `label`: `avx2 quadbit_lanes::batch::in_check`; of
/// an ordinary function only the name.
fn frame(label: &str) -> String {
    let level = named(label, "vectorize_");
    // The mangled name of a level's frame contains, after `NC`, that of the closure that it runs: this says which
    // function it belongs to.
    let closure = level.as_ref().and_then(|_| label.rfind("NC")).unwrap_or_default();
    let mut rest = &label[closure..];
    let mut parts = Vec::new();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[at..].bytes().take_while(u8::is_ascii_digit).count();
        let length: usize = rest[at..at + digits].parse().unwrap_or_default();
        rest = &rest[at + digits..];
        if let Some(name) = rest.get(..length)
            && name.len() > 1
            && name.bytes().all(|c| c.is_ascii_lowercase() || c == b'_')
        {
            parts.push(name);
            rest = &rest[length..];
        }
    }
    level.into_iter().chain([parts.join("::")]).collect::<Vec<_>>().join(" ")
}

/// Says how many frames two listings share, and which frames they do not share.
fn compare(old: &str, new: &str) -> String {
    let frames = |listing| -> Vec<(&str, &str)> {
        str::lines(listing).filter_map(|line| line.split_once('\t')).collect()
    };
    let length = |opcodes: &str| opcodes.split(' ').count();
    let (old, new) = (frames(old), frames(new));
    let sum = |frames: &[(&str, &str)]| frames.iter().map(|(_, opcodes)| length(opcodes)).sum::<usize>();
    let (all, sums) = (new.len(), [sum(&old), sum(&new)]);

    let mut left: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, opcodes) in old {
        left.entry(opcodes).or_default().push(name);
    }
    let mut changed: BTreeMap<&str, [Vec<usize>; 2]> = BTreeMap::new();
    for (name, opcodes) in new {
        let names = left.entry(opcodes).or_default();
        let at = names.iter().position(|&old| old == name).or(names.len().checked_sub(1));
        match at {
            Some(at) => _ = names.swap_remove(at),
            None => changed.entry(name).or_default()[1].push(length(opcodes)),
        }
    }
    for (opcodes, names) in left {
        for name in names {
            changed.entry(name).or_default()[0].push(length(opcodes));
        }
    }
    let different: usize = changed.values().map(|[_, new]| new.len()).sum();
    let lines = changed.iter().map(|(name, [old, new])| format!("{name}: {old:?} -> {new:?}\n"));
    let lines: String = lines.collect();
    format!(
        "{lines}{} of {all} frames are equal; instructions: {} -> {}\n",
        all - different,
        sums[0],
        sums[1]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_named_by_their_functions() {
        let label = "_RINvNvXs0_NtNtC3abc4simd4avx2NtB6_4Avx29vectorize14vectorize_avx2NCINvNtCs12_13quadbit_lanes5batch8in_checkNtB6_4Avx2E0uE";
        assert_eq!(frame(label), "avx2 quadbit_lanes::batch::in_check");
        assert_eq!(frame("_RNvC7kernels4main"), "kernels::main");
    }

    #[test]
    fn frames_are_equal_to_the_opcode() {
        let old = "avx2 a\tvpand retq\navx2 b\tvpor retq\n";
        let equal = "2 of 2 frames are equal; instructions: 4 -> 4\n";
        assert_eq!(compare(old, old), equal);
        assert_eq!(compare(old, "avx2 b\tvpor retq\navx2 c\tvpand retq\n"), equal, "a new name alone");
        let longer = compare(old, "avx2 a\tvpand retq\navx2 b\tvpor vpor retq\n");
        assert_eq!(longer, "avx2 b: [2] -> [3]\n1 of 2 frames are equal; instructions: 4 -> 5\n");
        let gone = compare(old, "avx2 a\tvpand retq\n");
        assert_eq!(gone, "avx2 b: [2] -> []\n1 of 1 frames are equal; instructions: 4 -> 2\n");
    }
}
