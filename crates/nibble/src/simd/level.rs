//! A level of SIMD instructions that this machine and this build can run.
//!
//! 1. [`Level::auto`] asks the CPU, or a name is parsed; both end in a token of `fearless_simd`, the proof that the
//!    CPU has the instructions.
//! 2. [`Tier`] is the place of the level in the list of names, without a proof. [`Tier::is_built`] says whether this
//!    build compiles the level at all: one below what the build promises is left out.
//! 3. The macros of `dispatch` match on the token.
//!
//! A `Level` exists only with its proof: a tier becomes one only by a token of at least that level.

use core::{fmt, str::FromStr};

use fearless_simd::Level as Token;

/// A level of SIMD instructions that this CPU supports and this build can run.
///
/// A level is a proof: every value of this type can be dispatched to. Detect it ([`auto`](Self::auto)), or
/// parse its name, which fails for a level that cannot run here.
///
/// | name | needs | vectors |
/// |---|---|---|
/// | `fallback` | nothing; where every CPU of the target has SIMD, the feature `fallback` | 128 bits, as scalars |
/// | `sse2` | every x86-64 | 128 bits |
/// | `sse4.2` | x86-64-v2, with POPCNT | 128 bits |
/// | `avx2` | x86-64-v3, with BMI1, BMI2, LZCNT | 256 bits |
/// | `avx512` | Ice Lake or Zen 4, with GFNI, VBMI2, VPOPCNTDQ | 512 bits |
/// | `neon` | 64-bit Arm | 128 bits |
/// | `wasm` | WebAssembly built with `simd128` | 128 bits |
///
/// ```
/// use quadbit_nibble::simd::{Level, LevelError};
/// let level: Level = "auto".parse().unwrap();
/// assert_eq!(level, Level::auto());
/// assert_eq!("avx3".parse::<Level>(), Err(LevelError::Unknown));
/// ```
#[derive(Clone, Copy)]
pub struct Level(Token);

impl Level {
    /// The names of the SIMD levels of all architectures, lowest first. Parsing a name gives the level, or the reason
    /// why the level cannot run here.
    pub const NAMES: [&'static str; 7] = ["fallback", "sse2", "sse4.2", "avx2", "avx512", "neon", "wasm"];

    /// The best level: the highest that the CPU reports, or without the feature `std` the one that the build promises
    /// (the target features that it was compiled for).
    #[inline]
    pub fn auto() -> Self {
        Self(Token::try_detect().unwrap_or(const { Token::baseline() }))
    }

    /// The level that the build promises, which every CPU that runs this program has: `sse2` on x86-64, unless the
    /// program was compiled for more.
    #[inline]
    pub const fn baseline() -> Self {
        Self(Token::baseline())
    }

    /// All levels that this machine and this build can run, lowest first. The last one is [`auto`](Self::auto).
    pub fn available() -> impl Iterator<Item = Self> {
        Self::NAMES.iter().filter_map(|name| name.parse().ok())
    }

    /// The level's name, one of [`NAMES`](Self::NAMES).
    pub const fn name(self) -> &'static str {
        Tier::of(self.0).name()
    }

    /// The level as the enum of `fearless_simd`, each of whose variants holds the SIMD token that proves the CPU's
    /// support.
    #[inline]
    pub const fn token(self) -> Token {
        self.0
    }

    /// Returns SSE2 for SSE4.2 if this build compiles SSE2 too, and every other level unchanged. For
    /// [`dispatch_few!`](crate::simd::dispatch_few).
    #[doc(hidden)]
    #[inline]
    pub fn without_sse4_2(self) -> Self {
        match Tier::of(self.0) {
            Tier::Sse42 if Tier::Sse2.is_built() => Tier::Sse2.token(self.0).map_or(self, Self),
            _ => self,
        }
    }
}

/// Takes a level that was detected with `fearless_simd`, as a program without the standard library must. A level below
/// the one that the build promises becomes the promised one.
impl From<Token> for Level {
    #[inline]
    fn from(token: Token) -> Self {
        if Tier::of(token).is_built() { Self(token) } else { Self::baseline() }
    }
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        Tier::of(self.0) == Tier::of(other.0)
    }
}

impl Eq for Level {}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level({self})")
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = LevelError;

    /// Reads `auto` or one of [`NAMES`](Self::NAMES).
    ///
    /// # Errors
    ///
    /// [`LevelError::Unknown`] for any other text, [`LevelError::Cpu`] if this CPU lacks the level, and
    /// [`LevelError::Build`] if this build cannot run it: another architecture's level, one below what was
    /// compiled for, or `fallback` without the feature of that name.
    fn from_str(name: &str) -> Result<Self, LevelError> {
        if name == "auto" {
            return Ok(Self::auto());
        }
        let tier = Tier::ALL.into_iter().find(|tier| tier.name() == name).ok_or(LevelError::Unknown)?;
        if !tier.is_built() {
            return Err(LevelError::Build(tier.name()));
        }
        tier.token(Self::auto().0).map(Self).ok_or(LevelError::Cpu(tier.name()))
    }
}

/// The reason why text is not a SIMD level that can run here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LevelError {
    /// The text is not the name of a level.
    Unknown,
    /// The CPU does not support the level with this name, or this is a build without `std`, which cannot ask the CPU.
    Cpu(&'static str),
    /// This build cannot run the level with this name, on any CPU.
    Build(&'static str),
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => {
                f.write_str("unknown level; the levels are auto")?;
                Level::NAMES.iter().try_for_each(|name| write!(f, ", {name}"))
            }
            Self::Cpu(name) => write!(f, "this CPU does not support {name}"),
            Self::Build(name) => write!(f, "this build does not support {name}"),
        }
    }
}

impl core::error::Error for LevelError {}

/// A SIMD level of any architecture; as a number, its index in [`Level::NAMES`]. Unlike a [`Level`], it does not
/// prove that the CPU has the level.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    Fallback,
    Sse2,
    Sse42,
    Avx2,
    Avx512,
    Neon,
    Wasm,
}

impl Tier {
    const ALL: [Self; 7] =
        [Self::Fallback, Self::Sse2, Self::Sse42, Self::Avx2, Self::Avx512, Self::Neon, Self::Wasm];

    const fn of(token: Token) -> Self {
        match token {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Token::Sse2(_) => Self::Sse2,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Token::Sse4_2(_) => Self::Sse42,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Token::Avx2(_) => Self::Avx2,
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Token::Avx512(_) => Self::Avx512,
            #[cfg(target_arch = "aarch64")]
            Token::Neon(_) => Self::Neon,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Token::WasmSimd128(_) => Self::Wasm,
            _ => Self::Fallback,
        }
    }

    const fn name(self) -> &'static str {
        Level::NAMES[self as usize]
    }

    /// Whether this build can run the level on a CPU that supports it: the level is of the target architecture, and not
    /// below the target features for which the build was compiled. `Fallback` needs the feature `fallback`, unless the
    /// build promises no vectors.
    pub const fn is_built(self) -> bool {
        let promised = Self::of(Token::baseline());
        match self {
            Self::Fallback => cfg!(feature = "fallback") || matches!(promised, Self::Fallback),
            Self::Sse2 | Self::Sse42 | Self::Avx2 | Self::Avx512 => {
                cfg!(any(target_arch = "x86", target_arch = "x86_64")) && self as u8 >= promised as u8
            }
            Self::Neon => cfg!(target_arch = "aarch64"),
            Self::Wasm => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
        }
    }

    /// The SIMD token of this level, if `best`, the token of a level that the CPU has, proves that the CPU supports
    /// this one too.
    fn token(self, best: Token) -> Option<Token> {
        match self {
            #[cfg(feature = "fallback")]
            Self::Fallback => Some(Token::fallback()),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sse2 => best.as_sse2().map(Token::Sse2),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sse42 => best.as_sse4_2().map(Token::Sse4_2),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => best.as_avx2().map(Token::Avx2),
            _ => (Self::of(best) == self).then_some(best),
        }
    }
}

// `fearless_simd` has the scalar level with the feature `fallback`, and on targets where no vectors are certain.
// Elsewhere `Scalar` is another name of the target's lowest token, for code that must have a type but is never reached.
cfg_if::cfg_if! {
    if #[cfg(any(
        feature = "fallback",
        not(any(
            all(target_arch = "aarch64", target_feature = "neon"),
            all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2", target_feature = "fxsr"),
            all(target_arch = "wasm32", target_feature = "simd128")
        ))
    ))] {
        type Scalar = fearless_simd::Fallback;
        const SCALAR: Option<Scalar> = Some(Scalar::new());
    } else if #[cfg(target_arch = "aarch64")] {
        type Scalar = fearless_simd::aarch64::Neon;
        const SCALAR: Option<Scalar> = None;
    } else if #[cfg(target_arch = "wasm32")] {
        type Scalar = fearless_simd::wasm32::WasmSimd128;
        const SCALAR: Option<Scalar> = None;
    } else {
        type Scalar = fearless_simd::x86::Sse2;
        const SCALAR: Option<Scalar> = None;
    }
}

/// The token of the scalar level, for [`dispatch!`](crate::simd::dispatch).
///
/// # Panics
/// If this build has no scalar level.
#[doc(hidden)]
pub const fn scalar() -> Scalar {
    SCALAR.expect("this build has a scalar level")
}

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::string::ToString;

    #[test]
    fn every_available_level_round_trips_through_its_name() {
        for level in Level::available() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::from(level.token()), level);
            assert_eq!(std::format!("{level:?}"), std::format!("Level({})", level.name()));
        }
        let (first, last) = (Level::available().next(), Level::available().last());
        assert_eq!(first == last, Level::available().count() == 1);
        assert_eq!(Level::available().last(), Some(Level::auto()));
        assert!(Level::available().any(|level| level == Level::baseline()));
    }

    #[test]
    fn names_stand_in_the_order_of_tiers() {
        for (index, tier) in Tier::ALL.into_iter().enumerate() {
            assert_eq!(tier as usize, index);
            assert_eq!(tier.name(), Level::NAMES[index]);
        }
    }

    #[test]
    fn refusals_say_why() {
        for text in ["", "AVX2", "sse42", "avx2 ", "native"] {
            assert_eq!(text.parse::<Level>(), Err(LevelError::Unknown), "{text:?}");
        }
        assert_eq!(
            LevelError::Unknown.to_string(),
            "unknown level; the levels are auto, fallback, sse2, sse4.2, avx2, avx512, neon, wasm"
        );
        assert_eq!(LevelError::Cpu("avx512").to_string(), "this CPU does not support avx512");
        assert_eq!(LevelError::Build("neon").to_string(), "this build does not support neon");
        #[cfg(target_arch = "x86_64")]
        assert_eq!("neon".parse::<Level>(), Err(LevelError::Build("neon")));
        #[cfg(target_arch = "aarch64")]
        assert_eq!("avx2".parse::<Level>(), Err(LevelError::Build("avx2")));
    }

    #[test]
    fn a_level_below_what_was_compiled_for_is_refused() {
        let promised = Tier::of(Level::baseline().token());
        for tier in [Tier::Sse2, Tier::Sse42, Tier::Avx2, Tier::Avx512] {
            let refused = tier.name().parse::<Level>() == Err(LevelError::Build(tier.name()));
            let x86 = cfg!(any(target_arch = "x86", target_arch = "x86_64"));
            assert_eq!(refused, !x86 || (tier as u8) < promised as u8, "{}", tier.name());
        }
    }
}
