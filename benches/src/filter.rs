//! The filter on the command line, which selects whole contests.

/// The filter of the command line: its first word that is neither an option nor the value of one. A contest is run with
/// all its forms if the filter occurs in the name of one of them, `contest/form`, because only ratios of times are
/// meaningful. Without a filter all contests are run.
#[derive(Debug, Default)]
pub(crate) struct Filter(Option<String>);

/// Options of Criterion and of `cargo bench` that take no value.
const SWITCHES: [&str; 11] = [
    "--bench",
    "--discard-baseline",
    "--exact",
    "--ignored",
    "--list",
    "--nocapture",
    "--noplot",
    "--quick",
    "--quiet",
    "--test",
    "--verbose",
];

impl Filter {
    /// Returns the filter among the arguments after the program's name.
    pub(crate) fn of(arguments: impl IntoIterator<Item = String>) -> Self {
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            if !argument.starts_with('-') {
                return Self(Some(argument));
            }
            let has_value = argument.starts_with("--") && !argument.contains('=');
            if has_value && !SWITCHES.contains(&argument.as_str()) {
                arguments.next();
            }
        }
        Self(None)
    }

    pub(crate) fn selects<'a>(&self, contest: &str, forms: impl IntoIterator<Item = &'a str>) -> bool {
        let Some(filter) = &self.0 else { return true };
        forms.into_iter().any(|form| format!("{contest}/{form}").contains(filter))
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;

    fn of(line: &str) -> Filter {
        Filter::of(line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned))
    }

    #[test]
    fn one_side_brings_the_other() {
        let selects = |line, contest| of(line).selects(contest, ["by look-ups", "by fills"]);
        for line in [
            "",
            "pins",
            "pins/by",
            "fills",
            "--bench fills",
            "--sample-size 10 fills",
            "--save-baseline=a fills --test",
        ] {
            assert!(selects(line, "pins"), "{line}");
        }
        for line in ["by_fills", "--bench checks", "--sample-size fills checks", "^pins"] {
            assert!(!selects(line, "pins"), "{line}");
        }
    }
}
