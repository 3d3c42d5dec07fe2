//! Shows the compiled instructions of the hottest kernels, and checks those that the documentation promises.
//!
//! 1. [`compile`] builds examples that contain nothing but kernels, as assembly.
//! 2. `parse` finds the instructions between each kernel's label and its end, at each level.
//! 3. `check_promises` compares the instructions that compute with vectors with [`PROMISED`], in any order. Moves of
//!    registers and memory are left to the compiler.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// Counts or prints the instructions of the kernels, which are in `crates/quad/examples/kernels.rs` and
/// `crates/classics/examples/cache_line.rs`, and checks those that the documentation promises
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print the instructions of this kernel, such as `slides`; by default, count those of all
    kernel: Option<String>,

    /// Only this level: `sse4_2`, avx2 or avx512 (a level that the build already requires has no
    /// functions of its own)
    #[arg(long)]
    level: Option<String>,
}

/// The instructions that the documentation promises: the name of a kernel, a level, and all its computing vector
/// instructions, in any order.
const PROMISED: [(&str, &str, &[&str]); 4] = [
    ("cache_line_make", "avx2", &["xor", "xor", "add"]),
    ("cache_line_unmake", "avx2", &["sub", "xor", "xor"]),
    ("one_register_make", "avx512", &["xor", "add"]),
    ("one_register_unmake", "avx512", &["sub", "xor"]),
];

/// The instructions of each kernel, by name and level.
type Kernels = BTreeMap<(String, String), Vec<String>>;

/// Checks on x86-64 that the kernels have the instructions of [`PROMISED`]; does nothing elsewhere.
pub(crate) fn check() -> Result<()> {
    if cfg!(target_arch = "x86_64") { checked().map(drop) } else { Ok(()) }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let kernels = checked()?;
    let chosen: Kernels = kernels
        .into_iter()
        .filter(|((name, level), _)| {
            args.kernel.as_ref().is_none_or(|kernel| kernel == name)
                && args.level.as_ref().is_none_or(|wanted| wanted == level)
        })
        .collect();
    if chosen.is_empty() {
        bail!("no such kernel: `cargo xtask asm` lists all");
    }
    if args.kernel.is_none() {
        println!("{:<16} {:<8} {:>6} {:>6} {:>9}", "kernel", "level", "all", "vector", "computing");
    }
    for ((name, level), lines) in chosen {
        if args.kernel.is_some() {
            println!("{name}, {level}:\n{}\n", lines.join("\n"));
        } else {
            let vector = lines.iter().filter(|line| is_vector(line)).count();
            let computing = computing(&lines).count();
            println!("{name:<16} {level:<8} {:>6} {vector:>6} {computing:>9}", lines.len());
        }
    }
    Ok(())
}

/// Compiles the kernels, checks them by [`check_promises`], and returns their instructions.
fn checked() -> Result<Kernels> {
    let packages = ["quadbit-quad", "quadbit-classics"].map(|package| format!("--package={package}"));
    let examples = ["kernels", "cache_line"];
    let chosen = [packages, examples.map(|example| format!("--example={example}"))].concat();
    let kernels = parse(&compile(&chosen, "examples", examples)?, key);
    ensure!(!kernels.is_empty(), "no kernel found in the assembly of x86-64 functions named `kernel_..`");
    check_promises(&kernels)?;
    Ok(kernels)
}

/// Fails if the computing instructions of a kernel are not those of [`PROMISED`].
fn check_promises(kernels: &Kernels) -> Result<()> {
    for (name, level, promised) in PROMISED {
        let lines = kernels
            .get(&(name.to_owned(), level.to_owned()))
            .with_context(|| format!("the kernel {name} is missing at {level}"))?;
        let mut promised = promised.to_vec();
        let mut found: Vec<&str> = computing(lines).map(|line| operation(line)).collect();
        promised.sort_unstable();
        found.sort_unstable();
        ensure!(
            found == promised,
            "{name} at {level} should compute with {}, but has {}:\n{}",
            promised.join(", "),
            found.join(", "),
            lines.join("\n")
        );
    }
    Ok(())
}

/// Returns the instructions in `lines` that compute something with vectors.
fn computing(lines: &[String]) -> impl Iterator<Item = &String> {
    lines.iter().filter(|line| is_vector(line) && !is_move(line))
}

/// Returns the operation of an instruction, without the type of its numbers: `vpxor`, `vpxorq` and `vxorps` are all
/// `xor`.
fn operation(line: &str) -> &str {
    let name = line.split_whitespace().next().unwrap_or_default();
    let known = [("xor", "xor"), ("paddq", "add"), ("psubq", "sub")];
    known.into_iter().find(|(part, _)| name.contains(part)).map_or(name, |(_, operation)| operation)
}

/// Whether an instruction has a vector or a mask register.
fn is_vector(line: &str) -> bool {
    ["%xmm", "%ymm", "%zmm", "%k"].iter().any(|register| line.contains(register))
}

/// Whether an instruction only moves a vector: between registers, or from or to memory.
fn is_move(line: &str) -> bool {
    line.split_whitespace().next().is_some_and(|name| name.contains("mov") && !name.contains("movmsk"))
}

/// Builds libraries or examples with the options `chosen` of cargo, which puts them into `folder` of the release build.
/// Returns the assembly of those in `names`, with mangled labels that tell generic functions apart.
pub(crate) fn compile<const N: usize>(chosen: &[String], folder: &str, names: [&str; N]) -> Result<String> {
    let target = workspace::root().join("target").join("asm");
    let mut command = workspace::cargo();
    command.args(["build", "--quiet", "--release", "--config"]);
    command.arg("build.rustflags=['--emit=asm', '-Csymbol-mangling-version=v0']");
    workspace::run(command.arg("--target-dir").arg(&target).args(chosen))?;
    let files = workspace::files(target.join("release").join(folder), "s")?;
    let text = |name: &str| {
        // Cargo leaves the file of an older build, whose name may have another hash, so the newest file is read.
        let begin = format!("{}-", name.replace('-', "_"));
        let is_of_name =
            |path: &&PathBuf| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&begin));
        let newest = files
            .iter()
            .filter(is_of_name)
            .max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
        workspace::read(newest.with_context(|| format!("cargo left no assembly of {name}"))?)
    };
    names.into_iter().map(text).collect()
}

/// Returns the instructions of each function to whose label `key` gives a key, up to the function's end.
pub(crate) fn parse<K: Clone + Ord>(
    assembly: &str,
    key: impl Fn(&str) -> Option<K>,
) -> BTreeMap<K, Vec<String>> {
    let mut functions: BTreeMap<K, Vec<String>> = BTreeMap::new();
    let mut current = None;
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| label.starts_with("_R")) {
            current = key(label);
        } else if line.contains(".cfi_endproc") {
            current = None;
        } else if let Some(key) = &current
            && line.starts_with('\t')
            && !line.starts_with("\t.")
        {
            functions.entry(key.clone()).or_default().push(line.trim().to_owned());
        }
    }
    functions
}

/// Returns the name of the kernel and the level in a label: of `..16vectorize_avx2..13kernel_slides..`, `slides` and
/// `avx2`. The code compiled for a level is in a function `vectorize_..`, whose mangled name contains that of the
/// kernel.
fn key(label: &str) -> Option<(String, String)> {
    Some((named(label, "kernel_")?, named(label, "vectorize_")?))
}

/// Finds the first name in a mangled `label` that begins with `prefix`, and returns the rest of that name. A name in a
/// label comes after its length.
pub(crate) fn named(label: &str, prefix: &str) -> Option<String> {
    let from = label.find(prefix)?;
    let digits = label[..from].rfind(|c: char| !c.is_ascii_digit())? + 1;
    let length: usize = label[digits..from].parse().ok()?;
    Some(label.get(from..from + length)?.strip_prefix(prefix)?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_kernels_and_levels() {
        let label = "_RINvNvXs0_NtNtC3abc4simd4avx2NtB6_4Avx29vectorize14vectorize_avx2NCINvC7kernels13kernel_slidesNtB6_4Avx2E0uE";
        assert_eq!(key(label), Some(("slides".to_owned(), "avx2".to_owned())));
        assert_eq!(key("_RNvC7kernels4main"), None);
    }

    #[test]
    fn instructions_end_with_their_function() {
        let text = "_RNvNv14vectorize_avx2NC13kernel_slidesE:\n\t.cfi_startproc\n\tvpand\t%ymm0, %ymm1, %ymm0\n\
                    .LBB0_1:\n\tretq\n\t.cfi_endproc\n\tnop\n";
        let kernels = parse(text, key);
        let lines = &kernels[&("slides".to_owned(), "avx2".to_owned())];
        assert_eq!(lines, &["vpand\t%ymm0, %ymm1, %ymm0", "retq"]);
        assert!(is_vector(&lines[0]) && !is_move(&lines[0]) && !is_vector(&lines[1]));
        assert!(is_move("vmovdqu\t(%rdi), %ymm0"));
    }

    #[test]
    fn promises_are_kept_to_the_instruction() {
        let make = ["vmovdqa\t(%rdi), %ymm0", "vxorps\t(%rsi), %ymm0, %ymm0", "vpxor\t%ymm1, %ymm2, %ymm1"];
        let kernels = |last: &[&str]| -> Kernels {
            let make = make.iter().chain(last).map(|&line| line.to_owned()).collect();
            let unmake =
                ["vpsubq\t(%rdi), %ymm0, %ymm0", "vpxor\t%ymm0, %ymm1, %ymm0", "vxorps\t%ymm0, %ymm1, %ymm0"];
            let register = ["vpxorq\t(%rsi), %zmm0, %zmm0", "vpaddq\t(%rdx), %zmm0, %zmm0"];
            let back = ["vpsubq\t(%rdx), %zmm0, %zmm0", "vpxorq\t(%rsi), %zmm0, %zmm0"];
            Kernels::from([
                (("cache_line_make".to_owned(), "avx2".to_owned()), make),
                (("cache_line_unmake".to_owned(), "avx2".to_owned()), unmake.map(str::to_owned).to_vec()),
                (("one_register_make".to_owned(), "avx512".to_owned()), register.map(str::to_owned).to_vec()),
                (("one_register_unmake".to_owned(), "avx512".to_owned()), back.map(str::to_owned).to_vec()),
            ])
        };
        assert!(check_promises(&kernels(&["vpaddq\t%ymm0, %ymm1, %ymm0"])).is_ok());
        assert!(check_promises(&kernels(&[])).is_err());
        assert!(check_promises(&kernels(&["vpaddd\t%ymm0, %ymm1, %ymm0"])).is_err());
        assert!(check_promises(&kernels(&["vpaddq\t%ymm0, %ymm1, %ymm0"; 2])).is_err());
        assert!(check_promises(&Kernels::new()).is_err());
    }
}
