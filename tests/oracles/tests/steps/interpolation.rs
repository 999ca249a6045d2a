//! The motion inside elements: exact at the nodes, and of the order of its polynomials between them.

use crate::support::slope::slope;
use extremal::prelude::*;
use extremal::{Error, StateOf};

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(Verlet, Midpoint, Galerkin<1, Gauss<2>>, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<4, Gauss<4>>, Galerkin<6, Gauss<6>>)
)]
struct DoublePendulum;

const END: f64 = 1.0;

fn run<D>(scheme: D, steps: usize) -> Result<Trajectory<DoublePendulum, D>, Error>
where
    DoublePendulum: Discretize<D>,
{
    Integrator::new(
        DoublePendulum,
        scheme,
        END / steps as f64,
        [2.0, 1.5],
        [0.3, -0.2],
    )?
    .run(steps)
}

/// A run whose own errors are below 1e-12.
fn fine() -> Trajectory<DoublePendulum, Galerkin<6, Gauss<6>>> {
    run(Galerkin::<6, Gauss<6>>::default(), 400).expect("a small step from a good start")
}

/// The largest errors of q and of q̇ at positions at which no scheme is especially accurate.
fn check<D: Copy>(scheme: D, counts: [usize; 5], orders: (f64, f64))
where
    DoublePendulum: Discretize<D>,
{
    let fine = fine();
    let mut errors = Vec::new();
    for steps in counts {
        let coarse = run(scheme, steps).expect("a small step from a good start");
        let (mut q, mut v) = (0.0_f64, 0.0_f64);
        // Seven positions in each element, the same for all step sizes.
        for k in 0..7 * steps {
            let t = END * (k as f64 + 0.5) / (7 * steps) as f64;
            let (found, exact) = (
                coarse.at(t).expect("a time within the motion"),
                fine.at(t).expect("a time within the motion"),
            );
            q = q.max((found.q - exact.q).amax());
            v = v.max((found.v - exact.v).amax());
        }
        errors.push((steps, q, v));
    }
    let q = slope(errors.iter().map(|&(steps, q, _)| (steps, q)), 1e-13);
    let v = slope(errors.iter().map(|&(steps, _, v)| (steps, v)), 1e-12);
    // The next term of the error is smaller by h, and the velocity has sharp peaks: a tenth of an order and more.
    assert!(
        (q - orders.0).abs() < 0.15 && (v - orders.1).abs() < 0.25,
        "{q} {v}: {errors:?}"
    );
}

#[test]
fn coordinates_have_the_order_p_plus_one_and_velocities_p() {
    check(Verlet, [40, 60, 90, 135, 200], (2.0, 1.0));
    check(Midpoint, [40, 60, 90, 135, 200], (2.0, 1.0));
    check(
        Galerkin::<1, Gauss<2>>::default(),
        [40, 60, 90, 135, 200],
        (2.0, 1.0),
    );
    check(
        Galerkin::<2, Gauss<2>>::default(),
        [20, 30, 45, 68, 100],
        (3.0, 2.0),
    );
    check(
        Galerkin::<2, Lobatto<3>>::default(),
        [20, 30, 45, 68, 100],
        (3.0, 2.0),
    );
    check(
        Galerkin::<3, Gauss<3>>::default(),
        [20, 30, 45, 68, 100],
        (4.0, 3.0),
    );
    check(
        Galerkin::<4, Gauss<4>>::default(),
        [45, 60, 80, 110, 150],
        (5.0, 4.0),
    );
}

/// The largest errors of q and of q̇ between nodes by polynomials through them, at equal steps, or at three lengths in turn.
fn errors_by_nodes<D: Copy>(scheme: D, steps: usize, lengths: [f64; 3]) -> (f64, f64)
where
    DoublePendulum: Discretize<D, Scalar = f64>,
{
    let whole: f64 = (0..steps).map(|k| lengths[k % 3]).sum();
    let of_step = |k: usize| END * lengths[k % 3] / whole;
    let start = Integrator::new(DoublePendulum, scheme, of_step(0), [2.0, 1.5], [0.3, -0.2]);
    let (mut motion, mut trajectory) = (start.expect("a good start"), Trajectory::new());
    for k in 0..steps {
        if motion.step_size() != of_step(k) {
            motion.set_step_size(of_step(k)).expect("a positive length");
        }
        motion.record(&mut trajectory, 1).expect("a small step");
    }
    let fine = fine();
    let (mut q, mut v) = (0.0_f64, 0.0_f64);
    for k in 0..7 * steps {
        let t = END * (k as f64 + 0.5) / (7 * steps) as f64;
        let found = trajectory
            .at_node_order(&DoublePendulum, t)
            .expect("a time within");
        let exact = fine.at_node_order(&DoublePendulum, t).expect("a time within");
        q = q.max((found.q - exact.q).amax());
        v = v.max((found.v - exact.v).amax());
    }
    (q, v)
}

/// Both have the order 2P, or a higher one, with elements of equal and of unequal length, at the ends of the motion as well.
#[test]
fn points_by_nodes_have_the_order_of_nodes() {
    fn check<D: Copy>(scheme: D, counts: [usize; 4], order: f64)
    where
        DoublePendulum: Discretize<D, Scalar = f64>,
    {
        for lengths in [[1.0; 3], [1.0, 1.4, 0.8]] {
            let errors = counts.map(|steps| (steps, errors_by_nodes(scheme, steps, lengths)));
            let q = slope(errors.iter().map(|&(steps, (q, _))| (steps, q)), 1e-12);
            let v = slope(errors.iter().map(|&(steps, (_, v))| (steps, v)), 1e-11);
            // Errors of the polynomials are of higher orders, and at coarse steps larger than those of nodes.
            assert!(q > order - 0.3 && v > order - 0.3, "{q} {v}: {errors:?}");
        }
    }
    check(Midpoint, [60, 90, 135, 200], 2.0);
    check(Verlet, [60, 90, 135, 200], 2.0);
    check(Galerkin::<2, Gauss<2>>::default(), [40, 60, 90, 135], 4.0);
    check(Galerkin::<2, Lobatto<3>>::default(), [40, 60, 90, 135], 4.0);
    check(Galerkin::<3, Gauss<3>>::default(), [30, 45, 60, 90], 6.0);
    check(Galerkin::<4, Gauss<4>>::default(), [30, 36, 45, 60], 8.0);
}

/// A jump of the momentum is no place through which a polynomial goes, and neither is one of an input.
#[test]
fn polynomials_do_not_go_through_jumps() {
    let scheme = Galerkin::<4, Gauss<4>>::default();
    let mut motion =
        Integrator::new(DoublePendulum, scheme, 0.02, [2.0, 1.5], [0.3, -0.2]).expect("a good start");
    let mut trajectory = motion.run(10).expect("small steps");
    motion.kick([0.5, -0.4]).expect("a finite kick");
    let mut alone = motion.clone();
    motion.record(&mut trajectory, 10).expect("small steps");
    let alone = alone.run(10).expect("small steps");
    for t in [0.203, 0.231, 0.25, 0.399] {
        let found = trajectory
            .at_node_order(&DoublePendulum, t)
            .expect("a time within");
        let expected = alone.at_node_order(&DoublePendulum, t).expect("a time within");
        assert_eq!((found.q, found.v), (expected.q, expected.v));
    }
    for t in [-1e-9, 0.4 + 1e-9, f64::NAN] {
        assert!(trajectory.at_node_order(&DoublePendulum, t).is_none(), "{t}");
    }
    for state in trajectory.states().iter().skip(11) {
        let found = trajectory
            .at_node_order(&DoublePendulum, state.t)
            .expect("a time within");
        // The last one is the end of an element: roundings of angles near two.
        assert!((found.q - state.q).amax() < 4e-15);
    }
}

/// Nodes beside an element that is much shorter or longer would magnify rounding by the cube of the ratio, and where not every
/// state is recorded the next one is not at the end of the element: both have the motion inside of elements.
#[test]
fn points_by_nodes_stay_away_from_nodes_that_are_too_near() {
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let start =
        || Integrator::new(DoublePendulum, scheme, 0.05, [2.0, 1.5], [0.3, -0.2]).expect("a good start");
    for short in [1e-3, 1e-6, 1e-9] {
        let mut motion = start();
        let mut trajectory = Trajectory::new();
        motion.record(&mut trajectory, 4).expect("small steps");
        motion.set_step_size(0.05 * short).expect("a length");
        motion.record(&mut trajectory, 1).expect("small steps");
        motion.set_step_size(0.05).expect("a length");
        motion.record(&mut trajectory, 4).expect("small steps");
        for t in [0.16, 0.19, 0.22] {
            let found = trajectory
                .at_node_order(&DoublePendulum, t)
                .expect("a time within");
            let inside = trajectory.at(t).expect("a time within");
            // Inside of an element the order is 3: (0.05)^3 with derivatives of some tens.
            assert!(
                (found.q - inside.q).amax() < 1e-2 && (found.v - inside.v).amax() < 1e-1,
                "{short}"
            );
        }
    }
    let mut seldom = Trajectory::every(3);
    start().record(&mut seldom, 12).expect("small steps");
    for t in [0.01, 0.16, 0.32] {
        let found = seldom
            .at_node_order(&DoublePendulum, t)
            .map(|point| (point.q, point.v));
        assert_eq!(found, seldom.at(t).map(|point| (point.q, point.v)));
    }
}

fn meets_its_nodes<D>(scheme: D)
where
    DoublePendulum: Discretize<D>,
{
    let trajectory = run(scheme, 10).expect("a small step from a good start");
    for (index, state) in trajectory.into_iter().enumerate() {
        let found = trajectory.at(state.t).expect("a time within the motion").q;
        if index < 10 {
            assert_eq!(found, state.q);
        } else {
            // The end of the last element: a few roundings of angles near two.
            assert!((found - state.q).amax() < 4e-15);
        }
    }
    let nearly = |k: usize, before: f64| {
        let state: &StateOf<DoublePendulum> = &trajectory.states()[k];
        (trajectory
            .at(state.t - before)
            .expect("a time within the motion")
            .q
            - state.q)
            .amax()
    };
    // Continuity from the left; velocities are below ten.
    assert!((1..=10).all(|k| nearly(k, 1e-9) < 1e-8));
}

#[test]
fn elements_meet_at_the_nodes() {
    meets_its_nodes(Verlet);
    meets_its_nodes(Galerkin::<2, Gauss<2>>::default());
    meets_its_nodes(Galerkin::<6, Gauss<6>>::default());
}

#[test]
fn times_outside_the_run_have_no_point() {
    let trajectory = run(Midpoint, 10).unwrap();
    for t in [-1e-9, END + 1e-9, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(trajectory.at(t).is_none(), "{t}");
    }
    let empty: Trajectory<DoublePendulum, Midpoint> = Trajectory::new();
    assert!(empty.at(0.0).is_none() && empty.is_empty());
    let mut motion = Integrator::new(DoublePendulum, Midpoint, 0.1, [2.0, 1.5], [0.0; 2]).unwrap();
    // A single state has no element.
    let single = motion.run(0).unwrap();
    assert_eq!((single.len(), single.at(0.0)), (1, None));
}
