//! `Compensated`: rounding grows as a random walk of gains, and nothing else changes.

use extremal::blocks::NoInputs;
use extremal::prelude::*;

/// Verlet keeps p²/2m + (1 − h²k/4m) k x²/2 exactly, so that its change is rounding alone.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x * x,
    discretize(Verlet, Compensated<Verlet>),
)]
struct Oscillator {
    m: f64,
    k: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -gm / r.norm(),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Compensated<Verlet>, Compensated<Midpoint>,
        Compensated<Galerkin<2, Gauss<2>>>, Compensated<Livens>
    ),
)]
struct Kepler {
    gm: f64,
}

const KEPLER: Kepler = Kepler { gm: 1.0 };

/// Masses between fixed ends, springs ½d² + ¼d⁴.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.5 * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4))
        + 0.5 * q[0].powi(2) + 0.25 * q[0].powi(4)
        + 0.5 * q[masses - 1].powi(2) + 0.25 * q[masses - 1].powi(4),
    discretize(Verlet, Midpoint, Compensated<Verlet>, Compensated<Midpoint>),
)]
struct Chain {
    masses: usize,
}

const MEMBERS: usize = 6;

/// √(mean of squares), of relative errors in ε.
fn rms(errors: impl Iterator<Item = f64>) -> f64 {
    let squares: Vec<f64> = errors.map(|error| (error / f64::EPSILON).powi(2)).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

/// The change of what Verlet keeps after n steps of 0.01.
fn oscillator<D: Copy>(scheme: D, n: usize) -> f64
where
    Oscillator: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let (h, system) = (0.01, Oscillator { m: 1.3, k: 0.7 });
    let reduced = 1.0 - h * h * system.k / system.m / 4.0;
    let kept = |[q, p]: [f64; 2]| 0.5 * p * p / system.m + 0.5 * reduced * system.k * q * q;
    rms((0..MEMBERS).map(|member| {
        let start = [1.0 + 0.013 * member as f64];
        let mut motion = Integrator::new(system, scheme, h, start, [0.3]).expect("a regular start");
        let State { q, p, .. } = motion.state();
        let before = kept([q[0], p[0]]);
        motion.step_many(n).expect("explicit steps");
        let State { q, p, .. } = motion.state();
        kept([q[0], p[0]]) / before - 1.0
    }))
}

/// Gains are rounded by ε h in each step, so that n = 10⁵ steps leave 0.01 √n ε = 3 ε, and sums ε √n = 300 ε. Half as much and four
/// times as much are left for the factor, of which the model says nothing.
#[test]
fn rounding_of_explicit_steps_is_that_of_gains() {
    let compensated = oscillator(Compensated(Verlet), 100_000);
    assert!(compensated < 12.0, "{compensated} ε");
    let plain = oscillator(Verlet, 100_000);
    assert!(plain > 50.0, "{plain} ε");
}

/// The change of E after 4000 steps of order 8, whose own error is below ε.
fn kepler<D: Copy>(scheme: D) -> f64
where
    Kepler: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    rms((0..MEMBERS).map(|member| {
        let v = [0.0, 1.0 + 0.01 * member as f64];
        let mut motion = Integrator::new(KEPLER, scheme, 0.03, [1.0, 0.0], v).expect("a regular start");
        let before = motion.energy();
        motion.step_many(4000).expect("steps far from collisions");
        motion.energy() / before - 1.0
    }))
}

/// Fifteen stages of up to 0.8 h: ε 0.024 √60 000 = 6 ε, and half as much for the factor, of which the model says nothing. Without
/// compensation what Newton's method leaves of its equations has one sign: 0.06 ε a step.
#[test]
fn rounding_in_compositions_of_order_8() {
    let explicit = kepler(Composition::<8, _>(Compensated(Verlet)));
    assert!(explicit < 9.0, "{explicit} ε");
    let implicit = kepler(Composition::<8, _>(Compensated(Midpoint)));
    assert!(implicit < 9.0, "{implicit} ε");
    let plain = kepler(Composition::<8, _>(Midpoint));
    assert!(plain > 100.0, "{plain} ε");
}

/// The largest difference of q and of p from those of `Compensated`, after a hundred steps, and after a kick and other parameters.
fn same<D: Copy>(scheme: D) -> f64
where
    Kepler: Discretize<D, Scalar = f64, Inputs = [f64; 0]>
        + Discretize<Compensated<D>, Scalar = f64, Inputs = [f64; 0]>,
{
    let start = ([1.0, 0.0], [0.1, 1.1]);
    let mut plain = Integrator::new(KEPLER, scheme, 0.02, start.0, start.1).expect("a regular start");
    let mut compensated =
        Integrator::new(KEPLER, Compensated(scheme), 0.02, start.0, start.1).expect("a regular start");
    macro_rules! each {
        ($motion:ident => $($then:tt)*) => {{
            let $motion = &mut plain;
            $($then)*;
            let $motion = &mut compensated;
            $($then)*;
        }};
    }
    each!(motion => motion.step_many(100).expect("steps"));
    each!(motion => motion.kick([0.01, -0.02]).expect("a kick"));
    each!(motion => motion.set_system(Kepler { gm: 1.1 }).expect("another mass"));
    each!(motion => motion.set_step_size(0.015).expect("another length"));
    each!(motion => motion.step_many(100).expect("steps"));
    let [a, b] = [plain.state(), compensated.state()];
    (a.q - b.q).amax().max((a.p - b.p).amax())
}

/// Two hundred sums of numbers of size one, whose roundings a motion of three radians has multiplied by ten at most.
#[test]
fn motions_are_the_same_but_for_rounding() {
    let bound = 10.0 * 200.0 * f64::EPSILON;
    let found = [
        same(Verlet),
        same(Midpoint),
        same(Galerkin::<2, Gauss<2>>::default()),
        same(Livens),
    ];
    assert!(found.iter().all(|&apart| apart < bound), "{found:?}");
}

/// What earlier sums lost is part of a snapshot.
#[test]
fn snapshots_continue_with_the_same_bits() {
    fn check<D: Copy>(scheme: D)
    where
        Kepler: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let mut motion =
            Integrator::new(KEPLER, scheme, 0.02, [1.0, 0.0], [0.1, 1.1]).expect("a regular start");
        motion.step_many(50).expect("steps");
        let snapshot = motion.snapshot();
        motion.step_many(50).expect("steps");
        let end = motion.state();
        motion.restore(&snapshot).expect("a snapshot of its own");
        motion.step_many(50).expect("steps");
        assert_eq!((motion.state().q, motion.state().p), (end.q, end.p));
    }
    check(Compensated(Verlet));
    check(Compensated(Midpoint));
    check(Composition::<8, _>(Compensated(Verlet)));
}

/// The derivative of a step is that of the scheme inside: both states differ by their last digits, and so do the derivatives.
#[test]
fn derivatives_are_those_inside() {
    let start = ([1.0, 0.0], [0.1, 1.1]);
    let mut plain = Integrator::new(KEPLER, Midpoint, 0.02, start.0, start.1).expect("a regular start");
    let mut compensated =
        Integrator::new(KEPLER, Compensated(Midpoint), 0.02, start.0, start.1).expect("a regular start");
    for _ in 0..20 {
        let (_, a) = plain.step_linearized().expect("a step");
        let (_, b) = compensated.step_linearized().expect("a step");
        assert!((a.by_state - b.by_state).amax() < 1e-13);
    }
}

/// A system of any size: the change of E after 3000 steps of order 8, in ε.
fn chain<D: Copy>(scheme: D) -> f64
where
    Chain: Discretize<D, Scalar = f64, Configuration = extremal::nalgebra::DVector<f64>>,
{
    rms((0..2).map(|member| {
        let masses = 5;
        let place = |i: usize| 0.3 * (1.7 * (i + 1) as f64 + 0.1 * f64::from(member)).sin();
        let q: Vec<f64> = (0..masses).map(place).collect();
        let motion = Integrator::new(Chain { masses }, scheme, 0.03, q, vec![0.0; masses]);
        let mut motion = motion.expect("a regular start");
        let before = motion.energy();
        motion.step_many(3000).expect("short steps");
        motion.energy() / before - 1.0
    }))
}

/// As in [`rounding_in_compositions_of_order_8`], with an error of order 8 that is up to ten ε here. Equations of systems of any size
/// are solved less closely: what they leave has one sign, and that of stages of different lengths cancels but for their differences.
#[test]
fn rounding_in_systems_of_any_size() {
    let explicit = chain(Composition::<8, _>(Compensated(Verlet)));
    assert!(explicit < 20.0, "{explicit} ε");
    let [plain, implicit] = [
        chain(Composition::<8, _>(Midpoint)),
        chain(Composition::<8, _>(Compensated(Midpoint))),
    ];
    assert!(implicit < plain / 50.0, "{implicit} of {plain} ε");
}
