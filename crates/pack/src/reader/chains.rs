//! Chains that are taken out of a block before it is read, so that they are never decoded.

use alloc::vec::Vec;

use super::Block;
use crate::binpack;
use crate::format::Format;

impl Block {
    /// Takes out of a block of binpack the chains for which `keeps` returns false; `keeps` gets the number of the chunk
    /// in the block and the number of the chain in the chunk, both from 0. Other formats keep everything. Call it
    /// before samples are read.
    ///
    /// `lengths` are the lengths in bytes of the chains, with a 0 after those of each chunk. Where they are missing or
    /// do not fit, chunks are played to find them, which takes as long as reading them. The rest of a damaged chunk is
    /// kept, so that reading gives its error, which numbers the chains that are left.
    ///
    /// ```
    /// use quadbit_movegen::{GameResult, Position, Validity};
    /// use quadbit_pack::{Fields, Format, Labels, RecordReader, Sample};
    /// let (start, mut file) = (Position::start(), Vec::new());
    /// let mv = start.legal_moves().first().copied();
    /// let sample = Sample { position: start, labels: Labels { mv, result: GameResult::Draw, ..Labels::NONE } };
    /// Format::Binpack.write(Fields::EMPTY, &[sample; 10], &mut file, |_, error| panic!("{error}"));
    ///
    /// let mut block = RecordReader::new(&file[..], Format::Binpack).next_block()?.unwrap();
    /// block.retain_chains(&[], |_, chain| chain % 4 == 1);
    /// let mut count = 0;
    /// block.read(Validity::Strict, usize::MAX, |_, sample| count += usize::from(sample.is_ok()));
    /// assert_eq!(count, 3); // the chains 1, 5 and 9
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn retain_chains(&mut self, lengths: &[u32], mut keeps: impl FnMut(u64, u64) -> bool) {
        if self.format != Format::Binpack {
            return;
        }
        let mut known = lengths.split(|&length| length == 0);
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for (number, chunk) in (0..).zip(self.iter()) {
            let begin = bytes.len();
            binpack::retain_chains(chunk, known.next(), |chain| keeps(number, chain), &mut bytes);
            ends.push(bytes.len() - begin);
        }
        (self.bytes, self.lengths) = (bytes, ends);
    }
}
