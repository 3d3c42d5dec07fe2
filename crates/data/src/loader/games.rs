//! Games that are passed over: chains of binpack, taken out of a block before the block is decoded.

use alloc::vec::Vec;

use quadbit_pack::Block;
use quadbit_quad::zobrist::split_mix;

use crate::sieve::Random;

/// Which games of a block are read. The choice does not depend on whether the lengths of the chains are known.
pub(super) struct Games {
    /// The probability with which a game is read.
    pub(super) chance: f64,
    /// The seed of the block's random numbers.
    pub(super) seed: u64,
    /// This machine and the number of machines that share games; `[0, 1]` if no machines share them.
    pub(super) share: [u64; 2],
    /// The lengths of the chains of the block, as far as they are known.
    pub(super) lengths: Vec<u32>,
}

impl Games {
    /// Takes the games that are not read out of `block`: those of other machines, and those that chance leaves out.
    pub(super) fn retain(&self, block: &mut Block) {
        let (before, [rank, world_size]) = (block.before(), self.share);
        block.retain_chains(&self.lengths, |chunk, chain| {
            // The number of the chunk counts too, so that chunks with a single chain are shared among the machines.
            let is_own = (before + chunk + chain) % world_size == rank;
            let random = Random(split_mix(split_mix(!self.seed ^ chunk) ^ chain));
            is_own && random.of(0) < self.chance
        });
    }
}
