//! Whether an element is degenerate: without length, area or volume.
//!
//! It refuses to know files.

use super::kind::Kind;

/// Products of three differences are rounded some ten times.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The measure that an element lacks, "length", "area" or "volume"; `None` for most.
pub(super) fn lacking(kind: &Kind, element: &[usize], places: &[[f64; 3]]) -> Option<&'static str> {
    let place = |corner: usize| {
        let point = element.get(corner).and_then(|&point| places.get(point));
        point.copied().unwrap_or_default()
    };
    let axes = kind.shape.axes.iter().map(|ways| {
        let sum = ways.iter().fold([0.0; 3], |sum, &[from, to]| {
            plus(sum, minus(place(to), place(from)))
        });
        scaled(sum)
    });
    let axes: Vec<[f64; 3]> = axes.collect();
    let has_twice = (1..element.len()).any(|at| element[..at].contains(&element[at]));
    let (measure, what) = match axes[..] {
        [a] => (dot(a, a), "length"),
        [a, b] => (dot(cross(a, b), cross(a, b)).sqrt(), "area"),
        [a, b, c] => (dot(a, cross(b, c)).abs(), "volume"),
        _ => return None,
    };
    // What is not a number is not above it.
    let has_measure = measure > ROUNDING;
    (has_twice || !has_measure).then_some(what)
}

/// With a largest component of one, if there is one.
fn scaled(x: [f64; 3]) -> [f64; 3] {
    let largest = x.iter().fold(0.0_f64, |largest, x| largest.max(x.abs()));
    if largest > 0.0 { x.map(|x| x / largest) } else { x }
}

fn plus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
