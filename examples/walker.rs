//! A passive walker: two stiff legs and a hip that walk down a slope without motors.
//!
//! The walker is free in the plane: the hip at (x, y) along and across the slope, and the angle of each leg from the normal of
//! the slope. Each foot is a contact with friction and without restitution. A step ends where the swinging foot strikes; that
//! the other one leaves then follows from the percussions. The walk becomes periodic by itself.
//!
//! Stiff legs of equal length cannot pass each other over a plane. Machines of this kind walk over tiles, laid like a chessboard:
//! where one foot stands, the other finds a hollow. So the ground under each foot is flat around every second footprint and
//! hollow between.
//!
//! T. McGeer (1990), A. Goswami et al., A study of the passive gait of a compass-like biped robot, IJRR 17 (1998): the parameters.

use extremal::prelude::*;

/// A compass with point masses in its legs and its hip.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, leg[2]),
    let hip = [x, y],
    let down = array(0..2, |i| -[sin(leg[i]), cos(leg[i])]),
    let knee = array(0..2, |i| hip + b * down[i]),
    let foot = array(0..2, |i| hip + (a + b) * down[i]),
    kinetic = 0.5 * m_hip * dt(hip).norm_squared() + sum(0..2, |i| 0.5 * m * dt(knee[i]).norm_squared()),
    let uphill = |r| r[1] * cos(slope) - r[0] * sin(slope),
    potential = g * (m_hip * uphill(hip) + m * (uphill(knee[0]) + uphill(knee[1]))),
    let hollow = |position| depth * max(0, -cos(PI * position / stride)),
    contact(feet, gap = [foot[0][1] + hollow(foot[0][0]), foot[1][1] + hollow(foot[1][0] - stride)],
        slip = [dt(foot[0][0]), dt(foot[1][0])], friction = mu),
    discretize(Moreau, SymmetricMoreau),
)]
pub(crate) struct Walker {
    pub(crate) m_hip: f64,
    /// The mass of a leg, a from the foot and b from the hip.
    pub(crate) m: f64,
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) g: f64,
    /// In radians.
    pub(crate) slope: f64,
    pub(crate) mu: f64,
    /// From tile to tile, those of both feet counted; and how deep the hollows are.
    pub(crate) stride: f64,
    pub(crate) depth: f64,
}

/// The walker of the literature on three degrees.
pub(crate) const WALKER: Walker = Walker {
    m_hip: 10.0,
    m: 5.0,
    a: 0.5,
    b: 0.5,
    g: 9.81,
    slope: 0.052_359_877_559_829_88,
    mu: 0.6,
    stride: 0.5354,
    depth: 0.02,
};

/// Just after a step, the first foot standing at the origin and the second one stride behind it. The angles, and the rates of
/// the standing and of the swinging leg, are about those of the periodic walk.
pub(crate) fn start() -> ([f64; 4], [f64; 4]) {
    let (angle, standing, swinging) = (0.27_f64, 1.09, 0.377);
    let (s, c) = angle.sin_cos();
    let hip = [-s, c];
    let rates = [c * standing, s * standing, standing, swinging];
    ([hip[0], hip[1], -angle, angle], rates)
}

/// Both feet: whether each has been lifted since it stood.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Feet {
    lifted: [bool; 2],
}

impl Feet {
    /// Whether a foot strikes at these gaps. A foot that stands may leave the ground by rounding: lifted is one by a centimetre.
    pub(crate) fn strike(&mut self, gaps: &[f64; 2]) -> bool {
        let mut strikes = false;
        for (lifted, gap) in self.lifted.iter_mut().zip(gaps) {
            *lifted |= *gap > 0.01;
            if *lifted && *gap <= 0.0 {
                *lifted = false;
                strikes = true;
            }
        }
        strikes
    }
}

fn main() -> Result<(), extremal::Error> {
    let (q, v) = start();
    let mut motion = Integrator::new(&WALKER, Moreau, 1e-4, q, v)?;
    let (mut feet, mut last) = (Feet::default(), 0.0);
    println!("    t   step takes   hip has walked   leg ahead");
    while motion.time() < 8.0 {
        motion.step()?;
        let State { t, q, .. } = motion.state();
        if feet.strike(&WALKER.gaps(t, &q)) {
            let ahead = q[2].min(q[3]).to_degrees().abs();
            println!("{t:6.3} {:10.3} s {:12.3} m {ahead:11.2}°", t - last, q[0]);
            last = t;
        }
    }
    Ok(())
}
