//! The delta swap: exchanges bits of a word with others a fixed distance away.

/// Swaps the bits of `word` at the ones of `mask` with the bits that lie `places` bits above them: `delta_swap!(word,
/// places, mask)`.
///
/// A macro, so that it serves words in constants as well as vectors of words.
///
/// Source: Donald Knuth's delta swap, "The Art of Computer Programming" 7.1.3 (69),
/// <https://www.chessprogramming.org/General_Setwise_Operations#DeltaSwap>.
///
/// ```
/// const SWAPPED: u64 = quadbit_nibble::delta_swap!(0b0001_0100_u64, 4, 0b0101);
/// assert_eq!(SWAPPED, 0b0100_0001);
/// ```
#[macro_export]
macro_rules! delta_swap {
    ($word:expr, $places:expr, $mask:expr) => {{
        let word = $word;
        let changed = (word ^ (word >> $places)) & $mask;
        word ^ changed ^ (changed << $places)
    }};
}
