//! Records are written to their files and read again.

use super::{Record, Row, lowest, mean};

/// A record of two positions, on which `level` is `factors` times faster than the peer.
pub(crate) fn record(date: &str, level: &str, factors: [f64; 2]) -> Record {
    let row = |position: &str, program: &str, seconds| Row {
        position: position.to_owned(),
        depth: 5,
        nodes: 1000,
        program: program.to_owned(),
        seconds,
    };
    let rows = vec![
        row("a", "cozy-chess", 0.5),
        row("a", level, 0.5 / factors[0]),
        row("b", "cozy-chess", 0.25),
        row("b", level, 0.25 / factors[1]),
    ];
    let (cpu, compiler) = ("Some CPU (8 cores)".to_owned(), "rustc 1.95.0".to_owned());
    Record { date: date.to_owned(), cpu, compiler, rounds: 5, rows }
}

#[test]
fn records_come_back_from_their_files() {
    let record = record("2026-11-22", "avx2", [4.0, 16.0]);
    assert_eq!(Record::from_csv(&record.to_csv()).unwrap(), record);
    assert_eq!(record.file_name(), "2026-11-22-some-cpu-8-cores.csv");
    let [(level, ratios)] = &record.ratios()[..] else { panic!("one level") };
    assert_eq!((level.as_str(), mean(ratios).round(), lowest(ratios)), ("avx2", 8.0, 4.0));
}

#[test]
fn damaged_files_are_refused() {
    let text = record("2026-11-22", "avx2", [4.0, 16.0]).to_csv();
    for (from, to) in [
        ("# cpu", "# gpu"),
        ("position,", "place,"),
        ("0.5", "soon"),
        ("0.25", "0"),
        (",1000,", ","),
        ("# date: 2026-11-22\n", ""),
    ] {
        assert!(Record::from_csv(&text.replace(from, to)).is_err(), "{from}");
    }
    assert!(Record::from_csv("").is_err());
}
