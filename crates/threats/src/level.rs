//! For each SIMD level, the kind of board on which pairs of attacker and attacked piece are found fastest.

use quadbit_nibble::for_each_token;
use quadbit_nibble::planes::PlaneSimd;
use quadbit_quad::{Bitboard, QuadBitboard};
use quadbit_x88::simd::RaySimd;

use crate::byte_board::ByteBoard;
#[allow(unused_imports, reason = "without vectors there is no level but the scalar one")]
use crate::rays::Rays;
use crate::scene::SceneAt;
#[allow(unused_imports, reason = "AArch64 has rays of bytes at every level")]
use crate::sets::Sets;
use crate::whole::PawnSimd;

/// A set of CPU instructions (level), with the kind of board on which it finds pairs of attacker and attacked piece
/// fastest.
pub(crate) trait Means: PlaneSimd + RaySimd + PawnSimd {
    type Scene: SceneAt<Self>;

    /// Makes the kind of board on which this level finds pairs of attacker and attacked piece, from four bit planes.
    #[inline(always)]
    fn scene(self, board: QuadBitboard) -> Self::Scene {
        Self::Scene::of_planes(self, board)
    }

    /// Makes the kind of board on which this level finds pairs of attacker and attacked piece, from 64 bytes.
    #[inline(always)]
    fn scene_of_bytes(self, board: &ByteBoard) -> Self::Scene {
        Self::Scene::of_bytes(self, board)
    }

    /// Converts a board of four bit planes to 64 piece codes, a1 first.
    #[inline(always)]
    fn codes(self, board: QuadBitboard) -> [u8; 64] {
        self.planes_to_codes(&board.planes().map(|plane| plane.0))
    }

    /// Converts a board of 64 bytes to four bit planes.
    #[inline(always)]
    fn planes(self, board: &ByteBoard) -> QuadBitboard {
        QuadBitboard::from_planes(self.codes_to_planes(board.codes()).map(Bitboard))
    }
}

/// Implements [`Means`]: by sets of squares for levels without a byte shuffle, along rays of bytes for the
/// others.
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
