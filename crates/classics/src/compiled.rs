//! The boards as non-generic types.
//!
//! The boards are generic, and generic code is compiled where it is used: every program and test that names
//! all boards would compile all of them again. A non-generic wrapper has the code compiled in this crate. It
//! costs a call for each list, make and unmake, the same for every board.

use quadbit_movegen::{Board, Feature, Position};

/// Wraps a board in a type that is not generic.
macro_rules! compiled {
    ($name:ident = $board:ty) => {
        #[derive(Clone)]
        pub(crate) struct $name($board);

        impl Board for $name {
            type Move = <$board as Board>::Move;
            type List = <$board as Board>::List;
            type Undo = <$board as Board>::Undo;
            type Unsupported = <$board as Board>::Unsupported;

            const NAME: &'static str = <$board as Board>::NAME;
            const BYTES: usize = <$board as Board>::BYTES;
            const FEATURES: &'static [Feature] = <$board as Board>::FEATURES;

            #[inline(never)]
            fn from_position(position: &Position) -> Result<Self, Self::Unsupported> {
                <$board>::from_position(position).map(Self)
            }

            #[inline(never)]
            fn legal_moves(&self, list: &mut Self::List) {
                self.0.legal_moves(list);
            }

            #[inline(never)]
            fn legal_count(&self) -> usize {
                self.0.legal_count()
            }

            #[inline(never)]
            fn make(&mut self, mv: Self::Move) -> Self::Undo {
                self.0.make(mv)
            }

            #[inline(never)]
            fn unmake(&mut self, mv: Self::Move, undo: Self::Undo) {
                self.0.unmake(mv, undo);
            }
        }
    };
}

/// The boards that are a type for each level of instructions.
pub(crate) mod levels {
    use fearless_simd::Simd;
    use quadbit_nibble::simd::for_each_token;

    use super::{Board, Feature, Position};

    /// A token, and the boards of its level.
    pub(crate) trait AtLevel: Simd {
        type Fill: Board + Send + Sync;
        #[cfg(feature = "forms")]
        type Delta: Board + Send + Sync;
        #[cfg(feature = "forms")]
        type Planes: Board + Send + Sync;
    }

    macro_rules! at_level {
        ($token:ident) => {
            const _: () = {
                #[cfg(feature = "forms")]
                use crate::{delta, sets, vectorized::Vectorized};
                use quadbit_nibble::simd::$token;

    compiled!(Fill = crate::fill::Fill<$token>);
                #[cfg(feature = "forms")]
    compiled!(Delta = Vectorized<$token, delta::Delta>);
                #[cfg(feature = "forms")]
    compiled!(Planes = Vectorized<$token, sets::Planes>);

                impl AtLevel for $token {
                    type Fill = Fill;
                    #[cfg(feature = "forms")]
                    type Delta = Delta;
                    #[cfg(feature = "forms")]
                    type Planes = Planes;
                }
            };
        };
    }
    for_each_token!(at_level);
}

pub(crate) use compiled;
