//! A scheme is named only in its file of `schemes/` in the macro and in the runtime, and a key only in its file of `keys/`.

use crate::imports::is_test;
use crate::sources::{code, sources};

/// The schemes and rules of the macro.
const SCHEMES: &str = "macros/src/schemes/";

/// The keys of the macro.
const KEYS: &str = "macros/src/keys/";

/// Rooms that read declarations.
const READERS: [&str; 4] = [
    "macros/src/declaration",
    "macros/src/lower/",
    "macros/src/parse/",
    "macros/src/check/",
];

/// Keys whose names are also words of Rust, or the name of the attribute.
const OTHER_WORDS: [&str; 3] = ["let", "crate", "lagrangian"];

/// The quoted text after each `start`.
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
    // The table of Greek letters has the name of a scheme that is one.
    let code = code(path).replace("(\"Theta\", 'Θ')", "");
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

/// Except for the front page and documentation.
#[test]
fn the_runtime_names_schemes_in_their_files_alone() {
    let names = names();
    let is_own = |path: &str| path.starts_with("runtime/src/schemes") || path == "runtime/src/lib.rs";
    for path in sources("runtime/src").into_iter().filter(|path| !is_own(path)) {
        check_names_none(&path, &names);
    }
}

/// The names of all keys.
fn keys() -> Vec<String> {
    let keys = sources(KEYS).into_iter();
    let keys: Vec<String> = keys.flat_map(|path| quoted(&code(&path), " name:")).collect();
    let registry = code("macros/src/keys/mod.rs");
    let (_, list) = registry.split_once("KEYS: &[Entry] = &[").expect("the registry");
    let entries = list.matches("::ENTRY,").count();
    assert_eq!(keys.len(), entries, "each key of the registry has a `name`");
    assert!(keys.len() >= 16, "{keys:?}");
    keys
}

#[test]
fn rooms_that_read_name_no_key() {
    let keys = keys();
    let all = sources("macros/src").into_iter();
    for path in all.filter(|path| READERS.iter().any(|room| path.starts_with(room))) {
        let code = code(&path);
        for key in &keys {
            let literal = format!("\"{key}\"");
            assert!(
                OTHER_WORDS.contains(&key.as_str()) || !code.contains(&literal),
                "{path} has {literal}, which the file of the key alone should have"
            );
            let of_room = format!("keys::{}", key.to_uppercase());
            assert!(!code.contains(&of_room), "{path} names `{of_room}`");
        }
    }
}

#[test]
fn other_words_are_keys() {
    let keys = keys();
    for word in OTHER_WORDS {
        assert!(keys.iter().any(|key| key == word), "`{word}` is not a key");
    }
}
