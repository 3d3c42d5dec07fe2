//! Games as text, compared with files that other programs wrote and replayed.

mod errors;
mod games;
mod garbage;
mod hostile;
mod other_files;
mod tree;
