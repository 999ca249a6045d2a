//! Chains with all kinds of fields: against dual numbers, and against the system written out.

use extremal::Scalar;
use extremal::blocks::IntoBlock;
use extremal::drive::SparseLinearization;
use extremal::nalgebra::{Complex, DMatrix, DVector};
use extremal::prelude::*;
use num_dual::Dual64;

use crate::support::compared::apart;

/// A chain with masses that depend on coordinates, springs of several kinds, anchors in the plane, and an input for each mass.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[masses], w),
    inputs(s, u[masses]),
    let spring = |i, d| 0.5 * c[kinds[i]] * d.powi(2) + 0.25 * k * d.powi(4) * cos(0.1 * t),
    kinetic = sum(0..masses, |i| 0.5 * (m[i] + a * x[i].powi(2)) * dt(x[i]).powi(2))
        + sum(0..masses - 1, |i| 0.1 * a * dt(x[i]) * dt(x[i + 1])) + 0.5 * table[1][0] * dt(w).powi(2),
    potential = sum(0..masses - 1, |i| spring(i, x[i + 1] - x[i]))
        + sum(0..masses, |i| anchors[i][0] * cos(x[i] - w) + anchors[i][1] * sin(2 * x[i])) + 0.5 * m[1] * w.powi(2),
    dissipation = sum(0..masses, |i| 0.05 * table[i % 2][1] * dt(x[i]).powi(2)),
    force(x = array(0..masses, |i| u[i] * (m[i] + s))),
    output(
        kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(x[i]).powi(2)) + s * w * dt(w),
        power = array(0..masses, |i| u[i] * dt(x[i]) + t * w),
        // Sums within the summands of others, which are functions of a velocity and of inputs.
        third = {
            let mean = sum(0..masses, |j| m[j] * x[j] * cos(dt(w)));
            let width = sqrt(sum(0..masses, |i| (x[i] - mean).powi(2)) + s.powi(2));
            sum(0..masses, |i| ((x[i] - mean) / width).powi(3) * u[i]) / width
        },
        ends = array(1..masses, |i| [x[i] * dt(x[i - 1]), u[i]]),
        hub = [w, s],
    ),
    sensitivities(k, m, unused, c, anchors, table, a),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Newmark, Livens, Hermite<P2>),
)]
struct Chain<T: Scalar> {
    masses: usize,
    kinds: Vec<usize>,
    k: T,
    a: T,
    m: Vec<T>,
    c: [T; 3],
    anchors: Vec<[T; 2]>,
    table: [[T; 2]; 2],
    unused: T,
}

/// The same with four masses, written out.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[4], w),
    inputs(s, u[4]),
    let spring = |stiff, d| 0.5 * stiff * d.powi(2) + 0.25 * k * d.powi(4) * cos(0.1 * t),
    kinetic = sum(0..4, |i| 0.5 * (m[i] + a * x[i].powi(2)) * dt(x[i]).powi(2))
        + sum(0..3, |i| 0.1 * a * dt(x[i]) * dt(x[i + 1])) + 0.5 * table[1][0] * dt(w).powi(2),
    potential = spring(c[2], x[1] - x[0]) + spring(c[0], x[2] - x[1]) + spring(c[2], x[3] - x[2])
        + sum(0..4, |i| anchors[i][0] * cos(x[i] - w) + anchors[i][1] * sin(2 * x[i])) + 0.5 * m[1] * w.powi(2),
    dissipation = sum(0..4, |i| 0.05 * table[i % 2][1] * dt(x[i]).powi(2)),
    force(x = array(0..4, |i| u[i] * (m[i] + s))),
    output(
        kinetic = sum(0..4, |i| 0.5 * m[i] * dt(x[i]).powi(2)) + s * w * dt(w),
        power = array(0..4, |i| u[i] * dt(x[i]) + t * w),
        // Sums within the summands of others, which are functions of a velocity and of inputs.
        third = {
            let mean = sum(0..4, |j| m[j] * x[j] * cos(dt(w)));
            let width = sqrt(sum(0..4, |i| (x[i] - mean).powi(2)) + s.powi(2));
            sum(0..4, |i| ((x[i] - mean) / width).powi(3) * u[i]) / width
        },
        ends = array(1..4, |i| [x[i] * dt(x[i - 1]), u[i]]),
        hub = [w, s],
    ),
    sensitivities(k, m, unused, c, anchors, table, a),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Newmark, Livens, Hermite<P2>),
)]
struct Four {
    k: f64,
    a: f64,
    m: [f64; 4],
    c: [f64; 3],
    anchors: [[f64; 2]; 4],
    table: [[f64; 2]; 2],
    unused: f64,
}

/// Numbers of the fields in the order listed: k, m, unused, c, anchors, table, a.
const NUMBERS: [f64; 22] = [
    3.0, 1.0, 2.0, 0.5, 1.5, 9.0, 2.0, 7.0, 5.0, 0.3, 0.2, -0.4, 0.1, 0.6, -0.3, 0.2, 0.5, 0.4, 0.7, 1.2,
    0.9, 0.25,
];
const START: [f64; 10] = [0.3, -0.2, 0.5, 0.1, -0.4, 0.6, -0.5, 0.2, 0.8, -0.3];
const INPUTS: [f64; 5] = [0.4, 0.3, -0.2, 0.5, 0.1];
const H: f64 = 0.05;

fn chain<T: Scalar>(of: &[T; 22]) -> Chain<T> {
    let [k, m0, m1, m2, m3, unused, c0, c1, c2, rest @ ..] = *of;
    Chain {
        masses: 4,
        kinds: vec![2, 0, 2],
        k,
        a: rest[12],
        m: vec![m0, m1, m2, m3],
        c: [c0, c1, c2],
        anchors: rest[..8].as_chunks().0.to_vec(),
        table: [[rest[8], rest[9]], [rest[10], rest[11]]],
        unused,
    }
}

fn four() -> Four {
    let Chain {
        k,
        a,
        m,
        c,
        anchors,
        table,
        unused,
        ..
    } = chain(&NUMBERS);
    Four {
        k,
        a,
        m: std::array::from_fn(|i| m[i]),
        c,
        anchors: std::array::from_fn(|i| anchors[i]),
        table,
        unused,
    }
}

fn moved<D: Copy>(scheme: D) -> Integrator<Chain<f64>, D>
where
    Chain<f64>: Discretize<D>,
{
    let (q, v) = START.split_at(5);
    let mut any = Integrator::new(chain(&NUMBERS), scheme, H, q.to_vec(), v.to_vec()).expect("a start");
    for _ in 0..5 {
        any.step_with(INPUTS.to_vec()).expect("a small step");
    }
    any
}

macro_rules! same {
    ($scheme:expr) => {{
        let any = moved($scheme);
        let [q, v]: [[f64; 5]; 2] = [0, 5].map(|first| std::array::from_fn(|k| START[first + k]));
        let mut four = Integrator::new(four(), $scheme, H, q, v).expect("a start");
        for _ in 0..5 {
            four.step_with(INPUTS).expect("a small step");
        }
        let mut derivative = any.linearize_with(INPUTS.to_vec()).expect("masses");
        let found: DMatrix<f64> = derivative.to_dense().expect("finite");
        let fields = derivative.by_parameters().expect("finite");
        assert_eq!((fields.nrows(), fields.ncols()), (derivative.rows(), 22));
        assert!(found.as_slice().ends_with(fields.as_slice()));
        let expected = four.linearize_with(INPUTS).expect("masses");
        let expected = [
            expected.by_state.as_slice(),
            expected.by_inputs.as_slice(),
            expected.by_parameters.as_slice(),
        ]
        .concat();
        assert!(apart(found.as_slice(), &expected) < 1e-13, "{found}");
        let found = any.amplification_with(INPUTS.to_vec()).expect("masses");
        let expected = four.amplification_with(INPUTS).expect("masses");
        let [all, expected] = [found.eigenvalues(), expected.eigenvalues()].map(sorted);
        assert!(apart(&all, &expected) < 1e-12, "{found:?}");
        let found = any.linearize_outputs_with(INPUTS.to_vec()).expect("masses");
        let expected = four.linearize_outputs_with(INPUTS).expect("masses");
        assert_eq!(found.by_state.shape(), expected.by_state.shape());
        assert!(
            apart(found.by_state.as_slice(), expected.by_state.as_slice()) < 1e-13,
            "{found:?}"
        );
        assert!(
            apart(found.by_inputs.as_slice(), expected.by_inputs.as_slice()) < 1e-14,
            "{found:?}"
        );
    }};
}

/// Real and imaginary parts of eigenvalues, in one order.
fn sorted(eigenvalues: &[Complex<f64>]) -> Vec<f64> {
    let mut all: Vec<[f64; 2]> = eigenvalues.iter().map(|e| [e.re, e.im]).collect();
    all.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    all.concat()
}

#[test]
fn steps_vary_as_those_written_out() {
    same!(Midpoint);
    same!(Galerkin::<2, Gauss<2>>::default());
    same!(Newmark::default());
    same!(Hermite::<P2>::default());
    same!(Composition::<4, _>(Midpoint));
}

/// The change of a step of dual numbers whose number `seed` of coordinates, momenta, inputs and fields varies: that of the start,
/// with velocities, and that of the end.
fn dual_step<D: Copy>(scheme: D, start: &State<f64, DVector<f64>, DVector<f64>>, seed: usize) -> [Vec<f64>; 2]
where
    Chain<Dual64>: Discretize<D>,
{
    let list = |first: usize, list: &[f64]| -> Vec<Dual64> {
        let varied = |k: usize| f64::from(first + k == seed);
        let numbers = list.iter().enumerate();
        numbers.map(|(k, &x)| Dual64::new(x, varied(k))).collect()
    };
    let numbers = list(15, &NUMBERS);
    let state = State {
        t: Dual64::from(start.t),
        q: DVector::from_vec(list(0, start.q.as_slice())),
        p: DVector::from_vec(list(5, start.p.as_slice())),
    };
    let system = chain(&std::array::from_fn(|k| numbers[k]));
    let mut motion = Integrator::from_state(system, scheme, Dual64::from(H), state).expect("a start");
    let mut changes = [Vec::new(), Vec::new()];
    for (at, changes) in changes.iter_mut().enumerate() {
        let (state, v) = (motion.state(), motion.velocity().expect("masses"));
        let all = state.q.iter().chain(state.p.iter()).chain(v.iter());
        changes.extend(all.map(|x| x.eps));
        if at == 0 {
            motion.step_with(list(10, &INPUTS)).expect("a small step");
        }
    }
    changes
}

fn as_dual_numbers<D: Copy>(scheme: D)
where
    Chain<f64>: Discretize<D, Linearization = SparseLinearization<f64>>,
    Vec<f64>: IntoBlock<<Chain<f64> as Lagrangian>::Inputs>,
    Chain<Dual64>: Discretize<D>,
{
    let start = moved(scheme).state();
    let motion = Integrator::from_state(chain(&NUMBERS), scheme, H, start.clone()).expect("a start");
    let mut derivative = motion.linearize_with(INPUTS.to_vec()).expect("masses");
    let rows = derivative.rows();
    let mut by_state = DMatrix::zeros(10, 10);
    for seed in 0..10 + INPUTS.len() + NUMBERS.len() {
        let [before, after] = dual_step(scheme, &start, seed);
        let mut z = before[..rows].to_vec();
        z.extend((10..37).map(|k| f64::from(k == seed)));
        let found = derivative.multiply(&z).expect("finite");
        assert!(apart(found.as_slice(), &after[..rows]) < 1e-13, "{seed}: {found}");
        if seed < 10 {
            by_state.column_mut(seed).copy_from_slice(&after[..10]);
        }
    }
    // With the velocity of the momentum, where that is carried.
    let found = motion.amplification_with(INPUTS.to_vec()).expect("masses");
    let expected = by_state.complex_eigenvalues();
    let [all, expected] = [found.eigenvalues(), expected.as_slice()].map(sorted);
    assert!(apart(&all, &expected) < 1e-12, "{found:?}");
}

#[test]
fn steps_vary_as_those_of_dual_numbers() {
    as_dual_numbers(Midpoint);
    as_dual_numbers(Galerkin::<2, Gauss<2>>::default());
    as_dual_numbers(Livens);
}

/// Of lists the program knows the lengths, and so the names.
#[test]
fn numbers_of_fields_have_names() {
    let any = chain(&NUMBERS);
    let names: Vec<String> = (0..any.sensitivity_count())
        .map(|k| any.sensitivity_name(k).to_string())
        .collect();
    assert_eq!(names, Four::SENSITIVITIES);
    assert!(Chain::<f64>::SENSITIVITIES.is_empty());
}
