//! CI runs every example: all single files by one line of `.ci/run`, and examples with arguments by name.

use crate::sources::{entries, text};

#[test]
fn every_example_is_run() {
    let ci = text(".ci/run");
    assert!(
        ci.contains("for example in examples/*.rs; do"),
        "single files are not run"
    );
    for entry in entries("examples") {
        let name = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if entry.is_dir() {
            assert!(ci.contains(&format!("--example {name}")), "{name} is not run");
        } else {
            assert!(name.ends_with(".rs"), "{name} is not an example");
        }
    }
}
