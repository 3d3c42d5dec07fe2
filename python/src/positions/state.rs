//! The state beside the board, one value for each position.

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use quadbit_movegen::{Bitboard, Color, EpMode, Position};

use super::Positions;
use crate::choices::choose;
use crate::work::Threads;

#[pymethods]
impl Positions {
    /// The rights to castle, K, Q, k and q: (n, 4) bool. K and k are castling to the g-file, wherever the
    /// rook stands.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn castling_rights<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<bool>>> {
        self.answers(py, out, threads, &[4], |positions, rights| {
            for (position, rights) in positions.iter().zip(rights.as_chunks_mut::<4>().0) {
                *rights = castling_rights(position);
            }
        })
    }

    /// The squares on which a pawn can be captured en passant, a1 = 0 to h8 = 63, or -1: (n,) int8.
    ///
    /// `ep` decides when there is one: if a capture is `legal`, if a pawn stands beside (`pseudo`), or `always`
    /// after a double push.
    #[pyo3(
        signature = (ep = "legal", *, out = None, threads = Threads(1)),
        text_signature = "($self, ep='legal', *, out=None, threads=1)"
    )]
    fn ep_squares<'py>(
        &self,
        py: Python<'py>,
        ep: &str,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let modes = [("legal", EpMode::Legal), ("pseudo", EpMode::Pseudo), ("always", EpMode::Always)];
        let mode = choose("ep", ep, &modes)?;
        self.answers(py, out, threads, &[], |positions, squares| {
            for (position, square) in positions.iter().zip(squares) {
                *square = position.ep_square(mode).map_or(-1, |ep| i8::try_from(ep.index()).unwrap_or(-1));
            }
        })
    }

    /// The half moves since the last capture or pawn move: (n,) uint16.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn halfmove_clocks<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u16>>> {
        self.answers(py, out, threads, &[], |positions, clocks| {
            for (position, clock) in positions.iter().zip(clocks) {
                *clock = position.halfmoves();
            }
        })
    }

    /// The numbers of the moves, from 1: (n,) uint32.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn fullmove_numbers<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u32>>> {
        self.answers(py, out, threads, &[], |positions, numbers| {
            for (position, number) in positions.iter().zip(numbers) {
                *number = position.fullmoves().into();
            }
        })
    }

    /// The pieces that give check to the side to move: (n,) uint64, a1 the lowest bit.
    #[pyo3(
        signature = (*, out = None, threads = Threads(1)),
        text_signature = "($self, *, out=None, threads=1)"
    )]
    fn checkers<'py>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyArrayDyn<u64>>> {
        self.answers(py, out, threads, &[], |positions, sets| {
            for (position, set) in positions.iter().zip(sets) {
                *set = position.checkers().0;
            }
        })
    }
}

/// The rights K, Q, k and q.
pub(super) fn castling_rights(position: &Position) -> [bool; 4] {
    let sides = |color: Color| {
        let rooks = position.castling_rights().rooks_of(color);
        let king = position.king(color).index();
        let to_the_right = Bitboard(!0 << king);
        [!(rooks & to_the_right).is_empty(), !(rooks & !to_the_right).is_empty()]
    };
    let ([k, q], [black_k, black_q]) = (sides(Color::White), sides(Color::Black));
    [k, q, black_k, black_q]
}
