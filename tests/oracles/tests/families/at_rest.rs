//! Equations at rest among moving ones: far from a pulse momenta and differences of forces are below every rounding.

use extremal::prelude::*;

/// Toda's lattice on a ring.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    let longer = |i| q[(i + 1) % masses] - q[i] + stretch,
    kinetic = sum(0..masses, |i| 1 / 2 * dt(q[i]).powi(2)),
    potential = sum(0..masses, |i| exp(-longer(i)) + longer(i) - 1),
    discretize(Midpoint),
)]
struct Toda {
    masses: usize,
    stretch: f64,
}

/// Springs with cubic forces on a ring.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    let longer = |i| q[(i + 1) % masses] - q[i],
    kinetic = sum(0..masses, |i| 1 / 2 * dt(q[i]).powi(2)),
    potential = sum(0..masses, |i| 1 / 2 * longer(i).powi(2) + 1 / 4 * longer(i).powi(4)),
    discretize(Midpoint, Livens),
)]
struct Cubic {
    masses: usize,
}

/// A coordinate without mass between two springs: its forces vanish, and exp(−d) − 1 does not see changes of d below ε.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 1 / 2 * dt(x).powi(2),
    potential = exp(y - x) - (y - x) + exp(-y) + y,
    discretize(Midpoint, Livens),
)]
struct Joint;

const KAPPA: f64 = 0.5;

/// qᵢ = ln[(1 + e^{2(κ(i − 1 − 30) − βt)})/(1 + e^{2(κ(i − 30) − βt)})] + 2κ i/n and its rate (M. Toda, 1967).
fn soliton(masses: usize, t: f64) -> (Vec<f64>, Vec<f64>) {
    let beta = KAPPA.sinh();
    let rise = |i: f64| (2.0 * (KAPPA * (i - 30.0) - beta * t)).exp();
    let of_mass = |i: usize| {
        let (before, here) = (rise(i as f64 - 1.0), rise(i as f64));
        let q = before.ln_1p() - here.ln_1p() + 2.0 * KAPPA / masses as f64 * i as f64;
        (q, 2.0 * beta * (here / (1.0 + here) - before / (1.0 + before)))
    };
    (0..masses).map(of_mass).unzip()
}

/// The largest error of a coordinate at t = 10. The soliton is e^−60 at the ends of the ring.
fn error(steps: usize) -> f64 {
    let masses = 100;
    let (q, v) = soliton(masses, 0.0);
    let stretch = -2.0 * KAPPA / masses as f64;
    let mut motion =
        Integrator::new(Toda { masses, stretch }, Midpoint, 10.0 / steps as f64, q, v).expect("a start");
    for _ in 0..steps {
        let report = motion.step().expect("a step");
        // The parabola through the last steps and two or three corrections; without it one more.
        assert!(report.iterations <= 4, "{report:?}");
    }
    let state = motion.state();
    let (exact, _) = soliton(masses, state.t);
    let errors = state.q.iter().zip(&exact).map(|(q, exact)| (q - exact).abs());
    errors.fold(0.0, f64::max)
}

#[test]
fn tails_of_a_soliton() {
    let errors = [100, 200, 400].map(error);
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "{errors:?}");
    }
    // Measured 2.3e-4.
    assert!(errors[2] < 1e-3, "{errors:?}");
}

/// Coordinates of size 1 do not see what far ones move, below ε.
#[test]
fn far_from_a_pulse() {
    let masses = 100;
    let mut v = vec![0.0; masses];
    v[30] = 1.0;
    let start = || (vec![1.0; masses], v.clone());
    let (q, v) = start();
    let mut midpoint = Integrator::new(Cubic { masses }, Midpoint, 0.1, q, v).expect("a start");
    let (q, v) = start();
    let mut livens = Integrator::new(Cubic { masses }, Livens, 0.1, q, v).expect("a start");
    let energy = livens.energy();
    for _ in 0..200 {
        midpoint.step().expect("a step");
        livens.step().expect("a step");
    }
    let total: f64 = midpoint.state().p.iter().sum();
    // 200 roundings of numbers of size one.
    assert!((total - 1.0).abs() < 1e-13, "{total}");
    assert!((livens.energy() - energy).abs() < 1e-14);
}

#[test]
fn a_joint_in_equilibrium() {
    // The joint is in the middle, so that the mass is on a spring of half the stiffness: x = a cos(t/√2), to a².
    let (a, h) = (1e-9, 0.01);
    let mut midpoint = Integrator::new(Joint, Midpoint, h, [a, a / 2.0], [0.0; 2]).expect("a start");
    let mut livens = Integrator::new(Joint, Livens, h, [a, a / 2.0], [0.0; 2]).expect("a start");
    for _ in 0..100 {
        midpoint.step().expect("a step");
        livens.step().expect("a step");
    }
    let exact = a * 0.5_f64.sqrt().cos();
    for x in [midpoint.state().q[0], livens.state().q[0]] {
        // The force is exp(−d) − 1, of which the rounding is ε: it moves x by ε t²/2 at most, and the error of the step is a h².
        assert!((x - exact).abs() < 1e-16 + a * h * h, "{x:e} {exact:e}");
    }
}
