//! Compositions of schemes that are no energy schemes: their orders, what stages hand over to each other, and nesting.

use crate::support::order::{Errors, extrapolated};
use crate::support::slope::slope;
use extremal::Scalar;
use extremal::blocks::NoInputs;
use extremal::drive::ConstrainedStep;
use extremal::drive::{Drive, Interval, Start, StepMemory};
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::system::VectorSpace;

/// A full constant mass matrix: Verlet carries impulses m h ∂V/∂q, in which h stands apart from what is computed in advance.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * w * dt(y).powi(2) + 0.1 * dt(x) * dt(y),
    potential = -2.0 * cos(x - y) - 2.0 * cos(y),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark, Hermite<P2>, Hermite<P1V1>,
        ProlongationCollocation<Gauss<4>>
    )
)]
struct Coupled {
    m: f64,
    w: f64,
}

/// The same over any scalar, where products of h and parameters are not computed in advance.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * w * dt(y).powi(2),
    potential = -2.0 * cos(x - y) - 2.0 * cos(k * y),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark, Hermite<P2>, Hermite<P1V1>,
        ProlongationCollocation<Gauss<4>>
    )
)]
struct Generic<T: Scalar> {
    m: T,
    w: T,
    k: T,
}

const COUPLED: Coupled = Coupled { m: 1.3, w: 0.7 };
const GENERIC: Generic<f64> = Generic {
    m: 1.3,
    w: 0.7,
    k: 1.1,
};

type Vector = SVector<f64, 2>;

const START: ([f64; 2], [f64; 2]) = ([0.8, -0.3], [0.2, 0.9]);

fn orders<S, D>(system: &S, scheme: D, counts: [usize; 3]) -> [f64; 2]
where
    S: Discretize<Midpoint, Scalar = f64, Configuration = Vector, Inputs = [f64; 0]> + VectorSpace,
    S: Discretize<D>,
    D: Copy,
{
    const END: f64 = 4.0;
    let rate = |t: f64, z: [f64; 4]| {
        let (q, v) = (Vector::new(z[0], z[1]), Vector::new(z[2], z[3]));
        let a = system.acceleration(t, &q, &v, &[]);
        let a = a.expect("the masses are regular");
        [v[0], v[1], a[0], a[1]]
    };
    let (q, v) = START;
    let exact = extrapolated(rate, [q[0], q[1], v[0], v[1]], END, 80);
    let (exact_q, exact_v) = (Vector::new(exact[0], exact[1]), Vector::new(exact[2], exact[3]));
    let exact_p = system.momentum(END, &exact_q, &exact_v);
    let errors = counts.map(|steps| {
        let start = State {
            t: 0.0,
            q: Vector::from(q),
            p: system.momentum(0.0, &q.into(), &v.into()),
        };
        let motion = Integrator::from_state(system, scheme, END / steps as f64, start);
        let mut motion = motion.expect("a good start");
        for _ in 0..steps {
            motion.step().expect("a small step");
        }
        let state = motion.state();
        Errors {
            steps,
            q: (state.q - exact_q).amax(),
            p: (state.p - exact_p).amax(),
        }
    });
    // Numbers of size one in a thousand stages.
    let rounding = 1e-13;
    [
        slope(errors.iter().map(|error| (error.steps, error.q)), rounding),
        slope(errors.iter().map(|error| (error.steps, error.p)), rounding),
    ]
}

fn check_orders<S>(system: &S)
where
    S: Discretize<Verlet, Scalar = f64, Configuration = Vector, Inputs = [f64; 0]> + VectorSpace,
    S: Discretize<Midpoint> + Discretize<Composition<4, Verlet>> + Discretize<Composition<6, Verlet>>,
    S: Discretize<Composition<4, Midpoint>> + Discretize<Composition<6, Composition<4, Midpoint>>>,
    S: Discretize<Composition<4, Hermite<P2>>> + Discretize<Composition<6, Hermite<P2>>>,
{
    // The next term of a symmetric step is a factor h² smaller.
    let near = |found: [f64; 2], order: f64| {
        for slope in found {
            assert!((slope - order).abs() < 0.2, "{slope}, not {order}");
        }
    };
    near(orders(system, Verlet, [40, 80, 160]), 2.0);
    near(orders(system, Composition::<4, _>(Verlet), [20, 40, 80]), 4.0);
    near(orders(system, Composition::<6, _>(Verlet), [20, 40, 80]), 6.0);
    near(orders(system, Composition::<4, _>(Midpoint), [20, 40, 80]), 4.0);
    // Coefficients for order 6 raise the order from 4 to 6; those for order 4 leave it.
    let hermite = Hermite::<P2>::default();
    near(orders(system, Composition::<4, _>(hermite), [20, 40, 80]), 4.0);
    near(orders(system, Composition::<6, _>(hermite), [20, 28, 40]), 6.0);
}

#[test]
fn compositions_of_variational_schemes_have_their_orders() {
    check_orders(&COUPLED);
    check_orders(&GENERIC);
}

/// There is nothing beyond x = 1.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = (1.0 - x).powf(1.5),
    discretize(Verlet)
)]
struct Edge {
    m: f64,
}

/// Stages that were made before the one that fails leave nothing: explicit ones keep no copy of what each takes over.
#[test]
fn a_composed_step_that_fails_changes_no_motion() {
    let scheme = Composition::<4, _>(Verlet);
    let motion = Integrator::new(Edge { m: 0.7 }, scheme, 0.02, [0.5], [1.0]);
    let mut motion = motion.expect("a start before the edge");
    motion.step_many(3).expect("steps before the edge");
    let mut other = motion.clone();
    for h in [0.5, 0.7, 2.0] {
        motion.set_step_size(h).expect("a positive length");
        let before = motion.state();
        motion.step().expect_err("a step beyond the edge");
        assert_eq!(motion.state(), before);
    }
    for motion in [&mut motion, &mut other] {
        motion.set_step_size(0.01).expect("a positive length");
        motion.step_many(5).expect("steps before the edge");
    }
    assert_eq!(motion.state(), other.state());
}

/// A step from what three steps of another length hand over is that of a new start, but for rounding.
fn check_hand_over<S, D>(system: &S, scheme: D)
where
    S: Discretize<D, Scalar = f64, Configuration = Vector, Inputs: NoInputs> + VectorSpace,
{
    let (long, short) = (0.05, 0.0125);
    let none = S::Inputs::none();
    let v = Vector::from(START.1);
    let q = Vector::from(START.0);
    let p = system.momentum(0.0, &q, &v);
    let mut state = State { t: 0.0, q, p };
    let memory = S::Driver::start(system.system(), Start::new(&scheme, long, &state, &v), None);
    let mut memory = memory.expect("a good start");
    for _ in 0..3 {
        let over = Interval::new(&scheme, long, &none, &state);
        let step = S::Driver::advance::<true>(system.system(), over, &mut memory);
        state = step.expect("a small step").state;
    }
    let velocity = memory.velocity().unwrap_or_else(|| {
        system
            .velocity(state.t, &state.q, &state.p)
            .expect("regular masses")
    });
    let over = Interval::new(&scheme, short, &none, &state);
    let from = Start::new(&scheme, short, &state, &velocity).again();
    let anew = S::Driver::start(system.system(), from, None);
    let mut anew = anew.expect("a good start");
    let mut handed = anew.clone();
    S::Driver::hand_over(system.system(), over, (long, &memory), &mut handed).expect("numbers");
    let [a, b] =
        [&mut handed, &mut anew].map(|memory| S::Driver::advance::<true>(system.system(), over, memory));
    let (a, b) = (a.expect("a small step").state, b.expect("a small step").state);
    // Of numbers of size one.
    assert!(
        (a.q - b.q).amax() < 1e-14 && (a.p - b.p).amax() < 1e-14,
        "{a:?} and {b:?}"
    );
}

#[test]
fn what_steps_of_another_length_hand_over_is_what_a_start_computes() {
    check_hand_over(&COUPLED, Verlet);
    check_hand_over(&GENERIC, Verlet);
    check_hand_over(&COUPLED, Midpoint);
    check_hand_over(&GENERIC, Midpoint);
    check_hand_over(&GENERIC, Galerkin::<2, Gauss<2>>::default());
    check_hand_over(&COUPLED, Livens);
    check_hand_over(&GENERIC, Livens);
    check_hand_over(&COUPLED, Newmark::default());
    check_hand_over(&GENERIC, Newmark::default());
    check_hand_over(&COUPLED, Hermite::<P2>::default());
    check_hand_over(&GENERIC, Hermite::<P2>::default());
    check_hand_over(&GENERIC, Hermite::<P1V1>::default());
    check_hand_over(&GENERIC, ProlongationCollocation(Gauss::<4>));
    check_hand_over(&GENERIC, Composition::<4, _>(Hermite::<P2>::default()));
    check_hand_over(&COUPLED, Composition::<4, _>(Verlet));
    check_hand_over(&GENERIC, Composition::<4, _>(Verlet));
    check_hand_over(&GENERIC, Composition::<4, _>(Livens));
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(rod = 0.5 * (r.norm_squared() - 1)),
    discretize(Midpoint)
)]
struct Rod;

/// The largest error of λ at the starts of steps. With r·r̈ = −|v|² and r̈ = (0, −g) − λ r it is |v|² − g y on the unit circle.
fn reaction_error<D, N>(scheme: D, steps: usize) -> f64
where
    Rod: Discretize<D, Scalar = f64, Report = ConstrainedStep<N, [f64; 1]>>,
{
    let (q, v) = ([0.6, -0.8], [1.6, 1.2]);
    let mut motion = Integrator::new(Rod, scheme, 1.0 / steps as f64, q, v).expect("a good start");
    let mut worst = 0.0_f64;
    for step in 0..steps {
        let State { q, p, .. } = motion.state();
        let exact = p.norm_squared() - 9.81 * q[1];
        let [found] = motion.step().expect("a small step").reactions;
        // The first step knows no impulse before it.
        if step > 0 {
            worst = worst.max((found - exact).abs());
        }
    }
    worst
}

#[test]
fn reactions_of_nested_compositions_are_of_order_two() {
    let nested = |steps| reaction_error(Composition::<4, _>(Composition::<4, _>(Midpoint)), steps);
    let errors = [20, 40, 80].map(|steps| (steps, nested(steps)));
    let found = slope(errors.into_iter(), 1e-12);
    assert!((found - 2.0).abs() < 0.2, "{found}: {errors:?}");
}
