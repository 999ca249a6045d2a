//! What every file keeps to: its length, its first lines, nothing unfinished, nothing of one machine.

use crate::sources::{code, files, sources, text};

/// At 400 lines one stops and thinks.
const LONGEST: usize = 400;

/// A table of mistakes and their messages is as long as there are mistakes.
const TABLE: &str = "macros/src/system/tests/mistakes.rs";

/// Code, and the tests that are crates.
const FOLDERS: [&str; 7] = [
    "macros",
    "runtime/src",
    "runtime/tests",
    "examples",
    "tests/compile_time",
    "tests/layers",
    "tests/no_std",
];

#[test]
fn files_are_short() {
    for path in FOLDERS.into_iter().flat_map(sources).filter(|path| path != TABLE) {
        let lines = text(&path).lines().count();
        assert!(lines <= LONGEST, "{path} has {lines} lines");
    }
}

/// What users write, for the compiler to refuse or the derive to survive, says nothing of itself.
const INPUTS: [&str; 2] = ["tests/ui/", "macros/src/fuzz/corpus/"];

#[test]
fn every_file_begins_with_its_purpose() {
    let is_input = |path: &String| INPUTS.iter().any(|inputs| path.starts_with(inputs));
    for path in sources("").into_iter().filter(|path| !is_input(path)) {
        assert!(
            text(&path).starts_with("//! "),
            "{path} does not begin with what it is"
        );
    }
}

/// Words are put together here, so that this file has none of them.
#[test]
fn no_placeholders_are_left() {
    let words = [
        "TO\u{44}O",
        "FI\u{58}ME",
        "#[ig\u{6e}ore",
        "to\u{64}o!(",
        "unimp\u{6c}emented!(",
    ];
    for path in files("", &[".rs", ".toml", ".md", "run", "on_target"]) {
        let text = text(&path);
        for word in words {
            assert!(!text.contains(word), "{path} has `{word}`");
        }
    }
}

#[test]
fn no_lint_is_silenced() {
    for path in ["macros", "runtime/src", "examples"]
        .into_iter()
        .flat_map(sources)
    {
        let code = code(&path);
        for word in ["#[allow(", "#![allow("] {
            assert!(!code.contains(word), "{path} has `{word}`");
        }
    }
}

#[test]
fn no_file_names_a_path_on_one_machine() {
    let places = ["home", "root", "work", "tmp", "Users"].map(|place| format!("/{place}/"));
    let endings = [
        ".rs",
        ".toml",
        ".md",
        ".stderr",
        ".expanded",
        ".css",
        ".js",
        ".mjs",
        "run",
        "on_target",
        ".lock",
    ];
    for path in files("", &endings) {
        let text = text(&path);
        for place in &places {
            assert!(!text.contains(place.as_str()), "{path} names {place}");
        }
    }
}
