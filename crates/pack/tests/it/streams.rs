//! Streams: blocks read some samples at a time, and compressed input.

use std::io::{BufReader, Read};
use std::path::Path;

use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::zstd::Frames;
use quadbit_pack::{Block, Decompressed, Field, Fields, Format, ReadError, RecordReader, Sample, WriteError};

use crate::samples::samples;

/// Samples and errors, each with the number of its record.
type Found = Vec<(u64, Result<Sample, ReadError>)>;

/// A file of several blocks; the last record is cut off.
fn blocks(format: Format) -> Vec<Block> {
    let all: Vec<Sample> = samples()
        .step_by(5)
        .filter(|sample| sample.position.has_standard_castling() && sample.result != GameResult::Unknown)
        .filter_map(|sample| {
            let mv = sample.position.legal_moves().first().copied();
            mv.map(|mv| Sample { mv: Some(mv), score: Some(7), ply: Some(9), ..sample })
        })
        .collect();
    let mut file = Vec::new();
    for samples in [&all[..], &all[..10]].repeat(3) {
        format.write_block(Level::auto(), Fields::ALL, samples, &mut file, |_, error| panic!("{error}"));
    }
    file.truncate(file.len() - 3);
    let mut reader = RecordReader::new(&file[..], format);
    std::iter::from_fn(|| reader.next_block().unwrap()).collect()
}

/// However few samples are asked for, they come as they do all at once, and in binpack no more than that.
#[test]
fn blocks_some_samples_at_a_time() {
    for format in Format::ALL {
        let mut before = 0;
        for block in blocks(format) {
            assert_eq!((block.before(), block.iter().count()), (before, block.lengths().len()), "{format}");
            before += block.records();
            let rest = if block.is_cut() { block.bytes().len() } else { 0 };
            let whole: usize = block.lengths().iter().sum();
            assert!(block.bytes().len() == whole || whole < rest, "{format}");
            let (level, validity) = (Level::auto(), Validity::Strict);
            let mut expected = Found::new();
            block.read(level, validity, |number, sample| expected.push((number, sample)));
            let first = block.before();
            let one_by_one = block.samples(validity).map(|(number, sample)| (number - first, sample));
            assert!(one_by_one.eq(expected.iter().copied()), "{format}");
            for count in [1, 7, usize::MAX] {
                let (mut reader, mut found) = (block.clone().into_reader(), Found::new());
                while !reader.is_end() {
                    let mut samples = 0;
                    reader.read(level, validity, count, |number, sample| {
                        samples += usize::from(sample.is_ok());
                        found.push((number, sample));
                    });
                    assert!(format != Format::Binpack || samples <= count, "{format}: {samples} of {count}");
                }
                assert!(found == expected, "{format}: {count} samples at a time");
                reader.read(level, validity, count, |_, _| panic!("{format}: the block has been read"));
            }
        }
        assert!(before > 0, "{format}");
    }
}

/// A sample of which a format holds all fields but one is refused only for that field.
#[test]
fn formats_hold_what_they_write() {
    let position = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 20").unwrap();
    let sample = Sample {
        mv: position.legal_moves().first().copied(),
        score: Some(7),
        result: GameResult::Draw,
        extra: [1, 0, 0],
        ply: Some(77),
        ..Sample::from(position)
    };
    for format in Format::ALL {
        for field in Field::ALL {
            let others = Field::ALL.into_iter().filter(|&other| other != field);
            let drop = others.map(|other| Fields::NONE.with(other)).fold(Fields::NONE, Fields::union);
            let (mut bytes, mut refused) = (Vec::new(), None);
            format.write_block(Level::auto(), drop, &[sample], &mut bytes, |_, error| refused = Some(error));
            let expected = (!format.holds(field)).then_some(WriteError::Lost(field));
            assert_eq!(refused, expected, "{format}: {field}");
            assert!(refused.is_some() || bytes.contains(&0) != format.is_text(), "{format}");
        }
    }
}

/// Two frames of zstd with a skippable one between them. The last frame has a checksum.
const FRAMES: &[u8] = b"\x28\xb5\x2f\xfd\x00\x58\x69\x00\x00\x31\x2e\x20\x65\x34\x20\x65\x35\x20\x31\x2d\x30\x0a\
    \x50\x2a\x4d\x18\x04\x00\x00\x00\x61\x62\x63\x64\
    \x28\xb5\x2f\xfd\x04\x58\xc1\x00\x00\x31\x2e\x20\x64\x34\x20\x31\x2f\x32\x2d\x31\x2f\x32\x0a\x31\x2e\x20\x65\x35\x20\
    \x30\x2d\x31\x0a\xd1\x0e\x26\x27";
const TEXT: &str = "1. e4 e5 1-0\n1. d4 1/2-1/2\n1. e5 0-1\n";

/// The bytes before the end or the first error, read a few at a time, and the error's message.
fn read(mut input: impl Read) -> (String, Option<String>) {
    let (mut text, mut buffer) = (Vec::new(), [0; 5]);
    loop {
        let end = match input.read(&mut buffer) {
            Ok(0) => None,
            Ok(length) => {
                text.extend_from_slice(&buffer[..length]);
                continue;
            }
            Err(error) => Some(error.to_string()),
        };
        return (String::from_utf8(text).unwrap(), end);
    }
}

#[test]
fn frames_are_decompressed() {
    let whole = (TEXT.to_owned(), None);
    assert_eq!(read(Frames::new(FRAMES)), whole);
    assert!(format!("{:?}", Frames::new(FRAMES)).contains("is_open: false"));
    // A source may give its bytes in small pieces.
    assert_eq!(read(Frames::new(BufReader::with_capacity(3, FRAMES))), whole);
    // Records are known to be compressed by the file's name, text also by its first bytes.
    let open = |name, is_text, bytes| read(Decompressed::new(Path::new(name), is_text, bytes).unwrap());
    assert_eq!(open("x.zst", false, FRAMES), whole);
    assert_eq!(open("x", true, FRAMES), whole);
    assert_eq!(open("x", true, TEXT.as_bytes()), whole);
    let mut plain = Vec::new();
    Decompressed::new(Path::new("x"), false, FRAMES).unwrap().read_to_end(&mut plain).unwrap();
    assert_eq!(plain, FRAMES);
}

/// Nothing before the damage is lost, and nothing is read beyond it.
#[test]
fn damaged_frames() {
    for end in 0..FRAMES.len() {
        let (text, error) = read(Frames::new(&FRAMES[..end]));
        assert!(TEXT.starts_with(&text), "{end}: {text}");
        let is_whole = [0, 22, 34].contains(&end);
        let expected = (!is_whole).then(|| "zstd: the file is cut off".to_owned());
        assert_eq!(error, expected, "cut off after {end} bytes");
        assert!(end < 22 || text.len() >= 13, "{end}: {text}");
    }
    let damaged = |bytes: &[u8]| read(Frames::new(bytes)).1.unwrap();
    let mut checksum = FRAMES.to_vec();
    *checksum.last_mut().unwrap() ^= 1;
    assert_eq!(damaged(&checksum), "zstd: the checksum does not match");
    assert_eq!(damaged(&[&FRAMES[..22], b"garbage"].concat()), "zstd: the data is damaged");
}
