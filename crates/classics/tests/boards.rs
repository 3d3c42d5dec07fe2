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
}
