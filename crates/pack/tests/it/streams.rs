//! Blocks that are read some samples at a time.

use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::{
    Block, Field, Fields, Format, Labels, ReadError, ReadErrorKind, RecordReader, Sample, WriteError,
};
use quadbit_quad::QuadBitboard;

use crate::samples::samples;

/// Samples and errors, each with the number of its record.
type Found = Vec<(u64, Result<Sample, ReadError>)>;

/// Writes a file of several blocks, whose last record is cut off, and returns its blocks.
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

/// Records whose boards cannot match are left out, except those whose pieces are invalid. In formats whose boards
/// cannot be read by themselves, nothing is left out.
#[test]
fn records_are_chosen_by_their_boards() {
    let has_queen = |boards: &[QuadBitboard]| {
        let chosen = boards.iter().enumerate().filter(|(_, board)| !board.queens().is_empty());
        chosen.fold(u64::MAX << (boards.len() - 1) << 1, |chosen, (n, _)| chosen | 1 << n)
    };
    for (format, damaged) in [
        (Format::Marlinformat, &[8..9, 0..8][..]),
        (Format::Bulletformat, &[8..9, 0..8]),
        (Format::Tgct, &[0..1, 16..24]),
        (Format::Bin, &[]),
        (Format::Fen, &[]),
        (Format::Viriformat, &[]),
        (Format::Binpack, &[]),
    ] {
        for (block, level) in blocks(format)
            .into_iter()
            .flat_map(|block| levels().into_iter().map(move |level| (block.clone(), level)))
        {
            let mut file: Vec<u8> = block.iter().flatten().copied().collect();
            for (n, bytes) in damaged.iter().cycle().take(40).enumerate() {
                let begin = 3 * n * format.record_size().unwrap();
                file[begin..][bytes.clone()].fill(0xff);
            }
            let block = RecordReader::new(&file[..], format).next_block().unwrap().unwrap();
            let (mut expected, mut found) = (Found::new(), Found::new());
            block.clone().read_at(level, Validity::Strict, usize::MAX, |number, read| {
                let is_left_out = !damaged.is_empty()
                    && read.is_ok_and(|sample| sample.position.board().queens().is_empty());
                if !is_left_out {
                    expected.push((number, read));
                }
            });
            let mut read = block.clone();
            read.read_where(level, Validity::Strict, has_queen, |number, read| found.push((number, read)));
            assert!(found == expected, "{format} at level {level}");
            assert!(read.is_end() && damaged.is_empty() || found.len() < block.iter().count(), "{format}");
            assert_eq!(
                found.iter().filter(|(_, read)| read.is_err()).count() >= 40,
                !damaged.is_empty(),
                "{format}"
            );
        }
    }
}

/// If all fields but one may be dropped, a sample with all fields is refused exactly by the formats that do not hold
/// that one.
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
