//! Trajectories belong to systems of one size: others are refused, and nothing is changed.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::prelude::*;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    inputs(u[drives]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2)),
    force(x[0] = sum(0..drives, |i| u[i])),
    discretize(Verlet),
)]
struct Driven {
    n: usize,
    drives: usize,
}

type Motion = Integrator<Driven, Verlet>;

fn motion(n: usize, drives: usize) -> Motion {
    Integrator::new(Driven { n, drives }, Verlet, 0.1, vec![0.5; n], vec![0.0; n]).expect("a start")
}

#[test]
fn a_trajectory_has_states_of_one_size() {
    let mut first = motion(3, 2);
    let mut trajectory = first.run_with(4, |_| vec![0.1; 2]).expect("steps");
    let states = trajectory.states().to_vec();
    let mut refused = |other: &mut Motion| {
        let drives = other.system().drives;
        let recorded = other.record_with(&mut trajectory, 1, |_| vec![0.1; drives]);
        let error = recorded.expect_err("a trajectory of another system");
        assert_eq!((other.steps(), trajectory.states()), (0, &states[..]));
        error
    };
    let length = Failure::Length {
        what: "states of the trajectory",
        expected: 4,
        found: 3,
    };
    assert_eq!(refused(&mut motion(4, 2)).failure, length);
    let inputs = AnySizeFailure::RecordedInputCount {
        expected: 5,
        found: 2,
    };
    let error = refused(&mut motion(3, 5));
    assert_eq!(error.failure, Failure::from(inputs));
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): inputs of the trajectory: expected one number for each of the 5 inputs, found 2"
    );
    // One of the same size continues it; an empty one is of any size.
    first
        .record_with(&mut trajectory, 2, |_| vec![0.1; 2])
        .expect("steps");
    assert_eq!(trajectory.len(), 7);
    let mut empty = Trajectory::new();
    motion(4, 2)
        .record_with(&mut empty, 1, |_| vec![0.1; 2])
        .expect("a step");
}

#[test]
fn a_table_is_of_the_system_that_was_recorded() {
    let trajectory = motion(3, 2).run_with(4, |_| vec![0.1; 2]).expect("steps");
    let refused = |n, drives| {
        let mut file = Vec::new();
        let written = trajectory.write_csv(&Driven { n, drives }, &mut file);
        assert!(file.is_empty());
        written.expect_err("another system").to_string()
    };
    assert_eq!(
        refused(4, 2),
        "states of the trajectory: expected one number for each of the 4 coordinates, found 3"
    );
    assert_eq!(
        refused(3, 1),
        "inputs of the trajectory: expected one number for each of the 1 inputs, found 2"
    );
}

#[test]
fn states_of_another_size_are_refused() {
    let (mut larger, smaller) = (motion(4, 2), motion(3, 2));
    let length = |error: Result<(), extremal::Error>| match error.map_err(|error| error.failure) {
        Err(Failure::Length { expected, found, .. }) => Some((expected, found)),
        _ => None,
    };
    let state = larger.state();
    assert_eq!(length(larger.set_state(smaller.state())), Some((4, 3)));
    assert_eq!(length(larger.restore(&smaller.snapshot())), Some((4, 3)));
    assert_eq!(length(larger.set_system(*smaller.system())), Some((3, 4)));
    assert_eq!(length(larger.kick(vec![1.0; 3])), Some((4, 3)));
    assert_eq!(larger.state(), state);
}
