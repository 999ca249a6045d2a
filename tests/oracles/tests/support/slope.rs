//! Measured orders of convergence: a line through the logarithms of errors.

/// The slope of log error over log h by least squares, where the error is above the rounding of the motion.
///
/// At least three points have to be left.
pub(crate) fn slope(errors: impl Iterator<Item = (usize, f64)>, rounding: f64) -> f64 {
    // Ten times above rounding, the last point is off by less than log₁₀(1.1) = 0.04.
    let points = errors.filter(|(_, error)| *error > 10.0 * rounding);
    let points: Vec<(f64, f64)> = points
        .map(|(steps, error)| (-(steps as f64).ln(), error.ln()))
        .collect();
    assert!(points.len() >= 3, "{} points above the rounding", points.len());
    let mean = |f: fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let above: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    let below: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    above / below
}
