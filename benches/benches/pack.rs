//! Packed records, inputs of networks and masks of moves: whole slices at every level, compared with the crates that
//! define the formats and plain loops over cozy-chess.
//!
//! `cargo bench -p benches --features peers --bench pack`. Times are also given for each position.
//!
//! The positions are those of 32 random games from the start, 64 plies each: 64 KB of records, which the
//! second-level cache holds. The inputs and masks of 128 of them are written again and again, since larger
//! outputs only measure the memory.
//!
//! All forms of a contest must give equal results, which are compared before anything is timed.

#[cfg(feature = "peers")]
#[path = "pack/peers.rs"]
mod peers;

use std::hint::black_box;

use benches::{Bench, Contest};
use bytemuck::Pod;
use quadbit_data::matching::{matches, may_match};
use quadbit_inputs::features::{self, FeatureSet, Indices};
use quadbit_inputs::policy::{self, Policy};
use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::{
    Fields, Labels, ReadErrorKind, Record, Sample, WriteError, batch, bulletformat, marlinformat,
};
use quadbit_quad::QuadBitboard;
use quadbit_quad::zobrist::split_mix;
use quadbit_x88::Color;

const VALID: &str = "the benches use valid positions";

/// Returns the positions of 32 games of 64 plies from the start, whose moves are chosen at random.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..32_u64 {
        let mut position = Position::start();
        for ply in 0..64 {
            let moves = position.legal_moves();
            let Some(last) = moves.len().checked_sub(1) else { break };
            let random = split_mix(1000 * game + ply) % (last as u64 + 1);
            position.play_unchecked(moves[usize::try_from(random).expect("below the number of moves")]);
            positions.push(position);
        }
    }
    positions
}

/// Returns one in sixteen of [`positions`], from all parts of the games.
fn few_positions() -> Vec<Position> {
    let all = positions();
    (0..all.len()).filter(|n| n % 16 == n / 64 % 16).map(|n| all[n]).collect()
}

fn samples() -> Vec<Sample> {
    let sample = |position| Sample {
        position,
        labels: Labels { score: Some(17), result: GameResult::Draw, ..Labels::NONE },
    };
    positions().into_iter().map(sample).collect()
}

/// Writes `samples` as records, one by one.
fn records<R: Record>(samples: &[Sample], may_drop: Fields) -> Vec<R> {
    samples.iter().map(|sample| R::write(sample, may_drop).expect("the format holds every sample")).collect()
}

/// A sample, with the FEN and the key of its position: equal positions may still differ in their clocks.
type Seen = (Sample, String, u64);

fn seen(sample: Sample) -> Seen {
    (sample, sample.position.to_string(), sample.position.key())
}

fn read_marlinformat(bench: &mut Bench) {
    let samples = samples();
    let records: Vec<marlinformat::MarlinRecord> = records(&samples, Fields::EMPTY);
    let records = &records[..];
    let count = records.len();

    let mut contest = Contest::new("marlinformat to boards");
    contest.elements(count).expecting(samples.iter().map(|sample| sample.position.board()).collect());
    #[cfg(feature = "peers")]
    peers::unpack(&mut contest, &samples, |sample| sample.position.board());
    boards(&mut contest, records);
    contest.time(bench);

    let mut contest = Contest::<Vec<Seen>>::new("marlinformat to positions");
    contest.elements(count).expecting(samples.iter().copied().map(seen).collect());
    #[cfg(feature = "peers")]
    peers::unpack(&mut contest, &samples, seen);
    for level in levels() {
        contest.writer_seen(
            format!("quadbit {level}"),
            vec![Err(ReadErrorKind::Truncated.into()); count],
            move |read| batch::read(level, Validity::Strict, black_box(records), read),
            |read| read.iter().map(|sample: &Result<Sample, _>| seen(sample.expect(VALID))).collect(),
        );
    }
    contest.time(bench);
}

fn write_marlinformat(bench: &mut Bench) {
    let samples = samples();
    let records: Vec<marlinformat::MarlinRecord> = records(&samples, Fields::EMPTY);
    let mut contest = Contest::new("positions to marlinformat");
    contest.elements(samples.len()).expecting(bytemuck::cast_slice(&records).to_vec());
    #[cfg(feature = "peers")]
    peers::to_marlinformat(&mut contest, &samples);
    write::<marlinformat::MarlinRecord>(&mut contest, &samples, Fields::EMPTY);
    contest.time(bench);
}

fn read_bulletformat(bench: &mut Bench) {
    let samples = samples();
    let records: Vec<bulletformat::BulletRecord> = records(&samples, Fields::ALL);
    let mut contest = Contest::new("bulletformat to boards");
    // The side to move is always white in this format, so the expected boards of positions with black to move are
    // turned.
    let turned = samples.iter().map(|Sample { position, .. }| match position.side_to_move() {
        Color::White => position.board(),
        Color::Black => position.board().flip_colors(),
    });
    contest.elements(samples.len()).expecting(turned.collect());
    #[cfg(feature = "peers")]
    peers::walk(&mut contest, &samples);
    boards(&mut contest, &records);
    contest.time(bench);
}

fn write_bulletformat(bench: &mut Bench) {
    let samples = samples();
    let records: Vec<bulletformat::BulletRecord> = records(&samples, Fields::ALL);
    let mut contest = Contest::new("positions to bulletformat");
    contest.elements(samples.len()).expecting(bytemuck::cast_slice(&records).to_vec());
    #[cfg(feature = "peers")]
    peers::from_raw(&mut contest, &samples);
    write::<bulletformat::BulletRecord>(&mut contest, &samples, Fields::ALL);
    contest.time(bench);
}

/// Adds to a contest, for every level, reading the boards of `records` and nothing else of them.
fn boards<'a, R: Record>(contest: &mut Contest<'a, Vec<QuadBitboard>>, records: &'a [R]) {
    for level in levels() {
        contest.writer(format!("quadbit {level}"), vec![QuadBitboard::EMPTY; records.len()], move |boards| {
            assert_eq!(batch::boards(level, black_box(records), boards), 0);
        });
    }
}

/// Adds to a contest, for every level, writing `samples` as records.
fn write<'a, R: Record + 'a>(
    contest: &mut Contest<'a, Vec<[u8; 32]>>,
    samples: &'a [Sample],
    may_drop: Fields,
) {
    for level in levels() {
        contest.writer_seen(
            format!("quadbit {level}"),
            vec![Err::<R, _>(WriteError::Chess960); samples.len()],
            move |records| batch::write(level, may_drop, black_box(samples), records),
            |records| records.iter().map(|record| bytemuck::cast(record.expect(VALID))).collect(),
        );
    }
}

fn dense(bench: &mut Bench) {
    dense_of::<u8>(bench, "768 bytes", features::dense_u8);
    dense_of::<f32>(bench, "768 floats", features::dense_f32);
}

/// Times writing the 768 inputs of a network, as numbers of the type `N`: for all positions, and for eight at a time.
fn dense_of<N: Pod + PartialEq + From<u8>>(
    bench: &mut Bench,
    name: &str,
    dense: fn(Level, &[Position], &mut [[N; 768]]),
) {
    let positions = &positions()[..];
    #[cfg(feature = "peers")]
    let peer_boards = peers::boards(positions);
    let none = vec![[N::zeroed(); 768]; positions.len()];
    let mut contest = Contest::new(name);
    contest.elements(positions.len());
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", none.clone(), |inputs| peers::dense(black_box(&peer_boards), inputs));
    for level in levels() {
        contest.writer(format!("quadbit {level}"), none.clone(), move |inputs| {
            dense(level, black_box(positions), inputs);
        });
    }
    let fill = |inputs: &mut Vec<[N; 768]>| inputs.iter_mut().for_each(|inputs| inputs.fill(N::zeroed()));
    contest.yardstick("the memory filled", none.clone(), fill, none.clone());
    contest.time(bench);

    // Eight positions at a time are handled as by a program that uses each part at once: as floats they fit the
    // first-level cache.
    let mut contest = Contest::new(format!("{name}, eight positions at a time"));
    contest.elements(positions.len());
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", none[..8].to_vec(), |inputs| {
        for boards in black_box(&peer_boards).chunks_exact(8) {
            peers::dense(boards, inputs);
            black_box(&mut *inputs);
        }
    });
    for level in levels() {
        contest.writer(format!("quadbit {level}"), none[..8].to_vec(), move |inputs| {
            for positions in black_box(positions).chunks_exact(8) {
                dense(level, positions, inputs);
                black_box(&mut *inputs);
            }
        });
    }
    let fill_parts = |inputs: &mut Vec<[N; 768]>| {
        for _ in positions.chunks_exact(8) {
            fill(inputs);
            black_box(&mut *inputs);
        }
    };
    contest.yardstick("the memory filled", none[..8].to_vec(), fill_parts, none[..8].to_vec());
    contest.time(bench);
}

/// The indices of the inputs of the side to move and of the other side. They are sorted, because pieces may come in any
/// order.
type Sorted = [Vec<u16>; 2];

fn sorted(indices: [&[u16]; 2]) -> Sorted {
    indices.map(|indices| {
        let mut indices = indices.to_vec();
        indices.sort_unstable();
        indices
    })
}

fn sparse(bench: &mut Bench) {
    let positions = &few_positions()[..];
    #[cfg(feature = "peers")]
    let peer_boards = peers::boards(positions);
    for (name, set) in [
        ("sparse 768", FeatureSet::Chess768),
        ("sparse HalfKP", FeatureSet::HalfKp),
        ("sparse HalfKA, mirrored", FeatureSet::HalfKaHm),
    ] {
        let mut contest = Contest::<Vec<Sorted>>::new(name);
        contest.elements(positions.len());
        #[cfg(feature = "peers")]
        peers::sparse(&mut contest, set, &peer_boards);
        for level in levels() {
            contest.writer_seen(
                format!("quadbit {level}"),
                vec![Indices::EMPTY; positions.len()],
                move |found| features::sparse(level, set, black_box(positions), found),
                |found| found.iter().map(|found| sorted([found.us(), found.them()])).collect(),
            );
        }
        contest.time(bench);
    }
}

/// Times masks of the legal moves, as bits and as truth values. The masks of eight positions at a time overwrite those
/// of the eight before, so that they stay in the first-level cache. The result is the masks of the last eight.
fn masks(bench: &mut Bench) {
    for (name, policy) in
        [("from-to", Policy::FromTo), ("AlphaZero", Policy::AlphaZero), ("lc0", Policy::Lc0)]
    {
        masks_of(bench, name, policy);
    }
}

fn masks_of(bench: &mut Bench, name: &str, policy: Policy) {
    const PART: usize = 8;
    let positions = &positions()[..];
    #[cfg(feature = "peers")]
    let (peer_boards, numbering) = (peers::boards(positions), peers::Numbering::new(policy));
    let (size, words) = (policy.size(), policy.words());
    let mut expected = vec![false; size * PART];
    let last = positions.chunks_exact(PART).next_back().expect("there are more positions");
    for (position, mask) in last.iter().zip(expected.chunks_exact_mut(size)) {
        for &mv in &position.legal_moves() {
            mask[usize::from(policy.index(position, mv))] = true;
        }
    }

    let no_bits = vec![0_u64; words * PART];
    let see = move |bits: &Vec<u64>| -> Vec<bool> {
        let values =
            |words: &[u64]| (0..size).map(|i| words[i / 64] >> (i % 64) & 1 != 0).collect::<Vec<_>>();
        bits.chunks_exact(words).flat_map(values).collect()
    };
    let mut contest = Contest::new(format!("legal moves as bits, {name}"));
    contest.elements(positions.len()).expecting(expected.clone());
    #[cfg(feature = "peers")]
    contest.writer_seen(
        "cozy-chess",
        no_bits.clone(),
        |bits| {
            for boards in black_box(&peer_boards).chunks_exact(PART) {
                peers::legal_bits(&numbering, boards, bits);
                black_box(&mut *bits);
            }
        },
        see,
    );
    contest.writer_seen(
        "plain loop",
        no_bits.clone(),
        move |bits| {
            for positions in black_box(positions).chunks_exact(PART) {
                bits.fill(0);
                for (position, bits) in positions.iter().zip(bits.chunks_exact_mut(words)) {
                    for &mv in &position.legal_moves() {
                        let index = usize::from(policy.index(position, mv));
                        bits[index / 64] |= 1 << (index % 64);
                    }
                }
                black_box(&mut *bits);
            }
        },
        see,
    );
    for level in levels() {
        contest.writer_seen(
            format!("quadbit {level}"),
            no_bits.clone(),
            move |bits| {
                for positions in black_box(positions).chunks_exact(PART) {
                    policy::legal_bits(level, policy, positions, bits);
                    black_box(&mut *bits);
                }
            },
            see,
        );
    }
    contest.time(bench);

    let no_values = vec![false; expected.len()];
    let mut contest = Contest::new(format!("legal moves as truth values, {name}"));
    contest.elements(positions.len()).expecting(expected);
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", no_values.clone(), |mask| {
        for boards in black_box(&peer_boards).chunks_exact(PART) {
            peers::legal_mask(&numbering, boards, mask);
            black_box(&mut *mask);
        }
    });
    contest.writer("plain loop", no_values.clone(), move |mask| {
        for positions in black_box(positions).chunks_exact(PART) {
            mask.fill(false);
            for (position, mask) in positions.iter().zip(mask.chunks_exact_mut(size)) {
                for &mv in &position.legal_moves() {
                    mask[usize::from(policy.index(position, mv))] = true;
                }
            }
            black_box(&mut *mask);
        }
    });
    for level in levels() {
        contest.writer(format!("quadbit {level}"), no_values.clone(), move |mask| {
            for positions in black_box(positions).chunks_exact(PART) {
                policy::legal_mask(level, policy, positions, mask);
                black_box(&mut *mask);
            }
        });
    }
    contest.time(bench);
}

/// Times finding the positions without queens and with at least three pawns of any colour.
fn patterns(bench: &mut Bench) {
    let rule = &"Qq=0 and Pp>=3".parse().expect("a rule");
    let positions = &positions()[..];
    #[cfg(feature = "peers")]
    let peer_boards = peers::boards(positions);
    let none = vec![false; positions.len()];
    let mut contest = Contest::new("two rules about pieces");
    contest.elements(positions.len());
    let expected = positions.iter().map(Position::board);
    contest.expecting(expected.map(|board| board.queens().is_empty() && board.pawns().len() >= 3).collect());
    #[cfg(feature = "peers")]
    contest.writer("cozy-chess", none.clone(), |found| peers::matches(black_box(&peer_boards), found));
    for level in levels() {
        contest.writer(format!("quadbit {level}"), none.clone(), move |found| {
            matches(level, rule, black_box(positions), found);
        });
    }
    contest.time(bench);
}

/// Times finding the marlinformat records without queens and with at least three pawns, of which only the boards are
/// unpacked. The yardstick reads all words of the records and combines them by xor.
fn records_by_boards(bench: &mut Bench) {
    let rules = &["Qq=0", "Pp>=3"].map(|text| text.parse().expect("a rule"));
    let samples = samples();
    let records: Vec<marlinformat::MarlinRecord> = records(&samples, Fields::EMPTY);
    let records = &records[..];
    let none = vec![0; records.len().div_ceil(64)];
    let mut contest = Contest::new("two rules about the pieces of marlinformat");
    contest.elements(records.len());
    let has = |sample: &Sample| {
        let board = sample.position.board();
        u64::from(board.queens().is_empty() && board.pawns().len() >= 3)
    };
    let word = |samples: &[Sample]| samples.iter().rev().fold(0, |word, sample| word << 1 | has(sample));
    contest.expecting(samples.chunks(64).map(word).collect());
    for level in levels() {
        let mut boards = [QuadBitboard::EMPTY; 64];
        contest.writer(format!("quadbit {level}"), none.clone(), move |found| {
            for (records, found) in black_box(records).chunks(64).zip(found) {
                let boards = &mut boards[..records.len()];
                batch::boards(level, records, boards);
                *found = may_match(level, rules, boards);
            }
        });
    }
    let sum = |found: &mut Vec<u64>| {
        let words: &[[u8; 8]] = bytemuck::cast_slice(black_box(records));
        found[0] = words.iter().fold(0, |sum, word| sum ^ u64::from_le_bytes(*word));
    };
    let mut added = none.clone();
    sum(&mut added);
    contest.yardstick("the words joined by xor", none, sum, added);
    contest.time(bench);
}

fn main() {
    benches::run(&[
        read_marlinformat,
        write_marlinformat,
        read_bulletformat,
        write_bulletformat,
        dense,
        sparse,
        masks,
        patterns,
        records_by_boards,
    ]);
}
