//! The derivative of a step with contacts against central differences of steps, on every branch; and where there is none.

use crate::support::contacts::{BODY, Body, Vector, state};
use extremal::contacts::ContactState;
use extremal::derivatives::LinearizationOf;
use extremal::drive::ContactReport;
use extremal::drive::{Drive, Interval, Start};
use extremal::error::ContactKink;
use extremal::nalgebra::{SMatrix, SVector};
use extremal::prelude::*;
use extremal::{Contacts, Failure};

const H: f64 = 0.01;
const T: f64 = 0.4;

/// (q, p, v), the input, the sensitivities.
type Numbers = [f64; 13];

fn body(numbers: &Numbers) -> Body {
    let [.., m, k, mu, e, e_t, belt] = *numbers;
    Body {
        m,
        k,
        mu,
        e,
        e_t,
        belt,
    }
}

/// (q, p, v) after a step, and what the contacts did.
fn step<D>(scheme: &D, numbers: &Numbers) -> ([f64; 6], [ContactState; 2])
where
    Body: Discretize<D, System = Body, Report = ContactReport<Body>>,
{
    let [x, y, px, py, vx, vy, push, ..] = *numbers;
    let (system, inputs) = (body(numbers), [push]);
    let start = State {
        t: T,
        q: Vector::new(x, y),
        p: Vector::new(px, py),
    };
    let velocity = Vector::new(vx, vy);
    let from = Start::new(scheme, H, &start, &velocity).again();
    let mut memory = <Body as Discretize<D>>::Driver::start(&system, from, None).expect("a good start");
    let over = Interval::new(scheme, H, &inputs, &start);
    let step = <Body as Discretize<D>>::Driver::advance::<true>(&system, over, &mut memory);
    let step = step.expect("a small step");
    let (q, p, v) = (step.state.q, step.state.p, step.report.velocity);
    ([q[0], q[1], p[0], p[1], v[0], v[1]], step.report.states)
}

fn check<D: Copy>(scheme: D, start: &Numbers, expected: [ContactState; 2])
where
    Body: Discretize<
            D,
            System = Body,
            Report = ContactReport<Body>,
            Linearization = LinearizationOf<f64, 6, 1, 6>,
        >,
{
    let [x, y, px, py, vx, vy, push, ..] = *start;
    let (system, inputs) = (body(start), [push]);
    let node = State {
        t: T,
        q: Vector::new(x, y),
        p: Vector::new(px, py),
    };
    let velocity = Vector::new(vx, vy);
    let from = Start::new(&scheme, H, &node, &velocity).again();
    let memory = <Body as Discretize<D>>::Driver::start(&system, from, None).expect("a good start");
    let over = Interval::new(&scheme, H, &inputs, &node);
    let found = <Body as Discretize<D>>::Driver::linearize(&system, over, &memory);
    let found = found.expect("a step on one branch");
    let found: SMatrix<f64, 6, 13> = SMatrix::from_fn(|row, column| match column {
        0..6 => found.by_state[(row, column)],
        6 => found.by_inputs[(row, 0)],
        _ => found.by_parameters[(row, column - 7)],
    });
    assert_eq!(step(&scheme, start).1, expected);
    for column in 0..13 {
        let at = |d: f64| {
            let mut numbers = *start;
            numbers[column] += d;
            let (end, states) = step(&scheme, &numbers);
            assert_eq!(states, expected, "the difference stays on the branch");
            SVector::from(end)
        };
        let d = 1e-5;
        let quotient = (at(d) - at(-d)) / (2.0 * d);
        let off = (quotient - found.column(column)).norm();
        // Third derivatives are about 10, and rounding is 1e-15/d.
        assert!(
            off < 1e-8 * (1.0 + quotient.norm()),
            "column {column}: {off} {quotient} {}",
            found.column(column)
        );
    }
}

fn numbers(q: [f64; 2], v: [f64; 2]) -> Numbers {
    let start = state(&BODY, T, q.into(), v.into());
    // A momentum that is not that of the velocity: both are varied on their own.
    let [px, py] = [start.p[0] + 0.01, start.p[1] - 0.02];
    [
        q[0], q[1], px, py, v[0], v[1], 0.3, BODY.m, BODY.k, BODY.mu, BODY.e, BODY.e_t, BODY.belt,
    ]
}

fn check_all<D: Copy>(scheme: D)
where
    Body: Discretize<
            D,
            System = Body,
            Report = ContactReport<Body>,
            Linearization = LinearizationOf<f64, 6, 1, 6>,
        >,
{
    use ContactState::{Open, Slip, Stick};
    check(scheme, &numbers([0.3, 0.05], [0.65, -1.0]), [Stick, Open]);
    check(scheme, &numbers([0.3, 0.05], [3.0, -1.0]), [Slip, Open]);
    check(scheme, &numbers([-0.4, -0.08], [-2.0, -0.5]), [Slip, Open]);
    check(scheme, &numbers([0.2, 0.5], [0.5, 0.9]), [Open, Open]);
    check(scheme, &numbers([0.2, 0.03], [0.5, 1.5]), [Open, Open]);
    check(scheme, &numbers([1.48, 0.5], [1.0, -1.0]), [Open, Slip]);
    check(scheme, &numbers([1.52, -0.1], [1.0, -1.0]), [Slip, Slip]);
}

/// Steps whose coordinates are corrected at their ends: the floor, the wall, and both; with and without percussions before.
fn check_corrected<D: Copy>(scheme: D)
where
    Body: Discretize<
            D,
            System = Body,
            Report = ContactReport<Body>,
            Linearization = LinearizationOf<f64, 6, 1, 6>,
        >,
{
    use ContactState::{Open, Slip, Stick};
    let corrected = |start: &Numbers, states, closed: [bool; 2]| {
        let ([x, y, ..], _) = step(&scheme, start);
        // Gaps of about 1 are zero to rounding.
        let gaps = body(start).gaps(T + H, &Vector::new(x, y)).map(|gap| gap < 1e-14);
        assert_eq!(gaps, closed);
        check(scheme, start, states);
    };
    // From an open gap into the floor, into the wall, and into both at once.
    corrected(&numbers([0.3, 0.081], [0.5, -1.0]), [Open, Open], [true, false]);
    corrected(&numbers([1.443, 0.5], [1.0, -1.0]), [Open, Open], [false, true]);
    corrected(&numbers([1.488, 0.05], [1.5, -2.5]), [Open, Open], [true, true]);
    // Out of penetration, by less than it is deep.
    corrected(&numbers([0.3, 0.02], [0.65, -1.0]), [Stick, Open], [true, false]);
    corrected(&numbers([-0.4, -0.18], [-2.0, -0.5]), [Slip, Open], [true, false]);
    corrected(&numbers([1.62, -0.1], [1.0, -1.0]), [Slip, Slip], [true, true]);
    corrected(&numbers([0.2, 0.5], [0.5, 0.9]), [Open, Open], [false, false]);
}

#[test]
fn derivatives_of_corrected_steps_are_those_of_differences() {
    check_corrected(ClosedGaps(Moreau));
    check_corrected(ClosedGaps(SymmetricMoreau));
    check_corrected(ClosedGaps(VariationalMoreau));
}

#[test]
fn derivatives_of_branches_are_those_of_differences() {
    check_all(Moreau);
    check_all(SymmetricMoreau);
    check_all(VariationalMoreau);
    check_all(Theta { theta: 0.6 });
}

/// A bead on a curve in space, whose mass and whose stop depend on where it is.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    kinetic = 0.5 * m * (1 + 0.3 * y * y) * (dt(x).powi(2) + dt(z).powi(2)) + 0.5 * m * dt(y).powi(2)
        + 0.2 * sin(x) * dt(y) * dt(z) + 0.1 * m * x * z * dt(y),
    potential = 9.81 * m * z + 0.4 * x.powi(4),
    constraint(curve = y - bend * x.powi(2) + 0.1 * sin(z)),
    contact(stop, gap = reach - x - 0.2 * sin(y) * z, restitution = 0.3),
    sensitivities(m, bend, reach),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Bead {
    m: f64,
    bend: f64,
    reach: f64,
}

/// A bead from coordinates, a velocity and parameters.
fn bead<D>(scheme: D, numbers: &[f64; 9]) -> Integrator<Bead, D, <Bead as Discretize<D>>::Memory>
where
    Bead: Discretize<D>,
{
    let [x, y, z, vx, vy, vz, m, bend, reach] = *numbers;
    let system = Bead { m, bend, reach };
    Integrator::new(system, scheme, H, [x, y, z], [vx, vy, vz]).expect("a good start")
}

#[test]
fn corrections_along_a_curve_have_the_derivative_of_differences() {
    fn check<D: Copy>(scheme: D, [x, z, vx, vz]: [f64; 4])
    where
        Bead: Discretize<D, Report = ContactReport<Bead>, Linearization = LinearizationOf<f64, 9, 0, 3>>
            + extremal::derivatives::Jacobians<VelocityLinearization = LinearizationOf<f64, 6, 0, 3>>,
    {
        // A start on the curve, and its derivative along x, z, vx, vz and the parameters.
        let start = |[x, z, vx, vz, m, bend, reach]: [f64; 7]| {
            let (y, vy) = (
                bend * x * x - 0.1 * z.sin(),
                2.0 * bend * x * vx - 0.1 * z.cos() * vz,
            );
            [x, y, z, vx, vy, vz, m, bend, reach]
        };
        let numbers = [x, z, vx, vz, 1.3, 0.4, 1.2];
        let end = |numbers: [f64; 7]| {
            let mut motion = bead(scheme, &start(numbers));
            let report = motion.step().expect("a small step");
            let q = motion.state().q;
            SVector::<f64, 6>::from_fn(|i, _| if i < 3 { q[i] } else { report.velocity[i - 3] })
        };
        let mut motion = bead(scheme, &start(numbers));
        let found = motion.linearize_velocity().expect("a step that is corrected");
        motion.step().expect("a small step");
        let gap = motion.system().gaps(0.0, &motion.state().q)[0];
        assert!(gap.abs() < 1e-14, "the step is corrected: {gap}");
        for column in 0..7 {
            let at = |d: f64| {
                let mut varied = numbers;
                varied[column] += d;
                varied
            };
            let d = 1e-5;
            let quotient = (end(at(d)) - end(at(-d))) / (2.0 * d);
            let [ahead, behind] = [d, -d].map(|d| SVector::from(start(at(d))));
            let along = (ahead - behind) / (2.0 * d);
            let derivative =
                found.by_state * along.fixed_rows::<6>(0) + found.by_parameters * along.fixed_rows::<3>(6);
            // Third derivatives of velocities are about 10², and the rounding of velocities, ε/h of positions, is 1e-14/d.
            let off = (quotient - derivative).norm();
            assert!(
                off < 2e-8 * (1.0 + quotient.norm()),
                "column {column}: {off} {quotient} {derivative}"
            );
        }
    }
    for start in [[1.15, 0.3, 3.0, -0.5], [1.172, 0.2, 1.5, 2.0]] {
        check(ClosedGaps(Moreau), start);
        check(ClosedGaps(SymmetricMoreau), start);
        check(ClosedGaps(VariationalMoreau), start);
    }
}

/// A ball whose mass grows with its speed.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(y),
    lagrangian = 0.5 * dt(y).powi(2) + 0.1 * dt(y).powi(4) - 9.81 * y,
    contact(floor, gap = y),
    discretize(Moreau)
)]
struct Heavier;

/// The derivative of M(v) d is not in the equations of a step.
#[test]
fn a_correction_by_a_mass_of_velocities_has_no_derivative() {
    let after = |y: f64| {
        let motion = Integrator::new(Heavier, ClosedGaps(Moreau), 0.01, [y], [-1.0]).expect("a good start");
        motion.linearize().err().map(|error| error.failure)
    };
    assert_eq!(after(0.005), Some(Failure::ContactCorrected { contact: "floor" }));
    assert_eq!(after(0.1), None);
}

/// A block on a table.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 10 * y - pull * x,
    contact(table, gap = y, slip = dt(x), friction = 0.5),
    discretize(Moreau)
)]
struct Block {
    pull: f64,
}

#[test]
fn between_two_branches_there_is_no_derivative() {
    let failure = |pull: f64, y: f64, vy: f64| {
        let start = State {
            t: 0.0,
            q: [0.0, y].into(),
            p: [0.0, vy].into(),
        };
        let motion = Integrator::from_state(Block { pull }, Moreau, 0.125, start).expect("a good start");
        motion.linearize().err().map(|error| error.failure)
    };
    let between = |between| {
        Some(Failure::ContactChanges {
            contact: "table",
            between,
        })
    };
    assert_eq!(failure(0.0, 0.0, 0.0), between(ContactKink::Gap));
    assert_eq!(failure(5.0, -1e-3, 0.0), between(ContactKink::Friction));
    assert_eq!(failure(0.0, -1e-3, 0.625), between(ContactKink::Percussion));
    assert_eq!(failure(4.9, -1e-3, 0.0), None);
    assert_eq!(failure(5.1, -1e-3, 0.0), None);
    assert_eq!(failure(0.0, -1e-3, 0.63), None);
    let corrected = |y: f64, vy: f64| {
        let start = State {
            t: 0.0,
            q: [0.0, y].into(),
            p: [0.0, vy].into(),
        };
        let scheme = ClosedGaps(Moreau);
        let motion = Integrator::from_state(Block { pull: 0.0 }, scheme, 0.125, start).expect("a good start");
        motion.linearize().err().map(|error| error.failure)
    };
    // A step of free fall by v h − 5 h² that ends at a gap of zero, below it, and above.
    assert_eq!(corrected(0.578125, -4.0), between(ContactKink::End));
    assert_eq!(corrected(0.578, -4.0), None);
    assert_eq!(corrected(0.579, -4.0), None);
}
