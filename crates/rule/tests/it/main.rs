//! Tests of the language of rules.

mod tags;
mod texts;
