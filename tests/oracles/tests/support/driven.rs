//! Systems of two coordinates with an input: orders and derivatives of a scheme, from routes that share nothing with it.

use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::system::VectorSpace;
use num_dual::Dual64;

use super::order::extrapolated;
use super::slope::slope;

/// q and v at the start of all motions.
pub(crate) const START: ([f64; 2], [f64; 2]) = ([0.8, -0.3], [0.2, 0.9]);
pub(crate) const INPUT: f64 = 0.7;

pub(crate) type Vector = SVector<f64, 2>;

/// The orders of q, p and v over a second.
pub(crate) fn orders<S, D: Copy>(system: &S, scheme: D, steps: [usize; 4]) -> [f64; 3]
where
    S: VectorSpace<Scalar = f64, Configuration = Vector, Inputs = [f64; 1]> + Discretize<D> + VectorSpace,
{
    const END: f64 = 1.0;
    let rate = |t: f64, z: [f64; 4]| {
        let (q, v) = (Vector::new(z[0], z[1]), Vector::new(z[2], z[3]));
        let a = system.acceleration(t, &q, &v, &[INPUT]);
        let a = a.expect("the masses are regular");
        [v[0], v[1], a[0], a[1]]
    };
    let (q, v) = START;
    let exact = extrapolated(rate, [q[0], q[1], v[0], v[1]], END, 40);
    let (exact_q, exact_v) = (Vector::new(exact[0], exact[1]), Vector::new(exact[2], exact[3]));
    let exact_p = system.momentum(END, &exact_q, &exact_v);
    let errors = steps.map(|steps| {
        let mut motion = Integrator::new(system, scheme, END / steps as f64, q, v).expect("a good start");
        for _ in 0..steps {
            motion.step_with([INPUT]).expect("a small step");
        }
        let (state, v) = (motion.state(), motion.velocity().expect("the masses are regular"));
        let errors = [state.q - exact_q, state.p - exact_p, v - exact_v];
        (steps, errors.map(|error| error.amax()))
    });
    // Numbers up to three in 320 steps.
    let rounding = 1e-13;
    [0, 1, 2].map(|part| {
        slope(
            errors.iter().map(|(steps, error)| (*steps, error[part])),
            rounding,
        )
    })
}

/// A number whose derivative by the seed is taken: q, v, the input, m and k have the numbers 0 to 6.
fn at(seed: usize, k: usize, x: f64) -> Dual64 {
    Dual64::new(x, if k == seed { 1.0 } else { 0.0 })
}

/// The derivatives of (q, p, v) at the end of a step by one of q, v, the input, m or k, in dual numbers. `h` is 0.07, m = 1.3, k = 4.
pub(crate) fn seeded<S, D>(system: impl Fn(Dual64, Dual64) -> S, scheme: D, seed: usize) -> [f64; 6]
where
    S: Discretize<D, Scalar = Dual64, Configuration = SVector<Dual64, 2>, Inputs = [Dual64; 1]> + VectorSpace,
{
    let at = |k, x| at(seed, k, x);
    let (q, v) = START;
    let system = system(at(5, 1.3), at(6, 4.0));
    let (q, v) = ([at(0, q[0]), at(1, q[1])], [at(2, v[0]), at(3, v[1])]);
    let mut motion = Integrator::new(system, scheme, Dual64::from(0.07), q, v).expect("a good start");
    motion.step_with([at(4, INPUT)]).expect("a small step");
    let (State { q, p, .. }, v) = (motion.state(), motion.velocity().expect("the masses are regular"));
    [q[0].eps, q[1].eps, p[0].eps, p[1].eps, v[0].eps, v[1].eps]
}

/// The derivatives of p = ∂L/∂v at the start, which varies with q, v and the parameters.
pub(crate) fn seeded_start<S>(system: impl Fn(Dual64, Dual64) -> S, seed: usize) -> Vector
where
    S: VectorSpace<Scalar = Dual64, Configuration = SVector<Dual64, 2>>,
{
    let at = |k, x| at(seed, k, x);
    let (q, v) = START;
    let q = SVector::from([at(0, q[0]), at(1, q[1])]);
    let v = SVector::from([at(2, v[0]), at(3, v[1])]);
    let p = system(at(5, 1.3), at(6, 4.0)).momentum(Dual64::from(0.0), &q, &v);
    Vector::new(p[0].eps, p[1].eps)
}
