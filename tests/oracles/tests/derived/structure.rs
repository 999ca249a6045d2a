//! Conserved quantities of variational integrators, and the structure of equations that the derive finds: in long runs and single
//! steps.

use core::f64::consts::PI;

use crate::support::point::Domain;
use extremal::blocks::{Block, NoInputs, Vector};
use extremal::prelude::*;
use extremal::system::VectorSpace;
use extremal::{Lagrangian as System, Scalar, Solve};
use num_dual::Dual64;

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<1, Left>, Galerkin<1, Right>)
)]
struct Pendulum<T: Scalar> {
    m: T,
    l: T,
    g: T,
}

impl<T: Scalar> Pendulum<T> {
    fn unit() -> Self {
        let one = T::from_f64(1.0);
        Self {
            m: one,
            l: one,
            g: T::from_f64(9.81),
        }
    }
}

/// By the velocities of its bobs.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * m * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * m * (first[1] + second[1]),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<4>>,
        Galerkin<1, Left>, Galerkin<1, Right>, Galerkin<2, Trapezoid<2>, Gauss<2>>
    ),
)]
struct DoublePendulum<T: Scalar> {
    m: T,
}

/// The same in angles.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    kinetic = dt(a).powi(2) + 0.5 * dt(b).powi(2) + cos(a - b) * dt(a) * dt(b),
    potential = -9.81 * (2.0 * cos(a) + cos(b)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
struct InAngles;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * c * x.powi(2),
    dissipation = 0.5 * d * dt(x).powi(2),
    discretize(
        Verlet, Midpoint, Galerkin<1, Gauss<2>>, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>,
        Galerkin<1, Left>, Galerkin<1, Right>
    ),
)]
struct Oscillator {
    m: f64,
    c: f64,
    d: f64,
}

/// Neither quadratic in the velocities nor even in them, and with explicit time.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    lagrangian = -m * sqrt(1.0 - dt(x).powi(2) - dt(y).powi(2)) + 0.3 * x * dt(y) - 0.5 * (x * x + x * y * y * cos(t)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>)
)]
struct Relativistic<T: Scalar> {
    m: T,
}

/// A pendulum under a cart that rolls freely.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, theta),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * (dt(x + sin(theta)).powi(2) + dt(cos(theta)).powi(2)),
    potential = -9.81 * cos(theta),
    discretize(Midpoint)
)]
struct Cart;

/// An attracting centre in space.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = -1.0 / r.norm() + 0.1 * r.norm_squared().powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>, Galerkin<1, Left>)
)]
struct Central {
    m: f64,
}

#[test]
fn verlet_is_explicit_where_the_mass_matrix_is_constant() {
    const { assert!(<Pendulum<f64> as Discretize<Verlet>>::EXPLICIT) };
    const { assert!(<Central as Discretize<Verlet>>::EXPLICIT) };
    // This force depends on the velocity, but is linear in it.
    assert_ne!(<Oscillator as Discretize<Verlet>>::FACTS.solve, Solve::Newton);
    assert_eq!(
        <DoublePendulum<f64> as Discretize<Verlet>>::FACTS.solve,
        Solve::Newton
    );
    assert_eq!(
        <Pendulum<f64> as Discretize<Midpoint>>::FACTS.solve,
        Solve::Newton
    );
}

#[test]
fn linear_systems_take_no_newton_iterations() {
    fn check<D: Default>()
    where
        Oscillator: Discretize<D, Report = extremal::newton::Convergence> + VectorSpace,
    {
        assert_ne!(<Oscillator as Discretize<D>>::FACTS.solve, Solve::Newton);
        let oscillator = Oscillator {
            m: 1.0,
            c: 4.0,
            d: 0.1,
        };
        let mut motion = Integrator::new(&oscillator, D::default(), 0.1, [1.0], [0.0]).unwrap();
        assert_eq!(motion.step().unwrap().iterations, 0);
    }
    check::<Verlet>();
    check::<Midpoint>();
    check::<Galerkin<1, Gauss<2>>>();
    check::<Galerkin<2, Gauss<2>>>();
    check::<Galerkin<2, Lobatto<3>>>();
    check::<Galerkin<3, Gauss<3>>>();
    check::<Galerkin<1, Left>>();
    check::<Galerkin<1, Right>>();
}

/// One iteration from the extrapolated guess, and occasionally a second one because of rounding.
#[test]
fn smooth_motion_takes_one_newton_iteration_a_step() {
    let system = DoublePendulum { m: 1.0 };
    let mut motion = Integrator::new(&system, Midpoint, 1e-3, [2.0, 1.5], [0.0, 0.0]).unwrap();
    let iterations: usize = (0..10_000).map(|_| motion.step().unwrap().iterations).sum();
    assert!(iterations <= 11_000, "{iterations}");
}

/// The largest |E − E₀| in each tenth of the motion.
fn energy_errors<S, D>(mut motion: Integrator<S, D>, steps: usize) -> [f64; 10]
where
    S: Discretize<D> + VectorSpace + System<Scalar = f64>,
    S::Inputs: NoInputs,
{
    let start = motion.energy();
    core::array::from_fn(|_| {
        (0..steps / 10).fold(0.0, |error: f64, _| {
            motion.step().expect("a small step from a good start");
            error.max((motion.energy() - start).abs())
        })
    })
}

/// Checks that errors are below `bound`, and that a line through the ten maxima rises by less than `drift` of their mean.
fn check_energy(errors: [f64; 10], bound: f64, drift: f64) {
    assert!(
        errors.iter().all(|error| *error < bound),
        "{errors:?} exceed {bound}"
    );
    let mean = errors.iter().sum::<f64>() / 10.0;
    let rise = errors
        .iter()
        .enumerate()
        .map(|(k, error)| (k as f64 - 4.5) * error);
    // Σ (k − 4.5)² = 82.5, over nine intervals.
    let rise = 9.0 * rise.sum::<f64>() / 82.5;
    assert!(rise.abs() < drift * mean, "{errors:?} rise by {rise}");
}

/// The modified Hamiltonians H + h²(p²V″/12 − V′²/24) and H − h²(p²V″ + V′²)/24 are kept to O(h⁴), so that H varies by
/// no more than the range of the terms of order h². Maxima of sampled motions differ by the square of a step: 1e-3.
#[test]
fn energy_of_the_pendulum_does_not_drift() {
    let (h, g) = (1e-2_f64, 9.81_f64);
    let p_squared = 2.0 * g * (1.0 - 2.0_f64.cos());
    let bound = 1.05 * h * h * g * (p_squared / 12.0 + g / 24.0);
    let pendulum = Pendulum::<f64>::unit();
    let verlet = Integrator::new(&pendulum, Verlet, h, [2.0], [0.0]).unwrap();
    check_energy(energy_errors(verlet, 1_000_000), bound, 1e-3);
    let midpoint = Integrator::new(&pendulum, Midpoint, h, [2.0], [0.0]).unwrap();
    check_energy(energy_errors(midpoint, 1_000_000), bound, 1e-3);
}

/// A regular motion. Its energy varies by less than (ωh)²/24, and (ωh)⁴/720, of its energy above rest, with the larger of the two
/// frequencies. The maxima of a quasiperiodic motion differ by one per cent.
#[test]
fn energy_of_the_double_pendulum_does_not_drift() {
    let system = DoublePendulum { m: 1.0 };
    let motion = Integrator::new(&system, Midpoint, 1e-2, [0.5, 0.3], [0.0, 0.0]).unwrap();
    let (energy, omega_squared) = (motion.energy() + 3.0 * 9.81, 9.81 * (2.0 + 2.0_f64.sqrt()));
    check_energy(
        energy_errors(motion, 200_000),
        energy * omega_squared * 1e-4 / 24.0,
        3e-2,
    );
    let quartic = Galerkin::<2, Gauss<2>>::default();
    let motion = Integrator::new(&system, quartic, 2e-2, [0.5, 0.3], [0.0, 0.0]).unwrap();
    check_energy(
        energy_errors(motion, 100_000),
        energy * (omega_squared * 4e-4).powi(2) / 720.0,
        3e-2,
    );
}

/// Newton's method stops at rounding. The remaining residual has no preferred sign, so it adds up like a random walk, ten ε of the
/// energy per step times √steps, and not linearly.
#[test]
fn residuals_of_newtons_method_do_not_accumulate() {
    fn check(errors: [f64; 10], energy: f64, steps: u32) {
        let bound = 10.0 * f64::EPSILON * energy * f64::from(steps).sqrt();
        let rise = errors[9] - errors[0];
        assert!(
            rise.abs() < bound,
            "{errors:?} rise by {rise:e}, more than {bound:e}"
        );
    }
    let system = DoublePendulum { m: 1.0 };
    let scheme = Galerkin::<3, Gauss<4>>::default();
    let motion = Integrator::new(&system, scheme, 2e-3, [0.5, 0.3], [0.0, 0.0]).unwrap();
    check(energy_errors(motion, 100_000), 28.0, 100_000);
    // The first iteration often ends near rounding, always on the same side.
    let pendulum = Pendulum::<f64>::unit();
    let motion = Integrator::new(&pendulum, Midpoint, 1e-2, [2.0], [0.0]).unwrap();
    check(energy_errors(motion, 1_000_000), 14.0, 1_000_000);
}

/// If an equation is a single term that vanishes, |r| over the size of its terms is one until r is zero, which does not show when
/// rounding is reached. So the residual is measured relative to the momenta of the other equations: a few ε of them.
#[test]
fn newton_does_not_stop_early_where_a_momentum_is_zero() {
    let worst = |reports: &mut dyn Iterator<Item = extremal::newton::Convergence>| {
        reports.fold(0.0_f64, |worst, report| worst.max(report.residual_norm))
    };
    // A start from rest, with a cyclic coordinate.
    let mut motion = Integrator::new(Cart, Midpoint, 0.02, [0.0, 2.0], [0.0, 0.0]).unwrap();
    let cart = worst(&mut (0..1000).map(|_| motion.step().unwrap()));
    assert!(cart < 32.0 * f64::EPSILON, "{cart:e}");

    let right = Galerkin::<1, Right>::default();
    let start = State {
        t: 0.0,
        q: [3.085_640_723_476_943, -2.772_419_579_086_938_6].into(),
        p: [0.0, 2.371_913_540_997_955_5].into(),
    };
    let system = DoublePendulum { m: 1.0 };
    let mut motion = Integrator::from_state(&system, right, 0.067_846_596_010_076_81, start).unwrap();
    let one_sided = worst(&mut (0..1).map(|_| motion.step().unwrap()));
    assert!(one_sided < 32.0 * f64::EPSILON, "{one_sided:e}");
}

/// The map of one step in dual numbers: the derivatives of (q₁, p₁) with respect to (q₀, p₀), row by row.
fn step_map<S, D>(system: &S, scheme: D, h: f64, t: f64, q: &[f64], p: &[f64]) -> Vec<Vec<f64>>
where
    S: System<Scalar = Dual64> + Discretize<D> + VectorSpace + Clone,
    S::Inputs: NoInputs,
    D: Copy,
{
    let n = q.len();
    let column = |seed: usize| -> Vec<f64> {
        let number = |x: &[f64], from: usize| {
            let seeded = |k: usize| Dual64::new(x[k], if from + k == seed { 1.0 } else { 0.0 });
            S::Configuration::from_fn(seeded)
        };
        let state = State {
            t: Dual64::from_re(t),
            q: number(q, 0),
            p: number(p, n),
        };
        let mut motion = Integrator::from_state(system.clone(), scheme, Dual64::from_re(h), state)
            .expect("a small step from a good start");
        motion.step().expect("a small step from a good start");
        let State { q, p, .. } = motion.state();
        q.as_slice().iter().chain(p.as_slice()).map(|x| x.eps).collect()
    };
    let columns: Vec<Vec<f64>> = (0..2 * n).map(column).collect();
    (0..2 * n)
        .map(|i| columns.iter().map(|column| column[i]).collect())
        .collect()
}

/// `JᵀΩJ = Ω` to 1e-12 times |J|², because J is computed to a few hundred ε.
fn assert_symplectic(map: &[Vec<f64>]) {
    let n = map.len() / 2;
    let size = map.iter().flatten().fold(1.0_f64, |size, x| size.max(x.abs()));
    for i in 0..2 * n {
        for j in 0..2 * n {
            let form: f64 = (0..n)
                .map(|k| map[k][i] * map[n + k][j] - map[n + k][i] * map[k][j])
                .sum();
            let expected = f64::from(i8::from(j == i + n) - i8::from(i == j + n));
            assert!(
                (form - expected).abs() <= 1e-12 * size * size,
                "({i}, {j}): {form}, not {expected}, with |J| = {size}"
            );
        }
    }
}

/// Steps so small that all schemes have a solution. The quadratic equations of one-sided rules may have none for long steps.
macro_rules! steps_are_symplectic {
    ($($name:ident: $system:ident, $q:expr, $p:expr, [$($scheme:ty),*];)*) => {$(
        #[test]
        fn $name() {
            const DOMAIN: Domain = Domain { q: &[$q; 2], v: $p };
            let system = $system { m: Dual64::from_re(1.0) };
            DOMAIN.for_all(0, &|at| {
                assert!(at.u.is_empty(), "none of the systems has inputs");
                $(assert_symplectic(&step_map(&system, <$scheme>::default(), 0.5 * at.h, at.t, &at.q, &at.v));)*
            });
        }
    )*};
}

steps_are_symplectic! {
    steps_of_the_double_pendulum_are_symplectic: DoublePendulum, (-PI, PI), (-3.0, 3.0), [
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<4>>, Galerkin<1, Left>,
        Galerkin<1, Right>, Galerkin<2, Trapezoid<2>, Gauss<2>>
    ];
    steps_of_a_general_lagrangian_in_time_are_symplectic: Relativistic, (-1.0, 1.0), (-0.3, 0.3), [
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>
    ];
}

/// (q, p) after `steps` steps from (q, p).
fn flow<S, D>(
    system: &S,
    scheme: D,
    h: f64,
    steps: usize,
    (q, p): (S::Configuration, S::Configuration),
) -> (S::Configuration, S::Configuration)
where
    S: System<Scalar = f64> + Discretize<D> + VectorSpace,
    S::Inputs: NoInputs,
{
    let mut motion = Integrator::from_state(system, scheme, h, State { t: 0.0, q, p })
        .expect("a small step from a good start");
    for _ in 0..steps {
        motion.step().expect("a small step from a good start");
    }
    let State { q, p, .. } = motion.state();
    (q, p)
}

/// The largest difference between the start and the end of `forth`, p → −p, `back`, p → −p.
fn way_back<S, D, B>(system: &S, forth: D, back: B, h: f64, q: &[f64], p: &[f64]) -> f64
where
    S: System<Scalar = f64> + Discretize<D> + VectorSpace + Discretize<B> + VectorSpace,
    S::Inputs: NoInputs,
{
    let (from_q, from_p) = (
        S::Configuration::from_fn(|k| q[k]),
        S::Configuration::from_fn(|k| p[k]),
    );
    let turned = |p: S::Configuration| S::Configuration::from_fn(|k| -p.as_slice()[k]);
    let (there_q, there_p) = flow(system, forth, h, 20, (from_q, from_p));
    let (again_q, again_p) = flow(system, back, h, 20, (there_q, turned(there_p)));
    let again_p = turned(again_p);
    let again = again_q.as_slice().iter().chain(again_p.as_slice());
    let start = q.iter().chain(p);
    again
        .zip(start)
        .fold(0.0, |largest: f64, (x, y)| largest.max((x - y).abs()))
}

/// Forty steps of a few ten ε each, of numbers up to ten.
const FORTH_AND_BACK: f64 = 40.0 * 10.0 * 10.0 * f64::EPSILON;

#[test]
fn symmetric_schemes_go_the_same_way_back() {
    macro_rules! check {
        ($($scheme:ty),*) => {$(
            let scheme = <$scheme>::default();
            let system = DoublePendulum { m: 1.0 };
            let error = way_back(&system, scheme, scheme, 0.02, &[1.0, 0.4], &[2.0, -1.5]);
            assert!(error <= FORTH_AND_BACK, "{}: {error}", stringify!($scheme));
        )*};
    }
    check!(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<4>>);
    check!(Galerkin<2, Trapezoid<2>, Gauss<2>>);
}

#[test]
fn one_sided_rules_are_each_others_way_back() {
    let (left, right) = (Galerkin::<1, Left>::default(), Galerkin::<1, Right>::default());
    let system = DoublePendulum { m: 1.0 };
    let (q, p) = ([1.0, 0.4], [2.0, -1.5]);
    assert!(way_back(&system, left, right, 0.02, &q, &p) <= FORTH_AND_BACK);
    assert!(way_back(&system, right, left, 0.02, &q, &p) <= FORTH_AND_BACK);
    // Each of them has order one, and alone does not return to the start.
    assert!(way_back(&system, left, left, 0.02, &q, &p) > 1e-3);
}

/// Any quadrature inherits rotations, which are linear: r × p is kept to √steps roundings of numbers below four.
#[test]
fn angular_momentum_about_a_centre_is_constant() {
    fn check<D: Default>()
    where
        Central: Discretize<D> + VectorSpace,
    {
        let steps = 5_000;
        let mut motion = Integrator::new(
            &Central { m: 1.3 },
            D::default(),
            0.05,
            [1.0, 0.2, -0.3],
            [0.1, 0.9, 0.4],
        )
        .unwrap();
        let moment = |motion: &Integrator<&Central, D>| motion.state().q.cross(&motion.state().p);
        let start = moment(&motion);
        for _ in 0..steps {
            motion.step().unwrap();
        }
        let error = (moment(&motion) - start).amax();
        let bound = 2.0 * f64::EPSILON * 4.0 * f64::from(steps).sqrt();
        assert!(
            error <= bound,
            "{}: {error:e} of {bound:e}",
            core::any::type_name::<D>()
        );
    }
    check::<Verlet>();
    check::<Midpoint>();
    check::<Galerkin<2, Gauss<2>>>();
    check::<Galerkin<2, Lobatto<3>>>();
    check::<Galerkin<3, Gauss<3>>>();
    check::<Galerkin<1, Left>>();
}

/// The form of L affects rounding only: ε of numbers of size ten per step, with a growth of e^{λt} < 10 over 100 steps.
#[test]
fn two_typings_of_one_system_move_alike() {
    fn check<D: Copy>(scheme: D)
    where
        InAngles: Discretize<D> + VectorSpace,
        DoublePendulum<f64>: Discretize<D> + VectorSpace,
    {
        let start = ([2.0, 1.5].into(), [0.3, -1.0].into());
        let (q, p) = flow(&InAngles, scheme, 1e-2, 100, start);
        let (other_q, other_p) = flow(&DoublePendulum { m: 1.0 }, scheme, 1e-2, 100, start);
        let error = (q - other_q).amax().max((p - other_p).amax());
        assert!(error <= 100.0 * 10.0 * 10.0 * f64::EPSILON, "{error:e}");
        assert!((q[0] - 2.0).abs() > 0.1, "the system moves");
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
}

/// 200 steps of ε = 6e-8 each, of numbers up to ten, which grow with the shear of the motion: well below 1e-4.
#[test]
fn single_precision_follows_double_precision() {
    fn check<D: Copy>(scheme: D)
    where
        Pendulum<f32>: Discretize<D, Report = extremal::newton::Convergence> + VectorSpace,
        Pendulum<f64>: Discretize<D> + VectorSpace,
    {
        let mut single = Integrator::new(Pendulum::<f32>::unit(), scheme, 0.01, [2.0], [0.5]).unwrap();
        let mut double = Integrator::new(Pendulum::<f64>::unit(), scheme, 0.01, [2.0], [0.5]).unwrap();
        let mut iterations = 0;
        for _ in 0..200 {
            iterations += single.step().unwrap().iterations;
            double.step().unwrap();
        }
        let (single, double) = (single.state(), double.state());
        let error = (f64::from(single.q[0]) - double.q[0])
            .abs()
            .max((f64::from(single.p[0]) - double.p[0]).abs());
        assert!(error <= 1e-4, "{error:e}");
        // Newton's method uses the ε of its scalar.
        assert!(iterations <= 2 * 200, "{iterations}");
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
    check(Galerkin::<3, Gauss<3>>::default());
}
