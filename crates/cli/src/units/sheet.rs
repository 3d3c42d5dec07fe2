//! Text files with a header, rows and a checksum, written whole or not at all.
//!
//! ```text
//!   quadbit-result 1       the kind
//!   task 7                 the header: names and values
//!                          an empty line
//!   2\t8/8/.. w\t400       rows
//!   checksum 6c62..        of all bytes above
//! ```
//!
//! 1. [`write`] puts the lines into a new file, syncs it, and gives it its name.
//! 2. [`Sheet::read`] compares the checksum, then splits the header. It keeps the rows in the one text that was read,
//!    because they may be millions.
//! 3. [`Sheet::number`] and [`Sheet::expect`] read and compare lines of the header.
//!
//! A file that does not end with the checksum of all its bytes is never used.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use crate::failure::Failure;
use crate::file::NewFile;

/// The lines of a file between the first one, which names its kind, and its rows: names and values.
pub(super) type Header<'a> = [(&'a str, String)];

/// A file of a plan (manifest, task or result) that was read and has the right checksum.
#[derive(Debug)]
pub(super) struct Sheet {
    header: Vec<(String, String)>,
    /// The text of the file, all lines.
    text: String,
    /// The bytes of `text` that are rows.
    rows: Range<usize>,
}

/// The largest file that is read, in bytes, so that an endless one is refused.
const LARGEST: u64 = 1 << 32;

/// Writes a file of the given kind, header and rows, with its checksum, and syncs it to the disk. If anything fails, an
/// existing file stays as it is.
pub(super) fn write<R: Display>(
    path: &Path,
    kind: &str,
    header: &Header<'_>,
    rows: &(impl Iterator<Item = R> + Clone),
) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        let file = NewFile::create(path)?;
        let mut sum = Summed::new(BufWriter::new(file.file()));
        put(kind, header, rows.clone(), &mut sum)?;
        let checksum = sum.checksum;
        writeln!(sum, "checksum {checksum:032x}")?;
        sum.flush()?;
        drop(sum);
        file.file().sync_all()?;
        file.finish()?;
        sync_folder(path)
    };
    // Another process may have removed the file as abandoned before it was locked. Then it is written once more.
    let written = write().or_else(|error| match error.kind() {
        io::ErrorKind::NotFound => write(),
        _ => Err(error),
    });
    written.map_err(|error| bad(path, error))
}

/// The checksum of a file of the given kind, header and rows.
pub(super) fn checksum_of(kind: &str, header: &Header<'_>, rows: impl Iterator<Item = impl Display>) -> u128 {
    let mut sum = Summed::new(io::sink());
    // Writing to a sink cannot fail.
    let _ = put(kind, header, rows, &mut sum);
    sum.checksum
}

/// Writes all lines but the checksum.
fn put(
    kind: &str,
    header: &Header<'_>,
    rows: impl Iterator<Item = impl Display>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{kind}")?;
    for (name, value) in header {
        writeln!(out, "{name} {value}")?;
    }
    writeln!(out)?;
    for row in rows {
        writeln!(out, "{row}")?;
    }
    Ok(())
}

impl Sheet {
    /// Reads a file whose first line must be `kind`, and checks its checksum.
    pub(super) fn read(path: &Path, kind: &str) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LARGEST).read_to_end(&mut bytes));
        read.map_err(|error| bad(path, error))?;
        Self::parse(bytes, kind).map_err(|why| bad(path, why))
    }

    fn parse(bytes: Vec<u8>, kind: &str) -> Result<Self, String> {
        let text = String::from_utf8(bytes).map_err(|_| "it is not text")?;
        let first = text.lines().next().unwrap_or_default();
        if first != kind {
            return Err(format!("its first line is not `{kind}`"));
        }
        let body = text.strip_suffix('\n').ok_or("its last line is cut off")?;
        let last = body.rfind('\n').map_or(0, |end| end + 1);
        let given = body[last..].strip_prefix("checksum ");
        let given = given.ok_or("its last line is not a checksum: the file is cut off")?;
        if format!("{:032x}", checksum(&text.as_bytes()[..last])) != given {
            return Err("its checksum is wrong: the file was changed or cut off".to_owned());
        }
        let mut header = Vec::new();
        let mut begin = first.len() + 1;
        while let Some((line, _)) = text[begin..last].split_once('\n') {
            begin += line.len() + 1;
            if line.is_empty() {
                break;
            }
            let (name, value) = line.split_once(' ').ok_or_else(|| format!("`{line}` has no value"))?;
            header.push((name.to_owned(), value.to_owned()));
        }
        Ok(Self { header, rows: begin..last, text })
    }

    /// The value of the line of the header that begins with `name`.
    pub(super) fn value(&self, name: &str) -> Result<&str, String> {
        let found = self.header.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).ok_or_else(|| format!("it has no line `{name}`"))
    }

    /// The value of the line of the header that begins with `name`, a number.
    pub(super) fn number<N: FromStr>(&self, name: &str) -> Result<N, String> {
        let value = self.value(name)?;
        value.parse().map_err(|_| format!("`{name} {value}` is not a number"))
    }

    /// Checks that the line of the header that begins with `name` has the value `expected`. If it has another one,
    /// the file belongs to another plan or task, and the error is what `otherwise` makes of that value.
    pub(super) fn expect(
        &self,
        name: &str,
        expected: &str,
        otherwise: impl FnOnce(&str) -> String,
    ) -> Result<(), String> {
        let value = self.value(name)?;
        if value == expected { Ok(()) } else { Err(otherwise(value)) }
    }

    /// The rows of the file.
    pub(super) fn rows(&self) -> impl Iterator<Item = &str> + Clone {
        self.text[self.rows.clone()].lines()
    }

    /// The checksum in the last line of the file.
    pub(super) fn checksum(&self) -> u128 {
        checksum(&self.text.as_bytes()[..self.rows.end])
    }
}

/// The failure of a command because of the file or folder `path`.
pub(super) fn bad(path: &Path, why: impl Display) -> Failure {
    Failure::Input(format!("{}: {why}", path.display()))
}

/// The checksum of `bytes`.
fn checksum(bytes: &[u8]) -> u128 {
    let mut sum = Summed::new(io::sink());
    sum.add(bytes);
    sum.checksum
}

/// A stream with the checksum of what was written: FNV-1a with 128 bits. A change of any single byte changes the
/// checksum. Source: Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, <http://www.isthe.com/chongo/tech/comp/fnv/>.
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
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Sheet, checksum, checksum_of, put};

    #[test]
    fn every_byte_counts() {
        let header = [("plies", "3".to_owned()), ("root", "8/8 w".to_owned())];
        let rows = ["1\ta", "2\tb", "2\tb"];
        let mut text = Vec::new();
        put("kind 1", &header, rows.into_iter(), &mut text).unwrap();
        let sum = checksum(&text);
        assert_eq!(checksum_of("kind 1", &header, rows.into_iter()), sum);
        text.extend(format!("checksum {sum:032x}\n").into_bytes());
        let read = Sheet::parse(text.clone(), "kind 1").unwrap();
        assert!(read.header.iter().map(|(name, value)| (name.as_str(), value.clone())).eq(header));
        assert_eq!(read.checksum(), sum);
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

    /// The checksums of the empty string and of `foobar` are the published test vectors.
    #[test]
    fn the_checksum_is_fnv() {
        assert_eq!(checksum(b""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(checksum(b"foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
