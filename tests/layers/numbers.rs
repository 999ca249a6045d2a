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

/// The one place that asks for an instruction, which fused products in sums take, and never with the same bits everywhere.
const FUSED: &str = "numerics/src/scalar/real.rs";

/// Where such products are named: as methods of scalars.
const NAMED: [&str; 6] = [
    "numerics/src/scalar.rs",
    "numerics/src/scalar/lanes.rs",
    "numerics/src/scalar/lanes/tests.rs",
    "numerics/src/scalar/trig.rs",
    "macros/src/emit/kernel.rs",
    "runtime/src/kernels/instructions.rs",
];

#[test]
fn products_are_fused_by_the_compiled_target_and_never_with_the_same_bits() {
    let code = code(FUSED);
    let asked = "#[cfg(all(feature = \"std\", target_feature = \"fma\", not(feature = \"deterministic\")))]";
    let found = code.matches(asked).count();
    assert!(
        found > 0 && found == code.matches("target_feature").count(),
        "{FUSED}"
    );
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
                let is_fused = path.ends_with(FUSED) && (word == "target_feature" || word == "mul_add");
                let is_named = word == "mul_add" && NAMED.iter().any(|named| path.ends_with(named));
                assert!(
                    is_fused || is_named || !code.contains(word),
                    "{path} has `{word}`"
                );
            }
        }
    }
}
