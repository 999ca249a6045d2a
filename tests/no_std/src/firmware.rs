//! Everything that firmware does with a model, in single precision.

use core::hint::black_box;

use extremal::blocks::Vector;
use extremal::drive::{SparseLinearization, StepSpace};
use extremal::function::{Function, Gradient, Hessian, Value};
use extremal::prelude::*;
use extremal::{Lagrangian, Scalar};

use crate::{Ball, DoublePendulum, FallingBob, Lattice, Pendulum, Spring, Thread, Woodpecker};

/// A bob on a rod, in Cartesian coordinates.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = 9.81 * m * r[1],
    constraint(rod = 0.5 * (r.norm_squared() - 1)),
    output(height = r[1]),
    discretize(Midpoint, Livens, NullSpace<Midpoint>, Galerkin<2, Lobatto<3>>, Stabilized<Livens>)
)]
pub struct Bob<T: Scalar> {
    /// Mass.
    pub m: T,
}

/// A mass on a spring that is a function.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = spring(x),
    discretize(Verlet, Midpoint, Livens)
)]
struct Mass<'a> {
    m: f32,
    spring: &'a dyn Function<1, f32>,
}

/// x⁴ / 4
struct Quartic;

impl Value<1, f32> for Quartic {
    fn value(&self, [x]: [f32; 1]) -> f32 {
        0.25 * x * x * x * x
    }
}

impl Gradient<1, f32> for Quartic {
    fn gradient(&self, [x]: [f32; 1]) -> (f32, [f32; 1]) {
        (self.value([x]), [x * x * x])
    }
}

impl Function<1, f32> for Quartic {
    fn hessian(&self, [x]: [f32; 1]) -> Hessian<1, f32> {
        (self.value([x]), [x * x * x], [[3.0 * x * x]])
    }
}

/// A step of each scheme, and its derivative.
fn masses(start: f32) -> Option<f32> {
    let mass = Mass {
        m: 1.0,
        spring: &Quartic,
    };
    let mut verlet = Integrator::new(mass, Verlet, 1e-2, [start], [0.0]).ok()?;
    let mut midpoint = Integrator::new(mass, Midpoint, 1e-2, [start], [0.0]).ok()?;
    let mut livens = Integrator::new(mass, Livens, 1e-2, [start], [0.0]).ok()?;
    verlet.step_linearized().ok()?;
    midpoint.step_linearized().ok()?;
    livens.step_linearized().ok()?;
    Some(verlet.state().q[0] + midpoint.state().q[0] + livens.state().q[0])
}

/// Steps, derivatives and restarts of some systems from the angle `start`; `None` if one fails.
#[must_use]
pub fn firmware(start: f32) -> Option<f32> {
    let mut sum = pendulum(Verlet, start)? + pendulum(Midpoint, start)?;
    sum += pendulum(Galerkin::<2, Gauss<2>>::default(), start)?;
    sum += double_pendulum(start)? + masses(start)?;
    sum += bob(Midpoint, start)? + bob(Livens, start)? + bob(NullSpace(Midpoint), start)?;
    sum += bob(Galerkin::<2, Lobatto<3>>::default(), start)? + bob(Stabilized(Livens), start)?;
    sum += bob(Composition::<4, _>(Midpoint), start)? + bob(Composition::<6, _>(Livens), start)?;
    sum += lattice(Verlet, start)? + lattice(Midpoint, start)? + lattice(Livens, start)?;
    sum += lattice(Galerkin::<2, Gauss<2>>::default(), start)?;
    sum += thread(Verlet, start)? + thread(Midpoint, start)?;
    sum += touching(Moreau, start)? + touching(VariationalMoreau, start)?;
    let mut spring = Integrator::new(
        Spring { stiffness: 3.0_f32 },
        Midpoint,
        1e-2,
        [start, 0.1],
        [0.0, 1.0],
    )
    .ok()?;
    spring.step().ok()?;
    Some(sum + spring.state().q[0])
}

fn pendulum<D>(scheme: D, start: f32) -> Option<f32>
where
    Pendulum<f32>: Discretize<D>,
{
    let mut motion = Integrator::new(Pendulum::<f32>::unit(), scheme, 1e-2, [start], [0.0]).ok()?;
    let kept = motion.snapshot();
    motion.step_many(10).ok()?;
    motion.linearize().ok()?;
    motion.step_linearized().ok()?;
    motion.kick([0.1]).ok()?;
    motion.set_step_size(2e-2).ok()?;
    motion.restore(&kept).ok()?;
    motion.step().ok()?;
    Some(motion.state().q[0] + motion.energy() + motion.velocity().ok()?[0])
}

/// Items in arrays.
fn lattice<D, X>(scheme: D, start: f32) -> Option<f32>
where
    Lattice<f32, 6>: Discretize<D, Linearization = SparseLinearization<f32, X>>,
    X: StepSpace<f32>,
{
    let of = Lattice::<f32, 6>::unit();
    let q = [start, 0.0, 0.1, 0.0, 0.0, -0.1];
    let mut motion = Integrator::new(of, scheme, 1e-2, q, [0.0; 6]).ok()?;
    let kept = motion.snapshot();
    motion.step_many(10).ok()?;
    let ahead = motion.linearize().ok()?.multiply(&[1.0]).ok()?;
    black_box(motion.step_linearized().ok()?);
    motion.kick([0.1; 6]).ok()?;
    motion.set_step_size(2e-2).ok()?;
    motion.restore(&kept).ok()?;
    motion.step().ok()?;
    let (State { t, q, .. }, v) = (motion.state(), motion.velocity().ok()?);
    let torque = of
        .inverse_dynamics(t, q, v, of.acceleration(t, &q, &v, &[]).ok()?)
        .ok()?;
    let [first, ..] = ahead.as_slice() else {
        return None;
    };
    Some(motion.energy() + motion.outputs().ok()?[0] + torque[0] + first)
}

fn thread<D>(scheme: D, start: f32) -> Option<f32>
where
    Thread<f32, 3>: Discretize<D>,
{
    let q = [[0.0, 0.0], [start, 0.1], [2.0, 0.0]];
    let mut motion = Integrator::new(Thread { m: 0.5 }, scheme, 1e-2, q, [[0.0; 2]; 3]).ok()?;
    motion.step_many(10).ok()?;
    black_box(motion.linearize().ok()?);
    motion.kick([[0.1; 2]; 3]).ok()?;
    motion.step().ok()?;
    Some(motion.energy() + motion.state().q[1][0])
}

fn double_pendulum(start: f32) -> Option<f32> {
    let system = DoublePendulum { friction: 0.1_f32 };
    let mut motion = Integrator::new(system, Midpoint, 1e-2, [start, 1.0], [0.0, 0.0]).ok()?;
    motion.step_with([0.5]).ok()?;
    let derivative = motion.linearize_with([0.5]).ok()?;
    let (q, v) = (motion.state().q, motion.velocity().ok()?);
    let torque = system.inverse_dynamics(motion.time(), &q, &v, &v).ok()?;
    Some(
        q[0] + derivative.by_inputs[0] + torque[0] + motion.linearize_velocity_with([0.5]).ok()?.by_inputs[0],
    )
}

/// Steps with contacts, some of them closed, and their derivatives.
fn touching<D>(scheme: D, start: f32) -> Option<f32>
where
    D: Copy,
    Ball<f32>: Discretize<D>,
    Woodpecker<f32>: Discretize<D>,
    FallingBob<f32>: Discretize<D>,
{
    let mut ball = Integrator::new(Ball { m: 0.5_f32 }, scheme, 1e-2, [start], [0.0]).ok()?;
    ball.step_many(100).ok()?;
    black_box(ball.linearize().ok());
    let toy = Woodpecker::<f32>::toy();
    let mut toy = Integrator::new(toy, scheme, 1e-4, [start, -0.1, -0.3], [0.0, 0.0, -7.5]).ok()?;
    toy.step().ok()?;
    toy.step_many(100).ok()?;
    black_box(toy.step_linearized().ok());
    let bob = FallingBob { m: 0.5_f32 };
    let mut bob = Integrator::new(bob, scheme, 1e-2, [1.0, 0.0], [0.0; 2]).ok()?;
    bob.step_many(100).ok()?;
    let kept = bob.snapshot();
    bob.step_linearized().ok()?;
    bob.restore(&kept).ok()?;
    Some(ball.energy() + toy.energy() + bob.energy())
}

fn bob<D>(scheme: D, start: f32) -> Option<f32>
where
    Bob<f32>: Discretize<D>,
{
    let bob = Bob { m: 1.0_f32 };
    let (q, v) = bob.project(0.0, [start, -0.5], [0.3, 0.2]).ok()?;
    let mut motion = Integrator::new(bob, scheme, 1e-2, q, v).ok()?;
    black_box(motion.linearize().ok()?);
    motion.kick([0.1, 0.0]).ok()?;
    black_box(motion.step_linearized().ok()?);
    black_box(motion.step().ok()?);
    Some(motion.energy() + motion.outputs().ok()?[0])
}
