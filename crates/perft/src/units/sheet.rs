//! Text files with a header, rows and a checksum, written whole or not at all.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use super::error::{UnitsError, UnitsErrorKind};

/// The lines of a file: first its kind, then `name value` lines, an empty line, and the rows. The last line is the checksum.
///
/// Rows may be millions, so they are never held as text of their own: a file that was read is one text, and one that is
/// written gets its rows one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sheet {
    header: Vec<(String, String)>,
    /// What was read, with all lines.
    text: String,
    /// Where the rows are in it.
    rows: core::ops::Range<usize>,
}

/// How the names of temporary files end.
const ASIDE: &str = "aside";

/// Removes the temporary files that ended processes left in a folder. A running process holds a lock
/// on its file, and the system releases the locks of ended ones, on other machines too. Files that
/// cannot be removed stay.
pub(super) fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_abandoned = || File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        if path.extension().is_some_and(|extension| extension == ASIDE) && is_abandoned() {
            let _ = fs::remove_file(&path);
        }
    }
}

/// The largest file that is read, in bytes, so that an endless one is refused.
const LARGEST: u64 = 1 << 32;

impl Sheet {
    pub(super) const fn new() -> Self {
        Self { header: Vec::new(), text: String::new(), rows: 0..0 }
    }

    /// Adds a line to the header.
    #[must_use]
    pub(super) fn with(mut self, name: &str, value: &impl ToString) -> Self {
        self.header.push((name.to_owned(), value.to_string()));
        self
    }

    /// The value of a line of the header.
    pub(super) fn value(&self, name: &str) -> Result<&str, UnitsErrorKind> {
        let found = self.header.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).ok_or_else(|| damaged(format!("it has no line `{name}`")))
    }

    /// A value that is a number.
    pub(super) fn number<N: core::str::FromStr>(&self, name: &str) -> Result<N, UnitsErrorKind> {
        let value = self.value(name)?;
        value.parse().map_err(|_| damaged(format!("`{name} {value}` is not a number")))
    }

    /// The rows of a file that was read.
    pub(super) fn rows(&self) -> impl Iterator<Item = &str> + Clone {
        self.text[self.rows.clone()].lines()
    }

    /// The checksum of a file with these rows.
    pub(super) fn checksum(&self, kind: &str, rows: impl Iterator<Item = impl Display>) -> u128 {
        let mut sum = Summed::new(io::sink());
        // What is only counted cannot fail.
        let _ = self.put(kind, rows, &mut sum);
        sum.checksum
    }

    fn put(
        &self,
        kind: &str,
        rows: impl Iterator<Item = impl Display>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        writeln!(out, "{kind}")?;
        for (name, value) in &self.header {
            writeln!(out, "{name} {value}")?;
        }
        writeln!(out)?;
        for row in rows {
            writeln!(out, "{row}")?;
        }
        Ok(())
    }

    /// Writes the file under a temporary name, syncs it, and renames it. If anything fails, an existing file stays as it is.
    pub(super) fn write<R: Display>(
        &self,
        path: &Path,
        kind: &str,
        rows: &(impl Iterator<Item = R> + Clone),
    ) -> Result<(), UnitsError> {
        // Two programs may run the same task, so each has its own temporary file.
        let mut aside = path.as_os_str().to_owned();
        aside.push(format!(".{}.{ASIDE}", std::process::id()));
        let aside = Path::new(&aside);
        let write = || -> io::Result<()> {
            let file = File::create(aside)?;
            // For `remove_abandoned`. Where files cannot be locked, it leaves them alone too.
            let _ = file.lock();
            let mut sum = Summed::new(BufWriter::new(&file));
            self.put(kind, rows.clone(), &mut sum)?;
            let checksum = sum.checksum;
            writeln!(sum, "checksum {checksum:032x}")?;
            sum.flush()?;
            drop(sum);
            file.sync_all()?;
            fs::rename(aside, path)?;
            sync_folder(path)
        };
        // Another process may have removed the file as abandoned before it was locked.
        let written = write().or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => write(),
            _ => Err(error),
        });
        written.map_err(|error| {
            let _ = fs::remove_file(aside);
            UnitsErrorKind::Io(error).at(path)
        })
    }

    /// Reads a file of a kind, and checks its checksum.
    pub(super) fn read(path: &Path, kind: &str) -> Result<Self, UnitsError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
        read.map_err(|error| UnitsErrorKind::Io(error).at(path))?;
        Self::parse(bytes, kind).map_err(|kind| kind.at(path))
    }

    fn parse(bytes: Vec<u8>, kind: &str) -> Result<Self, UnitsErrorKind> {
        let text = String::from_utf8(bytes).map_err(|_| damaged("it is not text".to_owned()))?;
        let first = text.lines().next().unwrap_or_default();
        if first != kind {
            return Err(damaged(format!("its first line is not `{kind}`")));
        }
        let body = text.strip_suffix('\n').ok_or_else(|| damaged("its last line is cut off".to_owned()))?;
        let last = body.rfind('\n').map_or(0, |end| end + 1);
        let given = body[last..].strip_prefix("checksum ");
        let given = given
            .ok_or_else(|| damaged("its last line is not a checksum: the file is cut off".to_owned()))?;
        if format!("{:032x}", checksum(&text.as_bytes()[..last])) != given {
            return Err(damaged("its checksum is wrong: the file was changed or cut off".to_owned()));
        }
        let mut sheet = Self::new();
        let mut begin = first.len() + 1;
        while let Some((line, _)) = text[begin..last].split_once('\n') {
            begin += line.len() + 1;
            if line.is_empty() {
                break;
            }
            let (name, value) =
                line.split_once(' ').ok_or_else(|| damaged(format!("`{line}` has no value")))?;
            sheet = sheet.with(name, &value);
        }
        Ok(Self { rows: begin..last, text, ..sheet })
    }

    /// The checksum in the last line of a file that was read.
    pub(super) fn checksum_read(&self) -> u128 {
        checksum(&self.text.as_bytes()[..self.rows.end])
    }
}

/// A damaged file.
pub(super) fn damaged(what: String) -> UnitsErrorKind {
    UnitsErrorKind::Damaged(what)
}

/// The checksum of some bytes.
fn checksum(bytes: &[u8]) -> u128 {
    let mut sum = Summed::new(io::sink());
    sum.add(bytes);
    sum.checksum
}

/// A stream with the checksum of what was written: FNV-1a with 128 bits. Any change of one byte changes it. Source: Glenn Fowler, Landon
/// Curt Noll and Kiem-Phong Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
struct Summed<W> {
    out: W,
    checksum: u128,
}

impl<W> Summed<W> {
    const fn new(out: W) -> Self {
        Self { out, checksum: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d }
    }

    fn add(&mut self, bytes: &[u8]) {
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        for &byte in bytes {
            self.checksum = (self.checksum ^ u128::from(byte)).wrapping_mul(PRIME);
        }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Makes a new name in a folder permanent, on systems where folders can be synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Sheet, checksum};

    #[test]
    fn every_byte_counts() {
        let sheet = Sheet::new().with("plies", &3).with("root", &"8/8 w");
        let rows = ["1\ta", "2\tb", "2\tb"];
        let mut text = Vec::new();
        sheet.put("kind 1", rows.into_iter(), &mut text).unwrap();
        let sum = checksum(&text);
        assert_eq!(sheet.checksum("kind 1", rows.into_iter()), sum);
        text.extend(alloc::format!("checksum {sum:032x}\n").into_bytes());
        let read = Sheet::parse(text.clone(), "kind 1").unwrap();
        assert_eq!((&read.header, read.checksum_read()), (&sheet.header, sum));
        assert!(read.rows().eq(rows));
        for at in 0..text.len() {
            assert!(Sheet::parse(text[..at].to_vec(), "kind 1").is_err(), "cut at {at}");
            for bit in 0..8 {
                let mut bytes = text.clone();
                bytes[at] ^= 1 << bit;
                assert!(Sheet::parse(bytes, "kind 1").is_err(), "bit {bit} of byte {at}");
            }
        }
    }

    /// The published test vectors of the empty string and of `foobar`.
    #[test]
    fn the_checksum_is_fnv() {
        assert_eq!(checksum(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(checksum(b"foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
