//! Trajectories, restarts, inputs, impulses, and integrators as parts of other types.

use extremal::blocks::{NoInputs, Vector};
use extremal::integrator::SnapshotOf;
use extremal::prelude::*;
use extremal::{Error, StateOf};

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>,
        Galerkin<4, Gauss<4>>, Galerkin<6, Gauss<6>>)
)]
struct DoublePendulum;

/// A mass on a rail, pushed by an input.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * m * dt(x).powi(2),
    force(x = u),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Cart {
    m: f64,
}

/// Falls from a quartic hill, to infinity in a finite time.
#[derive(Clone, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -0.25 * x.powi(4))]
struct Hill;

const START: ([f64; 2], [f64; 2]) = ([2.0, 1.5], [0.3, -0.2]);

fn double_pendulum<D>(scheme: D, h: f64) -> Integrator<DoublePendulum, D>
where
    DoublePendulum: Discretize<D>,
{
    Integrator::new(DoublePendulum, scheme, h, START.0, START.1).expect("a small step from a good start")
}

#[test]
fn a_trajectory_starts_at_the_start_and_ends_where_the_motion_is() {
    let mut motion = double_pendulum(Midpoint, 0.01);
    let start = motion.state();
    let trajectory = motion.run(100).unwrap();
    assert_eq!((trajectory.len(), trajectory.elements().len()), (101, 100));
    assert_eq!(trajectory.first(), Some(&start));
    assert_eq!(trajectory.last(), Some(&motion.state()));
    let mut again = double_pendulum(Midpoint, 0.01);
    for state in trajectory.into_iter().skip(1) {
        again.step().unwrap();
        assert_eq!(&again.state(), state);
    }
    assert_eq!(
        format!("{trajectory:?}"),
        "Trajectory { len: 101, from: Some(0.0), to: Some(1.0), .. }"
    );
}

#[test]
fn recording_continues() {
    let mut motion = double_pendulum(Midpoint, 0.01);
    let mut trajectory = Trajectory::new();
    motion.record(&mut trajectory, 60).unwrap();
    motion.record(&mut trajectory, 0).unwrap();
    motion.record(&mut trajectory, 40).unwrap();
    let whole = double_pendulum(Midpoint, 0.01).run(100).unwrap();
    assert_eq!(trajectory.states(), whole.states());
    assert_eq!(trajectory.elements(), whole.elements());
}

#[test]
fn thinning_keeps_every_nth_state() {
    let whole = double_pendulum(Midpoint, 0.01).run(100).unwrap();
    for stride in [0, 1, 3, 7, 100, 101] {
        let mut motion = double_pendulum(Midpoint, 0.01);
        let mut thin = Trajectory::every(stride);
        // In pieces that are not multiples of the stride.
        for steps in [1, 10, 33, 56] {
            motion.record(&mut thin, steps).unwrap();
        }
        let kept: Vec<_> = whole.into_iter().step_by(stride.max(1)).collect();
        assert_eq!(thin.into_iter().collect::<Vec<_>>(), kept);
        let elements: Vec<_> = whole.elements().iter().step_by(stride.max(1)).collect();
        assert_eq!(
            thin.elements().iter().collect::<Vec<_>>(),
            elements[..thin.len() - 1]
        );
        // Times between the recorded elements have no point.
        for (step, t) in [(0_usize, 0.005), (1, 0.015), (70, 0.705)] {
            let is_kept = step.is_multiple_of(stride.max(1)) && thin.last().unwrap().t > t;
            let found = thin.at(t);
            assert_eq!(found.is_some(), is_kept, "{stride} {t}");
            // The position in the element is a quotient, by h or by the difference of two times.
            assert!(found.is_none_or(|found| (found.q - whole.at(t).unwrap().q).amax() < 1e-14));
        }
    }
}

#[test]
fn states_before_a_failure_are_recorded() {
    let mut motion = Integrator::new(Hill, Verlet, 0.05, [1.0], [1.0]).unwrap();
    let mut trajectory = Trajectory::new();
    let error = motion.record(&mut trajectory, 1000).unwrap_err();
    assert!((10..1000).contains(&error.step), "{error}");
    assert_eq!(trajectory.len(), error.step + 1);
    assert_eq!(trajectory.last(), Some(&motion.state()));
    assert!(trajectory.into_iter().all(|state| state.q[0].is_finite()));
}

#[test]
fn inputs_come_from_a_controller_and_are_kept() {
    let cart = Cart { m: 2.0 };
    let mut motion = Integrator::new(&cart, Midpoint, 0.1, [1.0], [0.0]).unwrap();
    let push = |state: &StateOf<Cart>| -state.q[0] - state.p[0];
    let trajectory = motion.run_with(50, |motion| [push(&motion.state())]).unwrap();
    for (states, element) in trajectory.states().windows(2).zip(trajectory.elements()) {
        let element = element.as_ref().unwrap();
        assert_eq!(element.inputs, [push(&states[0])]);
        // A constant force: p₁ = p₀ + h u, q₁ = q₀ + h (p₀ + p₁)/2m, to the rounding of numbers below two.
        let p = states[0].p[0] + 0.1 * element.inputs[0];
        let q = states[0].q[0] + 0.1 * (states[0].p[0] + p) / 4.0;
        assert!((states[1].p[0] - p).abs() < 1e-15 && (states[1].q[0] - q).abs() < 1e-15);
    }
    let error = motion.run_with(5, |_| [f64::NAN]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at t = 5 (step 50): inputs: not a finite number"
    );
}

#[test]
fn a_kick_is_a_jump_of_the_trajectory() {
    let mut motion = double_pendulum(Midpoint, 0.01);
    let mut trajectory = motion.run(10).unwrap();
    let before = motion.state();
    motion.kick([0.5, -0.25]).unwrap();
    motion.record(&mut trajectory, 10).unwrap();
    assert_eq!(trajectory.len(), 22);
    let (left, right) = (trajectory.states()[10], trajectory.states()[11]);
    assert_eq!((left, left.t, left.q), (before, right.t, right.q));
    assert!(trajectory.elements()[10].is_none());
    // At the time of the impulse `at` returns the element that begins there.
    let after = trajectory.at(right.t).unwrap().v;
    let limit = trajectory.at(right.t - 1e-9).unwrap().v;
    assert!((after - limit).amax() > 0.1);
    assert_eq!(trajectory.at(right.t).unwrap().q, right.q);
}

#[test]
fn an_earlier_start_replaces_later_states() {
    let mut motion = double_pendulum(Midpoint, 0.01);
    let mut trajectory = motion.run(10).unwrap();
    let snapshot = motion.snapshot();
    motion.record(&mut trajectory, 20).unwrap();
    let whole = trajectory.clone();
    motion.restore(&snapshot).unwrap();
    motion.record(&mut trajectory, 20).unwrap();
    assert_eq!(trajectory.states(), whole.states());
    assert_eq!(trajectory.len(), 31);
}

/// M (v⁺ − v⁻) = P̄ (Capobianco 2015, A.7), by the mass matrix in closed form; the energy rises by P̄·(v⁺ + v⁻)/2.
#[test]
fn a_kick_is_the_impact_equation() {
    let mut motion = double_pendulum(Galerkin::<2, Gauss<2>>::default(), 0.05);
    motion.run(7).unwrap();
    let (state, before, energy) = (motion.state(), motion.velocity().unwrap(), motion.energy());
    let kick = [0.7, -1.3];
    motion.kick(kick).unwrap();
    let after = motion.velocity().unwrap();
    let coupling = (state.q[0] - state.q[1]).cos();
    let jump = after - before;
    let impulse = [2.0 * jump[0] + coupling * jump[1], coupling * jump[0] + jump[1]];
    let work: f64 = (0..2).map(|k| kick[k] * (after[k] + before[k]) / 2.0).sum();
    for k in 0..2 {
        // Rounding of velocities below ten, times a mass matrix of condition seven.
        assert!((impulse[k] - kick[k]).abs() < 1e-13, "{impulse:?}");
        assert_eq!(motion.state().p[k], state.p[k] + kick[k]);
    }
    assert!((motion.energy() - energy - work).abs() < 1e-13);
    assert_eq!((motion.state().q, motion.state().t), (state.q, state.t));
}

/// An impulse and the rest of the motion agree with a start with the momentum after the impulse.
#[test]
fn a_kicked_motion_is_one_from_the_kicked_state() {
    let mut motion = double_pendulum(Midpoint, 0.01);
    motion.run(10).unwrap();
    motion.kick([0.5, -0.25]).unwrap();
    let mut fresh = Integrator::from_state(DoublePendulum, Midpoint, 0.01, motion.state()).unwrap();
    for _ in 0..20 {
        motion.step().unwrap();
        fresh.step().unwrap();
        assert_eq!(
            (motion.state().q, motion.state().p),
            (fresh.state().q, fresh.state().p)
        );
    }
}

/// A motion with steps, impulses and changes of the step size.
fn eventful<D>(scheme: D) -> Result<Integrator<DoublePendulum, D>, Error>
where
    DoublePendulum: Discretize<D>,
{
    let mut motion = double_pendulum(scheme, 0.01).starting_at(3.0)?;
    motion.run(25)?;
    motion.set_step_size(0.013)?;
    motion.run(2)?;
    motion.kick([0.1, 0.2])?;
    motion.run(3)?;
    Ok(motion)
}

fn continues_with_the_same_bits<D: Copy>(scheme: D)
where
    DoublePendulum: Discretize<D>,
    Integrator<DoublePendulum, D>: Clone,
{
    let mut motion = eventful(scheme).expect("a small step from a good start");
    let text = serde_json::to_string(&motion.snapshot()).expect("numbers can be written");
    let mut other = double_pendulum(scheme, 0.5);
    let read: SnapshotOf<DoublePendulum, D> = serde_json::from_str(&text).expect("what was written");
    assert_eq!(
        serde_json::to_string(&read).expect("numbers can be written"),
        text
    );
    other.restore(&read).expect("a good snapshot");
    for _ in 0..200 {
        assert_eq!(motion.state(), other.state());
        assert_eq!(motion.steps(), other.steps());
        motion.step().expect("a small step from a good start");
        other.step().expect("a small step from a good start");
    }
}

#[test]
fn restarts_have_the_same_bits() {
    continues_with_the_same_bits(Verlet);
    continues_with_the_same_bits(Midpoint);
    continues_with_the_same_bits(Galerkin::<2, Gauss<2>>::default());
    continues_with_the_same_bits(Galerkin::<4, Gauss<4>>::default());
}

#[test]
fn a_restored_motion_starts_where_the_other_started() {
    let motion = eventful(Midpoint).unwrap();
    let mut other = double_pendulum(Midpoint, 0.5);
    other.restore(&motion.snapshot()).unwrap();
    let [a, b] = [motion, other].map(|motion| motion.starting_at(1.0).unwrap().state());
    assert_eq!(a, b);
}

#[test]
fn a_damaged_snapshot_is_refused() {
    let mut motion = eventful(Midpoint).unwrap();
    let text = serde_json::to_string(&motion.snapshot()).unwrap();
    let state = motion.state();
    type Kept = SnapshotOf<DoublePendulum, Midpoint>;
    for (h, reason) in [(0.0, "the step size is 0.0"), (-1.0, "the step size is -1.0")] {
        let damaged = text.replace("\"h\":0.013", &format!("\"h\":{h:?}"));
        assert_ne!(damaged, text);
        let snapshot: Kept = serde_json::from_str(&damaged).unwrap();
        let error = motion.restore(&snapshot).unwrap_err();
        assert!(error.to_string().contains(reason), "{error}");
        assert_eq!(motion.state(), state);
    }
    // Too few and too many numbers.
    let (head, _) = text.split_at(text.rfind(',').unwrap());
    assert!(serde_json::from_str::<Kept>(&format!("{head}]}}")).is_err());
    assert!(serde_json::from_str::<Kept>(&text.replace("]}", ",1.0]}")).is_err());
}

#[test]
fn a_trajectory_is_written_and_read() {
    let mut motion = eventful(Midpoint).unwrap();
    let mut trajectory = motion.run(5).unwrap();
    motion.kick([0.1, 0.0]).unwrap();
    motion.record(&mut trajectory, 2).unwrap();
    let text = serde_json::to_string(&trajectory).unwrap();
    let mut read: Trajectory<DoublePendulum, Midpoint> = serde_json::from_str(&text).unwrap();
    assert_eq!(read.states(), trajectory.states());
    assert_eq!(read.elements(), trajectory.elements());
    motion.record(&mut read, 1).unwrap();
    assert_eq!(read.len(), trajectory.len() + 1);
    // One element more than fits: indices must not fail later.
    let broken = text.replacen("\"elements\":[", "\"elements\":[null,", 1);
    assert!(serde_json::from_str::<Trajectory<DoublePendulum, Midpoint>>(&broken).is_err());
}

/// A program that owns a motion among other things.
struct Robot {
    motion: Integrator<Cart, Midpoint>,
    target: f64,
}

impl Robot {
    fn tick(&mut self) -> Result<f64, Error> {
        let state = self.motion.state();
        let error = state.q[0] - self.target;
        self.motion.step_with([-4.0 * error - 4.0 * state.p[0]])?;
        Ok(error)
    }
}

#[test]
fn an_integrator_can_be_owned() {
    let mut robot = Robot {
        motion: Integrator::new(Cart { m: 1.0 }, Midpoint, 0.01, [0.0], [0.0]).unwrap(),
        target: 1.0,
    };
    let errors: Vec<f64> = (0..1000).map(|_| robot.tick().unwrap()).collect();
    // After ten seconds with both poles at −2 the error is (1 + 20) e⁻²⁰ = 4e-8.
    assert_eq!(errors[0], -1.0);
    assert!(errors[999].abs() < 1e-7, "{}", errors[999]);
}

/// A generic function with the least bound.
fn farthest<S, D>(motion: &mut Integrator<S, D>, steps: usize) -> Result<f64, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let trajectory = motion.run(steps)?;
    let coordinates = trajectory
        .into_iter()
        .flat_map(|state| state.q.as_slice().to_vec());
    Ok(coordinates.fold(0.0, |most: f64, q| most.max(q.abs())))
}

#[test]
fn generic_functions_need_one_bound() {
    let most = farthest(&mut double_pendulum(Verlet, 0.001), 100).unwrap();
    assert!((2.0..2.1).contains(&most), "{most}");
}

#[test]
fn impulses_after_the_restored_state_are_dropped() {
    let mut motion = double_pendulum(Midpoint, 0.1);
    let mut trajectory = motion.run(5).unwrap();
    let kept = motion.snapshot();
    motion.kick([1.0, 0.0]).unwrap();
    motion.record(&mut trajectory, 3).unwrap();
    motion.restore(&kept).unwrap();
    motion.record(&mut trajectory, 2).unwrap();
    let whole = double_pendulum(Midpoint, 0.1).run(7).unwrap();
    assert_eq!(trajectory.states(), whole.states());
    assert_eq!(trajectory.elements(), whole.elements());
}

#[test]
fn the_motion_is_known_up_to_its_last_instant() {
    let mut motion = double_pendulum(Midpoint, 0.1);
    let mut trajectory = motion.run(5).unwrap();
    let end = motion.time();
    let before = trajectory.at(end).unwrap();
    // After an impulse without a further step `at` returns the element that ended there.
    motion.kick([1.0, 0.0]).unwrap();
    motion.record(&mut trajectory, 0).unwrap();
    assert_eq!(trajectory.at(end), Some(before));
    // If times are so large that an element contains only a few doubles, it ends at the state.
    for (t0, h) in [(1e9, 1e-3), (1e9, 1e-6), (1e9, 1e-7)] {
        let start = double_pendulum(Midpoint, h).starting_at(t0).unwrap();
        let trajectory = { start }.run(20).unwrap();
        let last = trajectory.last().unwrap();
        let found = trajectory.at(last.t).unwrap();
        assert!((found.q - last.q).amax() < 1e-15, "{h}");
    }
}

#[test]
fn impossible_counters_are_refused() {
    let mut motion = eventful(Midpoint).unwrap();
    let text = serde_json::to_string(&motion.snapshot()).unwrap();
    let damaged = text.replacen("\"earlier\":25", "\"earlier\":18446744073709551615", 1);
    assert_ne!(damaged, text);
    let snapshot = serde_json::from_str(&damaged).unwrap();
    let error = motion.restore(&snapshot).unwrap_err();
    assert!(error.to_string().contains("the snapshot is corrupt"), "{error}");
    motion.step().unwrap();
}
