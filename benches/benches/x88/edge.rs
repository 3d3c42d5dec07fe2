//! Tests for the edge of the board: the mask, the sign, comparisons, and sentinels.
//!
//! 1. `edge`: single steps; `sign`: walks to the edge, where one bit is enough along a file.
//! 2. `walk`: a queen's walk to the first piece, with the test of each kind of board.
//! 3. `widths`: the walk with sentinels, on boards of four sizes in the same 256 cells.
//!
//! All tests must find the same squares, which are compared before anything is timed.

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_x88::{Delta, Direction, Square, Square88};

use crate::{board88, compare, mailboxes};

/// Adds up the numbers that the steps from all squares lead to; steps off the board count as 0.
fn sum_of_steps<Q: Copy, D: Copy>(squares: &[Q], steps: &[D], step: impl Fn(Q, D) -> Option<usize>) -> usize {
    let mut sum = 0;
    for &square in black_box(squares) {
        for &delta in black_box(steps) {
            if let Some(to) = step(square, delta) {
                sum += black_box(to);
            }
        }
    }
    sum
}

/// Times finding whether a step stays on the board, for all steps of a king and a knight from all squares.
pub(crate) fn edge(bench: &mut Bench) {
    let deltas: Vec<Delta> = Direction::ALL.map(Direction::delta).into_iter().chain(Delta::KNIGHT).collect();
    let steps: Vec<(i32, i32)> = deltas.iter().map(|delta| (delta.files(), delta.ranks())).collect();
    let pairs = Square::ALL.map(|square| (square.file() as i32, square.rank() as i32));
    let number = |file: i32, rank: i32| 16 * rank.unsigned_abs() as usize + file.unsigned_abs() as usize;
    compare!(bench, "edge", {
        "mask 0x88" => sum_of_steps(&Square88::ALL, &deltas, |from, delta| from.step(delta).map(Square88::index)),
        "two ranges" => sum_of_steps(&pairs, &steps, |(file, rank), (files, ranks)| {
            let (file, rank) = (file + files, rank + ranks);
            ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| number(file, rank))
        }),
        "both ranges in one mask" => sum_of_steps(&pairs, &steps, |(file, rank), (files, ranks)| {
            let (file, rank) = (file + files, rank + ranks);
            ((file | rank) & !7 == 0).then(|| number(file, rank))
        }),
    });
}

/// Counts the cells from every square, itself included, to the edge, in each of the directions `steps`. `is_off` is
/// given the 0x88 number of a cell.
fn count_to_the_edge(steps: &[u8], is_off: impl Fn(u8) -> bool) -> u32 {
    let mut count = 0;
    for &square in black_box(&Square88::ALL) {
        for &step in black_box(steps) {
            let mut number = square.get();
            while !is_off(number) {
                count += 1;
                number = number.wrapping_add(step);
            }
        }
    }
    count
}

/// Times walks from every square to the edge: up and down its file, where the sign is enough, and in all directions.
///
/// The mask and the sign are compared with sentinels: values around the board that a walk reads from memory.
pub(crate) fn sign(bench: &mut Bench) {
    const A1: u8 = 36;
    const SENTINEL: u8 = 1;
    let mut cells = [SENTINEL; 256];
    for square in Square::ALL {
        cells[cell::<16, 36>(square)] = 0;
    }
    // The compiler must not see the contents of the cells, so that each test has to read memory.
    let cells = black_box(&cells);
    let is_sentinel = |number: u8| cells[usize::from(number.wrapping_add(A1))] == SENTINEL;

    let files = [Direction::North, Direction::South].map(|direction| direction.delta().get().cast_unsigned());
    compare!(bench, "sign", {
        "mask" => count_to_the_edge(&files, |number| !Square88::is_on_board(number)),
        "sign" => count_to_the_edge(&files, Square88::is_beyond_ranks),
        "sentinels in memory" => count_to_the_edge(&files, is_sentinel),
    });
    let all = Direction::ALL.map(|direction| direction.delta().get().cast_unsigned());
    compare!(bench, "sign, all directions", {
        "mask" => count_to_the_edge(&all, |number| !Square88::is_on_board(number)),
        "sentinels in memory" => count_to_the_edge(&all, is_sentinel),
    });
}

/// Times a queen's walks from every square in every direction, up to and including the first piece.
pub(crate) fn walk(bench: &mut Bench) {
    const SENTINEL: u8 = 0xff;
    let boards = mailboxes();
    let boards88: Vec<[u8; 128]> = boards.iter().map(board88).collect();
    let guarded: Vec<[u8; 192]> = boards
        .iter()
        .map(|mailbox| {
            let mut board = [SENTINEL; 192];
            for square in Square::ALL {
                board[cell::<16, 36>(square)] = mailbox[square.index()];
            }
            board
        })
        .collect();
    // The 192 cells of `guarded` and 64 more, so that a byte is always a valid index.
    let padded: Vec<[u8; 256]> = guarded
        .iter()
        .map(|board| {
            let mut padded = [SENTINEL; 256];
            padded[..192].copy_from_slice(board);
            padded
        })
        .collect();

    let pure = || {
        let mut count = 0;
        for board in black_box(&boards88) {
            for from in Square88::ALL {
                for direction in Direction::ALL {
                    for to in from.ray(direction) {
                        count += 1;
                        if board[to.index()] != 0 {
                            break;
                        }
                    }
                }
            }
        }
        count
    };
    let two_ranges = || {
        let mut count = 0;
        for board in black_box(&boards) {
            for from in Square::ALL {
                for direction in Direction::ALL {
                    let (mut file, mut rank) = (from.file() as i32, from.rank() as i32);
                    loop {
                        file += direction.files();
                        rank += direction.ranks();
                        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                            break;
                        }
                        count += 1;
                        if board[(8 * rank + file).unsigned_abs() as usize & 63] != 0 {
                            break;
                        }
                    }
                }
            }
        }
        count
    };
    let sentinels = || {
        let mut count = 0;
        for board in black_box(&guarded) {
            for from in Square::ALL {
                for direction in Direction::ALL {
                    let step = step::<16>(direction);
                    let mut cell = cell::<16, 36>(from).wrapping_add_signed(step);
                    while board[cell] == 0 {
                        count += 1;
                        cell = cell.wrapping_add_signed(step);
                    }
                    count += i32::from(board[cell] != SENTINEL);
                }
            }
        }
        count
    };
    let sentinels_of_256 = || {
        let mut count = 0;
        for board in black_box(&padded) {
            for from in Square88::ALL {
                for direction in Direction::ALL {
                    let step = direction.delta().get();
                    let mut cell = (from.get() + 36).wrapping_add_signed(step);
                    while board[usize::from(cell)] == 0 {
                        count += 1;
                        cell = cell.wrapping_add_signed(step);
                    }
                    count += i32::from(board[usize::from(cell)] != SENTINEL);
                }
            }
        }
        count
    };
    compare!(bench, "walk", {
        "0x88" => pure(),
        "0x88 in 64 cells" => walk_in_64_cells(&boards),
        "two ranges" => two_ranges(),
        "sentinels 16x12" => sentinels(),
        "sentinels 16x12 in 256 cells" => sentinels_of_256(),
    });
}

/// Counts the squares that a queen's walks from all squares reach, by 0x88 numbers on an array of only 64 cells.
fn walk_in_64_cells(boards: &[[u8; 64]]) -> i32 {
    let mut count = 0;
    for board in black_box(boards) {
        for from in Square88::ALL {
            for direction in Direction::ALL {
                for to in from.ray(direction) {
                    count += 1;
                    if board[to.to_square().index()] != 0 {
                        break;
                    }
                }
            }
        }
    }
    count
}

/// Times a queen's walks on boards of four widths and heights, all in 256 cells that a byte indexes.
pub(crate) fn widths(bench: &mut Bench) {
    let mut contest = Contest::new("widths");
    contest.form("16x12", walk_with_guards::<16, 36>());
    contest.form("16x16", walk_with_guards::<16, 0x44>());
    contest.form("15x12", walk_with_guards::<15, 34>());
    contest.form("15x15", walk_with_guards::<15, 49>());
    contest.time(bench);
}

/// Makes a function that counts the squares that a queen's walks from all squares reach, on boards `WIDTH` cells wide
/// with a1 in cell `ORIGIN` and sentinels around.
fn walk_with_guards<const WIDTH: usize, const ORIGIN: usize>() -> impl Fn() -> i32 {
    const SENTINEL: u8 = 0xff;
    let boards: Vec<[u8; 256]> = mailboxes()
        .iter()
        .map(|mailbox| {
            let mut cells = [SENTINEL; 256];
            for square in Square::ALL {
                cells[cell::<WIDTH, ORIGIN>(square)] = mailbox[square.index()];
            }
            cells
        })
        .collect();
    let from = Square::ALL.map(|square| u8::try_from(cell::<WIDTH, ORIGIN>(square)).expect("a byte"));
    let steps = Direction::ALL.map(|direction| i8::try_from(step::<WIDTH>(direction)).expect("a byte"));
    move || {
        let mut count = 0;
        for board in black_box(&boards) {
            for from in from {
                for step in steps {
                    let mut cell = from.wrapping_add_signed(step);
                    while board[usize::from(cell)] == 0 {
                        count += 1;
                        cell = cell.wrapping_add_signed(step);
                    }
                    count += i32::from(board[usize::from(cell)] != SENTINEL);
                }
            }
        }
        count
    }
}

/// Returns the cell of a square on a board `WIDTH` cells wide, with a1 in cell `ORIGIN`.
fn cell<const WIDTH: usize, const ORIGIN: usize>(square: Square) -> usize {
    WIDTH * square.rank().index() + square.file().index() + ORIGIN
}

/// Returns the number that a step in `direction` adds to a cell on a board `WIDTH` cells wide.
fn step<const WIDTH: usize>(direction: Direction) -> isize {
    WIDTH.cast_signed() * direction.ranks() as isize + direction.files() as isize
}
