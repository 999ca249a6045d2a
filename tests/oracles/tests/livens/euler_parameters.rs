//! Bodies in Euler parameters, by steps that turn them far.

use extremal::Failure;
use extremal::prelude::*;

/// A free body with the moments of inertia a, b and c, and the inertia s along e, which the constraint keeps at rest.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(e[4]),
    let rates = [
        2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
        2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3])),
    ],
    kinetic = 0.5 * (a * rates[0].powi(2) + b * rates[1].powi(2) + c * rates[2].powi(2)) + 2 * s * dot(e, dt(e)).powi(2),
    symmetry(turn = [-e[3], -e[2], e[1], e[0]]),
    constraint(unit = 0.5 * (e.norm_squared() - 1)),
    discretize(Livens, Polarized<Livens>, Equivariant<Livens>, Stabilized<Equivariant<Livens>>, Midpoint)
)]
struct Body {
    a: f64,
    b: f64,
    c: f64,
    s: f64,
}

const SPHERE: Body = Body {
    a: 1.0,
    b: 1.0,
    c: 1.0,
    s: 0.0,
};

/// Steps of the length h from a place at which nothing is special, with the rates w.
fn run<D: Copy>(body: Body, scheme: D, h: f64, w: [f64; 3], steps: usize) -> Result<f64, Failure>
where
    Body: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
    <Body as Discretize<D>>::Memory: Clone,
{
    let q = [0.8, 0.3, -0.2, 0.5].map(|x: f64| x / 1.02_f64.sqrt());
    let [e0, e1, e2, e3] = q;
    let rows = [[-e1, -e2, -e3], [e0, -e3, e2], [e3, e0, -e1], [-e2, e1, e0]];
    let v = rows.map(|row| 0.5 * (row[0] * w[0] + row[1] * w[1] + row[2] * w[2]));
    let mut motion = Integrator::new(body, scheme, h, q, v).expect("a good start");
    let energy = motion.energy();
    for _ in 0..steps {
        motion.step().map_err(|error| error.failure)?;
    }
    Ok((motion.energy() - energy).abs())
}

/// A first step of a sphere has no solution beyond h w = 4 (√2 − 1), and by Midpoint beyond 1.
#[test]
fn without_inertia_along_the_parameters_steps_have_a_limit() {
    let w = [0.0, 0.0, 1.0];
    let limit = 4.0 * (core::f64::consts::SQRT_2 - 1.0);
    assert!(run(SPHERE, Livens, 0.999 * limit, w, 1).is_ok());
    let failure = run(SPHERE, Livens, 1.01 * limit, w, 1).expect_err("no solution");
    assert!(
        failure
            .to_string()
            .contains("there may be no solution: take a shorter step"),
        "{failure}"
    );
    assert!(run(SPHERE, Midpoint, 0.999, w, 1).is_ok());
    assert!(run(SPHERE, Midpoint, 1.001, w, 1).is_err());
}

/// With an inertia along the parameters, and with polarized gradients, there is no such limit.
#[test]
fn an_inertia_along_the_parameters_lets_steps_be_long() {
    let uneven = Body {
        a: 1.0,
        b: 2.0,
        c: 3.0,
        s: 3.0,
    };
    let spinning = ([0.0, 0.0, 1.0], Body { s: 1.0, ..SPHERE });
    for (w, body) in [spinning, ([0.6, 0.5, 0.62], uneven)] {
        for h in [1.0, 2.0, 3.0] {
            for change in [
                run(body, Livens, h, w, 3000),
                run(body, Polarized(Livens), h, w, 3000),
            ] {
                // A random walk of roundings.
                assert!(
                    change.as_ref().is_ok_and(|change| *change < 1e-11),
                    "{h} {change:?}"
                );
            }
        }
    }
    let w = [0.0, 0.0, 1.0];
    assert!(run(SPHERE, Polarized(Livens), 3.0, w, 3000).is_ok_and(|change| change < 1e-11));
}

/// What a constraint leaves of the velocity along it grows where discrete gradients are those of invariants. It is a limit of
/// the method, and its page says so; stabilized it has no such velocity.
#[test]
fn the_velocity_along_the_constraint_grows_through_invariants() {
    let (sphere, w) = (Body { s: 1.0, ..SPHERE }, [0.0, 0.0, 1.0]);
    assert!(run(sphere, Equivariant(Livens), 0.5, w, 1000).is_err());
    assert!(run(sphere, Stabilized(Equivariant(Livens)), 0.5, w, 1000).is_ok_and(|change| change < 1e-12));
}
