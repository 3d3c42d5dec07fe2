//! The boards by name.

use quadbit_movegen::Position;
use quadbit_nibble::simd::Level;

use crate::board::Board;
use crate::compiled;
use crate::fill::Fill;

/// A function generic over the type of a board, to be run by [`Classic::run_at`] with a board that is chosen at run
/// time.
pub trait Task {
    /// What the function returns.
    type Output;

    /// Runs the function with boards of type `B`. `set_up` makes a board of this type from a position.
    fn run<B: Board + Send + Sync>(self, set_up: impl Fn(&Position) -> B) -> Self::Output;
}

/// A board of this crate, chosen by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// The board [`mailbox`](crate::mailbox): 64 bytes.
    Mailbox,
    /// The board [`nibble`](crate::nibble): 64 nibbles.
    Nibble,
    /// The board [`x88`](crate::x88): 0x88.
    X88,
    /// The board [`kittinger`](crate::kittinger): 0x88 with captures ordered by value.
    Kittinger,
    /// The board [`sentinel`](crate::sentinel): 0x88 inside a ring of sentinels.
    Sentinel,
    /// The board [`ccr`](crate::ccr): a word of nibbles for each rank.
    Ccr,
    /// The board [`sets`](crate::sets): eight bitboards.
    Sets,
    /// The board [`flip`](crate::flip): a quad-bitboard that is flipped after every move.
    Flip,
    /// The board [`delta`](crate::delta): a quad-bitboard to which a move is applied by one xor and one addition.
    Delta,
    /// The board [`fill`](crate::fill): a quad-bitboard that finds the moves of sliders by fills in all directions.
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

    /// The name, as the option `--board` of the command line has it.
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

    /// Whether the board uses vector instructions, so that the `level` of [`run_at`](Self::run_at) makes a difference.
    pub const fn has_levels(self) -> bool {
        matches!(self, Self::Fill)
    }

    /// Runs `task` with the chosen board. `level` is the set of CPU instructions that the board may use; a board
    /// without vector instructions ignores it.
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
