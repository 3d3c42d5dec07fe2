//! The folders `src/generated`: they must have exactly the files that `codegen` writes, and no other file may have
//! their header.

use std::path::Path;

use super::Source;
use crate::codegen;

pub(super) fn problems(sources: &[Source]) -> Vec<String> {
    sources.iter().filter_map(objection).collect()
}

/// Returns the error message about one file; `None` if the file is in order.
fn objection(Source { path, text }: &Source) -> Option<String> {
    let registered = codegen::FILES.iter().any(|(written, _)| written == path);
    let in_folder = Path::new(path).parent().is_some_and(|folder| folder.ends_with("src/generated"));
    let has_header = text.lines().next() == Some(codegen::HEADER);
    if registered && !(in_folder && has_header) {
        Some(format!("{path} is written by codegen: it must be in src/generated and have its header"))
    } else if !registered && (in_folder || has_header) {
        Some(format!("{path} is not written by codegen: add it to xtask/src/codegen.rs or remove it"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, objection};
    use crate::codegen::{FILES, HEADER};

    #[test]
    fn the_folder_the_header_and_the_registry_agree() {
        let check =
            |path: &str, text: &str| objection(&Source { path: path.to_owned(), text: text.to_owned() });
        let (written, _) = FILES[0];
        assert_eq!(check(written, HEADER), None);
        assert_eq!(check("crates/quad/src/lib.rs", "fn f() {}"), None);
        assert!(check(written, "fn f() {}").is_some());
        assert!(check("crates/quad/src/generated/orphan.rs", HEADER).is_some());
        assert!(check("crates/quad/src/lib.rs", HEADER).is_some());
    }
}
