//! Functions of an integrator other than steps, for composed steps: derivatives, snapshots, changes of the step size, failures.

use extremal::drive::{Drive, Interval, Start};
use extremal::prelude::*;

use crate::motion::close;
use crate::systems::{DoublePendulum, Edge, HenonHeiles, Pendulum};

const DOUBLE: DoublePendulum<f64> = DoublePendulum {
    m: 1.3,
    g: 9.81,
    d: 0.4,
};
const START: ([f64; 2], [f64; 2]) = ([0.7, -0.4], [0.5, 1.2]);

fn double() -> Result<Integrator<DoublePendulum<f64>, Composition<4, Livens>>, extremal::Error> {
    Integrator::new(DOUBLE, Composition(Livens), 0.02, START.0, START.1)
}

fn pendulum<D: Copy>(scheme: D) -> Result<Integrator<Pendulum, D>, extremal::Error>
where
    Pendulum: Discretize<D>,
{
    Integrator::new(Pendulum, scheme, 0.02, [0.6, -0.8], [0.8, 0.6])
}

/// All data on which the next steps depend.
macro_rules! same {
    ($a:expr, $b:expr) => {
        assert_eq!($a.state(), $b.state());
        assert_eq!($a.velocity()?, $b.velocity()?);
        assert_eq!($a.snapshot(), $b.snapshot());
    };
}

#[test]
fn many_steps_are_the_steps_to_the_bit() -> Result<(), extremal::Error> {
    let (mut one_by_one, mut together) = (double()?, double()?);
    for _ in 0..300 {
        one_by_one.step_with([0.7])?;
    }
    together.step_many_with(300, [0.7])?;
    same!(one_by_one, together);

    let scheme = Composition::<6, _>(Stabilized(Livens));
    let (mut one_by_one, mut together) = (pendulum(scheme)?, pendulum(scheme)?);
    for _ in 0..300 {
        one_by_one.step()?;
    }
    together.step_many(300)?;
    same!(one_by_one, together);
    Ok(())
}

/// A snapshot contains the memories of all stages.
#[test]
fn a_snapshot_goes_on_with_the_same_bits() -> Result<(), Box<dyn std::error::Error>> {
    let mut motion = double()?;
    motion.step_many_with(77, [0.7])?;
    let text = serde_json::to_string(&motion.snapshot())?;
    let mut other = double()?;
    other.restore(&serde_json::from_str(&text)?)?;
    for _ in 0..50 {
        assert_eq!(motion.step_with([0.7])?, other.step_with([0.7])?);
    }
    same!(motion, other);

    let scheme = Composition::<4, _>(Livens);
    let mut motion = pendulum(scheme)?;
    motion.step_many(77)?;
    let text = serde_json::to_string(&motion.snapshot())?;
    let mut other = pendulum(scheme)?;
    other.restore(&serde_json::from_str(&text)?)?;
    for _ in 0..50 {
        assert_eq!(motion.step()?, other.step()?);
    }
    same!(motion, other);
    Ok(())
}

#[test]
fn another_step_size_keeps_state_velocity_and_energy() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(
        DoublePendulum { d: 0.0, ..DOUBLE },
        Composition::<4, _>(Livens),
        0.05,
        START.0,
        START.1,
    )?;
    motion.step_many_with(20, [0.0])?;
    let before = (motion.state(), motion.velocity()?, motion.energy());
    motion.set_step_size(0.013)?;
    assert_eq!((motion.state(), motion.velocity()?, motion.energy()), before);
    for _ in 0..100 {
        // Terms up to 50, a thousand steps inside.
        assert!((motion.step_with([0.0])?.energy - before.2).abs() < 1e-11);
    }
    let mut motion = pendulum(Composition::<6, _>(Stabilized(Livens)))?;
    motion.step_many(20)?;
    let before = (motion.state(), motion.velocity()?, motion.energy());
    motion.set_step_size(0.013)?;
    assert_eq!((motion.state(), motion.velocity()?, motion.energy()), before);
    for _ in 0..100 {
        let report = motion.step()?;
        assert!((report.energy - before.2).abs() < 1e-12);
        assert!(report.constraint_rates[0].abs() < 1e-14);
    }
    Ok(())
}

/// The first stages succeed, and a later one leaves the domain of the potential.
#[test]
fn a_failure_in_a_stage_changes_nothing() -> Result<(), extremal::Error> {
    let (h, m) = (0.1, 1.0);
    let mut motion = Integrator::new(Edge { m }, Composition::<4, _>(Livens), h, [0.66], [1.0])?;
    motion.step_many(2)?;
    // Two stages end at 0.83 of the step, and the edge is at 0.41.
    let (before, velocity, energy) = (motion.state(), motion.velocity()?, motion.energy());
    let gap = 1.0 - before.q[0];
    assert!(
        gap > 0.42 * h * velocity[0] && gap < 0.8 * h * velocity[0] * 2.0,
        "{gap}"
    );
    let mut other = motion.clone();
    motion.set_step_size(0.3)?;
    let kept = motion.snapshot();
    let failed = motion.step().expect_err("there is nothing beyond the edge");
    // The time is that of the whole step, not of its stage.
    assert_eq!(failed.t, before.t);
    assert_eq!(
        (motion.state(), motion.velocity()?, motion.energy()),
        (before, velocity, energy)
    );
    assert_eq!(motion.snapshot(), kept);
    // The motion continues as if there had been no failure.
    motion.set_step_size(0.05)?;
    other.set_step_size(0.05)?;
    assert_eq!(motion.step()?, other.step()?);
    same!(motion, other);
    Ok(())
}

#[test]
fn a_step_that_fails_changes_nothing() -> Result<(), extremal::Error> {
    let mut motion = double()?;
    motion.step_many_with(10, [0.3])?;
    let mut other = motion.clone();
    assert!(motion.step_with([1e300]).is_err());
    assert_eq!(motion.step_with([0.3])?, other.step_with([0.3])?);
    same!(motion, other);
    Ok(())
}

type Steps = <DoublePendulum<f64> as Discretize<Composition<4, Livens>>>::Driver;

/// (q, p, v) after a step from a state, with any parameters.
fn end(start: &[f64], u: f64, [m, d]: [f64; 2]) -> Vec<f64> {
    let system = DoublePendulum { m, g: 9.81, d };
    let part = |at: usize| [start[at], start[at + 1]].into();
    let state = State {
        t: 0.0,
        q: part(0),
        p: part(2),
    };
    let scheme = Composition::<4, _>(Livens);
    let velocity = part(4);
    let memory = Steps::start(&system, Start::new(&scheme, 0.05, &state, &velocity), None);
    let mut memory = memory.expect("a regular start");
    let inputs = [u];
    let over = Interval::new(&scheme, 0.05, &inputs, &state);
    let step = Steps::advance::<true>(&system, over, &mut memory).expect("a regular step");
    let parts = [step.state.q, step.state.p, step.report.velocity];
    parts.iter().flat_map(|x| x.as_slice().to_vec()).collect()
}

/// Central differences over 2e-5: errors of 1e-10 from curvature, 1e-11 from rounding.
fn difference(of: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
    let [up, down] = [1e-5, -1e-5].map(of);
    up.iter()
        .zip(&down)
        .map(|(up, down)| (up - down) / 2e-5)
        .collect()
}

/// q, p and v are varied independently: p need not be the momentum of v.
#[test]
fn a_step_varies_as_differences_say() {
    let start = [0.7, -0.4, 1.9, 2.1, 0.5, 1.2];
    let part = |at: usize| [start[at], start[at + 1]].into();
    let (scheme, state) = (
        Composition::<4, _>(Livens),
        State {
            t: 0.0,
            q: part(0),
            p: part(2),
        },
    );
    let velocity = part(4);
    let memory = Steps::start(&DOUBLE, Start::new(&scheme, 0.05, &state, &velocity), None);
    let over = Interval::new(&scheme, 0.05, &[0.7], &state);
    let found = Steps::linearize(&DOUBLE, over, &memory.expect("a regular start")).expect("a regular step");
    let parameters = [DOUBLE.m, DOUBLE.d];
    for k in 0..6 {
        let by = difference(|by| {
            let mut start = start;
            start[k] += by;
            end(&start, 0.7, parameters)
        });
        close("by state", found.by_state.column(k).as_slice(), &by, 1e-8);
    }
    let by = difference(|by| end(&start, 0.7 + by, parameters));
    close("by inputs", found.by_inputs.column(0).as_slice(), &by, 1e-8);
    for k in 0..2 {
        let by = difference(|by| {
            let mut parameters = parameters;
            parameters[k] += by;
            end(&start, 0.7, parameters)
        });
        close(
            "by parameters",
            found.by_parameters.column(k).as_slice(),
            &by,
            1e-8,
        );
    }
}

/// Starts are varied along the circle: by the angle, and by its rate.
#[test]
fn a_constrained_step_varies_as_differences_say() -> Result<(), extremal::Error> {
    let starts = |by: [f64; 2]| {
        let (s, c) = (0.6 + by[0]).sin_cos();
        let rate = 1.0 + by[1];
        ([s, -c], [c * rate, s * rate])
    };
    macro_rules! check {
        ($scheme:expr) => {{
            let motion = |by: [f64; 2]| {
                let (q, v) = starts(by);
                Integrator::new(Pendulum, $scheme, 0.05, q, v)
            };
            let tangent = motion([0.0; 2])?.linearize()?.by_state;
            let flat = |q: &[f64], p: &[f64], v: &[f64]| [q, p, v].concat();
            for k in 0..2 {
                let along = |by: f64| {
                    let mut both = [0.0; 2];
                    both[k] = by;
                    both
                };
                let from = difference(|by| {
                    let (q, v) = starts(along(by));
                    flat(&q, &v, &v)
                });
                let to = difference(|by| {
                    let mut motion = motion(along(by)).expect("a regular start");
                    let report = motion.step().expect("a regular step");
                    let state = motion.state();
                    flat(state.q.as_slice(), state.p.as_slice(), report.velocity.as_slice())
                });
                let found: Vec<f64> = (0..6)
                    .map(|row| (0..6).map(|c| tangent[(row, c)] * from[c]).sum())
                    .collect();
                close("along the circle", &found, &to, 1e-8);
            }
        }};
    }
    check!(Composition::<4, _>(Livens));
    check!(Composition::<6, _>(Livens));
    check!(Composition::<4, _>(Stabilized(Livens)));
    check!(Composition::<6, _>(Stabilized(Livens)));
    Ok(())
}

/// A step back undoes a step, because the composition is symmetric.
#[test]
fn a_step_there_and_back() -> Result<(), extremal::Error> {
    let mut there = Integrator::new(
        HenonHeiles,
        Composition::<6, _>(Livens),
        0.2,
        [0.1, 0.2],
        [0.4, 0.3],
    )?;
    let start = there.state();
    there.step_many(20)?;
    let (end, v) = (there.state(), there.velocity()?);
    let mut back = Integrator::new(HenonHeiles, Composition::<6, _>(Livens), 0.2, end.q, -v)?;
    back.step_many(20)?;
    // Forty steps of seven stages.
    assert!((back.state().q - start.q).norm() < 1e-13);
    assert!((back.state().p + start.p).norm() < 1e-13);
    Ok(())
}
