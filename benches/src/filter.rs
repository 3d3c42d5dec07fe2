//! The filter on the command line, which selects whole contests.

/// The word on the command line that is no option. A contest is run if it occurs in the name of one of its forms, as `contest/form`; then
/// all its forms are, because a time without the others beside it says nothing.
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
    /// The filter among the arguments behind the program's name.
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
