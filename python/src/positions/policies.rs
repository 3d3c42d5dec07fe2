//! Moves as numbers of a network's policy head, and masks of the legal ones.

use numpy::PyArrayDyn;
use pyo3::prelude::*;
use quadbit_inputs::policy::{self, Policy};
use quadbit_nibble::simd::Level;

use super::Positions;
use crate::errors::Fault;
use crate::numbers::Words;
use crate::{policies, work};

#[pymethods]
impl Positions {
    /// A mask of the legal moves of every position, by their numbers in a policy head: (n, size) bool, or (n,
    /// words) uint64 if `packed`.
    ///
    /// All are numbered as the side to move sees the board, squares from a1 = 0 to h8 = 63. `4096`, `4672` and `1858`
    /// are also called `from_to`, `alphazero` and `lc0`:
    ///
    ///   4096   64 * from + to. Promotions on a square share a number; castling is king takes rook.
    ///
    ///   4672   73 * from + kind, of AlphaZero
    ///
    ///           0 .. 55   7 * direction + distance - 1,          7 0 1
    ///                     promotions to a queen among them       6 . 2
    ///                                                            5 4 3
    ///          56 .. 63   the knight's jumps, clockwise        . 63 . 56 .
    ///                     from two up and one to the right    62  . . . 57
    ///                                                          .  . N . .
    ///                                                         61  . . . 58
    ///                                                          . 60 . 59 .
    ///          64 .. 72   promotions to N, B, R: to the left 64 65 66, ahead 67 68 69, to the right 70 71 72
    ///
    ///          Castling is the king's move by two squares, in Chess960 king takes rook.
    ///
    ///   1858   the moves that a queen or a knight can make, by from and to, of lc0
    ///
    ///          0 a1b1   1 a1c1   ..   322 e2e4   ..   1791 h8g8
    ///          1792 a7a8q   1793 a7a8r   1794 a7a8b   1795 a7b8q   ..   1857 h7h8b
    ///
    ///          A promotion to a knight has the number of its squares; castling is king takes rook.
    ///
    ///   pgx    73 * (8 * file + rank) + kind: the 4,672 of pgx, with castling as in 4672
    ///
    ///           0 ..  8   promotions: ahead, to the right, to the left to R 0 1 2, to B 3 4 5, to N 6 7 8
    ///           9 .. 64   steps -7 .. -1 and 1 .. 7, promotions to a queen among them: up a file from 9, along a
    ///                     rank to the right from 23, up to the right from 37, down to the right from 51
    ///          65 .. 72   jumps by files and ranks: -2 -1, -2 1, -1 -2, -1 2, 2 -1, 2 1, 1 -2, 1 2
    ///
    ///   open_spiel   as pgx, but castling to the c-file is 4672 and to the g-file 4673: the 4,674 of OpenSpiel
    #[pyo3(
        signature = (policy = Policy::FromTo, packed = false, *, out = None, threads = 1),
        text_signature = "($self, policy='4096', packed=False, *, out=None, threads=1)"
    )]
    pub(crate) fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = policies::policy)] policy: Policy,
        packed: bool,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyAny>> {
        let level = Level::auto();
        if packed {
            let words = self.answers::<u64>(py, out, threads, &[policy.words()], |positions, words| {
                policy::legal_bits(level, policy, positions, words);
            });
            return Ok(words?.into_any());
        }
        let mask = self.answers::<bool>(py, out, threads, &[policy.size()], |positions, mask| {
            policy::legal_mask(level, policy, positions, mask);
        });
        Ok(mask?.into_any())
    }

    /// For each position, the number of one of its legal moves in a policy head: (n,) uint16.
    /// Raises `IllegalMoveError`.
    #[pyo3(
        signature = (moves, policy = Policy::FromTo, *, out = None, threads = 1),
        text_signature = "($self, moves, policy='4096', *, out=None, threads=1)"
    )]
    fn move_index<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = policies::policy)] policy: Policy,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyArrayDyn<u16>>> {
        self.of_moves(py, moves, out, threads, |position, mv| policy.index(position, mv))
    }

    /// The legal move with a number in a policy head, for each position: (n,) uint16. Raises
    /// `IllegalMoveError` if there is none.
    ///
    /// With the policy `4096`, the promotions of a pawn to one square share a number, which gives the promotion to a
    /// queen.
    #[pyo3(
        signature = (indices, policy = Policy::FromTo, *, out = None, threads = 1),
        text_signature = "($self, indices, policy='4096', *, out=None, threads=1)"
    )]
    fn index_move<'py>(
        &self,
        py: Python<'py>,
        indices: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = policies::policy)] policy: Policy,
        out: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = work::threads)] threads: u16,
    ) -> PyResult<Bound<'py, PyArrayDyn<u16>>> {
        let last = u16::try_from(policy.size() - 1).unwrap_or(u16::MAX);
        let indices = Words::new(indices, "indices", Some(self.range.len()), 0..=last)?;
        let indices = indices.as_slice()?;
        self.try_answers(py, out, threads, &[], |first, positions, moves| {
            for (place, (position, mv)) in (first..).zip(positions.iter().zip(moves)) {
                let Some(found) = policy.find(position, indices[place]) else {
                    let fault = format!("no legal move has the index {} in {position}", indices[place]);
                    return Err(Fault::illegal_move(place, fault));
                };
                *mv = found.to_bits();
            }
            Ok(())
        })
    }
}
