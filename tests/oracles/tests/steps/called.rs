//! Fields that are called: a system with functions steps as the one whose formulas are written out.

mod kept;

use core::cell::Cell;

use extremal::function::{Function, Gradient, Hessian, Value};
use extremal::nalgebra::Vector2;
use extremal::prelude::*;
use extremal::{Scalar, Solve};
use num_dual::Dual64;

/// k (1 − cos x) + x⁴/20
#[derive(Clone, Copy, Debug)]
struct Well {
    k: f64,
}

impl Value<1> for Well {
    fn value(&self, [x]: [f64; 1]) -> f64 {
        self.k * (1.0 - x.cos()) + x.powi(4) / 20.0
    }
}

impl Gradient<1> for Well {
    fn gradient(&self, [x]: [f64; 1]) -> (f64, [f64; 1]) {
        (self.value([x]), [self.k * x.sin() + x.powi(3) / 5.0])
    }
}

impl Function<1> for Well {
    fn hessian(&self, [x]: [f64; 1]) -> Hessian<1> {
        let (value, slope) = self.gradient([x]);
        (value, slope, [[self.k * x.cos() + 0.6 * x * x]])
    }
}

/// −c y (1 + x²), and x y² exp(−x)
#[derive(Clone, Copy, Debug)]
struct Drag(f64);
#[derive(Clone, Copy, Debug)]
struct Swirl;

impl Value<2> for Drag {
    fn value(&self, [x, y]: [f64; 2]) -> f64 {
        -self.0 * y * (1.0 + x * x)
    }
}

impl Gradient<2> for Drag {
    fn gradient(&self, [x, y]: [f64; 2]) -> (f64, [f64; 2]) {
        let c = self.0;
        (self.value([x, y]), [-2.0 * c * x * y, -c * (1.0 + x * x)])
    }
}

impl Function<2> for Drag {
    fn hessian(&self, [x, y]: [f64; 2]) -> Hessian<2> {
        let (value, slope) = self.gradient([x, y]);
        let c = self.0;
        (value, slope, [[-2.0 * c * y, -2.0 * c * x], [-2.0 * c * x, 0.0]])
    }
}

impl Value<2> for Swirl {
    fn value(&self, [x, y]: [f64; 2]) -> f64 {
        x * y * y * (-x).exp()
    }
}

impl Gradient<2> for Swirl {
    fn gradient(&self, [x, y]: [f64; 2]) -> (f64, [f64; 2]) {
        let e = (-x).exp();
        (x * y * y * e, [(1.0 - x) * y * y * e, 2.0 * x * y * e])
    }
}

impl Function<2> for Swirl {
    fn hessian(&self, [x, y]: [f64; 2]) -> Hessian<2> {
        let e = (-x).exp();
        let mixed = 2.0 * (1.0 - x) * y * e;
        (
            x * y * y * e,
            [(1.0 - x) * y * y * e, 2.0 * x * y * e],
            [[(x - 2.0) * y * y * e, mixed], [mixed, 2.0 * x * e]],
        )
    }
}

/// Two coordinates with a potential and a force that are called.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = well(2 * r[0]) + swirl(r) + 0.5 * r.norm_squared(),
    force(r[0] = drag(r[0], dt(r[0]))),
    output(power = drag(r[0], dt(r[0])) * dt(r[0]), pull = dt(well(r[1]))),
    sensitivities(m),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark)
)]
struct Called<'a> {
    m: f64,
    well: Well,
    swirl: &'a dyn Function<2>,
    drag: &'a dyn Function<2>,
}

/// The same, written out.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    let well = |x| k * (1 - cos(x)) + x.powi(4) / 20,
    let swirl = r[0] * r[1].powi(2) * exp(-r[0]),
    let drag = -c * dt(r[0]) * (1 + r[0].powi(2)),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = well(2 * r[0]) + swirl + 0.5 * r.norm_squared(),
    force(r[0] = drag),
    output(power = drag * dt(r[0]), pull = dt(well(r[1]))),
    sensitivities(m),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark)
)]
struct Written {
    m: f64,
    k: f64,
    c: f64,
}

const WELL: Well = Well { k: 1.7 };
const DRAG: Drag = Drag(0.3);

fn both() -> (Called<'static>, Written) {
    let called = Called {
        m: 1.3,
        well: WELL,
        swirl: &Swirl,
        drag: &DRAG,
    };
    (
        called,
        Written {
            m: 1.3,
            k: WELL.k,
            c: DRAG.0,
        },
    )
}

/// The largest difference, relative to the largest number.
fn difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let size = a.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
    a.iter()
        .zip(b)
        .fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()))
        / size
}

macro_rules! same_steps {
    ($scheme:expr, $tolerance:expr) => {{
        let (called, written) = both();
        let (q, v) = ([0.7, -0.4], [0.3, 0.9]);
        let mut a = Integrator::new(called, $scheme, 0.05, q, v).expect("a good start");
        let mut b = Integrator::new(written, $scheme, 0.05, q, v).expect("a good start");
        for _ in 0..40 {
            let (x, y) = (
                a.linearize().expect("a small step"),
                b.linearize().expect("a small step"),
            );
            assert!(difference(x.by_state.as_slice(), y.by_state.as_slice()) < 100.0 * $tolerance);
            assert!(difference(x.by_parameters.as_slice(), y.by_parameters.as_slice()) < 100.0 * $tolerance);
            a.step().expect("a small step");
            b.step().expect("a small step");
            let (x, y) = (a.state(), b.state());
            let numbers = |state: State<f64, Vector2<f64>>| [state.q[0], state.q[1], state.p[0], state.p[1]];
            let error = difference(&numbers(x), &numbers(y));
            assert!(error < $tolerance, "{error:e}");
            assert!((a.energy() - b.energy()).abs() < $tolerance);
        }
    }};
}

/// Both evaluate the same formulas; over 40 steps roundings, and what Newton's method leaves, grow to some 1e-14.
#[test]
fn a_function_steps_as_its_formula() {
    same_steps!(Verlet, 1e-13);
    same_steps!(Midpoint, 1e-13);
    same_steps!(Galerkin::<2, Gauss<2>>::default(), 1e-13);
    same_steps!(Livens, 1e-12);
    same_steps!(Newmark::default(), 1e-13);
}

#[test]
fn outputs_take_calls_and_their_rates() {
    let (called, written) = both();
    let (q, v) = ([0.7, -0.4].into(), [0.3, 0.9].into());
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} {b}");
    close(called.power(0.0, &q, &v), written.power(0.0, &q, &v));
    close(called.pull(0.0, &q, &v), written.pull(0.0, &q, &v));
}

/// One declaration, and a force that is chosen when the program runs.
#[test]
fn a_reference_is_a_function() {
    let ends = [&Drag(0.3) as &dyn Function<2>, &Drag(0.0)].map(|drag| {
        let called = Called { drag, ..both().0 };
        let mut motion =
            Integrator::new(&called, Midpoint, 0.05, [0.7, -0.4], [0.3, 0.9]).expect("a good start");
        let start = motion.energy();
        motion.step_many(30).expect("small steps");
        start - motion.energy()
    });
    assert!(ends[0] > 0.1 && ends[1].abs() < 1e-2, "{ends:?}");
}

/// Counts how often it is evaluated.
#[derive(Default)]
struct Counted {
    values: Cell<usize>,
    gradients: Cell<usize>,
    hessians: Cell<usize>,
}

impl Counted {
    fn taken(&self) -> [usize; 3] {
        [&self.values, &self.gradients, &self.hessians].map(Cell::take)
    }
}

impl Value<1> for Counted {
    fn value(&self, [x]: [f64; 1]) -> f64 {
        self.values.set(self.values.get() + 1);
        x.powi(4)
    }
}

impl Gradient<1> for Counted {
    fn gradient(&self, [x]: [f64; 1]) -> (f64, [f64; 1]) {
        self.gradients.set(self.gradients.get() + 1);
        (x.powi(4), [4.0 * x.powi(3)])
    }
}

impl Function<1> for Counted {
    fn hessian(&self, [x]: [f64; 1]) -> Hessian<1> {
        self.hessians.set(self.hessians.get() + 1);
        (x.powi(4), [4.0 * x.powi(3)], [[12.0 * x * x]])
    }
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = well(x),
    force(x = -well(x)),
    discretize(Verlet, Midpoint)
)]
struct Watched<'a> {
    well: &'a Counted,
}

/// The potential needs the gradient, and the force the value at the same place: both come from one call. A step of Newton's method
/// takes Hessians, and values for the size of its rest.
#[test]
fn a_place_is_evaluated_once() {
    let well = Counted::default();
    let mut motion =
        Integrator::new(Watched { well: &well }, Verlet, 0.1, [0.5], [0.1]).expect("a good start");
    // Its looks take values.
    motion.set_guard(false);
    motion.step().expect("a small step");
    well.taken();
    for _ in 0..10 {
        motion.step().expect("a small step");
        assert_eq!(well.taken(), [0, 1, 0]);
    }
    let mut motion =
        Integrator::new(Watched { well: &well }, Midpoint, 0.1, [0.5], [0.1]).expect("a good start");
    motion.set_guard(false);
    well.taken();
    let report = motion.step().expect("a small step");
    let [values, gradients, hessians] = well.taken();
    assert!(values == 0 && hessians <= report.iterations && gradients <= report.iterations + 1);
}

/// Frames look at each node once, also where something adds energy: an explicit step takes no values.
#[test]
fn a_frame_looks_at_each_node_once() {
    let well = Counted::default();
    let mut motion =
        Integrator::new(Watched { well: &well }, Verlet, 0.1, [0.5], [0.1]).expect("a good start");
    motion.advance(1.0).expect("small steps");
    for frame in [0.5, 1.0] {
        well.taken();
        let made = motion.advance(frame).expect("small steps");
        let [values, ..] = well.taken();
        assert_eq!(values, made.steps + 1, "{frame}");
    }
}

/// A value is enough for an explicit step with a force that depends on places alone.
struct Tide;

impl Value<2> for Tide {
    fn value(&self, [x, t]: [f64; 2]) -> f64 {
        (x - t).sin()
    }
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    force(x = tide(x, t)),
    discretize(Verlet)
)]
struct Float<F: Value<2>> {
    tide: F,
}

#[test]
fn an_explicit_step_needs_values_of_forces_only() {
    let mut motion = Integrator::new(Float { tide: &Tide }, Verlet, 0.1, [0.5], [0.1]).expect("a good start");
    assert_eq!(<Float<&Tide> as Discretize<Verlet>>::FACTS.solve, Solve::Explicit);
    // v += h/2 f, x += h v, v += h/2 f
    let half = 0.05 * 0.5_f64.sin();
    let x = 0.5 + 0.1 * (0.1 + half);
    let p = 0.1 + half + 0.05 * (x - 0.1).sin();
    motion.step().expect("a small step");
    let State { q, p: found, .. } = motion.state();
    assert!((q[0] - x).abs() < 1e-16 && (found[0] - p).abs() < 1e-16);
}

/// c x⁴ for every scalar.
#[derive(Clone, Copy, Debug)]
struct Quartic<T>(T);

impl<T: Scalar> Value<1, T> for Quartic<T> {
    fn value(&self, [x]: [T; 1]) -> T {
        self.0 * x * x * x * x
    }
}

impl<T: Scalar> Gradient<1, T> for Quartic<T> {
    fn gradient(&self, [x]: [T; 1]) -> (T, [T; 1]) {
        (self.value([x]), [T::from_f64(4.0) * self.0 * x * x * x])
    }
}

impl<T: Scalar> Function<1, T> for Quartic<T> {
    fn hessian(&self, [x]: [T; 1]) -> Hessian<1, T> {
        let (value, slope) = self.gradient([x]);
        (value, slope, [[T::from_f64(12.0) * self.0 * x * x]])
    }
}

/// Springs between neighbours, each a function of an array; the sum does not change when all masses are moved.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[3]),
    kinetic = 0.5 * m * dt(x).norm_squared(),
    potential = sum(0..2, |i| springs[i](x[i + 1] - x[i])),
    symmetry(shift = [1, 1, 1]),
    discretize(Midpoint, Livens)
)]
struct Row<T: Scalar, F: Function<1, T>> {
    m: T,
    springs: [F; 2],
}

fn row<T: Scalar>() -> Row<T, Quartic<T>> {
    Row {
        m: T::from_f64(1.3),
        springs: [1.0, 2.5].map(|c| Quartic(T::from_f64(c))),
    }
}

/// Dual numbers carry derivatives through steps and through the functions in them.
#[test]
fn derivatives_agree_with_dual_numbers() {
    let (q, v) = ([0.1, 0.9, 2.2], [0.3, -0.2, 0.4]);
    let mut motion = Integrator::new(row(), Midpoint, 0.1, q, v).expect("a good start");
    let derivative = motion.step_linearized().expect("a small step").1.by_state;
    for column in 0..3 {
        let seeded = |k: usize| Dual64::new(q[k], if k == column { 1.0 } else { 0.0 });
        let (q, v) = (core::array::from_fn(seeded), v.map(Dual64::from));
        let mut motion =
            Integrator::new(row::<Dual64>(), Midpoint, Dual64::from(0.1), q, v).expect("a good start");
        motion.step().expect("a small step");
        let State { q, p, .. } = motion.state();
        for k in 0..3 {
            // Both solve to rounding; the entries are at most 10.
            assert!((derivative[(k, column)] - q[k].eps).abs() < 1e-13);
            assert!((derivative[(3 + k, column)] - p[k].eps).abs() < 1e-13);
        }
    }
}
