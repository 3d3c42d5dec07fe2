//! Binpack and its text: chains survive a round trip, bytes are those of the format, and damage stays local.

use std::cell::RefCell;
use std::sync::OnceLock;

use proptest::prelude::*;
use quadbit_movegen::{Color, EpMode, GameResult, Move, Position, PositionBuilder, Square, Uci, Validity};
use quadbit_nibble::simd::Level;
use quadbit_nibble::simd::testing::levels;
use quadbit_pack::binpack::{self, Writer};
use quadbit_pack::{
    Block, Field, Fields, Format, Labels, Parts, ReadError, ReadErrorKind, RecordReader, Sample, WriteError,
};
use quadbit_quad::zobrist::split_mix;
use testing::positions;

/// Returns games from positions of the corpora, with a score and a result for each move.
fn games() -> &'static [Sample] {
    static GAMES: OnceLock<Vec<Sample>> = OnceLock::new();
    GAMES.get_or_init(play)
}

fn play() -> Vec<Sample> {
    let starts = positions().filter(Position::has_standard_castling).enumerate();
    let mut samples = Vec::new();
    for (n, start) in starts.filter(|(n, _)| n % 3 == 0) {
        let result =
            [GameResult::Win(Color::White), GameResult::Draw, GameResult::Win(Color::Black)][n / 3 % 3];
        let mut position = start;
        for step in 0..n % 40 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.get((step * 31 + n) % moves.len().max(1)) else { break };
            let score = i16::try_from((n * 7919 + step * 104_729) % 65535).unwrap_or(-300);
            samples.push(Sample {
                position,
                labels: Labels {
                    score: Some(score),
                    result,
                    mv: Some(mv),
                    ply: u16::try_from(Sample::from(position).ply_of_clocks()).ok(),
                    ..Labels::NONE
                },
            });
            position = position.after(mv);
        }
    }
    assert!(samples.len() > 10_000, "{}", samples.len());
    samples
}

fn written(samples: &[Sample]) -> Vec<u8> {
    let (mut writer, mut file) = (Writer::new(), Vec::new());
    for sample in samples {
        writer
            .push(sample, Fields::EMPTY, &mut file)
            .unwrap_or_else(|error| panic!("{}: {error}", sample.position));
    }
    writer.finish(&mut file);
    file
}

/// Returns the samples of a file, and its errors by the indices of their records.
fn read(format: Format, file: &[u8]) -> (Vec<Sample>, Vec<(usize, ReadError)>) {
    let (mut samples, mut errors) = (Vec::new(), Vec::new());
    let lengths = format.lengths(file, true);
    format.read(Validity::Relaxed, file, &lengths, |index, read| match read {
        Ok(sample) => samples.push(sample),
        Err(error) => errors.push((index, error)),
    });
    (samples, errors)
}

/// Writes the samples as a file in the format `plain`.
fn written_plain(samples: &[Sample]) -> Vec<u8> {
    let mut text = Vec::new();
    Format::Plain.write(Fields::EMPTY, samples, &mut text, |index, error| {
        panic!("{}: {error}", samples[index].position);
    });
    text
}

/// Returns the chains of the only chunk of a file.
fn chains(file: &[u8]) -> &[u8] {
    let (chains, behind) = binpack::chunk(file).unwrap();
    assert!(behind.is_empty());
    chains
}

#[track_caller]
fn assert_same(back: &[Sample], samples: &[Sample]) {
    assert_eq!(back.len(), samples.len());
    for (back, sample) in back.iter().zip(samples) {
        assert_eq!(back, sample, "{}", sample.position);
        assert_eq!(back.position.halfmoves(), sample.position.halfmoves(), "{}", sample.position);
    }
}

#[test]
fn games_come_back_in_few_bytes() {
    let samples = games();
    let file = written(samples);
    assert!(file.len() < 10 * samples.len(), "{} bytes for {}", file.len(), samples.len());
    let (back, errors) = read(Format::Binpack, &file);
    assert_eq!(errors, []);
    assert_same(&back, samples);
    assert_eq!(written(&back), file);

    // The samples come back through `plain`, too.
    let (back, errors) = read(Format::Plain, &written_plain(samples));
    assert_eq!(errors, []);
    assert_same(&back, samples);
}

/// Returns the two samples of the game 1. e4 e5, drawn, with the scores 20 and 15 from the view of the side to move.
fn e4_e5() -> [Sample; 2] {
    let start = Position::start();
    let mv = |text, position: &Position| Move::from_uci(text, position).unwrap();
    let e4 = mv("e2e4", &start);
    let first = Sample {
        position: start,
        labels: Labels {
            score: Some(20),
            result: GameResult::Draw,
            mv: Some(e4),
            ply: Some(0),
            ..Labels::NONE
        },
    };
    let position = start.after(e4);
    // The score 15 of Black, who is to move, is -15 from White's view.
    let second = Sample {
        position,
        labels: Labels { score: Some(-15), mv: Some(mv("e7e5", &position)), ply: Some(1), ..first.labels },
    };
    [first, second]
}

/// A chunk with one chain of two samples, written by hand, is what the writer writes and the reader reads.
#[test]
fn a_chain_by_hand() {
    let [first, second] = e4_e5();
    let hex = [
        "42494e50",
        "24000000", // BINP, 36 bytes
        "ffff00000000ffff",
        "2d844ad200000000111111113e955be3", // as in BinaryFen
        "0c70",                             // e2 (12) to e4 (28)
        "0028",
        "0000",
        "0000", // 20 in zigzag, ply 0 and drawn, half moves
        "0001", // one ply follows
        // The fifth of 16 pieces, 0100; the first of e5 and e6, 0; 15 is 35 more than -20, 70 in
        // zigzag: 1 0110, 0 0100.
        "4588",
    ]
    .concat();
    let bytes: Vec<u8> =
        (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect();
    assert_eq!(written(&[first, second]), bytes);
    assert_eq!(read(Format::Binpack, &bytes), (vec![first, second], vec![]));
}

/// Castling to both sides, en passant and all promotions come back, each by its number.
#[test]
fn special_moves_come_back() {
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1",
        "4k3/8/8/2pPp3/8/8/8/4K3 w - c6 0 1",
        "1n1nk3/P1P5/8/8/8/8/p1p5/1N1NK3 w - - 0 1",
        "1n1nk3/P1P5/8/8/8/8/p1p5/1N1NK3 b - - 0 1",
    ] {
        let start = Position::from_fen(fen).unwrap();
        let before = Sample {
            position: start,
            labels: Labels { score: Some(1), result: GameResult::Draw, ..Labels::NONE },
        };
        for &mv in &start.legal_moves() {
            let position = start.after(mv);
            for &reply in &position.legal_moves() {
                let game = [
                    with_ply(Sample { labels: Labels { mv: Some(mv), ..before.labels }, ..before }),
                    with_ply(Sample {
                        position,
                        labels: Labels { score: None, mv: Some(reply), ..before.labels },
                    }),
                ];
                let file = written(&game);
                assert!(file.len() < 8 + 40, "one chain: {fen}");
                assert_eq!(read(Format::Binpack, &file), (game.to_vec(), vec![]), "{fen}");
            }
        }
    }
}

/// Returns the sample with the ply that its side to move and its move number give.
fn with_ply(sample: Sample) -> Sample {
    Sample { labels: Labels { ply: u16::try_from(sample.ply_of_clocks()).ok(), ..sample.labels }, ..sample }
}

#[test]
fn what_does_not_fit_is_refused() {
    let good = games()[100];
    let error = |sample: Sample, drop| Writer::new().push(&sample, drop, &mut Vec::new()).err();
    assert_eq!(error(good, Fields::EMPTY), None);
    let all = Fields::ALL;
    assert_eq!(
        error(Sample { labels: Labels { mv: None, ..good.labels }, ..good }, all),
        Some(WriteError::Missing(Field::Move))
    );
    let null = Move::new(Square::A1, Square::A1);
    assert_eq!(
        error(Sample { labels: Labels { mv: Some(null), ..good.labels }, ..good }, all),
        Some(WriteError::Missing(Field::Move))
    );
    let unknown = Sample { labels: Labels { result: GameResult::Unknown, ..good.labels }, ..good };
    assert_eq!(error(unknown, all), Some(WriteError::Missing(Field::Result)));
    for (sample, field) in [
        (
            Sample { labels: Labels { ply: good.labels.ply.map(|ply| ply + 2), ..good.labels }, ..good },
            Field::Clocks,
        ),
        (Sample { labels: Labels { extra: [1, 0, 0], ..good.labels }, ..good }, Field::Extra),
    ] {
        assert_eq!(error(sample, Fields::EMPTY), Some(WriteError::Lost(field)));
        assert_eq!(error(sample, Fields::EMPTY.with(field)), None);
    }
    let inner = Position::from_fen("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1").unwrap();
    let inner =
        Sample { position: inner, labels: Labels { mv: Some(inner.legal_moves()[0]), ..good.labels } };
    assert_eq!(error(inner, Fields::EMPTY), Some(WriteError::Chess960));
    // Formats without moves and plies write the sample `good` only if both may be dropped.
    for format in Format::ALL.into_iter().filter(|format| !format.holds(Field::Move)) {
        let but_moves =
            Field::ALL.into_iter().filter(|field| *field != Field::Move).fold(Fields::EMPTY, Fields::with);
        let mut refused = None;
        format.write(but_moves, &[good], &mut Vec::new(), |_, error| refused = Some(error));
        assert_eq!(refused, Some(WriteError::Lost(Field::Move)), "{format}");
    }
}

/// Chunks end after the chain that fills them.
#[test]
fn chunks_have_a_mebibyte() {
    // A chain has 34 bytes, or 36 with the reply.
    let [start, reply] = e4_e5();
    let samples = vec![start; 70_000];
    let file = written(&samples);
    let lengths = Format::Binpack.lengths(&file, true);
    assert_eq!(lengths, [8 + 34 * 30_841, 8 + 34 * 30_841, 8 + 34 * (70_000 - 2 * 30_841)]);
    assert_eq!(read(Format::Binpack, &file).0.len(), samples.len());

    let mut samples = [start, reply].repeat(8);
    samples.extend(vec![start; 30_832 + 1]);
    assert_eq!(Format::Binpack.lengths(&written(&samples), true), [8 + (1 << 20), 8 + 34]);
}

/// A chunk of 100 MiB is read; a head that asks for more is damage.
#[test]
fn the_largest_chunk() {
    for (size, is_chunk) in [(100 << 20, true), ((100 << 20) + 1, false)] {
        let mut bytes = vec![0; 8 + size];
        bytes[..4].copy_from_slice(b"BINP");
        bytes[4..8].copy_from_slice(&u32::try_from(size).unwrap().to_le_bytes());
        assert_eq!(binpack::chunk(&bytes).is_some(), is_chunk, "{size}");
    }
}

const fn undecoded(error: ReadError, bytes: usize) -> ReadError {
    ReadError { undecoded: Some(bytes), ..error }
}

/// A bad chain loses the rest of its chunk, a bad head its chunk, and a cut the samples after it. The bytes that are
/// lost are counted.
#[test]
fn damage_stays_where_it_is() {
    let samples = games();
    let chunks: Vec<Vec<u8>> = samples.chunks(2000).take(3).map(written).collect();
    let file = chunks.concat();
    let whole = |chunk: usize| &samples[2000 * chunk..2000 * (chunk + 1)];

    let mut bad = file.clone();
    // Damages the occupied squares of the first entry of the second chunk.
    bad[chunks[0].len() + 8..][..8].fill(0xff);
    let (back, errors) = read(Format::Binpack, &bad);
    let many = ReadError { chain: Some(1), ..ReadErrorKind::ManyPieces.into() };
    assert_eq!(errors, [(1, undecoded(many, chunks[1].len() - 8))]);
    assert_same(&back, &[whole(0), whole(2)].concat());

    let mut bad = file.clone();
    bad[chunks[0].len()] = b'X';
    let (back, errors) = read(Format::Binpack, &bad);
    assert_eq!(errors, [(1, undecoded(ReadErrorKind::Chunk.into(), chunks[1].len()))]);
    assert_same(&back, &[whole(0), whole(2)].concat());

    // If the size in a chunk's head is too large, the next chunk is still found, and loses nothing.
    let too_large = u32::try_from(chunks[1].len()).unwrap();
    for (size, fault) in [(too_large, ReadErrorKind::Truncated), (u32::MAX, ReadErrorKind::Chunk)] {
        let mut bad = file.clone();
        bad[chunks[0].len() + 4..][..4].copy_from_slice(&size.to_le_bytes());
        let (back, errors) = read(Format::Binpack, &bad);
        let lost = if fault == ReadErrorKind::Truncated { 0 } else { chunks[1].len() };
        assert_eq!(errors, [(1, undecoded(fault.into(), lost))]);
        let kept = if fault == ReadErrorKind::Truncated { whole(1) } else { &[] };
        assert_same(&back, &[whole(0), kept, whole(2)].concat());
    }

    // If the last chunk is cut off, only its samples after the cut are lost.
    for cut in [1, 100, chunks[2].len() - 8] {
        let (back, errors) = read(Format::Binpack, &file[..file.len() - cut]);
        let [(2, ReadError { kind: ReadErrorKind::Truncated, undecoded: Some(lost), .. })] = errors[..]
        else {
            panic!("{errors:?}")
        };
        assert!(lost < 34, "{lost}");
        assert!(back.len() < 6000 && (back.len() > 4000) == (cut < 1000), "{}", back.len());
        assert_same(&back, &samples[..back.len()]);
    }
    assert!(binpack::chunk(&[b"BINP".as_slice(), &u32::MAX.to_le_bytes(), &[0; 100]].concat()).is_none());
}

/// Wherever a chunk is damaged, the samples before the damage, written again, and the bytes that are counted as lost
/// together have the size of the chunk: no byte is lost without being counted, and none is counted that gave a sample.
#[test]
fn lost_bytes_are_counted() {
    let file = written(&games()[..300]);
    let mut damaged = 0;
    for at in (8..file.len()).step_by(7) {
        let mut bad = file.clone();
        bad[at] ^= 0x5a;
        let (back, errors) = read(Format::Binpack, &bad);
        let [(0, error)] = errors[..] else { continue };
        damaged += 1;
        let (kept, lost) = (written(&back).len().saturating_sub(8), error.undecoded.unwrap());
        // The last chain may end within a byte, which then counts as kept and as lost in part.
        assert!((kept + lost).abs_diff(file.len() - 8) <= 1 && lost > 0, "{at}: {error}");
    }
    assert!(damaged > 100, "{damaged}");
}

/// A stream that gives few bytes at a time gives the samples and errors that all its bytes give at once.
#[test]
fn streams_are_read_in_blocks() {
    /// A stream that gives its bytes in pieces of odd sizes.
    struct Slow<'a>(&'a [u8]);
    impl std::io::Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = self.0.len().min(buffer.len()).min(777);
            std::io::Read::read(&mut self.0, &mut buffer[..length])
        }
    }
    let samples = &games()[..3000];
    let mut file = written(&samples[..1000]);
    let bad = file.len() + 8;
    file.extend(written(&samples[1000..2000]));
    file[bad..][..8].fill(0xff);
    file.extend(written(&samples[2000..]));
    let text = written_plain(samples);
    for (format, file) in [(Format::Binpack, &file), (Format::Plain, &text)] {
        let (expected, faults) = read(format, file);
        let (mut back, mut errors) = (Vec::new(), Vec::new());
        let mut reader = RecordReader::new(Slow(file), format);
        while let Some(mut block) = reader.next_block().unwrap() {
            assert!(block.iter().map(<[u8]>::len).sum::<usize>() <= 1 << 17);
            let before = block.before();
            block.read(Validity::Relaxed, usize::MAX, |number, read| match read {
                Ok(sample) => back.push(sample),
                Err(error) => errors.push((usize::try_from(before + number).unwrap() - 1, error)),
            });
        }
        assert_eq!((back.len(), &errors), (expected.len(), &faults), "{format}");
        assert_same(&back, &expected);
    }
    // A game without an end, on an endless stream, is refused when it gets too long.
    let error = RecordReader::new(std::io::repeat(1), Format::Viriformat).next_block().unwrap_err();
    assert_eq!(error.to_string(), "a record is longer than 1 MiB");
    let mut cut = RecordReader::new(&[0; 27][..], Format::Tgct);
    assert!(cut.next_block().unwrap().is_some_and(|block| block.is_cut() && block.records() == 2));
    assert!(cut.next_block().unwrap().is_none());
}

/// Moves by number are the legal moves, each once: after the first move of a chain, every bit pattern of a move
/// is either an error or a legal move, and the position after it is right.
#[test]
fn every_number_is_a_legal_move_or_an_error() {
    let (mut moves, mut kinds) = (0, [0; 3]);
    for start in positions().filter(Position::has_standard_castling).step_by(5) {
        let (moves_of_start, result) = (start.legal_moves(), GameResult::Draw);
        let allows_ep = |mv: &&Move| start.after(**mv).ep().is_some();
        let Some(&first) = moves_of_start.iter().find(allows_ep).or(moves_of_start.first()) else { continue };
        let (mut writer, mut file) = (Writer::new(), Vec::new());
        let sample = Sample { position: start, labels: Labels { mv: Some(first), result, ..Labels::NONE } };
        writer.push(&sample, Fields::EMPTY, &mut file).unwrap();
        writer.finish(&mut file);
        // The chain has two more plies: all patterns of the bits of a move, nine bits or fewer by the number of pieces,
        // then zeros.
        let position = start.after(first);
        let own = position.board().color(position.side_to_move()).len();
        let width = u32::BITS - (own - 1).leading_zeros() + 5;
        let mut found = Vec::new();
        for pattern in 0..1_u64 << width {
            let mut chains = chains(&file).to_vec();
            *chains.last_mut().unwrap() = 2;
            chains.extend((pattern << (64 - width)).to_be_bytes());
            let by_positions = taken_apart(binpack::samples(&chains, Validity::Relaxed));
            assert_eq!(chosen(Level::auto(), &chains, 9), by_positions, "{position}");
            let mut samples = binpack::samples(&chains, Validity::Relaxed).skip(1);
            match samples.next().unwrap() {
                Ok(sample) => {
                    let mv = sample.labels.mv.unwrap();
                    assert_eq!(sample.position, position);
                    assert!(position.is_legal(mv), "{position}: {mv:?}");
                    if let Some(Ok(next)) = samples.next() {
                        let after = position.after(mv);
                        assert_eq!(next.position, after, "{position}: {mv:?}");
                        assert_eq!(next.position.castling_rights(), after.castling_rights());
                        moves += 1;
                    }
                    kinds[0] += usize::from(position.is_castling(mv));
                    kinds[1] += usize::from(position.is_en_passant(mv));
                    kinds[2] += usize::from(mv.is_promotion());
                    found.push(mv);
                }
                Err(error) => {
                    let ReadError { kind: ReadErrorKind::Move, chain: Some(1), ply: Some(1), .. } = error
                    else {
                        panic!("{error}")
                    };
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
        legal.sort_unstable();
        assert_eq!(found, legal, "{position}");
    }
    assert!(moves > 10_000 && kinds.into_iter().all(|count| count > 5), "{moves} {kinds:?}");
}

/// A pawn that only a pinned pawn could capture cannot be captured, so the other side has one number less.
#[test]
fn en_passant_counts_if_it_is_legal() {
    let start: Position = "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1".parse().unwrap();
    let (e4, d3) = (Move::new(Square::E2, Square::E4), Move::new(Square::D4, Square::D3));
    let first = Sample {
        position: start,
        labels: Labels { result: GameResult::Draw, mv: Some(e4), ply: Some(0), ..Labels::NONE },
    };
    let second =
        Sample { position: start.after(e4), labels: Labels { mv: Some(d3), ply: Some(1), ..first.labels } };
    let third = Sample { position: second.position.after(d3), labels: Labels { mv: None, ..first.labels } };
    let mv = third.position.legal_moves().first().copied();
    let samples = [first, second, Sample { labels: Labels { mv, ply: Some(2), ..third.labels }, ..third }];
    let file = written(&samples);
    let back: Result<Vec<_>, _> = binpack::samples(chains(&file), Validity::Strict).collect();
    assert_same(&back.unwrap(), &samples);
}

/// Double pushes that cannot be captured en passant are forgotten, whether or not a chain begins after them.
#[test]
fn double_pushes_that_cannot_be_captured_are_forgotten() {
    let samples = games();
    let one_by_one: Vec<u8> = samples.iter().flat_map(|sample| written(&[*sample])).collect();
    let (mut remembered, mut kept) = (0, 0);
    for file in [written(samples), one_by_one] {
        let (back, errors) = read(Format::Binpack, &file);
        assert_eq!((back.len(), errors), (samples.len(), vec![]));
        for (back, sample) in back.iter().zip(samples) {
            let ep = back.position.ep_square(EpMode::Always);
            assert_eq!(ep, sample.position.ep(), "{}", sample.position);
            kept += usize::from(ep.is_some());
            remembered += usize::from(sample.position.ep_square(EpMode::Always).is_some());
        }
    }
    assert!(kept > 20 && remembered > 2 * kept, "{kept} of {remembered}");
}

/// A move that is not legal is the error even if the score after it is cut off.
#[test]
fn the_move_comes_before_the_score() {
    let start: Position = "rnbqkbnr/ppp1pppp/3p4/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
    let check = Move::new(Square::F1, Square::B5);
    let sample = Sample {
        position: start,
        labels: Labels { result: GameResult::Draw, mv: Some(check), ..Labels::NONE },
    };
    // Black is in check. The second piece, the pawn on a7, cannot end it; the fourth, on c7, does so on c6.
    for (bits, kind) in [(0b0001_0000, ReadErrorKind::Move), (0b0011_1000, ReadErrorKind::Truncated)] {
        let mut chains = chains(&written(&[sample])).to_vec();
        *chains.last_mut().unwrap() = 1;
        chains.push(bits);
        let error = binpack::samples(&chains, Validity::Strict).last().unwrap().unwrap_err();
        assert_eq!(error, ReadError { kind, chain: Some(1), ply: Some(1), undecoded: Some(1) });
    }
}

/// At every level, reading some samples at a time, with pauses between, gives the samples that reading one by one
/// gives.
#[test]
fn samples_some_at_a_time() {
    // In the first game the half-move clock reaches its limit.
    let mut position: Position = "7k/8/8/8/8/8/8/K7 w - - 65534 40".parse().unwrap();
    let mut samples = Vec::new();
    for text in ["a1b1", "h8g8", "b1a1", "g8h8"] {
        let mv = text.parse::<Uci>().unwrap().to_move(&position).unwrap();
        samples.push(Sample {
            position,
            labels: Labels { mv: Some(mv), result: GameResult::Draw, ..Labels::NONE },
        });
        position = position.after(mv);
    }
    assert_eq!(position.halfmoves(), u16::MAX);
    samples.extend_from_slice(&games()[..9000]);
    let mut file = written(&samples);
    let bad = file.len() - 40;
    for damage in [false, true] {
        if damage {
            file[bad..].fill(0xff);
        }
        let chunk = chains(&file);
        let one_by_one: Vec<_> = binpack::samples(chunk, Validity::Relaxed).collect();
        assert_eq!(one_by_one.last().unwrap().is_err(), damage);
        for level in levels() {
            for count in [1, 7, 100, 10_000] {
                assert_eq!(collect(level, chunk, count), one_by_one, "{level}, {count}");
                assert_eq!(chosen(level, chunk, count), taken_apart(one_by_one.clone()), "{level}, {count}");
            }
        }
    }
}

/// Chunks that are read side by side, with chains that end at different places, give the samples and errors that each
/// gives when it is read by itself, with its chains played on positions.
#[test]
fn chunks_side_by_side() {
    let samples = games();
    for round in 0..8 {
        let mut random = (0..).map(|n| split_mix(split_mix(round) ^ n));
        let mut next = |below: usize| usize::try_from(random.next().unwrap() % below as u64).unwrap();
        // One to three chunks of up to 900 samples in each file; in two rounds of three, one bit of each chunk is
        // damaged.
        let mut file = |_| {
            let mut file = Vec::new();
            for _ in 0..=next(3) {
                let first = next(samples.len() - 900);
                let mut chunk = written(&samples[first..first + 1 + next(900)]);
                if round % 3 > 0 {
                    let at = next(chunk.len());
                    chunk[at] ^= 1 << next(8);
                }
                file.append(&mut chunk);
            }
            // In every fourth round the end is cut off.
            file.truncate(file.len() - if round % 4 == 3 { next(20) } else { 0 });
            file
        };
        let files: Vec<Vec<u8>> = (0..16).map(&mut file).collect();
        let alone: Vec<Vec<_>> = files.iter().map(|file| alone(file)).collect();
        for level in levels() {
            for len in [1, 4, 5, 8, 11, 16] {
                for count in [1, 60, 10_000] {
                    let together = together(level, &files[..len], count);
                    assert!(together == alone[..len], "round {round}, {level}, {len} files, {count}");
                }
            }
        }
    }
}

/// Returns the parts of the samples of `file`, and the errors with the numbers of their records, as [`Block::read`]
/// gives them.
fn alone(file: &[u8]) -> Vec<Result<Parts, (u64, ReadError)>> {
    let (mut reader, mut all) = (RecordReader::new(file, Format::Binpack), Vec::new());
    while let Some(mut block) = reader.next_block().unwrap() {
        block.read(Validity::Relaxed, usize::MAX, |number, sample| {
            all.extend(
                taken_apart([sample]).into_iter().map(|sample| sample.map_err(|error| (number, error))),
            );
        });
    }
    all
}

/// Returns the parts of the samples of each file, and the errors with their records, as [`Block::read_parts`] gives
/// them for all files together, at most `count` at a time. [`Block::read_parts`] plays chains without making positions.
fn together(level: Level, files: &[Vec<u8>], count: usize) -> Vec<Vec<Result<Parts, (u64, ReadError)>>> {
    let block = |file: &Vec<u8>| RecordReader::new(&file[..], Format::Binpack).next_block().unwrap().unwrap();
    let mut blocks: Vec<Block> = files.iter().map(block).collect();
    let mut all = vec![Vec::new(); files.len()];
    while !blocks.iter().all(Block::is_end) {
        let mut blocks: Vec<&mut Block> = blocks.iter_mut().collect();
        let (read, mut errors) = (RefCell::new(vec![Vec::new(); files.len()]), vec![0; files.len()]);
        Block::read_parts(
            &mut blocks,
            level,
            Validity::Relaxed,
            count,
            |entry| {
                let sample = Sample { position: entry.parts(), labels: *entry.labels };
                read.borrow_mut()[entry.block].push(Ok(sample));
            },
            |index, number, error| {
                errors[index] += 1;
                read.borrow_mut()[index].push(Err((number, error)));
            },
        );
        for ((all, read), errors) in all.iter_mut().zip(read.into_inner()).zip(errors) {
            assert!(read.len() - errors <= count);
            all.extend(read);
        }
    }
    all
}

/// Returns the samples and the error of `chunk`, as found when it is read together with seven chunks like it.
fn chosen(level: Level, chunk: &[u8], count: usize) -> Vec<Result<Parts, ReadError>> {
    let file = [b"BINP", &u32::try_from(chunk.len()).unwrap().to_le_bytes(), chunk].concat();
    let mut all = together(level, &vec![file; 8], count);
    assert!(all.iter().all(|other| *other == all[0]));
    all.swap_remove(0).into_iter().map(|sample| sample.map_err(|(_, error)| error)).collect()
}

/// Takes each sample apart: the parts of its position replace the position.
fn taken_apart(
    samples: impl IntoIterator<Item = Result<Sample, ReadError>>,
) -> Vec<Result<Parts, ReadError>> {
    let take_apart = |Sample { position, labels: Labels { score, result, extra, mv, ply } }| {
        let position = PositionBuilder::from(&position);
        Sample { position, labels: Labels { score, result, extra, mv, ply } }
    };
    samples.into_iter().map(|sample| sample.map(take_apart)).collect()
}

/// Reads the samples of `chunk` and its error, at most `count` samples at a time.
fn collect(level: Level, chunk: &[u8], count: usize) -> Vec<Result<Sample, ReadError>> {
    let (mut all, mut some) = (Vec::new(), Vec::new());
    let mut samples = binpack::samples(chunk, Validity::Relaxed);
    loop {
        let read = samples.read(level, count, &mut some);
        let is_end = some.len() < count;
        all.extend(some.drain(..).map(Ok));
        if let Err(error) = read {
            all.push(Err(error));
        } else if !is_end {
            continue;
        }
        // There is nothing after the end, nor after an error.
        assert_eq!(samples.read(level, count, &mut some), Ok(()));
        assert!(some.is_empty());
        return all;
    }
}

proptest! {
    /// Whatever is damaged, nothing panics, and samples that can be read survive a round trip.
    #[test]
    fn damaged_chunks(
        first in 0_usize..10_000,
        turned in prop::collection::vec((any::<prop::sample::Index>(), 0_u32..8), 1..4),
    ) {
        let samples = games();
        let mut file = written(&samples[first..(first + 200).min(samples.len())]);
        for (at, bit) in &turned {
            let at = at.index(file.len());
            file[at] ^= 1 << bit;
        }
        let (back, _) = read(Format::Binpack, &file);
        let (again, errors) = read(Format::Binpack, &written(&back));
        prop_assert_eq!(errors, []);
        assert_same(&again, &back);
    }
}
