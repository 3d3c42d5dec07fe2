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
use std::io;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyIsADirectoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use quadbit_data::files::Compression;
use quadbit_data::loader::Options;
use quadbit_data::sieve::unknown;
use quadbit_inputs::sets::{Order, Sets};
use quadbit_pack::Format;
use quadbit_quad::zobrist::split_mix;
use quadbit_rule::Rule;

use crate::choices::{SKIPS, choose, validity};
use crate::numbers::{self, kind};
use crate::positions::encoders::{named_sets, width_of};
use crate::positions::questions::rule;
use crate::work;

use batch::Width;
pub(crate) use batch::{Batch, Progress};
pub(crate) use batches::Batches;
use batches::Plan;

/// The largest batch, window, and number of batches ahead.
const MOST: u64 = 1 << 32;

/// Shuffled batches of training positions from files, for networks.
///
/// `files` is a path or a list of paths. The format is known by the name, as in `games.binpack` or
/// `games.plain.zst`, or given by `format`: `binpack`, `plain`, `bin`, `marlinformat`, `viriformat`,
/// `bulletformat`, `text`, `fen`, `binaryfen` or `tgct`. Files that end in `.zst` or `.gz` are decompressed.
///
/// `inputs` names sets of inputs, joined by `+` into one numbering: `chess768`, `halfkp`, `halfka_hm`,
/// `halfkav2_hm`, `full_threats`, `pp_3wide`; without it, batches have positions and labels alone. The
/// `layout` is `csr`, rows behind each other with offsets, or `padded`, rows of `width` numbers filled with -1. By
/// default the width is 32 for pieces, 128 for threats and 120 for pairs of pawns, added up; only a batch with a
/// position that has more inputs, which no game is known to have, is wider. A position that does not fit a given width
/// is an error. The order of a row is the one in which inputs are `found`, or `ascending`.
///
/// `where` is a rule, or a list of rules that must all hold. Positions that it leaves out cost no inputs. Conditions
/// are those of `Positions.where`; `best-capture`, `best-direct-capture` (not en passant), `best-promotion`,
/// `best-check`, and `no-best-capture` and so on; `score<=1000` (white's), `|score|<=1000` (either side's), `score` and
/// `no-score` (whether there is one), `ply>=16`, `result=draw`; and the rules of nnue-pytorch: `random<1/4`,
/// `likely-result`, `no-placeholder`, `|simple-eval|>=400`, `soft-ply=0:0.1,20:1` and `piece-targets=0,0.4,1,1,0.75`,
/// which the book explains. Chance depends on `seed`, the epoch and the place of a position in its file, not on
/// `threads` or `rank`.
///
/// `select` is a function for what no condition says. It gets a `Batch` without inputs, of thousands of positions that
/// fulfil the conditions, and returns an array of bool: which of them are kept.
///
/// Positions are drawn at random from a window of `window` positions, 96 bytes each; 1 keeps the order of the files.
/// Their order depends on `seed` alone, not on `threads`. Of `world_size` machines or processes, each has a share by
/// its `rank`. With `share="blocks"` it reads every `world_size`-th block, 64 KiB of a file or a chunk of binpack, so
/// numbers of batches differ. With `share="positions"` it reads everything and finds inputs for every `world_size`-th
/// position that is kept: all have equal numbers of batches, and a file of one chunk is shared too.
///
/// The last batch may be short; `drop_last` leaves it out. With `endless`, the files are read again and again and every
/// batch is full: each machine takes as many as an epoch shall have.
/// `view="mover"` gives scores and results of the side to move. For planes with history, read the games in order, with
/// `window=1`, and call `Positions.history`, as the book shows.
///
/// `iter(loader)` and `loader.epoch(n)` read the files from the beginning on threads of their own, up to `prefetch`
/// batches ahead, and one for each further thread. `iter(loader)` is always epoch 0: in a loop over epochs, call
/// `loader.epoch(n)`. Its `state_dict()` has the arguments with which `loader.epoch(**state)` goes on. A file that
/// cannot be read raises `OSError`; the next batches are those of the files behind it. `progress` is called with a
/// `Progress` before each batch is returned. A
/// bad record raises `RecordError`, or with `on_error="skip"` is counted in `Progress.bad_records`.
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
        signature = (
            files, inputs = None, *, format = None, batch_size = None, layout = "csr", width = None,
            order = "found", r#where = None, select = None, view = "white", drop_last = false, endless = false, window = None, seed = None, prefetch = None, on_error = "raise",
            relaxed = false, standard = false, rank = None, world_size = None, share = "blocks", progress = None, threads = 1
        ),
        text_signature = "(files, inputs=None, *, format=None, batch_size=16384, layout='csr', width=None, \
            order='found', where=None, select=None, view='white', drop_last=False, endless=False, window=1048576, seed=0, prefetch=2, on_error='raise', relaxed=False, standard=False, rank=0, \
            world_size=1, share='blocks', progress=None, threads=1)"
    )]
    #[expect(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "they are keywords in Python"
    )]
    fn new(
        files: &Bound<'_, PyAny>,
        inputs: Option<&str>,
        format: Option<&str>,
        batch_size: Option<&Bound<'_, PyAny>>,
        layout: &str,
        width: Option<&Bound<'_, PyAny>>,
        order: &str,
        r#where: Option<&Bound<'_, PyAny>>,
        select: Option<Py<PyAny>>,
        view: &str,
        drop_last: bool,
        endless: bool,
        window: Option<&Bound<'_, PyAny>>,
        seed: Option<&Bound<'_, PyAny>>,
        prefetch: Option<&Bound<'_, PyAny>>,
        on_error: &str,
        relaxed: bool,
        standard: bool,
        rank: Option<&Bound<'_, PyAny>>,
        world_size: Option<&Bound<'_, PyAny>>,
        share: &str,
        progress: Option<Py<PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Self> {
        let number = |value: Option<&Bound<'_, PyAny>>, name, least, default: usize| {
            let number = |value| Ok(usize::try_from(numbers::number(value, name, least..=MOST)?)?);
            value.map_or(Ok::<_, PyErr>(default), number)
        };
        let wide = |value: Option<&Bound<'_, PyAny>>, name, least, default| {
            value.map_or(Ok(default), |value| numbers::number(value, name, least..=u64::MAX))
        };
        let sets = inputs.map(|text| named_sets("inputs", text)).transpose()?;
        let is_padded = choose("layout", layout, &[("csr", false), ("padded", true)])?;
        let usual = sets.as_ref().map_or(0, Sets::usual);
        let (numbers, is_least) = (width.map_or(Ok(usual), width_of)?, width.is_none());
        if width.is_some() && !is_padded {
            return Err(PyValueError::new_err("width: expected layout='padded'"));
        }
        let usual = Options::new(sets);
        let world_size = wide(world_size, "world_size", 1, 1)?;
        let rank = wide(rank, "rank", 0, 0)?;
        if rank >= world_size {
            return Err(PyValueError::new_err(format!("rank: expected 0 to {}, got {rank}", world_size - 1)));
        }
        for (name, function) in [("progress", &progress), ("select", &select)] {
            if function.as_ref().is_some_and(|function| !Python::attach(|py| function.bind(py).is_callable()))
            {
                return Err(PyTypeError::new_err(format!("{name}: expected a function")));
            }
        }
        let files = named_files(files, format)?;
        let rule = r#where.map_or(Ok(Rule::default()), |text| rule(text, "where", |_| true, ""))?;
        for (_, format) in &files {
            if let Some(need) = unknown(rule.needs(), |field| format.gives(field)) {
                let text = format!("where: {} holds no {need} to ask about", format.name());
                return Err(PyValueError::new_err(text));
            }
        }
        Ok(Self {
            files,
            options: Options {
                batch: number(batch_size, "batch_size", 1, usual.batch)?,
                window: number(window, "window", 1, usual.window)?,
                seed: wide(seed, "seed", 0, 0)?,
                order: choose("order", order, &[("found", Order::Found), ("ascending", Order::Ascending)])?,
                rule,
                drop_last,
                movers_view: choose("view", view, &[("white", false), ("mover", true)])?,
                validity: validity(relaxed, standard)?,
                threads: threads.into(),
                rank,
                world_size,
                share_samples: choose("share", share, &[("blocks", false), ("positions", true)])?,
                ..usual
            },
            width: is_padded.then_some(Width { numbers, is_least }),
            prefetch: number(prefetch, "prefetch", 0, 2)?,
            skips: choose("on_error", on_error, &SKIPS)?,
            endless,
            select,
            progress,
        })
    }

    /// The batches of epoch 0.
    fn __iter__(&self, py: Python<'_>) -> Batches {
        self.batches(py, 0, 0)
    }

    /// The batches of an epoch: all positions of the files once, in an order that depends on the seed and
    /// the number of the epoch. The first `skip` batches are left out: positions are read, but no inputs are found.
    #[pyo3(signature = (n, *, skip = None), text_signature = "($self, n, *, skip=0)")]
    fn epoch(&self, n: &Bound<'_, PyAny>, skip: Option<&Bound<'_, PyAny>>) -> PyResult<Batches> {
        let skip = skip.map_or(Ok(0), |skip| numbers::number(skip, "skip", 0..=u64::MAX))?;
        Ok(self.batches(n.py(), numbers::number(n, "n", 0..=u64::MAX)?, skip))
    }

    /// The number of inputs: every index is below it. 0 without `inputs`.
    #[getter]
    fn num_inputs(&self) -> usize {
        self.options.sets.as_ref().map_or(0, Sets::size)
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
    fn batches(&self, py: Python<'_>, epoch: u64, skip: u64) -> Batches {
        let seed = self.options.seed;
        let seed = if epoch == 0 { seed } else { split_mix(split_mix(seed) ^ epoch) };
        let function =
            |function: &Option<Py<PyAny>>| function.as_ref().map(|function| function.clone_ref(py));
        let plan = Plan {
            width: self.width,
            prefetch: self.prefetch,
            skips: self.skips,
            endless: self.endless,
            select: function(&self.select),
            progress: function(&self.progress),
        };
        let options = Options { seed, ..self.options.clone() };
        Batches::new(options, self.files.clone(), (epoch, skip), plan)
    }
}

/// Reads `files`: the paths, each with its format.
///
/// # Errors
/// `FileNotFoundError` and its kind; `ValueError` if a format is unknown.
fn named_files(files: &Bound<'_, PyAny>, format: Option<&str>) -> PyResult<Vec<(PathBuf, Format)>> {
    let formats = Format::ALL.map(|format| (format.name(), format));
    let format = format.map(|name| choose("format", name, &formats)).transpose()?;
    let path_of = |file: &Bound<'_, PyAny>| {
        let path = if file.is_instance_of::<PyBytes>() { None } else { file.extract::<PathBuf>().ok() };
        path.ok_or_else(|| {
            PyTypeError::new_err(format!("files: expected a path or a list of paths, got {}", kind(file)))
        })
    };
    let is_one = files.is_instance_of::<PyString>() || files.hasattr("__fspath__")?;
    let paths = match files.try_iter() {
        Ok(list) if !is_one => list.map(|file| path_of(&file?)).collect::<PyResult<Vec<_>>>()?,
        _ => vec![path_of(files)?],
    };
    if paths.is_empty() {
        return Err(PyValueError::new_err("files: expected at least one"));
    }
    let mut missing = Vec::new();
    for path in &paths {
        match fs::metadata(path) {
            Ok(data) if data.is_dir() => {
                return Err(PyIsADirectoryError::new_err(format!("files: {} is a folder", path.display())));
            }
            Ok(_) => {}
            Err(error) => missing.push((error.kind(), format!("{}: {error}", path.display()))),
        }
    }
    if let [(kind, _), ..] = missing[..] {
        let texts: Vec<String> = missing.into_iter().map(|(_, text)| text).collect();
        return Err(io::Error::new(kind, format!("files: {}", texts.join("; "))).into());
    }
    let with_format = |path: PathBuf| {
        let unknown =
            || PyValueError::new_err(format!("format: {} does not tell it: pass format=", path.display()));
        let format = format.or_else(|| format_of(&path)).ok_or_else(unknown)?;
        Ok((path, format))
    };
    paths.into_iter().map(with_format).collect()
}

/// The format that a file's name ends in, before `.zst` or `.gz`.
fn format_of(path: &Path) -> Option<Format> {
    let name = match Compression::of_name(path) {
        Compression::None => path,
        _ => Path::new(path.file_stem()?),
    };
    name.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
}
