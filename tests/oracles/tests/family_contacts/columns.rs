//! Columns of bodies that touch: rounding leaves some gaps above zero, and they are closed all the same.

use extremal::prelude::*;

/// Discs over each other above a floor, which turn and move in the plane.
macro_rules! column {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(r[$count][2]),
            kinetic = sum(0..$count, |i| 0.5 * dt(r[i]).norm_squared()),
            potential = sum(0..$count, |i| 9.81 * r[i][1]),
            contact(floor, gap = r[0][1] - radius, slip = dt(r[0][0]), friction = 0.3),
            contact(pair, gap = array(1..$count, |i| (r[i] - r[i - 1]).norm() - 2 * radius), restitution = e),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
        )]
        struct $name {
            $($field)*
            radius: f64,
            e: f64,
        }
    };
}

column!(Column, discs, discs: usize,);
column!(FixedColumn, 12,);

/// Centres at the heights r, 3 r, 5 r, ...
fn start<const N: usize>(radius: f64) -> [f64; N] {
    core::array::from_fn(|k| if k % 2 == 0 { 1.0 } else { k as f64 * radius })
}

/// Nothing moves but by rounding, and all contacts carry in each step.
macro_rules! stays {
    ($system:expr, $scheme:expr, $q:expr) => {{
        let (system, q) = ($system, $q);
        let count = q.len() / 2;
        let still = q.map(|_| 0.0);
        let mut motion = Integrator::new(system, $scheme, 1e-3, q, still).expect("a good start");
        for step in 0..2 * count {
            let report = motion.step().expect("a small step");
            let carrying = report.contacts().filter(|at| at.percussions[0] > 0.0).count();
            assert_eq!(carrying, count, "step {step}");
        }
        let (state, v) = (motion.state(), motion.velocity().expect("it is carried"));
        // The goal of the solver for many contacts, relative to the velocities of g h that percussions end.
        let small = 1e-8 * 9.81e-3 * count as f64;
        assert!(v.as_slice().iter().all(|v| v.abs() < small), "{v:?}");
        assert!(
            state
                .p
                .as_slice()
                .iter()
                .all(|p| p.abs() < small + 0.5e-3 * 9.81 * 1.0001),
            "{state:?}"
        );
        let moved = state.q.as_slice().iter().zip(&q);
        assert!(moved.clone().all(|(a, b)| (a - b).abs() < small), "{state:?}");
    }};
}

#[test]
fn columns_that_touch_stay() {
    for (radius, e) in [(0.1, 0.0), (0.07, 0.0), (0.3, 0.5)] {
        let any = Column {
            discs: 100,
            radius,
            e,
        };
        stays!(any.clone(), Moreau, start::<200>(radius));
        stays!(any.clone(), SymmetricMoreau, start::<200>(radius));
        stays!(any.clone(), VariationalMoreau, start::<200>(radius));
        stays!(any, Theta { theta: 0.6 }, start::<200>(radius));
        let fixed = FixedColumn { radius, e };
        stays!(fixed.clone(), Moreau, start::<24>(radius));
        stays!(fixed.clone(), SymmetricMoreau, start::<24>(radius));
        stays!(fixed.clone(), VariationalMoreau, start::<24>(radius));
        stays!(fixed, Theta { theta: 0.6 }, start::<24>(radius));
    }
}

/// Balls in a round drum.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[balls][2]),
    kinetic = sum(0..balls, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..balls, |i| 9.81 * r[i][1]),
    contact(wall, gap = array(0..balls, |i| radius - r[i].norm())),
    discretize(Moreau),
)]
struct Drum {
    balls: usize,
    radius: f64,
}

/// In the centre |r| has no slope, so that the gap has no scale: that closes no contact.
#[test]
fn a_gap_without_a_scale_is_not_closed() {
    let drum = Drum {
        balls: 2,
        radius: 1.0,
    };
    let mut motion =
        Integrator::new(drum, Moreau, 1e-3, [0.0, 0.0, 0.3, 0.0], [0.0; 4]).expect("a good start");
    for _ in 0..5 {
        assert_eq!(motion.step().expect("free fall").closed_count(), 0);
    }
    // Moreau's nodes of free fall with half of the forces in the first step: −g t²/2 to rounding.
    let height = motion.state().q[1];
    assert!((height + 0.5 * 9.81 * 25e-6).abs() < 1e-15, "{height}");
}
