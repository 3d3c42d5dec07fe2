//! The boards by name.

use quadbit_movegen::{Board, Feature, Level};
use quadbit_nibble::simd::dispatch;

use crate::compiled::compiled;
use crate::compiled::levels::AtLevel;
use crate::{ccr, delta, fill, flip, kittinger, mailbox, nibble, sentinel, sets, vectorized, x88};

/// A function generic over the type of a board, for a board that is chosen at run time.
pub trait Task {
    /// The result.
    type Output;

    /// Runs it with boards of type `B`.
    fn run<B: Board + Send + Sync>(self) -> Self::Output;
}

/// The one list of boards: a variant and its type. Forms of a board, made to be compared with it, take half
/// of the crate's compile time and need the feature `forms`. The boards of the second list are a type for
/// each level: an associated type of its token.
macro_rules! classics {
    (
        $(#[doc = $doc:literal] $(#[cfg($cfg:meta)])? $variant:ident = $board:ty,)*
        at levels:
        $(#[doc = $ldoc:literal] $(#[cfg($lcfg:meta)])? $lvariant:ident = $lboard:ident, $lname:expr;)*
    ) => {
        /// A board of this crate, chosen by its name. The feature `forms` adds the forms of each board.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Classic {
            $(#[doc = $doc] $(#[cfg($cfg)])? $variant,)*
            $(#[doc = $ldoc] $(#[cfg($lcfg)])? $lvariant,)*
        }

        /// The boards, compiled once.
        mod boards {
            use quadbit_movegen::{Board, Feature, Position};

            use super::{ccr, compiled, delta, flip, kittinger, mailbox, nibble, sentinel, sets, x88};

            $($(#[cfg($cfg)])? compiled!($variant = $board);)*
        }

        impl Classic {
            /// All of them.
            pub const ALL: &'static [Self] = &[
                $($(#[cfg($cfg)])? Self::$variant,)*
                $($(#[cfg($lcfg)])? Self::$lvariant,)*
            ];

            /// The name, as [`Board::NAME`] has it.
            pub fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($cfg)])? Self::$variant => <$board as Board>::NAME,)*
                    $($(#[cfg($lcfg)])? Self::$lvariant => $lname,)*
                }
            }

            /// What can speed up its counts, as [`Board::FEATURES`] has it.
            pub fn features(self) -> &'static [Feature] {
                match self {
                    $($(#[cfg($cfg)])? Self::$variant => <$board as Board>::FEATURES,)*
                    $($(#[cfg($lcfg)])? Self::$lvariant => vectorized::FEATURES,)*
                }
            }

            /// The board with a name; `None` if there is none.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|classic| classic.name() == name)
            }

            /// Runs a task with the chosen board, at the best level of this machine if the board uses levels.
            pub fn run<T: Task>(self, task: T) -> T::Output {
                self.run_at(Level::auto(), task)
            }

            /// Runs a task with the chosen board, at a level of SIMD instructions. Boards without
            /// [`Feature::Level`] ignore it.
            pub fn run_at<T: Task>(self, level: Level, task: T) -> T::Output {
                match self {
                    $($(#[cfg($cfg)])? Self::$variant => task.run::<boards::$variant>(),)*
                    $($(#[cfg($lcfg)])? Self::$lvariant => {
                        fn run<S: AtLevel, T: Task>(_token: S, task: T) -> T::Output {
                            task.run::<S::$lboard>()
                        }
                        dispatch!(level, s => run(s, task))
                    })*
                }
            }
        }
    };
}

impl Classic {
    /// Whether it is a form of another board, made to be compared with it: its name has a
    /// hyphen, as in `x88-scan`.
    pub fn is_form(self) -> bool {
        self.name().contains('-')
    }
}

classics! {
    /// [`mailbox`]
    Mailbox = mailbox::Mailbox,
    /// [`mailbox`]
    #[cfg(feature = "forms")]
    MailboxOfNibbles = mailbox::MailboxOfNibbles,
    /// [`mailbox`]
    #[cfg(feature = "forms")]
    ScanningMailbox = mailbox::ScanningMailbox,
    /// [`nibble`]
    Nibble = nibble::NibbleBoard,
    /// [`x88`]
    X88 = x88::X88,
    /// [`x88`]
    #[cfg(feature = "forms")]
    X88Rays = x88::X88Rays,
    /// [`x88`]
    #[cfg(feature = "forms")]
    ScanningX88 = x88::ScanningX88,
    /// [`x88`]
    #[cfg(feature = "forms")]
    SignX88 = x88::SignX88,
    /// [`x88`]
    #[cfg(feature = "forms")]
    X88Of4096 = x88::X88Of4096,
    /// [`x88`]
    #[cfg(feature = "forms")]
    WiereynX88 = x88::WiereynX88,
    /// [`kittinger`]
    Kittinger = kittinger::Kittinger,
    /// [`kittinger`]
    #[cfg(feature = "forms")]
    KittingerOfArrays = kittinger::KittingerOfArrays,
    /// [`kittinger`]
    #[cfg(feature = "forms")]
    SearchingKittinger = kittinger::SearchingKittinger,
    /// [`sentinel`]
    Sentinel = sentinel::Sentinel,
    /// [`sentinel`]
    #[cfg(feature = "forms")]
    Sentinel16x16 = sentinel::Sentinel16x16,
    /// [`sentinel`]
    #[cfg(feature = "forms")]
    Sentinel15x12 = sentinel::Sentinel15x12,
    /// [`sentinel`]
    #[cfg(feature = "forms")]
    Sentinel15x15 = sentinel::Sentinel15x15,
    /// [`sentinel`]
    #[cfg(feature = "forms")]
    SentinelRays = sentinel::SentinelRays,
    /// [`ccr`]
    Ccr = ccr::Ccr,
    /// [`ccr`]
    #[cfg(feature = "forms")]
    CcrOfFour = ccr::CcrOfFour,
    /// [`sets`]
    Sets = sets::Sets,
    /// [`sets`]
    #[cfg(feature = "forms")]
    SetsAndMailbox = sets::SetsAndMailbox,
    /// [`sets`]
    #[cfg(feature = "forms")]
    Planes = sets::Planes,
    /// [`flip`]
    Flip = flip::Flip,
    /// [`flip`]
    #[cfg(feature = "forms")]
    FlippedSets = flip::FlippedSets,
    /// [`delta`]
    Delta = delta::Delta,
    at levels:
    /// [`delta`]
    #[cfg(feature = "forms")]
    VectorizedDelta = Delta, <delta::Delta as vectorized::Vectorize>::NAME;
    /// [`sets`]
    #[cfg(feature = "forms")]
    VectorizedPlanes = Planes, <sets::Planes as vectorized::Vectorize>::NAME;
    /// [`fill`]
    Fill = Fill, fill::NAME;
}
