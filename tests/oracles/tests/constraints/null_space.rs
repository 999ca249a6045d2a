//! Both forms of a scheme, with multipliers and with a null space, have the same motion, report and derivative.

use extremal::ReversibleSteps;
use extremal::StateOf;
use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::drive::ConstrainedStep;
use extremal::integrator::SnapshotOf;
use extremal::prelude::*;

use super::systems::{ANGLES, Driven, RODS, Rods};

type Second = Galerkin<2, Gauss<2>>;
type Third = Galerkin<3, Lobatto<4>>;

const STEPS: usize = 1000;
const H: f64 = 1e-3;

/// A system, and a start that satisfies its constraints.
trait Sample: Constrained<Scalar = f64, Inputs = [f64; 0]> + Copy {
    fn sample() -> Self;

    fn at_start() -> StateOf<Self>;
}

impl Sample for Rods {
    fn sample() -> Self {
        RODS
    }

    fn at_start() -> StateOf<Self> {
        let (q, v) = ANGLES.masses([1.0, 1.6], [0.3, -0.4]);
        let (t, q, v) = (0.0, q.into(), v.into());
        let p = RODS.momentum(t, &q, &v);
        State { t, q, p }
    }
}

impl Sample for Driven<f64> {
    fn sample() -> Self {
        let [m, n, g, l, b, omega] = [0.7, 0.4, 9.81, 1.2, 0.3, 5.0];
        Self { m, n, g, l, b, omega }
    }

    fn at_start() -> StateOf<Self> {
        let (system, t) = (Self::sample(), 0.0);
        let (q, v) = system
            .project(t, [0.0, 1.1, -0.8], [1.5, 0.6, 0.5])
            .expect("a start is near");
        let p = system.momentum(t, &q, &v);
        State { t, q, p }
    }
}

fn motion<S: Sample + Discretize<D>, D>(scheme: D, h: f64) -> Integrator<S, D> {
    Integrator::from_state(S::sample(), scheme, h, S::at_start()).expect("a start on the constraints")
}

/// max |aₖ − bₖ|
fn apart(a: &impl Block<f64>, b: &impl Block<f64>) -> f64 {
    let pairs = a.as_slice().iter().zip(b.as_slice());
    pairs.fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
}

/// The largest differences of q, p, λ, μ and reactions.
fn differences<S, D, N>() -> [f64; 5]
where
    S: Sample
        + Discretize<D, Report = ConstrainedStep<N, <S as Constrained>::Constraints>>
        + Discretize<NullSpace<D>, Report = ConstrainedStep<N, <S as Constrained>::Constraints>>,
    D: Default,
    N: Block<f64>,
{
    let mut augmented = motion::<S, D>(D::default(), H);
    let mut null_space = motion::<S, NullSpace<D>>(NullSpace::default(), H);
    let mut most = [0.0_f64; 5];
    for _ in 0..STEPS {
        let a = augmented.step().expect("a regular motion");
        let b = null_space.step().expect("a regular motion");
        let (from, to) = (augmented.state(), null_space.state());
        let found = [
            apart(&from.q, &to.q),
            apart(&from.p, &to.p),
            apart(&a.impulses, &b.impulses),
            apart(&a.end_impulses, &b.end_impulses),
            apart(&a.reactions, &b.reactions),
        ];
        most = core::array::from_fn(|k| most[k].max(found[k]));
    }
    most
}

/// The accuracy of an impulse: each g is solved to a few ε of its terms, |q|² ≤ 5. This is ε/h in a velocity, and in an impulse
/// that times a mass of up to 2.6. Inside an element of degree P the error of velocities is P² times as large.
fn rounding(degree: usize, h: f64) -> f64 {
    16.0 * (degree * degree) as f64 * f64::EPSILON / h
}

#[test]
fn both_forms_report_the_same() {
    let found = [
        (1, differences::<Rods, Verlet, _>()),
        (1, differences::<Rods, Midpoint, _>()),
        (2, differences::<Rods, Second, _>()),
        (3, differences::<Rods, Third, _>()),
        (1, differences::<Driven<f64>, Verlet, _>()),
        (1, differences::<Driven<f64>, Midpoint, _>()),
        (2, differences::<Driven<f64>, Second, _>()),
        (3, differences::<Driven<f64>, Third, _>()),
    ];
    for (degree, [q, p, impulses, end_impulses, reactions]) in found {
        // One rounding of v ≤ 10 in each step moves q by 2e-15 h: 2e-15 in all, and the distance of the two motions grows by a few times.
        assert!(q < 1e-14, "P = {degree}: {q:e}");
        // A rounding of p ≤ 15 in each step, 1e-15, times the root of the number of steps.
        assert!(p < 1e-13, "P = {degree}: {p:e}");
        let known_to = rounding(degree, H);
        assert!(
            impulses < known_to && end_impulses < known_to,
            "P = {degree}: {impulses:e} {end_impulses:e}"
        );
        // Two of them over 2 w₀ h = 2 h/(P (P + 1)).
        let known_to = (degree * (degree + 1)) as f64 * known_to / H;
        assert!(reactions < known_to, "P = {degree}: {reactions:e}");
    }
}

/// The largest difference of the derivatives of steps by the state.
fn differences_of_derivatives<S, D, A, B, C>() -> f64
where
    S: Sample
        + Discretize<D, Linearization = Linearization<A, B, C>>
        + Discretize<NullSpace<D>, Linearization = Linearization<A, B, C>>,
    D: Default,
    A: Block<f64>,
{
    let mut augmented = motion::<S, D>(D::default(), 10.0 * H);
    let mut null_space = motion::<S, NullSpace<D>>(NullSpace::default(), 10.0 * H);
    let mut most = 0.0_f64;
    for _ in 0..20 {
        let a = augmented.linearize().expect("a regular motion").by_state;
        let b = null_space.linearize().expect("a regular motion").by_state;
        most = most.max(apart(&a, &b));
        augmented.step().expect("a regular motion");
        null_space.step().expect("a regular motion");
    }
    most
}

#[test]
fn both_forms_have_one_derivative() {
    let found = [
        (1, differences_of_derivatives::<Rods, Verlet, _, _, _>()),
        (1, differences_of_derivatives::<Rods, Midpoint, _, _, _>()),
        (2, differences_of_derivatives::<Rods, Second, _, _, _>()),
        (3, differences_of_derivatives::<Rods, Third, _, _, _>()),
        (1, differences_of_derivatives::<Driven<f64>, Verlet, _, _, _>()),
        (1, differences_of_derivatives::<Driven<f64>, Midpoint, _, _, _>()),
        (2, differences_of_derivatives::<Driven<f64>, Second, _, _, _>()),
        (3, differences_of_derivatives::<Driven<f64>, Third, _, _, _>()),
    ];
    for (degree, difference) in found {
        // Impulses times second derivatives of g, of size one, are among the terms.
        assert!(
            difference < rounding(degree, 10.0 * H),
            "P = {degree}: {difference:e}"
        );
    }
}

/// The largest differences of q and q̇ inside the elements.
fn differences_inside<S, D>() -> [f64; 2]
where
    S: Sample + Discretize<D> + Discretize<NullSpace<D>>,
    D: Default,
{
    let steps = 20;
    let run = motion::<S, D>(D::default(), 10.0 * H).run(steps);
    let augmented = run.expect("a regular motion");
    let run = motion::<S, NullSpace<D>>(NullSpace::default(), 10.0 * H).run(steps);
    let null_space = run.expect("a regular motion");
    let mut most = [0.0_f64; 2];
    for k in 0..3 * steps {
        let t = 10.0 * H * (k as f64 + 0.5) / 3.0;
        let a = augmented.at(t).expect("a time within the motion");
        let b = null_space.at(t).expect("a time within the motion");
        most = [most[0].max(apart(&a.q, &b.q)), most[1].max(apart(&a.v, &b.v))];
    }
    most
}

#[test]
fn both_forms_move_alike_inside_elements() {
    let found = [
        (1, differences_inside::<Rods, Verlet>()),
        (1, differences_inside::<Rods, Midpoint>()),
        (2, differences_inside::<Rods, Second>()),
        (3, differences_inside::<Rods, Third>()),
        (1, differences_inside::<Driven<f64>, Verlet>()),
        (1, differences_inside::<Driven<f64>, Midpoint>()),
        (2, differences_inside::<Driven<f64>, Second>()),
        (3, differences_inside::<Driven<f64>, Third>()),
    ];
    for (degree, [q, v]) in found {
        // A rounding or two of |q| ≤ 2 in some of the steps, and the accuracy of the velocities.
        assert!(
            q < 4e-15 && v < rounding(degree, 10.0 * H),
            "P = {degree}: {q:e} {v:e}"
        );
    }
}

/// The differences of q and p at the end of compositions of both forms, and after steps whose lengths vary.
fn differences_with_changing_steps<S, D>() -> [[f64; 2]; 2]
where
    S: Sample + Discretize<D> + Discretize<NullSpace<D>>,
    S: Discretize<Composition<4, D>> + Discretize<Composition<4, NullSpace<D>>>,
    D: Default,
{
    let ends = |a: StateOf<S>, b: StateOf<S>| [apart(&a.q, &b.q), apart(&a.p, &b.p)];
    let (mut a, mut b) = (
        motion::<S, _>(Composition::<4, D>(D::default()), 10.0 * H),
        motion::<S, _>(Composition::<4, NullSpace<D>>(NullSpace::default()), 10.0 * H),
    );
    a.step_many(100).expect("a regular motion");
    b.step_many(100).expect("a regular motion");
    let composed = ends(a.state(), b.state());
    let monitor = |q: &[f64]| 1.0 + q[1] * q[1];
    let (a, b) = (
        motion::<S, _>(D::default(), H),
        motion::<S, NullSpace<D>>(NullSpace::default(), H),
    );
    let mut a = ReversibleSteps::new(a, 10.0 * H, monitor).expect("a start");
    let mut b = ReversibleSteps::new(b, 10.0 * H, monitor).expect("a start");
    for _ in 0..100 {
        a.step().expect("a regular motion");
        b.step().expect("a regular motion");
    }
    [composed, ends(a.integrator().state(), b.integrator().state())]
}

/// What a step hands over to one of another length is the same in both forms: the basis of a node does not depend on h.
#[test]
fn both_forms_change_their_steps_alike() {
    let found = [
        differences_with_changing_steps::<Rods, Verlet>(),
        differences_with_changing_steps::<Rods, Midpoint>(),
        differences_with_changing_steps::<Rods, Second>(),
        differences_with_changing_steps::<Driven<f64>, Verlet>(),
        differences_with_changing_steps::<Driven<f64>, Midpoint>(),
        differences_with_changing_steps::<Driven<f64>, Second>(),
    ];
    for (k, [q, p]) in found.into_iter().flatten().enumerate() {
        // As of the steps above, ten times as long: motions of a second in which roundings grow by ten times or less.
        assert!(q < 1e-12 && p < 1e-11, "{k}: {q:e} {p:e}");
    }
}

/// The most iterations of a step in its null-space form, and the state at the end.
fn small_steps<S, D, N>(h: f64, steps: usize) -> (usize, StateOf<S>)
where
    S: Sample + Discretize<NullSpace<D>, Report = ConstrainedStep<N, <S as Constrained>::Constraints>>,
    D: Default,
{
    let mut motion = motion::<S, NullSpace<D>>(NullSpace::default(), h);
    let iterations = (0..steps).map(|_| motion.step().expect("a regular motion").convergence.iterations);
    (iterations.max().unwrap_or(0), motion.state())
}

fn check_small_steps<S, D, N>()
where
    S: Sample + Discretize<NullSpace<D>, Report = ConstrainedStep<N, <S as Constrained>::Constraints>>,
    D: Default,
{
    let (usual, _) = small_steps::<S, D, N>(H, 100);
    let (iterations, end) = small_steps::<S, D, N>(1e-8, 100);
    assert!(iterations <= usual, "{iterations} {usual}");
    // One step of the same length, whose error is of the size h³ = 1e-18.
    let (_, expected) = small_steps::<S, D, N>(1e-6, 1);
    println!(
        "{:e} {:e}",
        apart(&end.q, &expected.q),
        apart(&end.p, &expected.p)
    );
}

#[test]
fn small_steps_are_no_harder() {
    check_small_steps::<Rods, Verlet, _>();
    check_small_steps::<Rods, Midpoint, _>();
    check_small_steps::<Rods, Second, _>();
    check_small_steps::<Rods, Third, _>();
    check_small_steps::<Driven<f64>, Verlet, _>();
    check_small_steps::<Driven<f64>, Midpoint, _>();
    check_small_steps::<Driven<f64>, Second, _>();
    check_small_steps::<Driven<f64>, Third, _>();
}

fn goes_on<S, D>()
where
    S: Sample + Discretize<NullSpace<D>>,
    D: Default,
{
    let mut motion = motion::<S, NullSpace<D>>(NullSpace::default(), H);
    motion.run(10).expect("a regular motion");
    let text = serde_json::to_string(&motion.snapshot()).expect("numbers can be written");
    let read: SnapshotOf<S, NullSpace<D>> = serde_json::from_str(&text).expect("what was written");
    let mut other = self::motion::<S, NullSpace<D>>(NullSpace::default(), 0.5);
    other.restore(&read).expect("a good snapshot");
    for _ in 0..50 {
        let [a, b] = [&mut motion, &mut other].map(|motion| motion.step().expect("a regular motion"));
        assert_eq!(format!("{a:?}"), format!("{b:?}"));
        assert_eq!(motion.state(), other.state());
    }
}

#[test]
fn a_restored_motion_goes_on_with_the_same_bits() {
    goes_on::<Rods, Verlet>();
    goes_on::<Rods, Midpoint>();
    goes_on::<Rods, Third>();
    goes_on::<Driven<f64>, Second>();
}

fn unknowns<S: Discretize<D>, D>() -> usize {
    S::FACTS.unknowns
}

#[test]
fn the_null_space_has_n_unknowns_a_node() {
    assert_eq!(unknowns::<Rods, NullSpace<Verlet>>(), 4);
    assert_eq!(unknowns::<Rods, NullSpace<Midpoint>>(), 4);
    assert_eq!(unknowns::<Rods, NullSpace<Second>>(), 8);
    assert_eq!(unknowns::<Rods, NullSpace<Third>>(), 12);
    assert_eq!(unknowns::<Driven<f64>, NullSpace<Verlet>>(), 3);
    assert_eq!(unknowns::<Driven<f64>, NullSpace<Third>>(), 9);
    // (n + m) P with multipliers; only the multipliers if all velocities follow by divisions, as with Verlet.
    assert_eq!(unknowns::<Rods, Second>(), 12);
    assert_eq!(unknowns::<Driven<f64>, Third>(), 15);
    assert_eq!(unknowns::<Rods, Midpoint>(), 6);
    assert_eq!(unknowns::<Rods, Verlet>(), 2);
}
