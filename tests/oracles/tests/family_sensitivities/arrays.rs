//! Fields of systems whose length is a constant of the type, in double and single precision, and of long literals.

use extremal::Scalar;
use extremal::nalgebra::DVector;
use extremal::prelude::*;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[N]),
    inputs(u),
    kinetic = sum(0..N, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..N - 1, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4)),
    force(q = array(0..N, |i| -c * dt(q[i]) + m[i] * u)),
    sensitivities(m, k, c),
    discretize(Verlet, Midpoint, Newmark),
)]
struct InArrays<T: Scalar, const N: usize> {
    m: [T; N],
    k: T,
    c: T,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    inputs(u),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4)),
    force(q = array(0..masses, |i| -c * dt(q[i]) + m[i] * u)),
    sensitivities(m, k, c),
    discretize(Verlet, Midpoint, Newmark),
)]
struct OnTheHeap<'a, T: Scalar> {
    masses: usize,
    m: &'a [T],
    k: T,
    c: T,
}

macro_rules! fixed {
    ($t:ty, $scheme:expr) => {{
        let number = <$t as Scalar>::from_f64;
        let m = [1.0, 2.0, 0.5, 1.5, 0.7].map(number);
        let (k, c, h) = (number(3.0), number(0.1), number(0.05));
        let [q, v] = [[0.3, -0.2, 0.1, 0.5, 0.4], [0.0, 0.2, 0.1, -0.4, 0.3]].map(|list| list.map(number));
        let arrays = Integrator::new(InArrays { m, k, c }, $scheme, h, q, v).expect("a start");
        let heap = OnTheHeap {
            masses: 5,
            m: &m,
            k,
            c,
        };
        let heap = Integrator::new(heap, $scheme, h, q, v).expect("a start");
        let u = [number(0.2)];
        let [a, b] = [
            arrays
                .linearize_with(u)
                .expect("masses")
                .to_dense()
                .expect("finite"),
            heap.linearize_with(u)
                .expect("masses")
                .to_dense()
                .expect("finite"),
        ];
        assert_eq!(a, b);
        assert_eq!(a.ncols(), a.nrows() + 1 + 7);
        a.map(f64::from)
    }};
}

#[test]
fn arrays_have_the_same_bits_and_single_precision_its_digits() {
    let of = [
        fixed!(f64, Verlet),
        fixed!(f64, Midpoint),
        fixed!(f64, Newmark::default()),
    ];
    let single = [
        fixed!(f32, Verlet),
        fixed!(f32, Midpoint),
        fixed!(f32, Newmark::default()),
    ];
    for (a, b) in of.iter().zip(&single) {
        assert!((a - b).amax() < 3e-5 * a.amax(), "{}", (a - b).amax());
    }
}

/// More items than are written out.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[300]),
    kinetic = sum(0..300, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..300, |i| w[i] * cos(q[i])) + sum(0..299, |i| 0.5 * k[1] * (q[i + 1] - q[i]).powi(2)),
    sensitivities(k, w),
    discretize(Verlet),
)]
struct Long {
    w: [f64; 300],
    k: [f64; 2],
}

#[test]
fn long_literals_vary_as_quotients() {
    let at = |change: f64| {
        let mut w = [1.0; 300];
        w[7] += change;
        let q: Vec<f64> = (0..300).map(|k| (k as f64).sin()).collect();
        Integrator::new(Long { w, k: [1.0, 2.0] }, Verlet, 0.1, q, vec![0.0; 300]).expect("a start")
    };
    let of = |change: f64| {
        let mut motion = at(change);
        motion.step().expect("a step");
        let end = motion.state();
        DVector::from_iterator(600, end.q.iter().chain(end.p.iter()).copied())
    };
    let motion = at(0.0);
    assert!(Long::SENSITIVITIES.is_empty());
    assert_eq!(
        (
            motion.system().sensitivity_count(),
            motion.system().sensitivity_name(9).to_string()
        ),
        (302, "w[7]".to_owned())
    );
    let mut derivative = motion.linearize().expect("masses");
    let mut z = vec![0.0; derivative.columns()];
    z[600 + 9] = 1.0;
    let found = derivative.multiply(&z).expect("finite");
    let quotient = (of(1e-5) - of(-1e-5)) / 2e-5;
    assert!((&found - quotient).amax() < 1e-9 && found.amax() > 1e-3);
}
