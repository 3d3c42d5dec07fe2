//! Checks the dependencies between our crates: each crate may depend only on lower layers.

use cargo_metadata::{DependencyKind, Metadata};

/// The layers, lowest first. A crate may depend on any crate of a lower layer, and on none of its
/// own or a higher layer.
const LAYERS: [&[&str]; 12] = [
    &["quadbit-nibble"],
    &["quadbit-x88"],
    &["quadbit-quad"],
    &["quadbit-movegen"],
    &[TESTING],
    &["quadbit-lanes", "quadbit-rule"],
    &["quadbit-pack", "quadbit-pgn"],
    &["quadbit-perft", "quadbit-faults", "quadbit-classics", "quadbit-threats", "quadbit-diagram"],
    &["quadbit-inputs"],
    &["quadbit-data"],
    &["quadbit", "quadbit-cli"],
    &["benches", "binpack-speed", "portable-pack", "search-speed"],
];

/// The crate outside the layers: it writes code of the crates, so it must not depend on any of them.
const APART: &str = "xtask";

/// What the tests of several crates share. Any test may use it, also one of a lower layer. Outside of tests only the
/// measuring crates `benches` and `binpack-speed` may.
const TESTING: &str = "testing";

/// Returns a message for each crate without a layer, and for each dependency that breaks the layers. Dev-dependencies
/// count like others, because a test that needs a higher layer belongs to that layer; only the crate [`TESTING`] may be
/// a dev-dependency on every layer. (A crate may be its own dev-dependency, to turn on features for its tests.)
pub(super) fn problems(metadata: &Metadata) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        if name != APART && layer_of(name).is_none() {
            problems.push(format!("{name} has no layer: give it one in xtask/src/tidy/layers.rs"));
        }
        let ours = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
        problems
            .extend(ours.filter_map(|it| objection(name, &it.name, it.kind == DependencyKind::Development)));
    }
    problems
}

/// Says why the crate `user`, or if `in_tests` its tests, may not depend on the crate `used`; `None` if they may. Both
/// are crates of this workspace.
fn objection(user: &str, used: &str, in_tests: bool) -> Option<String> {
    if user == used {
        return None;
    }
    if user == APART {
        return Some(format!("{user} depends on {used}, but must build even if no other crate does"));
    }
    if used == APART {
        return Some(format!("{user} depends on {used}, which is a tool, not a library"));
    }
    if used == TESTING {
        let may = in_tests || ["benches", "binpack-speed"].contains(&user);
        return (!may).then(|| format!("{user} depends on {used}: make it a dev-dependency"));
    }
    match (layer_of(user)?, layer_of(used)?) {
        (above, below) if above > below => None,
        (same, its_own) if same == its_own => {
            Some(format!("{user} depends on {used}, which is on its own layer"))
        }
        _ => Some(format!("{user} depends on {used}, which is on a higher layer")),
    }
}

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::objection;

    #[test]
    fn arrows_point_down() {
        for in_tests in [false, true] {
            assert_eq!(objection("quadbit-quad", "quadbit-nibble", in_tests), None);
            assert_eq!(objection("quadbit-quad", "quadbit-quad", in_tests), None);
            assert_eq!(objection("benches", "quadbit-classics", in_tests), None);
            assert_eq!(objection("benches", "testing", in_tests), None);
        }
        assert_eq!(objection("quadbit-movegen", "testing", true), None);
        assert_eq!(objection("quadbit-lanes", "testing", true), None);
        assert!(objection("quadbit-lanes", "testing", false).is_some());
        for (user, used) in [
            ("quadbit-nibble", "quadbit-x88"),
            ("quadbit-perft", "quadbit-classics"),
            ("quadbit-classics", "quadbit-perft"),
            ("quadbit-movegen", "quadbit-lanes"),
            ("quadbit-movegen", "benches"),
            ("testing", "quadbit-lanes"),
            ("xtask", "quadbit-nibble"),
            ("xtask", "testing"),
            ("quadbit", "xtask"),
        ] {
            for in_tests in [false, true] {
                assert!(objection(user, used, in_tests).is_some(), "{user} -> {used} must be refused");
            }
        }
    }
}
