//! Random states of a system: the same in every run, `PROPTEST_CASES` sets how many.

use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// From where to where coordinates and velocities go.
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
        let default = Config::default();
        let config = Config {
            failure_persistence: None,
            cases: std::env::var_os("PROPTEST_CASES").map_or(32, |_| default.cases),
            ..default
        };
        let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
        let outcome = runner.run(&points, |point| {
            check(&point);
            Ok(())
        });
        if let Err(failure) = outcome {
            panic!("{failure}");
        }
    }
}

fn within((from, to): (f64, f64), x: f64) -> f64 {
    from + (to - from) * x
}
