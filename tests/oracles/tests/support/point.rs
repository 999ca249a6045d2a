//! Random states of a system.

use proptest::collection::vec;
use proptest::strategy::Strategy;

use super::cases::for_all;

/// The ranges of coordinates and velocities.
#[derive(Clone, Copy)]
pub(crate) struct Domain {
    pub(crate) q: &'static [(f64, f64)],
    pub(crate) v: (f64, f64),
}

/// A random state, with inputs and a step size.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) t: f64,
    pub(crate) h: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) u: Vec<f64>,
}

impl Domain {
    pub(crate) fn for_all(self, inputs: usize, check: &dyn Fn(&Point)) {
        let n = self.q.len();
        let points = (
            0.1..2.0,
            0.02..0.1,
            vec(0.0..1.0, n),
            vec(0.0..1.0, n),
            vec(-1.0..1.0, inputs),
        );
        let points = points.prop_map(
            |(t, h, q, v, u): (f64, f64, Vec<f64>, Vec<f64>, Vec<f64>)| Point {
                t,
                h,
                q: q.iter()
                    .zip(self.q)
                    .map(|(&x, &range)| within(range, x))
                    .collect(),
                v: v.iter().map(|&x| within(self.v, x)).collect(),
                u,
            },
        );
        for_all(&points, check);
    }
}

fn within((from, to): (f64, f64), x: f64) -> f64 {
    from + (to - from) * x
}
