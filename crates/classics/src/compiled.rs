//! The boards as non-generic types.
//!
//! The boards are generic, and generic code is compiled where it is used: every program and test that names
//! all boards would compile all of them again. A non-generic wrapper has the code compiled in this crate. It
//! costs a call for each list, make and unmake, the same for every board.

use quadbit_movegen::{MoveList, Position};

use crate::board::Board;
use crate::{ccr, delta, flip, kittinger, mailbox, nibble, sentinel, sets, x88};

/// Defines for each `name = board;` the type `name`, which wraps the type `board`, is not generic, and whose methods
/// are not inlined.
macro_rules! compiled {
    ($($name:ident = $board:ty;)*) => {
        $(
            #[derive(Clone)]
            pub(crate) struct $name($board);

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
    };
}

compiled! {
    Mailbox = mailbox::Mailbox;
    Nibble = nibble::NibbleBoard;
    X88 = x88::X88;
    Kittinger = kittinger::Kittinger;
    Sentinel = sentinel::Sentinel;
    Ccr = ccr::Ccr;
    Sets = sets::Sets;
    Flip = flip::Flip;
    Delta = delta::Delta;
}
