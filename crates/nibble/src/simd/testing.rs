//! Running test cases at every level of the machine.
//!
//! [`levels`] prints the levels that it skips and why, and the environment variable `QUADBIT_REQUIRE`, a
//! comma-separated list of names, turns a skip into a failure: `QUADBIT_REQUIRE=avx2,avx512 cargo test`.
//!
//! ```
//! use quadbit_nibble::simd::{BitSimd, testing};
//!
//! testing::at_every_level!(s => {
//!     assert_eq!(s.pext(0b1010_0110, 0b1111_0000), 0b1010);
//! });
//! ```

use std::{env, eprintln, vec::Vec};

use super::Level;

pub use crate::at_every_level;

/// The environment variable that names the levels which must not be skipped.
const REQUIRE: &str = "QUADBIT_REQUIRE";

/// The SIMD levels to test on this machine, lowest first. Prints each level that cannot run here, with the reason.
///
/// # Panics
///
/// If the environment variable `QUADBIT_REQUIRE` names a level that cannot run here, or one that does not exist.
pub fn levels() -> Vec<Level> {
    let required = env::var(REQUIRE).unwrap_or_default();
    check_required(&required);
    let mut levels = Vec::new();
    for name in Level::NAMES {
        match name.parse() {
            Ok(level) => levels.push(level),
            Err(error) => eprintln!("level {name} skipped: {error}"),
        }
    }
    levels
}

fn check_required(required: &str) {
    for name in required.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        if let Err(error) = name.parse::<Level>() {
            panic!("{REQUIRE} asks for level {name}: {error}");
        }
    }
}

/// Runs a block once at every SIMD level that this machine can run: `at_every_level!(s => block)`, where `s` is the
/// level's token.
///
/// The level is printed before the block runs, so that the captured output of a failed
/// test ends with its name.
///
/// Call it as `simd::testing::at_every_level!`. It needs the feature `std`.
#[macro_export]
macro_rules! at_every_level {
    ($simd:pat => $op:expr) => {
        for level in $crate::simd::testing::levels() {
            $crate::simd::testing::announce(level);
            $crate::dispatch!(level, $simd => $op);
        }
    };
}

/// Prints the name of `level`, which runs next.
#[doc(hidden)]
pub fn announce(level: Level) {
    eprintln!("level {level}:");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn available_levels_may_be_required() {
        check_required("");
        check_required(" auto, ");
        check_required(Level::auto().name());
    }

    #[test]
    #[should_panic(expected = "QUADBIT_REQUIRE asks for level avx3: unknown level")]
    fn unknown_levels_may_not_be_required() {
        check_required("auto,avx3");
    }

    #[test]
    #[should_panic(expected = "this build does not support")]
    fn missing_levels_fail() {
        check_required(if cfg!(target_arch = "aarch64") { "avx512" } else { "neon" });
    }
}
