//! Merges repertoires: all games of the files become one tree, which is printed as PGN.
//!
//! `cargo run --example merge -- white.pgn black.pgn > all.pgn`
//!
//! Games that begin with another position than the first one are left out and named, and so is what cannot be read.

use std::error::Error;
use std::fs::File;

use quadbit_pgn::{Reader, Tree};

fn main() -> Result<(), Box<dyn Error>> {
    let mut merged: Option<Tree> = None;
    for name in std::env::args().skip(1) {
        let mut reader = Reader::new(File::open(&name)?);
        while let Some(game) = reader.next_tree()? {
            for error in &game.errors {
                eprintln!("{name}: game {}: {error}", game.number);
            }
            match (&mut merged, game.tree) {
                (Some(merged), Some(tree)) => {
                    if let Err(error) = merged.merge(&tree) {
                        eprintln!("{name}: game {}: left out: {error}", game.number);
                    }
                }
                (first, tree) => *first = first.take().or(tree),
            }
        }
    }
    print!("{}", merged.unwrap_or_default());
    Ok(())
}

/// Twenty repertoires, merged, have the lines of each, and those that they share only once.
#[test]
fn twenty_repertoires_share_their_lines() -> Result<(), Box<dyn Error>> {
    let replies = [
        "e5", "c5", "e6", "c6", "d5", "d6", "g6", "Nf6", "Nc6", "b6", "a6", "h6", "f5", "f6", "g5", "b5",
        "a5", "h5", "Na6", "Nh6",
    ];
    let mut merged = Tree::default();
    for reply in replies {
        merged.merge(&format!("1. e4 {{shared}} {reply} (1... e5 2. Nf3) *").parse()?)?;
    }
    let e4 = merged.main_line().next().ok_or("no move")?;
    assert_eq!((merged.children(e4).count(), merged.walk().count()), (20, 22));
    assert_eq!(merged.comments(e4).collect::<Vec<_>>(), ["shared"]);
    Ok(())
}
