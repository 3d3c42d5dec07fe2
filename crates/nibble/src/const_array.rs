//! The macro that makes an array of constants from a formula.

/// Makes an array by a formula of the index, like [`core::array::from_fn`], which constants cannot call. The index
/// counts from 0 and is a `usize`, or of the integer type that is named.
///
/// ```
/// use quadbit_nibble::const_array;
///
/// const SQUARES: [usize; 4] = const_array!(4, |n| n * n);
/// static REVERSED: [u8; 64] = const_array!(64, |n: u8| 63 - n);
/// assert_eq!(SQUARES, [0, 1, 4, 9]);
/// assert_eq!((REVERSED[0], REVERSED[63]), (63, 0));
/// ```
#[macro_export]
macro_rules! const_array {
    ($len:expr, |$index:ident| $value:expr) => {
        $crate::const_array!($len, |$index: usize| $value)
    };
    ($len:expr, |$index:ident: $number:ty| $value:expr) => {{
        let mut array = {
            let $index: $number = 0;
            [$value; $len]
        };
        let mut index: $number = 0;
        while (index as usize) < $len {
            let $index = index;
            array[index as usize] = $value;
            index += 1;
        }
        array
    }};
}
