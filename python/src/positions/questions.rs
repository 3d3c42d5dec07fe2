//! Properties of positions, one value for each.

use bytemuck::cast_slice_mut;
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_data::matching::matches;
use quadbit_lanes::batch;
use quadbit_movegen::{Move, Square};
use quadbit_nibble::simd::Level;
use quadbit_rule::{Need, Rule};

use super::Positions;
use super::columns::{columns, each};
use crate::choices::{SIDES, choose};
use crate::numbers::{Words, kind};
use crate::style::ep_mode;
use crate::work;

columns! {
    /// The squares that `white` or `black` attacks, occupied or not: (n,) uint64, a1 the lowest bit.
    fn attack_maps(this, py, out, threads, side: &str) -> u64 {
        let by = choose("side", side, &SIDES)?;
        this.answers(py, out, threads, &[], |positions, maps| {
            batch::attack_maps(positions, by, cast_slice_mut(maps));
        })
    }

    /// The target squares of captures en passant, a1 = 0 to h8 = 63, or -1: (n,) int8.
    ///
    /// `ep` decides when there is one: if a capture is `legal`, if an enemy pawn stands next to the pushed pawn
    /// (`pseudo`), or `always` after a double push.
    fn ep_squares(this, py, out, threads, ep: &str = "legal") -> i8 {
        let mode = ep_mode(ep)?;
        let index = |square: Square| i8::try_from(square.index()).unwrap_or(-1);
        this.answers(py, out, threads, &[], each(|position| position.ep_square(mode).map_or(-1, index)))
    }

    /// Whether a move is legal in each position: (n,) bool. `moves` are n numbers of 16 bits.
    fn is_legal(this, py, out, threads, moves: &Bound<'_, PyAny>) -> bool {
        let moves = Words::new(moves, "moves", Some(this.range.len()), 0..=u16::MAX)?;
        let moves = moves.as_slice()?;
        this.try_answers(py, out, threads, &[], |first, positions, answers| {
            for ((position, &bits), answer) in positions.iter().zip(&moves[first..]).zip(answers) {
                *answer = position.is_legal(Move::from_bits(bits));
            }
            Ok(())
        })
    }

    /// Whether a rule chooses each position: (n,) bool.
    ///
    /// A rule is a text, or a list of texts that must all hold: `Q` a white queen, `Qq=0` no queen, `Pp>=10`, `N@d5e5`
    /// a knight on one of these squares, `Rr@7=2`, `*<=7` seven pieces or fewer, `Q-q>=1` more white queens,
    /// `r1bq?rk1/pp3ppp` a part of the board, `KRPvKR`, `near "FEN" <= 4` squares that differ, `material>=3` White's
    /// pawns ahead, `check`, `no-check`, `checkmate`, `white`, `black`, `castling>=K`, `halfmoves>=20`, `ply<40`;
    /// joined by `and`, `or`, `not` and parentheses, and by `and` where they only follow each other.
    fn r#where(this, py, out, threads, pattern: &Bound<'_, PyAny>) -> bool {
        let rule = rule_of(pattern, "pattern", |need| matches!(need, Need::Castling | Need::Clocks | Need::Ply), "positions have")?;
        this.answers(py, out, threads, &[], |positions, answers| {
            matches(Level::auto(), &rule, positions, answers);
        })
    }
}

/// Reads a rule, or a list of rules that must all hold, from `text`, the argument `name`. A rule that needs something
/// for which `knows` is false is an error; `place` says in its message what does not have it, as in `positions have`.
pub(crate) fn rule_of(
    text: &Bound<'_, PyAny>,
    name: &str,
    knows: impl Fn(Need) -> bool,
    place: &str,
) -> PyResult<Rule> {
    let texts: Vec<String> = if let Ok(text) = text.cast::<PyString>() {
        vec![text.to_str()?.to_owned()]
    } else if let Ok(texts) = text.extract() {
        texts
    } else {
        return Err(PyTypeError::new_err(format!(
            "{name}: expected rules as a str or a list, got {}",
            kind(text)
        )));
    };
    let one = |text: &String| {
        text.parse().map_err(|error| PyValueError::new_err(format!("{name}: '{text}': {error}")))
    };
    let given = texts.iter().filter(|text| !text.trim().is_empty());
    let rule = Rule::all(given.map(one).collect::<PyResult<Vec<Rule>>>()?);
    let unknown = rule.needs().find(|&need| !knows(need));
    match unknown {
        Some(need) => Err(PyValueError::new_err(format!(
            "{name}: '{}': {place} no {need} to ask about",
            texts.join("' '")
        ))),
        None => Ok(rule),
    }
}
