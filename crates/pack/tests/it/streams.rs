//! Blocks that are read some samples at a time.

use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::{
    Block, Field, Fields, Format, Labels, ReadError, ReadErrorKind, RecordReader, Sample, WriteError,
};

use crate::samples::samples;

/// Samples and errors, each with the number of its record.
type Found = Vec<(u64, Result<Sample, ReadError>)>;

/// A file of several blocks; the last record is cut off.
fn blocks(format: Format) -> Vec<Block> {
    let all: Vec<Sample> = samples()
        .step_by(5)
        .filter(|sample| {
            sample.position.has_standard_castling() && sample.labels.result != GameResult::Unknown
        })
        .filter_map(|sample| {
            let mv = sample.position.legal_moves().first().copied();
            mv.map(|mv| Sample { labels: Labels { mv: Some(mv), score: Some(7), ..sample.labels }, ..sample })
        })
        .collect();
    let mut file = Vec::new();
    for samples in [&all[..], &all[..10]].repeat(3) {
        format.write(Fields::ALL, samples, &mut file, |_, error| panic!("{error}"));
    }
    file.truncate(file.len() - 3);
    let mut reader = RecordReader::new(&file[..], format);
    std::iter::from_fn(|| reader.next_block().unwrap()).collect()
}

/// Reading a block in small parts gives the samples and errors that reading its records one by one gives; in binpack no
/// part has more samples than were asked for.
#[test]
fn blocks_some_samples_at_a_time() {
    for format in Format::ALL {
        let mut before = 0;
        for block in blocks(format) {
            assert_eq!(block.before(), before, "{format}");
            assert_eq!(block.records(), block.iter().count() as u64 + u64::from(block.is_cut()), "{format}");
            before += block.records();
            let whole: usize = block.iter().map(<[u8]>::len).sum();
            assert!(whole <= 1 << 16 || block.iter().count() == 1, "{format}");
            let (level, validity) = (Level::auto(), Validity::Strict);
            let mut expected = Found::new();
            for (number, record) in (1..).zip(block.iter()) {
                format.read_at(level, validity, record, &[record.len()], |_, read| {
                    expected.push((number, read));
                });
            }
            if block.is_cut() {
                expected.push((block.records(), Err(ReadErrorKind::Truncated.into())));
            }
            for count in [1, 7, usize::MAX] {
                let (mut block, mut found) = (block.clone(), Found::new());
                while !block.is_end() {
                    let mut samples = 0;
                    block.read_at(level, validity, count, |number, sample| {
                        samples += usize::from(sample.is_ok());
                        found.push((number, sample));
                    });
                    assert!(format != Format::Binpack || samples <= count, "{format}: {samples} of {count}");
                }
                if let (true, Some((_, Err(error)))) = (block.is_cut(), found.last_mut()) {
                    assert_eq!(error.undecoded.take().is_some(), format.has_games(), "{format}");
                }
                assert!(found == expected, "{format}: {count} samples at a time");
                block.read_at(level, validity, count, |_, _| panic!("{format}: the block has been read"));
            }
        }
        assert!(before > 0, "{format}");
    }
}

/// A sample of which a format holds all fields but one is refused only for that field.
#[test]
fn formats_hold_what_they_write() {
    let position = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 39").unwrap();
    let sample = Sample {
        position,
        labels: Labels {
            mv: position.legal_moves().first().copied(),
            score: Some(7),
            result: GameResult::Draw,
            extra: [1, 0, 0],
            ply: Some(77),
        },
    };
    for format in Format::ALL {
        for field in Field::ALL {
            let others = Field::ALL.into_iter().filter(|&other| other != field);
            let drop = others.map(|other| Fields::EMPTY.with(other)).fold(Fields::EMPTY, Fields::union);
            let (mut bytes, mut refused) = (Vec::new(), None);
            format.write(drop, &[sample], &mut bytes, |_, error| refused = Some(error));
            let expected = (!format.holds(field)).then_some(WriteError::Lost(field));
            assert_eq!(refused, expected, "{format}: {field}");
            assert!(refused.is_some() || bytes.contains(&0) != format.is_text(), "{format}");
        }
    }
}
