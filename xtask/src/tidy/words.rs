//! The words of code: names and keywords, also inside macros, but not in comments and strings.

use anyhow::{Result, anyhow};
use proc_macro2::{Ident, TokenStream, TokenTree};

/// Returns the words of the code `source` for which `is_wanted` is true, in the order of the lines.
pub(super) fn words(source: &str, is_wanted: impl Fn(&Ident) -> bool) -> Result<Vec<Ident>> {
    let mut found = Vec::new();
    let mut streams: Vec<TokenStream> = vec![source.parse().map_err(|error| anyhow!("{error}"))?];
    while let Some(stream) = streams.pop() {
        for tree in stream {
            match tree {
                TokenTree::Group(group) => streams.push(group.stream()),
                TokenTree::Ident(word) if is_wanted(&word) => found.push(word),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    found.sort_by_key(|word| word.span().start().line);
    Ok(found)
}
