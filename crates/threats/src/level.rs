//! The method that each level uses to look at a board.

use fearless_simd::prelude::*;
use fearless_simd::u8x64;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::{Bitboard, QuadBitboard};

use crate::byte_board::ByteBoard;
use crate::rays::Rays;
use crate::scene::Scene;
#[allow(unused_imports, reason = "AArch64 has rays of bytes at every level")]
use crate::sets::Sets;
use crate::whole::{self, Whole};

/// A method of looking at boards.
pub(crate) trait Means: Copy {
    type Scene: Scene;

    /// A board of planes.
    fn scene(self, board: QuadBitboard) -> Self::Scene;

    /// A board of bytes.
    fn scene_of_bytes(self, board: &ByteBoard) -> Self::Scene;

    /// The bytes of a board of planes.
    fn codes(self, board: QuadBitboard) -> [u8; 64];

    /// The planes of a board of bytes.
    fn planes(self, board: &ByteBoard) -> QuadBitboard;

    /// A board whose pairs are listed.
    fn whole(self, codes: &[u8; 64], occupied: Bitboard) -> impl Whole;

    /// Writes a board back as bytes.
    fn store(self, scene: Self::Scene, board: &mut ByteBoard);
}

/// Looks at boards by sets of squares.
#[allow(unused_macros, reason = "AArch64 has rays of bytes at every level")]
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
            fn codes(self, board: QuadBitboard) -> [u8; 64] {
                board.to_mailbox()
            }

            #[inline(always)]
            fn planes(self, board: &ByteBoard) -> QuadBitboard {
                board.to_quad()
            }

            #[inline(always)]
            fn whole(self, codes: &[u8; 64], occupied: Bitboard) -> impl Whole {
                whole::Scalar::new(self, codes, occupied)
            }

            #[inline(always)]
            fn store(self, Sets(after): Sets, board: &mut ByteBoard) {
                *board = ByteBoard::from_codes(after.to_mailbox());
            }
        }
    };
}

/// Looks at boards along rays of bytes.
macro_rules! by_rays {
    ($means:ty, $whole:ident) => {
        impl Means for $means {
            type Scene = Rays<Self>;

            #[inline(always)]
            fn scene(self, board: QuadBitboard) -> Rays<Self> {
                Rays(u8x64::load_array(self, self.codes(board)))
            }

            #[inline(always)]
            fn codes(self, board: QuadBitboard) -> [u8; 64] {
                self.planes_to_codes(&board.planes().map(|plane| plane.0))
            }

            #[inline(always)]
            fn planes(self, board: &ByteBoard) -> QuadBitboard {
                QuadBitboard::from_planes(self.codes_to_planes(board.codes()).map(Bitboard))
            }

            #[inline(always)]
            fn whole(self, codes: &[u8; 64], occupied: Bitboard) -> impl Whole {
                whole::$whole::new(self, codes, occupied)
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

/// Chooses the method of each token.
macro_rules! means {
    (Sse2) => {
        by_sets!(quadbit_nibble::simd::Sse2);
    };
    (Fallback) => {
        by_sets!(quadbit_nibble::simd::Fallback);
    };
    (Avx2) => {
        by_rays!(quadbit_nibble::simd::Avx2, Halves);
    };
    (Avx512) => {
        by_rays!(quadbit_nibble::simd::Avx512, Words);
    };
    ($token:ident) => {
        by_rays!(quadbit_nibble::simd::$token, Scalar);
    };
}
quadbit_nibble::for_each_token!(means);
