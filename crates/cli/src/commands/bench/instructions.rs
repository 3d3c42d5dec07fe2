//! Instructions as callgrind counts them, where it is installed.

use std::process::{Command, Stdio};

use crate::board::Board;

/// The depth of the count, in plies.
const DEPTH: u8 = 3;
/// The number of leaves of kiwipete three plies deep.
const LEAVES: u64 = 97_862;

/// The instructions for each leaf of kiwipete, three plies deep; `None` if valgrind is not installed, and for bulk
/// counts of `quad`, which the command makes in lanes. The load of the machine does not affect the number.
pub(super) fn per_leaf(board: Board, bulk: bool) -> Option<u64> {
    if bulk && board == Board::Quad {
        return None;
    }
    // Both runs start up and read the position, so the difference of their instructions excludes that.
    let (all, shared) = (collected(board, bulk, DEPTH)?, collected(board, bulk, 0)?);
    Some(all.saturating_sub(shared) / LEAVES)
}

/// The instructions that callgrind counts while this program runs a perft of kiwipete; `None` if valgrind does not run.
fn collected(board: Board, bulk: bool, depth: u8) -> Option<u64> {
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(std::env::current_exe().ok()?);
    command.args(["perft", &depth.to_string(), "--fen", "kiwipete", "--board", board.name()]);
    if !bulk {
        command.arg("--no-bulk");
    }
    let output = command.stdin(Stdio::null()).output().ok()?;
    read(&String::from_utf8_lossy(&output.stderr))
}

/// The number in callgrind's line `==123== Collected : 456`.
fn read(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.split_once("Collected : "))?;
    line.1.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn the_report_is_read() {
        let report = "==7== Callgrind\n==7== Events    : Ir\n==7== Collected : 5371042\n==7== \n";
        assert_eq!(read(report), Some(5_371_042));
        assert_eq!(read("valgrind: not found"), None);
    }
}
