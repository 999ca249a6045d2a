//! A table that is thrown on its feet: it lands on one of them, slides, tips back, and comes to rest on all four.
//!
//! Four feet are one more than a table needs, and eight components of friction are six more. Which foot carries how much is not
//! determined; that the table rests is. Its orientation is a unit quaternion e, which turns the axes of the table into those of
//! the room:
//!
//! ```text
//! kinetic energy = m/2 |v|² + ½ ω·J ω,   ω = 2 G(e) ė in the axes of the table
//! foot i is at r + R(e) sᵢ,   gap = its height,   slip = its velocity along the floor
//! ```

use extremal::prelude::*;

/// A rigid table on a floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3], e[4]),
    constraint(unit = e.norm_squared() - 1),
    let spin = [
        2 * (e[0] * dt(e[1]) - e[1] * dt(e[0]) - e[2] * dt(e[3]) + e[3] * dt(e[2])),
        2 * (e[0] * dt(e[2]) - e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[1] * dt(e[3])),
        2 * (e[0] * dt(e[3]) - e[3] * dt(e[0]) - e[1] * dt(e[2]) + e[2] * dt(e[1])),
    ],
    kinetic = 0.5 * m * dt(r).norm_squared()
        + 0.5 * (inertia[0] * spin[0].powi(2) + inertia[1] * spin[1].powi(2) + inertia[2] * spin[2].powi(2))
        + 0.5 * scale * (e[0] * dt(e[0]) + e[1] * dt(e[1]) + e[2] * dt(e[2]) + e[3] * dt(e[3])).powi(2),
    potential = m * g * r[2],
    let sides = [1, 1, -1, -1],
    let ends = [1, -1, -1, 1],
    let foot = array(0..4, |i| [
        r[0] + (1 - 2 * (e[2].powi(2) + e[3].powi(2))) * sides[i] * width + 2 * (e[1] * e[2] - e[0] * e[3]) * ends[i] * depth
            - 2 * (e[1] * e[3] + e[0] * e[2]) * height,
        r[1] + 2 * (e[1] * e[2] + e[0] * e[3]) * sides[i] * width + (1 - 2 * (e[1].powi(2) + e[3].powi(2))) * ends[i] * depth
            - 2 * (e[2] * e[3] - e[0] * e[1]) * height,
        r[2] + 2 * (e[1] * e[3] - e[0] * e[2]) * sides[i] * width + 2 * (e[2] * e[3] + e[0] * e[1]) * ends[i] * depth
            - (1 - 2 * (e[1].powi(2) + e[2].powi(2))) * height,
    ]),
    contact(feet, gap = array(0..4, |i| foot[i][2]), slip = array(0..4, |i| [dt(foot[i][0]), dt(foot[i][1])]),
        friction = mu, restitution = rebound),
    discretize(NonsmoothMidpoint)
)]
pub(crate) struct Table {
    pub(crate) m: f64,
    /// About its own axes through the centre of mass.
    pub(crate) inertia: [f64; 3],
    /// A mass for the length of e, which the constraint keeps: any number above zero gives the same motion.
    pub(crate) scale: f64,
    pub(crate) g: f64,
    /// Half the distances of the feet, and how far below the centre of mass they are.
    pub(crate) width: f64,
    pub(crate) depth: f64,
    pub(crate) height: f64,
    pub(crate) mu: f64,
    pub(crate) rebound: f64,
}

/// A dining table.
pub(crate) const TABLE: Table = Table {
    m: 20.0,
    inertia: [2.6, 4.4, 5.2],
    scale: 4.0,
    g: 9.81,
    width: 0.7,
    depth: 0.45,
    height: 0.6,
    mu: 0.4,
    rebound: 0.2,
};

/// The start of a throw: over the floor and tilted; forward and with spin.
pub(crate) fn thrown() -> ([f64; 7], [f64; 7]) {
    // A turn by 0.24 about an axis near the length of the table.
    let axis = [0.8, 0.36, 0.48];
    let (sin, cos) = 0.12_f64.sin_cos();
    let e = [cos, sin * axis[0], sin * axis[1], sin * axis[2]];
    // ė = ½ e ∘ ω
    let w = [0.3, -0.2, 1.5];
    let rate = [
        -0.5 * (e[1] * w[0] + e[2] * w[1] + e[3] * w[2]),
        0.5 * (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]),
        0.5 * (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]),
        0.5 * (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]),
    ];
    let q = [0.0, 0.0, 0.9, e[0], e[1], e[2], e[3]];
    (q, [1.2, 0.3, 0.0, rate[0], rate[1], rate[2], rate[3]])
}

fn main() -> Result<(), extremal::Error> {
    let (q, v) = thrown();
    let mut motion = Integrator::new(TABLE, NonsmoothMidpoint, 1e-3, q, v)?;
    println!("   t   height    energy   closed feet   fastest");
    for _ in 0..12 {
        let mut closed = 0;
        for _ in 0..250 {
            let report = motion.step()?;
            closed = report.contacts().filter(|contact| contact.is_closed).count();
        }
        let fastest = motion.velocity()?.amax();
        println!(
            "{:5.2} {:7.4} {:9.4} {closed:13} {fastest:9.1e}",
            motion.time(),
            motion.state().q[2],
            motion.energy()
        );
    }
    Ok(())
}
