//! Compositions of steps that reflect a mode, although the mass matrix is constant and there are no constraints.

use extremal::prelude::*;

/// ∂L/∂v depends on time.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) + sin(3 * t) * (x.powi(2) * dt(x) + dt(y)) + x * y * dt(x),
    potential = 0.5 * x.powi(2) + 0.25 * y.powi(4) + x * y,
    discretize(Livens)
)]
struct Driven;

/// Only the potential determines s.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, s),
    massless(s),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 2 * (x - s).powi(2) + 0.5 * s.powi(2) + 0.25 * s.powi(4),
    discretize(Livens)
)]
struct Series;

/// A mass that two coordinates move together: no row of M is zero, but M is singular. `Polarized` reflects massless modes as well.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    kinetic = 0.5 * (dt(a) + dt(b)).powi(2),
    potential = 2 * a.powi(2) + 0.5 * b.powi(2) + 0.25 * b.powi(4),
    discretize(Livens, Polarized<Livens>)
)]
struct Jointly;

const COMPOSED: Composition<4, Livens> = Composition(Livens);

fn largest(a: &[f64], b: &[f64]) -> f64 {
    let pairs = a.iter().zip(b);
    pairs.fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// (q, p, v) at t = 1.
fn driven(steps: usize) -> Vec<f64> {
    let h = 1.0 / steps as f64;
    let mut motion = Integrator::new(Driven, COMPOSED, h, [0.7, 0.5], [0.3, -0.4]).expect("numbers");
    motion.step_many(steps).expect("a regular system");
    let (state, v) = (motion.state(), motion.velocity().expect("it is carried"));
    [state.q.as_slice(), state.p.as_slice(), v.as_slice()].concat()
}

#[test]
fn momenta_that_depend_on_time_leave_the_order() {
    let [coarse, middle, fine] = [20, 40, 80].map(driven);
    for part in 0..3 {
        let part = 2 * part..2 * part + 2;
        let errors =
            [(&coarse, &middle), (&middle, &fine)].map(|(a, b)| largest(&a[part.clone()], &b[part.clone()]));
        let order = (errors[0] / errors[1]).log2();
        assert!((order - 4.0).abs() < 0.1, "{part:?}: {order}");
    }
}

/// Where x = s + (s + s³)/4 the springs pull s with the same force.
#[test]
fn coordinates_without_mass_have_the_order_too() {
    let ends = [5, 10, 20].map(|steps| {
        let h = 1.0 / f64::from(steps);
        let mut motion =
            Integrator::new(Series, COMPOSED, h, [0.65625, 0.5], [1.00625, 0.7]).expect("numbers");
        motion.step_many(steps as usize).expect("a regular system");
        motion.state().q
    });
    let [coarse, fine] = [0, 1].map(|i| ends[i] - ends[i + 1]);
    for order in coarse.iter().zip(&fine).map(|(a, b)| (a / b).abs().log2()) {
        assert!((order - 4.0).abs() < 0.3, "{order}");
    }
}

/// x = a + b is the position of the mass, and 4 a = b + b³ determines b. This is `Series` in other coordinates.
#[test]
fn a_mass_of_two_coordinates_has_the_order_too() {
    fn ends<D>(scheme: D) -> [[f64; 2]; 3]
    where
        Jointly: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
        D: Copy,
    {
        [10, 20, 40].map(|steps| {
            let h = 1.0 / f64::from(steps);
            let mut motion =
                Integrator::new(Jointly, scheme, h, [0.15625, 0.5], [0.30625, 0.7]).expect("numbers");
            motion.step_many(steps as usize).expect("a regular system");
            let state = motion.state();
            [state.q[0] + state.q[1], state.p[0]]
        })
    }
    for [coarse, middle, fine] in [ends(COMPOSED), ends(Composition::<4, _>(Polarized(Livens)))] {
        let order = (largest(&coarse, &middle) / largest(&middle, &fine)).log2();
        assert!((order - 4.0).abs() < 0.15, "{order}");
    }
}
