//! The references themselves, against the literature and against each other.

use crate::by_hand::ball::Ball;
use crate::by_hand::clearance::Clearance;
use crate::by_hand::impacting::Impacting;
use crate::by_hand::located;
use crate::by_hand::rocking::Rocking;
use crate::by_hand::sliding::LeaningRod;
use crate::by_hand::stepping::{Node, Scheme, step};
use crate::by_hand::tiles::Tiled;
use crate::by_hand::walker::Walker;
use crate::by_hand::wall_pendulum::WallPendulum;
use crate::by_hand::woodpecker::Woodpecker;

#[track_caller]
fn near(found: f64, expected: f64, tolerance: f64) {
    let size = expected.abs();
    assert!(
        (found - expected).abs() <= tolerance * size,
        "{found}, not {expected}"
    );
}

#[test]
fn located_flights_of_a_ball_are_those_of_the_closed_form() {
    let ball = Ball {
        m: 0.1,
        g: 9.81,
        restitution: 0.75,
    };
    let motion = located::motion::<1, 2>(&ball, [1.0], [0.0], 2.5, 0.02);
    assert_eq!(motion.impacts.len(), 5);
    for sample in &motion.samples {
        let (height, _) = ball.dropped(1.0, sample.t);
        assert!((sample.q[0] - height).abs() < 1e-12, "{sample:?}, not {height}");
    }
    near(ball.accumulation(1.0), 7.0 * (2.0_f64 / 9.81).sqrt(), 1e-15);
    assert_eq!(ball.dropped(1.0, 1.0001 * ball.accumulation(1.0)), (0.0, 0.0));
}

#[test]
fn elastic_impacts_of_the_pendulum_keep_its_energy() {
    let (pendulum, start) = WallPendulum::OF_PAPER;
    let motion = located::motion::<2, 4>(&pendulum, start, [0.0; 2], 5.0, 0.01);
    let energy = pendulum.energy(&start, &[0.0; 2]);
    // The paper's start has E = −7.13.
    near(energy, -7.13, 1e-3);
    assert_eq!(motion.impacts.len(), 4);
    for sample in &motion.samples {
        near(pendulum.energy(&sample.q, &sample.v), energy, 1e-12);
    }
}

#[test]
fn the_woodpecker_has_the_frequencies_and_the_period_of_the_literature() {
    near(Woodpecker.free_frequency(), 72.91, 1e-4);
    near(Woodpecker.jammed_frequency(), 9.10, 2e-4);
    near(Woodpecker.jammed_angle(), -0.2217, 1e-4);
    let h = 5e-5;
    let mut node = Node::start(Woodpecker::Q, Woodpecker::V);
    let (mut was_closed, mut pecks) = (false, Vec::new());
    for k in 0..24_000 {
        let is_closed = Woodpecker.touches(&node.q)[0].gap <= 0.0;
        if is_closed && !was_closed {
            pecks.push(f64::from(k) * h);
        }
        was_closed = is_closed;
        node = step(&Woodpecker, Scheme::Moreau, h, &node);
    }
    // One peck a cycle. They scatter by some steps: the mean of seven is within their hundredth.
    let cycles = pecks.len() - 1;
    assert_eq!(cycles, 7);
    near((pecks[cycles] - pecks[0]) / cycles as f64, 0.1460, 3e-3);
}

/// Impacts and free phases in the plane against rotations about corners.
#[test]
fn a_block_with_two_corner_contacts_rocks_as_housner_says() {
    let block = Rocking {
        half_width: 0.1,
        half_height: 0.4,
        g: 9.81,
        friction: 0.8,
    };
    let tilt = 0.15_f64;
    let expected = block.impacts(tilt, 3);
    // Small angles: α = 0.245, where sin differs from its angle by a hundredth.
    near(expected[0].0, block.quarter_period(tilt), 1e-2);
    let (h, (s, c)) = (5e-4, tilt.sin_cos());
    let mut node = Node::start([0.0, 0.1 * s + 0.4 * c, tilt], [0.0; 3]);
    let mut found = Vec::new();
    for k in 1..3000 {
        let next = step(&block, Scheme::Moreau, h, &node);
        if next.q[2] * node.q[2] < 0.0 {
            // Both corners are closed here; the impact is in the step that follows.
            let after = step(&block, Scheme::Moreau, h, &next);
            found.push((f64::from(k) * h, after.u[2].abs()));
        }
        node = next;
    }
    assert_eq!(found.len(), 3);
    for ((t, speed), (expected_t, expected_speed)) in found.iter().zip(&expected) {
        // First order in h: each of three impacts is late by a step or two of 5e-4, in which speeds of 0.9 change by 2e-3.
        near(*t, *expected_t, 3e-3);
        near(*speed, *expected_speed, 1.5e-2);
    }
}

#[test]
fn the_walkers_of_the_literature_have_their_limit_cycles() {
    // Garcia et al. (1998), their long period: masses of the feet vanish, l = g = 1.
    let simplest = Walker {
        hip: 1.0,
        leg: 1e-9,
        a: 0.0,
        b: 1.0,
        g: 1.0,
        slope: 0.009,
    };
    let angle = 0.200_310_900_544_287;
    let (strike, change) = simplest.cycle([-angle, angle, 0.1998, 0.184], 25, 0.05);
    // |λ| = 0.59 per step: 25 steps win five digits on a start that has four.
    assert!(change < 1e-6, "{change}");
    near(strike.period, 3.882, 2e-4);
    near(strike.state[1], angle, 1e-6);
    near(strike.state[2], 0.199_832_473_004_977, 1e-6);
    near(strike.state[2] - strike.state[3], 0.015_822_999_948_318, 1e-5);
    // Goswami et al. (1998), 3 degrees: (0.2187, −0.3234, −1.0918, −0.3772), angles from the vertical with the other sign.
    let compass = Walker {
        hip: 10.0,
        leg: 5.0,
        a: 0.5,
        b: 0.5,
        g: 9.81,
        slope: 3.0_f64.to_radians(),
    };
    let (strike, change) = compass.cycle([-0.27, 0.27, 1.09, 0.377], 30, 0.02);
    assert!(change < 1e-9, "{change}");
    near(strike.state[1] - compass.slope, 0.2187, 1e-3);
    near(strike.state[2], 1.0918, 1e-3);
    near(strike.state[3], 0.3772, 1e-3);
    near(strike.period, 0.734, 1e-3);
    // What the model assumes of the impact: the old foot leaves, and the new one sticks with μ = 0.3.
    assert!(strike.leaving > 0.3 && strike.needed_friction < 0.3, "{strike:?}");
}

/// Time steps in the plane against the model of Goswami et al.: a joint, and an impact in which the old foot leaves.
#[test]
fn a_walker_with_two_contacts_has_the_period_of_the_compass() {
    let walker = Walker {
        hip: 10.0,
        leg: 5.0,
        a: 0.5,
        b: 0.5,
        g: 9.81,
        slope: 3.0_f64.to_radians(),
    };
    let (strike, _) = walker.cycle([-0.27, 0.27, 1.09, 0.377], 30, 0.02);
    let tiled = Tiled {
        walker,
        friction: 0.6,
        stride: walker.stride(&strike),
        depth: 0.02,
    };
    let (q, v) = tiled.standing(strike.state);
    let (h, mut node) = (1e-3, Node::start(q, v));
    let (mut lifted, mut strikes) = ([false; 2], Vec::new());
    for k in 0..4500 {
        for (lifted, touch) in lifted.iter_mut().zip(tiled.touches(&node.q)) {
            *lifted |= touch.gap > 0.01;
            if *lifted && touch.gap <= 0.0 {
                *lifted = false;
                strikes.push(f64::from(k) * h);
            }
        }
        node = step(&tiled, Scheme::Moreau, h, &node);
    }
    assert_eq!(strikes.len(), 6);
    // Single steps scatter by a hundredth at this h; the errors do not add up, because the walk is stable.
    near(strikes[5] / 6.0, strike.period, 2e-3);
}

#[test]
fn the_slider_hits_its_guide_with_two_corners_at_once() {
    let motion = located::motion::<3, 6>(&Clearance, Clearance::Q, Clearance::V, 0.0085, 2e-4);
    assert_eq!(motion.impacts.len(), 4);
    for &at in &motion.impacts {
        let (before, after) = (motion.samples[at - 1], motion.samples[at]);
        let hits = Clearance
            .touches(&after.q)
            .into_iter()
            .filter(|touch| touch.gap < 1e-12);
        let rate = |v: &[f64; 3]| -> Vec<f64> {
            let hits = hits.clone();
            hits.map(|touch| crate::by_hand::linear::dot(&touch.normal, v))
                .collect()
        };
        assert_eq!(rate(&after.v).len(), 2);
        for (after, before) in rate(&after.v).iter().zip(rate(&before.v)) {
            assert!((after + 0.4 * before).abs() < 1e-9, "{after} after {before}");
        }
        let energy = |sample: &located::Sample<3>| Clearance.energy(&sample.q, &sample.v);
        assert!(energy(&after) < energy(&before));
    }
}

#[test]
fn a_leaning_rod_can_jam_from_a_friction_of_four_thirds() {
    let least = |friction| {
        let angles = (1..900).map(|k| f64::from(k) * 0.1_f64.to_radians());
        let rod = LeaningRod { friction };
        angles
            .map(|theta| rod.sliding_response(theta))
            .fold(f64::INFINITY, f64::min)
    };
    assert!(least(0.99 * LeaningRod::LEAST_FRICTION) > 0.0);
    assert!(least(1.01 * LeaningRod::LEAST_FRICTION) < 0.0);
    let rod = LeaningRod {
        friction: LeaningRod::LEAST_FRICTION,
    };
    assert!(rod.sliding_response(2.0_f64.atan()).abs() < 1e-14);
}
