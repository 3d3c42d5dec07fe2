//! Bad FENs, and pairs of FENs of the same position, from files of a corpus that is not in the repository;
//! `cargo xtask conformance` reads them.
//!
//! Each FEN goes to the command as a user would give it, strict and with `--relaxed`, and the verdict is
//! compared with the class of its line: always refused, refused by default, always accepted, or either. Pairs
//! must print as the same position in both styles. Every line with another result is a failure, and is printed.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::Verdict;
use super::quadbit::{Quadbit, is_refusal};
use crate::workspace;

const STRICT: &[&str] = &["fen", "-"];
const RELAXED: &[&str] = &["fen", "--relaxed", "-"];

/// A FEN and the expected result.
struct Case {
    fen: String,
    class: Class,
    why: String,
}

/// The expected result for a FEN.
#[derive(Clone, Copy)]
enum Class {
    /// The FEN must be refused, with `--relaxed` too.
    Reject,
    /// The FEN must be refused by default; with `--relaxed`, either result is right.
    Strict,
    /// Either result is right, because programs differ.
    Any,
    /// The FEN must be accepted, with and without `--relaxed`.
    Accept,
}

impl Class {
    fn of(name: &str) -> Option<Self> {
        match name {
            "reject" => Some(Self::Reject),
            "strict" => Some(Self::Strict),
            "policy" | "impossible" => Some(Self::Any),
            "accept" => Some(Self::Accept),
            _ => None,
        }
    }

    /// Whether the FEN must be accepted (`true`) or rejected (`false`); `None` if either is right.
    fn accepted(self, relaxed: bool) -> Option<bool> {
        match self {
            Self::Reject => Some(false),
            Self::Strict => (!relaxed).then_some(false),
            Self::Any => None,
            Self::Accept => Some(true),
        }
    }
}

/// Checks that every FEN is accepted or rejected as its class says, strict and relaxed.
pub(super) fn verify_classes(quadbit: &Quadbit, file: &Path) -> Result<Verdict> {
    let cases: Vec<Case> = workspace::read(file)?.lines().map(case).collect::<Result<_>>()?;
    // A FEN with a line break can only be passed as an argument; all others are passed as lines.
    let (arguments, lines): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.fen.contains('\n'));
    let fens: Vec<&str> = lines.iter().map(|case| case.fen.as_str()).collect();
    let mut failures = Vec::new();
    for (relaxed, mode) in [(false, STRICT), (true, RELAXED)] {
        let answers = quadbit.answers(mode, &fens)?;
        let mut results: Vec<(&Case, bool)> =
            lines.iter().zip(answers).map(|(&case, answer)| (case, !is_refusal(&answer))).collect();
        for &case in &arguments {
            let arguments = if relaxed {
                &["fen", "--relaxed", "--fen", &case.fen][..]
            } else {
                &["fen", "--fen", &case.fen]
            };
            results.push((case, quadbit.run(arguments)?.code == 0));
        }
        for (case, accepted) in results {
            if case.class.accepted(relaxed).is_some_and(|must| must != accepted) {
                let got = if accepted { "accepted" } else { "refused" };
                failures.push(format!(
                    "{got} by `quadbit {}`: {} ({:.100})",
                    mode.join(" "),
                    case.why,
                    case.fen
                ));
            }
        }
    }
    Ok((format!("{} cases, strict and relaxed", cases.len()), failures))
}

/// Checks positions that are not valid. By default each must be rejected; with `--relaxed` either is right.
pub(super) fn verify_invalid(quadbit: &Quadbit, file: &Path) -> Result<Verdict> {
    let text = workspace::read(file)?;
    let (fens, whys): (Vec<&str>, Vec<&str>) = text.lines().filter_map(|line| line.split_once('\t')).unzip();
    let strict = quadbit.answers(STRICT, &fens)?;
    let accepted = strict.iter().zip(&fens).zip(&whys).filter(|((answer, _), _)| !is_refusal(answer));
    let failures = accepted.map(|((_, fen), why)| format!("accepted: {fen} ({why})")).collect();
    let relaxed = quadbit.answers(RELAXED, &fens)?;
    let lenient = relaxed.iter().filter(|answer| !is_refusal(answer)).count();
    let summary = format!("{} refused; relaxed, {lenient} of them accepted", fens.len());
    Ok((summary, failures))
}

/// Checks that a Shredder-FEN and an X-FEN of the same position print the same, in both styles.
pub(super) fn verify_pairs(quadbit: &Quadbit, file: &Path) -> Result<Verdict> {
    let text = workspace::read(file)?;
    let (shredder, xfen): (Vec<&str>, Vec<&str>) =
        text.lines().filter_map(|line| line.split_once('\t')).unzip();
    let mut failures = Vec::new();
    for mode in [&["fen", "-"][..], &["fen", "--shredder", "-"]] {
        let (left, right) = (quadbit.answers(mode, &shredder)?, quadbit.answers(mode, &xfen)?);
        for (left, right) in left.iter().zip(&right) {
            if left != right || is_refusal(left) {
                failures.push(format!("`quadbit {}`: {left} and {right}", mode.join(" ")));
            }
        }
    }
    Ok((format!("{} pairs agree", xfen.len()), failures))
}

/// Reads a case from a line of JSON.
fn case(line: &str) -> Result<Case> {
    let value: Value = serde_json::from_str(line)?;
    let text = |key: &str| value[key].as_str().map(str::to_owned);
    let fen =
        text("fen").or_else(|| long_fen(&value["long"])).with_context(|| format!("no FEN in {line}"))?;
    let class =
        text("class").and_then(|name| Class::of(&name)).with_context(|| format!("no class in {line}"))?;
    Ok(Case { fen, class, why: text("why").unwrap_or_default() })
}

/// A FEN too long to be written out, from its first characters and its length: the start position after
/// spaces, or with a very long move number.
fn long_fen(long: &Value) -> Option<String> {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ";
    let head = long["head"].as_str()?;
    let length = usize::try_from(long["len"].as_u64()?).ok()?;
    if head.trim().is_empty() {
        let blanks = " ".repeat(length.checked_sub(START.len() + 1)?);
        Some(format!("{blanks}{START}1"))
    } else {
        Some(format!("{START}{}", "9".repeat(length.checked_sub(START.len())?)))
    }
}
