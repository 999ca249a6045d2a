//! A wall of a hundred bricks without mortar that a heavy ball hits from the side.
//!
//! Twelve bricks in a row, and eleven with a half brick at each end in the next, eight rows. Each corner of a brick may touch
//! each face of another. With the corner at (u, w) in the axes of the brick that has the face, of the half lengths a and b:
//!
//! ```text
//! gap = max(|u| − a, |w| − b),   slip = u̇ on the long faces, where |w| − b is the larger, and ẇ on the short ones
//! ```
//!
//! u̇ and ẇ are velocities seen from the turning brick: the difference of those of both bodies where they touch. The eight
//! corners of a pair are eight contacts, declared for all pairs; `near(r, reach)` says that bricks touch only where their
//! centres are near each other. The ball at (u, w) touches the point of the brick that is nearest to its centre:
//!
//! ```text
//! (nᵤ, n_w) = (u − clamp(u, a), w − clamp(w, b)),   gap = |n| − R,   slip = (nᵤ ẇ − n_w u̇)/|n| − R (φ̇ − θ̇)
//! ```
//!
//! In the wall some 360 contacts are closed, with more than twice as many percussions as its bricks have coordinates: they
//! are not determined one by one, and that it stands is. While it falls, a budget bounds the time of a step.

use extremal::contact_solver::Budget;
use extremal::prelude::*;

/// Bricks of two lengths on the floor y = 0, and a ball.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[bricks][2], theta[bricks], ball[2], spin),
    kinetic = sum(0..bricks, |i| 0.5 * m[i] * dt(r[i]).norm_squared()
            + m[i] * (a[i].powi(2) + b.powi(2)) / 6 * dt(theta[i]).powi(2))
        + 0.5 * m_ball * dt(ball).norm_squared() + 0.25 * m_ball * radius.powi(2) * dt(spin).powi(2),
    potential = sum(0..bricks, |i| m[i] * g * r[i][1]) + m_ball * g * ball[1],
    let corner = |i, side, end| [
        r[i][0] + side * a[i] * cos(theta[i]) - end * b * sin(theta[i]),
        r[i][1] + side * a[i] * sin(theta[i]) + end * b * cos(theta[i]),
    ],
    // A point in the axes of the brick j.
    let seen = |c, j| [
        (c[0] - r[j][0]) * cos(theta[j]) + (c[1] - r[j][1]) * sin(theta[j]),
        (c[1] - r[j][1]) * cos(theta[j]) - (c[0] - r[j][0]) * sin(theta[j]),
    ],
    let gap_of = |p, j| max(abs(p[0]) - a[j], abs(p[1]) - b),
    let is_long = |p, j| 0.5 + 0.5 * signum(abs(p[1]) - b - abs(p[0]) + a[j]),
    let slip_of = |p, j| is_long(p, j) * dt(p[0]) + (1 - is_long(p, j)) * dt(p[1]),
    contact(lower_left, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(i, -1, -1), j), j))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(i, -1, -1), j), j))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(lower_right, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(i, 1, -1), j), j))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(i, 1, -1), j), j))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(upper_left, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(i, -1, 1), j), j))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(i, -1, 1), j), j))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(upper_right, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(i, 1, 1), j), j))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(i, 1, 1), j), j))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(under_left, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(j, -1, 1), i), i))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(j, -1, 1), i), i))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(under_right, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(j, 1, 1), i), i))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(j, 1, 1), i), i))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(over_left, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(j, -1, -1), i), i))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(j, -1, -1), i), i))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    contact(over_right, gap = array(0..bricks, |i| array(0..i, |j| gap_of(seen(corner(j, 1, -1), i), i))),
        slip = array(0..bricks, |i| array(0..i, |j| slip_of(seen(corner(j, 1, -1), i), i))),
        near(r, reach), friction = mu, restitution = e, restitution_t = e),
    let sides = [-1, 1, 1, -1],
    let ends = [-1, -1, 1, 1],
    contact(floor, gap = array(0..bricks, |i| array(0..4, |k| corner(i, sides[k], ends[k])[1])),
        slip = array(0..bricks, |i| array(0..4, |k| dt(corner(i, sides[k], ends[k])[0]))),
        friction = mu, restitution = e, restitution_t = e),
    let away = |i| [
        seen(ball, i)[0] - max(min(seen(ball, i)[0], a[i]), -a[i]),
        seen(ball, i)[1] - max(min(seen(ball, i)[1], b), -b),
    ],
    contact(hit, gap = array(0..bricks, |i| away(i).norm() - radius),
        slip = array(0..bricks, |i| (away(i)[0] * dt(seen(ball, i)[1]) - away(i)[1] * dt(seen(ball, i)[0])) / away(i).norm()
            - radius * (dt(spin) - dt(theta[i]))),
        friction = mu, restitution = e, restitution_t = e),
    contact(ground, gap = ball[1] - radius, slip = dt(ball[0]) + radius * dt(spin),
        friction = mu, restitution = e, restitution_t = e),
    discretize(Moreau),
)]
pub(crate) struct Wall {
    pub(crate) bricks: usize,
    pub(crate) m: Vec<f64>,
    /// Half the lengths of the bricks, and half their height.
    pub(crate) a: Vec<f64>,
    pub(crate) b: f64,
    /// Half the diagonals of the bricks.
    pub(crate) reach: Vec<f64>,
    pub(crate) m_ball: f64,
    pub(crate) radius: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
}

/// The wall on the floor, of a number of rows, and the ball before it: places and velocities.
pub(crate) fn start(rows: usize) -> (Wall, Vec<f64>, Vec<f64>) {
    // Half a joint; a brick is as long as a pitch without its joint.
    let (pitch, joint, b) = (0.25, 1e-3, 0.06);
    let (mut a, mut centres) = (Vec::new(), Vec::new());
    for row in 0..rows {
        let y = b * (2 * row + 1) as f64;
        if row % 2 == 0 {
            for column in 0..12 {
                a.push(0.5 * pitch - joint);
                centres.push([pitch * (column as f64 + 0.5), y]);
            }
        } else {
            // A half brick ends a joint before the bricks below it: no corner is on a corner.
            let (half, at) = (0.25 * pitch - 1.5 * joint, 0.25 * pitch + 0.5 * joint);
            a.push(half);
            centres.push([at, y]);
            for column in 1..12 {
                a.push(0.5 * pitch - joint);
                centres.push([pitch * column as f64, y]);
            }
            a.push(half);
            centres.push([12.0 * pitch - at, y]);
        }
    }
    let bricks = a.len();
    let wall = Wall {
        bricks,
        m: a.iter().map(|a| 720.0 * a * b).collect(),
        reach: a.iter().map(|a| a.hypot(b)).collect(),
        a,
        b,
        m_ball: 60.0,
        radius: 0.15,
        g: 9.81,
        mu: 0.5,
        e: 0.1,
    };
    let mut q = centres.concat();
    q.extend(vec![0.0; bricks]);
    q.extend([-1.0, 1.5 * b * rows as f64, 0.0]);
    let mut v = vec![0.0; q.len()];
    v[3 * bricks] = 9.0;
    (wall, q, v)
}

/// Some ten milliseconds a step at rest, and six times that at worst.
pub(crate) const WITHIN: MoreauWith<Budget> = MoreauWith(Budget {
    sweeps: 500,
    enough: 1e-6,
});

/// The hit on a wall of two rows, which takes some seconds in a build without optimisation: `start(8)` is the whole
/// one.
fn main() -> Result<(), extremal::Error> {
    let (wall, q, v) = start(2);
    let bricks = wall.bricks;
    let mut motion = Integrator::new(wall, WITHIN, 1e-3, q, v)?;
    println!("   t     energy   fastest   closed   residual   penetration");
    for _ in 0..6 {
        let (mut penetration, mut closed, mut residual) = (0.0_f64, 0, 0.0_f64);
        for _ in 0..20 {
            let report = motion.step()?;
            penetration = penetration.max(report.penetration());
            closed = report.closed_count();
            residual = residual.max(report.solved.solved.residual);
        }
        // Of a brick, in m/s.
        let fastest = motion.velocity()?.rows(0, 2 * bricks).amax();
        println!(
            "{:5.2} {:9.3} {fastest:9.1e} {closed:8} {residual:10.1e} {penetration:13.1e}",
            motion.time(),
            motion.energy(),
        );
    }
    Ok(())
}
