//! What motions with called functions keep: invariants, constraints, energy.

use extremal::function::{Function, Gradient, Value};
use extremal::nalgebra::Vector2;
use extremal::prelude::*;

use super::{WELL, Well, difference, row};

#[test]
fn functions_of_invariants_are_invariant() {
    let (q, v) = ([0.1, 0.9, 2.2], [0.3, -0.2, 0.4]);
    let mut motion = Integrator::new(row::<f64>(), Midpoint, 0.1, q, v).expect("a good start");
    let before = row::<f64>().shift(&motion.state());
    motion.step_many(300).expect("small steps");
    // Momenta are below 10.
    assert!((row::<f64>().shift(&motion.state()) - before).abs() < 1e-13);
    let mut motion =
        Integrator::new(row::<f64>(), Livens, 0.1, [0.1, 0.9, 2.2], [0.3, -0.2, 0.4]).expect("a good start");
    let energy = motion.energy();
    for _ in 0..300 {
        motion.step().expect("a small step");
        // Energies are about 10; each step rounds, and the change of V is a difference of its values.
        assert!((motion.energy() - energy).abs() < 1e-12);
    }
}

/// A cam that lifts a follower.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(phi, y),
    kinetic = 0.5 * dt(phi).powi(2) + 0.5 * m * dt(y).powi(2),
    potential = 3 * (y + 2).powi(2),
    constraint(contact = y - cam(phi)),
    discretize(Midpoint, Livens)
)]
struct Train<'a> {
    m: f64,
    cam: &'a dyn Function<1>,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(phi, y),
    kinetic = 0.5 * dt(phi).powi(2) + 0.5 * m * dt(y).powi(2),
    potential = 3 * (y + 2).powi(2),
    constraint(contact = y - (1.7 * (1 - cos(phi)) + phi.powi(4) / 20)),
    discretize(Midpoint, Livens)
)]
struct TrainWritten {
    m: f64,
}

#[test]
fn a_cam_holds_its_follower() {
    let (q, v) = ([0.5, WELL.value([0.5])], [1.0, WELL.gradient([0.5]).1[0]]);
    let numbers = |State { q, p, .. }: State<f64, Vector2<f64>>| [q[0], q[1], p[0], p[1]];
    macro_rules! same {
        ($scheme:expr) => {{
            let mut a =
                Integrator::new(Train { m: 0.4, cam: &WELL }, $scheme, 0.01, q, v).expect("a good start");
            let mut b = Integrator::new(TrainWritten { m: 0.4 }, $scheme, 0.01, q, v).expect("a good start");
            let energy = a.energy();
            for _ in 0..50 {
                a.step().expect("a small step");
                b.step().expect("a small step");
                // What Newton's method leaves of the constraint, divided by h.
                assert!(difference(&numbers(a.state()), &numbers(b.state())) < 1e-10);
            }
            a.energy() - energy
        }};
    }
    let _ = same!(Midpoint);
    assert!(same!(Livens).abs() < 1e-10);
}

/// Two masses on a bond.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2][2]),
    kinetic = 0.5 * (dt(r[0]).norm_squared() + 2 * dt(r[1]).norm_squared()),
    potential = bond((r[0] - r[1]).norm_squared()),
    symmetry(turn = [[[-r[0][1], r[0][0]], [-r[1][1], r[1][0]]]]),
    discretize(Livens, Equivariant<Livens>)
)]
struct Bond {
    bond: Well,
}

/// Also at rest and for steps so short that the values of V at both ends are equal.
#[test]
fn discrete_gradients_conserve_what_they_should() {
    for h in [0.05, 1e-4, 1e-9] {
        let start = || (Bond { bond: WELL }, [1.0, 0.2, -0.3, 0.1], [0.0, 0.4, 0.1, 0.0]);
        let (system, q, v) = start();
        let mut livens = Integrator::new(system, Livens, h, q, v).expect("a good start");
        let (system, q, v) = start();
        let mut equivariant = Integrator::new(system, Equivariant(Livens), h, q, v).expect("a good start");
        let energy = livens.energy();
        let momentum = |s: State<f64, _>| -> f64 {
            let (q, p): (extremal::nalgebra::Vector4<f64>, extremal::nalgebra::Vector4<f64>) = (s.q, s.p);
            q[0] * p[1] - q[1] * p[0] + q[2] * p[3] - q[3] * p[2]
        };
        let turn = momentum(equivariant.state());
        for _ in 0..200 {
            livens.step().expect("a small step");
            equivariant.step().expect("a small step");
            assert!(
                (livens.energy() - energy).abs() < 1e-13 && (equivariant.energy() - energy).abs() < 1e-13
            );
            assert!((momentum(equivariant.state()) - turn).abs() < 1e-13);
        }
    }
    // From rest the first steps are of the size of h².
    let mut rest = Integrator::new(Bond { bond: WELL }, Livens, 1e-7, [1.0, 0.2, -0.3, 0.1], [0.0; 4])
        .expect("a good start");
    let slope = WELL.gradient([1.70]).1[0];
    rest.step().expect("a small step");
    // p = −h ∂V/∂r = −h V′(|r|²) 2 r, and the values at both ends differ by rounding alone.
    let expected = -1e-7 * slope * 2.0 * 1.3;
    let error = (rest.state().p[0] - expected) / expected;
    assert!(error.abs() < 1e-13, "{error:e}");
}
