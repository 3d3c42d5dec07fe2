//! The dependencies between our crates: only on lower floors.

use cargo_metadata::Metadata;

/// The floors, lowest first. A crate may depend on any crate of a lower floor, and on none of its
/// own or a higher floor.
const FLOORS: [&[&str]; 8] = [
    &["quadbit-nibble"],
    &["quadbit-x88"],
    &["quadbit-quad"],
    &["quadbit-movegen"],
    &["quadbit-lanes"],
    &["quadbit-perft", "quadbit-classics", "quadbit-pack", "quadbit-inputs", "quadbit-threats"],
    &["quadbit", "quadbit-cli"],
    &["benches", "search-speed"],
];

/// The crate without a floor: it writes code of the crates, so it must not depend on any of them.
const APART: &str = "xtask";

/// The dependencies that break the layers. Normal, build and dev-dependencies count alike: a test that
/// needs a higher floor belongs to the higher floor. (A crate may be its own dev-dependency, to turn on
/// features for its tests.)
pub(super) fn problems(metadata: &Metadata) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        let name = package.name.as_str();
        if name != APART && floor_of(name).is_none() {
            problems.push(format!("{name} has no floor: give it one in xtask/src/tidy/layers.rs"));
        }
        let ours = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
        problems.extend(ours.filter_map(|dependency| objection(name, &dependency.name)));
    }
    problems
}

/// Why `user` may not depend on `used`, both of them our crates; `None` if it may.
fn objection(user: &str, used: &str) -> Option<String> {
    if user == used {
        return None;
    }
    if user == APART {
        return Some(format!("{user} depends on {used}, but must build even if no other crate does"));
    }
    if used == APART {
        return Some(format!("{user} depends on {used}, which is a tool, not a library"));
    }
    match (floor_of(user)?, floor_of(used)?) {
        (above, below) if above > below => None,
        (same, its_own) if same == its_own => {
            Some(format!("{user} depends on {used}, which is on its own floor"))
        }
        _ => Some(format!("{user} depends on {used}, which is on a higher floor")),
    }
}

fn floor_of(name: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::objection;

    #[test]
    fn arrows_point_down() {
        assert_eq!(objection("quadbit-quad", "quadbit-nibble"), None);
        assert_eq!(objection("quadbit-quad", "quadbit-quad"), None);
        assert_eq!(objection("benches", "quadbit-classics"), None);
        for (user, used) in [
            ("quadbit-nibble", "quadbit-x88"),
            ("quadbit-perft", "quadbit-classics"),
            ("quadbit-classics", "quadbit-perft"),
            ("quadbit-movegen", "quadbit-lanes"),
            ("quadbit-movegen", "benches"),
            ("xtask", "quadbit-nibble"),
            ("quadbit", "xtask"),
        ] {
            assert!(objection(user, used).is_some(), "{user} -> {used} must be refused");
        }
    }
}
