//! Where results could come to depend on the machine: functions of the platform, and instructions that round once for twice.

use crate::sources::{code, sources};

/// `core` has none of the platform's functions, so that what builds without std cannot call one; what only std sees can.
#[test]
fn std_gives_the_scalars_roots_only() {
    for path in sources("runtime/src/scalar")
        .iter()
        .chain(&sources("runtime/src/scalar.rs"))
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
    for folder in ["runtime/src", "macros/src", "macros/symbolic/src"] {
        for path in sources(folder) {
            let code = code(&path);
            for word in words {
                assert!(!code.contains(word), "{path} has `{word}`");
            }
        }
    }
}
