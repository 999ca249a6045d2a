//! Lengths that are a constant of the type: the numbers are in arrays, and are to the last bit those of the same system on the
//! heap.

use extremal::Scalar;
use extremal::blocks::Vector;
use extremal::nalgebra::{DVector, SVector};
use extremal::prelude::*;

use crate::support::compared::numbers;

/// A chain between walls, in arrays.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[N]),
    inputs(u),
    let spring = |d| 0.5 * k * d.powi(2) + 0.25 * d.powi(4),
    kinetic = sum(0..N, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = spring(q[0]) + sum(0..N - 1, |i| spring(q[i + 1] - q[i])) + spring(q[N - 1]),
    force(q = array(0..N, |i| -dt(q[i]) / 100 + u)),
    output(middle = sum(0..N, |i| q[i]) / N),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark),
)]
struct Chain<T: Scalar, const N: usize> {
    m: [T; N],
    k: T,
}

/// The same on the heap.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    inputs(u),
    let spring = |d| 0.5 * k * d.powi(2) + 0.25 * d.powi(4),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = spring(q[0]) + sum(0..masses - 1, |i| spring(q[i + 1] - q[i])) + spring(q[masses - 1]),
    force(q = array(0..masses, |i| -dt(q[i]) / 100 + u)),
    output(middle = sum(0..masses, |i| q[i]) / masses),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Newmark),
)]
struct ChainOnTheHeap<'a, T: Scalar> {
    masses: usize,
    m: &'a [T],
    k: T,
}

/// Points of elastic thread in space that is bent: tangents have a half bandwidth of
/// eight, and that of masses is five.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[N][3]),
    kinetic = sum(0..N, |i| 0.5 * dt(r[i]).norm_squared())
        + sum(0..N - 1, |i| (dt(r[i]) + dt(r[i + 1])).dot([1, 2, 3]).powi(2) / 100),
    potential = sum(0..N - 1, |i| 20 * ((r[i + 1] - r[i]).norm() - 1).powi(2))
        + sum(0..N - 2, |i| 0.5 * (r[i] - 2 * r[i + 1] + r[i + 2]).norm_squared()) + sum(0..N, |i| r[i][2]),
    discretize(Verlet, Midpoint, Hermite<P2>),
)]
struct Thread<const N: usize>;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][3]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared())
        + sum(0..n - 1, |i| (dt(r[i]) + dt(r[i + 1])).dot([1, 2, 3]).powi(2) / 100),
    potential = sum(0..n - 1, |i| 20 * ((r[i + 1] - r[i]).norm() - 1).powi(2))
        + sum(0..n - 2, |i| 0.5 * (r[i] - 2 * r[i + 1] + r[i + 2]).norm_squared()) + sum(0..n, |i| r[i][2]),
    discretize(Verlet, Midpoint, Hermite<P2>),
)]
struct ThreadOnTheHeap {
    n: usize,
}

/// All numbers, one after the other.
fn flat<T: Scalar, V: Vector<T> + OfNumbers<T>>(vector: &V) -> &[T] {
    vector.as_slice()
}

/// Which numbers a vector has: arrays of arrays are vectors of arrays, too.
trait OfNumbers<T> {}

impl<T: Scalar, const N: usize> OfNumbers<T> for [T; N] {}
impl<T: Scalar, const N: usize> OfNumbers<T> for [[T; 3]; N] {}
impl<T: Scalar, const N: usize> OfNumbers<T> for SVector<T, N> {}
impl<T: Scalar> OfNumbers<T> for DVector<T> {}

/// Those that are on the diagonal, or not zero.
fn entries<T: Scalar>(m: impl Iterator<Item = (usize, usize, T)>) -> Vec<(usize, usize, T)> {
    m.filter(|&(i, j, x)| i == j || x != T::from_f64(0.0)).collect()
}

/// Twenty steps, a snapshot of them in a file, their derivative, and functions of the state: all bits are the same.
macro_rules! same {
    ($fixed:expr, $heap:expr, $scheme:expr, [$q:expr, $v:expr], $u:expr) => {{
        let (h, scheme, u) = (Scalar::from_f64(0.05), $scheme, $u);
        let mut fixed = Integrator::new($fixed, scheme, h, $q, $v).expect("a good start");
        let mut heap = Integrator::new($heap, scheme, h, flat(&$q), flat(&$v)).expect("a good start");
        for step in 0..20 {
            let report = fixed.step_with(u).expect("a small step");
            assert_eq!(report, heap.step_with(u).expect("a small step"));
            let (a, b) = (fixed.state(), heap.state());
            assert_eq!((flat(&a.q), flat(&a.p)), (flat(&b.q), flat(&b.p)), "{step}");
            if step == 10 {
                let file = serde_json::to_string(&fixed.snapshot()).expect("numbers");
                fixed = Integrator::new($fixed, scheme, h, $q, $v).expect("a good start");
                fixed
                    .restore(&serde_json::from_str(&file).expect("numbers"))
                    .expect("a snapshot");
            }
        }
        assert!(fixed.clone().step_many_with(3, u) == heap.clone().step_many_with(3, u));
        let (mut a, mut b) = (
            fixed.linearize_with(u).expect("masses"),
            heap.linearize_with(u).expect("masses"),
        );
        assert_eq!(a.to_dense(), b.to_dense());
        assert_eq!(
            (fixed.energy(), fixed.total_energy()),
            (heap.energy(), heap.total_energy())
        );
        let (x, y, a, b) = (
            fixed.velocity().expect("masses"),
            heap.velocity().expect("masses"),
            fixed.state(),
            heap.state(),
        );
        assert_eq!(flat(&x), flat(&y));
        assert_eq!(
            $fixed.outputs(a.t, &a.q, &x, &u),
            $heap.outputs(b.t, &b.q, &y, &u)
        );
        let accelerated = $fixed.acceleration(a.t, &a.q, &x, &u).expect("masses");
        let expected = $heap.acceleration(b.t, &b.q, &y, &u).expect("masses");
        assert_eq!(flat(&accelerated), flat(&expected));
        let applied = $fixed
            .inverse_dynamics(a.t, a.q, x, accelerated)
            .expect("a force");
        assert_eq!(
            flat(&applied),
            flat(&$heap.inverse_dynamics(b.t, &b.q, &y, &expected).expect("a force"))
        );
        let (m, n) = (
            $fixed.mass_matrix(a.t, &a.q, &x),
            $heap.mass_matrix(b.t, &b.q, &y),
        );
        assert_eq!((m.size(), entries(m.iter())), (n.size(), entries(n.iter())));
        assert!(n.iter().all(|(i, j, x)| m.get(i, j) == x));
    }};
}

const MASSES: [f64; 7] = [1.0, 0.5, 2.0, 1.5, 0.7, 1.0, 3.0];

fn of_seven(seed: f64) -> [f64; 7] {
    numbers(7, seed).try_into().expect("seven")
}

#[test]
fn chains_in_arrays_move_as_on_the_heap() {
    let chain = Chain { m: MASSES, k: 2.0 };
    let heap = ChainOnTheHeap {
        masses: 7,
        m: &MASSES,
        k: 2.0,
    };
    let (q, v) = (of_seven(0.3), of_seven(1.1));
    same!(chain, heap, Verlet, [q, v], [0.1]);
    same!(chain, heap, Midpoint, [q, v], [0.1]);
    same!(chain, heap, Galerkin::<2, Gauss<2>>::default(), [q, v], [0.1]);
    same!(chain, heap, Livens, [q, v], [0.1]);
    same!(chain, heap, Newmark::default(), [q, v], [0.1]);
}

#[test]
fn chains_of_single_precision_do_too() {
    let m = MASSES.map(f32::from_f64);
    let chain = Chain { m, k: 2.0 };
    let heap = ChainOnTheHeap {
        masses: 7,
        m: &m,
        k: 2.0,
    };
    let (q, v) = (of_seven(0.3).map(f32::from_f64), [0.0_f32; 7]);
    same!(chain, heap, Verlet, [q, v], [0.1]);
    same!(chain, heap, Midpoint, [q, v], [0.1]);
}

const THREAD: ThreadOnTheHeap = ThreadOnTheHeap { n: 6 };

fn stretched() -> [[[f64; 3]; 6]; 2] {
    let q = core::array::from_fn(|i| [i as f64, 0.1 * (i as f64).sin(), 0.0]);
    let v = core::array::from_fn(|i| [0.0, 0.3 * (2.0 * i as f64).cos(), 0.1]);
    [q, v]
}

#[test]
fn threads_in_arrays_move_as_on_the_heap() {
    let [q, v] = stretched();
    same!(Thread::<6>, THREAD, Verlet, [q, v], []);
}

#[test]
fn compositions_do_so() {
    let chain = Chain { m: MASSES, k: 2.0 };
    let heap = ChainOnTheHeap {
        masses: 7,
        m: &MASSES,
        k: 2.0,
    };
    let [q, v] = [of_seven(0.3), of_seven(1.1)];
    same!(chain, heap, Composition::<4, _>(Midpoint), [q, v], [0.1]);
    let [q, v] = stretched();
    same!(Thread::<6>, THREAD, Composition::<4, _>(Verlet), [q, v], []);
}

#[test]
fn bent_threads_do_so_by_the_midpoint_rule() {
    let [q, v] = stretched();
    same!(Thread::<6>, THREAD, Midpoint, [q, v], []);
}

#[test]
fn bent_threads_do_so_in_steps_that_carry_the_velocity() {
    let [q, v] = stretched();
    let h = Hermite::<P2>::default();
    same!(Thread::<6>, THREAD, h, [q, v], []);
}

#[test]
fn failures_name_the_item() {
    let chain = |m| Chain { m, k: 2.0 };
    let q = [0.0, f64::NAN, 0.0];
    let error = Integrator::new(chain([1.0; 3]), Midpoint, 0.1, q, [0.0; 3]).expect_err("no number");
    assert!(
        error
            .to_string()
            .ends_with("initial coordinates: that of `q[1]` is not a finite number"),
        "{error}"
    );
    let error =
        Integrator::new(chain([1.0, -1.0, 1.0]), Verlet, 0.1, [0.0; 3], [0.0; 3]).expect_err("no mass");
    assert!(error.to_string().contains("q[1]"), "{error}");
    let none = Chain { m: [], k: 2.0 };
    let error = Integrator::new(none, Verlet, 0.1, [], []).expect_err("no items");
    assert!(error.to_string().contains('N'), "{error}");
}
