//! `quadbit` offers every name that `quadbit-movegen` offers.

/// Returns the names of all `pub use` items of a source file.
fn names(source: &str) -> Vec<&str> {
    let items =
        source.split("pub use ").skip(1).filter_map(|rest| rest.split_once(';')).map(|(item, _)| item);
    let lists = items.map(|item| item.rsplit_once("::").map_or(item, |_| item.trim_end_matches('}')));
    lists
        .flat_map(|item| match item.split_once('{') {
            Some((_, list)) => list.split(',').map(str::trim).collect::<Vec<_>>(),
            None => vec![item.rsplit("::").next().unwrap()],
        })
        .map(|name| name.rsplit(" as ").next().unwrap_or(name))
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn every_name_of_movegen_is_here() {
    let here = names(include_str!("../src/lib.rs"));
    let below = names(include_str!("../../movegen/src/lib.rs"));
    assert!(below.len() > 50, "{below:?}");
    let missing: Vec<_> = below.iter().filter(|name| !here.contains(name)).collect();
    assert!(missing.is_empty(), "name them in crates/quadbit/src/lib.rs: {missing:?}");
}
