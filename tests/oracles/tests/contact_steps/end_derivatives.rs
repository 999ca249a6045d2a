//! The derivative of steps with percussions at their ends against central differences of steps, on every branch; and where there
//! is none.

use crate::support::contacts::{BODY, Body, Vector, state};
use extremal::contacts::ContactState::{self, Open, Slip, Stick};
use extremal::derivatives::LinearizationOf;
use extremal::drive::{ContactReport, Drive, Interval, Start};
use extremal::error::ContactKink;
use extremal::prelude::*;
use extremal::{Contacts, Failure, Lagrangian};

const H: f64 = 0.01;
const T: f64 = 0.4;

/// A slide in a seal whose bound and direction depend on the place and on time, and the bound on velocities, with M(q).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(push),
    kinetic = 0.5 * m * (dt(x).powi(2) + (1.0 + x.powi(2)) * dt(y).powi(2)) + 0.3 * sin(y) * dt(x) * dt(y) + 0.1 * t * x * dt(y),
    potential = 0.5 * k * (x.powi(2) + y.powi(2)),
    force(y = push),
    friction(seal, slip = dt(x) + (1.0 + 0.5 * x) * dt(y) - 0.2 * cos(t), force = f * (1.0 + x.powi(2) + t + 0.5 * exp(-(dt(x) + dt(y)).powi(2)))),
    sensitivities(m, k, f),
    discretize(Midpoint, NonsmoothMidpoint)
)]
struct Slide {
    m: f64,
    k: f64,
    f: f64,
}

/// The same in the plane, where friction turns.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    friction(seal, slip = [dt(x), dt(y)], force = 1.0),
    discretize(Midpoint)
)]
struct Turning;

/// A system from its parameters.
trait Of<const P: usize> {
    fn of(parameters: [f64; P]) -> Self;
}

impl Of<6> for Body {
    fn of([m, k, mu, e, e_t, belt]: [f64; 6]) -> Self {
        Self {
            m,
            k,
            mu,
            e,
            e_t,
            belt,
        }
    }
}

impl Of<3> for Slide {
    fn of([m, k, f]: [f64; 3]) -> Self {
        Self { m, k, f }
    }
}

/// (q, p), the input and the parameters.
#[derive(Clone, Copy)]
struct Numbers<const P: usize> {
    z: [f64; 4],
    push: f64,
    parameters: [f64; P],
}

impl<const P: usize> Numbers<P> {
    fn of<S>(q: [f64; 2], v: [f64; 2], parameters: [f64; P]) -> Self
    where
        S: Of<P> + Lagrangian<Scalar = f64, Configuration = Vector, Velocity = Vector, Momentum = Vector>,
    {
        let node = state(&S::of(parameters), T, q.into(), v.into());
        Self {
            z: [q[0], q[1], node.p[0], node.p[1]],
            push: 0.3,
            parameters,
        }
    }

    fn varied(mut self, column: usize, d: f64) -> Self {
        match column {
            0..4 => self.z[column] += d,
            4 => self.push += d,
            _ => self.parameters[column - 5] += d,
        }
        self
    }

    fn node(&self) -> State<f64, Vector> {
        let [x, y, px, py] = self.z;
        State {
            t: T,
            q: Vector::new(x, y),
            p: Vector::new(px, py),
        }
    }
}

type Steps<S, D> = <S as Discretize<D>>::Driver;

/// The derivative of a step against differences, all of whose contacts are in these states at its end.
macro_rules! check {
    ($system:ty, $scheme:expr, $numbers:expr, $expected:expr) => {
        check::<$system, _, _>($scheme, &$numbers, &$expected)
    };
}

fn memory<S, D, const P: usize>(scheme: &D, numbers: &Numbers<P>) -> <Steps<S, D> as Drive<S, D>>::Memory
where
    S: Of<P> + Lagrangian<Scalar = f64, Configuration = Vector, Velocity = Vector, Momentum = Vector>,
    S: Discretize<D, System = S>,
{
    let (system, node) = (S::of(numbers.parameters), numbers.node());
    // It is not carried.
    let velocity = Vector::zeros();
    let from = Start::new(scheme, H, &node, &velocity).again();
    Steps::<S, D>::start(&system, from, None).expect("a good start")
}

fn step<S, D, const P: usize>(scheme: &D, numbers: &Numbers<P>) -> ([f64; 4], Vec<ContactState>)
where
    S: Of<P> + Contacts,
    S: Lagrangian<
            Scalar = f64,
            Configuration = Vector,
            Velocity = Vector,
            Momentum = Vector,
            Inputs = [f64; 1],
        >,
    S: Discretize<D, System = S, Report = ContactReport<S>>,
{
    let (system, node, inputs) = (S::of(numbers.parameters), numbers.node(), [numbers.push]);
    let mut memory = memory::<S, D, P>(scheme, numbers);
    let over = Interval::new(scheme, H, &inputs, &node);
    let step = Steps::<S, D>::advance::<true>(&system, over, &mut memory).expect("a small step");
    let (q, p) = (step.state.q, step.state.p);
    let states = step.report.contacts().map(|contact| contact.state).collect();
    ([q[0], q[1], p[0], p[1]], states)
}

fn check<S, D, const P: usize>(scheme: D, start: &Numbers<P>, expected: &[ContactState])
where
    S: Of<P> + Contacts,
    S: Lagrangian<
            Scalar = f64,
            Configuration = Vector,
            Velocity = Vector,
            Momentum = Vector,
            Inputs = [f64; 1],
        >,
    S: Discretize<D, System = S, Report = ContactReport<S>, Linearization = LinearizationOf<f64, 4, 1, P>>,
{
    assert_eq!(step::<S, D, P>(&scheme, start).1, expected);
    let (system, node, inputs) = (S::of(start.parameters), start.node(), [start.push]);
    let over = Interval::new(&scheme, H, &inputs, &node);
    let found = Steps::<S, D>::linearize(&system, over, &memory::<S, D, P>(&scheme, start));
    let found = found.expect("a step on one branch");
    for column in 0..5 + P {
        let d = 1e-5;
        let [above, below] = [d, -d].map(|d| {
            let (end, states) = step::<S, D, P>(&scheme, &start.varied(column, d));
            assert_eq!(states, expected, "the difference stays on the branch");
            end
        });
        for row in 0..4 {
            let quotient = (above[row] - below[row]) / (2.0 * d);
            let entry = match column {
                0..4 => found.by_state[(row, column)],
                4 => found.by_inputs[(row, 0)],
                _ => found.by_parameters[(row, column - 5)],
            };
            // Third derivatives are about 10², and rounding is 1e-14/d.
            assert!(
                (quotient - entry).abs() < 1e-8 * (1.0 + entry.abs()),
                "{expected:?} ({row}, {column}): {quotient} {entry}"
            );
        }
    }
}

/// On the floor with friction and at the wall, with restitutions; out of flight and into it.
#[test]
fn derivatives_of_landings_are_those_of_differences() {
    let Body {
        m,
        k,
        mu,
        e,
        e_t,
        belt,
    } = BODY;
    let numbers = |q, v, e_t| Numbers::of::<Body>(q, v, [m, k, mu, e, e_t, belt]);
    let check = |numbers: Numbers<6>, expected: [ContactState; 2]| {
        check!(Body, NonsmoothMidpoint, numbers, expected);
    };
    check(numbers([0.3, 0.2], [0.5, -1.0], e_t), [Open, Open]);
    check(numbers([0.3, 0.081], [0.8, -1.0], e), [Stick, Open]);
    check(numbers([0.3, 0.081], [3.0, -1.0], e), [Slip, Open]);
    check(numbers([0.3, 0.081], [-2.0, -1.0], e_t), [Slip, Open]);
    check(numbers([1.443, 0.5], [1.0, -1.0], e), [Open, Slip]);
    check(numbers([1.488, 0.05], [1.5, -2.5], e), [Slip, Slip]);
}

#[test]
fn derivatives_with_dry_friction_are_those_of_differences() {
    let numbers = |q, v| Numbers::of::<Slide>(q, v, [1.3, 20.0, 2.0]);
    for (start, expected) in [
        (numbers([0.3, -0.4], [1.0, 0.5]), Slip),
        (numbers([0.3, -0.4], [-1.0, 0.5]), Slip),
        // x' + 1.15 y' is 0.2 cos(0.4).
        (numbers([0.05, -0.05], [0.184_212_198_800_577, 0.0]), Stick),
    ] {
        check!(Slide, Midpoint, start, [expected]);
        check!(Slide, NonsmoothMidpoint, start, [expected]);
    }
}

/// Friction that turns, and a landing whose end is on the surface to rounding.
#[test]
fn some_steps_with_percussions_at_their_ends_have_no_derivative() {
    let turning = Integrator::new(Turning, Midpoint, H, [0.0; 2], [1.0, 2.0]).expect("a start");
    assert_eq!(
        turning.linearize().expect_err("it slides").failure,
        Failure::PercussionsAtEnd
    );
    let mut touches = Integrator::new(Falling {}, NonsmoothMidpoint, 0.25, [0.25], [-1.0]).expect("a start");
    assert_eq!(
        touches.linearize().expect_err("it touches").failure,
        Failure::ContactChanges {
            contact: "floor",
            between: ContactKink::Gap
        }
    );
    touches.step().expect("a step");
}

/// Without weight, so that steps of binary fractions are exact.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * dt(y).powi(2),
    contact(floor, gap = y),
    discretize(NonsmoothMidpoint)
)]
struct Falling {}

/// A ball that bounces.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(z),
    kinetic = 0.5 * 1.3 * dt(z).powi(2),
    potential = 1.3 * 9.81 * z,
    contact(floor, gap = z, restitution = 0.8),
    discretize(NonsmoothMidpoint)
)]
struct Ball;

/// A flight is q₁ = q₀ + h p₀/m − .., and the one after a bounce is a flight as well, although its gap is below zero at the
/// start.
#[test]
fn flights_after_a_bounce_have_derivatives() {
    let mut ball = Integrator::new(Ball, NonsmoothMidpoint, 0.01, [0.1], [0.0]).expect("a start");
    let mut has_bounced = false;
    let mut after = 0;
    for _ in 0..60 {
        let found = ball.linearize();
        let report = ball.step().expect("a step");
        // A ball that is deep after its bounce may be raised in the next step, which is none.
        let is_flight = [report.closed[0], report.states[0]] == [Open; 2];
        if has_bounced && is_flight {
            let found = found.as_ref().expect("it has left the floor");
            after += 1;
            let flight = [1.0, 0.0, 0.01 / 1.3, 1.0];
            let entries = found.by_state.as_slice().iter().zip(flight);
            // Column by column, a few roundings of numbers of size one.
            assert!(
                entries.clone().all(|(own, exact)| (own - exact).abs() < 1e-15),
                "{:?}",
                found.by_state
            );
        }
        has_bounced = !is_flight;
    }
    assert!(after >= 3, "{after} bounces");
}
