//! Systems at random parameters, states and step sizes: every step satisfies the equations by hand, keeps E, and can be undone.

use extremal::blocks::{Block, Vector};
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;
use proptest::collection::vec;
use proptest::strategy::Strategy;

use crate::equations::{Node, Partition, Step, Tied};
use crate::motion::{Carried, close, ends, energy};
use crate::support::cases::for_all;
use crate::systems::{
    Bead, Charged, DoublePendulum, MassSpring, Moving, Relativistic, Rods, Sphere, SpringPendulum, Timed,
};

/// A system with two parameters from ½ to 3/2, and a position near which it is regular for all of them.
trait Random: Tied {
    const NEAR: &'static [f64];

    fn with(parameters: [f64; 2]) -> Self;

    /// The system that passes the same positions in reverse.
    fn backwards(&self) -> Self;

    /// The coordinates and the velocity that the constraints allow.
    fn onto(&self, _t: f64, _q: &mut [f64], _v: &mut [f64]) {}
}

/// Parameters, t, h, q and v.
#[derive(Debug)]
struct Start {
    parameters: [f64; 2],
    t: f64,
    h: f64,
    q: Vec<f64>,
    v: Vec<f64>,
}

/// The deviation of q, sizes of v, and their signs.
type Vectors = (Vec<f64>, Vec<f64>, Vec<bool>);

/// Step sizes are 10 to a power in `digits`.
fn starts<S: Random>(digits: std::ops::Range<f64>) -> impl Strategy<Value = Start> {
    let n = S::NEAR.len();
    let vectors = (vec(-0.2..0.2, n), vec(0.2..1.0, n), vec(proptest::bool::ANY, n));
    ([0.5..1.5, 0.5..1.5], 0.0..1.0, digits, vectors).prop_map(
        |(parameters, t, digits, (aside, v, turned)): ([f64; 2], f64, f64, Vectors)| {
            let mut q: Vec<f64> = S::NEAR.iter().zip(aside).map(|(q, by)| q + by).collect();
            let turned = v.iter().zip(turned);
            let mut v: Vec<f64> = turned.map(|(v, turned)| if turned { -v } else { *v }).collect();
            S::with(parameters).onto(t, &mut q, &mut v);
            let h = 10.0_f64.powf(digits);
            Start {
                parameters,
                t,
                h,
                q,
                v,
            }
        },
    )
}

/// The ends of some steps, from a node.
fn steps<S, C>(system: &S, (t, h): (f64, f64), from: &Node, count: usize) -> Vec<Node>
where
    S: Discretize<Livens, Scalar = f64, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let from = [&from.q, &from.p, &from.v].map(|x| S::Configuration::from_fn(|k| x[k]));
    let made = ends(system, (t, h), from, S::Inputs::from_fn(|_| 0.0), count).into_iter();
    let node = |(carried, multipliers): (Carried<S::Configuration>, C)| {
        let [q, p, v] = carried.map(|x| x.as_slice().to_vec());
        let impulses = multipliers.as_slice().iter().map(|m| m * h).collect();
        Node { q, v, p, impulses }
    };
    made.map(node).collect()
}

fn start_of<S: Random + VectorSpace<Scalar = f64>>(system: &S, start: &Start) -> Node {
    let [q, v] = [&start.q, &start.v].map(|x| S::Configuration::from_fn(|k| x[k]));
    Node {
        q: start.q.clone(),
        v: start.v.clone(),
        p: system.momentum(start.t, &q, &v).as_slice().to_vec(),
        impulses: vec![0.0; system.constraints(start.t, &start.q).len()],
    }
}

const STEPS: usize = 4;

fn check_steps<S, C>()
where
    S: Random
        + Discretize<Livens, Scalar = f64, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    for_all(&starts::<S>(-3.0..-1.2), |start| {
        let system = S::with(start.parameters);
        let mut from = start_of(&system, start);
        for (k, found) in steps(&system, (start.t, start.h), &from, STEPS)
            .into_iter()
            .enumerate()
        {
            let step = Step {
                t: start.t + k as f64 * start.h,
                h: start.h,
                inputs: &[],
                partition: Partition::Symmetric,
            };
            let expected = step.from(&system, &from);
            // The program by hand divides a difference of L or g by a displacement of size h.
            let tolerance = 1e-13 / start.h;
            close("q", &found.q, &expected.q, tolerance);
            close("v", &found.v, &expected.v, tolerance);
            close("p", &found.p, &expected.p, tolerance);
            close("impulses", &found.impulses, &expected.impulses, tolerance);
            from = found;
        }
    });
}

/// With time held in the middle of each step, also in constraints.
fn check_energy<S, C>()
where
    S: Random
        + Discretize<Livens, Scalar = f64, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    for_all(&starts::<S>(-8.0..-1.2), |start| {
        let system = S::with(start.parameters);
        let mut from = start_of(&system, start);
        for (k, end) in steps(&system, (start.t, start.h), &from, STEPS)
            .into_iter()
            .enumerate()
        {
            let half = start.t + (k as f64 + 0.5) * start.h;
            from.impulses.clone_from(&end.impulses);
            let [(before, size), (after, other)] =
                [&from, &end].map(|node| energy(&system, half, start.h, node));
            let bound = 64.0 * f64::EPSILON * size.max(other);
            // Constraints that depend on time do work; other constraints are the same at both ends.
            let [g0, g1] = [&from, &end].map(|node| system.constraints(half, &node.q));
            let forces = end.impulses.iter().map(|impulse| impulse / start.h);
            let changes = g1.iter().zip(&g0).map(|(g1, g0)| g1 - g0);
            let work: f64 = forces.zip(changes).map(|(force, change)| -force * change).sum();
            let error = (after - before - work).abs();
            assert!(error <= bound, "{error:e} of {bound:e}");
            from = end;
        }
    });
}

/// The state with reversed velocity and momentum.
fn turned(node: &Node) -> Node {
    let turn = |x: &[f64]| x.iter().map(|x| -x).collect();
    Node {
        v: turn(&node.v),
        p: turn(&node.p),
        ..node.clone()
    }
}

/// Starts have to satisfy hidden constraints, but ends of steps do so only to second order. So these steps are made by hand.
fn by_hand<S: Tied>(system: &S, start: &Start, from: &Node) -> Node {
    let step = Step {
        t: start.t,
        h: start.h,
        inputs: &[],
        partition: Partition::Symmetric,
    };
    (0..STEPS).fold(from.clone(), |node, _| step.from(system, &node))
}

/// A few steps, and the same number with reversed velocity and momentum: the step is then its own inverse.
fn check_return<S, C>()
where
    S: Random
        + Discretize<Livens, Scalar = f64, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    for_all(&starts::<S>(-3.0..-1.2), |start| {
        let system = S::with(start.parameters);
        let from = start_of(&system, start);
        let mut there = steps(&system, (start.t, start.h), &from, STEPS);
        let turned = turned(&there.remove(STEPS - 1));
        let back = system.backwards();
        let end = if turned.impulses.is_empty() {
            steps(&back, (start.t, start.h), &turned, STEPS).remove(STEPS - 1)
        } else {
            by_hand(&back, start, &turned)
        };
        let end = self::turned(&end);
        // Eight steps, and by hand differences of g over h.
        let tolerance = if turned.impulses.is_empty() {
            1e-12
        } else {
            1e-13 / start.h
        };
        close("q", &end.q, &from.q, tolerance);
        close("v", &end.v, &from.v, tolerance);
        close("p", &end.p, &from.p, tolerance);
    });
}

macro_rules! random {
    ($($name:ident: $system:ident<f64> { $($field:ident: $value:expr),* }, [$p:ident, $r:ident], $near:expr, back($self:ident) $back:expr, $returns:ident
        $(, onto($this:ident, $time:ident, $q:ident, $v:ident) $onto:block)?;)*) => {$(
        impl Random for $system<f64> {
            const NEAR: &'static [f64] = &$near;

            fn with([$p, $r]: [f64; 2]) -> Self {
                $system { $($field: $value),* }
            }

            fn backwards(&$self) -> Self {
                $back
            }

            $(fn onto(&$this, $time: f64, $q: &mut [f64], $v: &mut [f64]) $onto)?
        }

        mod $name {
            use super::*;

            #[test]
            fn steps_are_those_by_hand() {
                check_steps::<$system<f64>, _>();
            }

            #[test]
            fn energy_is_kept() {
                check_energy::<$system<f64>, _>();
            }

            $returns!($system);
        }
    )*};
}

macro_rules! returns {
    ($system:ident) => {
        #[test]
        fn steps_can_be_undone() {
            check_return::<$system<f64>, _>();
        }
    };
}

/// Systems that depend on time.
macro_rules! does_not_return {
    ($system:ident) => {};
}

fn length(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// x of the length `to`, and v without what changes it.
fn rod(x: [f64; 2], v: [f64; 2], to: f64) -> ([f64; 2], [f64; 2]) {
    let factor = to / length(&x);
    let x = x.map(|x| factor * x);
    let along = (x[0] * v[0] + x[1] * v[1]) / (to * to);
    (x, [v[0] - along * x[0], v[1] - along * x[1]])
}

random! {
    spring_pendulum: SpringPendulum<f64> { m: m, ea: 100.0 * k, g: 9.81 }, [m, k], [1.0, 1.2, 0.3], back(self) *self, returns;
    double_pendulum: DoublePendulum<f64> { m: m, g: 10.0 * g, d: 0.0 }, [m, g], [0.7, -0.4], back(self) *self, returns;
    relativistic: Relativistic<f64> { c: 2.0 + c, k: k }, [c, k], [1.0, 0.4], back(self) *self, returns;
    charged: Charged<f64> { b: b, k: k }, [b, k], [0.9, 0.3, 0.6], back(self) Charged { b: -self.b, k: self.k }, returns;
    timed: Timed<f64> { a: 0.5 * a, b: b }, [a, b], [0.9], back(self) *self, does_not_return;
    sphere: Sphere<f64> { m: m, g: 10.0 * g }, [m, g], [0.6, 0.1, -0.7], back(self) *self, returns,
        onto(self, _t, q, v) {
            let size = length(q);
            q.iter_mut().for_each(|x| *x /= size);
            let along: f64 = q.iter().zip(&*v).map(|(q, v)| q * v).sum();
            v.iter_mut().zip(q).for_each(|(v, q)| *v -= along * *q);
        };
    bead: Bead<f64> { k: k, g: 10.0 * g }, [k, g], [0.5, 0.0], back(self) *self, returns,
        onto(self, _t, q, v) {
            q[1] = q[0].powi(4) - q[0].powi(2);
            v[1] = (4.0 * q[0].powi(3) - 2.0 * q[0]) * v[0];
        };
    moving: Moving<f64> { m: m, a: 0.5 * a }, [m, a], [0.8, 0.5], back(self) *self, does_not_return,
        onto(self, t, q, v) {
            let (height, rate) = (1.0 + self.a * (2.0 * t).sin(), 2.0 * self.a * (2.0 * t).cos());
            q[1] = height * q[0].powi(3);
            v[1] = 3.0 * height * q[0].powi(2) * v[0] + rate * q[0].powi(3);
        };
    rods: Rods<f64> { m: m, g: 10.0 * g }, [m, g], [0.6, -0.8, 1.2, -1.3], back(self) *self, returns,
        onto(self, _t, q, v) {
            let (a, b) = ([q[0], q[1]], [q[2] - q[0], q[3] - q[1]]);
            let (x, u) = rod(a, [v[0], v[1]], 1.0);
            let (y, w) = rod(b, [v[2], v[3]], 0.8);
            q.copy_from_slice(&[x[0], x[1], x[0] + y[0], x[1] + y[1]]);
            v.copy_from_slice(&[u[0], u[1], u[0] + w[0], u[1] + w[1]]);
        };
    mass_spring: MassSpring<f64> { m: [m, 1.0], c: c, stiff: 1.0, w: 1.1 }, [m, c], [0.1, 1.2, -0.2], back(self) *self, returns,
        onto(self, _t, q, v) {
            q[1] = q[0] + self.w;
            v[1] = v[0];
        };
}
