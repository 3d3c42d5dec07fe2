//! Binpack read and written by Quadbit.

use quadbit_movegen::{CastlingStyle, Color, GameResult, Validity};
use quadbit_nibble::simd::Level;
use quadbit_pack::{Fields, Sample, binpack};

pub(crate) fn write(samples: &[Sample]) -> Vec<u8> {
    let (mut writer, mut file) = (binpack::Writer::new(), Vec::new());
    for sample in samples {
        writer.push(sample, Fields::EMPTY, &mut file).expect("binpack holds these games");
    }
    writer.finish(&mut file);
    file
}

const BLOCK: usize = 256;

pub(crate) fn read(file: &[u8], mut each: impl FnMut(&Sample)) {
    let mut block = Vec::with_capacity(BLOCK);
    for chunk in chunks(file) {
        let mut samples = binpack::samples(chunk, Validity::Relaxed);
        loop {
            samples.read(Level::auto(), BLOCK, &mut block).expect("the file is good");
            if block.is_empty() {
                break;
            }
            block.iter().for_each(&mut each);
            block.clear();
        }
    }
}

pub(crate) fn read_singly(file: &[u8], mut each: impl FnMut(&Sample)) {
    for chunk in chunks(file) {
        for sample in binpack::samples(chunk, Validity::Relaxed) {
            each(&sample.expect("the file is good"));
        }
    }
}

pub(crate) fn collect(file: &[u8]) -> Vec<Sample> {
    let mut samples = Vec::new();
    read(file, |sample| samples.push(*sample));
    samples
}

/// Returns a line for each sample, as sfbinpack prints it.
pub(crate) fn lines(samples: &[Sample]) -> Vec<String> {
    let line = |sample: &Sample| {
        let (position, us) = (sample.position, sample.position.side_to_move());
        let mv =
            sample.labels.mv.expect("every sample has a move").to_uci(&position, CastlingStyle::Standard);
        let sign = if us == Color::White { 1 } else { -1 };
        let result = match sample.labels.result {
            GameResult::Win(winner) if winner == us => 1,
            GameResult::Win(_) => -1,
            _ => 0,
        };
        format!(
            "{position} {mv} {} {} {result}",
            sample.labels.score.unwrap_or(0) * sign,
            sample.labels.ply.unwrap_or(0)
        )
    };
    samples.iter().map(line).collect()
}

fn chunks(file: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = file;
    std::iter::from_fn(move || {
        let (chains, behind) = binpack::chunk(rest)?;
        rest = behind;
        Some(chains)
    })
}
