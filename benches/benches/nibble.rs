//! Packed nibbles against the alternatives: arrays of bytes, bits moved by PDEP and PEXT, and scalar lookups.
//!
//! `cargo bench --bench nibble`. Every workload is a separate function that is not inlined, so that a
//! profiler can count its instructions:
//!
//! ```text
//! cargo bench --bench nibble --no-run
//! valgrind --tool=callgrind target/release/deps/nibble-.. --bench --test
//! callgrind_annotate --inclusive=yes callgrind.out.* | grep work::
//! ```
//!
//! Both sides of a pair give the same result, which is compared before anything is timed.

#[path = "nibble/registers.rs"]
mod registers;
#[path = "nibble/slices.rs"]
mod slices;
#[path = "nibble/walks.rs"]
mod walks;

use std::hint::black_box;

use benches::{Bench, Contest};
use quadbit_nibble::simd::{BitSimd, Level, dispatch};
use quadbit_nibble::{Nibble, NibbleArray, planes, swar};
use testing::Random;

/// The functions that are timed, for bytes and for nibbles. Random accesses go to 256 random indices of an array of 64
/// elements; in both forms the bounds are checked.
mod work {
    use super::{BitSimd, Level, Nibble, NibbleArray, black_box, dispatch, slices, swar};

    #[inline(never)]
    pub(super) fn random_get_bytes(array: &[u8; 64], indices: &[u8]) -> u32 {
        indices.iter().map(|&i| u32::from(array[usize::from(i)])).sum()
    }

    #[inline(never)]
    pub(super) fn random_get_nibbles(array: &NibbleArray<64, 32>, indices: &[u8]) -> u32 {
        indices.iter().map(|&i| u32::from(array.get(usize::from(i)).unwrap().get())).sum()
    }

    #[inline(never)]
    pub(super) fn random_put_bytes(array: &mut [u8; 64], indices: &[u8], values: &[Nibble]) {
        for (&i, &value) in indices.iter().zip(values) {
            array[usize::from(i)] = value.get();
        }
    }

    #[inline(never)]
    pub(super) fn random_put_nibbles(array: &mut NibbleArray<64, 32>, indices: &[u8], values: &[Nibble]) {
        for (&i, &value) in indices.iter().zip(values) {
            array.put(usize::from(i), value);
        }
    }

    /// Hashes the array by a loop that cannot be vectorized, because each step depends on the one before.
    #[inline(never)]
    pub(super) fn scan_bytes(array: &[u8; 64]) -> u32 {
        array.iter().fold(0, |hash: u32, &value| (hash ^ u32::from(value)).wrapping_mul(0x9E37_79B1))
    }

    #[inline(never)]
    pub(super) fn scan_nibbles(array: &NibbleArray<64, 32>) -> u32 {
        array.iter().fold(0, |hash: u32, value| (hash ^ u32::from(value.get())).wrapping_mul(0x9E37_79B1))
    }

    /// Adds `y` to `x` modulo 16, an element in each byte. The compiler vectorizes this loop, with the instructions of
    /// the build.
    #[inline(never)]
    pub(super) fn add_bytes(x: &mut [u8], y: &[u8]) {
        for (x, y) in x.iter_mut().zip(y) {
            *x = (*x + *y) & 15;
        }
    }

    #[inline(never)]
    pub(super) fn add_nibbles(level: Level, x: &mut [u8], y: &[u8]) {
        slices::add(level, x, y);
    }

    #[inline(never)]
    pub(super) fn xor_nibbles(level: Level, x: &mut [u8], y: &[u8]) {
        slices::xor(level, x, y);
    }

    /// Adds one array of nibbles to another in words of 64 bits, without choosing a level.
    #[inline(never)]
    pub(super) fn add_words(x: &mut NibbleArray<64, 32>, y: &NibbleArray<64, 32>) {
        let [a, b] = [*x, *y].map(NibbleArray::to_words::<u64, 4>);
        *x = NibbleArray::from_words::<u64, 4>(std::array::from_fn(|i| swar::add(a[i], b[i])));
    }

    #[inline(never)]
    pub(super) fn average_bytes(sums: &mut [u8; 64], x: &[u8; 64], y: &[u8; 64]) {
        for (i, average) in sums.iter_mut().enumerate() {
            *average = (x[i] + y[i]) >> 1;
        }
    }

    #[inline(never)]
    pub(super) fn sub_bytes(out: &mut [u8; 64], x: &[u8; 64], y: &[u8; 64]) {
        for (i, difference) in out.iter_mut().enumerate() {
            *difference = x[i].wrapping_sub(y[i]) & 15;
        }
    }

    #[inline(never)]
    pub(super) fn sub_words(out: &mut NibbleArray<64, 32>, x: &NibbleArray<64, 32>, y: &NibbleArray<64, 32>) {
        let [a, b] = [*x, *y].map(NibbleArray::to_words::<u64, 4>);
        *out = NibbleArray::from_words::<u64, 4>(std::array::from_fn(|i| swar::sub(a[i], b[i])));
    }

    /// Averages `x` and `y`, rounded down, in words of 64 bits by [`swar::avg_floor`].
    #[inline(never)]
    pub(super) fn average_words(
        sums: &mut NibbleArray<64, 32>,
        x: &NibbleArray<64, 32>,
        y: &NibbleArray<64, 32>,
    ) {
        let [a, b] = [*x, *y].map(NibbleArray::to_words::<u64, 4>);
        *sums = NibbleArray::from_words::<u64, 4>(std::array::from_fn(|i| swar::avg_floor(a[i], b[i])));
    }

    /// The lowest bit of every nibble.
    const LOW: u64 = 0x1111_1111_1111_1111;

    /// Turns planes into nibbles by PDEP: sixteen nibbles at a time, from 16 bits of each of the four planes.
    #[inline(never)]
    pub(super) fn planes_to_nibbles_pdep(level: Level, from: &[[u64; 4]], to: &mut [[u8; 32]]) {
        dispatch!(level, s => for (planes, nibbles) in from.iter().zip(to) {
            for (w, word) in nibbles.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let part = |p: usize| s.pdep(planes[p] >> (16 * w) & 0xFFFF, LOW << p);
                *word = (part(0) | part(1) | part(2) | part(3)).to_le_bytes();
            }
        });
    }

    /// Turns nibbles into planes by PEXT: the reverse of [`planes_to_nibbles_pdep`].
    #[inline(never)]
    pub(super) fn nibbles_to_planes_pext(level: Level, from: &[[u8; 32]], to: &mut [[u64; 4]]) {
        dispatch!(level, s => for (nibbles, planes) in from.iter().zip(to) {
            *planes = [0; 4];
            for (w, &word) in nibbles.as_chunks::<8>().0.iter().enumerate() {
                for (p, plane) in planes.iter_mut().enumerate() {
                    *plane |= s.pext(u64::from_le_bytes(word), LOW << p) << (16 * w);
                }
            }
        });
    }

    /// Finds the code of each square from the planes, one look-up a square with four shifts and masks.
    #[inline(never)]
    pub(super) fn planes_to_codes_scalar(from: &[[u64; 4]], to: &mut [[u8; 64]]) {
        for (planes, codes) in from.iter().zip(to) {
            for (square, code) in codes.iter_mut().enumerate() {
                let bit = |p: usize| u8::from(planes[p] >> square & 1 != 0) << p;
                // `black_box` keeps the loop scalar: each square then costs as much as a single look-up.
                *code = black_box(bit(0) | bit(1) | bit(2) | bit(3));
            }
        }
    }
}

fn random() -> impl Iterator<Item = u64> {
    let mut random = Random(0);
    std::iter::repeat_with(move || random.word())
}

fn random_nibbles(seed: usize) -> impl Iterator<Item = Nibble> {
    random().skip(seed).map(|word| Nibble::from_low_bits(word.to_le_bytes()[0]))
}

/// Returns an array of random nibbles, and an array of bytes with the same contents.
fn random_arrays(seed: usize) -> (NibbleArray<64, 32>, [u8; 64]) {
    let mut nibbles = NibbleArray::<64, 32>::ZERO;
    random_nibbles(seed).take(64).enumerate().for_each(|(i, value)| nibbles.put(i, value));
    (nibbles, nibbles.to_nibbles().map(Nibble::get))
}

fn access(bench: &mut Bench) {
    let indices: Vec<u8> = random().take(256).map(|word| word.to_le_bytes()[7] & 63).collect();
    let values: Vec<Nibble> = random_nibbles(1000).take(256).collect();
    let (nibbles, bytes) = random_arrays(2000);

    let mut contest = Contest::new("random get");
    contest.elements(256);
    contest.form("bytes", || work::random_get_bytes(black_box(&bytes), black_box(&indices)));
    contest.form("nibbles", || work::random_get_nibbles(black_box(&nibbles), black_box(&indices)));
    contest.time(bench);

    let mut contest = Contest::new("random put");
    contest.elements(256);
    contest.writer("bytes", bytes, |bytes| {
        work::random_put_bytes(bytes, black_box(&indices), black_box(&values));
    });
    contest.writer_seen(
        "nibbles",
        nibbles,
        |nibbles| work::random_put_nibbles(nibbles, black_box(&indices), black_box(&values)),
        |nibbles| nibbles.to_nibbles().map(Nibble::get),
    );
    contest.time(bench);

    let mut contest = Contest::new("scan");
    contest.elements(64);
    contest.form("bytes", || work::scan_bytes(black_box(&bytes)));
    contest.form("nibbles", || work::scan_nibbles(black_box(&nibbles)));
    contest.time(bench);
}

/// Packs codes into nibbles, two in a byte, the first in the lower half.
fn pack(codes: &[u8]) -> Vec<u8> {
    codes.chunks(2).map(|pair| pair[0] | pair[1] << 4).collect()
}

/// Times adding whole arrays modulo 16: one board, and arrays that take 2 KiB, 32 KiB, 256 KiB and 32 MiB as packed
/// nibbles.
fn add(bench: &mut Bench) {
    for len in [64, 4096, 1 << 16, 1 << 19, 1 << 26] {
        let [x, y] =
            [3000, 4000].map(|seed| random_nibbles(seed).take(len).map(Nibble::get).collect::<Vec<_>>());
        let [packed_x, packed_y] = [pack(&x), pack(&y)];
        let packed_y = packed_y.as_slice();

        let mut contest = Contest::new(format!("add {len}"));
        contest.elements(len);
        contest.writer_seen(
            "bytes",
            x.clone(),
            |sums| work::add_bytes(sums, black_box(&y)),
            |sums| pack(sums),
        );
        for level in Level::available() {
            contest.writer(format!("nibbles {level}"), packed_x.clone(), move |sums| {
                work::add_nibbles(level, sums, black_box(packed_y));
            });
        }
        let xor: Vec<u8> = packed_x.iter().zip(packed_y).map(|(x, y)| x ^ y).collect();
        for level in Level::available() {
            let form = move |out: &mut Vec<u8>| {
                work::xor_nibbles(level, out, black_box(packed_y));
            };
            contest.yardstick(format!("xor {level}"), packed_x.clone(), form, xor.clone());
        }
        if let (Ok(x), Ok(y)) = (packed_x.as_slice().try_into(), packed_y.try_into()) {
            let [x, y] = [x, y].map(NibbleArray::<64, 32>::from_bytes);
            contest.writer_seen(
                "nibbles as words",
                x,
                move |sums| work::add_words(sums, black_box(&y)),
                |sums| sums.as_bytes().to_vec(),
            );
        }
        // A copy of the same bytes, as a measure of memory speed.
        contest.yardstick(
            "copy of the packed bytes",
            packed_y.to_vec(),
            |copy| copy.copy_from_slice(black_box(&packed_x)),
            packed_x.clone(),
        );
        contest.time(bench);
    }
}

/// Times averaging the 64 elements of two boards, rounded down.
fn average(bench: &mut Bench) {
    let ((x, bytes_x), (y, bytes_y)) = (random_arrays(5000), random_arrays(6000));
    let mut contest = Contest::new("average 64");
    contest.elements(64);
    contest.writer("bytes", [0; 64], |sums| {
        work::average_bytes(sums, black_box(&bytes_x), black_box(&bytes_y));
    });
    contest.writer_seen(
        "nibbles as words",
        NibbleArray::ZERO,
        |sums| work::average_words(sums, black_box(&x), black_box(&y)),
        |sums| sums.to_nibbles().map(Nibble::get),
    );
    contest.time(bench);
}

/// Times subtracting the 64 elements of one board from those of another, modulo 16.
fn subtract(bench: &mut Bench) {
    let ((x, bytes_x), (y, bytes_y)) = (random_arrays(5000), random_arrays(6000));
    let mut contest = Contest::new("subtract 64");
    contest.elements(64);
    contest.writer("bytes", [0; 64], |out| work::sub_bytes(out, black_box(&bytes_x), black_box(&bytes_y)));
    contest.writer_seen(
        "nibbles as words",
        NibbleArray::ZERO,
        |out| work::sub_words(out, black_box(&x), black_box(&y)),
        |out| out.to_nibbles().map(Nibble::get),
    );
    contest.time(bench);
}

/// Times the conversions between planes, nibbles and codes of 256 boards, which the first-level cache holds: the
/// figures of the README's table.
fn transposes(bench: &mut Bench) {
    const BOARDS: usize = 256;
    let words: Vec<u64> = random().take(4 * BOARDS).collect();
    let boards = words.as_chunks::<4>().0;
    let best = Level::auto();
    let (no_codes, no_nibbles, no_planes) =
        (vec![[0; 64]; BOARDS], vec![[0; 32]; BOARDS], vec![[0; 4]; BOARDS]);
    let mut codes = no_codes.clone();
    work::planes_to_codes_scalar(boards, &mut codes);
    let nibbles: Vec<[u8; 32]> =
        codes.iter().map(|codes| pack(codes).try_into().expect("32 bytes")).collect();
    let (codes, nibbles) = (&codes[..], &nibbles[..]);

    let mut contest = Contest::new("planes to nibbles");
    contest.elements(BOARDS).expecting(nibbles.to_vec());
    contest.writer(format!("PDEP at {best}"), no_nibbles.clone(), |out| {
        work::planes_to_nibbles_pdep(best, black_box(boards), out);
    });
    for level in Level::available() {
        contest.writer(level.name(), no_nibbles.clone(), move |out| {
            planes::planes_to_nibbles(level, black_box(boards), out);
        });
    }
    contest.time(bench);

    let mut contest = Contest::new("nibbles to planes");
    contest.elements(BOARDS).expecting(boards.to_vec());
    contest.writer(format!("PEXT at {best}"), no_planes.clone(), |out| {
        work::nibbles_to_planes_pext(best, black_box(nibbles), out);
    });
    for level in Level::available() {
        contest.writer(level.name(), no_planes.clone(), move |out| {
            planes::nibbles_to_planes(level, black_box(nibbles), out);
        });
    }
    contest.time(bench);

    let mut contest = Contest::new("planes to codes");
    contest.elements(BOARDS);
    contest.writer("64 look-ups", no_codes.clone(), |out| {
        work::planes_to_codes_scalar(black_box(boards), out);
    });
    for level in Level::available() {
        contest.writer(level.name(), no_codes.clone(), move |out| {
            planes::planes_to_codes(level, black_box(boards), out);
        });
    }
    contest.time(bench);

    let mut contest = Contest::new("codes to planes");
    contest.elements(BOARDS).expecting(boards.to_vec());
    for level in Level::available() {
        contest.writer(level.name(), no_planes.clone(), move |out| {
            planes::codes_to_planes(level, black_box(codes), out);
        });
    }
    contest.time(bench);
}

fn main() {
    benches::run(&[access, add, average, subtract, transposes, walks::walk, registers::attacks]);
}
