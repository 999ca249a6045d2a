//! Inputs that are polynomials within a step, against the same functions of time as formulas.
//!
//! A force u(t) = a + b t + c t² is stated twice: as a formula, and as an input of degree 2 with its values at the nodes of each
//! step. The discrete equations are the same, so that steps differ by rounding alone.

use extremal::Scalar;
use extremal::prelude::*;
use num_dual::Dual64;

/// A cart with a pendulum; u pushes the cart, w turns the pendulum against the cart.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, a),
    inputs(u: 2, held, w[2]: 1),
    let bob = [x + l * sin(a), -l * cos(a)],
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = m * 9.81 * bob[1],
    force(x = u * (1.0 + 0.2 * sin(x)) - w[0] + held, a = 0.3 * u * cos(a) + w[0] + 0.1 * w[1]),
    output(power = u * dt(x)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<2, Trapezoid<2>, Gauss<2>>, Livens, Newmark, Hermite<P2>)
)]
struct Pushed<T: Scalar> {
    m: T,
    l: T,
}

/// The same with formulas: u = f₀ + f₁ t + f₂ t², wₖ = gₖ₀ + gₖ₁ t.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, a),
    let bob = [x + l * sin(a), -l * cos(a)],
    let u = f[0] + f[1] * t + f[2] * t.powi(2),
    let w = [g[0] + g[1] * t, g[2] + g[3] * t],
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = m * 9.81 * bob[1],
    force(x = u * (1.0 + 0.2 * sin(x)) - w[0] + held, a = 0.3 * u * cos(a) + w[0] + 0.1 * w[1]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<2, Trapezoid<2>, Gauss<2>>, Livens, Newmark, Hermite<P2>)
)]
struct Timed {
    m: f64,
    l: f64,
    f: [f64; 3],
    g: [f64; 4],
    held: f64,
}

/// A chain of any length whose first mass is pushed.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(q[m.len()]),
    inputs(u: 2),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..m.len() - 1, |i| 3.0 * (q[i + 1] - q[i]).powi(2) + (q[i + 1] - q[i]).powi(4)),
    force(q[0] = u),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens)
)]
struct Chain {
    m: Vec<f64>,
}

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(q[m.len()]),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..m.len() - 1, |i| 3.0 * (q[i + 1] - q[i]).powi(2) + (q[i + 1] - q[i]).powi(4)),
    force(q[0] = f[0] + f[1] * t + f[2] * t.powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens)
)]
struct TimedChain {
    m: Vec<f64>,
    f: [f64; 3],
}

const PUSHED: Pushed<f64> = Pushed { m: 0.7, l: 0.8 };
const TIMED: Timed = Timed {
    m: 0.7,
    l: 0.8,
    f: [1.0, -2.5, 3.0],
    g: [0.4, 1.1, -0.6, 2.0],
    held: 0.3,
};

/// The inputs of the step from t to t + h.
fn inputs(t: f64, h: f64) -> [f64; 8] {
    let (u, w) = (u_at, w_at);
    let [mid, end] = [t + h / 2.0, t + h];
    [
        u(t),
        u(mid),
        u(end),
        TIMED.held,
        w(t)[0],
        w(end)[0],
        w(t)[1],
        w(end)[1],
    ]
}

fn u_at(t: f64) -> f64 {
    TIMED.f[0] + TIMED.f[1] * t + TIMED.f[2] * t * t
}

fn w_at(t: f64) -> [f64; 2] {
    [TIMED.g[0] + TIMED.g[1] * t, TIMED.g[2] + TIMED.g[3] * t]
}

fn numbers(q: &[f64], p: &[f64]) -> Vec<f64> {
    [q, p].concat()
}

fn same_motion<D: Copy + std::fmt::Debug>(scheme: D)
where
    Pushed<f64>: Discretize<D, Scalar = f64, Inputs = [f64; 8]>,
    Timed: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let (h, q, p) = (0.02, [0.1, 2.0], [0.3, -0.5]);
    let mut pushed = Integrator::new(PUSHED, scheme, h, q, p).expect("a start");
    let mut timed = Integrator::new(TIMED, scheme, h, q, p).expect("a start");
    let (mut t, mut worst) = (0.0, 0.0_f64);
    for _ in 0..100 {
        pushed.step_with(inputs(t, h)).expect("a step");
        timed.step().expect("a step");
        t = timed.time();
        let found = numbers(pushed.coordinates().as_slice(), pushed.momentum().as_slice());
        let expected = numbers(timed.coordinates().as_slice(), timed.momentum().as_slice());
        let off = found.iter().zip(&expected).map(|(a, b)| (a - b).abs());
        worst = off.fold(worst, f64::max);
    }
    println!("{scheme:?}: {worst:.1e}");
    // A hundred steps of numbers up to 10, whose rounding a pendulum multiplies by 30: 100 · 10 · 1e-16 · 30.
    assert!(worst < 3e-12, "{scheme:?}: {worst}");
}

#[test]
fn a_polynomial_is_what_it_is_as_a_formula() {
    same_motion(Verlet);
    same_motion(Midpoint);
    same_motion(Galerkin::<2, Gauss<2>>::default());
    same_motion(Galerkin::<3, Gauss<3>>::default());
    same_motion(Galerkin::<2, Trapezoid<2>, Gauss<2>>::default());
    same_motion(Livens);
    same_motion(Newmark::default());
    same_motion(Hermite::<P2>::default());
}

#[test]
fn numbers_of_inputs_have_names_and_degrees() {
    let names = [
        "u(0)", "u(1/2)", "u(1)", "held", "w[0](0)", "w[0](1)", "w[1](0)", "w[1](1)",
    ];
    assert_eq!(<Pushed<f64> as Lagrangian>::INPUTS, names);
    assert_eq!(
        <Pushed<f64> as Lagrangian>::INPUT_DEGREES,
        [2, 2, 2, 0, 1, 1, 1, 1]
    );
    assert_eq!(<Timed as Lagrangian>::INPUT_DEGREES, [0; 0]);
}

fn same_chain<D: Copy + std::fmt::Debug>(scheme: D)
where
    Chain: Discretize<D, Scalar = f64>,
    TimedChain: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
    [f64; 3]: Into<<Chain as Lagrangian>::Inputs>,
{
    let m = vec![1.0, 0.5, 2.0, 0.7, 1.5];
    let (h, f, start) = (0.02, TIMED.f, vec![0.0, 0.1, -0.2, 0.3, 0.0]);
    let chain = Chain { m: m.clone() };
    let mut pushed = Integrator::new(chain, scheme, h, start.clone(), vec![0.0; 5]).expect("a start");
    let mut timed = Integrator::new(TimedChain { m, f }, scheme, h, start, vec![0.0; 5]).expect("a start");
    for k in 0..100 {
        let t = timed.time();
        pushed
            .step_with([u_at(t), u_at(t + h / 2.0), u_at(t + h)])
            .expect("a step");
        timed.step().expect("a step");
        let found = numbers(pushed.coordinates().as_slice(), pushed.momentum().as_slice());
        let expected = numbers(timed.coordinates().as_slice(), timed.momentum().as_slice());
        for (a, b) in found.iter().zip(&expected) {
            // A hundred steps of numbers up to 5, and of what Newton's method leaves in each.
            assert!((a - b).abs() < 1e-11, "{scheme:?}, step {k}: {a} and {b}");
        }
    }
}

#[test]
fn systems_of_any_size_have_polynomials_too() {
    same_chain(Verlet);
    same_chain(Midpoint);
    same_chain(Galerkin::<2, Gauss<2>>::default());
    same_chain(Livens);
}

/// A ball over a floor, which an input of degree 1 pushes.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u: 1),
    kinetic = 0.5 * (1.0 + 0.1 * x.powi(2)) * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    force(x = u, y = 0.1 * u * x),
    contact(floor, gap = y, slip = dt(x), restitution = 0.5, friction = 0.2),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta, NonsmoothMidpoint)
)]
struct Ball;

#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1.0 + 0.1 * x.powi(2)) * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    force(x = g[0] + g[1] * t, y = 0.1 * (g[0] + g[1] * t) * x),
    contact(floor, gap = y, slip = dt(x), restitution = 0.5, friction = 0.2),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta, NonsmoothMidpoint)
)]
struct TimedBall {
    g: [f64; 2],
}

fn same_impacts<D: Copy + std::fmt::Debug>(scheme: D)
where
    Ball: Discretize<D, Scalar = f64, Inputs = [f64; 2]>,
    TimedBall: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let (h, g) = (0.01, [0.5, -1.2]);
    let mut pushed = Integrator::new(Ball, scheme, h, [0.1, 0.2], [0.3, 0.0]).expect("a start");
    let mut timed = Integrator::new(TimedBall { g }, scheme, h, [0.1, 0.2], [0.3, 0.0]).expect("a start");
    let mut has_struck = false;
    for k in 0..100 {
        let t = timed.time();
        pushed
            .step_with([g[0] + g[1] * t, g[0] + g[1] * (t + h)])
            .expect("a step");
        timed.step().expect("a step");
        let found = numbers(pushed.coordinates().as_slice(), pushed.momentum().as_slice());
        let expected = numbers(timed.coordinates().as_slice(), timed.momentum().as_slice());
        has_struck |= expected[3] > 0.1;
        for (a, b) in found.iter().zip(&expected) {
            // A hundred steps of numbers up to 2; impacts multiply differences by little.
            assert!((a - b).abs() < 1e-12, "{scheme:?}, step {k}: {a} and {b}");
        }
    }
    assert!(has_struck, "{scheme:?}");
}

#[test]
fn schemes_for_contacts_have_polynomials_too() {
    same_impacts(Moreau);
    same_impacts(SymmetricMoreau);
    same_impacts(VariationalMoreau);
    same_impacts(Theta::default());
    same_impacts(NonsmoothMidpoint);
}

/// Outside of steps an input has its value at the beginning.
#[test]
fn accelerations_and_outputs_are_those_of_the_beginning() {
    let (q, v) = ([0.1, 2.0], [0.5, -1.0]);
    let other = [1.5, 90.0, -70.0, 0.3, 0.2, 50.0, 0.4, -60.0];
    let held = TIMED.held;
    let timed = Timed {
        f: [1.5, 0.0, 0.0],
        g: [0.2, 0.0, 0.4, 0.0],
        ..TIMED
    };
    assert_eq!(other[3], held);
    let found = PUSHED
        .acceleration(0.0, &q.into(), &v.into(), &other)
        .expect("a mass");
    let expected = timed
        .acceleration(0.0, &q.into(), &v.into(), &[])
        .expect("a mass");
    for (a, b) in found.iter().zip(expected.iter()) {
        assert!((a - b).abs() < 1e-13, "{a} and {b}");
    }
    let motion = Integrator::new(PUSHED, Midpoint, 0.1, q, [0.0; 2]).expect("a start");
    let velocity = motion.velocity().expect("a mass");
    assert_eq!(motion.outputs_with(other).expect("outputs")[0], 1.5 * velocity[0]);
}

/// The derivatives by all numbers of inputs, against dual numbers.
fn linearized<D: Copy + std::fmt::Debug>(scheme: D, by_inputs: impl Fn(usize, usize) -> f64)
where
    Pushed<Dual64>: Discretize<D, Scalar = Dual64, Inputs = [Dual64; 8]>,
{
    let (h, q, p) = (0.02, [0.1, 2.0], [0.3, -0.5]);
    for seed in 0..8 {
        let of = |x: f64| Dual64::from(x);
        let system = Pushed {
            m: of(PUSHED.m),
            l: of(PUSHED.l),
        };
        let mut motion = Integrator::new(system, scheme, of(h), q.map(of), p.map(of)).expect("a start");
        let mut k = 0;
        let u = inputs(0.3, h).map(|x| {
            k += 1;
            Dual64::new(x, if k == seed + 1 { 1.0 } else { 0.0 })
        });
        motion.step_with(u).expect("a step");
        let ends = [motion.coordinates().as_slice(), motion.momentum().as_slice()].concat();
        for (row, end) in ends.iter().enumerate() {
            let found = by_inputs(row, seed);
            assert!(
                (found - end.eps).abs() < 1e-13,
                "{scheme:?}: {row}, {seed}: {found} and {}",
                end.eps
            );
        }
    }
}

#[test]
fn steps_are_differentiated_by_the_values_at_nodes() {
    macro_rules! check {
        ($($scheme:expr),*) => {$(
            let mut motion = Integrator::new(PUSHED, $scheme, 0.02, [0.1, 2.0], [0.3, -0.5]).expect("a start");
            let (_, found) = motion.step_linearized_with(inputs(0.3, 0.02)).expect("a step");
            linearized($scheme, |row, column| found.by_inputs[(row, column)]);
        )*};
    }
    check!(
        Verlet,
        Midpoint,
        Galerkin::<2, Gauss<2>>::default(),
        Galerkin::<3, Gauss<3>>::default(),
        Livens
    );
}
