//! The loader: everything comes once, in an order that only the seed decides.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "squares and the numbers of samples are small"
)]

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use quadbit_data::loader::{Batch, Drawn, Loader, Mark, Options, Progress, Share, Source};
use quadbit_data::sieve::Sieve;
use quadbit_inputs::sets::{Csr, Order, RowsError, Sets};
use quadbit_movegen::{Color, GameResult, Position};
use quadbit_nibble::simd::Level;
use quadbit_pack::binpack::Writer;
use quadbit_pack::{Fields, Format, Labels, Sample};
use quadbit_rule::Rule;
use testing::positions;

/// 9,000 samples of the positions of the corpora that have no castling rights of Chess960, some of them repeated, each
/// with its index as its score.
fn samples() -> Vec<Sample> {
    let sample = |(n, position): (usize, Position)| Sample {
        position,
        labels: Labels {
            score: Some(n as i16),
            result: GameResult::ALL[1 + n % 3 % 2],
            ply: None,
            ..Labels::NONE
        },
    };
    let standard: Vec<Position> = positions().filter(Position::has_standard_castling).collect();
    standard.into_iter().cycle().take(9000).enumerate().map(sample).collect()
}

/// The samples in which a move is possible, numbered anew, each with its first legal move.
fn with_moves() -> Vec<Sample> {
    let moved =
        samples().into_iter().filter_map(|sample| Some((*sample.position.legal_moves().first()?, sample)));
    let numbered = |(n, (mv, sample)): (usize, (_, Sample))| Sample {
        labels: Labels { score: Some(n as i16), mv: Some(mv), ..sample.labels },
        ..sample
    };
    moved.enumerate().map(numbered).collect()
}

fn file(format: Format, samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(Fields::ALL, samples, &mut bytes, |n, error| panic!("sample {n}: {error}"));
    bytes
}

fn source(format: Format, bytes: Vec<u8>) -> Source {
    Source::new("bytes", format, move || Ok(io::Cursor::new(bytes)))
}

fn options() -> Options {
    let sets: Sets = "full_threats+halfkav2_hm".parse().unwrap();
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

/// Heads of chunks with wrong sizes are bad records. Reading them takes time in proportion to their number, though each
/// claims half of the stream.
#[test]
fn heads_of_chunks_alone_are_counted() {
    let heads = 1 << 18;
    let head = [*b"BINP", (4 * heads as u32 + 1).to_le_bytes()].concat();
    let mut loader = Loader::<i32>::new(options(), [source(Format::Binpack, head.repeat(heads))]);
    assert!(loader.next_batch().unwrap().is_none());
    assert_eq!(loader.bad().records, heads as u64);
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
        for (n, found) in batch.samples.iter().enumerate() {
            let sample = &samples[batch.scores[n] as usize];
            assert_eq!((found.position, found.position.key()), (sample.position, sample.position.key()));
            assert_eq!(found.labels.score, sample.labels.score);
            let mut sides: [Csr<i32>; 2] = Default::default();
            options().sets.unwrap().append(Level::auto(), Order::Found, &[sample.position], &mut sides);
            for (side, expected) in batch.sides.iter().zip(&sides) {
                assert_eq!(side.row(n), expected.row(0), "{}", sample.position);
            }
            let is_black = sample.position.side_to_move() == Color::Black;
            assert_eq!(batch.moves[n], None);
            assert_eq!(batch.black_to_move[n], is_black);
            assert_eq!(batch.plies[n], 2 * u32::from(sample.position.fullmoves() - 1) + u32::from(is_black));
            let points = match sample.labels.result {
                GameResult::Win(Color::White) => 1.0,
                GameResult::Draw => 0.5,
                _ => 0.0,
            };
            assert!((batch.results[n] - points).abs() < 0.1, "{:?}", sample.labels.result);
        }
    }
    let mut order = scores(&batches);
    // A sample is drawn at most a window before its turn in the files, and not in the order of the files.
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
    for seed in 8..12 {
        let other = load(&Options { seed, ..options() });
        assert!(other != first);
        // A sample leaves the window of 500 within ten turns with a probability of 1 in 50.
        let early = other.iter().enumerate().filter(|(turn, number)| **number + 10 > turn + 500).count();
        assert!((100..300).contains(&early), "{early}");
    }
    assert!(load(&Options { window: 1, ..options() }).into_iter().eq(0..first.len()));
}

/// The chunks of binpack take turns in a window: many small ones, and one that is decoded in several parts.
#[test]
fn chunks_of_binpack_take_turns() {
    let samples = with_moves();
    assert!(samples.len() > 8800);
    let chunk = |samples: &[Sample]| {
        let (mut writer, mut bytes) = (Writer::new(), Vec::new());
        for sample in samples {
            writer.push(sample, Fields::ALL, &mut bytes).unwrap();
        }
        writer.finish(&mut bytes);
        bytes
    };
    let (large, small) = samples.split_at(8500);
    let files: Vec<Vec<u8>> = std::iter::once(chunk(large)).chain(small.chunks(10).map(chunk)).collect();
    let load = |options: &Options| {
        let sources = files.iter().map(|file| source(Format::Binpack, file.clone())).collect();
        scores(&all(options, sources))
    };
    let in_order = load(&Options { window: 1, threads: 3, ..options() });
    assert!(in_order.into_iter().eq(0..samples.len()));
    let sources = files.iter().map(|file| source(Format::Binpack, file.clone())).collect();
    let batches = all(&options(), sources);
    assert!(batches.iter().rev().skip(1).all(|batch| batch.len() == 100));
    let first = load(&options());
    for threads in [2, 5, 20] {
        assert!(load(&Options { threads, ..options() }) == first, "{threads} threads");
    }
    // The small chunks come before the rest of the large one.
    let place = |number: usize| first.iter().position(|&at| at == number).unwrap();
    assert!(place(8499) > place(8501) + 3000);
    let mut sorted = first.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..samples.len()));
    // Damage in a chunk is counted once, and costs only the rest of the chunk.
    let mut bad = files.concat();
    bad[files[0].len() - 300..files[0].len()].fill(0xff);
    let mut loader: Loader<i32> = Loader::new(options(), [source(Format::Binpack, bad)]);
    let left: usize = std::iter::from_fn(|| loader.next_batch().unwrap()).map(|batch| batch.len()).sum();
    assert!(left < samples.len() && left > samples.len() - 30, "{left}");
    assert_eq!(loader.bad().records, 1);
    // A chain of one sample has 34 bytes. The damage begins within a chain, which is lost from its first byte on.
    let lost = 34 * (samples.len() - left) as u64;
    assert!((300..334).contains(&loader.bad().bytes) && loader.bad().bytes <= lost, "{:?}", loader.bad());
    assert!(
        loader.bad().first.as_ref().unwrap().to_string().starts_with("bytes: record 1: chain "),
        "{:?}",
        loader.bad()
    );
}

/// Machine `rank` of three reads the blocks `rank`, `rank + 3` and so on.
#[test]
fn machines_share_the_blocks() {
    /// The number of records of 32 bytes in a block of 64 KiB.
    const BLOCK: usize = 2048;
    let bytes = file(Format::Marlinformat, &samples());
    for rank in 0..3 {
        let options = Options { rank, world_size: 3, threads: 2, ..options() };
        let mut part = scores(&all(&options, vec![source(Format::Marlinformat, bytes.clone())]));
        part.sort_unstable();
        let own = (0..samples().len()).filter(|n| (n / BLOCK % 3) as u64 == rank);
        assert!(part.into_iter().eq(own), "machine {rank}");
    }
}

/// Three machines share the samples that pass the filters, also those of a single chunk: equally many for each, none
/// twice, and none lost but those of the last turn.
#[test]
fn machines_share_samples() {
    let samples = samples();
    for format in [Format::Marlinformat, Format::Text] {
        let bytes = file(format, &samples);
        for (rule, kept) in [(Rule::default(), 9000), ("score<50".parse().unwrap(), 50)] {
            let options = Options { rule, world_size: 3, share: Share::Samples, batch: 7, ..options() };
            let parts = [0, 1, 2].map(|rank| {
                all(
                    &Options { rank, threads: 1 + rank as usize, ..options.clone() },
                    vec![source(format, bytes.clone())],
                )
            });
            let [sizes, ..] = parts.each_ref().map(|part| part.iter().map(Batch::len).collect::<Vec<_>>());
            for (rank, part) in (0..).zip(&parts) {
                assert!(part.iter().map(Batch::len).eq(sizes.iter().copied()));
                let mut part = scores(part);
                part.sort_unstable();
                assert!(part.into_iter().eq((rank..kept / 3 * 3).step_by(3)), "machine {rank}");
            }
        }
    }
    let text = file(Format::Text, &samples[..10]);
    let sources = move || vec![source(Format::Text, text.clone())];
    let options = Options { world_size: 3, share: Share::Samples, rank: 2, batch: 4, window: 1, ..options() };
    let mut loader: Loader<i32> = Loader::new(options, sources()).endless(sources);
    let batches: Vec<_> = (0..3).map(|_| loader.next_batch().unwrap().unwrap()).collect();
    assert_eq!(scores(&batches), (0..12).map(|n| (2 + 3 * n) % 10).collect::<Vec<_>>());
}

/// Of bad records the first is named, whether they are in one block or in several. Of sources that fail each is named,
/// in their order.
#[test]
fn the_first_bad_record_and_every_bad_source_are_named() {
    let mut lines: Vec<_> =
        file(Format::Text, &samples()).split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    for (n, text) in [(10, "one"), (11, "two"), (8000, "three")] {
        lines[n] = text.as_bytes().to_vec();
    }
    let text = lines.join(&b'\n');
    let missing = ["/nowhere/one", "/nowhere/two"].map(|path| Source::file(path, Format::Text));
    let options = Options { threads: 2, ..options() };
    let mut loader: Loader<i32> =
        Loader::new(options, missing.into_iter().chain([source(Format::Text, text)]));
    for name in ["/nowhere/one: ", "/nowhere/two: "] {
        let error = loader.next_batch().unwrap_err().to_string();
        assert!(error.starts_with(name), "{error}");
    }
    while loader.next_batch().unwrap().is_some() {}
    let bad = loader.bad();
    assert_eq!((bad.records, bad.first.as_ref().unwrap().number), (3, 11));
}

/// Of 43 blocks the 20th has a bad record: the blocks that are read together with it, 32 in all, come in batches, and
/// no more.
#[test]
fn a_bad_record_may_end_reading() {
    const BLOCK: usize = 2048;
    let mut bytes = file(Format::Marlinformat, &samples()[..43 * BLOCK / 10]).repeat(10);
    let bad = 19 * BLOCK + 9;
    bytes[32 * bad..32 * (bad + 1)].fill(0);
    for threads in [1, 3] {
        let bytes = bytes.clone();
        let again = move || vec![source(Format::Marlinformat, bytes.clone())];
        let options = Options { stops_at_bad: true, threads, ..options() };
        let mut loader: Loader<i32> = Loader::new(options, again()).endless(again);
        // At most 2,000 batches are read, since an endless loader would go on.
        let batches = std::iter::from_fn(|| loader.next_batch().unwrap()).take(2000);
        let read: usize = batches.map(|batch| batch.len()).sum();
        assert_eq!((read, loader.bad().records), (32 * BLOCK - 1, 1));
        assert_eq!(loader.bad().first.as_ref().unwrap().number, bad as u64 + 1);
    }
}

/// A stream of which every other read is interrupted, and which fails after its bytes.
struct Interrupted {
    bytes: io::Cursor<Vec<u8>>,
    reads: usize,
}

impl Read for Interrupted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reads += 1;
        if self.reads % 2 == 1 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.bytes.read(buffer)? {
            0 => Err(io::Error::other("the disk is gone")),
            read => Ok(read),
        }
    }
}

#[test]
fn interrupted_reads_go_on_and_failed_ones_lose_nothing() {
    let bytes = file(Format::Marlinformat, &samples());
    let open = move || Ok(Interrupted { bytes: io::Cursor::new(bytes), reads: 0 });
    let failing = Source::new("disk", Format::Marlinformat, open);
    let mut loader: Loader<i32> = Loader::new(options(), [failing]);
    let error = loader.next_batch().unwrap_err().to_string();
    assert_eq!(error, "disk: the disk is gone");
    let batches: Vec<_> = std::iter::from_fn(|| loader.next_batch().unwrap()).collect();
    let mut scores = scores(&batches);
    scores.sort_unstable();
    assert!(scores.into_iter().eq(0..samples().len()));
}

#[test]
fn filters_choose_and_faults_are_reported() {
    let samples = samples();
    let text = file(Format::Text, &samples);
    let options = Options { rule: "score<50 and white".parse().unwrap(), ..options() };
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
    let bad = loader.bad();
    assert_eq!((bad.records, bad.first.as_ref().map(ToString::to_string)), (1, Some(first)));
}

/// Of many sources with one block each, sixteen are decoded for the first sample, and sixteen more while it is drawn.
#[test]
fn sixteen_blocks_are_open() {
    let opened = Arc::new(AtomicUsize::new(0));
    let sources = (0..40).map(|_| {
        let (opened, text) = (Arc::clone(&opened), file(Format::Text, &samples()[..1]));
        let open = move || {
            opened.fetch_add(1, Relaxed);
            Ok(io::Cursor::new(text))
        };
        Source::new("bytes", Format::Text, open)
    });
    let options = Options { batch: 1, window: 1, ..options() };
    let mut loader: Loader<i32> = Loader::new(options, sources);
    assert_eq!(loader.next_batch().unwrap().unwrap().len(), 1);
    assert_eq!(opened.load(Relaxed), 32);
}

/// Batches have only samples for which a condition on pieces holds, and only numbers of pieces whose target is not 0.
#[test]
fn pieces_are_chosen() {
    let wanted = ["1"; 17].join(",");
    let rules = ["Qq=0".to_owned(), format!("piece-targets={wanted}{}", ",0".repeat(16))];
    let options = Options { rule: Rule::all(rules.map(|text| text.parse().unwrap())), ..options() };
    let batches = all(&options, vec![source(Format::Text, file(Format::Text, &samples()))]);
    assert!(Batch::<i32>::default().is_empty() && !batches[0].is_empty());
    for batch in batches {
        assert!(batch.piece_counts.iter().all(|&pieces| pieces < 17));
        assert!(batch.samples.iter().all(|sample| sample.position.board().queens().is_empty()));
    }
}

/// In the order of the file (a window of 1), `piece-targets` keeps the samples that a sieve with the loader's seed
/// keeps.
#[test]
fn numbers_of_pieces_are_chosen_as_by_a_sieve() {
    let rule: Rule = "piece-targets=1,0.2,1".parse().unwrap();
    let samples = samples();
    let mut found = vec![false; samples.len()];
    Sieve::new(Level::auto(), &rule, 5).matches(&samples, &mut found);
    let kept: Vec<usize> = (0..).zip(found).filter_map(|(n, is_kept)| is_kept.then_some(n)).collect();
    let options = Options { rule, seed: 5, window: 1, ..options() };
    let batches = all(&options, vec![source(Format::Text, file(Format::Text, &samples))]);
    assert!(kept.len() > 500 && scores(&batches) == kept, "{}", kept.len());
}

/// Whichever threads decode and whichever machine reads a block, chance keeps the same samples.
#[test]
fn chance_depends_on_the_seed_alone() {
    let files = [Format::Marlinformat, Format::Text].map(|format| (format, file(format, &samples())));
    let load = |options: Options| {
        let sources = files.iter().map(|(format, bytes)| source(*format, bytes.clone())).collect();
        let mut kept = scores(&all(&options, sources));
        kept.sort_unstable();
        kept
    };
    let options = Options { rule: "random<0.1".parse().unwrap(), seed: 1 << 48 | 7, ..options() };
    let first = load(options.clone());
    assert!((1600..2000).contains(&first.len()), "{}", first.len());
    assert!(load(Options { threads: 3, window: 1, ..options.clone() }) == first);
    let mut together: Vec<usize> =
        (0..3).flat_map(|rank| load(Options { rank, world_size: 3, ..options.clone() })).collect();
    together.sort_unstable();
    assert!(together == first);
    assert!(load(Options { seed: 8, ..options.clone() }) != first);
    // A block of 64 KiB has 2,048 records, and chance decides in each block by itself.
    let records = vec![source(Format::Marlinformat, files[0].1.clone())];
    let (kept, places) = (scores(&all(&options, records)), 2048);
    let is_kept_twice = |number: &&usize| (1..4).any(|block| kept.contains(&(**number + block * places)));
    assert!(kept.iter().filter(|number| **number < places).filter(is_kept_twice).count() < 90);
    // Both files hold the same samples, and chance decides for each file by itself, so few samples are kept of both.
    assert!(first.windows(2).filter(|pair| pair[0] == pair[1]).count() < 150);
}

#[test]
fn a_function_chooses_before_inputs_are_found() {
    let text = file(Format::Text, &samples());
    let load = |threads, last| {
        let options = Options { threads, rule: "score<6000".parse().unwrap(), ..options() };
        let loader: Loader<i32> = Loader::new(options, [source(Format::Text, text.clone())]);
        loader.choosing(move |batch| {
            assert!(batch.sides[0].is_empty() && batch.scores.iter().all(|&score| score < 6000.0));
            if batch.scores.contains(&last) {
                return Err(io::Error::other("enough"));
            }
            Ok(batch.scores.iter().map(|score| score % 3.0 == 0.0).collect())
        })
    };
    let all = |mut loader: Loader<i32>| -> Vec<_> {
        std::iter::from_fn(|| loader.next_batch().unwrap()).flat_map(|batch| batch.scores).collect()
    };
    let first = all(load(1, 6000.0));
    assert!(first.len() == 2000 && first.iter().all(|score| score % 3.0 == 0.0));
    assert!(all(load(3, 6000.0)) == first);
    let mut failing = load(2, 5999.0);
    let error = std::iter::from_fn(|| failing.next_batch().transpose()).find_map(Result::err).unwrap();
    assert_eq!(error.to_string(), "enough");
    assert!(failing.next_batch().unwrap().is_none());

    // A batch that is not full when the function fails is dropped.
    let mut calls = 0;
    let options = Options { batch: 1000, window: 500, ..options() };
    let mut failing = Loader::new(options, [source(Format::Text, text.repeat(9))]).choosing(move |batch| {
        calls += 1;
        if calls == 2 { Err(io::Error::other("enough")) } else { Ok(vec![true; batch.len()]) }
    });
    let batches: Vec<Batch<i32>> = std::iter::from_fn(|| failing.next_batch().ok().flatten()).collect();
    assert!(batches.len() > 1 && batches.iter().all(|batch| batch.len() == 1000));
    assert!(failing.next_batch().unwrap().is_none());
}

/// The files come again and again, to each of three machines, and no batch is short. If no sample fits the rule, the
/// loader ends all the same.
#[test]
fn endless_loaders_have_full_batches() {
    let text = file(Format::Text, &samples()[..1000]);
    let sources = move || vec![source(Format::Text, text.clone())];
    for rank in 0..3 {
        let options = Options { rank, world_size: 3, window: 50, batch: 300, ..options() };
        let mut loader: Loader<i32> = Loader::new(options, sources()).endless(sources.clone());
        let batches: Vec<_> = (0..30).map(|_| loader.next_batch().unwrap().unwrap()).collect();
        assert!(batches.iter().all(|batch| batch.len() == 300));
        let mut counts = [0; 1000];
        for score in scores(&batches) {
            counts[score] += 1;
        }
        assert!(counts.iter().all(|count| (7..=10).contains(count)), "{counts:?}");
    }
    let nothing = Options { rule: "ply>9000".parse().unwrap(), world_size: 2, ..options() };
    let mut loader: Loader<i32> = Loader::new(nothing, sources()).endless(sources);
    assert!(loader.next_batch().unwrap().is_none());
}

#[test]
fn skipped_batches_and_the_last_one_change_nothing_else() {
    let sources = || vec![source(Format::Marlinformat, file(Format::Marlinformat, &samples()))];
    let options = Options { batch: 400, ..options() };
    let whole = all(&options, sources());
    let mut loader: Loader<i32> = Loader::new(Options { threads: 2, ..options.clone() }, sources());
    for _ in 0..7 {
        assert!(loader.draw().unwrap().is_some());
    }
    let later: Vec<_> = (0..5).map(|_| loader.draw().unwrap().unwrap()).collect();
    // Batches may be made on any thread, after others have been drawn.
    let mut rest = std::thread::spawn(|| later.into_iter().map(Drawn::make).collect::<Vec<Batch<i32>>>())
        .join()
        .unwrap();
    rest.extend(std::iter::from_fn(|| loader.next_batch().unwrap()));
    assert!(
        rest.iter()
            .zip(&whole[7..])
            .all(|(a, b)| a.samples.iter().eq(b.samples.iter()) && a.sides == b.sides)
    );
    assert_eq!(loader.progress().positions, 9000);
    assert_eq!((whole.len(), whole[22].len()), (23, 200));
    assert_eq!(all(&Options { drop_last: true, ..options }, sources()).len(), 22);
}

/// A loader that goes on from a mark gives the batches that the other loader has given later.
#[test]
fn marks_are_enough_to_go_on() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("marks");
    std::fs::create_dir_all(&folder).unwrap();
    let [games, records, lines] = ["games", "records", "lines"].map(|name| folder.join(name));
    let chunk = |len| file(Format::Binpack, &with_moves()[..len]);
    std::fs::write(&games, [chunk(6000), chunk(50).repeat(30)].concat().repeat(20)).unwrap();
    std::fs::write(&records, file(Format::Marlinformat, &samples()).repeat(8)).unwrap();
    std::fs::write(&lines, file(Format::Text, &samples()).repeat(2)).unwrap();
    let [stream, packed] =
        [file(Format::Fen, &samples()), compressed(&file(Format::Text, &samples()[..1500]))];
    let (zst, stream_len) = (folder.join("lines.zst"), stream.len() as u64);
    std::fs::write(&zst, packed).unwrap();
    let sources = move || {
        vec![
            Source::file(&lines, Format::Text),
            Source::file(&games, Format::Binpack),
            source(Format::Fen, stream.clone()),
            Source::file(&zst, Format::Text),
            Source::file(&records, Format::Marlinformat),
            Source::file(&games, Format::Binpack),
        ]
    };
    let base = Options { sets: None, batch: 1000, window: 2000, ..options() };
    let targets = "random<0.7 and piece-targets=0,0.4,1,1,0.75";
    for (options, is_endless) in [
        (base.clone(), false),
        (Options { threads: 2, window: 1, ..base.clone() }, false),
        (Options { threads: 2, window: 10_000, batch: 777, ..base.clone() }, true),
        (Options { rule: targets.parse().unwrap(), ..base.clone() }, true),
        (Options { rank: 1, world_size: 3, share: Share::Samples, ..base.clone() }, false),
        (Options { rank: 1, world_size: 2, share: Share::Blocks, ..base }, true),
    ] {
        let loader = || -> Loader<i32> {
            let loader = Loader::new(options.clone(), sources());
            if is_endless { loader.endless(sources.clone()) } else { loader }
        };
        let mut whole = loader();
        let drawn: Vec<Drawn> = std::iter::from_fn(|| whole.draw().unwrap()).take(300).collect();
        let (mut marks, mut last) = (0, None);
        for (n, batch) in drawn.iter().enumerate().skip(3).step_by(37) {
            let Some(mark) = batch.marks.last() else { continue };
            assert_eq!(mark.batches(), n as u64 + 1);
            let mut numbers = mark.to_numbers();
            assert_eq!(Mark::from_numbers(&numbers).as_ref(), Some(&mark));
            numbers[n % 9] ^= 1;
            assert_eq!(Mark::from_numbers(&numbers), None);
            let place = numbers.split_off(1);
            marks += usize::from(last.as_ref() != Some(&place));
            last = Some(place);
            let mut resumed = loader().resume(mark.clone()).unwrap();
            for expected in drawn[n + 1..].iter().take(40) {
                let found = resumed.draw().unwrap().unwrap();
                assert!(found.marks.last().is_some());
                assert!(found.samples.iter().eq(expected.samples.iter()), "after {n} of {options:?}");
            }
            if n + 41 >= drawn.len() && drawn.len() < 300 {
                assert!(resumed.draw().unwrap().is_none());
                let [resumed, whole] = [resumed.progress(), whole.progress()];
                assert_eq!(resumed.positions, whole.positions);
                // A stream that is passed over has no known length.
                assert!(
                    [0, stream_len].contains(&(whole.bytes - resumed.bytes)),
                    "{resumed:?}, not {whole:?}"
                );
            }
            let other = Loader::<i32>::new(Options { seed: 8, ..options.clone() }, sources());
            assert!(other.resume(mark).is_err());
        }
        assert!(drawn.len() > 100 && marks > 1, "{} batches, {marks} marks: {options:?}", drawn.len());
    }
}

#[test]
fn labels_are_whites_or_the_movers() {
    let mut samples = samples();
    samples.truncate(300);
    for sample in &mut samples {
        sample.labels.score = sample.labels.score.map(|score| score / 8);
    }
    let load = |movers_view| {
        let options = Options { window: 1, movers_view, ..options() };
        all(&options, vec![source(Format::Text, file(Format::Text, &samples))])
    };
    for (white, mover) in load(false).iter().zip(load(true)) {
        for (n, sample) in mover.samples.iter().enumerate() {
            let (sign, base) = if white.black_to_move[n] { (-1.0, 1.0) } else { (1.0, 0.0) };
            let expected = (sign * white.scores[n], base + sign * white.results[n]);
            assert_eq!((mover.scores[n], mover.results[n]), expected);
            assert!(mover.scores[n] != 0.0 || mover.scores[n].is_sign_positive(), "-0");
            assert_eq!(u32::from(mover.piece_counts[n]), sample.position.board().occupied().len());
        }
    }
}

#[test]
fn moves_come_with_their_positions_and_sets_are_optional() {
    let with_move = |sample: Sample| {
        let mv = sample.position.legal_moves().into_iter().next()?;
        Some(Sample { labels: Labels { mv: Some(mv), ply: Some(9), ..sample.labels }, ..sample })
    };
    let samples: Vec<Sample> = samples().into_iter().take(300).filter_map(with_move).collect();
    let options = Options { sets: None, window: 1, ..options() };
    let batches = all(&options, vec![source(Format::Plain, file(Format::Plain, &samples))]);
    let found = batches.iter().flat_map(|batch| batch.samples.iter().zip(&batch.moves));
    assert!(found.eq(samples.iter().map(|sample| (*sample, &sample.labels.mv))));
    assert!(batches.iter().all(|batch| batch.sides[0].is_empty() && batch.plies.iter().all(|&ply| ply == 9)));
}

#[test]
fn texts_for_debugging_name_the_sources() {
    let loader: Loader<i32> = Loader::new(options(), [source(Format::Text, Vec::new())]);
    let text = format!("{loader:?}");
    assert!(text.contains("Source { name: \"bytes\"") && text.contains("seed: 7"), "{text}");
}

/// Rows are those of the batch, filled up with -1, in the memory of earlier rows.
#[test]
fn rows_are_padded() {
    let source = || source(Format::Text, file(Format::Text, &samples()[..300]));
    let batches = all(&options(), vec![source()]);
    let mut loader: Loader<i32> = Loader::new(options(), [source()]);
    let mut rows = [vec![8], vec![]];
    let width = options().sets.unwrap().usual();
    for batch in batches {
        let drawn = loader.draw().unwrap().unwrap();
        drawn.pad(width, &mut rows).unwrap();
        for (side, rows) in batch.sides.iter().zip(&rows) {
            assert_eq!(rows.len(), batch.len() * width);
            for (n, row) in rows.chunks(width).enumerate() {
                let (inputs, rest) = row.split_at(side.row(n).len());
                assert!(inputs == side.row(n) && rest.iter().all(|&index| index == -1));
            }
        }
        let memory = rows.each_ref().map(Vec::as_ptr);
        let widest = (0..batch.len()).map(|n| batch.sides[0].row(n).len()).max().unwrap();
        assert_eq!(drawn.pad(widest, &mut rows), Ok(()));
        assert!(rows.each_ref().map(Vec::as_ptr) == memory);
        let RowsError { position, inputs } = drawn.pad(widest - 1, &mut rows).unwrap_err();
        assert_eq!((inputs, batch.sides[0].row(position).len()), (widest, widest));
        assert!((0..position).all(|n| batch.sides[0].row(n).len() < widest));
        let rest: Batch<i32> = drawn.without_inputs();
        assert!(rest.sides[0].is_empty() && rest.scores == batch.scores);
    }
    let mut loader: Loader<i32> = Loader::new(Options { sets: None, ..options() }, [source()]);
    loader.draw().unwrap().unwrap().pad(7, &mut rows).unwrap();
    assert!(rows[0].is_empty() && rows[1].is_empty());
}

/// The window holds the whole file after the first batch; the progress still counts only the batches.
#[test]
fn progress_is_not_ahead_of_the_batches() {
    let bytes = file(Format::Marlinformat, &samples()[..1000]);
    let options = Options { batch: 100, window: 2000, threads: 2, ..options() };
    let mut loader: Loader<i32> = Loader::new(options, [source(Format::Marlinformat, bytes)]);
    for batches in 1..=10 {
        loader.next_batch().unwrap().unwrap();
        let Progress { bytes, positions, .. } = loader.progress();
        assert_eq!((bytes, positions), (3200 * batches, 100 * batches));
    }
}

/// A frame of zstd whose one block is not compressed. It holds less than 128 KiB.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    let head = (bytes.len() as u32) << 3 | 1;
    [b"\x28\xb5\x2f\xfd\x00\x58", &head.to_le_bytes()[..3], bytes].concat()
}

#[test]
fn compressed_files_are_decompressed_and_their_bytes_counted() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("loader");
    std::fs::create_dir_all(&folder).unwrap();
    let samples = samples();
    let options = Options { window: 1, ..options() };
    // Records are known to be compressed by the file's name, texts also by their first bytes.
    for (name, format) in [("records.zst", Format::Marlinformat), ("lines", Format::Text)] {
        let path = folder.join(name);
        let bytes = compressed(&file(format, &samples[..1000]));
        std::fs::write(&path, &bytes).unwrap();
        let mut loader: Loader<i32> = Loader::new(options.clone(), [Source::file(&path, format)]);
        assert_eq!(loader.progress(), Progress { bytes: 0, whole: Some(bytes.len() as u64), positions: 0 });
        let batches: Vec<_> = std::iter::from_fn(|| loader.next_batch().unwrap()).collect();
        assert!(scores(&batches).into_iter().eq(0..1000));
        let read = bytes.len() as u64;
        assert_eq!(loader.progress(), Progress { bytes: read, whole: Some(read), positions: 1000 });

        // A file that is cut off loses nothing of what came before the cut.
        std::fs::write(&path, [&bytes[..], b"\x28\xb5\x2f"].concat()).unwrap();
        let mut loader: Loader<i32> = Loader::new(options.clone(), [Source::file(&path, format)]);
        let (mut rest, mut errors) = (Vec::new(), Vec::new());
        loop {
            match loader.next_batch() {
                Ok(Some(batch)) => rest.push(batch),
                Ok(None) => break,
                Err(error) => errors.push(error.to_string()),
            }
        }
        assert!(scores(&rest).into_iter().eq(0..1000));
        assert_eq!(errors, [format!("{}: zstd: the file is cut off", path.display())]);
    }
    std::fs::remove_dir_all(&folder).unwrap();
    let stream = source(Format::Marlinformat, Vec::new());
    assert_eq!(Loader::<i32>::new(options, [stream]).progress().whole, None);
}
