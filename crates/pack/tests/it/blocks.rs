//! Blocks of records against records one by one.

use quadbit_movegen::{GameResult, Move, Position, PositionBuilder, Validity};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::binpack::{self, Writer};
use quadbit_pack::{
    Field, Fields, Format, Labels, ReadError, ReadErrorKind, Record, RecordReader, Sample, WriteError, batch,
    binaryfen, bulletformat, marlinformat, packed_sfen, plain, text, tgct,
};
use quadbit_quad::QuadBitboard;

use crate::samples::samples;

/// Returns samples that every format can write, if it may drop what it has no room for.
fn writable() -> Vec<Sample> {
    let samples = samples().filter(|sample| sample.position.has_standard_castling()).step_by(7);
    let samples = samples.filter(|sample| sample.labels.result != GameResult::Unknown);
    let move_of = |sample: Sample| {
        Some(Sample {
            labels: Labels { mv: Some(*sample.position.legal_moves().first()?), ..sample.labels },
            ..sample
        })
    };
    samples.filter_map(move_of).take(300).collect()
}

/// Samples and errors, each with the index of its record.
type Found = Vec<(usize, Result<Sample, ReadError>)>;

/// Reads each record in `bytes` by the functions of its format's module instead of [`Format`], and returns the samples
/// or errors.
fn one_by_one(format: Format, bytes: &[u8], lengths: &[usize]) -> Found {
    let (mut found, mut rest) = (Found::new(), bytes);
    for (n, &length) in lengths.iter().enumerate() {
        let (record, behind) = rest.split_at(length);
        rest = behind;
        found.push((n, read_one(format, record)));
    }
    found
}

/// Returns the sample of a record that has only one, or its error.
fn read_one(format: Format, record: &[u8]) -> Result<Sample, ReadError> {
    let validity = Validity::Strict;
    let line = || {
        let line = record.strip_suffix(b"\n").unwrap_or(record);
        let line = str::from_utf8(line).map_err(|_| ReadErrorKind::NotUtf8)?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim().is_empty() { Err(ReadErrorKind::Empty) } else { Ok(line) }
    };
    match format {
        Format::Fen => text::read_fen(line()?, validity),
        Format::Text => text::read(line()?, validity),
        Format::Bulletformat => bulletformat::BulletRecord::from_bytes(record).unwrap().read(validity),
        Format::Marlinformat => marlinformat::MarlinRecord::from_bytes(record).unwrap().read(validity),
        Format::Tgct => tgct::TgctRecord::from_bytes(record).unwrap().read(validity),
        Format::Binaryfen => binaryfen::read(&record[1..], validity),
        Format::Plain => plain::read(str::from_utf8(record).unwrap(), validity),
        Format::Bin => packed_sfen::read(record.try_into().unwrap(), validity),
        // A game without moves is its first position, and four zeros.
        Format::Viriformat => marlinformat::MarlinRecord::from_bytes(record.strip_suffix(&[0; 4]).unwrap())
            .unwrap()
            .read(validity),
        _ => panic!("{format} has tests of its own"),
    }
}

/// Appends the record of a sample, by the writer of the format's module.
fn write_one(format: Format, sample: &Sample, bytes: &mut Vec<u8>) -> Result<(), WriteError> {
    let all = Fields::ALL;
    match format {
        Format::Fen => bytes.extend(format!("{}\n", text::write_fen(sample, all)?).bytes()),
        Format::Text => bytes.extend(format!("{}\n", text::write(sample, all)?).bytes()),
        Format::Bulletformat => bytes.extend(bulletformat::BulletRecord::write(sample, all)?.as_bytes()),
        Format::Marlinformat => bytes.extend(marlinformat::MarlinRecord::write(sample, all)?.as_bytes()),
        Format::Viriformat => {
            bytes.extend(marlinformat::MarlinRecord::write(sample, all)?.as_bytes());
            bytes.extend([0; 4]);
        }
        Format::Tgct => bytes.extend(tgct::TgctRecord::write(sample, all)?.as_bytes()),
        Format::Binaryfen => {
            let record = binaryfen::BinaryFen::write(sample, all)?;
            bytes.push(u8::try_from(record.as_bytes().len()).unwrap());
            bytes.extend(record.as_bytes());
        }
        Format::Plain => bytes.extend(plain::write(sample, all)?.to_string().bytes()),
        Format::Bin => bytes.extend(packed_sfen::write(sample, all)?),
        _ => panic!("{format} has tests of its own"),
    }
    Ok(())
}

#[track_caller]
fn in_a_block(format: Format, bytes: &[u8], lengths: &[usize]) -> Found {
    let at = |level| {
        let mut found = Found::new();
        format.read_at(level, Validity::Strict, bytes, lengths, |n, read| found.push((n, read)));
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
    // A sample without a score, which the formats that have room for a score refuse.
    samples[5].labels.score = None;
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Binpack) {
        let (mut single, mut refused) = (Vec::new(), Vec::new());
        for (n, sample) in samples.iter().enumerate() {
            if let Err(error) = write_one(format, sample, &mut single) {
                refused.push((n, error));
            }
        }
        for level in levels() {
            let (mut block, mut refused_in_block) = (Vec::new(), Vec::new());
            let refuse = |n, error| refused_in_block.push((n, error));
            format.write_at(level, Fields::ALL, &samples, &mut block, refuse);
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
            write_one(format, sample, &mut text).unwrap();
            text.extend([&b""[..], b"\n", b"\xff\n \n", b"rubbish | 1 | 0.5\n"][n % 4]);
        }
        let lengths = format.lengths(&text, true);
        let found = in_a_block(format, &text, &lengths);
        assert_eq!(found, one_by_one(format, &text, &lengths), "{format}");
        assert_eq!((found.len(), found.iter().filter(|(_, read)| read.is_ok()).count()), (80, 40));
    }
}

/// An entry of `plain` ends with its line `e`; the last entry also has the blank lines after it.
#[test]
fn entries_of_plain_end_with_their_last_line() {
    let mut text = Vec::new();
    for sample in &writable()[..2] {
        write_one(Format::Plain, sample, &mut text).unwrap();
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

/// Writes samples in binpack, reads them back, and returns their plies and move numbers.
fn through_binpack(samples: &[Sample], drop: Fields) -> Result<Vec<(Option<u16>, u16)>, WriteError> {
    let (mut writer, mut file, mut found) = (Writer::new(), Vec::new(), Vec::new());
    for sample in samples {
        writer.push(sample, drop, &mut file)?;
    }
    writer.finish(&mut file);
    for sample in binpack::samples(binpack::chunk(&file).unwrap().0, Validity::Strict) {
        let sample = sample.unwrap();
        found.push((sample.labels.ply, sample.position.fullmoves()));
    }
    Ok(found)
}

/// Returns a sample of a position, with its first legal move.
fn with_move(position: Position) -> Sample {
    let mv = position.legal_moves().first().copied();
    Sample { position, labels: Labels { mv, score: Some(1), result: GameResult::Draw, ..Labels::NONE } }
}

/// Without a ply the writer counts from the move number. An entry has only the ply, so a move number that does not
/// belong to it is refused.
#[test]
fn plies_and_move_numbers() {
    let write = |samples: &[Sample]| through_binpack(samples, Fields::EMPTY);
    let sample = |fen: &str| with_move(Position::from_fen(fen).unwrap());
    let (white, black) = (sample("8/8/8/8/8/8/8/K6k w - - 3 7"), sample("8/8/8/8/8/8/8/K6k b - - 3 7"));
    assert_eq!(write(&[white]), Ok(vec![(Some(12), 7)]));
    assert_eq!(write(&[black]), Ok(vec![(Some(13), 7)]));
    // Move 8192 of Black is ply 16,383, the highest ply of an entry.
    let last = sample("8/8/8/8/8/8/8/K6k b - - 3 8192");
    assert_eq!(write(&[last]), Ok(vec![(Some(0x3fff), 0x2000)]));
    // Within a chain, plies may be higher than in an entry.
    let next = with_move(last.position.after(last.labels.mv.unwrap()));
    assert_eq!(write(&[last, next]), Ok(vec![(Some(0x3fff), 0x2000), (Some(0x4000), 0x2001)]));
    assert_eq!(write(&[next]), Err(WriteError::Lost(Field::Ply)));

    let other = Sample { labels: Labels { ply: Some(5), ..white.labels }, ..white };
    assert_eq!(write(&[other]), Err(WriteError::Lost(Field::Clocks)));
    let may_drop = Fields::EMPTY.with(Field::Clocks);
    assert_eq!(through_binpack(&[other], may_drop), Ok(vec![(Some(5), 3)]));
    // If the ply is not the next one, the sample begins a chain of its own.
    let next = with_move(white.position.after(white.labels.mv.unwrap()));
    assert_eq!(write(&[white, next]), Ok(vec![(Some(12), 7), (Some(13), 7)]));
    assert_eq!(
        write(&[white, Sample { labels: Labels { ply: Some(12), ..next.labels }, ..next }]),
        Ok(vec![(Some(12), 7), (Some(12), 7)])
    );
    // The chain of `other` counts its moves from the ply 5 of its entry, so move 7 becomes move 3.
    assert_eq!(
        through_binpack(
            &[other, Sample { labels: Labels { ply: Some(6), ..next.labels }, ..next }],
            may_drop
        ),
        Ok(vec![(Some(5), 3), (Some(6), 3)])
    );
    let third = with_move(next.position.after(next.labels.mv.unwrap()));
    let chain = [
        other,
        Sample { labels: Labels { ply: Some(6), ..next.labels }, ..next },
        Sample { labels: Labels { ply: Some(7), ..third.labels }, ..third },
    ];
    assert_eq!(through_binpack(&chain, may_drop), Ok(vec![(Some(5), 3), (Some(6), 3), (Some(7), 4)]));
    let kept =
        Sample { position: at_move(third.position, 8), labels: Labels { ply: Some(14), ..third.labels } };
    assert_eq!(
        through_binpack(
            &[
                Sample { labels: Labels { ply: Some(12), ..white.labels }, ..white },
                Sample { labels: Labels { ply: Some(13), ..next.labels }, ..next },
                kept
            ],
            Fields::EMPTY
        ),
        Ok(vec![(Some(12), 7), (Some(13), 7), (Some(14), 8)])
    );
}

/// Returns the position with the move number `fullmoves`.
fn at_move(position: Position, fullmoves: u16) -> Position {
    PositionBuilder { fullmoves, ..PositionBuilder::from(&position) }.build(Validity::Strict).unwrap()
}

/// A ply beyond 65,535 is refused by `plain` and packed sfen; if it may be dropped, 65,535 is written in its place.
#[test]
fn plies_that_do_not_fit_are_refused() {
    let late = with_move(Position::from_fen("8/8/8/8/8/8/8/K6k w - - 3 40000").unwrap());
    for format in [Format::Plain, Format::Bin] {
        let write = |drop| {
            let (mut bytes, mut refused) = (Vec::new(), None);
            format.write(drop, &[late], &mut bytes, |_, error| refused = Some(error));
            (bytes, refused)
        };
        assert_eq!(write(Fields::EMPTY).1, Some(WriteError::Lost(Field::Ply)), "{format}");
        let (bytes, refused) = write(Fields::EMPTY.with(Field::Ply));
        assert_eq!(refused, None, "{format}");
        let back = read_one(format, &bytes).unwrap();
        assert_eq!((back.labels.ply, back.position.fullmoves()), (Some(u16::MAX), 40_000), "{format}");
    }
}

/// Formats of Stockfish take Chess960 only without its rights, and no move that castles with them. All samples of a
/// game go into one chain.
#[test]
fn chess960_without_its_rights() {
    let position = Position::from_fen("1k6/8/8/8/8/8/8/1K2R3 w K - 0 1").unwrap();
    let bare = Position::from_fen("1k6/8/8/8/8/8/8/1K2R3 w - - 0 1").unwrap();
    let sample = |text: &str| Sample {
        position,
        labels: Labels {
            mv: Move::from_uci(text, &position).ok(),
            result: GameResult::Draw,
            score: Some(3),
            ..Labels::NONE
        },
    };
    let quiet = sample("e1e2");
    let next = position.after(quiet.labels.mv.unwrap());
    let reply = Labels { mv: Move::from_uci("b8a8", &next).ok(), ..quiet.labels };
    for format in [Format::Binpack, Format::Bin] {
        let write = |drop, samples: &[Sample]| {
            let (mut bytes, mut refused) = (Vec::new(), None);
            format.write(drop, samples, &mut bytes, |_, error| refused = Some(error));
            (bytes, refused)
        };
        let castling = Fields::EMPTY.with(Field::Castling);
        assert_eq!(write(Fields::EMPTY, &[quiet]).1, Some(WriteError::Chess960), "{format}");
        assert_eq!(write(castling, &[sample("b1e1")]).1, Some(WriteError::CastlingMove), "{format}");
        let (bytes, refused) = write(castling, &[quiet, Sample { position: next, labels: reply }]);
        assert_eq!(refused, None, "{format}");
        let mut back = Vec::new();
        let lengths = format.lengths(&bytes, true);
        format.read(Validity::Standard, &bytes, &lengths, |_, sample| back.push(sample.unwrap()));
        assert_eq!((back[0].position, back[0].labels.mv), (bare, quiet.labels.mv), "{format}");
        assert_eq!(
            (back[1].position, back[1].labels.mv),
            (bare.after(quiet.labels.mv.unwrap()), reply.mv),
            "{format}"
        );
        assert_eq!(back.len(), 2);
        assert!(format == Format::Bin || bytes.len() < 8 + 32 + 8, "two entries");
    }
}

/// Files of text may begin with a byte order mark, also where two were joined, and end with blank lines, however the
/// blocks of a stream fall.
#[test]
fn marks_and_blank_lines_of_texts() {
    let fen = "8/8/8/8/8/8/8/K6k w - - 0 1";
    for (format, record) in [
        (Format::Fen, format!("{fen}\n")),
        (Format::Text, format!("{fen} | 30 | 0.5\r\n")),
        (Format::Plain, format!("fen {fen}\nmove a1a2\nscore 3\nply 4\nresult 0\ne\n")),
    ] {
        for blanks in ["", "\n", "\n\r\n \n"] {
            // With these counts the last text ends around the end of a block of 64 KiB.
            for count in [1, 2].into_iter().chain(65_400 / record.len()..=65_700 / record.len()) {
                let text = format!("\u{feff}{}\u{feff}{record}{blanks}", record.repeat(count));
                let mut reader = RecordReader::new(text.as_bytes(), format);
                let (mut records, mut good) = (0, 0);
                while let Some(mut block) = reader.next_block().unwrap() {
                    records += block.records();
                    block.read(Validity::Strict, usize::MAX, |number, sample| {
                        assert!(sample.is_ok(), "{format} {count} {blanks:?} {number}: {sample:?}");
                        good += 1;
                    });
                }
                assert_eq!((records, good), (count as u64 + 1, count + 1), "{format} {blanks:?}");
            }
        }
        // A blank line between records is a bad record, but for plain, whose entries end with their own line.
        let text = format!("{record}\n{record}");
        assert_eq!(format.lengths(text.as_bytes(), true).len(), if format == Format::Plain { 2 } else { 3 });
    }
}

/// A record is one byte longer with a half-move clock of 1 to 127, and two bytes longer with one of 128; the highest
/// move number is written too.
#[test]
fn binaryfen_is_written_in_the_shortest_form() {
    let record = |halfmoves: u16, fullmoves: u16| {
        let position = Position::from_fen("8/8/8/8/8/8/8/K6k b - - 0 1").unwrap();
        let parts = PositionBuilder { halfmoves, fullmoves, ..PositionBuilder::from(&position) };
        let position = parts.build(Validity::Strict).unwrap();
        binaryfen::BinaryFen::write(&Sample::from(position), Fields::EMPTY)
    };
    let len = |halfmoves| record(halfmoves, 1).unwrap().as_bytes().len();
    assert_eq!([0, 1, 127, 128].map(len), [9, 10, 10, 11]);
    assert!(record(0, u16::MAX).is_ok());
}

#[test]
#[should_panic(expected = "0 given, but room for 1 results")]
fn lengths_that_differ_are_refused() {
    batch::boards::<marlinformat::MarlinRecord>(Level::auto(), &[], &mut [QuadBitboard::EMPTY]);
}

#[test]
fn an_unknown_format_is_told_the_known_ones() {
    let error = "zip".parse::<Format>().unwrap_err().to_string();
    assert_eq!(
        error,
        "expected fen, text, bulletformat, marlinformat, viriformat, binaryfen, tgct, binpack, plain or bin"
    );
}

/// Lines are read in a block as they are one by one: with all spellings of score and result, with too few parts, too
/// many, and bytes that are not text.
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

/// Castling, captures en passant, promotions, and clocks of seven bits come back in the formats that hold moves.
#[test]
fn special_moves_and_high_clocks_come_back() {
    let fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 99 140",
        "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 60",
        "1n1n4/P1P1k3/8/8/8/8/8/4K3 w - - 64 80",
    ];
    for position in fens.map(|fen| Position::from_fen(fen).unwrap()) {
        for position in [position, position.flip_colors()] {
            let sample = Sample {
                position,
                labels: Labels { score: Some(-5), result: GameResult::Draw, ..Labels::NONE },
            };
            let ply = u16::try_from(sample.ply_of_clocks()).unwrap();
            let moves = position.legal_moves();
            let samples: Vec<Sample> = moves
                .iter()
                .map(|&mv| Sample {
                    labels: Labels { mv: Some(mv), ply: Some(ply), ..sample.labels },
                    ..sample
                })
                .collect();
            for format in [Format::Plain, Format::Bin, Format::Binpack] {
                let (mut bytes, mut found) = (Vec::new(), Vec::new());
                let level = Level::auto();
                format.write_at(level, Fields::EMPTY, &samples, &mut bytes, |_, error| panic!("{error}"));
                let lengths = format.lengths(&bytes, true);
                format.read_at(level, Validity::Strict, &bytes, &lengths, |_, read| {
                    found.push(read.unwrap_or_else(|error| panic!("{format}: {position}: {error}")));
                });
                assert_eq!(found, samples, "{format}");
            }
        }
    }
}
