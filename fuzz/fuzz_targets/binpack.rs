//! Files of binpack: any bytes, and files that this target writes and then damages in some bytes. A sample that is read
//! can be written, and is read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_pack::{Fields, Format, Labels, Sample, binpack::Writer};

fuzz_target!(|input: (Vec<u8>, Vec<(u16, u8)>)| {
    let (choices, damage) = input;
    read_and_write(&choices);
    let mut file = write(&game(&choices));
    for (at, byte) in damage {
        let at = usize::from(at) % file.len().max(1);
        if let Some(place) = file.get_mut(at) {
            *place = byte;
        }
    }
    read_and_write(&file);
});

/// Plays a game in which each byte of `choices` chooses a move.
fn game(choices: &[u8]) -> Vec<Sample> {
    let mut position = Position::start();
    let mut samples = Vec::new();
    for (ply, &choice) in choices.iter().enumerate().take(300) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
        samples.push(Sample {
            position,
            labels: Labels {
                score: Some(i16::from(choice) * 100),
                result: GameResult::Draw,
                mv: Some(mv),
                ply: u16::try_from(ply).ok(),
                ..Labels::NONE
            },
        });
        position = position.after(mv);
    }
    samples
}

fn write(samples: &[Sample]) -> Vec<u8> {
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    for sample in samples {
        writer.push(sample, Fields::EMPTY, &mut file).expect("what was read can be written");
    }
    writer.finish(&mut file);
    file
}

fn read(file: &[u8]) -> (Vec<Sample>, bool) {
    let (mut samples, mut is_good) = (Vec::new(), true);
    let lengths = Format::Binpack.lengths(file, true);
    Format::Binpack.read(Validity::Relaxed, file, &lengths, |_, sample| match sample {
        Ok(sample) => samples.push(sample),
        Err(_) => is_good = false,
    });
    (samples, is_good)
}

fn read_and_write(file: &[u8]) {
    let (samples, _) = read(file);
    let (again, is_good) = read(&write(&samples));
    assert!(is_good && again == samples);
}
