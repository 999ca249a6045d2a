//! Random starts of six planar systems on their contacts, with restitutions and friction at random, which contradict each other
//! as a rule: no step fails, none has a NaN, and each satisfies its laws.
//!
//! `EXTREMAL_STARTS` is the number of starts of each system, with `EXTREMAL_FIRST_START` and `EXTREMAL_SCHEME` as in
//! [`checked`](super::checked):
//! `EXTREMAL_STARTS=170000 cargo test --release -p extremal-oracles --test contacts planar -- --nocapture` is a million.

use extremal::prelude::*;

use crate::checked::{STARTS, Tally, check_light, check_motion, run_of};
use crate::random::Random;

/// A rod, both ends of which touch the floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + m / 24 * dt(theta).powi(2),
    potential = 9.81 * m * y,
    let ends = array(0..2, |i| [x + (i - 0.5) * cos(theta), y + (i - 0.5) * sin(theta)]),
    contact(feet, gap = array(0..2, |i| ends[i][1]), slip = array(0..2, |i| dt(ends[i][0])), friction = mu,
        restitution = array(0..2, |i| e[i]), restitution_t = e_t),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct Rod {
    m: f64,
    mu: f64,
    e: [f64; 2],
    e_t: f64,
}

/// A bar on four feet in a row, two more than it needs.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + m / 6 * dt(theta).powi(2),
    potential = 9.81 * m * y,
    let foot = array(0..4, |i| [x + place[i] * cos(theta), y + place[i] * sin(theta)]),
    contact(feet, gap = array(0..4, |i| foot[i][1]), slip = array(0..4, |i| dt(foot[i][0])), friction = mu,
        restitution = array(0..4, |i| e[i]), restitution_t = e_t),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct Bar {
    m: f64,
    place: [f64; 4],
    mu: f64,
    e: [f64; 4],
    e_t: f64,
}

/// A box in a corner: four corners over the floor, and two beside a wall.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + m * (a.powi(2) + b.powi(2)) / 6 * dt(theta).powi(2),
    potential = 9.81 * m * y,
    let sides = [-1, -1, 1, 1],
    let ends = [-1, 1, -1, 1],
    let corner = array(0..4, |i| [
        x + sides[i] * a * cos(theta) - ends[i] * b * sin(theta),
        y + sides[i] * a * sin(theta) + ends[i] * b * cos(theta),
    ]),
    contact(floor, gap = array(0..4, |i| corner[i][1]), slip = array(0..4, |i| dt(corner[i][0])), friction = mu,
        restitution = e[0], restitution_t = e[1]),
    contact(wall, gap = array(0..2, |i| corner[i][0]), slip = array(0..2, |i| dt(corner[i][1])), friction = mu,
        restitution = e[2], restitution_t = e[3]),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct InCorner {
    m: f64,
    a: f64,
    b: f64,
    mu: f64,
    e: [f64; 4],
}

/// Three masses on each other that slide, over six orders.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..3, |i| 9.81 * m[i] * r[i][1]),
    contact(floor, gap = r[0][1], slip = dt(r[0][0]), friction = mu, restitution = e[0], restitution_t = e[1]),
    contact(on, gap = array(0..2, |i| r[i + 1][1] - r[i][1]), slip = array(0..2, |i| dt(r[i + 1][0] - r[i][0])), friction = mu,
        restitution = array(0..2, |i| e[i + 1]), restitution_t = e[3]),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct Stack {
    m: [f64; 3],
    mu: f64,
    e: [f64; 4],
}

/// A triangle of masses and rods as constraints, each of which may touch the floor; one is before a wall.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..3, |i| 9.81 * m[i] * r[i][1]),
    constraint(rods = array(0..3, |i| (r[(i + 1) % 3] - r[i]).norm_squared() - 1)),
    contact(floor, gap = array(0..3, |i| r[i][1]), slip = array(0..3, |i| dt(r[i][0])), friction = mu,
        restitution = array(0..3, |i| e[i]), restitution_t = e[3]),
    contact(wall, gap = r[0][0], slip = dt(r[0][1]), friction = mu, restitution = e[3], restitution_t = e[0]),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct Triangle {
    m: [f64; 3],
    mu: f64,
    e: [f64; 4],
}

/// Two discs side by side in a box: five contacts.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2][2], turn[2]),
    kinetic = sum(0..2, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * dt(turn[i]).powi(2)),
    potential = sum(0..2, |i| 9.81 * m[i] * r[i][1]),
    contact(floor, gap = array(0..2, |i| r[i][1] - 1), slip = array(0..2, |i| dt(r[i][0]) + dt(turn[i])), friction = mu,
        restitution = array(0..2, |i| e[i]), restitution_t = e[2]),
    contact(left, gap = r[0][0] - 1, slip = dt(r[0][1]) - dt(turn[0]), friction = mu, restitution = e[2], restitution_t = e[3]),
    contact(right, gap = width - 1 - r[1][0], slip = dt(r[1][1]) + dt(turn[1]), friction = mu, restitution = e[3],
        restitution_t = e[0]),
    let away = r[1] - r[0],
    contact(pair, gap = away.norm() - 2, slip = (away[0] * dt(away[1]) - away[1] * dt(away[0])) / away.norm() - dt(turn[0]) - dt(turn[1]),
        friction = mu, restitution = e[1], restitution_t = e[2]),
    discretize(Moreau, NonsmoothMidpoint),
)]
struct TwoDiscs {
    m: [f64; 2],
    width: f64,
    mu: f64,
    e: [f64; 4],
}

/// Six steps from each start: a system, places and velocities from random numbers, and the smallest inertia. None fails.
macro_rules! six_steps {
    ($name:literal, $seed:literal, $start:expr) => {
        six_steps!($name, $seed, STARTS, $start)
    };
    ($name:literal, $seed:literal, $count:expr, $start:expr) => {{
        let tally = run_of($name, ($seed, $count), |tally, random| {
            let (system, q, v, lightest) = $start(random);
            let h = step_size(random);
            check_light(tally, system, Moreau, h, ((q, v), lightest));
            check_motion(tally, system, NonsmoothMidpoint, h, (q, v));
        });
        assert_eq!(tally.failed(), 0, "{}: {tally:?}", $name);
    }};
}

fn of<const N: usize>(random: &mut Random, low: f64, high: f64) -> [f64; N] {
    core::array::from_fn(|_| random.within(low, high))
}

/// Zero for half of all, and else of any order below 0.1.
fn tilt(random: &mut Random) -> f64 {
    let is_flat = random.within(0.0, 1.0) < 0.5;
    let size = if is_flat {
        0.0
    } else {
        10.0_f64.powf(random.within(-9.0, -1.0))
    };
    if random.within(0.0, 1.0) < 0.5 {
        -size
    } else {
        size
    }
}

fn step_size(random: &mut Random) -> f64 {
    10.0_f64.powf(random.within(-5.0, -2.0))
}

/// Over six orders.
fn masses<const N: usize>(random: &mut Random) -> [f64; N] {
    core::array::from_fn(|_| 10.0_f64.powf(random.within(-3.0, 3.0)))
}

fn least<const N: usize>(of: [f64; N]) -> f64 {
    of.into_iter().fold(f64::MAX, f64::min)
}

#[test]
fn rods_start_on_the_floor() {
    six_steps!("rods", 11, |random: &mut Random| {
        let [m] = masses(random);
        let [mu, e_t] = of(random, 0.0, 1.0);
        let (system, theta) = (
            Rod {
                m,
                mu,
                e: of(random, 0.0, 1.0),
                e_t,
            },
            tilt(random),
        );
        (
            system,
            [0.0, 0.5 * theta.sin().abs(), theta],
            of::<3>(random, -3.0, 3.0),
            m / 12.0,
        )
    });
}

#[test]
fn bars_start_on_four_feet() {
    six_steps!("bars", 12, |random: &mut Random| {
        let [m] = masses(random);
        let [mu, e_t] = of(random, 0.0, 1.0);
        let place: [f64; 4] = of(random, -1.0, 1.0);
        let theta = tilt(random);
        let lowest = place
            .map(|s| s * theta.sin())
            .into_iter()
            .fold(f64::MAX, f64::min);
        let system = Bar {
            m,
            place,
            mu,
            e: of(random, 0.0, 1.0),
            e_t,
        };
        (system, [0.0, -lowest, theta], of::<3>(random, -3.0, 3.0), m / 6.0)
    });
}

#[test]
fn boxes_start_in_a_corner() {
    six_steps!("boxes in a corner", 13, |random: &mut Random| {
        let [m] = masses(random);
        let [a, b, mu] = of(random, 0.1, 1.0);
        let (system, theta) = (
            InCorner {
                m,
                a,
                b,
                mu,
                e: of(random, 0.0, 1.0),
            },
            tilt(random),
        );
        let (sin, cos) = (theta.sin().abs(), theta.cos());
        // Of the left corners, the one that is furthest to the left.
        let q = [a * cos + b * sin, a * sin + b * cos, theta];
        (system, q, of::<3>(random, -3.0, 3.0), m / 3.0)
    });
}

#[test]
fn stacks_start_at_each_height() {
    six_steps!("stacks", 14, |random: &mut Random| {
        let system = Stack {
            m: masses(random),
            mu: random.within(0.0, 1.0),
            e: of(random, 0.0, 1.0),
        };
        let gaps: [f64; 3] = core::array::from_fn(|_| tilt(random).max(0.0));
        let heights = [gaps[0], gaps[0] + gaps[1], gaps[0] + gaps[1] + gaps[2]];
        (
            system,
            [0.0, heights[0], 0.1, heights[1], 0.2, heights[2]],
            of::<6>(random, -3.0, 3.0),
            least(system.m),
        )
    });
}

fn triangle(random: &mut Random) -> (Triangle, [f64; 6], [f64; 6], f64) {
    let system = Triangle {
        m: masses(random),
        mu: random.within(0.0, 1.0),
        e: of(random, 0.0, 1.0),
    };
    let theta = tilt(random);
    let angle = theta + core::f64::consts::FRAC_PI_3;
    let mut points = [0.0, 0.0, theta.cos(), theta.sin(), angle.cos(), angle.sin()];
    let lift = (-theta.sin()).max(0.0);
    points.iter_mut().skip(1).step_by(2).for_each(|y| *y += lift);
    // That of a rigid body: its mean, and a rotation.
    let [vx, vy, w] = of(random, -3.0, 3.0);
    let v = core::array::from_fn(|k| match k % 2 {
        0 => vx - w * (points[k + 1] - lift),
        _ => vy + w * points[k - 1],
    });
    (system, points, v, least(system.m))
}

#[test]
fn triangles_start_on_a_side() {
    six_steps!("triangles", 15, triangle);
}

/// Two of 170 000 starts: each linearized problem has percussions, and the next one others, without an end. Restitutions give
/// way.
#[test]
fn triangles_whose_percussions_have_no_end_give_way() {
    for start in [66_149, 165_679] {
        let (mut random, mut tally) = (Random::new((15 << 32) + start), Tally::default());
        let (system, q, v, lightest) = triangle(&mut random);
        let h = step_size(&mut random);
        check_light(&mut tally, system, Moreau, h, ((q, v), lightest));
        assert_eq!(tally.failed(), 0, "{start}: {tally:?}");
    }
}

/// Impacts of discs between walls, which contradict themselves in many ways, take a hundred times as long as others.
const FEW: u64 = 30;

#[test]
fn two_discs_start_in_a_box() {
    six_steps!("two discs", 16, FEW, |random: &mut Random| {
        let (side, apart) = (tilt(random).max(0.0), tilt(random).max(0.0));
        let system = TwoDiscs {
            m: masses(random),
            width: 4.0 + side + apart + tilt(random).max(0.0),
            mu: random.within(0.0, 1.0),
            e: of(random, 0.0, 1.0),
        };
        let heights: [f64; 2] = core::array::from_fn(|_| 1.0 + tilt(random).max(0.0));
        let q = [1.0 + side, heights[0], 3.0 + side + apart, heights[1], 0.0, 0.0];
        (system, q, of::<6>(random, -3.0, 3.0), 0.5 * least(system.m))
    });
}
