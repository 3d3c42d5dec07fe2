//! Every board against `Position`, the suites, and itself. A board is one line here.

#[path = "support/check.rs"]
mod check;

use check::check;
use quadbit_classics::{delta, flip, mailbox, nibble, sets, x88};

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
    mailbox: mailbox::Mailbox,
    mailbox_of_nibbles: mailbox::MailboxOfNibbles,
    mailbox_scanning: mailbox::ScanningMailbox,
    nibble: nibble::NibbleBoard,
    x88: x88::X88,
    x88_rays: x88::X88Rays,
    x88_scanning: x88::ScanningX88,
    x88_sign: x88::SignX88,
    x88_of_4096: x88::X88Of4096,
    sets: sets::Sets,
    sets_and_mailbox: sets::SetsAndMailbox,
    planes: sets::Planes,
    flip: flip::Flip,
    flipped_sets: flip::FlippedSets,
    delta: delta::Delta,
}
