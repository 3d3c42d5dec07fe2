//! Chain indexes: what is read is the same with an index and without one, and an index that does not fit its file is
//! refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use quadbit_data::chain_index;
use quadbit_data::loader::{Loader, Options, Share, Source};
use quadbit_movegen::{GameResult, Position};
use quadbit_pack::binpack::Writer;
use quadbit_pack::{Fields, Format, Labels, Sample};
use quadbit_rule::Rule;
use testing::Random;

/// The number of games, each a chain, in a file of these tests.
const GAMES: u16 = 600;

/// Writes a binpack file of [`GAMES`] chains in chunks of about `size` bytes into the folder `name`, without an index,
/// and returns its path. The score of each sample is the number of its game.
fn file(name: &str, size: usize) -> PathBuf {
    let (mut random, mut writer, mut bytes) = (Random(7), Writer::with_chunks_of(size), Vec::new());
    for game in 0..GAMES {
        let mut position = Position::start();
        for ply in 0..u16::try_from(1 + random.below(300)).unwrap() {
            let Some(mv) = random.of(&position.legal_moves()) else { break };
            let score = Some(game.cast_signed());
            let labels =
                Labels { score, mv: Some(mv), result: GameResult::Draw, ply: Some(ply), ..Labels::NONE };
            writer.push(&Sample { position, labels }, Fields::EMPTY, &mut bytes).unwrap();
            position = position.after(mv);
        }
    }
    writer.finish(&mut bytes);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games.binpack");
    fs::write(&path, bytes).unwrap();
    _ = fs::remove_file(index(&path));
    path
}

fn index(path: &Path) -> PathBuf {
    path.with_extension("binpack.index")
}

/// The number of the game and the ply of each sample that a loader reads, in order.
fn read(options: &Options, path: &Path) -> Vec<(u16, u32)> {
    let mut loader = Loader::<i32>::new(options.clone(), [Source::file(path, Format::Binpack)]);
    let mut all = Vec::new();
    while let Some(batch) = loader.next_batch().unwrap() {
        let games = batch.samples.iter().map(|sample| sample.labels.score.unwrap().cast_unsigned());
        all.extend(games.zip(batch.plies));
    }
    assert_eq!(loader.bad().records, 0);
    all
}

fn options(rule: &str) -> Options {
    let rule = if rule.is_empty() { Rule::default() } else { rule.parse().unwrap() };
    Options { batch: 100, window: 700, seed: 5, rule, ..Options::new(None) }
}

fn games(samples: &[(u16, u32)]) -> BTreeSet<u16> {
    samples.iter().map(|&(game, _)| game).collect()
}

/// With an index and without one, the same samples are read in the same order: in one chunk and in many, whatever the
/// threads and the window. `random-game` keeps whole games.
#[test]
fn an_index_changes_nothing_but_time() {
    for (name, size) in [("one_chunk", usize::MAX), ("many_chunks", 2000), ("a_chunk_each", 1)] {
        let path = file(name, size);
        let all = read(&options(""), &path);
        let rules = ["random-game<1/4", "random-game<1/4 and random<0.5 and ply>3", "random-game<1"];
        let mut cases: Vec<Options> = rules.map(options).to_vec();
        cases.push(Options { window: 1, threads: 3, ..options("random-game<0.3") });
        for rank in 0..3 {
            cases.push(Options { rank, world_size: 3, share: Share::Games, ..options("") });
            cases.push(Options { rank, world_size: 3, ..options("random-game<1/2 and random<1/2") });
        }
        let without: Vec<_> = cases.iter().map(|options| read(options, &path)).collect();
        assert_eq!(chain_index::write(&path).unwrap(), GAMES.into());
        for (options, without) in cases.iter().zip(&without) {
            assert_eq!(read(options, &path), *without, "{name}: {options:?}");
        }

        // A game is read as a whole or not at all.
        let chosen = games(&without[0]);
        assert!((100..200).contains(&chosen.len()), "{}", chosen.len());
        let mut expected: Vec<_> = all.iter().filter(|(game, _)| chosen.contains(game)).collect();
        let mut found: Vec<_> = without[0].iter().collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{name}");
        assert_eq!(without[2].len(), all.len());
        // The conditions on samples choose among the samples of the games that `random-game` keeps.
        assert!(games(&without[1]).is_subset(&chosen) && without[1].len() < without[0].len());
        let other = games(&read(&Options { seed: 6, ..cases[0].clone() }, &path));
        assert!(other.intersection(&chosen).count() < chosen.len() / 2, "{name}");

        // Each machine has games of its own, nearly as many as the others, and together they have all.
        let shares = [4, 6, 8].map(|case| games(&without[case]));
        assert!(shares.iter().all(|share| (180..=220).contains(&share.len())), "{name}");
        assert_eq!(shares.iter().flatten().collect::<BTreeSet<_>>().len(), usize::from(GAMES), "{name}");
        assert_eq!([4, 6, 8].map(|case| without[case].len()).iter().sum::<usize>(), all.len());

        // Games that are passed over are not played, so damage to a game that is not chosen gives no error.
        let passed_over = (0..GAMES).rev().find(|game| !chosen.contains(game)).unwrap();
        damage(&path, passed_over);
        assert_eq!(read(&cases[0], &path), without[0], "{name}");
        fs::remove_file(index(&path)).unwrap();
        let mut loader = Loader::<i32>::new(cases[0].clone(), [Source::file(&path, Format::Binpack)]);
        while loader.next_batch().unwrap().is_some() {}
        assert_eq!(loader.bad().records, 1, "{name}");
    }
}

/// Damages the chain of the game `game` in a file that has an index, and keeps the file's time, so that the index still
/// fits.
fn damage(path: &Path, game: u16) {
    let (mut bytes, index) = (fs::read(path).unwrap(), fs::read(index(path)).unwrap());
    let (lengths, _) = index[32..].as_chunks();
    let (mut begin, mut games) = (8, 0);
    for length in lengths.iter().map(|&length| u32::from_le_bytes(length) as usize) {
        if length > 0 && games == game {
            break;
        }
        begin += if length == 0 { 8 } else { length };
        games += u16::from(length > 0);
    }
    bytes[begin..begin + 8].fill(0xff);
    let time = fs::metadata(path).unwrap().modified().unwrap();
    fs::write(path, bytes).unwrap();
    fs::File::options().append(true).open(path).unwrap().set_modified(time).unwrap();
}

/// The error of a loader that passes over games by the index at `path`, and the number of samples that a loader reads
/// there without passing over any.
fn refused(path: &Path) -> (String, usize) {
    let mut loader = Loader::<i32>::new(options("random-game<1/4"), [Source::file(path, Format::Binpack)]);
    let error = loader.next_batch().unwrap_err().to_string();
    assert!(loader.next_batch().unwrap().is_none());
    (error, read(&options(""), path).len())
}

#[test]
fn a_stale_or_damaged_index_is_refused() {
    let path = file("refused", 2000);
    let all = read(&options(""), &path).len();
    chain_index::write(&path).unwrap();
    let good = fs::read(index(&path)).unwrap();
    let command = format!(": `quadbit pack --from binpack --index {}` makes it anew", path.display());
    let is_refused = |what: &str| {
        let (error, samples) = refused(&path);
        assert!(error.contains(what) && error.ends_with(&command), "{error}");
        assert_eq!(samples, all);
    };
    for at in (0..good.len()).step_by(97) {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(index(&path), bad).unwrap();
        is_refused("the index is damaged");
    }
    for (length, what) in [(0, "cut off"), (31, "cut off"), (32, "damaged"), (good.len() - 4, "damaged")] {
        fs::write(index(&path), &good[..length]).unwrap();
        is_refused(what);
    }
    fs::write(index(&path), &good).unwrap();
    let before = read(&options("random-game<1/4"), &path);
    let touched = fs::File::options().append(true).open(&path).unwrap();
    touched.set_modified(SystemTime::now() + Duration::from_secs(2)).unwrap();
    is_refused("the file has changed since its index was made");
    chain_index::write(&path).unwrap();
    assert_eq!(read(&options("random-game<1/4"), &path), before);
}

/// No index is written of a damaged file, and the damage is counted even if all games are passed over.
#[test]
fn damage_is_never_passed_over() {
    let path = file("damaged", usize::MAX);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 400].fill(0xff);
    fs::write(&path, bytes).unwrap();
    let error = chain_index::write(&path).unwrap_err().to_string();
    assert!(error.contains("games.binpack: record 1: chain ") && !index(&path).exists(), "{error}");
    for rule in ["random-game<0", "random-game<1/4"] {
        let mut loader = Loader::<i32>::new(options(rule), [Source::file(&path, Format::Binpack)]);
        while loader.next_batch().unwrap().is_some() {}
        assert_eq!(loader.bad().records, 1);
        assert!(loader.bad().bytes > middle as u64 - 1000, "{:?}", loader.bad());
    }
}

#[test]
fn other_formats_have_no_games_to_pass_over() {
    let rule: Rule = "random-game<1/2".parse().unwrap();
    for options in
        [Options { rule, ..options("") }, Options { share: Share::Games, world_size: 2, ..options("") }]
    {
        let open = || Ok(&b"8/8/8/8/8/8/8/K6k w - - 0 1\n"[..]);
        let mut loader = Loader::<i32>::new(options, [Source::new("fens", Format::Fen, open)]);
        let error = loader.next_batch().unwrap_err().to_string();
        assert_eq!(error, "fens: only binpack has games to pass over, not fen");
    }
}
