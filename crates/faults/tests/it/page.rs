//! The book's page of faults, `docs/src/guide/faults.md`: a table in which people look up a wrong count.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use quadbit_faults::{Board, Counter, Fault, Faults};
use testing::suites;

/// The depths at which the table counts the six known positions, in their order.
const DEPTHS: [u8; 6] = [5, 4, 5, 4, 4, 4];

/// Compares the page with the counts under every fault; a count that the fault does not change is left empty.
#[test]
fn the_page_of_faults_is_that_of_the_code() {
    let boards: Vec<Board> = suites::positions(suites::WIKI).map(|position| Board::new(&position)).collect();
    assert_eq!(boards.len(), DEPTHS.len());
    let faults = || Fault::all().filter(|fault| fault.name() != "ply-added");
    let sets: Vec<Faults> = [Faults::NONE].into_iter().chain(faults().map(Faults::from)).collect();
    let count = |(board, depth)| Counter::new(&sets).perft(board, depth);
    let columns: Vec<Vec<u64>> = boards.iter().zip(DEPTHS).map(count).collect();
    let mut table =
        "| fault | what the generator does | start 5 | kiwipete 4 | cpw3 5 | cpw4 4 | cpw5 4 | cpw6 4 |\n\
                     |---|---|--:|--:|--:|--:|--:|--:|\n"
            .to_owned();
    let right: Vec<String> = columns.iter().map(|column| column[0].to_string()).collect();
    writeln!(table, "| none | the rules of chess | {} |", right.join(" | ")).unwrap();
    for (row, fault) in (1..).zip(faults()) {
        write!(table, "| `{fault}` | {} |", fault.rule()).unwrap();
        for column in &columns {
            let number = if column[row] == column[0] { String::new() } else { column[row].to_string() };
            write!(table, " {number} |").unwrap();
        }
        table += "\n";
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/guide/faults.md");
    let text = fs::read_to_string(&page).unwrap();
    let start = text.find("| fault |").unwrap_or(text.len());
    let expected = text[..start].to_owned() + &table;
    if text != expected {
        let new = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults.md");
        fs::write(&new, expected).unwrap();
        panic!("the table is stale: cp {} {}", new.display(), page.display());
    }
}
