//! The command `quadbit`.

fn main() {}
