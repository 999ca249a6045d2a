//! The head of a cat in the phase plane, as lines of many points.
//!
//! Contains the drawing only, and no motion.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use report::plot::Curve;

/// The outline first, then the features.
pub(super) type Lines = Vec<Curve>;

/// The middle of the head, and its radius.
pub(super) const CENTRE: (f64, f64) = (0.0, 1.3);
const RADIUS: f64 = 0.4;

/// Maps from the plane of the drawing, in which the head is the unit circle.
fn place((x, y): (f64, f64)) -> (f64, f64) {
    (CENTRE.0 + RADIUS * x, CENTRE.1 + RADIUS * y)
}

/// The head with its ears, anticlockwise, in pieces of about the same angle with `corners` corners each; every tip is a corner.
pub(super) fn outline(corners: usize) -> Curve {
    let begins = pieces();
    let ends = begins.iter().skip(1).copied().chain([begins[0] + TAU]);
    let pieces = begins.iter().zip(ends);
    let angles = pieces.flat_map(|(begin, end)| {
        (0..corners).map(move |k| begin + (end - begin) * k as f64 / corners as f64)
    });
    angles.map(|angle| place(rim(FRAC_PI_2 + angle))).collect()
}

/// The begin, the tip and the end of an ear, as angles from the top.
const EAR: [f64; 3] = [0.22, 0.62, 0.95];
/// Pieces of the circle below the ears.
const BELOW: u32 = 10;
pub(super) const PIECES: usize = 15;

/// Angles from the top at which smooth pieces begin, anticlockwise.
fn pieces() -> Vec<f64> {
    let [begin, tip, end] = EAR;
    let below = (TAU - 2.0 * end) / f64::from(BELOW);
    let ears = [-end, -tip, -begin, begin, tip];
    let circle = (0..BELOW).map(|k| end + below * f64::from(k));
    ears.into_iter().chain(circle).collect()
}

/// The point at which the ray at an angle leaves the head; the ears are triangles on the circle.
fn rim(angle: f64) -> (f64, f64) {
    // The ears are mirror images of each other in x = 0.
    let from_top = (angle - FRAC_PI_2 + PI).rem_euclid(TAU) - PI;
    let radius = ear(from_top.abs()).unwrap_or(1.0);
    (radius * angle.cos(), radius * angle.sin())
}

/// The radius at an angle within an ear.
fn ear(angle: f64) -> Option<f64> {
    let ([begin, tip, end], height) = (EAR, 1.42);
    let side = |from: f64| {
        // The line from the circle at `from` to the tip: r sin(φ − ..) by its distance from the centre.
        let (a, b) = ((from.cos(), from.sin()), (height * tip.cos(), height * tip.sin()));
        let cross = a.0 * b.1 - a.1 * b.0;
        let (c, s) = (angle.cos(), angle.sin());
        cross / ((b.1 - a.1) * c - (b.0 - a.0) * s)
    };
    match angle {
        _ if angle < begin || angle > end => None,
        _ if angle < tip => Some(side(begin)),
        _ => Some(side(end)),
    }
}

/// All lines of the cat; the outline is closed.
pub(super) fn lines() -> Lines {
    let mut head = outline(120);
    head.extend(head.first().copied());
    let mut lines = vec![head];
    for side in [-1.0, 1.0] {
        lines.push(ellipse((0.38 * side, 0.22), (0.15, 0.1)));
        lines.push(ellipse((0.38 * side, 0.22), (0.03, 0.1)));
        for lift in [-0.12, 0.0, 0.12] {
            lines.push(segment(
                (0.3 * side, -0.28 + 0.4 * lift),
                (0.85 * side, -0.26 + lift),
            ));
        }
        lines.push(segment((0.0, -0.3), (0.16 * side, -0.48)));
    }
    let nose = [(-0.1, -0.12), (0.1, -0.12), (0.0, -0.26)];
    lines.extend((0..3).map(|k| segment(nose[k], nose[(k + 1) % 3])));
    lines
}

fn ellipse(middle: (f64, f64), axes: (f64, f64)) -> Curve {
    let angles = (0..=60).map(|k| TAU * f64::from(k) / 60.0);
    angles
        .map(|angle| place((middle.0 + axes.0 * angle.cos(), middle.1 + axes.1 * angle.sin())))
        .collect()
}

fn segment(a: (f64, f64), b: (f64, f64)) -> Curve {
    let shares = (0..=20).map(|k| f64::from(k) / 20.0);
    shares
        .map(|share| place((a.0 + share * (b.0 - a.0), a.1 + share * (b.1 - a.1))))
        .collect()
}
