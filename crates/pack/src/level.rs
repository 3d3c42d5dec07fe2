//! The instructions that readers and writers of blocks use: those of a level with the feature `simd`, else portable
//! code.

#[cfg(feature = "simd")]
pub(crate) use quadbit_nibble::simd::{Level, dispatch};

#[cfg(not(feature = "simd"))]
pub(crate) use portable::{Level, dispatch};

#[cfg(not(feature = "simd"))]
mod portable {
    /// The only level of a build without vectors: portable code.
    #[derive(Clone, Copy, Debug)]
    pub struct Level;

    impl Level {
        /// Returns the only level.
        pub(crate) const fn auto() -> Self {
            Self
        }
    }

    /// Runs an expression with the token of a level, which is always `Scalar`.
    macro_rules! dispatch {
        ($level:expr, $token:pat => $op:expr) => {{
            let $crate::level::Level = $level;
            let $token = quadbit_quad::packed_pieces::Scalar;
            $op
        }};
    }
    pub(crate) use dispatch;
}
