//! Right declarations next to mistakes that the compiler refuses, with their motions by hand.

use extremal::prelude::*;

/// Dry friction that is smooth: R = F √(v² + ε²).
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    dissipation = f * sqrt(dt(x).powi(2) + eps.powi(2))
)]
struct Sliding {
    m: f64,
    f: f64,
    eps: f64,
}

/// Drag, cubic in the speed: R = c |v|³.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    dissipation = c * abs(dt(x)).powi(3)
)]
struct Dragged {
    m: f64,
    c: f64,
}

/// A wall that gives way: V has a kink in its second derivative, and no jump.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = if x < 0 { 0.5 * k * x.powi(2) } else { 0 }
)]
struct Wall {
    m: f64,
    k: f64,
}

/// An indefinite energy, given as L: ẍ = −k y, ÿ = k x.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    lagrangian = 0.5 * (dt(x).powi(2) - dt(y).powi(2)) - k * x * y
)]
struct Indefinite {
    k: f64,
}

/// A pendulum, and a spring beside it that comes to rest and stiffens with its height.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * k * (2 + cos(x)) * y.powi(2) - cos(x),
    dissipation = 0.5 * c * dt(y).powi(2),
    discretize(Midpoint, Livens)
)]
struct BesideRest {
    k: f64,
    c: f64,
}

/// The orders of a scheme's errors in a run of `time`: of the coordinates at the end with 400, 800 and 1600 steps.
fn errors<S, D, const N: usize>(
    system: S,
    scheme: D,
    time: f64,
    (q0, v0): ([f64; N], [f64; N]),
    expected: [f64; N],
) -> [f64; 3]
where
    S: Discretize<D> + Lagrangian<Scalar = f64> + Copy,
    D: Copy,
    [f64; N]: extremal::blocks::IntoBlock<S::Configuration> + extremal::blocks::IntoBlock<S::Velocity>,
    S::Configuration: core::ops::Index<usize, Output = f64>,
    S::Inputs: extremal::blocks::NoInputs,
{
    [400, 800, 1600].map(|steps| {
        let mut motion = Integrator::new(system, scheme, time / steps as f64, q0, v0).expect("a start");
        for _ in 0..steps {
            motion.step().expect("a regular motion");
        }
        let q = motion.state().q;
        (0..N).fold(0.0, |most: f64, i| most.max((q[i] - expected[i]).abs()))
    })
}

/// Errors of second order: the next term is h² smaller.
fn check(errors: [f64; 3]) {
    let order = (errors[1] / errors[2]).log2();
    assert!(errors[2] < 1e-4 && (order - 2.0).abs() < 0.1, "{errors:?}");
}

/// dx = v dt and m dv = −F v/√(v² + ε²) dt, so x = m/F ∫ √(v² + ε²) dv up to rest, which the speed approaches as e^(−F t/(m ε)).
#[test]
fn dry_friction_stops_a_body() {
    let system = Sliding {
        m: 2.0,
        f: 3.0,
        eps: 0.5,
    };
    let (Sliding { m, f, eps }, v) = (system, 1.5_f64);
    let root = v.hypot(eps);
    let x = m / f * 0.5 * (v * root + eps * eps * (v / eps).asinh());
    let start = ([0.0], [v]);
    // After a time of 12 the speed is e^(−36 + ..) of the first one.
    check(errors(system, Midpoint, 12.0, start, [x]));
    check(errors(system, Verlet, 12.0, start, [x]));
}

/// m dv/dt = −3 c v², so v = v₀/(1 + 3 c v₀ t/m).
#[test]
fn drag_slows_a_body_in_both_directions() {
    let system = Dragged { m: 1.5, c: 0.4 };
    let Dragged { m, c } = system;
    for v in [2.0, -2.0_f64] {
        let rate = 3.0 * c * v.abs() / m;
        let x = v / rate * (1.0 + 3.0 * rate).ln();
        check(errors(system, Midpoint, 3.0, ([0.0], [v]), [x]));
    }
}

/// Free, then half an oscillation in the wall, then free with the opposite velocity.
#[test]
fn a_soft_wall_turns_a_body_around() {
    let system = Wall { m: 1.0, k: 9.0 };
    let (x0, v, time) = (1.0, -1.0, 4.0);
    // At the wall at t = 1, out of it after π/ω.
    let x = time - 1.0 - core::f64::consts::PI / 3.0;
    for errors in [
        errors(system, Verlet, time, ([x0], [v]), [x]),
        errors(system, Midpoint, time, ([x0], [v]), [x]),
    ] {
        // Steps across the kink have local errors of order h³, each with its own factor.
        assert!(errors[2] < 2e-5 && errors[2] < errors[0] / 8.0, "{errors:?}");
    }
}

/// x + i y = e^(λ t) with λ = √(k/2) (1 + i), whose square is i k.
#[test]
fn indefinite_energies_have_motions() {
    let k = 0.8_f64;
    let (rate, time) = ((0.5 * k).sqrt(), 2.0);
    let (sin, cos) = (rate * time).sin_cos();
    let growth = (rate * time).exp();
    let start = ([1.0, 0.0], [rate, rate]);
    let system = Indefinite { k };
    check(errors(system, Verlet, time, start, [growth * cos, growth * sin]));
    check(errors(
        system,
        Midpoint,
        time,
        start,
        [growth * cos, growth * sin],
    ));
}

/// A massless end between two springs, without a list of schemes: of the usual ones Verlet does not determine its velocity.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * (x - y).powi(2) + 0.5 * y.powi(2)
)]
struct InSeries;

/// Two springs in series are one of half the stiffness. The start of y is its equilibrium.
#[test]
fn usual_schemes_that_do_not_fit_are_left_out() {
    let h = 1e-3;
    let mut motion = Integrator::new(InSeries, Midpoint, h, [1.0, 0.5], [0.0, 0.0]).expect("a good start");
    motion.run(1000).expect("linear equations");
    // The midpoint rule is off by h² ω³/24 a unit of time.
    assert!((motion.state().q[0] - 0.5_f64.sqrt().cos()).abs() < 1e-7);
}

/// Two coordinates in unlike units: M is regular, and not seen to be so by comparing its columns.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x) + s * dt(y)).powi(2) + 0.5 * (s * dt(y)).powi(2),
    potential = 0.5 * x.powi(2) + 0.5 * (s * y).powi(2),
    discretize(Midpoint, Livens)
)]
struct Units {
    s: f64,
}

#[test]
fn units_do_not_make_masses_singular() {
    let end = |s: f64| {
        let start = ([0.3, 0.2 / s], [0.1, 0.4 / s]);
        let mut midpoint =
            Integrator::new(Units { s }, Midpoint, 0.1, start.0, start.1).expect("a regular M");
        let mut livens = Integrator::new(Units { s }, Livens, 0.1, start.0, start.1).expect("a regular M");
        midpoint.run(20).expect("linear equations");
        livens.run(20).expect("linear equations");
        [midpoint.state().q[0], livens.state().q[0]]
    };
    let usual = end(1.0);
    for s in [1e-8, 1e-20, 1e-30] {
        // Twenty steps with a few roundings each.
        let pairs = end(s).into_iter().zip(usual);
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-13), "{s:e}");
    }
}

/// M = γ m (1 + γ² v vᵀ/c²) is regular, and has no values for velocities above c.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    lagrangian = -m * c.powi(2) * sqrt(1 - dt(r).norm_squared() / c.powi(2)) - 0.5 * k * r.norm_squared(),
    discretize(Midpoint)
)]
struct Relativistic {
    m: f64,
    c: f64,
    k: f64,
}

#[test]
fn masses_without_values_somewhere_are_not_singular() {
    let description = Relativistic::describe().to_string();
    assert!(description.contains("depends on the velocities"), "{description}");
    assert!(!description.contains("singular"), "{description}");
    let system = Relativistic {
        m: 1.2,
        c: 1.0,
        k: 0.7,
    };
    let motion = Integrator::new(system, Midpoint, 0.01, [0.3, 0.0, 0.1], [0.2, 0.5, -0.4]);
    let velocity = motion.and_then(|motion| motion.velocity()).expect("a regular M");
    // A few roundings.
    assert!((velocity.norm_squared() - 0.45).abs() < 1e-14);
}

/// The equation of y is rounding in its first iteration once y is at rest. That must not end a step before x has moved.
#[test]
fn a_neighbour_at_rest_stops_no_step() {
    macro_rules! angles {
        ($scheme:expr) => {{
            let beside = BesideRest { k: 100.0, c: 1.0 };
            let mut motion = Integrator::new(beside, $scheme, 0.01, [2.0, 0.1], [0.0, 0.0]).unwrap();
            let steps = (0..12_000).map(|_| {
                motion.step().unwrap();
                motion.state().q[0]
            });
            let angles = steps.collect::<Vec<f64>>();
            (angles, motion.energy())
        }};
    }
    for (angles, energy) in [angles!(Midpoint), angles!(Livens)] {
        assert!(angles.windows(2).all(|pair| pair[0] != pair[1]));
        // At the end y is at rest, and the period of x is that of a pendulum with the energy that is left, 4 K(k) with
        // k² = (E + 1)/2: a mean of means.
        let (mut a, mut b) = (1.0, (1.0 - 0.5 * (energy + 1.0)).sqrt());
        for _ in 0..20 {
            (a, b) = (0.5 * (a + b), (a * b).sqrt());
        }
        let expected = std::f64::consts::TAU / a;
        let falls: Vec<usize> = (10_000..11_999)
            .filter(|&k| angles[k] > 0.0 && angles[k + 1] <= 0.0)
            .collect();
        let period = 0.01 * (falls[1] - falls[0]) as f64;
        // A step of time, and 2e-4 of the period by the error of the scheme.
        assert!((period - expected).abs() < 0.012, "{period} {expected}");
    }
}
