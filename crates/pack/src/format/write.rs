//! Writing records of any format.
//!
//! 1. [`Format::write_at`] gets samples and chooses the writer of the format.
//! 2. Bytes are appended to the caller's vector; a sample that cannot be written is left out, and its index is
//!    reported.
//!
//! A refused sample appends no bytes.

use alloc::vec::Vec;

use super::Format;
use crate::codec::{Refuse, Write, write_each};
use crate::field::{Fields, WriteError};
use crate::level::Level;
use crate::sample::Sample;

impl Format {
    /// Appends the records of `samples` to `bytes`, with the best instructions of the machine. In viriformat, each is a
    /// game without moves; in binpack, samples that follow each other in a game form chains. A sample that cannot be
    /// written is left out, and `refused` is called with its index and the reason; `may_drop` names the fields that may
    /// be lost instead.
    pub fn write(
        self,
        may_drop: Fields,
        samples: &[Sample],
        bytes: &mut Vec<u8>,
        refused: impl FnMut(usize, WriteError),
    ) {
        self.write_at(Level::auto(), may_drop, samples, bytes, refused);
    }

    /// Like [`write`](Self::write), with the instructions of `level`.
    #[cfg_attr(not(feature = "simd"), doc(hidden))]
    pub fn write_at(
        self,
        level: Level,
        may_drop: Fields,
        samples: &[Sample],
        bytes: &mut Vec<u8>,
        mut refused: impl FnMut(usize, WriteError),
    ) {
        let refused: Refuse<'_> = &mut refused;
        match self.codec().write {
            Write::One(write) => write_each(samples, refused, |sample| write(sample, may_drop, bytes)),
            Write::Block(write) => write(level, may_drop, samples, bytes, refused),
        }
    }
}
