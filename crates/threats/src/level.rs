//! How each level looks at a board.

use quadbit_nibble::for_each_token;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::simd::NeighborSimd;

use crate::byte_board::ByteBoard;
use crate::rays::Rays;
use crate::scene::SceneAt;
#[allow(unused_imports, reason = "AArch64 has rays of bytes at every level")]
use crate::sets::Sets;
use crate::whole::PawnSimd;

/// A level, with its method of looking at boards.
pub(crate) trait Means: PlaneSimd + NeighborSimd + PawnSimd {
    type Scene: SceneAt<Self>;

    /// A board of planes.
    #[inline(always)]
    fn scene(self, board: QuadBitboard) -> Self::Scene {
        Self::Scene::of_planes(self, board)
    }

    /// A board of bytes.
    #[inline(always)]
    fn scene_of_bytes(self, board: &ByteBoard) -> Self::Scene {
        Self::Scene::of_bytes(self, board)
    }

    /// The bytes of a board of planes.
    #[inline(always)]
    fn codes(self, board: QuadBitboard) -> [u8; 64] {
        self.planes_to_codes(&board.planes().map(|plane| plane.0))
    }

    /// The planes of a board of bytes.
    #[inline(always)]
    fn planes(self, board: &ByteBoard) -> QuadBitboard {
        QuadBitboard::from_planes(self.codes_to_planes(board.codes()).map(Bitboard))
    }
}

/// Levels without a byte shuffle look at boards by sets of squares, the others along rays of bytes.
macro_rules! means {
    (Sse2) => {
        means!(Sse2, Sets);
    };
    (Fallback) => {
        means!(Fallback, Sets);
    };
    ($token:ident) => {
        means!($token, Rays<Self>);
    };
    ($token:ident, $scene:ty) => {
        impl Means for quadbit_nibble::simd::$token {
            type Scene = $scene;
        }
    };
}
for_each_token!(means);
