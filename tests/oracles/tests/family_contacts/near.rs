//! Pairs that `near` leaves out: their laws are looked at, and a reach that is too short is found.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::prelude::*;

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[balls][2]),
    kinetic = sum(0..balls, |i| 0.5 * dt(r[i]).norm_squared()),
    contact(pair, gap = array(0..balls, |i| array(0..i, |j| (r[i] - r[j]).norm() - 1)),
        restitution = array(0..balls, |i| array(0..i, |j| e[i] * f[j])), near(r, reach)),
    discretize(Moreau, Theta),
)]
struct Balls {
    balls: usize,
    e: Vec<f64>,
    f: Vec<f64>,
    reach: f64,
}

fn balls(n: usize, reach: f64) -> Balls {
    Balls {
        balls: n,
        e: vec![0.5; n],
        f: vec![1.0; n],
        reach,
    }
}

fn failure<I>(made: Result<I, extremal::Error>) -> String {
    made.err().expect("a failure").failure.to_string()
}

#[test]
fn laws_of_pairs_that_are_far_apart_are_checked() {
    let start: Vec<f64> = (0..10).map(|k| 10.0 * f64::from(k)).collect();
    let new = |system: Balls| Integrator::new(system, Moreau, 0.01, start.clone(), vec![0.0; 10]);
    let good = balls(5, 0.5);
    let mut motion = new(good.clone()).expect("laws of bodies");
    // Each index as the first one of a pair, and as the second one.
    for (i, name) in [(1, "pair[1][0]"), (3, "pair[3][0]"), (4, "pair[4][0]")] {
        let mut bad = good.clone();
        bad.e[i] = 3.0;
        let sentence = format!("the restitution of the contact `{name}` is 3; it must be between 0 and 1");
        assert_eq!(failure(new(bad.clone())), sentence);
        assert_eq!(
            failure(Integrator::from_state(bad.clone(), Moreau, 0.01, motion.state())),
            sentence
        );
        assert_eq!(failure(motion.set_system(bad)), sentence);
    }
    for j in 0..4 {
        let mut bad = good.clone();
        bad.f[j] = -1.0;
        let sentence = failure(new(bad));
        assert!(
            sentence.starts_with("the restitution of the contact `pair["),
            "{sentence}"
        );
    }
    // No pair has these numbers.
    let mut unused = good;
    (unused.e[0], unused.f[4]) = (3.0, -1.0);
    new(unused).expect("laws of bodies");
}

/// The coordinate `grown` decides with both points where they touch, so that nothing is known of points elsewhere.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[balls][2], grown),
    kinetic = sum(0..balls, |i| 0.5 * dt(r[i]).norm_squared()) + 0.5 * dt(grown).powi(2),
    contact(pair, gap = array(0..balls, |i| array(0..i, |j| (r[i] - r[j]).norm() - 1 - 1e-9 * grown)),
        restitution = 0.5, near(r, reach)),
    discretize(Moreau, Theta),
)]
struct Growing {
    balls: usize,
    reach: f64,
}

fn growing(reach: f64) -> Growing {
    Growing { balls: 2, reach }
}

#[test]
fn a_reach_below_the_gap_is_found_by_a_step() {
    fn run<D>(scheme: D, reach: f64) -> Result<f64, (f64, Failure)>
    where
        Growing: Discretize<D>,
    {
        let mut motion = Integrator::new(
            growing(reach),
            scheme,
            0.01,
            [0.0, 0.0, 2.0, 0.1, 0.0],
            [0.0, 0.0, -1.0, 0.0, 0.0],
        )
        .expect("a good start");
        for _ in 0..400 {
            let before = motion.state();
            if let Err(error) = motion.step() {
                assert_eq!(motion.state(), before);
                return Err((before.q[2] - before.q[0], error.failure));
            }
        }
        Ok(motion.state().q[2] - motion.state().q[0])
    }
    // They touch at the distance 1, and bounce.
    for reach in [0.5, 0.7, 3.0] {
        assert!(run(Moreau, reach).expect("a reach that covers the gap") > 1.0);
        assert!(run(Theta::default(), reach).expect("a reach that covers the gap") > 1.0);
    }
    for reach in [0.2, 0.3, 0.45] {
        for failed in [run(Moreau, reach), run(Theta::default(), reach)] {
            let (x, failure) = failed.expect_err("a reach that is too short");
            assert!(
                matches!(failure, Failure::AnySize(AnySizeFailure::OutOfReach { contact, gap })
                    if contact == "pair[1][0]" && (gap - (x.hypot(0.1) - 1.0)).abs() < 0.02),
                "{failure}"
            );
        }
    }
    // A start is refused as well, although its gap may be below zero.
    let start = [0.0, 0.0, 2.0, 0.0, 0.0];
    let motion = Integrator::new(growing(0.5), Moreau, 0.01, start, [0.0; 5]).expect("a good start");
    let mut state = motion.state();
    state.q[2] = 0.9;
    Integrator::from_state(growing(0.5), Moreau, 0.01, state.clone()).expect("a state of steps");
    let sentence = "the gap of the contact `pair[1][0]` is -0.1, and its points are further apart than both reach; `near(..)` \
                    needs the largest distances at which points touch";
    assert_eq!(
        failure(Integrator::from_state(growing(0.4), Moreau, 0.01, state))
            .replace("-0.09999999999999998", "-0.1"),
        sentence
    );
}

/// Points are at the distance 10 and more, and no step looks at them.
#[test]
fn a_reach_below_the_gap_is_found_at_the_start() {
    let start: Vec<f64> = (0..10).map(|k| 10.0 * f64::from(k) - 30.0).collect();
    let new = |reach| Integrator::new(balls(5, reach), Moreau, 0.01, start.clone(), vec![0.0; 10]);
    // They touch at the distance 1: a gap of zero is right.
    let mut motion = new(0.5).expect("a reach that covers the gap");
    let state = motion.state();
    for reach in [0.25, 0.499] {
        let made = Integrator::from_state(balls(5, reach), Moreau, 0.01, state.clone());
        for found in [
            new(reach).err(),
            made.err(),
            motion.set_system(balls(5, reach)).err(),
        ] {
            let failure = found.expect("a short reach").failure;
            // Pairs that are further apart by a millionth are looked at.
            let is_right = |distance: f64, gap: f64| {
                (distance - 2.0 * reach).abs() < 1e-15 && (gap - (distance - 1.0)).abs() < 1.1e-6
            };
            assert!(
                matches!(failure, Failure::AnySize(AnySizeFailure::ShortReach { contact, distance, gap })
                    if contact == "pair[1][0]" && is_right(distance, gap)),
                "{failure}"
            );
        }
    }
    motion.step().expect("the system as before");
}

/// Reaches of each point: one of two short ones is enough, and each point has a place that is a coordinate only up to a constant.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[n][3], spin[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(u[i]).norm_squared() + 0.5 * dt(spin[i]).powi(2)),
    contact(pair, gap = array(0..n, |i| array(0..i, |j| (place[i] + u[i] - place[j] - u[j]).norm() - radius[i] - radius[j])),
        friction = 0.1, slip = array(0..n, |i| array(0..i, |j| [dt(u[i][0] - u[j][0]) + dt(spin[i]), dt(u[i][1] - u[j][1])])),
        near(array(0..n, |i| place[i] + u[i]), reach)),
    discretize(Moreau),
)]
struct Placed {
    n: usize,
    place: Vec<[f64; 3]>,
    radius: Vec<f64>,
    reach: Vec<f64>,
}

#[test]
fn the_largest_and_the_smallest_reach_are_looked_at() {
    let n = 40;
    let place = (0..n).map(|i| [1e6 + 5.0 * i as f64, -7.0, 3.0]).collect();
    let radius: Vec<f64> = (0..n).map(|i| 0.1 + 0.01 * ((7 * i) % 40) as f64).collect();
    let reach = radius.clone();
    let good = Placed {
        n,
        place,
        radius,
        reach,
    };
    let new = |system: Placed| Integrator::new(system, Moreau, 0.01, vec![0.0; 4 * n], vec![0.0; 4 * n]);
    new(good.clone()).expect("reaches that cover gaps");
    // The place of the largest radius is 17 of 40; the reach of 23 becomes the smallest.
    for (at, factor) in [(0, 0.99), (17, 0.99), (23, 0.1), (39, 0.5)] {
        let mut bad = good.clone();
        bad.reach[at] *= factor;
        let sentence = failure(new(bad));
        assert!(
            sentence.starts_with("the reaches of the contact `pair["),
            "{sentence}"
        );
        assert!(sentence.contains(&format!("[{at}]")), "{at}: {sentence}");
    }
    let mut longer = good;
    longer.reach.iter_mut().for_each(|reach| *reach *= 1.5);
    new(longer).expect("reaches that cover gaps");
}

/// Then no pair would be found, however much they overlap.
#[test]
fn some_point_has_a_reach() {
    let new = |reach: f64| Integrator::new(balls(2, reach), Moreau, 0.01, [0.0, 0.0, 2.0, 0.0], [0.0; 4]);
    let sentence = "all points in `near` of the contact `pair` reach as far as 0, and no pair would be found; the reach of a point \
                    is the largest distance from it at which it may touch, such as the radius of a disc";
    assert_eq!(failure(new(0.0)), sentence);
    new(0.5).expect("a reach");
    // One body has no pair.
    Integrator::new(balls(1, 0.0), Moreau, 0.01, [0.0; 2], [0.0; 2]).expect("one body");
}
