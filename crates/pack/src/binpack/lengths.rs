//! The lengths of chains. They are not stored, and the bits of a chain depend on the board, so a chain is played to
//! find its end.

use alloc::vec::Vec;

use quadbit_movegen::Validity;

use super::board::Board;
use super::chain::samples;
use super::{HEAD, size};
use crate::level::Level;
use crate::read_error::ReadError;

/// Appends the length in bytes of each chain to `lengths`, given the chains of a chunk as [`chunk`](super::chunk)
/// returns them.
///
/// # Errors
/// A chain is damaged; the lengths of the chains before it have been appended.
pub fn chain_lengths(chunk: &[u8], lengths: &mut Vec<u32>) -> Result<(), ReadError> {
    let (mut samples, level) = (samples(chunk, Validity::Relaxed), Level::auto());
    loop {
        let (begin, mut left) = (samples.place.next, 1);
        samples.read_each(level, &mut left, |_, _: &Board| {})?;
        if left == 1 {
            return Ok(());
        }
        left = samples.place.chain.as_ref().map_or(0, |chain| chain.left.into());
        samples.read_each(level, &mut left, |_, _: &Board| {})?;
        lengths.push((samples.place.next - begin) as u32);
    }
}

/// Appends the chunk `record` to `to`, without the chains for which `keeps` returns false, and with its size corrected.
/// `keeps` gets the number of each chain, from 0. `known` are the lengths of the chains; if there are none, or they do
/// not fit, the chains are played. What cannot be decoded is kept.
pub(crate) fn retain_chains(
    record: &[u8],
    known: Option<&[u32]>,
    mut keeps: impl FnMut(u64) -> bool,
    to: &mut Vec<u8>,
) {
    let Some((head, chains)) = record.split_at_checked(HEAD) else { return to.extend(record) };
    let Some(size) = size(head) else { return to.extend(record) };
    let fits =
        |lengths: &&[u32]| lengths.iter().map(|&length| length as usize).sum::<usize>() == chains.len();
    let mut played = Vec::new();
    let lengths = known.filter(fits).unwrap_or_else(|| {
        // An error is ignored here, because it comes again when the rest of the chunk is read.
        _ = chain_lengths(chains, &mut played);
        &played
    });
    let (begin, mut rest) = (to.len(), chains);
    to.extend(head);
    for (chain, &length) in (0..).zip(lengths) {
        let (bytes, behind) = rest.split_at(length as usize);
        rest = behind;
        if keeps(chain) {
            to.extend(bytes);
        }
    }
    to.extend(rest);
    let removed = record.len() - (to.len() - begin);
    to[begin + 4..][..4].copy_from_slice(&((size - removed) as u32).to_le_bytes());
}
