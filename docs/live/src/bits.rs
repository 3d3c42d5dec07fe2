//! Sets of squares as plain words.

use wasm_bindgen::prelude::*;

/// Shifts a word by up to 63 bits: to the left if `by` is positive, to the right if it is negative. Bits
/// shifted out are lost.
///
/// # Errors
/// If `by` is not within -63 to 63.
#[wasm_bindgen]
pub fn shifted(word: u64, by: i32) -> Result<u64, JsError> {
    let shifted = match by.unsigned_abs() {
        count if by < 0 => word.checked_shr(count),
        count => word.checked_shl(count),
    };
    shifted.ok_or_else(|| JsError::new("a shift must be within -63 to 63"))
}

#[cfg(test)]
mod tests {
    use super::shifted;

    #[test]
    fn bits_move_by_their_distance() {
        for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (from, to))) {
            assert_eq!(shifted(1 << from, to - from).unwrap(), 1 << to);
        }
        assert_eq!([shifted(1 << 63, 1).unwrap(), shifted(1, -1).unwrap()], [0, 0]);
    }
}
