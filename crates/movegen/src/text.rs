//! Positions and moves as text: FEN, EPD, SAN, and the texts of UCI.

#[cfg(feature = "alloc")]
pub(crate) mod epd;
pub(crate) mod fen;
pub(crate) mod san;
pub(crate) mod spelling;
pub(crate) mod uci;
pub mod uci_protocol;
#[cfg(feature = "alloc")]
pub(crate) mod why;
