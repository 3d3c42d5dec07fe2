//! The messages of refusals, and damaged texts that readers may refuse.

use std::error::Error;

/// Returns the message of `error`, and the messages of the errors that caused it, from the outermost inwards.
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

/// Returns the [`messages`] of the error in `result`.
///
/// # Panics
/// If there is no error.
#[must_use]
pub fn refusal<T, E: Error>(result: Result<T, E>) -> Vec<String> {
    messages(&result.err().expect("a refusal"))
}

/// Returns `length` characters of `text`, from the character with the number `start` on, some of them replaced. Each of
/// `edits` is the index of a character in the result and the new character, `None` for a line feed; one beyond the end
/// is ignored.
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
