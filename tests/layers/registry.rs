//! A scheme is a file of `schemes/` in the macro and one in the runtime: nobody else names it.

use crate::imports::is_test;
use crate::sources::{code, sources};

/// Where the macro states its schemes and rules.
const SCHEMES: &str = "macros/src/schemes/";

/// What stands in quotes behind each `start`.
fn quoted(code: &str, start: &str) -> Vec<String> {
    let behind = code.split(start).skip(1);
    let names = behind.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next());
    names.map(str::to_owned).collect()
}

/// The names of all schemes and rules.
fn names() -> Vec<String> {
    let schemes = sources(SCHEMES)
        .into_iter()
        .flat_map(|path| quoted(&code(&path), "const NAME: &str ="));
    let mut names: Vec<String> = schemes.collect();
    let registry = code("macros/src/schemes/mod.rs");
    let list = registry
        .split("SCHEMES: &[Entry] = &[")
        .nth(1)
        .unwrap_or_default();
    let entries = list.split("];").next().unwrap_or_default().matches(',').count();
    assert_eq!(names.len(), entries, "each scheme of the registry has a `NAME`");
    let rules = code("macros/src/schemes/rules.rs");
    names.extend(
        ["sized(", "one_sided("]
            .into_iter()
            .flat_map(|start| quoted(&rules, start)),
    );
    assert!(names.len() >= 13, "{names:?}");
    names
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
}

fn check_names_none(path: &str, names: &[String]) {
    let code = code(path);
    for word in words(&code) {
        assert!(
            !names.iter().any(|name| name == word),
            "{path} names `{word}`, which its own file alone should do"
        );
    }
}

#[test]
fn the_macro_names_schemes_in_their_files_alone() {
    let names = names();
    let others = sources("macros/src").into_iter();
    for path in others.filter(|path| !path.starts_with(SCHEMES) && !is_test(path)) {
        check_names_none(&path, &names);
    }
}

/// But for the front page, and documentation.
#[test]
fn the_runtime_names_schemes_in_their_files_alone() {
    let names = names();
    let is_own = |path: &str| path.starts_with("runtime/src/schemes") || path == "runtime/src/lib.rs";
    for path in sources("runtime/src").into_iter().filter(|path| !is_own(path)) {
        check_names_none(&path, &names);
    }
}
