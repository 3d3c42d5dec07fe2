//! The option `--level`: the vector instructions to count with.

use quadbit_nibble::simd::{Level, LevelError};

/// How to get the scalar level, which the default build leaves out where every machine has a better one.
pub(crate) const NO_FALLBACK: &str = "this build lacks fallback: cargo build --release --features fallback";

/// Reads the value of `--level`.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    name.parse().map_err(reason)
}

fn reason(error: LevelError) -> String {
    match error {
        LevelError::Build("fallback") => NO_FALLBACK.to_owned(),
        other => other.to_string(),
    }
}

/// Whether [`NO_FALLBACK`] is true of this build.
pub(crate) fn lacks_fallback() -> bool {
    level("fallback").is_err()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::{Level, LevelError, level, reason};

    #[test]
    fn every_help_text_names_all_levels() {
        let mut found = 0;
        for command in crate::Args::command().get_subcommands() {
            for option in command.get_arguments().filter(|option| option.get_id() == "level") {
                let help = option.get_help().unwrap().to_string();
                let words: Vec<&str> = help.split([' ', ',']).collect();
                for name in Level::NAMES.iter().chain(&["auto"]) {
                    assert!(words.contains(name), "{}: {name} is not in `{help}`", command.get_name());
                }
                found += 1;
            }
        }
        assert!(found >= 3, "perft, suite and pack have levels");
    }

    #[test]
    fn a_level_or_the_reason() {
        assert_eq!(level("auto"), Ok(Level::auto()));
        assert!(reason(LevelError::Build("fallback")).contains("--features fallback"));
        assert_eq!(reason(LevelError::Build("neon")), "this build does not support neon");
        assert!(level("avx3").unwrap_err().starts_with("unknown level; the levels are auto, fallback, "));
    }
}
