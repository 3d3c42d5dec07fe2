//! Packed records: whole slices, at every level, with the crates that define the formats beside them.
//!
//! The positions are those of 2,950 lists of moves of standard chess, four times over: 378 KB of records, which the second-level
//! cache holds.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadbit_movegen::{GameResult, Position, Validity};
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::{Fields, Record, RecordError, Sample, WriteError, batch, bulletformat, marlinformat};
use quadbit_quad::QuadBitboard;

const LISTS: [&str; 2] = [
    include_str!("../../crates/movegen/tests/data/gen_legal_san_std.tsv"),
    include_str!("../../crates/movegen/tests/data/gen_targeted_san_std.tsv"),
];

/// The positions of the lists, four times over.
fn positions() -> Vec<Position> {
    let lines = || LISTS.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let fens = lines().map(|line| line.split('\t').next().expect("a line has fields"));
    let positions: Vec<Position> =
        fens.map(|fen| fen.parse().expect("the benches use valid positions")).collect();
    positions.repeat(4)
}

fn samples() -> Vec<Sample> {
    let sample = |position| Sample { score: Some(17), result: GameResult::Draw, ..Sample::from(position) };
    positions().into_iter().map(sample).collect()
}

/// Reading and writing marlinformat.
fn marlin(criterion: &mut Criterion) {
    let samples = samples();
    let written: Result<Vec<marlinformat::Board>, _> =
        samples.iter().map(|sample| Record::write(sample, Fields::NONE)).collect();
    let records = written.expect("marlinformat holds every sample");
    let mut group = criterion.benchmark_group("pack/marlinformat");
    group.throughput(Throughput::Elements(samples.len() as u64));
    for level in levels() {
        let mut boards = vec![QuadBitboard::EMPTY; records.len()];
        assert_eq!(batch::boards(level, &records, &mut boards), 0);
        assert!(boards.iter().zip(&samples).all(|(board, sample)| *board == sample.position.board()));
        group.bench_function(format!("boards/{level}"), |bencher| {
            bencher.iter(|| batch::boards(level, black_box(&records), &mut boards));
        });
        let mut parts = vec![Err(RecordError::Truncated); records.len()];
        group.bench_function(format!("parts/{level}"), |bencher| {
            bencher.iter(|| batch::parts(level, black_box(&records), &mut parts));
        });
        let mut read = vec![Err(RecordError::Truncated); records.len()];
        batch::read(level, Validity::Relaxed, &records, &mut read);
        assert!(read.iter().zip(&samples).all(|(read, sample)| read.as_ref() == Ok(sample)));
        group.bench_function(format!("read/{level}"), |bencher| {
            bencher.iter(|| batch::read(level, Validity::Relaxed, black_box(&records), &mut read));
        });
        let mut again = vec![Err(WriteError::Chess960); samples.len()];
        batch::write(level, Fields::NONE, &samples, &mut again);
        assert!(again.iter().zip(&records).all(|(again, record)| again.as_ref() == Ok(record)));
        group.bench_function(format!("write/{level}"), |bencher| {
            bencher.iter(|| batch::write(level, Fields::NONE, black_box(&samples), &mut again));
        });
    }
    #[cfg(feature = "peers")]
    {
        let theirs: Vec<_> = samples.iter().map(|sample| peers::viriformat_board(&sample.position)).collect();
        let mut packed: Vec<_> = theirs.iter().map(|board| board.to_marlinformat(17, 1, 0)).collect();
        let bytes = bytemuck::cast_slice::<_, [u8; 32]>(&records);
        assert!(packed.iter().zip(bytes).all(|(packed, record)| packed.as_bytes() == *record));
        group.bench_function("crate viriformat/write", |bencher| {
            bencher.iter(|| {
                for (packed, board) in packed.iter_mut().zip(black_box(&theirs)) {
                    *packed = board.to_marlinformat(17, 1, 0);
                }
            });
        });
        let mut boards = theirs.clone();
        group.bench_function("crate viriformat/read", |bencher| {
            bencher.iter(|| {
                for (board, packed) in boards.iter_mut().zip(black_box(&packed)) {
                    *board = packed.unpack().0;
                }
            });
        });
    }
    group.finish();
}

/// Reading and writing bulletformat.
fn bullet(criterion: &mut Criterion) {
    let samples = samples();
    let written: Result<Vec<bulletformat::Board>, _> =
        samples.iter().map(|sample| Record::write(sample, Fields::ALL)).collect();
    let records = written.expect("what bulletformat does not hold is dropped");
    let mut group = criterion.benchmark_group("pack/bulletformat");
    group.throughput(Throughput::Elements(samples.len() as u64));
    for level in levels() {
        let mut boards = vec![QuadBitboard::EMPTY; records.len()];
        assert_eq!(batch::boards(level, &records, &mut boards), 0);
        group.bench_function(format!("boards/{level}"), |bencher| {
            bencher.iter(|| batch::boards(level, black_box(&records), &mut boards));
        });
        let mut again = vec![Err(WriteError::Chess960); samples.len()];
        batch::write(level, Fields::ALL, &samples, &mut again);
        assert!(again.iter().zip(&records).all(|(again, record)| again.as_ref() == Ok(record)));
        group.bench_function(format!("write/{level}"), |bencher| {
            bencher.iter(|| batch::write(level, Fields::ALL, black_box(&samples), &mut again));
        });
    }
    #[cfg(feature = "peers")]
    {
        let raws: Vec<_> = samples.iter().map(|sample| peers::bitboards(&sample.position)).collect();
        let from_raw =
            |&(sets, side)| peers::ChessBoard::from_raw(sets, side, 17, 0.5).expect("every man has a kind");
        let mut theirs: Vec<_> = raws.iter().map(from_raw).collect();
        assert!(
            theirs
                .iter()
                .zip(&records)
                .all(|(theirs, ours)| theirs.pcs == bytemuck::cast::<_, [u8; 32]>(*ours)[8..24])
        );
        group.bench_function("crate bulletformat/write", |bencher| {
            bencher.iter(|| {
                for (board, raw) in theirs.iter_mut().zip(black_box(&raws)) {
                    *board = from_raw(raw);
                }
            });
        });
        let mut mailboxes = vec![[0; 64]; theirs.len()];
        group.bench_function("crate bulletformat/walked into mailboxes", |bencher| {
            bencher.iter(|| {
                for (board, mailbox) in black_box(&theirs).iter().zip(&mut mailboxes) {
                    *mailbox = [0; 64];
                    for (piece, square) in *board {
                        mailbox[usize::from(square & 63)] = piece + 1;
                    }
                }
            });
        });
        let mut sets = vec![[0_u64; 8]; theirs.len()];
        group.bench_function("crate bulletformat/walked into bitboards", |bencher| {
            bencher.iter(|| {
                for (board, sets) in black_box(&theirs).iter().zip(&mut sets) {
                    *sets = [0; 8];
                    for (piece, square) in *board {
                        sets[usize::from(piece >> 3 & 1)] |= 1 << (square & 63);
                        sets[2 + usize::from(piece & 7) % 6] |= 1 << (square & 63);
                    }
                }
            });
        });
    }
    group.finish();
}

/// The crates that define the formats.
#[cfg(feature = "peers")]
mod peers {
    use quadbit_movegen::Position;
    use quadbit_x88::Role;

    pub(crate) use ::bulletformat::ChessBoard;

    pub(crate) fn viriformat_board(position: &Position) -> viriformat::chess::board::Board {
        let mut board = viriformat::chess::board::Board::new();
        board.set_from_fen(&position.to_string(), false).expect("the benches use valid positions");
        board
    }

    /// White, black, and the six kinds; and the side to move.
    pub(crate) fn bitboards(position: &Position) -> ([u64; 8], usize) {
        let board = position.board();
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| board.role(role).0);
        let sets = [board.white().0, board.black().0, pawns, knights, bishops, rooks, queens, kings];
        (sets, position.side_to_move() as usize)
    }
}

criterion_group!(groups, marlin, bullet);
criterion_main!(groups);
