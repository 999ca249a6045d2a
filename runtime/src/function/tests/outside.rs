//! Outside the table: lines, constants, NaN, and further periods.

use super::{Axis, Ends, KNOTS, Spline, bell, close, even, parts};
use crate::function::{Function, Outside};

fn spline(outside: Outside) -> Spline<[f64; 9]> {
    Spline::new(Axis::new(KNOTS).outside(outside), KNOTS.map(|x| bell(x)[0])).expect("a table")
}

#[test]
fn lines_and_constants_continue_the_ends() {
    let (line, held) = (spline(Outside::Linear), spline(Outside::Held));
    for (end, x) in [(-1.0, -1.5), (5.0, 8.0)] {
        let [f, slope, curvature] = parts(&line, end);
        assert_eq!(parts(&held, end), [f, slope, curvature]);
        assert_ne!(curvature, 0.0);
        close(parts(&line, x), [f + slope * (x - end), slope, 0.0], 1e-15);
        assert_eq!(parts(&held, x), [f, 0.0, 0.0]);
        let beside: f64 = if end < 0.0 { end.next_down() } else { end.next_up() };
        close(parts(&line, beside), [f, slope, 0.0], 1e-14);
    }
}

#[test]
fn errors_are_nan_and_nan_is_an_error() {
    for outside in [Outside::Error, Outside::Linear, Outside::Held] {
        assert!(
            parts_of(&spline(outside), f64::NAN)
                .iter()
                .any(|part| part.is_nan())
        );
        // Infinity is on no line that a step could use.
        let far = parts_of(&spline(outside), f64::INFINITY);
        assert!(!far[0].is_finite(), "{outside:?}");
    }
    for x in [-1.0_f64.next_up(), 5.0_f64.next_up(), -30.0] {
        let x = if x == -1.0_f64.next_up() {
            (-1.0_f64).next_down()
        } else {
            x
        };
        assert!(
            parts_of(&spline(Outside::Error), x)
                .iter()
                .all(|part| part.is_nan())
        );
    }
}

/// Without comparisons, which NaN would fail.
fn parts_of(spline: &Spline<[f64; 9]>, x: f64) -> [f64; 3] {
    let (value, [slope], [[curvature]]) = spline.hessian([x]);
    [value, slope, curvature]
}

#[test]
fn periods_repeat_and_their_seams_are_smooth() {
    let knots = KNOTS.map(|x| x + 0.1); // no binary fractions
    let values = core::array::from_fn(|i| bell(knots[i % 8])[0]);
    let cam = Spline::new(Axis::new(knots).ends(Ends::Periodic), values).expect("a table");
    let period = knots[8] - knots[0];
    for x in even::<40>([knots[0], knots[8]]) {
        for turns in [-1000.0, -2.0, -1.0, 1.0, 3.0, 1e6] {
            // x has an error of ε |x| after so many turns.
            close(
                parts(&cam, x + turns * period),
                parts(&cam, x),
                1e-14 * f64::max(10.0, turns.abs()),
            );
        }
    }
    for turns in [-7.0, 0.0, 1.0, 50.0] {
        let seam: f64 = knots[0] + turns * period;
        let around = (0..8).map(|k| seam * (1.0 + (f64::from(k) - 4.0) * f64::EPSILON));
        around.for_each(|x| close(parts(&cam, x), parts(&cam, knots[0]), 1e-12));
    }
    assert!(parts_of(&cam, f64::INFINITY)[0].is_nan());
    assert!(parts_of(&cam, f64::NAN)[0].is_nan());
    assert!(
        parts_of(&cam, 1e300)
            .iter()
            .all(|part| part.is_finite() || part.is_nan())
    );
}
