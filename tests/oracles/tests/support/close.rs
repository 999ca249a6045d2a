//! Tolerances for comparisons of numbers, with reasons.
//!
//! Does not know the source of the numbers.

/// A few thousand roundings of terms of the size of the result, or of one. States and parameters of the systems are of
/// size one, and the formulas cancel at most two digits.
pub(crate) const ROUNDING: f64 = 2e-12;

/// A solution loses the condition of a mass matrix, which is below 100 for all systems here.
pub(crate) const SOLVED: f64 = 100.0 * ROUNDING;

/// To `tolerance`, relative to the largest of the numbers, or of one.
pub(crate) fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= tolerance * size,
            "{what}[{at}]: {found}, not {expected} (of {size})"
        );
    }
}
