//! Motions that are known in closed form: a skate, Chaplygin's sleigh, a disc, a ball on a turntable.

use extremal::prelude::*;

use super::systems::{BALL, Ball, DISC, Disc, SKATE, SLEIGH, SPUN_BALL, Skate, Sleigh, SpunBall, distance};

/// The ratio of errors of a step size and of half of it, in q and p.
fn ratios(error: impl Fn(usize) -> [f64; 2], steps: usize) -> [f64; 2] {
    let (coarse, fine) = (error(steps), error(2 * steps));
    [coarse[0] / fine[0], coarse[1] / fine[1]]
}

/// Order 2 gives 4 but for terms of h⁴, which are below a twentieth of it here.
fn are_four(name: &str, ratios: [f64; 2]) {
    println!("{name}: {ratios:?}");
    assert!(
        ratios.iter().all(|ratio| (ratio - 4.0).abs() < 0.2),
        "{name}: {ratios:?}"
    );
}

/// x, y, φ and their momenta at t, from v₀ and ω at the origin.
fn skated(t: f64, v0: f64, omega: f64) -> ([f64; 3], [f64; 3]) {
    let Skate { m, j, g } = SKATE;
    let (sin, cos) = (omega * t).sin_cos();
    let v = v0 + g / omega * sin;
    let x = v0 / omega * sin + 0.5 * g / omega.powi(2) * sin.powi(2);
    let y = v0 / omega * (1.0 - cos) + 0.5 * g / omega.powi(2) * (omega * t - sin * cos);
    ([x, y, omega * t], [m * v * cos, m * v * sin, j * omega])
}

fn skate<D: Copy>(scheme: D, steps: usize) -> [f64; 2]
where
    Skate: Discretize<D, Inputs = [f64; 0]>,
{
    let (end, v0, omega) = (5.0, 0.3, 0.9);
    let start = ([0.0; 3], [v0, 0.0, omega]);
    let mut motion = Integrator::new(SKATE, scheme, end / steps as f64, start.0, start.1).expect("it skates");
    motion.step_many(steps).expect("regular steps");
    let (State { q, p, .. }, exact) = (motion.state(), skated(end, v0, omega));
    [distance(q.as_slice(), &exact.0), distance(p.as_slice(), &exact.1)]
}

#[test]
fn a_skate_on_an_incline_follows_its_cycloid() {
    are_four("Verlet", ratios(|n| skate(Verlet, n), 200));
    are_four("Midpoint", ratios(|n| skate(Midpoint, n), 200));
    are_four("Livens", ratios(|n| skate(Livens, n), 200));
}

/// The blade drifts across the incline and not down: after each turn it is where it was but for y = π g/ω².
#[test]
fn a_skate_does_not_slide_down() {
    let omega = 2.0;
    let steps = 4000;
    let turns = 20.0 * core::f64::consts::TAU / omega;
    let mut motion = Integrator::new(SKATE, Midpoint, turns / steps as f64, [0.0; 3], [0.0, 0.0, omega])
        .expect("it skates");
    motion.step_many(steps).expect("regular steps");
    let q = motion.state().q;
    // Two hundred steps a turn: (ωh)²/6 = 1.6e-4 of the way.
    let way = 20.0 * core::f64::consts::PI * SKATE.g / omega.powi(2);
    assert!(q[0].abs() < 1e-3 && (q[1] / way - 1.0).abs() < 1e-3, "{q}");
}

/// x, y, φ and their momenta at t: v and ω in closed form, and places by Simpson's rule.
fn slid(t: f64, c: f64, tau: f64) -> ([f64; 3], [f64; 3]) {
    let Sleigh { m, j, a } = SLEIGH;
    let inertia = j + m * a * a;
    let kappa = m * a * c / inertia;
    let speed = |t: f64| c * (kappa * t + tau).tanh();
    let omega = |t: f64| (m / inertia).sqrt() * c / (kappa * t + tau).cosh();
    let angle = |t: f64| 2.0 * (0.5 * (kappa * t + tau)).tanh().atan() * (inertia / m).sqrt() / a;
    let phi = |t: f64| angle(t) - angle(0.0);
    let simpson = |f: &dyn Fn(f64) -> f64| {
        let panels = 2000;
        let width = t / f64::from(panels);
        let panel = |k: u32| {
            let left = width * f64::from(k);
            width / 6.0 * (f(left) + 4.0 * f(left + 0.5 * width) + f(left + width))
        };
        (0..panels).map(panel).sum::<f64>()
    };
    let q = [
        simpson(&|t| speed(t) * phi(t).cos()),
        simpson(&|t| speed(t) * phi(t).sin()),
        phi(t),
    ];
    let ((sin, cos), (v, omega)) = (phi(t).sin_cos(), (speed(t), omega(t)));
    let centre = [v * cos - a * omega * sin, v * sin + a * omega * cos];
    (q, [m * centre[0], m * centre[1], m * a * a * omega + j * omega])
}

fn sleigh<D: Copy>(scheme: D, steps: usize) -> [f64; 2]
where
    Sleigh: Discretize<D, Inputs = [f64; 0]>,
{
    let (end, c, tau) = (4.0, 1.1, -1.2_f64);
    let Sleigh { m, j, a } = SLEIGH;
    let omega = (m / (j + m * a * a)).sqrt() * c / tau.cosh();
    let v = [c * tau.tanh(), 0.0, omega];
    let mut motion = Integrator::new(SLEIGH, scheme, end / steps as f64, [0.0; 3], v).expect("it slides");
    motion.step_many(steps).expect("regular steps");
    let (State { q, p, .. }, exact) = (motion.state(), slid(end, c, tau));
    [distance(q.as_slice(), &exact.0), distance(p.as_slice(), &exact.1)]
}

/// It starts backward, turns round, and tends to go ahead with the speed c.
#[test]
fn chaplygins_sleigh_turns_its_mass_ahead() {
    are_four("Verlet", ratios(|n| sleigh(Verlet, n), 400));
    are_four("Midpoint", ratios(|n| sleigh(Midpoint, n), 400));
    are_four("Livens", ratios(|n| sleigh(Livens, n), 400));
    are_four("Polarized<Livens>", ratios(|n| sleigh(Polarized(Livens), n), 400));
}

fn disc<D: Copy>(scheme: D, steps: usize) -> [f64; 2]
where
    Disc: Discretize<D, Inputs = [f64; 0]>,
{
    let (end, spin, turn) = (7.0, 1.9, 0.8);
    let r = DISC.r;
    let start = ([0.0; 4], [r * spin, 0.0, spin, turn]);
    let mut motion = Integrator::new(DISC, scheme, end / steps as f64, start.0, start.1).expect("it rolls");
    motion.step_many(steps).expect("regular steps");
    let (State { q, p, .. }, (sin, cos)) = (motion.state(), (turn * end).sin_cos());
    let radius = r * spin / turn;
    let places = [radius * sin, radius * (1.0 - cos), spin * end, turn * end];
    let momenta = [
        r * spin * cos,
        r * spin * sin,
        0.5 * r * r * spin,
        0.25 * r * r * turn,
    ];
    [distance(q.as_slice(), &places), distance(p.as_slice(), &momenta)]
}

#[test]
fn a_disc_rolls_on_a_circle() {
    are_four("Midpoint", ratios(|n| disc(Midpoint, n), 200));
    are_four("Livens", ratios(|n| disc(Livens, n), 200));
    // With the mean of both nodes the momenta of constant rates have no error but the rounding of some hundred steps.
    let (coarse, fine) = (disc(Verlet, 200), disc(Verlet, 400));
    assert!((coarse[0] / fine[0] - 4.0).abs() < 0.2 && coarse[1].max(fine[1]) < 1e-12);
}

/// Place and velocity of the ball after half a circle, less what they are on it, relative to the radius and the speed.
fn ball<D: Copy>(scheme: D, steps: usize) -> [[f64; 2]; 2]
where
    Ball: Discretize<D, Inputs = [f64; 0]>,
{
    let rate = 2.0 / 7.0 * BALL.table;
    let near = ([0.7, -0.2, 1.0, 0.0, 0.0, 0.0], [0.1, 0.3, 0.0, 0.0, 0.0, 0.0]);
    let (q0, v0) = BALL.project(0.0, near.0, near.1).expect("a start near");
    let h = core::f64::consts::PI / rate / steps as f64;
    let mut motion = Integrator::new(BALL, scheme, h, q0, v0).expect("it rolls");
    motion.step_many(steps).expect("regular steps");
    let State { q, p, .. } = motion.state();
    // ṙ = rate e_z × (r − c): half a circle is to the other side of c, with the opposite velocity.
    let speed = v0[0].hypot(v0[1]);
    let ends = [q0[0] - 2.0 * v0[1] / rate, q0[1] + 2.0 * v0[0] / rate];
    [
        [0, 1].map(|k| (q[k] - ends[k]) * rate / speed),
        [0, 1].map(|k| (p[k] + v0[k]) / speed),
    ]
}

/// The ball spins by up to 0.02 in a step, which makes an error of some (spin h)². Extrapolated from steps and halves of
/// them, what is left is of the order of its square.
fn rolls_on_a_circle<D: Copy>(scheme: D, name: &str)
where
    Ball: Discretize<D, Inputs = [f64; 0]>,
{
    let (coarse, fine) = (ball(scheme, 1000), ball(scheme, 2000));
    for (of, (coarse, fine)) in ["q", "p"].into_iter().zip(coarse.iter().zip(&fine)) {
        let ratio = distance(coarse, &[0.0; 2]) / distance(fine, &[0.0; 2]);
        let limit: [f64; 2] = core::array::from_fn(|k| (4.0 * fine[k] - coarse[k]) / 3.0);
        println!("{name} {of}: {fine:?}, ratio {ratio}, limit {limit:?}");
        assert!((ratio - 4.0).abs() < 0.2, "{name} {of}: {ratio}");
        assert!(distance(&limit, &[0.0; 2]) < 1e-6, "{name} {of}: {limit:?}");
    }
}

#[test]
fn a_ball_on_a_turntable_moves_on_circles_with_two_sevenths_of_its_rate() {
    rolls_on_a_circle(Verlet, "Verlet");
    rolls_on_a_circle(Midpoint, "Midpoint");
    rolls_on_a_circle(Livens, "Livens");
}

/// The rate at which the velocity turns on the turntable, relative to 2/7 of the table's, less one: over one circle in so
/// many steps.
fn rate_error<D: Copy>(scheme: D, steps: usize) -> [f64; 2]
where
    SpunBall: Discretize<D, Inputs = [f64; 0]>,
{
    let turn = 2.0 * core::f64::consts::PI;
    let rate = 2.0 / 7.0 * SPUN_BALL.table;
    let (a, table) = (SPUN_BALL.a, SPUN_BALL.table);
    let (q0, v): ([f64; 4], [f64; 2]) = ([0.7, -0.2, 0.0, 0.0], [0.1, 0.3]);
    let v0 = [v[0], v[1], (table * q0[0] - v[1]) / a, (v[0] + table * q0[1]) / a];
    let h = turn / rate / steps as f64;
    let mut motion = Integrator::new(SPUN_BALL, scheme, h, q0, v0).expect("it rolls");
    motion.step_many(steps).expect("regular steps");
    let State { q, p, .. } = motion.state();
    let turned = |x: f64, y: f64, from: [f64; 2]| {
        let [cross, dot] = [from[0] * y - from[1] * x, from[0] * x + from[1] * y];
        cross.atan2(dot) / turn
    };
    // ṙ = rate e_z × (r − c)
    let c = [q0[0] - v[1] / rate, q0[1] + v[0] / rate];
    let of_place = turned(q[0] - c[0], q[1] - c[1], [q0[0] - c[0], q0[1] - c[1]]);
    [of_place, turned(p[0], p[1], v)]
}

/// A rotation by α = `rate` h in a step errs by α²/12 with the midpoint rule, and by half of that with leapfrog: 8e-7 in a
/// circle of 2000 steps.
#[test]
fn the_rate_on_a_turntable_is_two_sevenths_to_1e_6_in_2000_steps() {
    let each = [
        ("Verlet", rate_error(Verlet, 2000)),
        ("Midpoint", rate_error(Midpoint, 2000)),
        ("Livens", rate_error(Livens, 2000)),
    ];
    for (name, errors) in each {
        println!("{name}: {errors:?}");
        assert!(
            errors.iter().all(|error| error.abs() < 1e-6),
            "{name}: {errors:?}"
        );
    }
}
