//! Masses on constraints that differ by far: what a stabilized step lacks along one constraint does not move a mass that the
//! constraint does not hold.

use extremal::prelude::*;

/// A double pendulum by positions. Its lengths are no polynomials.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m * dt(a).norm_squared() + 0.5 * n * dt(b).norm_squared(),
    potential = 9.81 * (m * a[1] + n * b[1]),
    constraint(first = a.norm() - 1, second = (b - a).norm() - 1),
    discretize(Midpoint, Stabilized<Livens>),
)]
struct Pendulum {
    m: f64,
    n: f64,
}

#[test]
fn a_light_mass_below_a_heavy_one_moves_as_it_should() {
    for (m, n) in [
        (1.0, 1.0),
        (1.0, 1e-4),
        (1.0, 1e-8),
        (1.0, 1e-12),
        (1e12, 1.0),
        (1e-8, 1.0),
    ] {
        let (pendulum, h) = (Pendulum { m, n }, 1e-3);
        let (q, v) = ([1.0, 0.0, 1.6, -0.8], [0.0; 4]);
        let mut midpoint = Integrator::new(pendulum, Midpoint, h, q, v).expect("a start");
        let mut stabilized = Integrator::new(pendulum, Stabilized(Livens), h, q, v).expect("a start");
        let start = stabilized.energy();
        midpoint.step_many(200).expect("a pendulum");
        let mut rates: f64 = 0.0;
        for _ in 0..200 {
            let report = stabilized.step().expect("a pendulum");
            rates = report
                .constraint_rates
                .iter()
                .fold(rates, |most, rate| most.max(rate.abs()));
        }
        // h² by rates of ten in a second or less.
        for (x, other) in stabilized.state().q.iter().zip(&midpoint.state().q) {
            assert!((x - other).abs() < 1e-4, "{pendulum:?}: {x} {other}");
        }
        // 200 steps of rounding, of velocities below ten.
        assert!(rates < 1e-12, "{pendulum:?}: {rates}");
        let change = (stabilized.energy() - start).abs();
        assert!(change < 1e-12 * 10.0 * (m + n), "{pendulum:?}: {change}");
    }
}
