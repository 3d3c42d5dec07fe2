//! The boards by their names.

use quadbit_movegen::Board;

use crate::{delta, flip, mailbox, nibble, sets, x88};

/// Something to be done with a board whose type is chosen at run time: a function that is generic over it.
pub trait Task {
    /// What comes of it.
    type Output;

    /// Does it with the boards of type `B`.
    fn run<B: Board + Send + Sync>(self) -> Self::Output;
}

/// The one list of boards: a variant and its type.
macro_rules! classics {
    ($($(#[$doc:meta])* $variant:ident = $board:ty,)*) => {
        /// A board of this crate, chosen by its name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Classic {
            $($(#[$doc])* $variant,)*
        }

        impl Classic {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name, as [`Board::NAME`] has it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => <$board as Board>::NAME,)*
                }
            }

            /// The board of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|classic| classic.name() == name)
            }

            /// Does a task with the chosen board.
            pub fn run<T: Task>(self, task: T) -> T::Output {
                match self {
                    $(Self::$variant => task.run::<$board>(),)*
                }
            }
        }
    };
}

classics! {
    /// [`mailbox`]
    Mailbox = mailbox::Mailbox,
    /// [`mailbox`]
    MailboxOfNibbles = mailbox::MailboxOfNibbles,
    /// [`mailbox`]
    ScanningMailbox = mailbox::ScanningMailbox,
    /// [`nibble`]
    Nibble = nibble::NibbleBoard,
    /// [`x88`]
    X88 = x88::X88,
    /// [`x88`]
    X88Rays = x88::X88Rays,
    /// [`x88`]
    ScanningX88 = x88::ScanningX88,
    /// [`x88`]
    SignX88 = x88::SignX88,
    /// [`x88`]
    X88Of4096 = x88::X88Of4096,
    /// [`sets`]
    Sets = sets::Sets,
    /// [`sets`]
    SetsAndMailbox = sets::SetsAndMailbox,
    /// [`sets`]
    Planes = sets::Planes,
    /// [`flip`]
    Flip = flip::Flip,
    /// [`flip`]
    FlippedSets = flip::FlippedSets,
    /// [`delta`]
    Delta = delta::Delta,
}
