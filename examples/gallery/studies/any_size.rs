//! Systems of any size: the number of masses, springs, rods or bodies is a field of the system.

pub(super) mod cluster;
pub(super) mod cost;
pub(super) mod fput;
pub(super) mod net;
pub(super) mod rope;
pub(super) mod toda;

use crate::plot::Curve;

/// The slope of (x, y) in log–log.
fn slope(points: &[(f64, f64)]) -> f64 {
    let points: Curve = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    crate::measure::slope(&points).0
}

/// max |xᵢ|
fn largest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |most, x| most.max(x.abs()))
}
