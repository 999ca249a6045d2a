//! Coordinates without mass beside constraints that do not contain them, in systems of any size.

use crate::support::compared::{apart, same};
use extremal::prelude::*;

/// Masses on springs, of which some are tied together, and dashpots that some of them pull through springs.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x[masses], y[dashpots]),
    massless(y),
    kinetic = sum(0..masses, |i| 0.5 * m * dt(x[i]).powi(2)),
    potential = sum(0..masses, |i| 0.5 * k * x[i].powi(2) + b * x[i].powi(4))
        + sum(0..dashpots, |j| 0.5 * a * (y[j] - x[j]).powi(2)),
    dissipation = sum(0..dashpots, |j| 0.5 * c * dt(y[j]).powi(2)),
    constraint(
        ties = array(0..ties.len(), |i| x[ties[i][0]] - x[ties[i][1]]),
        bars = array(0..bars.len(), |i| y[bars[i][0]] - x[bars[i][1]]),
    ),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Livens)
)]
struct Tied {
    masses: usize,
    dashpots: usize,
    m: f64,
    k: f64,
    b: f64,
    a: f64,
    c: f64,
    ties: Vec<[usize; 2]>,
    bars: Vec<[usize; 2]>,
}

/// The same, typed out: two masses of three are tied, and the second of three dashpots is at the third mass.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x[3], y[3]),
    massless(y),
    kinetic = sum(0..3, |i| 0.5 * m * dt(x[i]).powi(2)),
    potential = sum(0..3, |i| 0.5 * k * x[i].powi(2) + b * x[i].powi(4) + 0.5 * a * (y[i] - x[i]).powi(2)),
    dissipation = sum(0..3, |i| 0.5 * c * dt(y[i]).powi(2)),
    constraint(tie = x[0] - x[1], bar = y[1] - x[2]),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Livens)
)]
struct Unrolled {
    m: f64,
    k: f64,
    b: f64,
    a: f64,
    c: f64,
}

const Q: [f64; 6] = [0.5, 0.5, -0.3, 0.4, -0.3, 0.2];
const V: [f64; 6] = [0.1, 0.1, 0.4, 0.2, 0.4, 0.0];

/// Without springs of fourth order the equations are linear.
fn pair(b: f64) -> (Tied, Unrolled) {
    let (m, k, a, c) = (1.3, 3.0, 2.0, 0.5);
    let tied = Tied {
        masses: 3,
        dashpots: 3,
        m,
        k,
        b,
        a,
        c,
        ties: vec![[0, 1]],
        bars: vec![[1, 2]],
    };
    (tied, Unrolled { m, k, b, a, c })
}

/// Steps, and the derivative of the one after the first.
fn compare<D: Copy>(scheme: D, b: f64, derivatives: fn(&Tied, &Unrolled, D) -> [Vec<f64>; 2])
where
    Tied: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
    Unrolled: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
{
    let (tied, unrolled) = pair(b);
    same((&tied, unrolled), scheme, (&Q, &V));
    let [of_items, written_out] = derivatives(&tied, &unrolled, scheme);
    // Derivatives of size 100: c/a and k h are far from one.
    assert!(
        apart(&of_items, &written_out) < 1e-12,
        "{of_items:?} {written_out:?}"
    );
}

/// The derivatives by q and p of the second step, for both systems.
macro_rules! derivatives {
    () => {
        |tied, unrolled, scheme| {
            let mut a = Integrator::new(tied, scheme, 0.05, Q.to_vec(), V.to_vec()).expect("a start");
            let mut b = Integrator::new(unrolled, scheme, 0.05, Q, V).expect("a start");
            a.step().expect("a small step");
            b.step().expect("a small step");
            let a = a.linearize().expect("a derivative").to_dense().expect("a matrix");
            let b = b.linearize().expect("a derivative").by_state;
            [a.as_slice().to_vec(), b.as_slice().to_vec()]
        }
    };
}

/// With and without Newton's method: without springs of the fourth order all equations are linear.
#[test]
fn dashpots_beside_ties_move_as_in_the_unrolled_system() {
    for b in [0.0, 0.7] {
        compare(Midpoint, b, derivatives!());
        compare(Galerkin::<2, Gauss<2>>::default(), b, derivatives!());
    }
    // Its discrete gradients of springs of the fourth order are those of each item here, and of all of V there.
    compare(Livens, 0.0, derivatives!());
}

/// Without any constraint there is no rate that the velocity at the end has to satisfy.
#[test]
fn ties_may_be_none() {
    let (tied, _) = pair(0.7);
    let (mut none, far) = (tied.clone(), [0.5, 0.4, -0.3, 0.4, 0.1, 0.2]);
    (none.ties, none.bars) = (Vec::new(), Vec::new());
    let mut motion = Integrator::new(&none, Midpoint, 0.01, far.to_vec(), V.to_vec()).expect("a start");
    let mut energy = motion.energy();
    for _ in 0..200 {
        motion.step().expect("a small step");
        let now = motion.energy();
        // Dashpots only take energy; what Midpoint's energy oscillates by is of the size h².
        assert!(now < energy + 1e-4, "{now} after {energy}");
        energy = now;
    }
}

/// Masses near the speed of light, and a coordinate without mass that follows the first.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[masses], y),
    lagrangian = sum(0..masses, |i| -sqrt(1 - dt(x[i]).powi(2))),
    massless(y),
    constraint(follows = y - 2 * x[0])
)]
struct Followed {
    masses: usize,
}

/// p = v/√(1 − v²), so that v = p/√(1 + p²). M depends on v and is singular along y, whose rate is twice that of the first.
#[test]
fn constraints_determine_velocities_where_l_is_not_quadratic() {
    let (q, p) = ([0.1, 0.2, 0.2], [0.3, -0.4, 0.0]);
    let v = Followed { masses: 2 }.velocity(0.0, &q.to_vec().into(), &p.to_vec().into());
    let v = v.expect("the constraint determines the velocity of y");
    // p has −2 ν in its first row and ν in the last one, which is 0: so ν = 0.
    let [first, second] = [0.3, -0.4].map(|p: f64| p / p.hypot(1.0));
    for (found, expected) in v.iter().zip([first, second, 2.0 * first]) {
        // A few roundings of Newton's method.
        assert!(
            (found - expected).abs() < 4.0 * f64::EPSILON,
            "{found} {expected}"
        );
    }
}
