//! Forms of boards that exist to be compared with another board, from which they differ in one idea.
//!
//! `boards/pairs.tsv` lists the pairs. `cargo bench -p benches --bench boards` times all boards and forms.

mod at_level;
mod four_words;
mod kittinger;
mod mailbox_beside_sets;
mod mailbox_per_node;
mod numbered;
mod of_4096;

use quadbit_classics::bitboards::{EightSets, FourPlanes};
use quadbit_classics::delta::Delta;
use quadbit_classics::flip::FlipBoard;
use quadbit_classics::kittinger::{ByValue, Page};
use quadbit_classics::mailbox::Compared;
use quadbit_classics::sentinel::{SentinelBoard, Untested};
use quadbit_classics::sets::SetBoard;
use quadbit_classics::square_board::{
    Bytes, Colored, Differences, Lists, Plain, Rays, Scanning, SquareBoard,
};
use quadbit_classics::x88::{MASK, Masked, OfWidth, SIGN};

pub use at_level::AtLevel;
use four_words::FourWords;
use kittinger::{Arrays, Searched};
use mailbox_beside_sets::EightSetsAndMailbox;
pub use mailbox_per_node::MailboxPerNode;
use numbered::Numbered;
use of_4096::Of4096;

type Codes<K> = Bytes<Compared, K, 64>;
type X88Bytes<const SIGN: bool> = Bytes<Masked<SIGN>, Colored, 128>;

/// A mailbox that is scanned for its pieces, and whose bytes hold plain nibbles: like the board
/// [`nibble`](quadbit_classics::nibble) but for the packing.
pub type MailboxOfNibbles = SquareBoard<Codes<Plain>, Scanning<Codes<Plain>>, Rays>;

/// A mailbox that is scanned for its pieces: like [`ScanningX88`] but for the test at the edge.
pub type ScanningMailbox = SquareBoard<Codes<Colored>, Scanning<Codes<Colored>>, Rays>;

/// The board [`x88`](quadbit_classics::x88) without tables: attacks are found along rays. But for the test at the edge
/// it is the board [`mailbox`](quadbit_classics::mailbox).
pub type X88Rays = SquareBoard<X88Bytes<MASK>, Lists<128>, Rays>;

/// [`X88Rays`] without piece lists: pieces are found by scanning the board.
pub type ScanningX88 = SquareBoard<X88Bytes<MASK>, Scanning<X88Bytes<MASK>>, Rays>;

/// [`X88Rays`] with a test of the sign, by David Kittinger, for steps that stay on their file ([`SIGN`]).
pub type SignX88 = SquareBoard<X88Bytes<SIGN>, Lists<128>, Rays>;

/// The board [`x88`](quadbit_classics::x88) with tables of 4,096 entries, one for each pair of squares, instead of 256
/// for differences.
pub type X88Of4096 = SquareBoard<X88Bytes<MASK>, Lists<128>, Differences<Of4096>>;

/// The board [`kittinger`](quadbit_classics::kittinger) with board, second board and tables in three arrays instead of
/// one page of memory.
pub type KittingerOfArrays = SquareBoard<X88Bytes<SIGN>, ByValue<Arrays>, Differences<OfWidth<16>>>;

/// The board [`kittinger`](quadbit_classics::kittinger) without its second board: the tables are searched for a piece.
pub type SearchingKittinger = SquareBoard<Page, ByValue<Searched>, Differences<OfWidth<16>>>;

/// The 0x88 board inside 16 x 16 cells, with sentinels around it: in the number of a cell, rank and file still have a
/// nibble each.
pub type Sentinel16x16 = SentinelBoard<16, 16, 0x44>;

/// The 0x88 board with sentinels around it as 15 x 12 cells, the narrowest on which differences of squares are unique.
pub type Sentinel15x12 = SentinelBoard<15, 12, 34>;

/// The 0x88 board with sentinels around it as 15 x 15 cells, as many above and below as at the sides.
pub type Sentinel15x15 = SentinelBoard<15, 15, 49>;

/// The board [`sentinel`](quadbit_classics::sentinel) without tables: attacks are found along rays. Like [`X88Rays`],
/// but for the edge.
pub type SentinelRays = SquareBoard<Bytes<Untested<16, 12, 36>, Colored, 256>, Lists<256>, Rays>;

/// The board [`mailbox`](quadbit_classics::mailbox) with the two tables of 10x12 numbers in place of comparisons.
pub type TwoTables = SquareBoard<Bytes<Numbered, Colored, 64>, Lists<64>, Rays>;

/// The board [`ccr`](quadbit_classics::ccr) (64 nibbles, walked with masks) in four words of 64 bits instead of eight
/// of 32.
pub type CcrOfFour = SquareBoard<FourWords, Scanning<FourWords>, Rays>;

/// The board [`sets`](quadbit_classics::sets) with a mailbox besides its eight sets.
pub type SetsAndMailbox = SetBoard<EightSetsAndMailbox>;

/// The board [`sets`](quadbit_classics::sets) with four planes instead of eight sets; like
/// [`flip`](quadbit_classics::flip) but for the flips.
pub type Planes = SetBoard<FourPlanes>;

/// The board [`flip`](quadbit_classics::flip), flipped after every move, with eight sets instead of four planes.
pub type FlippedSets = FlipBoard<EightSets>;

/// The board [`delta`](quadbit_classics::delta), compiled for a chosen set of CPU instructions.
pub type VectorizedDelta = AtLevel<Delta>;

/// [`Planes`], compiled for a chosen set of CPU instructions.
pub type VectorizedPlanes = AtLevel<Planes>;
