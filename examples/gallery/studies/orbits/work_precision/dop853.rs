//! Dop853 of the crate `ode_solvers`, on right-hand sides written by hand for speed.
//!
//! The method of order 8 of Hairer, Nørsett and Wanner, with step size control: its setting is the tolerance instead of the
//! step size. It writes no output between start and end, which would cost evaluations.

use ode_solvers::dop_shared::OutputType;
use ode_solvers::{Dop853, SVector, System};

use super::curve::Finish;
use report::study::Outcome;

/// (q, v)
type Vector = SVector<f64, 4>;

/// The double pendulum with m = l = 1, solved for the accelerations.
#[derive(Clone, Copy)]
pub(super) struct DoublePendulum {
    pub(super) g: f64,
}

impl System<f64, Vector> for DoublePendulum {
    fn system(&self, _: f64, y: &Vector, dy: &mut Vector) {
        let [[alpha, beta, a, b]] = y.data.0;
        let (s, c) = (alpha - beta).sin_cos();
        let first = -2.0 * self.g * alpha.sin() - b * b * s;
        let second = -self.g * beta.sin() + a * a * s;
        let per_determinant = 1.0 / (2.0 - c * c);
        dy.data.0 = [[
            a,
            b,
            (first - c * second) * per_determinant,
            (2.0 * second - c * first) * per_determinant,
        ]];
    }
}

/// The two-body problem.
#[derive(Clone, Copy)]
pub(super) struct TwoBody {
    pub(super) gm: f64,
}

impl System<f64, Vector> for TwoBody {
    fn system(&self, _: f64, y: &Vector, dy: &mut Vector) {
        let [[x, z, a, b]] = y.data.0;
        let square = x * x + z * z;
        let pull = -self.gm / (square * square.sqrt());
        dy.data.0 = [[a, b, pull * x, pull * z]];
    }
}

/// One run from rest at t = 0, with `tolerance` both relative and absolute.
pub(super) fn run(
    system: impl System<f64, Vector>,
    start: [f64; 4],
    span: f64,
    tolerance: f64,
    momentum: impl Fn([f64; 2], [f64; 2]) -> [f64; 2],
) -> Outcome<(Finish, usize)> {
    // The defaults of the crate, except for the output: safety, β, least and largest change of the step, largest step, first
    // step (0: chosen by the method), largest number of steps, test for stiffness.
    let mut solver = Dop853::from_param(
        system,
        0.0,
        span,
        span,
        Vector::from(start),
        tolerance,
        tolerance,
        0.9,
        0.0,
        0.333,
        6.0,
        span,
        0.0,
        100_000,
        1000,
        OutputType::Sparse,
    );
    let stats = solver.integrate()?;
    let end = solver.y_out().last().ok_or("no output")?;
    let (q, v) = ([end[0], end[1]], [end[2], end[3]]);
    let p = momentum(q, v);
    Ok((Finish { q, p }, stats.num_eval as usize))
}
