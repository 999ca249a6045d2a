//! Fields that are called: a system with functions steps as the one whose formulas are written out.

use core::cell::Cell;

use extremal::function::{Function, Gradient, Hessian, Value};
use extremal::nalgebra::Vector2;
use extremal::prelude::*;
use extremal::{Jacobians, Solve};

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

/// Largest difference of the numbers in two texts of the same form, relative to the largest number.
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
