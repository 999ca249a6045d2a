//! Orders of motions with a coordinate without mass, in whose V the coordinate is not quadratic: 2P in x and p, and in y itself P,
//! or P + 1 where P is odd.
//!
//! ```text
//! ẍ = −x − (x − y),   0 = (x − y) − y − c y³
//! ```

use extremal::nalgebra::Vector3;
use extremal::prelude::*;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2) + 0.5 * (x - y).powi(2) + 0.5 * y.powi(2) + 0.25 * c * y.powi(4),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>, Galerkin<4, Gauss<4>>)
)]
struct Pair {
    c: f64,
}

/// The same for any number of pairs, without the springs between them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n]),
    massless(y),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| {
        0.5 * x[i].powi(2) + 0.5 * (x[i] - y[i]).powi(2) + 0.5 * y[i].powi(2) + 0.25 * c * y[i].powi(4)
    }),
    discretize(Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Pairs {
    n: usize,
    c: f64,
}

/// The slave of x, by Newton's method.
fn held(c: f64, x: f64) -> f64 {
    (0..50).fold(0.4, |y: f64, _| {
        y - (2.0 * y - x + c * y.powi(3)) / (2.0 + 3.0 * c * y.powi(2))
    })
}

const X0: f64 = 1.125;
const V0: f64 = 0.7;
const END: f64 = 2.0;

/// x, y and p at the end, by the classical Runge–Kutta method for x alone, with steps whose errors are rounding.
fn reference(c: f64) -> Vector3<f64> {
    const STEPS: usize = 4000;
    let h = END / STEPS as f64;
    let rate = |[x, v]: [f64; 2]| [v, -2.0 * x + held(c, x)];
    let moved = |[x, v]: [f64; 2], [dx, dv]: [f64; 2], h: f64| [x + h * dx, v + h * dv];
    let [x, p] = (0..STEPS).fold([X0, V0], |at, _| {
        let a = rate(at);
        let b = rate(moved(at, a, 0.5 * h));
        let c = rate(moved(at, b, 0.5 * h));
        let d = rate(moved(at, c, h));
        let mean = [0, 1].map(|k| (a[k] + 2.0 * b[k] + 2.0 * c[k] + d[k]) / 6.0);
        moved(at, mean, h)
    });
    Vector3::new(x, held(c, x), p)
}

/// The slope of the logarithms by least squares.
fn slope(points: &[(usize, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(n, e)| (-(n as f64).ln(), e.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs
        .iter()
        .fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let of = |f: fn(f64, f64) -> f64| logs.iter().map(|log| f(log.0 - x, log.1 - y)).sum::<f64>();
    of(|x, y| x * y) / of(|x, _| x * x)
}

/// The orders of x, y and p, from motions with so many steps: even numbers, as the error of y changes its sign.
fn orders(c: f64, counts: [usize; 4], mut end: impl FnMut(usize) -> Vector3<f64>) -> [f64; 3] {
    let reference = reference(c);
    let errors = counts.map(|n| (n, (end(n) - reference).abs()));
    [0, 1, 2].map(|k| slope(&errors.map(|(n, error)| (n, error[k]))))
}

fn end<D>(scheme: D, c: f64, steps: usize) -> Vector3<f64>
where
    Pair: Discretize<D>,
{
    let start = [X0, held(c, X0)];
    let mut motion =
        Integrator::new(Pair { c }, scheme, END / steps as f64, start, [V0, 0.0]).expect("a start");
    motion.step_many(steps).expect("a regular motion");
    let State { q, p, .. } = motion.state();
    // The equation of y is p = 0 at both ends, to the rounding of forces of size one times h.
    assert!(p[1].abs() < 1e-13, "{}", p[1]);
    Vector3::new(q[0], q[1], p[0])
}

/// A twentieth of the order, for the terms of the next one: C hᵖ (1 + a h²) over a range of h by a factor of two to four.
fn assert_orders(found: [f64; 3], expected: [f64; 3], what: &str) {
    let are_near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.05 * b);
    assert!(are_near, "{what}: {found:?} instead of {expected:?}");
}

/// The orders where V is of fourth degree in y, and where it is of second.
fn check<D: Copy + core::fmt::Debug>(
    scheme: D,
    [counts, of_quadratic]: [[usize; 4]; 2],
    usual: f64,
    of_y: f64,
) where
    Pair: Discretize<D>,
{
    let what = format!("{scheme:?}");
    let of = |c, counts| orders(c, counts, |n| end(scheme, c, n));
    assert_orders(of(1.0, counts), [usual, of_y, usual], &what);
    assert_orders(of(0.0, of_quadratic), [usual; 3], &what);
}

#[test]
fn a_massless_coordinate_has_an_order_of_its_own() {
    // From where the order is that of short steps, and to where rounding is a hundredth of the error.
    check(Midpoint, [[40, 80, 120, 160]; 2], 2.0, 2.0);
    check(Livens, [[40, 80, 120, 160]; 2], 2.0, 2.0);
    check(
        Galerkin::<2, Gauss<2>>::default(),
        [[20, 40, 60, 80]; 2],
        4.0,
        2.0,
    );
    check(
        Galerkin::<3, Gauss<3>>::default(),
        [[20, 24, 28, 32], [12, 16, 20, 24]],
        6.0,
        4.0,
    );
    check(
        Galerkin::<4, Gauss<4>>::default(),
        [[8, 10, 12, 14], [4, 6, 8, 10]],
        8.0,
        4.0,
    );
}

#[test]
fn massless_items_have_the_same_order() {
    fn check<D: Copy>(scheme: D, counts: [usize; 4], expected: [f64; 3])
    where
        Pairs: Discretize<D>,
    {
        let found = orders(1.0, counts, |steps| {
            let y = held(1.0, X0);
            let system = Pairs { n: 2, c: 1.0 };
            let start = [X0, X0, y, y];
            let mut motion = Integrator::new(system, scheme, END / steps as f64, start, [V0, V0, 0.0, 0.0])
                .expect("a start");
            motion.step_many(steps).expect("a regular motion");
            let State { q, p, .. } = motion.state();
            assert!(p[2].abs() < 1e-13 && p[3].abs() < 1e-13, "{p}");
            Vector3::new(q[1], q[3], p[1])
        });
        assert_orders(found, expected, core::any::type_name::<D>());
    }
    check(Midpoint, [40, 80, 120, 160], [2.0; 3]);
    check(
        Galerkin::<2, Gauss<2>>::default(),
        [20, 40, 60, 80],
        [4.0, 2.0, 4.0],
    );
}
