//! Every board against `Position`, the suites, and itself. A board is one line here.

#[path = "support/check.rs"]
mod check;

use check::check;
use quadbit_classics::{ccr, kittinger, mailbox, nibble, sentinel, x88};

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
    kittinger: kittinger::Kittinger,
    sentinel: sentinel::Sentinel,
    sentinel_16x16: sentinel::Sentinel16x16,
    sentinel_15x12: sentinel::Sentinel15x12,
    sentinel_15x15: sentinel::Sentinel15x15,
    sentinel_rays: sentinel::SentinelRays,
    ccr: ccr::Ccr,
    ccr_of_four: ccr::CcrOfFour,
}
