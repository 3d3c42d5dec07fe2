//! Refusals, and texts that are refused.

use std::error::Error;

/// The messages of an error and of the errors behind it, from the outermost inwards.
#[must_use]
pub fn messages(error: &dyn Error) -> Vec<String> {
    let mut messages = vec![error.to_string()];
    let mut inner = error.source();
    while let Some(error) = inner {
        messages.push(error.to_string());
        inner = error.source();
    }
    messages
}

/// The [`messages`] of a result's error.
///
/// # Panics
/// If there is no error.
#[must_use]
pub fn refusal<T, E: Error>(result: Result<T, E>) -> Vec<String> {
    messages(&result.err().expect("a refusal"))
}

/// `length` characters of `text` from `start` on, some of them replaced: each edit is a place and the character there,
/// `None` for a line feed.
#[must_use]
pub fn damaged(text: &str, start: usize, length: usize, edits: &[(usize, Option<char>)]) -> String {
    let mut text: Vec<char> = text.chars().skip(start).take(length).collect();
    for &(at, edit) in edits {
        if let Some(place) = text.get_mut(at) {
            *place = edit.unwrap_or('\n');
        }
    }
    text.into_iter().collect()
}
