//! With the feature `deterministic` motions have the same bits on every machine: those in `no_std/marks.txt`.
//!
//! The feature must not reach the other tests, so the crate with the feature is built and run separately. `no_std/on_target`
//! compares the same file with a Cortex-M4F and with WebAssembly. `BLESS=1 cargo test --test same_bits` rewrites it.

use std::fs;
use std::process::Command;

/// Runs the example `marks` of `extremal-no-std`, without optimisation.
fn marks_of_this_machine() -> String {
    let output = Command::new(env!("CARGO"))
        .args([
            "run",
            "--quiet",
            "--package",
            "extremal-no-std",
            "--features",
            "deterministic",
        ])
        .args(["--example", "marks", "--target-dir"])
        // The directory in which the macro is already built.
        .arg(concat!(env!("CARGO_TARGET_TMPDIR"), "/.."))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("the marks are text")
}

#[test]
fn this_machine_has_the_bits_of_all() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/no_std/marks.txt");
    let found = marks_of_this_machine();
    if std::env::var_os("BLESS").is_some() {
        fs::write(kept, &found).expect("the file can be written");
    }
    let expected = fs::read_to_string(kept).expect("the marks of all machines");
    assert_eq!(
        expected.lines().count(),
        66,
        "as many marks as `no_std/examples/marks.rs` writes: a line for each system, scheme and precision"
    );
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
    assert_eq!(found, expected);
}
