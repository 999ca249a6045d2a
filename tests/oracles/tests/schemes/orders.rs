//! Orders of convergence of q and p at the nodes, measured by comparison with another integration method.
//!
//! Slopes are fitted over steps that are short compared with the time scales of the motion. For symmetric schemes the next term of the
//! error is smaller by h² and changes slopes by less than 0.1. At order eight only steps ten times as long stay above rounding, and the
//! change is 0.2. One-sided rules are not symmetric, and their next term is smaller by h.

use crate::support::order::{Errors, extrapolated};
use crate::support::slope::slope;
use extremal::blocks::{Block, IntoBlock, Vector};
use extremal::prelude::*;
use extremal::system::VectorSpace;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(
        Galerkin<1, Gauss<1>>, Galerkin<1, Gauss<2>>, Galerkin<1, Lobatto<2>>,
        Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<3, Gauss<4>>, Galerkin<3, Lobatto<4>>,
        Galerkin<4, Gauss<4>>, Galerkin<4, Gauss<5>>, Galerkin<4, Lobatto<5>>,
        Galerkin<6, Gauss<6>>, Galerkin<1, Left>, Galerkin<1, Right>,
        Galerkin<2, Trapezoid<2>, Gauss<2>>, Galerkin<2, Gauss<2>, Gauss<3>>
    ),
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(
        Galerkin<1, Gauss<1>>, Galerkin<1, Gauss<2>>, Galerkin<1, Lobatto<2>>,
        Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<3, Gauss<4>>, Galerkin<3, Lobatto<4>>,
        Galerkin<4, Gauss<4>>, Galerkin<4, Gauss<5>>, Galerkin<4, Lobatto<5>>,
        Galerkin<6, Gauss<6>>, Galerkin<1, Left>, Galerkin<1, Right>
    ),
)]
struct DoublePendulum;

/// ẋ is a momentum over 2 + cos x; potential and force depend on time, the force on the velocity too.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * (2.0 + cos(x)) * dt(x).powi(2),
    potential = 0.25 * x.powi(4) * (1.0 + 0.3 * sin(3.0 * t)),
    force(x = u * cos(2.0 * t)),
    dissipation = 0.1 * (1.0 + x * x) * dt(x).powi(2),
    discretize(
        Verlet, Galerkin<1, Gauss<1>>, Galerkin<1, Gauss<2>>,
        Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<3, Gauss<4>>, Galerkin<3, Lobatto<4>>
    ),
)]
struct Forced;

/// All motions run until this time, about half a period: long enough for errors to grow, and too short for them to diverge.
const END: f64 = 1.0;

/// Coordinates and momenta of size ten, in a hundred steps with an ε each, which add up like a random walk.
const ROUNDING: f64 = 2e-14;

/// A motion: the system, its inputs, the start, and the exact end (q, then p).
struct Motion<'a, S: VectorSpace> {
    system: &'a S,
    inputs: S::Inputs,
    q: S::Configuration,
    v: S::Configuration,
    exact: Vec<f64>,
    /// For each degree the numbers of steps: from steps that just resolve the motion to errors near rounding.
    steps: &'static [[usize; 7]],
}

/// (q, p) after `END`.
fn end<S, D>(motion: &Motion<'_, S>, scheme: D, steps: usize) -> Vec<f64>
where
    S: VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>> + Discretize<D> + VectorSpace,
{
    let p = motion.system.momentum(0.0, &motion.q, &motion.v);
    let start = State {
        t: 0.0,
        q: motion.q,
        p,
    };
    let mut integrator =
        Integrator::from_state(motion.system, scheme, END / steps as f64, start).expect("a good start");
    for _ in 0..steps {
        integrator.step_with(motion.inputs).expect("the step is small");
    }
    let State { q, p, .. } = integrator.state();
    [q.as_slice(), p.as_slice()].concat()
}

fn errors<S, D>(motion: &Motion<'_, S>, scheme: D, degree: usize) -> Vec<Errors>
where
    S: VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>> + Discretize<D> + VectorSpace,
    D: Copy,
{
    let of = |steps| {
        let found = end(motion, scheme, steps);
        let error = |from: usize, to: usize| {
            let pairs = found[from..to].iter().zip(&motion.exact[from..to]);
            pairs.fold(0.0_f64, |error, (found, exact)| error.max((found - exact).abs()))
        };
        let n = S::Configuration::LEN;
        Errors {
            steps,
            q: error(0, n),
            p: error(n, 2 * n),
        }
    };
    motion.steps[degree - 1].map(of).to_vec()
}

/// The slopes of the errors of q and p are `order` to within `tolerance`.
fn check<S, D>(motion: &Motion<'_, S>, scheme: D, degree: usize, order: f64, tolerance: f64)
where
    S: VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>> + Discretize<D> + VectorSpace,
    D: Copy,
{
    let errors = errors(motion, scheme, degree);
    let q = slope(errors.iter().map(|error| (error.steps, error.q)), ROUNDING);
    let p = slope(errors.iter().map(|error| (error.steps, error.p)), ROUNDING);
    println!(
        "{} of degree {degree}: {q:.3} and {p:.3}",
        core::any::type_name::<D>()
    );
    assert!(
        (q - order).abs() <= tolerance && (p - order).abs() <= tolerance,
        "{} has orders {q} and {p}, not {order}: {errors:?}",
        core::any::type_name::<D>()
    );
}

fn pendulum() -> Motion<'static, Pendulum> {
    const PENDULUM: Pendulum = Pendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
    let [q, p] = extrapolated(|_, [q, p]| [p, -9.81 * q.sin()], [2.0, 0.5], END, 32);
    Motion {
        system: &PENDULUM,
        inputs: [],
        q: [2.0].into(),
        v: [0.5].into(),
        exact: vec![q, p],
        steps: &[
            [64, 102, 161, 256, 406, 645, 1024],
            [24, 36, 53, 78, 116, 173, 256],
            [12, 16, 21, 28, 37, 48, 64],
            [8, 9, 11, 13, 15, 17, 20],
        ],
    }
}

/// M a = k with M₁₁ = 2, M₂₂ = 1, M₁₂ = cos(a − b); p = M v.
fn double_pendulum() -> Motion<'static, DoublePendulum> {
    let rates = |_, [a, b, v, w]: [f64; 4]| {
        let (sin, cos) = (a - b).sin_cos();
        let (first, second) = (-w * w * sin - 19.62 * a.sin(), v * v * sin - 9.81 * b.sin());
        let determinant = 2.0 - cos * cos;
        [
            v,
            w,
            (first - cos * second) / determinant,
            (2.0 * second - cos * first) / determinant,
        ]
    };
    let [a, b, v, w] = extrapolated(rates, [2.0, 1.5, 0.0, 0.0], END, 64);
    let cos = (a - b).cos();
    Motion {
        system: &DoublePendulum,
        inputs: [],
        q: [2.0, 1.5].into(),
        v: [0.0, 0.0].into(),
        exact: vec![a, b, 2.0 * v + cos * w, w + cos * v],
        steps: &[
            [64, 102, 161, 256, 406, 645, 1024],
            [32, 45, 64, 91, 128, 181, 256],
            [36, 42, 50, 59, 69, 82, 96],
            [36, 39, 43, 46, 51, 55, 60],
        ],
    }
}

/// (2 + cos x) a = ½ sin x v² − x³ (1 + 0.3 sin 3t) + u cos 2t − 0.2 (1 + x²) v.
fn forced() -> Motion<'static, Forced> {
    let rates = |t: f64, [x, v]: [f64; 2]| {
        let conservative = 0.5 * x.sin() * v * v - x.powi(3) * (1.0 + 0.3 * (3.0 * t).sin());
        let outer = 0.7 * (2.0 * t).cos() - 0.2 * (1.0 + x * x) * v;
        [v, (conservative + outer) / (2.0 + x.cos())]
    };
    let [x, v] = extrapolated(rates, [1.4, -0.6], END, 32);
    Motion {
        system: &Forced,
        inputs: [0.7],
        q: [1.4].into(),
        v: [-0.6].into(),
        exact: vec![x, (2.0 + x.cos()) * v],
        steps: &[
            [64, 102, 161, 256, 406, 645, 1024],
            [16, 23, 32, 45, 64, 91, 128],
            [6, 7, 9, 11, 13, 16, 20],
        ],
    }
}

/// Degree six with short steps is as accurate as the reference; the two methods are independent.
#[test]
fn references_agree() {
    fn check<S>(motion: &Motion<'_, S>, rounding: f64)
    where
        S: VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
            + Discretize<Galerkin<6, Gauss<6>>>
            + VectorSpace,
    {
        let found = end(motion, Galerkin::<6, Gauss<6>>::default(), 100);
        for (found, exact) in found.iter().zip(&motion.exact) {
            assert!((found - exact).abs() <= rounding, "{found} and {exact}");
        }
    }
    // The momenta have size ten; see `ROUNDING`.
    check(&pendulum(), ROUNDING);
    check(&double_pendulum(), 2.0 * ROUNDING);
}

/// Calls `check` for schemes that are written as types.
macro_rules! orders {
    ($motion:expr, $([$order:literal +- $tolerance:literal] $(Galerkin<$degree:literal, $($rule:ty),+>)*;)*) => {
        let motion = $motion;
        $($(check(&motion, Galerkin::<$degree, $($rule),+>::default(), $degree, $order, $tolerance);)*)*
    };
}

#[test]
fn orders_on_the_pendulum() {
    orders! {
        pendulum(),
        [2.0 +- 0.1] Galerkin<1, Gauss<1>> Galerkin<1, Gauss<2>> Galerkin<1, Lobatto<2>>;
        [4.0 +- 0.1] Galerkin<2, Gauss<2>> Galerkin<2, Gauss<3>> Galerkin<2, Lobatto<3>>;
        [6.0 +- 0.1] Galerkin<3, Gauss<3>> Galerkin<3, Gauss<4>> Galerkin<3, Lobatto<4>>;
        [8.0 +- 0.2] Galerkin<4, Gauss<4>> Galerkin<4, Gauss<5>> Galerkin<4, Lobatto<5>>;
    }
}

#[test]
fn orders_on_the_double_pendulum() {
    orders! {
        double_pendulum(),
        [2.0 +- 0.1] Galerkin<1, Gauss<1>> Galerkin<1, Gauss<2>> Galerkin<1, Lobatto<2>>;
        [4.0 +- 0.1] Galerkin<2, Gauss<2>> Galerkin<2, Gauss<3>> Galerkin<2, Lobatto<3>>;
        [6.0 +- 0.1] Galerkin<3, Gauss<3>> Galerkin<3, Gauss<4>> Galerkin<3, Lobatto<4>>;
        [8.0 +- 0.2] Galerkin<4, Gauss<4>> Galerkin<4, Gauss<5>> Galerkin<4, Lobatto<5>>;
    }
}

/// Under inputs, with damping and explicit time in V and f.
#[test]
fn orders_with_forces() {
    orders! {
        forced(),
        [2.0 +- 0.1] Galerkin<1, Gauss<1>> Galerkin<1, Gauss<2>>;
        [4.0 +- 0.1] Galerkin<2, Gauss<2>> Galerkin<2, Gauss<3>> Galerkin<2, Lobatto<3>>;
        [6.0 +- 0.1] Galerkin<3, Gauss<3>> Galerkin<3, Gauss<4>> Galerkin<3, Lobatto<4>>;
    }
    check(&forced(), Verlet, 1, 2.0, 0.1);
}

/// Symplectic Euler, both of them.
#[test]
fn one_sided_rules_are_of_order_one() {
    orders! { pendulum(), [1.0 +- 0.1] Galerkin<1, Left> Galerkin<1, Right>; }
    orders! { double_pendulum(), [1.0 +- 0.1] Galerkin<1, Left> Galerkin<1, Right>; }
}

/// Capobianco (2015), 5.1: quadratic elements with exact T. The composite rule on the forces alone costs two orders.
#[test]
fn the_rule_of_the_forces_limits_the_order() {
    orders! {
        pendulum(),
        [2.0 +- 0.1] Galerkin<2, Trapezoid<2>, Gauss<2>>;
        [4.0 +- 0.1] Galerkin<2, Gauss<2>, Gauss<3>>;
    }
}
