//! Every example is run: by a line of `.ci/run`, which takes all files, and by name where one needs arguments.

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
            assert!(name.ends_with(".rs"), "{name} is no example");
        }
    }
}
