//! An adapter for the trainer bullet: its data from Quadbit's loader, its inputs from Quadbit's sets.
//!
//! 1. [`Files`] reads any format, filtered and shuffled, for ever. It gives bullet's own `ChessBoard`, so that all of
//!    its inputs work, or a [`Datum`], which keeps the whole position.
//! 2. [`Inputs`] are sets such as `full_threats+pp_3wide+halfkav2_hm`, which bullet does not have.
//!
//! The module [`bullet`] stands in for bullet: to train, replace it by the crates `bullet_lib` and `bullet-trainer`.
//! With these (commit cebc78a0, without the feature of a GPU) the example compiles and reads, and bullet's `Chess768`
//! finds the inputs of `chess768`: 320,622 in 16,384 positions. Nothing was trained.
//!
//! ```console
//! $ cargo run --example bullet -- games.binpack
//! ```

use std::path::PathBuf;
use std::{env, io};

use bullet::{DataReader, LoadableDataType, SparseInputType};
use bulletformat::ChessBoard;
use quadbit_data::loader::{Loader, Options, Source};
use quadbit_inputs::sets::Sets;
use quadbit_movegen::{Color, GameResult, Position};
use quadbit_nibble::simd::Level;
use quadbit_pack::{self as pack, Fields, Format, Record, Sample, WriteError};

/// The traits of bullet that an adapter implements, with the methods that have no default.
mod bullet {
    /// A set of inputs, which a trainer asks for the indices of each position. Source: bullet,
    /// `crates/bullet_lib/src/game/inputs.rs`, June 2026.
    pub(crate) trait SparseInputType: Clone + Send + Sync + 'static {
        type RequiredDataType: Copy + Send + Sync;
        fn num_inputs(&self) -> usize;
        fn max_active(&self) -> usize;
        fn map_features<F: FnMut(usize, usize)>(&self, pos: &Self::RequiredDataType, f: F);
        fn shorthand(&self) -> String;
        fn description(&self) -> String;
    }

    /// What a trainer reads its data from. Source: bullet, `crates/trainer/src/reader.rs`, June 2026.
    pub(crate) trait DataReader<T>: Clone + Send + Sync + 'static {
        /// Gives chunks of data until `f` returns true. The first `skip_count` items have been used in an earlier run.
        fn read_chunks<F: FnMut(&[T]) -> bool>(&self, skip_count: usize, f: F);
    }

    /// The result of a game for the side to move.
    ///
    /// Source: bullet, `crates/bullet_lib/src/value/loader.rs`, June 2026.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum GameResult {
        Loss,
        Draw,
        Win,
    }

    /// A position with the labels that a trainer needs. Source: bullet, `crates/bullet_lib/src/value/loader.rs`, June
    /// 2026.
    pub(crate) trait LoadableDataType: Sized {
        fn score(&self) -> i16;
        fn result(&self) -> GameResult;
    }
}

/// Files of any format, read again and again. Positions are skipped in whole batches, so `options.batch` should be
/// bullet's batch size.
#[derive(Clone)]
struct Files {
    files: Vec<(PathBuf, Format)>,
    options: Options,
}

impl Files {
    /// Passes the samples to `take`, converted by `convert`, batch by batch until `take` returns true. First leaves out
    /// as many batches as `skip` positions fill.
    fn read<T>(
        &self,
        skip: usize,
        convert: impl Fn(&Sample) -> T,
        mut take: impl FnMut(&[T]) -> bool,
    ) -> io::Result<()> {
        let files = self.files.clone();
        let sources = move || -> Vec<Source> {
            files.iter().map(|(path, format)| Source::file(path, *format)).collect()
        };
        let mut loader = Loader::<i32>::new(self.options.clone(), sources()).endless(sources);
        for _ in 0..skip / self.options.batch {
            loader.draw()?;
        }
        while let Some(batch) = loader.next_batch()? {
            let data: Vec<T> = batch.samples.iter().map(|sample| convert(&sample)).collect();
            if take(&data) {
                break;
            }
        }
        Ok(())
    }
}

impl DataReader<ChessBoard> for Files {
    fn read_chunks<F: FnMut(&[ChessBoard]) -> bool>(&self, skip_count: usize, f: F) {
        let convert = |sample: &_| chess_board(sample).expect("samples have a score and a result");
        self.read(skip_count, convert, f).expect("files can be read");
    }
}

impl DataReader<Datum> for Files {
    fn read_chunks<F: FnMut(&[Datum]) -> bool>(&self, skip_count: usize, f: F) {
        self.read(skip_count, |sample: &Sample| sample.into(), f).expect("files can be read");
    }
}

/// A record of bulletformat as the type of its crate: both have the same 32 bytes. Castling rights, clocks and the
/// like, which the format does not have, are dropped.
fn chess_board(sample: &Sample) -> Result<ChessBoard, WriteError> {
    let record = pack::bulletformat::BulletRecord::write(sample, Fields::ALL)?;
    let mut bytes = record.as_bytes().iter().copied();
    let mut next = || bytes.next().unwrap_or_default();
    Ok(ChessBoard {
        occ: u64::from_le_bytes([(); 8].map(|()| next())),
        pcs: [(); 16].map(|()| next()),
        score: i16::from_le_bytes([(); 2].map(|()| next())),
        result: next(),
        ksq: next(),
        opp_ksq: next(),
        extra: [(); 3].map(|()| next()),
    })
}

/// A position, with its score and result from the view of the side to move.
#[derive(Clone, Copy)]
struct Datum {
    position: Position,
    score: i16,
    result: bullet::GameResult,
}

impl From<&Sample> for Datum {
    fn from(sample: &Sample) -> Self {
        let us = sample.position.side_to_move();
        let score = sample.labels.score.unwrap_or_default();
        let result = match sample.labels.result {
            GameResult::Win(winner) if winner == us => bullet::GameResult::Win,
            GameResult::Win(_) => bullet::GameResult::Loss,
            _ => bullet::GameResult::Draw,
        };
        Self {
            position: sample.position,
            score: if us == Color::White { score } else { score.saturating_neg() },
            result,
        }
    }
}

impl LoadableDataType for Datum {
    fn score(&self) -> i16 {
        self.score
    }

    fn result(&self) -> bullet::GameResult {
        self.result
    }
}

/// Joined sets of inputs, as bullet's type of inputs.
#[derive(Clone)]
struct Inputs {
    sets: Sets,
    level: Level,
}

impl SparseInputType for Inputs {
    type RequiredDataType = Datum;

    fn num_inputs(&self) -> usize {
        self.sets.size()
    }

    fn max_active(&self) -> usize {
        self.sets.usual()
    }

    fn map_features<F: FnMut(usize, usize)>(&self, pos: &Datum, f: F) {
        self.sets.for_each(self.level, &pos.position, f);
    }

    fn shorthand(&self) -> String {
        self.sets.to_string()
    }

    fn description(&self) -> String {
        format!("Quadbit's sets {}", self.sets)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = PathBuf::from(env::args().nth(1).ok_or("expected a file of binpack")?);
    let rule = "score and no-check".parse()?;
    let files =
        Files { files: vec![(path, Format::Binpack)], options: Options { rule, ..Options::new(None) } };
    let sets: Sets = "full_threats+pp_3wide+halfkav2_hm".parse()?;
    show(&files, &Inputs { sets, level: Level::auto() });
    Ok(())
}

/// Reads a chunk of `ChessBoard`s and a chunk of [`Datum`]s from `files`, as bullet does, and prints what is in them.
fn show(files: &Files, inputs: &impl SparseInputType<RequiredDataType = Datum>) {
    println!("{}: {}", inputs.shorthand(), inputs.description());
    println!("{} inputs, at most {} of a position", inputs.num_inputs(), inputs.max_active());
    files.read_chunks(0, |boards: &[ChessBoard]| {
        println!("{} boards, the first one: {:?}", boards.len(), boards[0]);
        true
    });
    files.read_chunks(0, |data: &[Datum]| {
        let (mut wins, mut scores, mut features) = (0, 0, 0);
        for datum in data {
            wins += usize::from(datum.result() == bullet::GameResult::Win);
            scores += i64::from(datum.score());
            inputs.map_features(datum, |_, _| features += 1);
        }
        println!("{} positions, {wins} wins, the sum of scores {scores}, {features} inputs", data.len());
        true
    });
}

#[cfg(test)]
mod tests {
    use quadbit_pack::{Field, text};

    use super::*;

    /// The boards and the data read from a file have equal positions, scores and results, and the inputs of the data
    /// are those of bullet's `Chess768`.
    #[test]
    #[cfg_attr(target_family = "wasm", ignore = "needs a file")]
    fn boards_and_data_agree() {
        let lines = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 | 31 | 1.0\n8/8/8/8/8/8/P7/K6k w - - 0 1 | 5 | 0.5\n\
                     8/5k2/8/8/8/2n5/P7/K7 b - - 0 1 | -90 | 0.0\n";
        let path = env::temp_dir().join("quadbit-bullet-example.text");
        std::fs::write(&path, lines).unwrap();
        let options = Options { batch: 3, window: 1, ..Options::new(None) };
        let files = Files { files: vec![(path.clone(), Format::Text)], options };
        let inputs = Inputs { sets: "chess768".parse().unwrap(), level: Level::auto() };
        let (mut boards, mut data): (Vec<ChessBoard>, Vec<Datum>) = (Vec::new(), Vec::new());
        files.read_chunks(3, |chunk| {
            boards.extend_from_slice(chunk);
            true
        });
        files.read_chunks(3, |chunk| {
            data.extend_from_slice(chunk);
            true
        });
        std::fs::remove_file(path).unwrap();
        assert_eq!(data.len(), lines.lines().count());
        for ((board, datum), line) in boards.iter().zip(&data).zip(lines.lines()) {
            assert_eq!(datum.position, text::read(line, quadbit_movegen::Validity::Strict).unwrap().position);
            assert_eq!((board.score, usize::from(board.result)), (datum.score(), datum.result() as usize));
            let mut found = Vec::new();
            inputs.map_features(datum, |us, them| found.push([us, them]));
            // The indices of `Chess768`, computed by bullet's definition.
            let mut expected: Vec<[usize; 2]> = board
                .into_iter()
                .map(|(piece, square)| {
                    let (theirs, piece, square) =
                        (usize::from(piece >> 3), usize::from(piece & 7), usize::from(square));
                    [
                        384 * theirs + 64 * piece + square,
                        384 * (1 - theirs) + 64 * piece + (square ^ 0b11_1000),
                    ]
                })
                .collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{line}");
        }
        assert!(chess_board(&Sample::from(Position::start())) == Err(WriteError::Missing(Field::Score)));
    }
}
