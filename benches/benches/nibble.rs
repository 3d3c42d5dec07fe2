//! Packed nibbles against the alternatives: arrays of bytes, bits moved by PDEP and PEXT, and scalar lookups.
//!
//! `cargo bench --bench nibble`. Every workload is a separate function that is not inlined, so that a profiler can
//! count its instructions:
//!
//! ```text
//! cargo bench --bench nibble --no-run
//! valgrind --tool=callgrind target/release/deps/nibble-.. --bench --test
//! callgrind_annotate --inclusive=yes callgrind.out.* | grep work::
//! ```

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quadbit_nibble::simd::{BitSimd, Level, dispatch};
use quadbit_nibble::swar::{self, slices};
use quadbit_nibble::{Nibble, NibbleArray, NibbleSlice, NibbleSliceMut, planes};

/// The workloads, in pairs. Random accesses go to 256 random indices of an array of 64 elements; both sides
/// check their bounds.
mod work {
    use super::{
        BitSimd, Level, Nibble, NibbleArray, NibbleSlice, NibbleSliceMut, black_box, dispatch, slices, swar,
    };

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

    /// A scan that cannot be vectorised, because each step depends on the one before.
    #[inline(never)]
    pub(super) fn scan_bytes(array: &[u8; 64]) -> u32 {
        array.iter().fold(0, |hash: u32, &value| (hash ^ u32::from(value)).wrapping_mul(0x9E37_79B1))
    }

    #[inline(never)]
    pub(super) fn scan_nibbles(array: &NibbleArray<64, 32>) -> u32 {
        array.iter().fold(0, |hash: u32, value| (hash ^ u32::from(value.get())).wrapping_mul(0x9E37_79B1))
    }

    /// The compiler vectorises this one by itself, with the instructions of the build.
    #[inline(never)]
    pub(super) fn add_bytes(x: &mut [u8], y: &[u8]) {
        for (x, y) in x.iter_mut().zip(y) {
            *x = (*x + *y) & 15;
        }
    }

    #[inline(never)]
    pub(super) fn add_nibbles(level: Level, x: NibbleSliceMut<'_>, y: NibbleSlice<'_>) {
        slices::add(level, x, y);
    }

    /// Two loads, one operation, one store: a lower limit for the sum of two arrays.
    #[inline(never)]
    pub(super) fn xor_nibbles(level: Level, x: NibbleSliceMut<'_>, y: NibbleSlice<'_>) {
        slices::combine(level, x, y, Xor);
    }

    #[derive(Clone, Copy)]
    struct Xor;

    impl slices::Combine for Xor {
        #[inline(always)]
        fn lanes<W: swar::NibbleRow>(self, x: W, y: W) -> W {
            x ^ y
        }
    }

    /// One array in words, without dispatch.
    #[inline(never)]
    pub(super) fn add_words(x: &mut NibbleArray<64, 32>, y: &NibbleArray<64, 32>) {
        let [a, b] = [*x, *y].map(NibbleArray::to_words::<u64, 4>);
        *x = NibbleArray::from_words::<u64, 4>(std::array::from_fn(|i| swar::add(a[i], b[i])));
    }

    /// The lowest bit of every nibble.
    const LOW: u64 = 0x1111_1111_1111_1111;

    /// Sixteen nibbles of four 16-bit parts of planes, by four PDEPs.
    #[inline(never)]
    pub(super) fn planes_to_nibbles_pdep(level: Level, from: &[[u64; 4]], to: &mut [[u8; 32]]) {
        dispatch!(level, s => for (planes, nibbles) in from.iter().zip(to) {
            for (w, word) in nibbles.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let part = |p: usize| s.pdep(planes[p] >> (16 * w) & 0xFFFF, LOW << p);
                *word = (part(0) | part(1) | part(2) | part(3)).to_le_bytes();
            }
        });
    }

    /// The reverse, by PEXT.
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

    /// One lookup a square, with four shifts and masks each.
    #[inline(never)]
    pub(super) fn planes_to_codes_scalar(from: &[[u64; 4]], to: &mut [[u8; 64]]) {
        for (planes, codes) in from.iter().zip(to) {
            for (square, code) in codes.iter_mut().enumerate() {
                let bit = |p: usize| u8::from(planes[p] >> square & 1 != 0) << p;
                // Kept scalar, like a single lookup.
                *code = black_box(bit(0) | bit(1) | bit(2) | bit(3));
            }
        }
    }
}

/// Numbers that look random and are the same in every run (Steele, Lea and Flood: `SplitMix64`).
fn random() -> impl Iterator<Item = u64> {
    (1_u64..).map(|i| {
        let z = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    })
}

fn random_nibbles(seed: usize) -> impl Iterator<Item = Nibble> {
    random().skip(seed).map(|word| Nibble::from_low_bits(word.to_le_bytes()[0]))
}

fn access(c: &mut Criterion) {
    let indices: Vec<u8> = random().take(256).map(|word| word.to_le_bytes()[7] & 63).collect();
    let values: Vec<Nibble> = random_nibbles(1000).take(256).collect();
    let mut nibbles = NibbleArray::<64, 32>::ZERO;
    random_nibbles(2000).take(64).enumerate().for_each(|(i, value)| nibbles.put(i, value));
    let mut bytes = nibbles.to_nibbles().map(Nibble::get);

    assert_eq!(work::random_get_bytes(&bytes, &indices), work::random_get_nibbles(&nibbles, &indices));
    let mut group = c.benchmark_group("random get");
    group.throughput(Throughput::Elements(256));
    group.bench_function("bytes", |b| {
        b.iter(|| work::random_get_bytes(black_box(&bytes), black_box(&indices)));
    });
    group.bench_function("nibbles", |b| {
        b.iter(|| work::random_get_nibbles(black_box(&nibbles), black_box(&indices)));
    });
    group.finish();

    work::random_put_bytes(&mut bytes, &indices, &values);
    work::random_put_nibbles(&mut nibbles, &indices, &values);
    assert_eq!(nibbles.to_nibbles().map(Nibble::get), bytes);
    let mut group = c.benchmark_group("random put");
    group.throughput(Throughput::Elements(256));
    group.bench_function("bytes", |b| {
        b.iter(|| work::random_put_bytes(black_box(&mut bytes), black_box(&indices), black_box(&values)));
    });
    group.bench_function("nibbles", |b| {
        b.iter(|| work::random_put_nibbles(black_box(&mut nibbles), black_box(&indices), black_box(&values)));
    });
    group.finish();

    assert_eq!(work::scan_bytes(&bytes), work::scan_nibbles(&nibbles));
    let mut group = c.benchmark_group("scan");
    group.throughput(Throughput::Elements(64));
    group.bench_function("bytes", |b| b.iter(|| work::scan_bytes(black_box(&bytes))));
    group.bench_function("nibbles", |b| b.iter(|| work::scan_nibbles(black_box(&nibbles))));
    group.finish();
}

/// Sums of whole arrays: one board, two sizes for the first-level cache, one for the second level, and one larger
/// than all caches.
fn add(c: &mut Criterion) {
    for len in [64, 4096, 1 << 16, 1 << 19, 1 << 26] {
        let [x, y] =
            [3000, 4000].map(|seed| random_nibbles(seed).take(len).map(Nibble::get).collect::<Vec<_>>());
        let pack = |codes: &[u8]| codes.chunks(2).map(|pair| pair[0] | pair[1] << 4).collect::<Vec<_>>();
        let [packed_x, packed_y] = [pack(&x), pack(&y)];

        let mut sums = x.clone();
        work::add_bytes(&mut sums, &y);
        for level in Level::available() {
            let mut packed_sums = packed_x.clone();
            work::add_nibbles(level, NibbleSliceMut::new(&mut packed_sums), NibbleSlice::new(&packed_y));
            assert_eq!(packed_sums, pack(&sums));
        }

        let mut group = c.benchmark_group(format!("add {len}"));
        group.throughput(Throughput::Elements(len as u64));
        let mut bytes = x.clone();
        group.bench_function("bytes", |b| b.iter(|| work::add_bytes(black_box(&mut bytes), black_box(&y))));
        let mut nibbles = packed_x.clone();
        for level in Level::available() {
            group.bench_function(format!("nibbles {level}"), |b| {
                b.iter(|| {
                    let y = NibbleSlice::new(black_box(&packed_y));
                    work::add_nibbles(level, NibbleSliceMut::new(black_box(&mut nibbles)), y);
                });
            });
        }
        for level in Level::available() {
            group.bench_function(format!("xor {level}"), |b| {
                b.iter(|| {
                    let y = NibbleSlice::new(black_box(&packed_y));
                    work::xor_nibbles(level, NibbleSliceMut::new(black_box(&mut nibbles)), y);
                });
            });
        }
        if let Ok(packed) = packed_x.as_slice().try_into() {
            let mut x = NibbleArray::<64, 32>::from_bytes(packed);
            let y = NibbleArray::from_bytes(packed_y.as_slice().try_into().unwrap());
            let mut first = x;
            work::add_words(&mut first, &y);
            assert_eq!(first.as_bytes().as_slice(), pack(&sums));
            group.bench_function("nibbles as words", |b| {
                b.iter(|| work::add_words(black_box(&mut x), black_box(&y)));
            });
        }
        // The measure of memory speed: a copy of the same bytes.
        let mut copy = packed_y.clone();
        group.bench_function("copy of the packed bytes", |b| {
            b.iter(|| black_box(&mut copy).copy_from_slice(black_box(&packed_x)));
        });
        group.finish();
    }
}

/// 256 boards in the first-level cache, as in the README's table.
fn transposes(c: &mut Criterion) {
    const BOARDS: usize = 256;
    let words: Vec<u64> = random().take(4 * BOARDS).collect();
    let boards = words.as_chunks::<4>().0;
    let mut codes = vec![[0; 64]; BOARDS];
    let mut nibbles = vec![[0; 32]; BOARDS];
    let mut back = vec![[0; 4]; BOARDS];
    let best = Level::auto();

    work::planes_to_codes_scalar(boards, &mut codes);
    work::planes_to_nibbles_pdep(best, boards, &mut nibbles);
    work::nibbles_to_planes_pext(best, &nibbles, &mut back);
    assert_eq!(back, boards);
    for level in Level::available() {
        let mut other_codes = vec![[0; 64]; BOARDS];
        planes::planes_to_codes(level, boards, &mut other_codes);
        assert_eq!(other_codes, codes);
        let mut other_nibbles = vec![[0; 32]; BOARDS];
        planes::planes_to_nibbles(level, boards, &mut other_nibbles);
        assert_eq!(other_nibbles, nibbles);
        back.fill([0; 4]);
        planes::nibbles_to_planes(level, &nibbles, &mut back);
        assert_eq!(back, boards);
        back.fill([0; 4]);
        planes::codes_to_planes(level, &codes, &mut back);
        assert_eq!(back, boards);
    }

    let mut group = c.benchmark_group("planes to nibbles");
    group.throughput(Throughput::Elements(BOARDS as u64));
    group.bench_function(format!("PDEP at {best}"), |b| {
        b.iter(|| work::planes_to_nibbles_pdep(best, black_box(boards), black_box(&mut nibbles)));
    });
    for level in Level::available() {
        group.bench_function(level.name(), |b| {
            b.iter(|| planes::planes_to_nibbles(level, black_box(boards), black_box(&mut nibbles)));
        });
    }
    group.finish();

    let mut group = c.benchmark_group("nibbles to planes");
    group.throughput(Throughput::Elements(BOARDS as u64));
    group.bench_function(format!("PEXT at {best}"), |b| {
        b.iter(|| work::nibbles_to_planes_pext(best, black_box(&nibbles), black_box(&mut back)));
    });
    for level in Level::available() {
        group.bench_function(level.name(), |b| {
            b.iter(|| planes::nibbles_to_planes(level, black_box(&nibbles), black_box(&mut back)));
        });
    }
    group.finish();

    let mut group = c.benchmark_group("planes to codes");
    group.throughput(Throughput::Elements(BOARDS as u64));
    group.bench_function("64 look-ups", |b| {
        b.iter(|| work::planes_to_codes_scalar(black_box(boards), black_box(&mut codes)));
    });
    for level in Level::available() {
        group.bench_function(level.name(), |b| {
            b.iter(|| planes::planes_to_codes(level, black_box(boards), black_box(&mut codes)));
        });
    }
    group.finish();

    let mut group = c.benchmark_group("codes to planes");
    group.throughput(Throughput::Elements(BOARDS as u64));
    for level in Level::available() {
        group.bench_function(level.name(), |b| {
            b.iter(|| planes::codes_to_planes(level, black_box(&codes), black_box(&mut back)));
        });
    }
    group.finish();
}

criterion_group!(benches, access, add, transposes);
criterion_main!(benches);
