//! The loader: everything comes once, in an order that the seed alone decides.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares and the numbers of samples are small"
)]

use quadbit_inputs::loader::{Batch, Loader, Options, Source};
use quadbit_inputs::sets::{Csr, Order};
use quadbit_movegen::{Color, GameResult, Level, Position};
use quadbit_pack::{Fields, Format, Sample};
use testing::positions;

/// Samples whose scores are their numbers.
fn samples() -> Vec<Sample> {
    let sample = |(n, position): (usize, Position)| Sample {
        score: Some(n as i16),
        result: GameResult::ALL[1 + n % 3 % 2],
        ply: None,
        ..Sample::from(position)
    };
    let standard: Vec<Position> = positions().filter(Position::has_standard_castling).collect();
    standard.into_iter().cycle().take(9000).enumerate().map(sample).collect()
}

fn file(format: Format, samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for sample in samples {
        format.write(sample, Fields::ALL, &mut bytes).unwrap();
    }
    bytes
}

fn source(format: Format, bytes: Vec<u8>) -> Source {
    Source::new("bytes", format, move || Ok(std::io::Cursor::new(bytes)))
}

fn options() -> Options {
    let sets = "full_threats+halfkav2_hm".parse().unwrap();
    Options { batch: 100, window: 500, seed: 7, ..Options::new(sets) }
}

fn all(options: &Options, sources: Vec<Source>) -> Vec<Batch<i32>> {
    let mut loader = Loader::new(options.clone(), sources);
    let batches: Vec<_> = std::iter::from_fn(|| loader.next_batch().unwrap()).collect();
    assert_eq!(loader.bad().records, 0, "{:?}", loader.bad());
    assert!(loader.next_batch().unwrap().is_none());
    batches
}

fn scores(batches: &[Batch<i32>]) -> Vec<usize> {
    batches.iter().flat_map(|batch| &batch.scores).map(|&score| score as usize).collect()
}

#[test]
fn every_sample_comes_once_with_its_inputs_and_labels() {
    let samples = samples();
    let (one, two) = samples.split_at(4000);
    let batches = all(
        &options(),
        vec![
            source(Format::Marlinformat, file(Format::Marlinformat, one)),
            source(Format::Text, file(Format::Text, two)),
        ],
    );
    assert!(batches.iter().rev().skip(1).all(|batch| batch.len() == 100));
    for batch in &batches {
        for n in 0..batch.len() {
            let sample = &samples[batch.scores[n] as usize];
            let mut sides: [Csr<i32>; 2] = Default::default();
            options().sets.append(Level::auto(), Order::Found, &[sample.position], &mut sides);
            for (side, expected) in batch.sides.iter().zip(&sides) {
                assert_eq!(side.row(n), expected.row(0), "{}", sample.position);
            }
            let is_black = sample.position.side_to_move() == Color::Black;
            assert_eq!(batch.black_to_move[n], is_black);
            assert_eq!(batch.plies[n], 2 * (sample.position.fullmoves() - 1) + u32::from(is_black));
            let points = match sample.result {
                GameResult::Win(Color::White) => 1.0,
                GameResult::Draw => 0.5,
                _ => 0.0,
            };
            assert!((batch.results[n] - points).abs() < 0.1, "{:?}", sample.result);
        }
    }
    let mut order = scores(&batches);
    // A sample is drawn at most a window before its turn in the files, and the order is another one.
    assert!(order.iter().enumerate().all(|(turn, &number)| number <= turn + 500));
    assert!(order.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() < 200);
    order.sort_unstable();
    assert!(order.into_iter().eq(0..samples.len()));
}

#[test]
fn the_seed_alone_decides_the_order() {
    let bytes = file(Format::Marlinformat, &samples());
    let load = |options: &Options| scores(&all(options, vec![source(Format::Marlinformat, bytes.clone())]));
    let first = load(&options());
    for threads in [2, 3, 7] {
        assert!(load(&Options { threads, ..options() }) == first, "{threads} threads");
    }
    assert!(load(&Options { seed: 8, ..options() }) != first);
    assert!(load(&Options { window: 1, ..options() }).into_iter().eq(0..first.len()));
}

#[test]
fn machines_share_the_blocks() {
    let bytes = file(Format::Marlinformat, &samples());
    let mut together = Vec::new();
    for rank in 0..3 {
        let options = Options { rank, world_size: 3, threads: 2, ..options() };
        let part = scores(&all(&options, vec![source(Format::Marlinformat, bytes.clone())]));
        assert!(!part.is_empty());
        together.extend(part);
    }
    together.sort_unstable();
    assert!(together.into_iter().eq(0..samples().len()));
}

#[test]
fn filters_choose_and_faults_are_reported() {
    let samples = samples();
    let text = file(Format::Text, &samples);
    let options =
        Options { filters: vec!["score<50".parse().unwrap(), "white".parse().unwrap()], ..options() };
    let chosen = scores(&all(&options, vec![source(Format::Text, text.clone())]));
    let is_white = |n: &usize| samples[*n].position.side_to_move() == Color::White;
    assert_eq!(chosen.len(), (0..50).filter(is_white).count());

    let bad = [&text[..], b"rubbish\n"].concat();
    let missing = Source::file("/nowhere/at/all", Format::Text);
    let mut loader: Loader<i32> = Loader::new(options, [missing, source(Format::Text, bad)]);
    let error = loader.next_batch().unwrap_err().to_string();
    assert!(error.starts_with("/nowhere/at/all: "), "{error}");
    assert_eq!(loader.next_batch().unwrap().unwrap().len(), chosen.len());
    let first = format!("bytes: record {}: expected `FEN | score | result`", samples.len() + 1);
    assert_eq!((loader.bad().records, loader.bad().first.as_deref()), (1, Some(&first[..])));
}
