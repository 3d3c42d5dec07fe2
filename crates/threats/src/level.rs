//! Which way to look at a board each level has.

use quadbit_quad::QuadBitboard;

use crate::byte_board::ByteBoard;
use crate::scene::Scene;
use crate::sets::Sets;

#[cfg(feature = "simd")]
use {crate::rays::Rays, fearless_simd::prelude::*, fearless_simd::u8x64, quadbit_nibble::planes::PlaneSimd};

/// A way to look at boards.
pub(crate) trait Means: Copy {
    type Scene: Scene;

    /// A board of planes.
    fn scene(self, board: QuadBitboard) -> Self::Scene;

    /// A board of bytes.
    fn scene_of_bytes(self, board: &ByteBoard) -> Self::Scene;

    /// Writes a board back as bytes.
    fn store(self, scene: Self::Scene, board: &mut ByteBoard);
}

/// By sets of squares, for builds without vectors.
#[cfg(not(feature = "simd"))]
#[derive(Clone, Copy)]
pub(crate) struct Scalar;

/// Looks at boards by sets of squares.
macro_rules! by_sets {
    ($means:ty) => {
        impl Means for $means {
            type Scene = Sets;

            #[inline(always)]
            fn scene(self, board: QuadBitboard) -> Sets {
                Sets(board)
            }

            #[inline(always)]
            fn scene_of_bytes(self, board: &ByteBoard) -> Sets {
                Sets(board.to_quad())
            }

            #[inline(always)]
            fn store(self, Sets(after): Sets, board: &mut ByteBoard) {
                *board = ByteBoard::from_codes(after.to_mailbox());
            }
        }
    };
}

/// Looks at boards along rays of bytes.
#[cfg(feature = "simd")]
macro_rules! by_rays {
    ($means:ty) => {
        impl Means for $means {
            type Scene = Rays<Self>;

            #[inline(always)]
            fn scene(self, board: QuadBitboard) -> Rays<Self> {
                Rays(u8x64::load_array(
                    self,
                    self.planes_to_codes(&{
                        let [a, b, c, d] = board.planes();
                        [a.0, b.0, c.0, d.0]
                    }),
                ))
            }

            #[inline(always)]
            fn scene_of_bytes(self, board: &ByteBoard) -> Rays<Self> {
                Rays(u8x64::load_array_ref(self, board.codes()))
            }

            #[inline(always)]
            fn store(self, Rays(after): Rays<Self>, board: &mut ByteBoard) {
                *board = ByteBoard::from_codes(after.to_array());
            }
        }
    };
}

#[cfg(not(feature = "simd"))]
by_sets!(Scalar);

/// What each token is for.
#[cfg(feature = "simd")]
macro_rules! means {
    (Sse2) => {
        by_sets!(quadbit_nibble::simd::Sse2);
    };
    (Fallback) => {
        by_sets!(quadbit_nibble::simd::Fallback);
    };
    ($token:ident) => {
        by_rays!(quadbit_nibble::simd::$token);
    };
}
#[cfg(feature = "simd")]
quadbit_nibble::for_each_token!(means);
