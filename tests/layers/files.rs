//! Rules for every file: a limited length, a first line with its purpose, no placeholders, no paths of one machine.

use crate::sources::{code, files, sources, text};

/// The longest file. A longer one usually contains more than one idea.
const LONGEST: usize = 400;

/// Folders with code, and the tests that are crates.
const FOLDERS: [&str; 10] = [
    "macros",
    "mesh",
    "numerics",
    "percussions",
    "runtime/src",
    "runtime/tests",
    "examples",
    "tests/compile_time",
    "tests/layers",
    "tests/no_std",
];

#[test]
fn files_are_short() {
    for path in FOLDERS.into_iter().flat_map(sources) {
        let lines = written(&text(&path)).lines().count();
        assert!(lines <= LONGEST, "{path} has {lines} lines");
    }
}

/// A text without what a test copies into it.
fn written(text: &str) -> String {
    match (text.find("r####\""), text.find("\"####")) {
        (Some(start), Some(end)) if start < end => [&text[..start], &text[end..]].concat(),
        _ => text.to_owned(),
    }
}

/// Inputs of tests, which need no first line: mistakes for the compiler, and input for the fuzzer.
const INPUTS: [&str; 2] = ["tests/ui/", "macros/src/tests/fuzz/corpus/"];

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

/// The words are assembled here, so that this file does not contain them.
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

/// What the derive writes before functions with many arguments, which clippy counts in crates of users.
const WRITTEN: &str = "#[allow(clippy::too_many_arguments, ";

#[test]
fn no_lint_is_silenced() {
    let folders = [
        "macros",
        "mesh",
        "numerics",
        "percussions",
        "runtime/src",
        "examples",
    ];
    for path in folders.into_iter().flat_map(sources) {
        let code = code(&path).replace(WRITTEN, "");
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
