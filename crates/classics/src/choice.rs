//! The boards by name, and as non-generic types.
//!
//! The boards are generic, and generic code is compiled where it is used: every program and test that names all boards
//! would compile all of them again. A non-generic wrapper has the code compiled in this crate. It costs a call for each
//! list, make and unmake, the same for every board except `fill`, which is not generic and has no wrapper.

use quadbit_movegen::{MoveList, Position};
use quadbit_nibble::simd::Level;

use crate::board::Board;
use crate::fill::Fill;
use crate::{ccr, delta, flip, kittinger, mailbox, nibble, sentinel, sets, x88};

/// A function generic over the type of a board, to be run by [`Classic::run_at`] with a board that is chosen at run
/// time.
pub trait Task {
    /// What the function returns.
    type Output;

    /// Runs the function with boards of type `B`. `set_up` makes a board of this type from a position.
    fn run<B: Board + Send + Sync>(self, set_up: impl Fn(&Position) -> B) -> Self::Output;
}

/// Defines [`Classic`], and for each board but `fill` a wrapper type that is not generic and whose methods are not
/// inlined. A row has the documentation of a board, its variant, which also names the wrapper, its name as text, and
/// its type.
macro_rules! classics {
    ($($(#[$doc:meta])* $name:ident, $text:literal = $board:ty;)*) => {
        /// A board of this crate, chosen by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Classic {
            $($(#[$doc])* $name,)*
            /// The board [`fill`](crate::fill): a quad-bitboard that finds the moves of sliders by fills in all
            /// directions.
            Fill,
        }

        impl Classic {
            /// All boards of this crate.
            pub const ALL: [Self; 10] = [$(Self::$name,)* Self::Fill];

            /// The name, as the option `--board` of the command line has it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                    Self::Fill => "fill",
                }
            }

            /// Whether the board uses vector instructions, so that the `level` of [`run_at`](Self::run_at) makes a
            /// difference.
            pub const fn has_levels(self) -> bool {
                matches!(self, Self::Fill)
            }

            /// Runs `task` with the chosen board. `level` is the set of CPU instructions that the board may use; a
            /// board without vector instructions ignores it.
            pub fn run_at<T: Task>(self, level: Level, task: T) -> T::Output {
                match self {
                    $(Self::$name => task.run(compiled::$name::from_position),)*
                    Self::Fill => task.run(|position: &Position| Fill::at(level, position)),
                }
            }
        }

        mod compiled {
            use super::{Board, MoveList, Position, ccr, delta, flip, kittinger, mailbox, nibble, sentinel, sets, x88};

            $(
                #[derive(Clone)]
                pub(super) struct $name($board);

                impl Board for $name {
                    type Move = <$board as Board>::Move;
                    type Undo = <$board as Board>::Undo;

                    #[inline(never)]
                    fn from_position(position: &Position) -> Self {
                        Self(<$board>::from_position(position))
                    }

                    #[inline(never)]
                    fn legal_moves(&self, list: &mut MoveList<Self::Move>) {
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
            )*
        }
    };
}

classics! {
    /// The board [`mailbox`](crate::mailbox): 64 bytes.
    Mailbox, "mailbox" = mailbox::Mailbox;
    /// The board [`nibble`](crate::nibble): 64 nibbles.
    Nibble, "nibble" = nibble::NibbleBoard;
    /// The board [`x88`](crate::x88): 128 bytes, of which the mask 0x88 finds those off the board.
    X88, "x88" = x88::X88;
    /// The board [`kittinger`](crate::kittinger): 0x88 with captures ordered by value.
    Kittinger, "kittinger" = kittinger::Kittinger;
    /// The board [`sentinel`](crate::sentinel): 0x88 inside a ring of sentinels.
    Sentinel, "sentinel" = sentinel::Sentinel;
    /// The board [`ccr`](crate::ccr): a word of nibbles for each rank.
    Ccr, "ccr" = ccr::Ccr;
    /// The board [`sets`](crate::sets): eight bitboards.
    Sets, "sets" = sets::Sets;
    /// The board [`flip`](crate::flip): a quad-bitboard that is flipped after every move.
    Flip, "flip" = flip::Flip;
    /// The board [`delta`](crate::delta): a quad-bitboard to which a move is applied by one xor and one addition.
    Delta, "delta" = delta::Delta;
}
