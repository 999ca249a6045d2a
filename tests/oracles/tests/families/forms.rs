//! What declarations may say: constants and slices, arrays with names, functions, integers as numbers, coordinates beside items.

use extremal::Scalar;
use extremal::function::{Function, Gradient, Hessian, Value};
use extremal::prelude::*;

use crate::support::compared::{apart, numbers, same};

/// The length is a parameter of the type.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[N]),
    let spring = |d| 0.5 * d.powi(2) + alpha / 3 * d.powi(3),
    let length = |i| q[i] - q[i - 1],
    kinetic = 0.5 * sum(0..N, |i| (1 + i) * dt(q[i]).powi(2)),
    potential = spring(q[0]) + sum(1..q.len(), |i| self.k[i % 2] * spring(length(i))) + spring(-q[N - 1]),
    force(q = array(0..N, |i| -c[i] * dt(q[i]))),
    discretize(Verlet, Midpoint),
)]
struct Lattice<const N: usize> {
    alpha: f64,
    k: [f64; 2],
    c: [f64; N],
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[5]),
    let spring = |d| 0.5 * d.powi(2) + alpha / 3 * d.powi(3),
    kinetic = 0.5 * sum(0..5, |i| (1 + i) * dt(q[i]).powi(2)),
    potential = spring(q[0]) + sum(1..5, |i| k[i % 2] * spring(q[i] - q[i - 1])) + spring(-q[4]),
    force(q = array(0..5, |i| -c[i] * dt(q[i]))),
    discretize(Verlet, Midpoint),
)]
struct OfFive {
    alpha: f64,
    k: [f64; 2],
    c: [f64; 5],
}

#[test]
fn lengths_of_a_type() {
    let (alpha, k, c) = (0.3, [1.0, 1.4], [0.1, 0.0, 0.05, 0.2, 0.1]);
    let both = (Lattice { alpha, k, c }, OfFive { alpha, k, c });
    let (q, v) = (numbers(5, 0.7), numbers(5, 1.9));
    same(both, Verlet, (&q, &v));
    same(both, Midpoint, (&q, &v));
}

const ELEMENTS: usize = 4;

/// A bar with a mass at its end, over a constant of the program and numbers of somebody else.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, u[ELEMENTS + 1]),
    let h = l / ELEMENTS,
    let strain = array(0..ELEMENTS, |e| (u[e + 1] - u[e]) / h),
    kinetic = sum(0..ELEMENTS, |e| {
        let next = e + 1;
        let a = dt(u[e]);
        let b = dt(u[next]);
        rho * h / 6 * (a.powi(2) + a * b + b.powi(2))
    }) + 0.5 * dt(x).powi(2),
    potential = sum(0..strain.len(), |e| 0.5 * stiffness[e] * h * strain[e].powi(2)) + 0.5 * (x - u[ELEMENTS]).powi(2),
    dissipation = sum(0..ELEMENTS, |e| 0.05 * dt(strain[e]).powi(2)),
    discretize(Midpoint),
)]
struct Bar<'a> {
    l: f64,
    rho: f64,
    stiffness: &'a [f64],
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, u[5]),
    let h = l / 4,
    let strain = array(0..4, |e| (u[e + 1] - u[e]) / h),
    kinetic = sum(0..4, |e| rho * h / 6 * (dt(u[e]).powi(2) + dt(u[e]) * dt(u[e + 1]) + dt(u[e + 1]).powi(2)))
        + 0.5 * dt(x).powi(2),
    potential = sum(0..4, |e| 0.5 * stiffness[e] * h * strain[e].powi(2)) + 0.5 * (x - u[4]).powi(2),
    dissipation = sum(0..4, |e| 0.05 * dt(strain[e]).powi(2)),
    discretize(Midpoint),
)]
struct OfFour {
    l: f64,
    rho: f64,
    stiffness: [f64; 4],
}

#[test]
fn arrays_with_names_and_constants() {
    let stiffness = [1.0, 2.0, 1.5, 0.5];
    let bar = Bar {
        l: 2.0,
        rho: 1.5,
        stiffness: &stiffness,
    };
    let four = OfFour {
        l: 2.0,
        rho: 1.5,
        stiffness,
    };
    let (q, v) = (numbers(6, 0.2), numbers(6, 3.9));
    same((bar, four), Midpoint, (&q, &v));
}

/// A fixed coordinate, a sum of the program, a function of the program, and an input.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = sum(0..k.len(), |i| 0.5 * k[i] * (x - at[i][1]).powi(2) + t * x / k.len()),
    force(x = u - sum(0..k.len(), |i| 0.1 * dt(x))),
    discretize(Verlet),
)]
struct Held<T: Scalar> {
    m: T,
    k: Vec<T>,
    at: Vec<Vec<T>>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = sum(0..3, |i| 0.5 * k[i] * (x - at[i]).powi(2)) + t * x,
    force(x = u - 0.3 * dt(x)),
    discretize(Verlet),
)]
struct OfThree {
    m: f64,
    k: [f64; 3],
    at: [f64; 3],
}

#[test]
fn a_fixed_system_with_a_sum_of_the_program() {
    let (k, at) = ([1.0, 2.0, 0.5], [0.1, -0.2, 0.4]);
    let held = Held {
        m: 1.2,
        k: k.to_vec(),
        at: at.map(|at| vec![0.0, at]).to_vec(),
    };
    let mut a = Integrator::new(held, Verlet, 0.05, vec![0.4], vec![0.1]).expect("a good start");
    let mut b = Integrator::new(OfThree { m: 1.2, k, at }, Verlet, 0.05, [0.4], [0.1]).expect("a good start");
    for step in 0..100 {
        let u = [f64::from(step) / 50.0];
        a.step_with(u).expect("a small step");
        b.step_with(u).expect("a small step");
    }
    let [(p, q), (r, s)] = [(a.state().q[0], a.state().p[0]), (b.state().q[0], b.state().p[0])];
    assert!(apart(&[p, q], &[r, s]) < 1e-13, "{p} {q} {r} {s}");
}

/// A spring that stiffens.
#[derive(Clone, Copy, Debug)]
struct Stiff {
    c: f64,
}

impl Value<1> for Stiff {
    fn value(&self, [x]: [f64; 1]) -> f64 {
        self.c * x.powi(4)
    }
}

impl Gradient<1> for Stiff {
    fn gradient(&self, [x]: [f64; 1]) -> (f64, [f64; 1]) {
        (self.value([x]), [4.0 * self.c * x.powi(3)])
    }
}

impl Function<1> for Stiff {
    fn hessian(&self, [x]: [f64; 1]) -> Hessian<1> {
        let (value, slope) = self.gradient([x]);
        (value, slope, [[12.0 * self.c * x.powi(2)]])
    }
}

/// Springs that a program brings with it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(1..n, |i| spring(q[i] - q[i - 1])) + 0.5 * q[0].powi(2),
    discretize(Verlet, Midpoint),
)]
struct Called {
    n: usize,
    spring: Stiff,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[4]),
    kinetic = sum(0..4, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(1..4, |i| spring(q[i] - q[i - 1])) + 0.5 * q[0].powi(2),
    discretize(Verlet, Midpoint),
)]
struct CalledByFour {
    spring: Stiff,
}

#[test]
fn functions_of_the_program() {
    let spring = Stiff { c: 0.3 };
    let both = (Called { n: 4, spring }, CalledByFour { spring });
    let (q, v) = (numbers(4, 0.2), numbers(4, 3.9));
    same(both, Verlet, (&q, &v));
    same(both, Midpoint, (&q, &v));
}

/// Rows of constraints with the name of the list of indices that they are of.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k[e] * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2)),
    constraint(pins = array(0..pins.len(), |i| r[pins[i]] - at[i])),
    discretize(Verlet, Midpoint),
)]
struct Pinned {
    points: usize,
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
    k: Vec<f64>,
    rest: Vec<f64>,
    pins: Vec<usize>,
    at: Vec<[f64; 3]>,
}

#[test]
fn pinned_points_stay() {
    let at = [[0.0, 0.0, 0.0], [2.0, 0.5, 0.0]];
    let net = Pinned {
        points: 4,
        m: vec![1.0, 2.0, 0.5, 1.0],
        edges: vec![[0, 1], [1, 2], [2, 3], [0, 3]],
        k: vec![2.0; 4],
        rest: vec![0.5; 4],
        pins: vec![0, 2],
        at: at.to_vec(),
    };
    let mut q = numbers(12, 0.4);
    q[..3].copy_from_slice(&at[0]);
    q[6..9].copy_from_slice(&at[1]);
    let mut motion = Integrator::new(&net, Midpoint, 0.01, q.clone(), vec![0.0; 12]).expect("a good start");
    for _ in 0..100 {
        motion.step().expect("a small step");
    }
    let end = motion.state().q;
    // Linear constraints hold to the rounding of each step.
    assert!(
        apart(&end.as_slice()[..3], &at[0]) < 1e-13 && apart(&end.as_slice()[6..9], &at[1]) < 1e-13,
        "{end}"
    );
    assert!(apart(end.as_slice(), &q) > 0.01, "the others move");
    q[6] += 0.1;
    let moved = Integrator::new(&net, Midpoint, 0.01, q, vec![0.0; 12]).map(drop);
    let error = moved.expect_err("a start off its pin").to_string();
    assert!(error.contains("`pins[1][0]`"), "{error}");
}

/// A row with a sum, and terms that are of no item and of no coordinate.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * (1 + i) * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * (1 + i) * x[i].powi(2)),
    constraint(total = sum(0..n, |i| x[i]) - sin(t) - offset),
    discretize(Midpoint),
)]
struct Total {
    n: usize,
    offset: f64,
}

/// The same, written out.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[3]),
    kinetic = 0.5 * dt(x[0]).powi(2) + dt(x[1]).powi(2) + 1.5 * dt(x[2]).powi(2),
    potential = 0.5 * x[0].powi(2) + x[1].powi(2) + 1.5 * x[2].powi(2),
    constraint(total = x[0] + x[1] + x[2] - sin(t) - offset),
    discretize(Midpoint),
)]
struct TotalOfThree {
    offset: f64,
}

#[test]
fn a_row_may_have_terms_without_coordinates() {
    let (q, v) = ([0.5, 0.25, 0.25], [0.5, 0.25, 0.25]);
    let systems = (Total { n: 3, offset: 1.0 }, TotalOfThree { offset: 1.0 });
    same(systems, Midpoint, (&q, &v));
}

/// What takes over a state of the integrator itself does not refuse it.
macro_rules! own_states_are_starts {
    ($net:expr, $scheme:expr, $h:expr, $q:expr) => {
        let mut motion = Integrator::new($net, $scheme, $h, $q, vec![0.0; 9]).expect("a good start");
        let mut kick = vec![0.0; 9];
        kick[8] = 1e-3;
        for step in 0..100 {
            motion.step().expect("a small step");
            let mut other = motion.clone();
            other
                .set_step_size(0.5 * $h)
                .unwrap_or_else(|error| panic!("{step}: {error}"));
            other
                .set_system($net)
                .unwrap_or_else(|error| panic!("{step}: {error}"));
            other
                .kick(kick.clone())
                .unwrap_or_else(|error| panic!("{step}: {error}"));
            let again = Integrator::from_state($net, $scheme, $h, motion.state());
            again.map(drop).unwrap_or_else(|error| panic!("{step}: {error}"));
        }
    };
}

#[test]
fn own_states_of_a_net_that_is_held_at_the_origin_are_starts() {
    for (unit, h) in [(1.0, 0.01), (1e-9, 1e-5), (1e6, 1.0)] {
        let net = Pinned {
            points: 3,
            m: vec![1.0, 1.3, 0.7],
            edges: vec![[0, 1], [1, 2]],
            k: vec![10.0 * (0.01 / h) * (0.01 / h); 2],
            rest: vec![unit; 2],
            pins: vec![0],
            at: vec![[0.0; 3]],
        };
        let q = [0.0, 0.0, 0.0, 0.0, 1.2, 0.0, 0.0, 2.0, 0.3].map(|x| x * unit);
        own_states_are_starts!(&net, Verlet, h, q);
        own_states_are_starts!(&net, Midpoint, h, q);
        // What moves by a part in a million does not hold the point.
        let mut motion = Integrator::new(&net, Midpoint, h, q, vec![0.0; 9]).expect("a good start");
        motion.step_many(50).expect("small steps");
        let mut state = motion.state();
        state.p[0] += 1e-6 * unit / h;
        let error = Integrator::from_state(&net, Midpoint, h, state)
            .map(drop)
            .expect_err("a rate");
        assert!(
            error
                .to_string()
                .contains("the rate of the constraint `pins[0][0]`"),
            "{error}"
        );
        let mut state = motion.state();
        state.q[1] += 1e-6 * unit;
        let error = Integrator::from_state(&net, Midpoint, h, state)
            .map(drop)
            .expect_err("off its pin");
        assert!(error.to_string().contains("`pins[0][1]`"), "{error}");
    }
}
