//! Nibbles to bytes and back.

/// Eight nibbles, each in a byte of its own: lane `i` becomes byte `i`.
///
/// The halves are moved apart, then their halves, and so on (Warren, 7-2, "shuffle"); `pdep(x, 0x0F0F..)`
/// gives the same result.
///
/// ```text
/// 0000000076543210 -> 0000765400003210 -> 0076005400320010 -> 0706050403020100
/// ```
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::unpack(0x7654_3210), 0x0706_0504_0302_0100);
/// ```
#[inline(always)]
pub const fn unpack(x: u32) -> u64 {
    let x = x as u64;
    let x = (x | x << 16) & 0x0000_FFFF_0000_FFFF;
    let x = (x | x << 8) & 0x00FF_00FF_00FF_00FF;
    (x | x << 4) & 0x0F0F_0F0F_0F0F_0F0F
}

/// The nibbles of the lower halves of eight bytes; the upper halves are ignored. The inverse of [`unpack`].
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::pack(0xF7F6_F5F4_0302_0100), 0x7654_3210);
/// ```
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "all nibbles are in the lower half by now")]
pub const fn pack(x: u64) -> u32 {
    let x = x & 0x0F0F_0F0F_0F0F_0F0F;
    let x = (x | x >> 4) & 0x00FF_00FF_00FF_00FF;
    let x = (x | x >> 8) & 0x0000_FFFF_0000_FFFF;
    (x | x >> 16) as u32
}

/// Sixteen nibbles, each in a byte of its own, as [`unpack`] does for eight.
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::unpack_wide(0xFEDC_BA98_7654_3210), 0x0F0E_0D0C_0B0A_0908_0706_0504_0302_0100);
/// ```
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is wanted")]
pub const fn unpack_wide(x: u64) -> u128 {
    unpack(x as u32) as u128 | (unpack((x >> 32) as u32) as u128) << 64
}

/// The nibbles of the lower halves of sixteen bytes; the upper halves are ignored. The
/// inverse of [`unpack_wide`].
///
/// ```
/// use quadbit_nibble::swar;
/// assert_eq!(swar::pack_wide(0x0F0E_0D0C_0B0A_0908_0706_0504_0302_0100), 0xFEDC_BA98_7654_3210);
/// ```
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the lower half is wanted")]
pub const fn pack_wide(x: u128) -> u64 {
    pack(x as u64) as u64 | (pack((x >> 64) as u64) as u64) << 32
}
