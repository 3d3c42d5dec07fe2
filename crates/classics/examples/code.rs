//! The code of every board in one program, for `cargo xtask code` to measure.
//!
//! Prints the name and the type of each board and its counts of the start position.

use std::any::type_name;
use std::hint::black_box;

use quadbit_classics::{Classic, Task};
use quadbit_movegen::{Board, Position};
use quadbit_nibble::{Nibble, NibbleArray};

/// Uses all that a perft calls.
struct Use;

impl Task for Use {
    type Output = ();

    fn run<B: Board + Send + Sync>(self) {
        let mut board =
            B::from_position(&Position::start()).unwrap_or_else(|error| panic!("{}: {error}", B::NAME));
        let mut list = B::List::default();
        board.legal_moves(&mut list);
        for &mv in list.iter() {
            let undo = board.make(mv);
            black_box(board.legal_count());
            board.unmake(mv, undo);
        }
        println!("{} {} {}", B::NAME, type_name::<B>(), board.legal_count());
    }
}

#[inline(never)]
fn get_byte(array: &[u8; 64], index: usize) -> u8 {
    array[index & 63]
}

#[inline(never)]
fn get_nibble(array: &NibbleArray<64, 32>, index: usize) -> u8 {
    array[index & 63].get()
}

#[inline(never)]
fn put_byte(array: &mut [u8; 64], index: usize, code: u8) {
    array[index & 63] = code;
}

#[inline(never)]
fn put_nibble(array: &mut NibbleArray<64, 32>, index: usize, code: u8) {
    array.put(index & 63, Nibble::from_low_bits(code));
}

fn main() {
    for &classic in Classic::ALL {
        classic.run(Use);
    }
    let (mut bytes, mut nibbles) = (black_box([0; 64]), black_box(NibbleArray::ZERO));
    put_byte(&mut bytes, black_box(27), black_box(5));
    put_nibble(&mut nibbles, black_box(27), black_box(5));
    assert_eq!(get_byte(&bytes, black_box(27)), get_nibble(&nibbles, black_box(27)));
}
