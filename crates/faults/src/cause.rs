//! What may explain a wrong count: a fault, of both sides or of one.

use core::fmt;

use quadbit_movegen::Color;

use crate::fault::Fault;
use crate::rules::Faults;

/// A fault in the moves of both sides, or of one side only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause {
    /// The fault.
    pub fault: Fault,
    /// The side whose moves have the fault; `None` for both sides.
    pub side: Option<Color>,
}

impl From<Fault> for Cause {
    fn from(fault: Fault) -> Self {
        Self { fault, side: None }
    }
}

impl From<Cause> for Faults {
    fn from(Cause { fault, side }: Cause) -> Self {
        side.map_or(fault.into(), |side| Self::of_side(fault, side))
    }
}

/// Prints the name of the fault, followed by `-white` or `-black` if it is one side's.
impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            None => "",
            Some(Color::White) => "-white",
            Some(Color::Black) => "-black",
        };
        write!(f, "{}{side}", self.fault)
    }
}
