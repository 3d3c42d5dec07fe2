//! Squares and differences: what they tell, how they are printed, and what the errors say.

mod differences;
mod errors;
mod texts;
