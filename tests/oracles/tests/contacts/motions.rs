//! Motions of the derived schemes against closed forms, located impacts and the literature.

use extremal::blocks::NoInputs;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

use crate::bouncing_ball::BouncingBall;
use crate::by_hand::ball::Ball;
use crate::by_hand::clearance::Clearance;
use crate::by_hand::graph::{self, Point};
use crate::by_hand::impacting::Impacting;
use crate::by_hand::located;
use crate::by_hand::rocking::Rocking;
use crate::by_hand::sliding::{LeaningRod, Sliding};
use crate::by_hand::wall_pendulum::WallPendulum;
use crate::by_hand::woodpecker::Woodpecker;
use crate::painleve::Painleve;
use crate::rocking_block::RockingBlock;
use crate::rolling_ball::RollingBall;
use crate::support::slope::slope;
use crate::{clearance, walker, wall_pendulum, woodpecker};

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance * expected.abs(),
        "{found}, not {expected}"
    );
}

/// The nodes (t, q, u w) of a motion, with velocities in a unit that makes them comparable to positions.
fn nodes<S, D, const N: usize>(
    system: S,
    scheme: D,
    (q, v): ([f64; N], [f64; N]),
    (span, steps): (f64, usize),
    weight: f64,
) -> Vec<Point>
where
    S: Contacts<Scalar = f64, Configuration = SVector<f64, N>, Velocity = SVector<f64, N>>
        + Discretize<D, Report = ContactReport<S>>,
    S::Inputs: NoInputs,
{
    let mut motion = Integrator::new(system, scheme, span / steps as f64, q, v).expect("a start");
    let mut points = vec![point(0.0, &q, &v, weight)];
    for _ in 0..steps {
        let velocity = motion.step().expect("a step").velocity;
        let state = motion.state();
        points.push(point(state.t, state.q.as_slice(), velocity.as_slice(), weight));
    }
    points
}

fn point(t: f64, q: &[f64], v: &[f64], weight: f64) -> Point {
    let v = v.iter().map(|v| weight * v);
    [t].into_iter().chain(q.iter().copied()).chain(v).collect()
}

fn exact<const N: usize, const D: usize>(
    system: &impl Impacting<N>,
    (q, v): ([f64; N], [f64; N]),
    (span, h): (f64, f64),
    weight: f64,
) -> Vec<Point> {
    let motion = located::motion::<N, D>(system, q, v, span, h);
    let points = motion.samples.iter().map(|s| point(s.t, &s.q, &s.v, weight));
    points.collect()
}

/// Impacts are late by up to a step, whatever the scheme: the distance of graphs is of order one.
#[test]
fn graphs_of_motions_with_impacts_converge_with_order_one() {
    let (pendulum, q) = wall_pendulum::OF_PAPER;
    let (start, span, weight) = ((q, [0.0; 2]), 3.0, 1.0);
    let reference = exact::<2, 4>(&WallPendulum::OF_PAPER.0, start, (span, 2e-3), weight);
    let counts = [200, 400, 800, 1600, 3200];
    let orders = |found: &dyn Fn(usize) -> Vec<Point>| {
        let errors = counts.map(|steps| {
            let window = 0.05 + 20.0 * span / steps as f64;
            (steps, graph::distance(&found(steps), &reference, window))
        });
        let order = slope(errors.into_iter(), 1e-12);
        // The place of an impact between two nodes scatters the errors by a factor of two around h.
        assert!((0.75..1.3).contains(&order), "{order}: {errors:?}");
    };
    orders(&|steps| nodes(pendulum, Moreau, start, (span, steps), weight));
    orders(&|steps| nodes(pendulum, SymmetricMoreau, start, (span, steps), weight));
    orders(&|steps| nodes(pendulum, VariationalMoreau, start, (span, steps), weight));
    orders(&|steps| nodes(pendulum, Theta { theta: 0.5 }, start, (span, steps), weight));
}

/// Up to t = 0.4 the pendulum does not reach the wall.
#[test]
fn orders_without_impacts_are_one_and_two() {
    let (pendulum, q) = wall_pendulum::OF_PAPER;
    let (start, span) = ((q, [0.0; 2]), 0.4);
    let reference = exact::<2, 4>(&WallPendulum::OF_PAPER.0, start, (span, 2e-3), 1.0);
    let end = reference[reference.len() - 1].clone();
    let orders = |expected: f64, found: &dyn Fn(usize) -> Vec<Point>| {
        let errors = [50, 100, 200, 400, 800].map(|steps| {
            let nodes = found(steps);
            let last = &nodes[nodes.len() - 1];
            let off = (1..3).map(|i| (last[i] - end[i]).abs()).fold(0.0, f64::max);
            (steps, off)
        });
        let order = slope(errors.into_iter(), 1e-12);
        assert!(
            (order - expected).abs() < 0.1,
            "{order}, not {expected}: {errors:?}"
        );
    };
    orders(1.0, &|steps| nodes(pendulum, Moreau, start, (span, steps), 1.0));
    orders(2.0, &|steps| {
        nodes(pendulum, SymmetricMoreau, start, (span, steps), 1.0)
    });
    orders(2.0, &|steps| {
        nodes(pendulum, VariationalMoreau, start, (span, steps), 1.0)
    });
    orders(2.0, &|steps| {
        nodes(pendulum, Theta { theta: 0.5 }, start, (span, steps), 1.0)
    });
}

#[test]
fn a_ball_bounces_through_the_accumulation_of_impacts() {
    let (m, g, e, h) = (0.1, 9.81, 0.75, 1e-3);
    let oracle = Ball { m, g, restitution: e };
    let mut motion = Integrator::new(BouncingBall { m, g, e }, Moreau, h, [1.0], [0.0]).unwrap();
    let mut heights = vec![1.0_f64];
    let mut top = 0.0;
    for _ in 0..4000 {
        let report = motion.step().unwrap();
        assert!(report.percussions[0] >= 0.0);
        // Of a ball that approaches; one that still rises out of the floor has a percussion of rounding at most.
        assert!(report.before[0] > 0.0 || report.work() <= 0.0, "{report:?}");
        // The largest speed is 4.4 m/s.
        assert!(report.penetration() <= 4.5 * h);
        let (State { t, q, .. }, u) = (motion.state(), report.velocity[0]);
        if report.percussions[0] > 0.0 && u > 0.1 {
            heights.push(top);
            top = 0.0;
        }
        top = q[0].max(top);
        let (exact, _) = oracle.dropped(1.0, t);
        // Each of the impacts is late by a step at most, which moves the ball by twice its speed times that.
        assert!((q[0] - exact).abs() < 30.0 * h, "{q} at {t}, not {exact}");
    }
    // The first rebounds reach e² of the height before, up to O(h).
    for pair in heights[1..5].windows(2).skip(1) {
        near(pair[1] / pair[0], e * e, 0.05);
    }
    assert!(motion.time() > oracle.accumulation(1.0));
    assert!(motion.velocity().unwrap()[0].abs() < 1e-12);
}

#[test]
fn the_woodpecker_has_the_period_of_the_literature() {
    let h = 1e-5;
    let mut motion = Integrator::from_state(woodpecker::TOY, Moreau, h, woodpecker::TOY.start()).unwrap();
    let (mut pecks, mut was_closed) = (Vec::new(), false);
    for _ in 0..85_000 {
        let report = motion.step().unwrap();
        let is_closed = report.gaps[0] <= 0.0;
        if is_closed && !was_closed {
            pecks.push(report.right.t);
        }
        was_closed = is_closed;
    }
    let cycles = pecks.len() - 1;
    assert_eq!(cycles, 5);
    near((pecks[cycles] - pecks[0]) / cycles as f64, 0.1460, 3e-3);
}

/// The bird swings on the jammed sleeve with the jammed frequency about the jammed angle.
#[test]
fn the_jammed_woodpecker_swings_as_by_hand() {
    let h = 2e-5;
    let rest = Woodpecker.jammed_angle();
    // The sleeve stays jammed while the spring presses it: for small swings.
    let sleeve = -0.6e-3 / 5.8e-3;
    let mut motion =
        Integrator::new(woodpecker::TOY, Moreau, h, [0.0, sleeve, rest - 0.005], [0.0; 3]).unwrap();
    let (mut crossings, mut before) = (Vec::new(), -0.005);
    for _ in 0..20_000 {
        motion.step().expect("a small step");
        let State { t, q, .. } = motion.state();
        assert!(q[0].abs() < 1e-6 && (q[1] - sleeve).abs() < 1e-6, "{q}");
        let off = q[2] - rest;
        if before < 0.0 && off >= 0.0 {
            crossings.push(t - h * off / (off - before));
        }
        before = off;
    }
    let periods = crossings.len() - 1;
    assert_eq!(periods, 3);
    let frequency = periods as f64 / (crossings[periods] - crossings[0]);
    near(frequency, Woodpecker.jammed_frequency(), 1e-5);
}

#[test]
fn a_ball_slides_on_a_parabola_and_rolls_at_the_time_of_the_closed_form() {
    let (radius, g, mu, h) = (0.028, 9.81, 0.2, 1e-4);
    let ball = RollingBall {
        m: 0.17,
        radius,
        g,
        mu,
    };
    let v = [2.0, 0.0, 0.0, -60.0, 0.0, 0.0];
    let (rolls_at, with) = ball.rolls(&v);
    // Along the slip it is the ball that slides straight on: its velocity and spin in that direction.
    let slip = ball.slip(&v);
    let size = slip[0].hypot(slip[1]);
    let along = slip.map(|s| s / size);
    let straight = Sliding {
        radius,
        friction: mu,
        g,
    };
    let (forward, spin) = (
        along[0] * v[0] + along[1] * v[1],
        along[0] * v[4] - along[1] * v[3],
    );
    near(straight.rolls_at(forward, spin), rolls_at, 1e-14);
    near(
        straight.rolls_with(forward, spin),
        along[0] * with[0] + along[1] * with[1],
        1e-14,
    );
    let mut motion = Integrator::new(ball, Moreau, h, [0.0, 0.0, radius, 0.0, 0.0, 0.0], v).unwrap();
    let mut rolled = None;
    for _ in 0..5000 {
        let report = motion.step().unwrap();
        let State { t, q, .. } = motion.state();
        let (moved, _) = straight.at(forward, spin, t);
        let along_slip = along[0] * q[0] + along[1] * q[1];
        assert!(
            (along_slip - moved).abs() < 3.0 * mu * g * h * t.max(h),
            "{along_slip}, not {moved}"
        );
        let slips = report.after[1].hypot(report.after[2]);
        if rolled.is_none() && slips < 1e-9 {
            rolled = Some(t);
        }
    }
    // Within a step of the closed form.
    assert!(
        (rolled.unwrap() - rolls_at).abs() <= 1.5 * h,
        "{rolled:?}, not {rolls_at}"
    );
    let v = motion.velocity().unwrap();
    assert!(
        (v[0] - with[0]).abs() < 1e-10 && (v[1] - with[1]).abs() < 1e-10,
        "{v}"
    );
}

const BLOCK: RockingBlock = RockingBlock {
    m: 1.0,
    b: 0.1,
    d: 0.4,
    g: 9.81,
    mu: 0.8,
};

const EXACT_BLOCK: Rocking = Rocking {
    half_width: BLOCK.b,
    half_height: BLOCK.d,
    g: BLOCK.g,
    friction: BLOCK.mu,
};

/// When a block that is let go at an angle of 0.15 comes through the upright, and how fast it turns then.
fn rocked(h: f64, count: usize) -> Vec<(f64, f64)> {
    let mut motion = Integrator::new(BLOCK, SymmetricMoreau, h, BLOCK.tilted(0.15), [0.0; 3])
        .expect("a block above the floor");
    let (mut found, mut before) = (Vec::new(), 0.15);
    while found.len() < count {
        motion.step().expect("a small step");
        let State { t, q, .. } = motion.state();
        let theta = q[2];
        if theta * before < 0.0 {
            let rate = motion.step().expect("a small step").velocity[2];
            found.push((t - h * theta / (theta - before), rate.abs()));
        }
        before = motion.state().q[2];
    }
    found
}

#[test]
fn a_block_rocks_as_housner_says() {
    for ((t, speed), (expected_t, expected_speed)) in
        rocked(2e-4, 3).into_iter().zip(EXACT_BLOCK.impacts(0.15, 3))
    {
        near(t, expected_t, 2e-3);
        near(speed, expected_speed, 5e-3);
    }
}

/// Each impact is late by about a step, which the next ones keep: errors of times are those of an event-capturing scheme, O(h).
#[test]
fn six_impacts_of_a_block_come_late_by_the_first_order() {
    let exact = EXACT_BLOCK.impacts(0.15, 6);
    let errors = [1000, 2000, 4000, 8000].map(|steps_per_second: usize| {
        let found = rocked(1.0 / steps_per_second as f64, 6);
        // Single impacts scatter by the place of their step; their sum does less.
        let late = found
            .iter()
            .zip(&exact)
            .map(|(found, exact)| (found.0 - exact.0).abs());
        (steps_per_second, late.sum::<f64>())
    });
    let order = slope(errors.into_iter(), 1e-12);
    assert!((0.7..1.3).contains(&order), "{order} of {errors:?}");
}

#[test]
fn a_walker_on_a_slope_finds_the_period_of_the_compass() {
    let (q, v) = walker::start();
    let compass = crate::by_hand::walker::Walker {
        hip: 10.0,
        leg: 5.0,
        a: 0.5,
        b: 0.5,
        g: 9.81,
        slope: 3.0_f64.to_radians(),
    };
    let (cycle, _) = compass.cycle([-0.27, 0.27, 1.09, 0.377], 30, 0.02);
    let mut motion = Integrator::new(walker::WALKER, Moreau, 5e-4, q, v).unwrap();
    let (mut feet, mut strikes) = (walker::Feet::default(), Vec::new());
    let energy = motion.energy();
    while strikes.len() < 7 {
        let report = motion.step().unwrap();
        // e = e_T = 0 at both feet: percussions of feet that approach take energy.
        let approach = report.contacts().all(|foot| foot.before[0] <= 0.0);
        assert!(!approach || report.work() <= 1e-12 * energy.abs(), "{report:?}");
        if feet.strike(&report.gaps) {
            strikes.push(report.right.t);
        }
    }
    // Single steps scatter by some h, also the first and the last.
    near((strikes[6] - strikes[0]) / 6.0, cycle.period, 2e-3);
}

/// Two impacts, shortly before infinitely many that no location of impacts passes.
#[test]
fn corners_of_a_slider_hit_as_located() {
    let (start, span, weight) = (clearance::START, 0.00267, 1e-3);
    let reference = exact::<3, 6>(&Clearance, start, (span, 2e-5), weight);
    let errors = [400, 800, 1600, 3200, 6400].map(|steps| {
        let found = nodes(clearance::MECHANISM, Moreau, start, (span, steps), weight);
        (
            steps,
            graph::distance(&found, &reference, 1e-4 + 20.0 * span / steps as f64),
        )
    });
    let order = slope(errors.into_iter(), 1e-12);
    assert!((0.6..1.5).contains(&order), "{order}: {errors:?}");
}

#[test]
fn a_sliding_rod_jams_where_no_force_keeps_its_tip_on_the_floor() {
    let (l, mu, h) = (0.5, 1.8, 1e-7);
    let rod = Painleve {
        m: 1.0,
        l,
        g: 9.81,
        mu,
        e: 0.0,
    };
    let law = LeaningRod { friction: mu };
    let mut jammed = 0;
    for degrees in 10..90 {
        let theta = f64::from(degrees).to_radians();
        near(rod.response(theta), law.sliding_response(theta), 1e-13);
        let (q, v) = rod.sliding(theta, 1.0);
        let report = Integrator::new(rod, Moreau, h, q, v).unwrap().step().unwrap();
        if law.sliding_response(theta) < 0.0 {
            // The tip stops, and the angular momentum about it is kept: ω = 3 v sin θ/(4 l).
            assert!(report.after[1].abs() < 1e-9);
            near(report.velocity[2], 0.75 * theta.sin() / l, 1e-5);
            jammed += 1;
        } else {
            // One step of sliding changes the slip by m g h times numbers of ten, over a bracket that is above 0.01.
            near(report.after[1], -1.0, 1e-3);
        }
    }
    assert!(jammed > 20, "{jammed}");
}
