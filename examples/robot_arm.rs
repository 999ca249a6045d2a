//! A six-axis arm with full tensors of inertia, from its table of Denavit–Hartenberg numbers.
//!
//! Axis i turns link i by the angle `q[i]` about the z axis of the frame before. A row of `table` lists, for one link, the offset d
//! along that axis, the length a to the next one, and cosine and sine of the twist α between them. Three scans go along the arm:
//! angular velocity ω and velocity v of each frame, and the vertical direction with the height, all in the axes of the link.
//!
//! ```text
//! ωᵢ = Rᵢᵀ (ωᵢ₋₁ + q̇ᵢ z),   vᵢ = Rᵢᵀ vᵢ₋₁ + ωᵢ × sᵢ,   sᵢ = (a, d sin α, d cos α),   Rᵢ = R_z(qᵢ) R_x(αᵢ)
//! T = Σ ½ mᵢ |vᵢ|² + mᵢ vᵢ · (ωᵢ × cᵢ) + ½ ωᵢ · Jᵢ ωᵢ,   V = g Σ mᵢ (height of cᵢ)
//! ```
//!
//! cᵢ is the centre of mass and Jᵢ the tensor of inertia about the origin of the frame, both in the axes of the link.

use extremal::prelude::*;

/// Six links, one after the other, each turned by a motor.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[6]),
    inputs(u[6]),
    let table = [[0.4, 0.18, 0, -1], [0, 0.6, 1, 0], [0, 0.12, 0, -1], [0.62, 0, 0, 1], [0, 0, 0, -1], [0.115, 0, 1, 0]],
    let turned = |x, angle, dh| {
        let y = [cos(angle) * x[0] + sin(angle) * x[1], cos(angle) * x[1] - sin(angle) * x[0]];
        [y[0], dh[2] * y[1] + dh[3] * x[2], dh[2] * x[2] - dh[3] * y[1]]
    },
    let offset = array(0..6, |i| [table[i][1], table[i][0] * table[i][3], table[i][0] * table[i][2]]),
    let motion = scan(0..6, [[0, 0, 0], [0, 0, 0]], |before, i| {
        let w = turned(before[0] + [0, 0, dt(q[i])], q[i], table[i]);
        [w, turned(before[1], q[i], table[i]) + w.cross(offset[i])]
    }),
    let up = scan(0..6, [0, 0, 1], |before, i| turned(before, q[i], table[i])),
    let height = scan(0..6, 0, |before, i| before + up[i].dot(offset[i])),
    kinetic = sum(0..6, |i| 0.5 * m[i] * motion[i][1].norm_squared() + m[i] * motion[i][1].dot(motion[i][0].cross(center[i]))
        + 0.5 * motion[i][0].dot(inertia[i] * motion[i][0])),
    potential = g * sum(0..6, |i| m[i] * (height[i] + up[i].dot(center[i]))),
    force(q = u),
    output(tip_height = height[5]),
    discretize(Midpoint),
)]
pub(crate) struct RobotArm {
    /// kg
    pub(crate) m: [f64; 6],
    /// cᵢ, m
    pub(crate) center: [[f64; 3]; 6],
    /// Jᵢ, kg m²
    pub(crate) inertia: [[[f64; 3]; 3]; 6],
    /// m/s²
    pub(crate) g: f64,
}

impl RobotArm {
    /// Six rods of uniform density with the given masses and half lengths along their x axes.
    pub(crate) fn of_rods(masses: [f64; 6], half_lengths: [f64; 6]) -> Self {
        let tensor = |i: usize| {
            let (m, s) = (masses[i], half_lengths[i]);
            [
                [0.002 * m, 0.0, 0.0],
                [0.0, (4.0 / 3.0 * s * s + 0.002) * m, 0.0],
                [0.0, 0.0, (4.0 / 3.0 * s * s + 0.002) * m],
            ]
        };
        Self {
            m: masses,
            center: half_lengths.map(|s| [-s, 0.0, 0.0]),
            inertia: core::array::from_fn(tensor),
            g: 9.81,
        }
    }
}

fn main() -> Result<(), extremal::Error> {
    let arm = RobotArm::of_rods(
        [12.0, 9.0, 5.0, 3.0, 1.5, 0.5],
        [0.1, 0.3, 0.06, 0.05, 0.04, 0.03],
    );
    let start = [0.1, -1.2, 0.4, 0.3, -0.5, 0.2];
    let mut motion = Integrator::new(&arm, Midpoint, 1e-3, start, [0.0; 6])?;
    let energy = motion.energy();
    println!("    t   height of the tip   energy error");
    for _ in 0..10 {
        for _ in 0..100 {
            motion.step_with([0.0; 6])?;
        }
        let State { t, q, .. } = motion.state();
        let tip = arm.tip_height(t, &q, &motion.velocity()?);
        println!("{t:5.1} {tip:14.3}          {:+.1e}", motion.energy() - energy);
    }
    Ok(())
}
