//! The uses between the modules of a library or program: no cycles in any folder, and no detours through a
//! re-export.
//!
//! 1. `split` finds the library or program to which a file belongs, and its module.
//! 2. [`File::walk`] collects the paths that the file uses, outside of its tests.
//! 3. In each folder, modules that use each other are a cycle: [`cycle`] takes away what uses nothing or is used by
//!    nothing until only cycles are left.
//! 4. A path that ends at a `pub use` instead of the definition is a detour.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, anyhow};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::Source;

/// The path of a module: `["moves", "mv"]` for `src/moves/mv.rs`, empty for `src/lib.rs`.
type ModulePath = Vec<String>;

/// Returns the uses that break the order inside a library or a program: a crate, xtask, a bench, an example, a test
/// program.
pub(super) fn problems(sources: &[Source]) -> Result<Vec<String>> {
    let mut libraries = BTreeMap::<&str, Library>::new();
    for Source { path, text } in sources {
        let Some((folder, module)) = split(path) else { continue };
        let file = File::read(&module, text).with_context(|| format!("reading {path}"))?;
        libraries.entry(folder).or_default().insert(module, file);
    }
    let libraries = libraries.iter().filter(|(_, library)| library.contains_key(&ModulePath::new()));
    Ok(libraries.flat_map(|(folder, library)| objections(folder, library)).collect())
}

/// The folders of programs, each program in a file or folder of its own.
const PROGRAMS: [&str; 3] = ["benches/", "examples/", "tests/"];

/// Returns the folder of a library's or program's modules, and the module of a source file in it.
///
/// `a/src/b/c.rs` is the module `b::c` below `a/src`; `a/examples/b/c.rs` is `c` below `a/examples/b`, whose root is
/// `a/examples/b.rs` or `a/examples/b/main.rs`.
fn split(path: &str) -> Option<(&str, ModulePath)> {
    let path = path.strip_suffix(".rs")?;
    let end = |part: &str| path.find(part).map(|at| at + part.len());
    let folder = end("/src/").map(|end| &path[..end - 1]).or_else(|| {
        let start = PROGRAMS.iter().find_map(|part| end(&format!("/{part}")))?;
        let length = path[start..].find('/').unwrap_or(path.len() - start);
        Some(&path[..start + length])
    })?;
    let module = path[folder.len()..].split('/').filter(|name| !name.is_empty()).map(str::to_owned);
    let module: ModulePath = module.collect();
    let is_root = matches!(&module[..], [name] if name == "lib" || name == "main");
    Some((folder, if is_root { ModulePath::new() } else { module }))
}

/// The files of one crate, by module.
type Library = BTreeMap<ModulePath, File>;

/// The modules that one file uses. Its tests are left out; they may use any module.
#[derive(Default)]
struct File {
    /// The paths that begin with `crate` or `super`, made absolute.
    uses: BTreeSet<ModulePath>,
    /// The names that the file imports with `use`, with the path of each.
    imported: BTreeMap<String, ModulePath>,
}

impl File {
    fn read(module: &[String], text: &str) -> Result<Self> {
        let stream: TokenStream = text.parse().map_err(|error| anyhow!("{error}"))?;
        let mut file = Self::default();
        file.walk(module, stream);
        Ok(file)
    }

    /// Reads the tokens of a module, and of its inline modules.
    fn walk(&mut self, module: &[String], stream: TokenStream) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut i = 0;
        while i < tokens.len() {
            let is_macro_variable = i > 0 && is_punct(&tokens[i - 1], '$');
            match &tokens[i] {
                TokenTree::Ident(word) if word == "mod" => {
                    if let [TokenTree::Ident(name), TokenTree::Group(body), ..] = &tokens[i + 1..] {
                        if !is_test(&tokens[..i]) {
                            self.walk(&[module, &[name.to_string()]].concat(), body.stream());
                        }
                        i += 2;
                    }
                }
                TokenTree::Ident(word) if word == "use" => {
                    let leaves = leaves(&tokens[i + 1..]).into_iter();
                    self.imported.extend(leaves.filter_map(|leaf| Some((leaf.name?, leaf.path))));
                }
                TokenTree::Ident(word) if !is_macro_variable && (word == "crate" || word == "super") => {
                    let absolute = leaves(&tokens[i..]).into_iter().map(|leaf| absolute(module, &leaf.path));
                    self.uses.extend(absolute);
                }
                TokenTree::Group(group) => self.walk(module, group.stream()),
                _ => {}
            }
            i += 1;
        }
    }
}

/// Whether `before`, the tokens in front of the keyword `mod` of a module, ends with the attribute `#[cfg(test)]`.
fn is_test(before: &[TokenTree]) -> bool {
    matches!(before, [.., TokenTree::Punct(_), TokenTree::Group(attribute)]
        if attribute.stream().to_string().replace(' ', "") == "cfg(test)")
}

fn is_punct(token: &TokenTree, c: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == c)
}

/// One path of a `use`, or in an expression.
struct Leaf {
    path: ModulePath,
    /// The item's name in this file: the last name of the path, or the one after `as`; `None` for `*` and `self`.
    name: Option<String>,
}

/// Returns the paths at the beginning of the tokens: one, or those of a tree such as `a::{b, c::d}`.
fn leaves(tokens: &[TokenTree]) -> Vec<Leaf> {
    let (path, rest) = names(tokens);
    match rest {
        [TokenTree::Group(tree), ..] if tree.delimiter() == Delimiter::Brace => {
            let below = |leaf: Leaf| Leaf { path: [path.clone(), leaf.path].concat(), ..leaf };
            branches(tree).into_iter().map(below).collect()
        }
        [TokenTree::Ident(word), TokenTree::Ident(name), ..] if word == "as" => {
            vec![Leaf { path, name: Some(name.to_string()) }]
        }
        [star, ..] if is_punct(star, '*') => vec![Leaf { path, name: None }],
        _ => vec![Leaf { name: path.last().cloned(), path }],
    }
}

/// Returns the names of a path up to where it ends or a tree begins, and the tokens after them. `self` adds no name.
fn names(tokens: &[TokenTree]) -> (ModulePath, &[TokenTree]) {
    let mut path = ModulePath::new();
    let mut rest = tokens;
    while let [TokenTree::Ident(word), after @ ..] = rest {
        path.extend((word != "self").then(|| word.to_string()));
        rest = match after {
            [colon, second, more @ ..] if is_punct(colon, ':') && is_punct(second, ':') => more,
            _ => return (path, after),
        };
    }
    (path, rest)
}

fn branches(tree: &Group) -> Vec<Leaf> {
    let tokens: Vec<TokenTree> = tree.stream().into_iter().collect();
    let parts = tokens.split(|token| is_punct(token, ',')).filter(|part| !part.is_empty());
    parts.flat_map(leaves).collect()
}

/// Returns the path from the root of the crate for `path`, which is used in `module`.
fn absolute(module: &[String], path: &[String]) -> ModulePath {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let base = if ups == 0 { &[] } else { &module[..module.len().saturating_sub(ups)] };
    [base, &path[ups.max(1)..]].concat()
}

/// Returns the problems inside one crate.
fn objections(folder: &str, library: &Library) -> Vec<String> {
    let mut problems = Vec::new();
    // For each folder of modules, which of its modules use which others.
    let mut arrows = BTreeMap::<&[String], BTreeSet<(&str, &str)>>::new();
    for (module, file) in library {
        for path in &file.uses {
            let (target, item) = resolve(library, path);
            if let Some(item) = item
                && target.len() < module.len()
                && module.starts_with(target)
                && is_detour(library, target, item)
            {
                let (user, through) = (shown(folder, module), shown(folder, target));
                problems.push(format!("{user} imports {item} from {through}, which only re-exports or imports it: name the module that defines it"));
            }
            let shared = module.iter().zip(target).take_while(|(a, b)| a == b).count();
            if let (Some(user), Some(used)) = (module.get(shared), target.get(shared)) {
                arrows.entry(&target[..shared]).or_default().insert((user, used));
            }
        }
    }
    for (parent, arrows) in arrows {
        if let Some(cycle) = cycle(&arrows) {
            problems.push(format!("{}: the modules {cycle} use each other", shown(folder, parent)));
        }
    }
    problems
}

/// Whether `module` imports `name` from another module of its crate. A submodule that takes the name from `module`
/// hides that it uses the other module. Modules outside of `module` may take it: for them the whole folder counts as
/// one.
fn is_detour(library: &Library, module: &[String], name: &str) -> bool {
    library[module].imported.get(name).and_then(|path| path.first()).is_some_and(|first| {
        first == "crate"
            || first == "super"
            || library.contains_key(&[module, std::slice::from_ref(first)].concat())
    })
}

/// Returns the file that a path leads to, and the name that it takes from there.
fn resolve<'a>(library: &Library, path: &'a [String]) -> (&'a [String], Option<&'a String>) {
    let depth = (0..=path.len()).rev().find(|&depth| library.contains_key(&path[..depth])).unwrap_or(0);
    (&path[..depth], path.get(depth))
}

fn shown(folder: &str, module: &[String]) -> String {
    if module.is_empty() { folder.to_owned() } else { format!("{folder}/{}.rs", module.join("/")) }
}

/// Returns the modules that remain after repeatedly removing those that use no other and those that no other uses: the
/// cycles, and the modules between them; `None` if none remain.
fn cycle(arrows: &BTreeSet<(&str, &str)>) -> Option<String> {
    let mut arrows = arrows.clone();
    loop {
        let before = arrows.len();
        let users: BTreeSet<&str> = arrows.iter().map(|arrow| arrow.0).collect();
        let used: BTreeSet<&str> = arrows.iter().map(|arrow| arrow.1).collect();
        arrows.retain(|(a, b)| users.contains(b) && used.contains(a));
        if arrows.is_empty() {
            return None;
        }
        if arrows.len() == before {
            return Some(users.into_iter().collect::<Vec<_>>().join(", "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, problems};

    const LIB: &str = "mod low; mod high; pub use core::fmt; pub use low::{deep::X, Y as Z};";

    /// Returns the problems of a crate with these files.
    fn objections(files: &[(&str, &str)]) -> Vec<String> {
        let source = |&(name, text): &(&str, &str)| Source {
            path: format!("crates/a/src/{name}.rs"),
            text: text.to_owned(),
        };
        let sources: Vec<Source> = [("lib", LIB)].iter().chain(files).map(source).collect();
        problems(&sources).unwrap()
    }

    #[test]
    fn arrows_down_are_fine() {
        let files = [
            ("low", "mod deep; pub struct Y; use deep::X;"),
            ("low/deep", "use super::Y; pub struct X;"),
            ("high", "use crate::{fmt, low::{Y, X, deep::{self, X as W}}}; fn f() { crate::low::deep::g() }"),
        ];
        assert!(objections(&files).is_empty());
    }

    #[test]
    fn cycles_are_found_at_every_depth() {
        let up = [("low", "fn f() { crate::high::g() }"), ("high", "use crate::low::Y;")];
        assert_eq!(objections(&up), ["crates/a/src: the modules high, low use each other"]);
        let beside = [
            ("low", ""),
            ("low/one", "use super::two::T;"),
            ("low/two", "use crate::low::three::T;"),
            ("low/three", "use super::super::low::one::T;"),
            ("low/four", "use super::one::T;"),
        ];
        assert_eq!(objections(&beside), ["crates/a/src/low.rs: the modules one, three, two use each other"]);
    }

    #[test]
    fn detours_are_found() {
        for text in [
            "use crate::X;",
            "use crate::{Other, X as W};",
            "mod inner { use super::super::X; }",
            "fn f(x: crate::X) {}",
        ] {
            let files = [("low", ""), ("high", text)];
            let expected = "crates/a/src/high.rs imports X from crates/a/src, which only re-exports or imports it: name the module that defines it";
            assert_eq!(objections(&files), [expected], "{text}");
        }
    }

    #[test]
    fn tests_and_macros_may() {
        let text = "#[cfg(test)]\nmod tests { use crate::X; }\nmacro_rules! m { () => { $crate::X } }";
        assert!(objections(&[("low", ""), ("high", text)]).is_empty());
    }

    #[test]
    fn programs_are_checked_too() {
        let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
        for (root, folder) in [
            ("xtask/src/main.rs", "xtask/src"),
            ("benches/benches/quad.rs", "benches/benches/quad"),
            ("crates/a/examples/engine/main.rs", "crates/a/examples/engine"),
            ("crates/a/tests/it/main.rs", "crates/a/tests/it"),
        ] {
            let files = [
                source(root, "mod one; mod two;"),
                source(&format!("{folder}/one.rs"), "use crate::two::T;"),
                source(&format!("{folder}/two.rs"), "use super::one::T;"),
            ];
            assert_eq!(problems(&files).unwrap(), [format!("{folder}: the modules one, two use each other")]);
        }
    }
}
