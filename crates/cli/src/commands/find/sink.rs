//! Writes what was found, numbered and in order, to standard output or to files; with `--unique` without repeated
//! games.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::games::{Done, Found};
use super::groups::Groups;
use super::rows::{COLUMNS, field};
use super::{Args, To};
use crate::failure::Failure;
use crate::json::Json;

/// Why the search ends early.
pub(super) enum Stop {
    /// As much has been found as was asked for.
    Enough,
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The destination of what is found.
pub(super) struct Sink<'a> {
    args: &'a Args,
    to: To,
    out: BufWriter<io::Stdout>,
    parts: Parts,
    groups: Groups,
    /// The file that is searched.
    name: String,
    /// The number of games of this file before the present block.
    before: u64,
    seen: HashSet<u128>,
    /// The number of games or records that have been read from all files.
    games: u64,
    /// The number of games or records that cannot be read to their end.
    bad: u64,
    /// The number of games found.
    found: u64,
    /// The number of positions found.
    positions: u64,
}

/// The number of bad games that are reported; the others are only counted.
const NAMED: u64 = 20;

impl<'a> Sink<'a> {
    pub(super) fn new(args: &'a Args, to: To) -> Self {
        Self {
            args,
            to,
            out: BufWriter::new(io::stdout()),
            parts: Parts::default(),
            groups: Groups::default(),
            name: String::new(),
            before: 0,
            seen: HashSet::new(),
            games: 0,
            bad: 0,
            found: 0,
            positions: 0,
        }
    }

    /// Begins the file `name`, in which games are numbered from 1 again.
    pub(super) fn begin(&mut self, name: &str) {
        (self.name, self.before) = (name.to_owned(), 0);
    }

    /// Takes what was found in the next block. With `--first`, the games after the last one that is wanted do not count
    /// as read.
    pub(super) fn take(&mut self, done: Done) -> Result<(), Stop> {
        let (mut games, mut result) = (done.games, Ok(()));
        for found in done.found {
            let game = found.game;
            if found.key.is_none_or(|key| self.seen.insert(key)) {
                result = self.give(found);
            }
            if result.is_err() {
                games = game + 1;
                break;
            }
        }
        for (game, fault) in done.faults.into_iter().filter(|(game, _)| *game < games) {
            self.bad += 1;
            if self.bad <= NAMED {
                // If standard error is closed, bad games are only counted.
                let _ = writeln!(io::stderr(), "{}: game {}: {fault}", self.name, self.before + game + 1);
            }
        }
        self.before += games;
        self.games += games;
        result
    }

    fn give(&mut self, found: Found) -> Result<(), Stop> {
        if self.to == To::Csv && self.found == 0 {
            let tags = self.args.tags.iter().map(|tag| format!(",{}", field(tag)));
            writeln!(self.out, "{COLUMNS}{}", tags.collect::<String>()).map_err(Failure::Stream)?;
        }
        self.found += 1;
        self.positions += found.positions;
        found.members.into_iter().for_each(|member| self.groups.add(member));
        let game = self.before + found.game + 1;
        let number = match self.to {
            To::Csv => format!("{},{game}", field(&self.name)),
            To::Jsonl => format!("{{\"file\":{},\"game\":{game}", Json::Text(self.name.clone())),
            _ => String::new(),
        };
        for (place, row) in (1..).zip(found.rows) {
            if let (Some(split), Some(folder)) = (&self.args.split, &self.args.out) {
                let name = match split.parse::<u64>() {
                    Ok(size) => format!("{:06}", (self.found - 1) / size.max(1) + 1),
                    Err(_) => safe(&found.part),
                };
                self.parts.write(folder, name, &row)?;
            } else {
                let written = self.out.write_all(number.as_bytes()).and_then(|()| self.out.write_all(&row));
                written.map_err(Failure::Stream)?;
            }
            let is_row = !matches!(self.to, To::Pgn | To::Count);
            if is_row && self.args.first == Some(self.positions - found.positions + place) {
                return Err(Stop::Enough);
            }
        }
        let given = if matches!(self.to, To::Pgn | To::Count) { self.found } else { 0 };
        if self.args.first == Some(given) { Err(Stop::Enough) } else { Ok(()) }
    }

    /// A text with the numbers of what has been read and found so far.
    pub(super) fn counts(&self) -> String {
        let Self { games, found, positions, .. } = self;
        format!("{games} games or records read, {} found", counted(*positions, *found))
    }

    /// Writes the rest of the output, and the counts. Returns whether anything was found.
    pub(super) fn finish(&mut self) -> Result<bool, Failure> {
        if self.args.by.is_some() {
            self.groups.print(&mut self.out)?;
        } else if self.to == To::Count {
            writeln!(self.out, "{}", counted(self.positions, self.found))?;
        }
        self.out.flush()?;
        self.parts.flush()?;
        if self.bad > 0 {
            let _ = writeln!(io::stderr(), "bad games or records: {} of {}", self.bad, self.games);
        }
        Ok(self.found > 0)
    }
}

/// The numbers of positions and games in words.
fn counted(positions: u64, games: u64) -> String {
    let some = |number: u64, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    format!("{} in {}", some(positions, "position"), some(games, "game"))
}

/// Files of games. Their texts are collected in memory, and then written to one file after the other.
#[derive(Default)]
struct Parts {
    /// For each file, what has not been written yet, and whether the file has been begun.
    waiting: HashMap<String, (Vec<u8>, bool)>,
    /// The number of bytes in `waiting`.
    bytes: usize,
    folder: std::path::PathBuf,
}

/// The number of bytes that are collected in memory before they are written.
const WAITING: usize = 1 << 26;

impl Parts {
    fn write(&mut self, folder: &Path, name: String, bytes: &[u8]) -> Result<(), Failure> {
        folder.clone_into(&mut self.folder);
        self.waiting.entry(name).or_default().0.extend_from_slice(bytes);
        self.bytes += bytes.len();
        if self.bytes < WAITING { Ok(()) } else { self.flush() }
    }

    /// Writes the texts in `waiting` to their files, of which one is open at a time.
    fn flush(&mut self) -> Result<(), Failure> {
        let failed = |path: &Path, error: io::Error| Failure::Input(format!("{}: {error}", path.display()));
        if self.bytes > 0 {
            fs::create_dir_all(&self.folder).map_err(|error| failed(&self.folder, error))?;
        }
        self.bytes = 0;
        for (name, (bytes, is_begun)) in self.waiting.iter_mut().filter(|(_, (bytes, _))| !bytes.is_empty()) {
            let path = self.folder.join(format!("{name}.pgn"));
            let file =
                if *is_begun { OpenOptions::new().append(true).open(&path) } else { File::create_new(&path) };
            let written = file.and_then(|mut file| file.write_all(bytes));
            written.map_err(|error| failed(&path, error))?;
            *is_begun = true;
            bytes.clear();
        }
        Ok(())
    }
}

/// A file name for the value of a tag: letters, digits, `-` and `+` stay, other characters become `_`. A name is cut
/// after 60 characters; `_` is appended to an empty one, and to one that a system reserves for devices.
fn safe(value: &str) -> String {
    let name: String = value
        .chars()
        .map(|c| if c.is_alphanumeric() || "-+".contains(c) { c } else { '_' })
        .take(60)
        .collect();
    let is_device = ["con", "prn", "aux", "nul", "com", "lpt"]
        .contains(&name.to_lowercase().trim_end_matches(|c: char| c.is_ascii_digit()));
    if name.is_empty() || is_device { format!("{name}_") } else { name }
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn names_of_files_are_safe() {
        for (value, name) in [
            ("B90", "B90"),
            ("Müller, K.", "Müller__K_"),
            ("../../etc/passwd", "______etc_passwd"),
            ("", "_"),
            ("com1", "com1_"),
            ("1/2-1/2", "1_2-1_2"),
        ] {
            assert_eq!(safe(value), name);
        }
        assert_eq!(safe(&"é".repeat(500)).chars().count(), 60);
    }
}
