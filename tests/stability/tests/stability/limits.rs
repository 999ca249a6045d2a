//! Amplification of steps: exact rational forms, limits of theory, windows, and chains by their frequencies.

use extremal::Failure;
use extremal::blocks::NoInputs;
use extremal::derivatives::Columns;
use extremal::nalgebra::Matrix2;
use extremal::prelude::*;
use extremal::stability::{Amplifying, Growing, StableSteps};

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(
        Verlet, Midpoint, Livens, Newmark, Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>,
        Galerkin<1, Gauss<2>>, Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<3, Gauss<4>>, Galerkin<4, Gauss<5>>
    )
)]
struct Oscillator;

/// The frequency of [`Oscillator`] is one, so that h is ω h.
fn at<D>(scheme: D, h: f64) -> Integrator<Oscillator, D>
where
    Oscillator: Discretize<D>,
{
    Integrator::new(Oscillator, scheme, h, [0.0], [0.0]).expect("a good start")
}

/// What has to hold of a system, so that its steps have an amplification.
pub(crate) fn stable_steps<S, D, M>(motion: &Integrator<S, D, M>, longest: f64) -> StableSteps
where
    S: Discretize<D, Memory = M, Linearization: Growing<S>, Inputs: NoInputs>,
{
    motion.largest_stable_step(longest).expect("linear equations")
}

fn check_limit<D>(scheme: D, expected: f64)
where
    Oscillator: Discretize<D, Linearization: Columns<f64> + Growing<Oscillator>>,
{
    match stable_steps(&at(scheme, 1.0), 100.0) {
        // Six digits, half a unit of the last.
        StableSteps::Below(h) => assert!((h / expected - 1.0).abs() < 5e-7, "{h}, expected {expected}"),
        other => panic!("{other:?}, expected {expected}"),
    }
}

fn check_unlimited<D>(scheme: D)
where
    Oscillator: Discretize<D, Linearization: Columns<f64> + Growing<Oscillator>>,
{
    assert_eq!(stable_steps(&at(scheme, 1.0), 1e3), StableSteps::UpTo(1e3));
}

fn check_trace<D: Copy>(scheme: D, trace: impl Fn(f64) -> f64)
where
    Oscillator: Discretize<D, Linearization: Columns<f64> + Amplifying<Oscillator>>,
{
    for h in [0.1, 0.5, 1.0, 2.0, 3.0, 3.3, 4.0, 6.0, 9.0] {
        let step = at(scheme, h);
        let step = step.amplification().expect("linear equations");
        let found: f64 = step.eigenvalues().iter().map(|e| e.re).sum();
        let exact = trace(h * h);
        // Some ε of the entries, which are below a thousand.
        assert!((found - exact).abs() < 1e-11, "{h}: {found} {exact}");
        assert!((step.determinant() - 1.0).abs() < 1e-11, "{h}: {step:?}");
    }
}

#[test]
fn traces_are_the_exact_rational_forms() {
    let p2 = |a: f64| (13.0 * a * a - 438.0 * a + 1008.0) / (2.0 * a * a + 33.0 * a + 504.0);
    let v2 = |a: f64| (7.0 * a * a - 192.0 * a + 420.0) / (a * a + 9.0 * a + 210.0);
    check_trace(Hermite::<P2>::default(), p2);
    check_trace(Hermite::<V2>::default(), v2);
    check_trace(Verlet, |a| 2.0 - a);
    check_trace(Midpoint, |a| (8.0 - 2.0 * a) / (4.0 + a));
    check_trace(Livens, |a| (8.0 - 2.0 * a) / (4.0 + a));
    check_trace(Galerkin::<1, Gauss<2>>::default(), |a| {
        (12.0 - 4.0 * a) / (6.0 + a)
    });
}

#[test]
fn limits_of_hermite_elements() {
    check_limit(Hermite::<P2>::default(), (168.0 / 17.0_f64).sqrt());
    check_limit(Hermite::<V2>::default(), (28.0 / 3.0_f64).sqrt());
    check_limit(Hermite::<P1V1>::default(), 84.0_f64.sqrt());
    let mixed = stable_steps(&at(Hermite::<P1V0>::default(), 1.0), 10.0).largest();
    // Four digits are known.
    assert!(mixed.is_some_and(|h| (h - 3.0828).abs() < 5e-5), "{mixed:?}");
    for unstable in [
        stable_steps(&at(Hermite::<P0V0>::default(), 1.0), 10.0),
        stable_steps(&at(Hermite::<P0V1>::default(), 1.0), 10.0),
    ] {
        assert!(
            matches!(unstable, StableSteps::Unstable(h) if h < 0.2),
            "{unstable:?}"
        );
    }
}

#[test]
fn limits_of_variational_schemes() {
    check_limit(Verlet, 2.0);
    check_limit(Galerkin::<1, Gauss<2>>::default(), 12.0_f64.sqrt());
    check_unlimited(Midpoint);
    check_unlimited(Galerkin::<2, Gauss<2>>::default());
    check_unlimited(Livens);
}

/// Exact integrals with elements of degree P: λ = −1 where ω² h² is an eigenvalue of −q'' on the element, by polynomials of degree P
/// that are even and zero at both ends (10 for P = 2 and 3, 4 (14 − √133) for 4), or odd with free ends (12 for P = 1 and 2,
/// 2 (45 − √1605) for 3 and 4). Between two of them the step is unstable. Both approach π² from above, so that windows narrow by
/// orders of magnitude.
#[test]
fn narrow_windows_are_found() {
    check_limit(Galerkin::<2, Gauss<3>>::default(), 10.0_f64.sqrt());
    let (odd, even) = (2.0 * (45.0 - 1605.0_f64.sqrt()), 4.0 * (14.0 - 133.0_f64.sqrt()));
    check_limit(Galerkin::<3, Gauss<4>>::default(), odd.sqrt());
    check_limit(Galerkin::<4, Gauss<5>>::default(), even.sqrt());
    let grows = |h: f64| {
        let step = at(Galerkin::<4, Gauss<5>>::default(), h).amplification();
        !step.expect("linear equations").is_stable()
    };
    // The window ends a part in 3700 above its begin.
    assert!(grows(odd.sqrt() * (1.0 - 1e-6)) && !grows(odd.sqrt() * (1.0 + 1e-6)));
}

/// Ω² = (ξ(γ − ½) + √(½γ − β + ξ²(γ − ½)²))/(½γ − β)² of T. J. R. Hughes 1987, (9.1.27), without friction: 1/(½γ − β).
#[test]
fn newmark_by_its_parameters() {
    for (beta, gamma) in [
        (0.0, 0.5),
        (1.0 / 12.0, 0.5),
        (1.0 / 6.0, 0.5),
        (0.1, 0.6),
        (0.2, 0.7),
    ] {
        let squared: f64 = 1.0 / (0.5 * gamma - beta);
        check_limit(Newmark { beta, gamma }, squared.sqrt());
    }
    check_unlimited(Newmark::default());
    check_unlimited(Newmark {
        beta: 0.3025,
        gamma: 0.6,
    });
    let growing = Newmark {
        beta: 0.25,
        gamma: 0.45,
    };
    let found = stable_steps(&at(growing, 1.0), 10.0);
    assert!(matches!(found, StableSteps::Unstable(_)), "{found:?}");
}

/// The trace of Suzuki's five steps of Verlet, p h, p h, (1 − 4p) h, p h and p h with p = 1/(4 − ∛4), on the oscillator.
fn trace_of_five(h: f64) -> f64 {
    let p = 1.0 / (4.0 - 4.0_f64.cbrt());
    let lengths = [p, p, 1.0 - 4.0 * p, p, p];
    let steps = lengths.map(|part| {
        let (h, a) = (part * h, (part * h).powi(2));
        Matrix2::new(1.0 - 0.5 * a, h, -h * (1.0 - 0.25 * a), 1.0 - 0.5 * a)
    });
    steps
        .iter()
        .fold(Matrix2::identity(), |product, step| step * product)
        .trace()
}

/// The first h with |tr| > 2, from a scan of its own.
#[test]
fn compositions() {
    let grows = |h: &f64| trace_of_five(*h).abs() > 2.0;
    let first = (1..100_000)
        .map(|k| 1e-4 * f64::from(k))
        .find(grows)
        .expect("Verlet has a limit");
    let (mut stable, mut unstable) = (first - 1e-4, first);
    for _ in 0..40 {
        let middle = 0.5 * (stable + unstable);
        if grows(&middle) {
            unstable = middle;
        } else {
            stable = middle;
        }
    }
    check_limit(Composition::<4, _>(Verlet), stable);
    check_unlimited(Composition::<4, _>(Galerkin::<2, Gauss<2>>::default()));
}

/// Eight masses between walls: ω² = 2k/m (1 − cos(jπ/9)).
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[8]),
    let springs = [q[0], q[1] - q[0], q[2] - q[1], q[3] - q[2], q[4] - q[3], q[5] - q[4], q[6] - q[5], q[7] - q[6], q[7]],
    kinetic = 0.5 * m * dt(q).norm_squared(),
    potential = 0.5 * k * springs.norm_squared(),
    dissipation = 0.5 * d * dt(q).norm_squared(),
    discretize(Verlet, Midpoint, Newmark, Hermite<P2>, Hermite<V2>, Galerkin<1, Gauss<2>>)
)]
struct Chain {
    m: f64,
    k: f64,
    d: f64,
}

#[test]
fn a_chain_is_as_stable_as_its_highest_frequency() {
    let chain = Chain {
        m: 2e-3,
        k: 5e4,
        d: 0.0,
    };
    let angle = 8.0 * std::f64::consts::PI / 9.0;
    let highest = (2.0 * chain.k / chain.m * (1.0 - angle.cos())).sqrt();
    fn limit<D>(chain: &Chain, scheme: D) -> StableSteps
    where
        Chain: Discretize<D, Linearization: Columns<f64> + Growing<Chain>>,
    {
        let motion = Integrator::new(*chain, scheme, 1e-6, [0.0; 8], [0.0; 8]).expect("at rest");
        stable_steps(&motion, 1.0)
    }
    let found = [
        (limit(&chain, Verlet), 2.0),
        (limit(&chain, Hermite::<P2>::default()), (168.0 / 17.0_f64).sqrt()),
        (limit(&chain, Hermite::<V2>::default()), (28.0 / 3.0_f64).sqrt()),
        (limit(&chain, Galerkin::<1, Gauss<2>>::default()), 12.0_f64.sqrt()),
        (
            limit(
                &chain,
                Newmark {
                    beta: 0.0,
                    gamma: 0.5,
                },
            ),
            2.0,
        ),
    ];
    for (found, expected) in found {
        let h = found.largest().expect("short steps are stable") * highest;
        assert!((h / expected - 1.0).abs() < 1e-6, "{h}, expected {expected}");
    }
    assert_eq!(limit(&chain, Midpoint), StableSteps::UpTo(1.0));
    // Friction makes every disturbance decay.
    let damped = Chain { d: 2.0, ..chain };
    let motion = Integrator::new(&damped, Midpoint, 1e-4, [0.0; 8], [0.0; 8]).expect("at rest");
    let step = motion.amplification().expect("linear equations");
    assert!(step.spectral_radius() < 1.0 - 1e-3, "{}", step.spectral_radius());
}

/// Periods and damping of an oscillator in closed form.
#[test]
fn periods_and_damping() {
    for h in [0.1, 0.5, 1.0, 1.9] {
        let step = at(Midpoint, h).amplification().expect("linear equations");
        let expected = h / (2.0 * (0.5 * h).atan()) - 1.0;
        let found = step.period_error(h).expect("it oscillates");
        assert!((found - expected).abs() < 1e-13, "{h}: {found} {expected}");
        assert!(step.damping_ratio(h).expect("it oscillates").abs() < 1e-14);
    }
    // γ > ½ damps by (γ − ½) ω h/2 + ..
    let damped = Newmark {
        beta: 0.3025,
        gamma: 0.6,
    };
    let step = at(damped, 0.01).amplification().expect("linear equations");
    let ratio = step.damping_ratio(0.01).expect("it oscillates");
    assert!((ratio / 5e-4 - 1.0).abs() < 1e-3, "{ratio}");
    // Inside a window nothing oscillates, and other angles have no error of a period.
    let step = at(Verlet, 2.5).amplification().expect("explicit");
    assert_eq!((step.period_error(2.5), step.damping_ratio(2.5)), (None, None));
    let step = at(Verlet, 0.5).amplification().expect("explicit");
    for angle in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(step.period_error(angle), None);
    }
}

/// A pendulum in Cartesian coordinates, at rest: ω² = g/l. Starts that violate the constraint have eigenvalues of their own.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = m * g * y,
    constraint(length = 0.5 * (x.powi(2) + y.powi(2) - l.powi(2))),
    discretize(Verlet, Midpoint, NullSpace<Midpoint>, Livens, Stabilized<Livens>, Hermite<P2>)
)]
struct Hanging {
    m: f64,
    l: f64,
    g: f64,
}

#[test]
fn constraints() {
    let system = Hanging {
        m: 3.0,
        l: 0.5,
        g: 9.81,
    };
    fn found<D>(system: Hanging, scheme: D) -> StableSteps
    where
        Hanging: Discretize<D, Linearization: Columns<f64> + Growing<Hanging>>,
    {
        let motion = Integrator::new(system, scheme, 1e-3, [0.0, -system.l], [0.0; 2]).expect("at rest");
        stable_steps(&motion, 10.0)
    }
    let frequency = (system.g / system.l).sqrt();
    let limit = |found: StableSteps| found.largest().expect("stable") * frequency;
    // The reaction restores the pendulum, and variational schemes apply it at the nodes, as Verlet does.
    for found in [
        found(system, Verlet),
        found(system, Midpoint),
        found(system, NullSpace(Midpoint)),
    ] {
        let h = limit(found);
        assert!((h / 2.0 - 1.0).abs() < 1e-6, "{h}");
    }
    // The multiplier is linear in time inside the element, integrated as the potential is.
    let p2 = limit(found(system, Hermite::<P2>::default()));
    assert!((p2 / (168.0 / 17.0_f64).sqrt() - 1.0).abs() < 1e-6, "{p2}");
    assert_eq!(found(system, Livens), StableSteps::UpTo(10.0));
    assert_eq!(found(system, Stabilized(Livens)), StableSteps::UpTo(10.0));
}

/// Single precision: limits to the root of its ε where eigenvalues meet.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    discretize(Verlet, Midpoint)
)]
struct Single {
    k: f32,
}

#[test]
fn single_precision() {
    let motion = Integrator::new(Single { k: 4.0 }, Verlet, 0.1, [0.0], [0.0]).expect("finite");
    let h = stable_steps(&motion, 10.0).largest().expect("stable");
    // ρ − 1 = 2 √(h − 2) beyond the limit passes 4 √ε ‖A‖ at 1e-5.
    assert!((h - 1.0).abs() < 2e-5, "{h}");
    let motion = Integrator::new(Single { k: 4.0 }, Midpoint, 0.1, [0.0], [0.0]).expect("finite");
    assert_eq!(stable_steps(&motion, 10.0), StableSteps::UpTo(10.0));
}

/// The equilibria of a pendulum that is driven by a torque u: sin θ = u. ω² = cos θ.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    inputs(u),
    kinetic = 0.5 * dt(theta).powi(2),
    potential = -cos(theta),
    force(theta = u),
    discretize(Verlet)
)]
struct Pendulum;

#[test]
fn a_nonlinear_system_at_equilibria() {
    let limit = |theta: f64| {
        let motion = Integrator::new(Pendulum, Verlet, 0.1, [theta], [0.0]).expect("finite");
        motion
            .largest_stable_step_with(10.0, [theta.sin()])
            .expect("explicit")
    };
    let squared = 1.0_f64.cos();
    let found = limit(1.0).largest().expect("stable");
    assert!((found * squared.sqrt() / 2.0 - 1.0).abs() < 1e-6, "{found}");
    // Upright the pendulum itself falls.
    assert!(matches!(limit(std::f64::consts::PI), StableSteps::Unstable(_)));
    let motion = Integrator::new(Pendulum, Verlet, 0.1, [0.0], [0.0]).expect("finite");
    let error = motion
        .largest_stable_step_with(f64::NAN, [0.0])
        .expect_err("no step");
    assert!(matches!(error.failure, Failure::StepSize { .. }));
    let error = motion
        .largest_stable_step_with(1.0, [f64::NAN])
        .expect_err("no input");
    assert!(matches!(error.failure, Failure::NotFinite { .. }));
    assert!((motion.amplification_with([0.0]).expect("explicit").determinant() - 1.0).abs() < 1e-14);
}
