//! The output of programs that count by first move, in the forms that are in use.

use quadbit_perft::compare::Answer;

/// Reads a whole table of counts; lines that are not counts are ignored.
pub(crate) fn read(text: &str) -> Answer {
    let mut answer = Answer::default();
    text.lines().for_each(|line| add(&mut answer, line));
    answer
}

/// Adds the move and its count, or the total, in `line` to `answer`. A line with neither is ignored.
pub(super) fn add(answer: &mut Answer, line: &str) {
    match move_count(line) {
        Some(count) => answer.moves.push(count),
        None => answer.total = total(line).or(answer.total),
    }
}

/// Reads a number, whose digits may be grouped by `,`, `_` or `'`; `None` if there are no digits, if there is another
/// character, or if the number needs more than 128 bits.
fn number(text: &str) -> Option<u128> {
    let digits = text.replace([',', '_', '\''], "");
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

/// Reads the total: `Nodes searched: N`, `Nodes: N`, `total = N` and the like, or only a number.
fn total(line: &str) -> Option<u128> {
    let line = line.trim();
    let (name, nodes) = line.rsplit_once([' ', '\t', ':', '=']).unwrap_or(("total", line));
    let name = name.trim_end_matches([' ', '\t', ':', '=']).to_ascii_lowercase();
    let is_rate = ["sec", "nps", "/", "time"].iter().any(|word| name.contains(word));
    let is_total = ["node", "total", "leaves", "leafs", "perft"].iter().any(|word| name.contains(word));
    if is_total && !is_rate { number(nodes) } else { None }
}

/// Reads the line `e2e4: 20`. The colon may be missing or be a dash, the letters upper case. A dash directly before the
/// number is its sign: `e2e4: -1` is no count.
fn move_count(line: &str) -> Option<(String, u128)> {
    let line = line.trim().to_ascii_lowercase();
    let (uci, rest) = line.split_at(line.find([' ', '\t', ':', '-'])?);
    let (uci, signed) = (uci.replace('=', ""), rest.trim_start());
    let has_sign =
        signed.len() < rest.len() && signed.strip_prefix('-').is_some_and(|rest| !rest.starts_with(' '));
    let nodes =
        if has_sign { signed } else { signed.strip_prefix([':', '-']).unwrap_or(signed).trim_start() };
    let is_square = |text: &str| matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8']);
    let is_move = uci.get(..2).is_some_and(is_square)
        && uci.get(2..4).is_some_and(is_square)
        && matches!(uci.get(4..), Some("" | "q" | "r" | "b" | "n"));
    if is_move { Some((uci, number(nodes)?)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::{move_count, read, total};

    #[test]
    fn lines_of_engines() {
        for line in [
            "e7e8q: 20",
            "e7e8q 20",
            "e7e8q-20",
            "e7e8q\t20",
            "e7e8Q : 20",
            "  e7e8q - 20 ",
            "E7E8Q 20",
            "e7e8=Q: 20",
        ] {
            assert_eq!(move_count(line), Some(("e7e8q".to_owned(), 20)), "{line:?}");
        }
        for line in [
            "",
            "e2e4",
            "e2e9: 1",
            "e2e4: x",
            "e2e4x: 1",
            "e2e4: 1 2",
            "info depth 20",
            "ä2e4: 1",
            "e2e4: -1x",
            "e2e4: -1",
            "e2e4 -1",
        ] {
            assert_eq!(move_count(line), None, "{line:?}");
        }
        for line in [
            "Nodes searched: 8902",
            "Nodes searched  : 8902",
            "nodes searched:8902",
            "Nodes: 8902",
            "nodes 8902",
            "Total nodes = 8,902",
            "perft(3) = 8902",
            " 8902 ",
        ] {
            assert_eq!(total(line), Some(8_902), "{line:?}");
        }
        for line in
            ["", "Nodes searched: many", "e2e4: 20", "nps: 8902", "nodes/second 8902", "depth 3", "time 7"]
        {
            assert_eq!(total(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_table_may_lack_its_total() {
        assert_eq!(read("b1c3 2\na2a3 1\n").nodes(), 3);
        assert_eq!(read("a2a3 1\n\n4\n").total, Some(4));
        assert_eq!(read("a2a3 1").moves.len(), 1);
    }
}
