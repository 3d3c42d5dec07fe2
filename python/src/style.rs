//! Reads the options for the styles of FENs and UCI texts.

use pyo3::prelude::*;
use quadbit_movegen::{CastlingLetters, CastlingStyle, EpMode, FenStyle};

use crate::choices::choose;

/// The style of FENs that loses nothing: for pickles.
pub(crate) const LOSSLESS: FenStyle = FenStyle { castling: CastlingLetters::Canonical, ep: EpMode::Always };

/// Returns the style of FENs that the options ask for.
///
/// # Errors
/// `ValueError` for an unknown name.
pub(crate) fn fen_style(shredder: bool, ep: &str) -> PyResult<FenStyle> {
    let castling = if shredder { CastlingLetters::Shredder } else { CastlingLetters::Canonical };
    Ok(FenStyle { castling, ep: ep_mode(ep)? })
}

/// Reads the option `ep`, which says when the square of an en passant capture is written.
///
/// # Errors
/// `ValueError` for an unknown name.
pub(crate) fn ep_mode(ep: &str) -> PyResult<EpMode> {
    let modes = [("legal", EpMode::Legal), ("pseudo", EpMode::Pseudo), ("always", EpMode::Always)];
    choose("ep", ep, &modes)
}

/// Returns the form of castling in UCI texts.
pub(crate) const fn castling_style(chess960: bool) -> CastlingStyle {
    if chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
}
