//! Every board against `Position`, the suites, and itself. A board is one line here.

#[path = "support/check.rs"]
mod check;

use check::check;

macro_rules! boards {
    ($($name:ident: $board:ty,)*) => {
        $(
            #[test]
            fn $name() {
                check::<$board>();
            }
        )*
    };
}

boards! {
    quad: quadbit_movegen::Position,
    sets: quadbit_classics::sets::Sets,
    sets_and_mailbox: quadbit_classics::sets::SetsAndMailbox,
    planes: quadbit_classics::sets::Planes,
    flip: quadbit_classics::flip::Flip,
    flipped_sets: quadbit_classics::flip::FlippedSets,
    delta: quadbit_classics::delta::Delta,
}
