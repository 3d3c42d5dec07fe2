//! Tests of `quadbit-pack` without vectors. The tests of that crate turn on all of its features, so these are a package
//! of their own.
//!
//! In a test of the whole workspace other packages turn vectors on; `cargo test --package portable-pack` does not.

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use quadbit_movegen::{Color, GameResult, Position, Validity};
    use quadbit_pack::{
        Fields, Format, Labels, ReadErrorKind, Record, RecordReader, Sample, binaryfen, binpack,
        bulletformat, marlinformat, packed_sfen, plain, text, tgct,
    };

    /// Returns the positions of the tests, each with a score, a result, and its first legal move.
    fn samples() -> Vec<Sample> {
        let results = [GameResult::Win(Color::White), GameResult::Draw, GameResult::Win(Color::Black)];
        let sample = |(n, position): (usize, Position)| Sample {
            position,
            labels: Labels {
                score: i16::try_from(n).ok(),
                result: results[n % 3],
                mv: position.legal_moves().first().copied(),
                ..Labels::NONE
            },
        };
        testing::positions().enumerate().map(sample).filter(|sample| sample.labels.mv.is_some()).collect()
    }

    /// Returns the bytes that the writer of single samples of `R` writes; `None` if it refuses the sample.
    fn one_by_one<R: Record>(sample: &Sample) -> Option<Vec<u8>> {
        R::write(sample, Fields::ALL).ok().map(|record| record.as_bytes().to_vec())
    }

    /// Returns what the module of `format` writes for one sample; `None` if it refuses the sample.
    fn written(format: Format, sample: &Sample) -> Option<Vec<u8>> {
        let line = |text: String| (text + "\n").into_bytes();
        match format {
            Format::Fen => text::write_fen(sample, Fields::ALL).ok().map(|fen| line(fen.to_string())),
            Format::Text => text::write(sample, Fields::ALL).ok().map(|text| line(text.to_string())),
            Format::Bulletformat => one_by_one::<bulletformat::BulletRecord>(sample),
            Format::Marlinformat => one_by_one::<marlinformat::MarlinRecord>(sample),
            Format::Viriformat => {
                one_by_one::<marlinformat::MarlinRecord>(sample).map(|head| [&head[..], &[0; 4]].concat())
            }
            Format::Binaryfen => {
                let record = binaryfen::BinaryFen::write(sample, Fields::ALL).ok()?;
                let length = u8::try_from(record.as_bytes().len()).ok()?;
                Some([&[length], record.as_bytes()].concat())
            }
            Format::Tgct => one_by_one::<tgct::TgctRecord>(sample),
            Format::Binpack => {
                let (mut writer, mut bytes) = (binpack::Writer::new(), Vec::new());
                writer.push(sample, Fields::ALL, &mut bytes).ok()?;
                writer.finish(&mut bytes);
                Some(bytes)
            }
            Format::Plain => {
                plain::write(sample, Fields::ALL).ok().map(|entry| entry.to_string().into_bytes())
            }
            Format::Bin => packed_sfen::write(sample, Fields::ALL).ok().map(Vec::from),
            other => panic!("{other} has no test without vectors"),
        }
    }

    fn same<T: PartialEq + Debug>(one: &T, two: &T, format: Format, n: usize) {
        assert!(one == two, "{format}, sample {n}: {one:?}, not {two:?}");
    }

    /// Checks each format in three ways: a sample has the bytes that the writer of single samples gives, a stream gives
    /// the samples that a slice gives, and samples that were read are written with the same bytes again.
    #[test]
    fn blocks_are_single_records() {
        let samples = samples();
        for format in Format::ALL {
            let (mut file, mut refused) = (Vec::new(), 0);
            for (n, sample) in samples.iter().enumerate() {
                let mut bytes = Vec::new();
                format.write(Fields::ALL, &[*sample], &mut bytes, |_, _| refused += 1);
                same(&bytes, &written(format, sample).unwrap_or_default(), format, n);
                file.extend(bytes);
            }
            assert!(refused < samples.len() / 2, "{format}");

            let (lengths, mut read) = (format.lengths(&file, true), Vec::new());
            format.read(Validity::Strict, &file, &lengths, |n, sample| {
                read.push(sample.unwrap_or_else(|error| panic!("{format}, record {n}: {error}")));
            });
            assert_eq!(read.len() + refused, samples.len(), "{format}");
            let mut streamed = Vec::new();
            let mut reader = RecordReader::new(&file[..], format);
            while let Some(mut block) = reader.next_block().unwrap() {
                block.read(Validity::Strict, usize::MAX, |_, sample| streamed.extend(sample));
            }
            same(&streamed, &read, format, 0);

            let mut again = Vec::new();
            for sample in read {
                format
                    .write(Fields::EMPTY, &[sample], &mut again, |n, error| panic!("{format}, {n}: {error}"));
            }
            same(&again, &file, format, 0);
        }
    }

    /// A bad record is an error with its own index, and no other record is one.
    #[test]
    fn bad_records_are_refused() {
        let sample = samples()[0];
        for format in Format::ALL.into_iter().filter(|format| !format.has_games()) {
            let mut file = Vec::new();
            format.write(Fields::ALL, &[sample; 3], &mut file, |_, error| panic!("{format}: {error}"));
            let mut lengths = format.lengths(&file, true);
            let (first, second) = (lengths[0], lengths[1]);
            if format.is_text() {
                file.splice(first..first + second, *b"no position\n");
                lengths[1] = 12;
            } else {
                file[first + 1..first + second].fill(0xff);
            }
            let mut errors = Vec::new();
            format.read(Validity::Strict, &file, &lengths, |n, read| errors.extend(read.err().map(|_| n)));
            assert_eq!(errors, [1], "{format}");
        }
        let cut = text::read("8/8/8/8/8/8/8/K6k w - - 0 1 | 5", Validity::Strict);
        assert_eq!(cut.unwrap_err().kind, ReadErrorKind::Parts);
    }
}
