//! Suites: positions with known counts, from files or from the command itself.
//!
//! 1. A file is read whole, up to a limit; a dump of units is rewritten as lines of `.epd`.
//! 2. [`Suite::cases`] parses its lines one after the other, with the reader of `quadbit-perft`, and reads each
//!    position.
//! 3. The first bad line is an error that names the file and the line; the cases before it have been returned.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use quadbit_movegen::Position;
use quadbit_perft::suite::{BUILTIN, KnownCount, SuiteEntry, SuiteFormat};

use crate::failure::Failure;
use crate::position::{Rules, fen_of};

/// The size in bytes from which a file is refused, so that an endless one is not read.
const LARGEST: u64 = 1 << 28;

/// The text of a suite that has been read, with its format and the name for messages.
pub(crate) struct Suite {
    pub(crate) file: String,
    text: String,
    format: SuiteFormat,
    is_builtin: bool,
}

/// A position to be counted at one depth.
pub(crate) struct Case<'a> {
    pub(crate) file: &'a str,
    pub(crate) line: usize,
    pub(crate) fen: &'a str,
    pub(crate) position: Position,
    pub(crate) count: KnownCount,
    /// The name and description of a case of the command's own suite.
    pub(crate) about: Option<(&'static str, &'static str)>,
}

impl Suite {
    /// The suite that ships with the command.
    pub(crate) fn builtin() -> Self {
        let epd = |line: &str| line.splitn(3, '\t').nth(2).unwrap_or("#").to_owned() + "\n";
        Self {
            file: "builtin".to_owned(),
            text: BUILTIN.lines().map(epd).collect(),
            format: SuiteFormat::Epd,
            is_builtin: true,
        }
    }

    /// Reads a suite from a file in the format that its extension names: `.perft`, `.csv`, or else that of `.epd`. A
    /// `.csv` file is a dump of work units with counts at `depth`, which must then be given.
    pub(crate) fn open(path: &Path, depth: Option<u8>) -> Result<Self, Failure> {
        let file = path.display().to_string();
        let bad = |why: String| Failure::Input(format!("{file}: {why}"));
        let mut text = text_of(path).map_err(|error| bad(error.to_string()))?;
        if path.extension().is_some_and(|extension| extension == "csv") {
            let depth = depth.ok_or_else(|| {
                bad("only `suite --depth D` takes a .csv file, whose counts are of depth D".to_owned())
            })?;
            text = epd_of_dump(&text, depth).map_err(bad)?;
        }
        let is_perft = path.extension().is_some_and(|extension| extension == "perft");
        let format = if is_perft { SuiteFormat::Perft } else { SuiteFormat::Epd };
        Ok(Self { file, text, format, is_builtin: false })
    }

    /// The cases, with valid positions, up to the first bad line. They are parsed from the text each time,
    /// because all positions of a large suite may not fit in memory.
    pub(crate) fn cases(&self, rules: Rules) -> impl Iterator<Item = Result<Case<'_>, Failure>> {
        let Self { file, text, format, is_builtin } = self;
        let cases_of = move |SuiteEntry { line, fen, counts }| {
            let position = rules.read(fen_of(fen)).map_err(|error| format!("line {line}: {error}"))?;
            let about = is_builtin.then(|| about(line)).flatten();
            Ok(counts.into_iter().map(move |count| Case { file, line, fen, position, count, about }))
        };
        let cases = format
            .entries(text)
            .map(move |entry| entry.map_err(|error| error.to_string()).and_then(cases_of));
        cases.flat_map(move |cases: Result<_, String>| {
            let (cases, error) = match cases {
                Ok(cases) => (Some(cases), None),
                Err(error) => (None, Some(Err(Failure::Input(format!("{file}: {error}"))))),
            };
            cases.into_iter().flatten().map(Ok).chain(error)
        })
    }
}

/// Rewrites a dump of work units, positions with counts at `depth`, as lines of `.epd`. A dump has comma-separated
/// columns, among them `nodes` and `fen`; other columns, such as the further ones of The Grand Chess Tree's dumps, are
/// ignored.
fn epd_of_dump(csv: &str, depth: u8) -> Result<String, String> {
    let csv = csv.strip_prefix('\u{feff}').unwrap_or(csv);
    let (head, rows) = csv.split_once('\n').unwrap_or((csv, ""));
    let names: Vec<&str> = head.trim().split(',').collect();
    let column = |name| {
        let found = names.iter().position(|known| *known == name);
        found.ok_or_else(|| format!("its first line has no column `{name}`"))
    };
    let (nodes, fen) = (column("nodes")?, column("fen")?);
    let mut epd = "#\n".to_owned();
    for (number, row) in (2..).zip(rows.lines()) {
        let fields: Vec<&str> = row.trim().split(',').collect();
        if fields.len() != names.len() {
            return Err(format!("line {number}: {} columns instead of {}", fields.len(), names.len()));
        }
        epd = epd + fields[fen] + &format!(";D{depth} ") + fields[nodes] + "\n";
    }
    Ok(epd)
}

/// The name and the sentence on a line of the command's own suite, numbered from 1; `None` if there is no such line.
fn about(line: usize) -> Option<(&'static str, &'static str)> {
    let mut parts = BUILTIN.lines().nth(line.checked_sub(1)?)?.split('\t');
    Some((parts.next()?, parts.next()?))
}

/// The text of a file.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or has [`LARGEST`] bytes or more.
pub(crate) fn text_of(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    match File::open(path)?.take(LARGEST).read_to_string(&mut text) {
        Ok(length) if length as u64 == LARGEST => Err(io::Error::other("the file is larger than 256 MB")),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(io::Error::other("it is not text in UTF-8"))
        }
        read => read.map(|_| text),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quadbit_faults::{Board, Counter, Fault};
    use quadbit_movegen::Position;
    use quadbit_perft::perft;

    use super::{BUILTIN, Case, Rules, Suite, about, epd_of_dump};

    #[test]
    fn dumps_of_units() {
        // Two dumps: `theirs` has the columns of The Grand Chess Tree, the other those of quadbit.
        let theirs =
            "nodes,captures,occurrences,hash,fen,name\n20,0,1,77,8/8 w - - 0 1,x\r\n9,1,3,5,K7 w,y\n";
        assert_eq!(epd_of_dump(theirs, 3).unwrap(), "#\n8/8 w - - 0 1;D3 20\nK7 w;D3 9\n");
        assert_eq!(epd_of_dump("\u{feff}nodes,occurrences,fen", 1).unwrap(), "#\n");
        for (bad, why) in [
            ("", "no column `nodes`"),
            ("nodes,x\n1,2", "no column `fen`"),
            ("nodes,fen\n1,a\n1", "line 3: 1 columns instead of 2"),
        ] {
            assert!(epd_of_dump(bad, 1).unwrap_err().contains(why), "{bad}");
        }
    }

    /// Recounts each count of the command's own suite by `perft`, one position at a time. The counts come from two
    /// other programs.
    #[test]
    fn the_suite_of_the_command_is_right() {
        let mut names = BTreeSet::new();
        for (number, line) in (1..).zip(BUILTIN.lines()).skip(1) {
            let parts: Vec<&str> = line.split('\t').collect();
            let [name, sentence, epd] = parts[..] else { panic!("line {number}: {line}") };
            assert!(names.insert(name), "{name} twice");
            assert!(sentence.ends_with('.') && sentence.len() < 120, "{sentence}");
            assert_eq!(about(number), Some((name, sentence)));
            let (fen, counts) = epd.split_once(';').unwrap();
            let position: Position = fen.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
            for (depth, count) in (1..).zip(counts.split(';')) {
                let nodes = perft(&position, depth);
                assert_eq!(count, format!("D{depth} {nodes}"), "{name}");
            }
        }
        assert!(names.len() > 50);
    }

    /// Each known fault gives a wrong count in a case of at most 20,000 leaves, at depth 4 at the latest. Only a right
    /// that stays when the king or a rook moves needs depth 5: three moves of one side, away, back and castling, with
    /// two of the other between them.
    #[test]
    fn each_known_fault_fails_a_small_case() {
        let suite = Suite::builtin();
        let cases: Vec<Case<'_>> = suite.cases(Rules::default()).collect::<Result<_, _>>().unwrap();
        let faults: Vec<Fault> = Fault::all().collect();
        let mut counter = Counter::new(&faults.iter().map(|&fault| fault.into()).collect::<Vec<_>>());
        let mut depths = vec![u8::MAX; faults.len()];
        for case in cases.iter().filter(|case| case.count.nodes <= 20_000) {
            let counts = counter.perft(&Board::new(&case.position), case.count.depth);
            for (depth, count) in depths.iter_mut().zip(counts) {
                let shows = u128::from(count) != case.count.nodes;
                *depth = if shows { case.count.depth.min(*depth) } else { *depth };
            }
        }
        for (fault, depth) in faults.into_iter().zip(depths) {
            let returns = ["rights-stay-rook-moved", "rights-stay-king-moved", "rights-stay"];
            let most = if returns.contains(&fault.name()) { 5 } else { 4 };
            assert!(depth <= most, "{fault} passes the suite up to depth {most}");
        }
    }
}
