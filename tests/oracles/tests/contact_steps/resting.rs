//! Schemes with closed gaps come to rest where the scheme inside does, also after bounces.

use extremal::drive::ContactReport;
use extremal::prelude::*;

const GOOD: &str = "a small step from a good start";
const H: f64 = 1e-3;
const RESTITUTIONS: [f64; 4] = [0.0, 0.2, 0.5, 0.8];

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = 9.81 * m * y,
    contact(floor, gap = y, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Ball {
    m: f64,
    e: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * (y * cos(0.3) + x * sin(0.3)),
    contact(incline, gap = y, slip = dt(x), friction = 0.5, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Incline {
    e: f64,
}

/// A box on a floor, and another one on it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2], a, s[2], b),
    kinetic = 0.5 * (dt(r).norm_squared() + m * dt(s).norm_squared()) + 0.05 * (dt(a).powi(2) + m * dt(b).powi(2)),
    potential = 9.81 * (r[1] + m * s[1]),
    contact(left, gap = r[1] - 0.5 * sin(a) - 0.5 * cos(a), slip = dt(r[0] - 0.5 * cos(a) + 0.5 * sin(a)),
        friction = 0.5, restitution = e),
    contact(right, gap = r[1] + 0.5 * sin(a) - 0.5 * cos(a), slip = dt(r[0] + 0.5 * cos(a) + 0.5 * sin(a)),
        friction = 0.5, restitution = e),
    let l = s + [0.4 * sin(b) - 0.4 * cos(b), -0.4 * sin(b) - 0.4 * cos(b)] - r,
    let k = s + [0.4 * sin(b) + 0.4 * cos(b), 0.4 * sin(b) - 0.4 * cos(b)] - r,
    contact(upper_left, gap = l[1] * cos(a) - l[0] * sin(a) - 0.5, slip = dt(l[0] * cos(a) + l[1] * sin(a)),
        friction = 0.5, restitution = e),
    contact(upper_right, gap = k[1] * cos(a) - k[0] * sin(a) - 0.5, slip = dt(k[0] * cos(a) + k[1] * sin(a)),
        friction = 0.5, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Boxes {
    m: f64,
    e: f64,
}

/// Two masses on a rod that falls on a rough floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * (dt(a).norm_squared() + 2 * dt(b).norm_squared()),
    potential = 9.81 * (a[1] + 2 * b[1]),
    constraint(rod = (a - b).norm_squared() - 1.0),
    contact(at_a, gap = a[1], slip = dt(a[0]), friction = 0.3, restitution = e),
    contact(at_b, gap = b[1], slip = dt(b[0]), friction = 0.3, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau)
)]
struct Rod {
    e: f64,
}

/// Whether the contact is closed and how far it is open, in each of the first steps of a bouncing ball.
fn bounces<D: Copy>(scheme: D, ball: Ball, steps: usize) -> Vec<(bool, f64)>
where
    Ball: Discretize<D, Report = ContactReport<Ball>>,
{
    let mut motion = Integrator::new(ball, scheme, H, [0.3], [0.0]).expect(GOOD);
    let of_step = |_| {
        let is_pressed = motion.step().expect(GOOD).percussions[0] > 0.0;
        (is_pressed, motion.state().q[0])
    };
    (0..steps).map(of_step).collect()
}

/// Impacts are in the steps in which the scheme inside has them, and the ball flies as high: forces are the same everywhere, so
/// that the corrected gap is that of the scheme inside, and zero where that is below zero.
#[test]
fn bounces_are_those_of_the_scheme_inside() {
    for m in [0.1, 0.7, 1.0, 3.0] {
        for e in [0.0, 0.5, 0.9, 1.0] {
            let ball = Ball { m, e };
            for (k, (inside, closed)) in bounces(Moreau, ball, 4000)
                .into_iter()
                .zip(bounces(ClosedGaps(Moreau), ball, 4000))
                .enumerate()
            {
                // Rounding of 4000 steps of 2e-3 each, whose velocities of up to 2.4 have that of as many.
                let off = (inside.1.max(0.0) - closed.1).abs();
                assert!(off < 1e-11, "m = {m}, e = {e}, step {k}: {inside:?} {closed:?}");
                // When e = 1 has come down to the velocity of one step, it is rounding that decides.
                let decided = inside.1.abs() > 1e-11;
                assert!(
                    inside.0 == closed.0 || !decided,
                    "m = {m}, e = {e}, step {k}: {inside:?} {closed:?}"
                );
            }
        }
    }
}

/// It has come to rest after so many steps, and rests for as many: q and p differ by no more than rounding which does not add
/// up. What is far less than g h² and g h, that is.
macro_rules! rests {
    ($system:expr, $scheme:expr, $q:expr, $steps:expr, $what:expr) => {{
        let (q, steps): (_, usize) = ($q, $steps);
        let mut motion = Integrator::new($system, $scheme, H, q, q.map(|_| 0.0)).expect(GOOD);
        for _ in 0..steps {
            motion.step().expect(GOOD);
        }
        let State { q, p, .. } = motion.state();
        let mut most = [0.0_f64; 2];
        for _ in 0..steps {
            let report = motion.step().expect(GOOD);
            // Rounding of gaps of terms of about 1.
            assert!(report.penetration() < 2e-13, "{}: {report:?}", $what);
            let now = motion.state();
            most = [most[0].max((now.q - q).amax()), most[1].max((now.p - p).amax())];
        }
        assert!(
            most[0] < 1e-12 && most[1] < 1e-11,
            "{}: {most:?} from {q:?}",
            $what
        );
        // The motion goes on with the same bits.
        let kept = motion.snapshot();
        motion.run(10).expect(GOOD);
        let once = motion.state();
        motion.restore(&kept).expect("a snapshot of this motion");
        motion.run(10).expect(GOOD);
        assert_eq!(once, motion.state());
    }};
}

macro_rules! all_rest {
    ($system:expr, $q:expr, $steps:expr, $what:expr) => {{
        rests!($system, ClosedGaps(Moreau), $q, $steps, $what);
        rests!($system, ClosedGaps(SymmetricMoreau), $q, $steps, $what);
        rests!($system, ClosedGaps(VariationalMoreau), $q, $steps, $what);
    }};
}

#[test]
fn what_bounced_rests() {
    for e in RESTITUTIONS {
        all_rest!(Ball { m: 3.0, e }, [0.1], 3000, format!("ball, e = {e}"));
        all_rest!(Incline { e }, [0.0, 0.1], 3000, format!("incline, e = {e}"));
        all_rest!(Rod { e }, [0.0, 0.1, 1.0, 0.1], 3000, format!("rod, e = {e}"));
    }
}

#[test]
fn stacked_boxes_rest() {
    for e in RESTITUTIONS {
        for m in [0.01, 1.0] {
            let q = [0.0, 0.52, 0.01, 0.1, 1.5, -0.02];
            all_rest!(Boxes { m, e }, q, 4000, format!("m = {m}, e = {e}"));
        }
    }
}

/// A snapshot between the impact and the flight after it has the correction that the next step withdraws.
#[test]
fn snapshots_in_a_bounce_go_on_with_the_same_bits() {
    let mut motion =
        Integrator::new(Ball { m: 3.0, e: 0.9 }, ClosedGaps(Moreau), H, [0.01], [0.0]).expect(GOOD);
    while motion.state().q[0] > 0.0 {
        motion.step().expect(GOOD);
    }
    let kept = motion.snapshot();
    let mut again =
        Integrator::new(Ball { m: 3.0, e: 0.9 }, ClosedGaps(Moreau), H, [0.5], [0.0]).expect(GOOD);
    again.restore(&kept).expect("a snapshot of this system");
    for _ in 0..300 {
        motion.step().expect(GOOD);
        again.step().expect(GOOD);
        assert_eq!(motion.state(), again.state());
    }
}

/// A rod on both ends, on a plane that may be tilted; all its energies are zero where it rests.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, a),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2) + 0.1 * dt(a).powi(2)),
    potential = 9.81 * m * (y * cos(tilt) - x * sin(tilt)),
    contact(left, gap = y - 0.5 * sin(a), slip = dt(x - 0.5 * cos(a)), friction = 0.4, restitution = e),
    contact(right, gap = y + 0.5 * sin(a), slip = dt(x + 0.5 * cos(a)), friction = 0.4, restitution = e),
    discretize(Moreau, SymmetricMoreau, NonsmoothMidpoint)
)]
struct AtZero {
    m: f64,
    e: f64,
    tilt: f64,
}

/// E, p and q are zero but for rounding, so that rounding has nothing to be compared with but what forces give in a step.
#[test]
fn what_rests_with_an_energy_of_zero_is_not_stopped() {
    macro_rules! check {
        ($scheme:expr) => {
            for (m, e, tilt) in [
                (2.0, 0.0, 0.0),
                (2.0, 0.3, 0.2),
                (1e-8, 0.0, 0.2),
                (1e8, 0.3, 0.0),
            ] {
                for h in [H, 10.0 * H] {
                    let rod = AtZero { m, e, tilt };
                    let mut motion = Integrator::new(rod, $scheme, h, [0.0; 3], [0.0; 3]).expect(GOOD);
                    for _ in 0..1000 {
                        motion.step().expect(GOOD);
                    }
                    motion.step_many(2000).expect(GOOD);
                    // What solvers accept, 64 R ε with R = 4, of the way h² g in each of 3000 steps.
                    let most = 3000.0 * 256.0 * f64::EPSILON * h * h * 9.81;
                    assert!(
                        motion.state().q.amax() < most,
                        "{rod:?} {}",
                        motion.state().q
                    );
                }
            }
        };
    }
    check!(Moreau);
    check!(SymmetricMoreau);
    check!(NonsmoothMidpoint);
}
