//! Orders of q, v and p at the nodes if M depends on q and with constraints, compared with minimal coordinates, which are solved by
//! extrapolation.

use extremal::blocks::{Block, IntoBlock, Vector};
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::{Node, solved};
use crate::support::by_hand::{ByHand, Continuous, Number, Oracle, dot};
use crate::support::order::{Errors, extrapolated};
use crate::support::slope::slope;
use crate::systems::{Bead, Charged, DoublePendulum, Relativistic, Sphere, SpringPendulum};

/// The start, and the time of the end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Start<const N: usize> {
    pub(crate) q: [f64; N],
    pub(crate) v: [f64; N],
    pub(crate) end: f64,
}

/// (q, v) at the end, from M a = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t.
pub(crate) fn flow<const N: usize, const M: usize>(
    system: &dyn Oracle,
    start: &Start<N>,
) -> ([f64; N], [f64; N]) {
    assert_eq!(M, 2 * N);
    let rates = |t: f64, y: [f64; M]| {
        let (q, v) = y.split_at(N);
        let at = Continuous::of(system, t, q, v, &[0.0]);
        let a = solved(at.mass_matrix, at.pull);
        std::array::from_fn(|k| if k < N { v[k] } else { a[k - N] })
    };
    let y = std::array::from_fn(|k| if k < N { start.q[k] } else { start.v[k - N] });
    // The order is 16, so a hundred steps reach rounding.
    let y = extrapolated(rates, y, start.end, 100);
    (std::array::from_fn(|k| y[k]), std::array::from_fn(|k| y[N + k]))
}

/// The end of the motion, without impulses.
pub(crate) fn exact(system: &dyn Oracle, start: &Start<2>) -> Node {
    let (q, v) = flow::<2, 4>(system, start);
    at(system, start.end, &q, &v)
}

pub(crate) fn at(system: &dyn Oracle, t: f64, q: &[f64], v: &[f64]) -> Node {
    Node {
        q: q.to_vec(),
        v: v.to_vec(),
        p: Continuous::of(system, t, q, v, &[0.0]).momentum,
        impulses: Vec::new(),
    }
}

/// Largest differences of q, v and p.
pub(crate) fn errors_of(found: &Node, exact: &Node) -> [f64; 3] {
    let far = |a: &[f64], b: &[f64]| {
        a.iter()
            .zip(b)
            .fold(0.0_f64, |far, (a, b)| far.max((a - b).abs()))
    };
    [
        far(&found.q, &exact.q),
        far(&found.v, &exact.v),
        far(&found.p, &exact.p),
    ]
}

const STEPS: [usize; 4] = [60, 120, 240, 480];

/// A few hundred steps of an ε, of numbers up to five; far below all errors here.
const ROUNDING: f64 = 1e-13;

fn is_of_order_two<S, C, const N: usize>(system: S, start: &Start<N>, exact: &Node)
where
    S: Copy
        + VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Discretize<Livens, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let [q, v] = [start.q, start.v].map(|x| <S::Configuration as Block<f64>>::from_fn(|k| x[k]));
    let p = system.momentum(0.0, &q, &v);
    let run = |steps: usize| {
        let h = start.end / steps as f64;
        let mut motion = Integrator::<_, Livens>::from_state(system, Livens, h, State { t: 0.0, q, p })
            .expect("a regular start");
        for _ in 0..steps {
            motion
                .step_with(S::Inputs::from_fn(|_| 0.0))
                .expect("a regular motion");
        }
        let found = Node {
            q: motion.state().q.as_slice().to_vec(),
            v: motion.velocity().expect("it is carried").as_slice().to_vec(),
            p: motion.state().p.as_slice().to_vec(),
            impulses: Vec::new(),
        };
        let [q, v, p] = errors_of(&found, exact);
        (Errors { steps, q, p }, v)
    };
    let errors = STEPS.map(run);
    let of = |part: fn(&(Errors, f64)) -> f64| slope(errors.iter().map(|e| (e.0.steps, part(e))), ROUNDING);
    for order in [of(|e| e.0.q), of(|e| e.1), of(|e| e.0.p)] {
        // A symmetric scheme: the next term of the error is a factor h² smaller.
        assert!((order - 2.0).abs() < 0.06, "{order}: {errors:?}");
    }
}

fn without_constraints<S, const N: usize, const M: usize>(system: S, start: &Start<N>)
where
    S: Copy
        + ByHand
        + VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Discretize<Livens, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, [f64; 0]>>
        + VectorSpace,
{
    let (q, v) = flow::<N, M>(&system, start);
    is_of_order_two(system, start, &at(&system, start.end, &q, &v));
}

#[test]
fn order_two_where_masses_depend_on_coordinates() {
    let (m, g, d) = (1.3, 9.81, 0.0);
    let (q, v, end) = ([0.7, -0.4], [0.5, 1.2], 0.8);
    without_constraints::<_, 2, 4>(DoublePendulum { m, g, d }, &Start { q, v, end });
    without_constraints::<_, 2, 4>(DoublePendulum { m, g, d: 0.6 }, &Start { q, v, end });
    let (m, ea) = (1.0, 300.0);
    let (q, v, end) = ([1.05, 1.2, 0.3], [0.2, 0.7, 0.9], 0.4);
    without_constraints::<_, 3, 6>(SpringPendulum { m, ea, g }, &Start { q, v, end });
}

#[test]
fn order_two_for_general_lagrangians() {
    let (q, v, end) = ([1.0, 0.1], [0.2, 0.9], 1.0);
    without_constraints::<_, 2, 4>(Relativistic { c: 2.0, k: 1.0 }, &Start { q, v, end });
    let (q, v, end) = ([0.9, 0.3, 0.6], [0.3, 0.8, -0.5], 1.0);
    without_constraints::<_, 3, 6>(Charged { b: 1.5, k: 2.0 }, &Start { q, v, end });
}

/// The spherical pendulum in its angles.
pub(crate) struct Angles(pub(crate) Sphere<f64>);

impl ByHand for Angles {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let around = q[0].sin() * v[1];
        (v[0] * v[0] + around * around) * (0.5 * self.0.m)
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        -q[0].cos() * (self.0.m * self.0.g)
    }
}

/// r and its rate: (sin θ cos φ, sin θ sin φ, −cos θ).
pub(crate) fn place(q: [f64; 2], v: [f64; 2]) -> ([f64; 3], [f64; 3]) {
    let ((s, c), (sin, cos)) = (q[0].sin_cos(), q[1].sin_cos());
    (
        [s * cos, s * sin, -c],
        [
            c * cos * v[0] - s * sin * v[1],
            c * sin * v[0] + s * cos * v[1],
            s * v[0],
        ],
    )
}

/// The bead in x.
pub(crate) struct Along(pub(crate) Bead<f64>);

impl ByHand for Along {
    fn kinetic<T: Number>(&self, _t: T, q: &[T], v: &[T]) -> T {
        let x = q[0];
        let slope = x.powi(3) * 4.0 - x * 2.0;
        (slope * slope + 1.0) * (x * x * self.0.k + 1.0) * v[0] * v[0] * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        (q[0].powi(4) - q[0] * q[0]) * self.0.g
    }
}

pub(crate) fn on_wire(x: f64, v: f64) -> ([f64; 2], [f64; 2]) {
    ([x, x.powi(4) - x * x], [v, (4.0 * x.powi(3) - 2.0 * x) * v])
}

#[test]
fn order_two_on_constraints() {
    let sphere = Sphere { m: 1.3, g: 9.81 };
    let angles = Start {
        q: [0.9, 0.2],
        v: [0.4, 1.7],
        end: 0.9,
    };
    let (q, v) = place(angles.q, angles.v);
    let end = angles.end;
    let (to_q, to_v) = flow::<2, 4>(&Angles(sphere), &angles);
    let (to_q, to_v) = place(to_q, to_v);
    is_of_order_two(sphere, &Start { q, v, end }, &at(&sphere, end, &to_q, &to_v));

    let bead = Bead { k: 0.5, g: 9.81 };
    let along = Start {
        q: [0.5],
        v: [0.8],
        end: 0.6,
    };
    let (q, v) = on_wire(0.5, 0.8);
    let ([x], [slope]) = flow::<1, 2>(&Along(bead), &along);
    let (to_q, to_v) = on_wire(x, slope);
    let momenta = dot(&to_v, &to_v);
    // A check that the position has changed, and that the system moves.
    assert!((x - 0.5).abs() > 0.1 && momenta > 0.01);
    is_of_order_two(bead, &Start { q, v, end: 0.6 }, &at(&bead, 0.6, &to_q, &to_v));
}
