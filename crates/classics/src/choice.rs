//! The boards by name.

use quadbit_movegen::{Board, Position};
use quadbit_nibble::simd::Level;

use crate::compiled;
use crate::fill::Fill;

/// A function generic over the type of a board, for a board that is chosen at run time.
pub trait Task {
    /// What the function returns.
    type Output;

    /// Runs the function with boards of type `B`, each of which `set_up` makes of a position.
    fn run<B: Board + Send + Sync>(self, set_up: impl Fn(&Position) -> B) -> Self::Output;
}

/// A board of this crate, chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// [`mailbox`](crate::mailbox)
    Mailbox,
    /// [`nibble`](crate::nibble)
    Nibble,
    /// [`x88`](crate::x88)
    X88,
    /// [`kittinger`](crate::kittinger)
    Kittinger,
    /// [`sentinel`](crate::sentinel)
    Sentinel,
    /// [`ccr`](crate::ccr)
    Ccr,
    /// [`sets`](crate::sets)
    Sets,
    /// [`flip`](crate::flip)
    Flip,
    /// [`delta`](crate::delta)
    Delta,
    /// [`fill`](crate::fill)
    Fill,
}

impl Classic {
    /// All boards of this crate.
    pub const ALL: [Self; 10] = [
        Self::Mailbox,
        Self::Nibble,
        Self::X88,
        Self::Kittinger,
        Self::Sentinel,
        Self::Ccr,
        Self::Sets,
        Self::Flip,
        Self::Delta,
        Self::Fill,
    ];

    /// The name, as the command line has it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mailbox => "mailbox",
            Self::Nibble => "nibble",
            Self::X88 => "x88",
            Self::Kittinger => "kittinger",
            Self::Sentinel => "sentinel",
            Self::Ccr => "ccr",
            Self::Sets => "sets",
            Self::Flip => "flip",
            Self::Delta => "delta",
            Self::Fill => "fill",
        }
    }

    /// Whether the board uses vector instructions, whose set (level) can be chosen.
    pub const fn has_levels(self) -> bool {
        matches!(self, Self::Fill)
    }

    /// Runs a task with the chosen board, with the SIMD instructions of `level` if the board uses any.
    pub fn run_at<T: Task>(self, level: Level, task: T) -> T::Output {
        match self {
            Self::Mailbox => task.run(compiled::Mailbox::from_position),
            Self::Nibble => task.run(compiled::Nibble::from_position),
            Self::X88 => task.run(compiled::X88::from_position),
            Self::Kittinger => task.run(compiled::Kittinger::from_position),
            Self::Sentinel => task.run(compiled::Sentinel::from_position),
            Self::Ccr => task.run(compiled::Ccr::from_position),
            Self::Sets => task.run(compiled::Sets::from_position),
            Self::Flip => task.run(compiled::Flip::from_position),
            Self::Delta => task.run(compiled::Delta::from_position),
            Self::Fill => task.run(|position: &Position| Fill::at(level, position)),
        }
    }
}
