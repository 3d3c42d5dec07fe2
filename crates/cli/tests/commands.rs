//! The output of the commands in a shell: `tests/cmd` and the README.

#[test]
fn the_examples_print_what_they_say() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("README.md")
        .case("../../docs/src/introduction.md")
        .case("../../docs/src/guide/debugging.md")
        .case("../../docs/src/tools/*.md");
}
