//! Batches for training from files of records.
//!
//! 1. [`Loader`] checks its arguments and keeps them; files are opened when batches are asked for.
//! 2. [`Loader::epoch`] starts a Rust loader on threads; its batches wait as packets, a few ahead.
//! 3. Iterating takes a packet and makes arrays of it.
//!
//! Arguments are checked where the loader is made, and refused by name; later only files can fail.

mod batch;
mod batches;

use std::fs;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use quadbit_data::files::Compression;
use quadbit_data::loader::{Mark, Options, Share};
use quadbit_data::sieve::unknown;
use quadbit_inputs::sets::{Order, Sets};
use quadbit_pack::Format;
use quadbit_quad::zobrist::split_mix;
use quadbit_rule::Rule;

use crate::choices::choose;
use crate::keywords::Keywords;
use crate::numbers;
use crate::positions::encoders::{named_sets, width_of};
use crate::positions::questions::rule_of;

use batch::Width;
pub(crate) use batch::{Batch, Progress};
pub(crate) use batches::Batches;
use batches::Plan;

/// The largest batch, window, and number of batches ahead.
const MOST: u64 = 1 << 32;

/// Shuffled batches of training positions from files, for networks.
///
/// `files` is a path or a list of paths; a folder stands for its files of known formats, a pattern such as
/// `data/*.binpack` for the files that it matches. The format is known by the name, as in `games.binpack` or
/// `games.plain.zst`, or given by `format`: `binpack`, `plain`, `bin`, `marlinformat`, `viriformat`,
/// `bulletformat`, `text`, `fen`, `binaryfen` or `tgct`. Files that end in `.zst` or `.gz` are decompressed.
///
/// `inputs` names sets of inputs, joined by `+` into one numbering: `chess768`, `halfkp`, `halfka_hm`,
/// `halfkav2_hm`, `full_threats`, `full_threats_60144`, `full_threats_60720`, `full_threats_66864`,
/// `full_threats_79856`, `pp_3wide`, or `chess768[..]` with king buckets of your own, as in `Positions.features`;
/// without it, batches have positions and labels only.
///
/// `layout` is `csr`, rows one after the other with offsets, or `padded`, rows of `width` numbers filled with -1. By
/// default the width is 32 for pieces, 128 for threats and 120 for pairs of pawns, added up; only a batch with a
/// position that has more inputs, which no game is known to have, is wider. A position that does not fit a given width
/// is an error. The order of a row is the one in which inputs are `found`, or `ascending`.
///
/// `where` is a rule, or a list of rules that must all hold. Positions that it leaves out cost no inputs. Conditions
/// are those of `Positions.where`; `best-capture`, `best-direct-capture` (not en passant), `best-promotion`,
/// `best-check`, and `no-best-capture` and so on; `score<=1000` (white's), `|score|<=1000` (either side's), `score` and
/// `no-score` (whether there is one), `ply>=16`, `result=draw`; and the rules of nnue-pytorch: `random<1/4`,
/// `likely-result`, `no-placeholder`, `|simple-eval|>=400`, `soft-ply=0:0.1,20:1` and `piece-targets=0,0.4,1,1,0.75`,
/// which the book explains. `random-game<1/4` keeps whole games of binpack; the others are not even decoded if `quadbit
/// pack --index` has written an index next to the file. Chance depends on `seed`, the epoch and the place of a position
/// in its file, not on `threads` or `rank`.
///
/// `select` is a function for what no condition says. It gets a `Batch` without inputs, of thousands of positions that
/// fulfil the conditions, and returns an array of bool: which of them are kept.
///
/// Positions are drawn at random from a window of `window` positions, 64 bytes each; 1 keeps the order of the files.
/// Besides the window, sixteen blocks of the files are in memory: 64 KiB each, or a whole chunk of binpack, which may
/// have 100 MB. The order of batches depends only on `seed`, not on `threads`. A loop without any batch warns. Of
/// `world_size` machines or processes, each has a share by its `rank`. With `share="blocks"` it reads every
/// `world_size`-th block, 64 KiB of a file or a chunk of binpack, so numbers of batches differ. With `share="games"` it
/// reads every `world_size`-th game of binpack, and a file of one chunk is shared too; numbers of batches differ, and
/// an index spares each machine the games of the others. With `share="positions"` it reads everything and finds inputs
/// for every `world_size`-th position that is kept: all have equal numbers of batches.
///
/// The last batch may be short; `drop_last` leaves it out. With `endless`, the files are read again and again and
/// every batch is full: each machine takes as many as an epoch should have. `view="mover"` gives scores and results of
/// the side to move. `level` names the vector instructions, as for the command: `auto`, `fallback`, `sse2`, `sse4.2`,
/// `avx2`, `avx512`, `neon` or `wasm`. For planes with history, read the games in order, with `window=1`, and call
/// `Positions.history`, as the book shows.
///
/// `iter(loader)` and `loader.epoch(n)` read the files from the beginning on threads of their own, up to `prefetch`
/// batches ahead, and one for each further thread. `iter(loader)` is always epoch 0: in a loop over epochs, call
/// `loader.epoch(n)`. Its `state_dict()` has the arguments with which `loader.epoch(**state)` goes on. A file that
/// cannot be read raises `OSError`; the next batches are those of the files after it. `progress` is called with a
/// `Progress` before each batch is returned. A bad record raises `RecordError` after the batches of what was read
/// before it, or with `on_error="skip"` is counted in `Progress.bad_records`, and a warning at the end says how many
/// there were. Damage in a chunk of binpack counts once and costs the rest of the chunk, which cannot be decoded; its
/// bytes are counted in `Progress.lost_bytes`, and other chunks lose nothing.
#[pyclass(frozen, module = "quadbit")]
pub(crate) struct Loader {
    files: Vec<(PathBuf, Format)>,
    options: Options,
    /// The width of padded rows; `None` with the layout `csr`, whose rows follow one another without padding.
    width: Option<Width>,
    prefetch: usize,
    skips: bool,
    endless: bool,
    select: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
}

#[pymethods]
impl Loader {
    #[new]
    #[pyo3(
        signature = (files = None, inputs = None, **options),
        text_signature = "(files, inputs=None, *, format=None, batch_size=16384, layout='csr', width=None, \
            order='found', where=None, select=None, view='white', drop_last=False, endless=False, window=1048576, seed=0, prefetch=2, on_error='raise', relaxed=False, standard=False, rank=0, \
            world_size=1, share='blocks', progress=None, level='auto', threads=1)"
    )]
    fn new(
        files: Option<Bound<'_, PyAny>>,
        inputs: Option<&str>,
        options: Option<Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let files = files.ok_or_else(|| PyTypeError::new_err("files: expected a path or a list of paths"))?;
        let given = Keywords::new(options);
        let usual = Options::new(inputs.map(|text| named_sets("inputs", text)).transpose()?);
        let files = named_files(&files, given.get::<String>("format")?.as_deref())?;
        let is_padded = given.choice("layout", &[("csr", false), ("padded", true)])?;
        let width = given.take("width")?;
        if width.is_some() && !is_padded {
            return Err(PyValueError::new_err("width: expected layout='padded'"));
        }
        let width = Width {
            is_least: width.is_none(),
            numbers: width
                .map_or(Ok(usual.sets.as_ref().map_or(0, Sets::usual)), |width| width_of(&width))?,
        };
        let world_size = given.number("world_size", 1..=u64::MAX, 1)?;
        let rule = given.take("where")?;
        let rule = rule.map_or(Ok(Rule::default()), |text| rule_of(&text, "where", |_| true, ""))?;
        let shares = [("blocks", Share::Blocks), ("games", Share::Games), ("positions", Share::Samples)];
        let share = given.choice("share", &shares)?;
        for &(_, format) in &files {
            let has_chains = format == Format::Binpack;
            if let Some(need) = unknown(rule.needs(), |field| format.gives(field), has_chains) {
                let text = format!("where: {} holds no {need} to ask about", format.name());
                return Err(PyValueError::new_err(text));
            }
            if share == Share::Games && world_size > 1 && !has_chains {
                let text = format!("share: {} holds no games to share", format.name());
                return Err(PyValueError::new_err(text));
            }
        }
        let skips = given.skips()?;
        let loader = Self {
            files,
            options: Options {
                batch: given.size("batch_size", 1..=MOST, usual.batch)?,
                window: given.size("window", 1..=MOST, usual.window)?,
                seed: given.number("seed", 0..=u64::MAX, 0)?,
                order: given.choice("order", &[("found", Order::Found), ("ascending", Order::Ascending)])?,
                rule,
                drop_last: given.flag("drop_last")?,
                movers_view: given.choice("view", &[("white", false), ("mover", true)])?,
                validity: given.validity()?,
                stops_at_bad: !skips,
                threads: given.threads()?.into(),
                level: given.level()?,
                rank: given.number("rank", 0..=world_size - 1, 0)?,
                world_size,
                share,
                ..usual
            },
            width: is_padded.then_some(width),
            prefetch: given.size("prefetch", 0..=MOST, 2)?,
            skips,
            endless: given.flag("endless")?,
            select: given.function("select")?,
            progress: given.function("progress")?,
        };
        given.finish("Loader")?;
        Ok(loader)
    }

    /// The batches of epoch 0.
    fn __iter__(&self, py: Python<'_>) -> PyResult<Batches> {
        self.batches(py, (0, 0, None))
    }

    /// The batches of an epoch: the positions of the files once, or with `endless` again and again, in an order that
    /// depends on the seed and the number of the epoch. The first `skip` batches are left out: positions are read, but
    /// no inputs are found. With the `mark` of a `state_dict` it reads only what the window held, and a little more,
    /// however much was read before. The files, `batch_size`, `window`, `seed`, `where`, `standard`, `relaxed`, `rank`,
    /// `world_size` and `share` must be those of the loader that set the mark, or it is a `ValueError`; the paths of
    /// the files may change. `select` sees only the positions after the mark.
    #[pyo3(signature = (n, *, skip = None, mark = None), text_signature = "($self, n, *, skip=0, mark=None)")]
    fn epoch(
        &self,
        n: &Bound<'_, PyAny>,
        skip: Option<&Bound<'_, PyAny>>,
        mark: Option<Vec<u64>>,
    ) -> PyResult<Batches> {
        let skip = skip.map_or(Ok(0), |skip| numbers::number(skip, "skip", 0..=u64::MAX))?;
        let of_state = |numbers: Vec<u64>| {
            let mark = Mark::from_numbers(&numbers).filter(|mark| mark.batches() <= skip);
            mark.ok_or_else(|| PyValueError::new_err("mark: expected that of state_dict(), with its skip"))
        };
        let mark = mark.map(of_state).transpose()?;
        self.batches(n.py(), (numbers::number(n, "n", 0..=u64::MAX)?, skip, mark))
    }

    /// The number of inputs: every index is below it. 0 without `inputs`.
    #[getter]
    fn num_inputs(&self) -> usize {
        self.options.sets.as_ref().map_or(0, Sets::size)
    }

    /// The number of batches of an epoch; `None` if the files do not tell it: where they are compressed or their
    /// records have no fixed size, with `where`, `select` or `endless`, and for a share of blocks or games. Bad records
    /// count as good ones.
    #[getter]
    fn num_batches(&self) -> Option<u64> {
        let Options { batch, drop_last, rule, world_size, share, .. } = &self.options;
        let is_whole = rule.conditions().next().is_none() && self.select.is_none() && !self.endless;
        let records = |(path, format): &(PathBuf, Format)| {
            let is_plain = Compression::of_name(path) == Compression::None;
            Some(fs::metadata(path).ok()?.len() / format.record_size().filter(|_| is_plain)? as u64)
        };
        if !is_whole || *world_size > 1 && *share != Share::Samples {
            return None;
        }
        let positions = self.files.iter().map(records).sum::<Option<u64>>()? / world_size;
        let batch = *batch as u64;
        Some(if *drop_last { positions / batch } else { positions.div_ceil(batch) })
    }

    /// The width of padded rows, unless a position has more inputs; `None` with the layout `csr`.
    #[getter]
    fn width(&self) -> Option<usize> {
        self.width.map(|width| width.numbers)
    }

    fn __repr__(&self) -> String {
        format!("Loader: {} files, batches of {}", self.files.len(), self.options.batch)
    }
}

impl Loader {
    fn batches(&self, py: Python<'_>, begin: (u64, u64, Option<Mark>)) -> PyResult<Batches> {
        let epoch = begin.0;
        let seed = self.options.seed;
        let seed = if epoch == 0 { seed } else { split_mix(split_mix(seed) ^ epoch) };
        let function =
            |function: &Option<Py<PyAny>>| function.as_ref().map(|function| function.clone_ref(py));
        let plan = Plan {
            width: self.width.filter(|_| self.options.sets.is_some()),
            prefetch: self.prefetch,
            skips: self.skips,
            endless: self.endless,
            select: function(&self.select),
            progress: function(&self.progress),
        };
        let options = Options { seed, ..self.options.clone() };
        Batches::new(options, self.files.clone(), begin, plan)
    }
}

/// Reads `files`: the paths, each with its format.
///
/// # Errors
/// `FileNotFoundError` and other errors of the paths; `ValueError` if a format is unknown.
fn named_files(files: &Bound<'_, PyAny>, format: Option<&str>) -> PyResult<Vec<(PathBuf, Format)>> {
    let formats = Format::ALL.map(|format| (format.name(), format));
    let format = format.map(|name| choose("format", name, &formats)).transpose()?;
    let names = formats.map(|(name, _)| name);
    let paths = files.py().import("quadbit._files")?.call_method1("paths", (files, "files", names))?;
    let with_format = |path: PathBuf| {
        let unknown =
            || PyValueError::new_err(format!("format: {} does not tell it: pass format=", path.display()));
        let format = format.or_else(|| format_of(&path)).ok_or_else(unknown)?;
        Ok((path, format))
    };
    paths.extract::<Vec<PathBuf>>()?.into_iter().map(with_format).collect()
}

/// Returns the format that a file's name ends in, before `.zst` or `.gz`; `None` if that is no format.
fn format_of(path: &Path) -> Option<Format> {
    let name = match Compression::of_name(path) {
        Compression::None => path,
        _ => Path::new(path.file_stem()?),
    };
    name.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
}
