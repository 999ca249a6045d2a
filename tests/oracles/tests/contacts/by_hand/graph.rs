//! The distance of two motions as graphs: sets of points (t, q, v), jumps of v filled by straight lines.
//!
//! An impact that comes a step late is close to one that comes in time; compared at equal times it is not.

/// A point (t, q, v).
pub(crate) type Point = Vec<f64>;

/// Hausdorff's distance of two polylines; nothing farther apart in time than `window` is compared.
pub(crate) fn distance(a: &[Point], b: &[Point], window: f64) -> f64 {
    one_sided(a, b, window).max(one_sided(b, a, window))
}

fn one_sided(points: &[Point], line: &[Point], window: f64) -> f64 {
    let mut first = 0;
    let mut largest = 0.0_f64;
    for point in points {
        while first + 2 < line.len() && line[first + 1][0] < point[0] - window {
            first += 1;
        }
        let near = line[first..]
            .windows(2)
            .take_while(|ends| ends[0][0] <= point[0] + window);
        let least = near.map(|ends| to_segment(point, &ends[0], &ends[1]));
        largest = largest.max(least.fold(f64::INFINITY, f64::min));
    }
    largest
}

/// From a point to the nearest point of a segment in Euclid's norm, measured in it.
fn to_segment(point: &[f64], from: &[f64], to: &[f64]) -> f64 {
    let along: f64 = (0..point.len())
        .map(|i| (to[i] - from[i]) * (point[i] - from[i]))
        .sum();
    let square: f64 = (0..point.len()).map(|i| (to[i] - from[i]).powi(2)).sum();
    let s = if square > 0.0 {
        (along / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let square: f64 = (0..point.len())
        .map(|i| (point[i] - from[i] - s * (to[i] - from[i])).powi(2))
        .sum();
    square.sqrt()
}
