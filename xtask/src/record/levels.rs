//! Records of the kind `levels`: how long each level counts, compared with another program.

use anyhow::{Context, Result, bail, ensure};

use super::Record;

/// The program that all times are compared with.
pub(crate) const PEER: &str = "cozy-chess";

/// A level, and how many times faster than [`PEER`] it is at each position.
type Level<'a> = (&'a str, Vec<f64>);

/// Returns the names of the positions of a record, and for each level how many times faster than [`PEER`] it counts
/// them.
///
/// A row is a position, its depth, the number of nodes, the program, which is [`PEER`] or a level, and its seconds.
pub(crate) fn ratios(record: &Record) -> Result<(Vec<&str>, Vec<Level<'_>>)> {
    let (mut positions, mut levels) = (Vec::new(), Vec::<Level<'_>>::new());
    let mut peer = f64::NAN;
    for row in record.rows() {
        let [position, _, _, program, seconds] = row[..] else {
            bail!("{}: expected five cells, found {row:?}", record.path);
        };
        let seconds: f64 = seconds.parse().with_context(|| format!("reading the time {seconds}"))?;
        if program == PEER {
            peer = seconds;
            positions.push(position);
        } else if let Some((_, ratios)) = levels.iter_mut().find(|(level, _)| *level == program) {
            ratios.push(peer / seconds);
        } else {
            levels.push((program, vec![peer / seconds]));
        }
    }
    ensure!(!levels.is_empty(), "{} has no times", record.path);
    Ok((positions, levels))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(rows: &str) -> Record {
        Record { path: String::new(), text: format!("# today\nposition\tdepth\tnodes\n{rows}") }
    }

    #[test]
    fn ratios_are_those_of_times() {
        let rows =
            "a\t5\t9\tcozy-chess\t0.5\na\t5\t9\tavx2\t0.125\nb\t5\t9\tcozy-chess\t1\nb\t5\t9\tavx2\t0.5\n";
        assert_eq!(ratios(&record(rows)).unwrap(), (vec!["a", "b"], vec![("avx2", vec![4.0, 2.0])]));
    }

    #[test]
    fn damaged_records_are_refused() {
        for rows in ["", "a\t5\t9\tcozy-chess\n", "a\t5\t9\tcozy-chess\tsoon\n", "a\t5\t9\tcozy-chess\t1\n"] {
            assert!(ratios(&record(rows)).is_err(), "{rows:?}");
        }
    }
}
