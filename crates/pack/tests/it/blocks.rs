//! Blocks of records against records one by one.

use quadbit_movegen::{GameResult, Position, PositionBuilder, Validity};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::binpack::Writer;
use quadbit_pack::{Fields, Format, ReadError, Sample, batch, binaryfen, marlinformat};
use quadbit_quad::QuadBitboard;

use crate::samples::samples;

/// Samples that every format can write, if it may drop what it has no room for.
fn writable() -> Vec<Sample> {
    let samples = samples().filter(|sample| sample.position.has_standard_castling()).step_by(7);
    let samples = samples.filter(|sample| sample.result != GameResult::Unknown);
    let with_move =
        |sample: Sample| Some(Sample { mv: Some(*sample.position.legal_moves().first()?), ..sample });
    samples.filter_map(with_move).take(300).collect()
}

/// Samples and errors, each with the index of its record.
type Found = Vec<(usize, Result<Sample, ReadError>)>;

fn one_by_one(format: Format, bytes: &[u8], lengths: &[usize]) -> Found {
    let (mut found, mut rest) = (Found::new(), bytes);
    for (n, &length) in lengths.iter().enumerate() {
        let (record, behind) = rest.split_at(length);
        rest = behind;
        if let Err(error) = format.read(record, Validity::Strict, |sample| found.push((n, Ok(sample)))) {
            found.push((n, Err(error)));
        }
    }
    found
}

/// The samples and errors of a block, which must be equal at every level.
#[track_caller]
fn in_a_block(format: Format, bytes: &[u8], lengths: &[usize]) -> Found {
    let at = |level| {
        let mut found = Found::new();
        format.read_block(level, Validity::Strict, bytes, lengths, |n, read| found.push((n, read)));
        found
    };
    let found = at(Level::auto());
    for level in levels() {
        assert_eq!(at(level), found, "{format} {level:?}");
    }
    found
}

#[test]
fn blocks_are_records_one_by_one() {
    let mut samples = writable();
    // Refused by the formats that have room for its score.
    samples[5].score = None;
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Binpack) {
        let (mut single, mut refused) = (Vec::new(), Vec::new());
        for (n, sample) in samples.iter().enumerate() {
            if let Err(error) = format.write(sample, Fields::ALL, &mut single) {
                refused.push((n, error));
            }
        }
        for level in levels() {
            let (mut block, mut refused_in_block) = (Vec::new(), Vec::new());
            let refuse = |n, error| refused_in_block.push((n, error));
            format.write_block(level, Fields::ALL, &samples, &mut block, refuse);
            assert_eq!(block, single, "{format} {level:?}");
            assert_eq!(refused_in_block, refused, "{format} {level:?}");
        }

        let lengths = format.lengths(&single, true);
        let found = in_a_block(format, &single, &lengths);
        assert_eq!(found, one_by_one(format, &single, &lengths), "{format}");
        assert_eq!(found.iter().filter(|(_, read)| read.is_ok()).count(), samples.len() - refused.len());
    }
}

#[test]
fn bad_lines_of_a_block_are_named() {
    for format in [Format::Fen, Format::Text] {
        let mut text = Vec::new();
        for (n, sample) in writable().iter().take(40).enumerate() {
            format.write(sample, Fields::ALL, &mut text).unwrap();
            text.extend([&b""[..], b"\n", b"rubbish | 1 | 0.5\n", b"\xff\n \n"][n % 4]);
        }
        let lengths = format.lengths(&text, true);
        let found = in_a_block(format, &text, &lengths);
        assert_eq!(found, one_by_one(format, &text, &lengths), "{format}");
        assert_eq!((found.len(), found.iter().filter(|(_, read)| read.is_ok()).count()), (80, 40));
    }
}

/// An entry of `plain` ends with its last line, or with the blank lines after the last entry.
#[test]
fn entries_of_plain_end_with_their_last_line() {
    let mut text = Vec::new();
    for sample in &writable()[..2] {
        Format::Plain.write(sample, Fields::ALL, &mut text).unwrap();
    }
    let [first, second] = Format::Plain.lengths(&text, true)[..] else { panic!("two entries") };
    assert_eq!(first + second, text.len());
    let cut = &text[..text.len() - 1];
    assert_eq!(Format::Plain.lengths(cut, false), [first]);
    assert_eq!(Format::Plain.lengths(cut, true), [first, second - 1]);
    text.extend(b"\n \n");
    assert_eq!(Format::Plain.lengths(&text, true), [first, second + 3]);
    assert_eq!(Format::Plain.lengths(&text, false), [first, second]);
    text.extend(b"fen");
    assert_eq!(Format::Plain.lengths(&text, true), [first, second]);
}

/// Without a ply the writer counts from the move number; the reader gives the move number that belongs to the ply.
#[test]
fn plies_and_move_numbers() {
    let write = |samples: &[Sample]| {
        let (mut writer, mut file) = (Writer::new(), Vec::new());
        for sample in samples {
            writer.push(sample, Fields::NONE, &mut file).unwrap();
        }
        writer.finish(&mut file);
        one_by_one(Format::Binpack, &file, &Format::Binpack.lengths(&file, true))
            .into_iter()
            .map(|(_, read)| read.map(|sample| (sample.ply, sample.position.fullmoves())).unwrap())
            .collect::<Vec<_>>()
    };
    let sample = |fen: &str| {
        let position = Position::from_fen(fen).unwrap();
        let mv = Some(position.legal_moves()[0]);
        Sample { mv, score: Some(1), result: GameResult::Draw, ..Sample::from(position) }
    };
    let (white, black) = (sample("8/8/8/8/8/8/8/K6k w - - 3 7"), sample("8/8/8/8/8/8/8/K6k b - - 3 7"));
    assert_eq!(write(&[white]), [(Some(12), 7)]);
    assert_eq!(write(&[black]), [(Some(13), 7)]);
    // The last ply of the format.
    assert_eq!(write(&[Sample { ply: Some(0x3fff), ..black }]), [(Some(0x3fff), 0x2000)]);
    // The position after the move, but at another ply.
    let next = sample(&white.position.after(white.mv.unwrap()).to_string());
    assert_eq!(write(&[white, next]), [(Some(12), 7), (Some(13), 7)]);
    assert_eq!(write(&[white, Sample { ply: Some(40), ..next }])[1].0, Some(40));
}

/// The longest clocks that take a byte, and the last move of a position.
#[test]
fn binaryfen_is_written_in_the_shortest_form() {
    let record = |halfmoves: u16, fullmoves: u16| {
        let position = Position::from_fen("8/8/8/8/8/8/8/K6k b - - 0 1").unwrap();
        let parts = PositionBuilder { halfmoves, fullmoves, ..PositionBuilder::from(&position) };
        let position = parts.build(Validity::Strict).unwrap();
        binaryfen::Record::write(&Sample::from(position), Fields::NONE)
    };
    let len = |halfmoves| record(halfmoves, 1).unwrap().as_bytes().len();
    assert_eq!([0, 1, 127, 128].map(len), [9, 10, 10, 11]);
    assert!(record(0, u16::MAX).is_ok());
}

#[test]
#[should_panic(expected = "0 given, but room for 1 results")]
fn lengths_that_differ_are_refused() {
    batch::boards::<marlinformat::Board>(Level::auto(), &[], &mut [QuadBitboard::EMPTY]);
}

#[test]
fn an_unknown_format_is_told_the_known_ones() {
    let error = "zip".parse::<Format>().unwrap_err().to_string();
    assert_eq!(
        error,
        "expected fen, text, bulletformat, marlinformat, viriformat, binaryfen, tgct, binpack, plain or bin"
    );
}

/// All spellings of score and result, with too few parts, too many, and bytes that are not text.
#[test]
fn labels_are_read_in_a_block_as_one_by_one() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let scores = ["0", "+7", "-32768", "32767", "32768", "", "1.5", "\u{a0}5", "5\u{a0}"];
    let results = ["1.0", "1", "[1.0]", "0.5", "1/2", "[1/2]", "0.0", "0", "[0", "0.5\u{2003}", "2", ""];
    let mut text = Vec::new();
    for score in scores {
        for result in results {
            for line in [
                format!("{fen} | {score} | {result}\r\n"),
                format!(" {fen}|{score}|{result}\n"),
                format!("{fen} | | {score} | {result}\n"),
                format!("{fen} | {score} {result}\n"),
            ] {
                text.extend(line.as_bytes());
            }
        }
    }
    text.extend(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 3\xff | 0.5\n\xff | 3 | 0.5\n||\n|");
    let lengths = Format::Text.lengths(&text, true);
    let found = in_a_block(Format::Text, &text, &lengths);
    assert_eq!(found, one_by_one(Format::Text, &text, &lengths));
    // Six scores and nine results are good, in two spellings.
    assert_eq!(found.iter().filter(|(_, read)| read.is_ok()).count(), 6 * 9 * 2);
}

/// Castling, captures en passant, promotions, and clocks of seven bits, in the formats that hold moves.
#[test]
fn special_moves_and_high_clocks_come_back() {
    let fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 140",
        "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 60",
        "1n1n4/P1P1k3/8/8/8/8/8/4K3 w - - 64 80",
    ];
    for position in fens.map(|fen| Position::from_fen(fen).unwrap()) {
        for position in [position, position.flip_colors()] {
            let sample = Sample { score: Some(-5), result: GameResult::Draw, ..Sample::from(position) };
            let ply = u16::try_from(sample.ply_of_clocks()).unwrap();
            let moves = position.legal_moves();
            let samples: Vec<Sample> =
                moves.iter().map(|&mv| Sample { mv: Some(mv), ply: Some(ply), ..sample }).collect();
            for format in [Format::Plain, Format::Bin, Format::Binpack] {
                let (mut bytes, mut found) = (Vec::new(), Vec::new());
                let level = Level::auto();
                format.write_block(level, Fields::NONE, &samples, &mut bytes, |_, error| panic!("{error}"));
                let lengths = format.lengths(&bytes, true);
                format.read_block(level, Validity::Strict, &bytes, &lengths, |_, read| {
                    found.push(read.unwrap_or_else(|error| panic!("{format}: {position}: {error}")));
                });
                assert_eq!(found, samples, "{format}");
            }
        }
    }
}
