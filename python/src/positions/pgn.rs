//! Positions of games.

use std::fs::File;
use std::io::{self, Read};
use std::iter;
use std::path::PathBuf;
use std::sync::Mutex;

use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_movegen::Move;
use quadbit_pgn::{Reader, StreamedGame};

use super::Positions;
use crate::choices::choose;
use crate::errors::{Fault, Kind};
use crate::harvest::{Harvest, array, points};
use crate::lines::bytes_of;
use crate::numbers::kind;
use crate::work::{self, Threads, locked};

/// The number of games that are read between two checks for signals.
const GAMES: usize = 256;

/// The positions of a game to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plies {
    /// All, from the start to the final one.
    Every,
    /// Those in which a move was played: all but the final one.
    Played,
    Final,
}

/// A bad game: its number in its part, and the error.
type BadGame = (usize, String);

/// The games of a part of a file.
#[derive(Default)]
struct Part {
    /// The place of the part in the file.
    number: usize,
    games: usize,
    harvest: Harvest,
    bad: Option<BadGame>,
}

impl Part {
    /// Whether the file had no more games. (A part may consist of a bad game only.)
    const fn is_empty(&self) -> bool {
        self.games == 0 && self.bad.is_none()
    }
}

#[pymethods]
impl Positions {
    /// The positions of the games of a PGN file: a path, or the bytes of a file.
    ///
    /// `plies`: `every` position of a game, those in which a move was `played` (all but the last), or the
    /// `final` one. A game that cannot be played raises `PgnError`, which names its number and the byte; with
    /// `on_error="skip"` it is left out.
    ///
    /// With `labels`, the result is (positions, moves, results, games): the move that was played, uint16, 0
    /// if none; the result of the game, float32, 1 if white has won, 0.5, 0, or NaN if unknown; and the
    /// number of the game in the file, int64.
    #[staticmethod]
    #[pyo3(
        signature = (source, *, plies = "every", on_error = "raise", labels = false, threads = Threads(1)),
        text_signature = "(source, *, plies='every', on_error='raise', labels=False, threads=1)"
    )]
    fn from_pgn<'py>(
        py: Python<'py>,
        source: &Bound<'py, PyAny>,
        plies: &str,
        on_error: &str,
        labels: bool,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        let names = [("every", Plies::Every), ("played", Plies::Played), ("final", Plies::Final)];
        let plies = choose("plies", plies, &names)?;
        let skips = choose("on_error", on_error, &[("raise", false), ("skip", true)])?;
        let is_path = source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?;
        let harvest = if is_path {
            let path: PathBuf = source.extract()?;
            let failure = |error: io::Error| {
                PyOSError::new_err((error.raw_os_error(), error.to_string(), path.display().to_string()))
            };
            read(py, File::open(&path).map_err(failure)?, plies, skips, threads, failure)?
        } else {
            let bytes = bytes_of(source).map_err(|_| {
                PyTypeError::new_err(format!(
                    "source: expected a path, bytes or a buffer, got {}",
                    kind(source)
                ))
            })?;
            let failure = |error: io::Error| PyOSError::new_err(error.to_string());
            read(py, bytes.as_slice()?, plies, skips, threads, failure)?
        };
        if !labels {
            return Ok(Self::from(harvest.positions).into_pyobject(py)?.into_any());
        }
        let Harvest { positions, moves, results, games, .. } = harvest;
        let arrays = (array(py, moves), array(py, results), array(py, games));
        let whole = (Self::from(positions), arrays.0, arrays.1, arrays.2);
        Ok(whole.into_pyobject(py)?.into_any())
    }
}

/// Reads all games of a stream.
fn read(
    py: Python<'_>,
    input: impl Read + Send,
    plies: Plies,
    skips: bool,
    threads: Threads,
    failure: impl Fn(io::Error) -> PyErr,
) -> PyResult<Harvest> {
    let mut reader = Reader::new(input);
    let (parts, broken) = (Mutex::new(Vec::new()), Mutex::new(None));
    let finish = |number: usize, part: Part| {
        let is_bad = part.bad.is_some();
        locked(&parts).push(Part { number, ..part });
        // The exception is made below, when the number of earlier games is known.
        if is_bad && !skips { Err(Fault::new(Kind::Pgn, "part", number, "a bad game")) } else { Ok(()) }
    };
    let mut number = 0..;
    let done = if threads == Threads(1) {
        // The reader plays the games while it reads, so it need not find their ends first.
        let tasks = iter::from_fn(|| match play(&mut reader, GAMES, plies, skips) {
            Ok(part) if part.is_empty() => None,
            Ok(part) => number.next().zip(Some(part)),
            Err(error) => {
                *locked(&broken) = Some(error);
                None
            }
        });
        work::run(py, threads, tasks, |(number, part)| finish(number, part))
    } else {
        let tasks = iter::from_fn(|| match reader.next_block() {
            Ok(block) => block.and_then(|block| number.next().zip(Some(block))),
            Err(error) => {
                *locked(&broken) = Some(error);
                None
            }
        });
        work::run(py, threads, tasks, |(number, mut block)| {
            // A block is in memory, so reading it does not fail.
            finish(number, play(&mut block, usize::MAX, plies, skips).unwrap_or_default())
        })
    };
    let mut parts = parts.into_inner().unwrap_or_default();
    parts.sort_unstable_by_key(|part| part.number);
    let mut before = 0;
    for part in &mut parts {
        for game in &mut part.harvest.games {
            *game += i64::try_from(before)?;
        }
        if let (Some((game, fault)), false) = (&part.bad, skips) {
            return Err(Fault::new(Kind::Pgn, "game", before + game, fault).into_exception(py));
        }
        before += part.games;
    }
    done?;
    if let Some(error) = locked(&broken).take() {
        // The file is compressed, so no game has been read.
        if error.kind() == io::ErrorKind::InvalidData {
            return Err(Fault::new(Kind::Pgn, "game", 0, format!("byte 0: {error}")).into_exception(py));
        }
        return Err(failure(error));
    }
    let harvests: Vec<Harvest> = parts.into_iter().map(|part| part.harvest).collect();
    Harvest::concat(&harvests)
}

/// Plays up to a number of games. Ends with the first bad one, unless bad ones are skipped.
fn play<R: Read>(reader: &mut Reader<R>, most: usize, plies: Plies, skips: bool) -> io::Result<Part> {
    let mut part = Part::default();
    while part.games < most
        && let Some(game) = reader.next_game()?
    {
        let fault = match game.error() {
            Some(error) => Some(format!("byte {}: {error}", error.offset)),
            None => part.harvest.add_game(&game, part.games, plies).err().map(str::to_owned),
        };
        if let Some(fault) = fault {
            part.bad = Some((part.games, fault));
            if !skips {
                break;
            }
        }
        part.games += 1;
    }
    Ok(part)
}

impl Harvest {
    /// Adds the positions of a game.
    fn add_game(&mut self, game: &StreamedGame<'_>, number: usize, plies: Plies) -> Result<(), &'static str> {
        let before = self.positions.len();
        let Some(&start) = game.start() else { return Err("there is no start position") };
        match plies {
            Plies::Final => {
                self.positions.extend(game.position());
                self.moves.push(Move::NULL.to_bits());
            }
            Plies::Every | Plies::Played => {
                let mut position = start;
                for &mv in game.moves() {
                    self.positions.push(position);
                    self.moves.push(mv.to_bits());
                    let after =
                        if mv == Move::NULL { position.null_move() } else { Some(position.after(mv)) };
                    let Some(after) = after else {
                        self.positions.truncate(before);
                        self.moves.truncate(before);
                        return Err("a null move in check");
                    };
                    position = after;
                }
                if plies == Plies::Every {
                    self.positions.push(position);
                    self.moves.push(Move::NULL.to_bits());
                }
            }
        }
        let result = game.result().map_or(f32::NAN, points);
        self.results.resize(self.positions.len(), result);
        self.games.resize(self.positions.len(), i64::try_from(number).unwrap_or(i64::MAX));
        Ok(())
    }
}
