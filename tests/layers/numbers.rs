//! Results must not depend on the machine: no functions of the platform, and no instructions that round once instead of twice.

use crate::sources::{code, sources};

/// `core` does not contain functions of the platform, so code that builds without std cannot call them. Code for std can.
#[test]
fn std_gives_the_scalars_roots_only() {
    for path in sources("numerics/src/scalar")
        .iter()
        .chain(&sources("numerics/src/scalar.rs"))
    {
        let code = code(path);
        let lines: Vec<_> = code.lines().collect();
        let pairs = lines
            .windows(2)
            .filter(|pair| pair[0].trim() == "#[cfg(feature = \"std\")]");
        for pair in pairs {
            let is_root = pair[1].contains("sqrt(self)");
            assert!(
                is_root,
                "{path}: {} is not exact on every machine",
                pair[1].trim()
            );
        }
    }
}

#[test]
fn nothing_depends_on_the_instructions_of_the_machine() {
    let words = [
        "mul_add",
        "target_feature",
        "target_arch",
        "target_pointer_width",
        "core::arch",
        "fma(",
    ];
    for folder in [
        "numerics/src",
        "percussions/src",
        "runtime/src",
        "macros/src",
        "macros/symbolic/src",
    ] {
        for path in sources(folder) {
            let code = code(&path);
            for word in words {
                assert!(!code.contains(word), "{path} has `{word}`");
            }
        }
    }
}
