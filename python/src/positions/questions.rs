//! Properties of positions, one value for each.

use std::fmt::Display;
use std::str::FromStr;

use bytemuck::cast_slice_mut;
use numpy::PyArrayDyn;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use quadbit_data::pattern::{self, Rule};
use quadbit_lanes::batch;
use quadbit_movegen::{Move, Square};
use quadbit_nibble::simd::Level;

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

    /// The squares on which a pawn can be captured en passant, a1 = 0 to h8 = 63, or -1: (n,) int8.
    ///
    /// `ep` decides when there is one: if a capture is `legal`, if a pawn stands beside (`pseudo`), or `always`
    /// after a double push.
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

    /// Whether each position matches all rules: (n,) bool.
    ///
    /// Rules are separated by spaces, or items of a list: `Q` a white queen, `Qq=0` no queen, `Pp>=10`,
    /// `N@d5e5` a knight on one of these squares, `Rr@7=2`, `*<=7` seven pieces or fewer, `check`,
    /// `no-check`, `white`, `black`.
    fn r#where(this, py, out, threads, pattern: &Bound<'_, PyAny>) -> bool {
        let rules = rules::<Rule>(pattern, "pattern")?;
        this.answers(py, out, threads, &[], |positions, answers| {
            pattern::matches(Level::auto(), &rules, positions, answers);
        })
    }
}

/// Reads rules separated by spaces, or a list of them.
pub(crate) fn rules<R: FromStr<Err: Display>>(pattern: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<R>> {
    rules_in(pattern, name, |text| text.split_whitespace().map(str::to_owned).collect())
}

/// Reads the rules into which `split` cuts a text, or a list of rules.
pub(crate) fn rules_in<R: FromStr<Err: Display>>(
    pattern: &Bound<'_, PyAny>,
    name: &str,
    split: impl FnOnce(&str) -> Vec<String>,
) -> PyResult<Vec<R>> {
    let texts: Vec<String> = if let Ok(text) = pattern.cast::<PyString>() {
        split(text.to_str()?)
    } else if let Ok(texts) = pattern.extract() {
        texts
    } else {
        return Err(PyTypeError::new_err(format!(
            "{name}: expected rules as a str or a list, got {}",
            kind(pattern)
        )));
    };
    let rule = |text: &String| {
        text.parse().map_err(|error| PyValueError::new_err(format!("{name}: '{text}': {error}")))
    };
    texts.iter().map(rule).collect()
}
