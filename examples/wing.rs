//! A wing section on two springs, with a measured table of lift: flutter, and the limit cycle in which stall ends it.
//!
//! The section plunges by z, upwards, and pitches by α about its elastic axis, nose up. Its centre of mass lies d behind that axis,
//! and the lift acts e before it. C(β) is the lift coefficient at the incidence β, a cubic spline through a table.
//!
//! ```text
//! T = ½ m |ċ|² + ½ J α̇²,   c = (d cos α, z − d sin α)        V = ½ k z² + ½ κ α²        R = ½ b ż² + ½ β α̇²
//! lift = ½ ρ U² S C(α − ż/U)        f = lift in z, e lift in α
//! ```
//!
//! Plunging up lowers the incidence, which damps. But pitch and plunge, coupled by d, can move so that the lift does work on them.
//! That is flutter; it begins at the speed where the linear equations have undamped oscillations. A larger oscillation stalls, the
//! lift does less work, and at some amplitude no more than the dampers take.
//!
//! (E. H. Dowell, *A Modern Course in Aeroelasticity*, 5th edition, Springer, 2015, section 3.2, quasi-steady forces.)

use extremal::function::{Axis, Outside, Spline, SplineError};
use extremal::prelude::*;

/// A wing section in a wind tunnel.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(z, alpha),
    let center = [d * cos(alpha), z - d * sin(alpha)],
    let lift = 0.5 * density * speed.powi(2) * area * coefficient(alpha - dt(z) / speed),
    kinetic = 0.5 * m * dt(center).norm_squared() + 0.5 * inertia * dt(alpha).powi(2),
    potential = 0.5 * stiffness[0] * z.powi(2) + 0.5 * stiffness[1] * alpha.powi(2),
    dissipation = 0.5 * damping[0] * dt(z).powi(2) + 0.5 * damping[1] * dt(alpha).powi(2),
    force(z = lift, alpha = e * lift),
    output(
        power = lift * (dt(z) + e * dt(alpha)),
        loss = damping[0] * dt(z).powi(2) + damping[1] * dt(alpha).powi(2),
    ),
    discretize(Midpoint),
)]
pub(crate) struct Wing {
    /// kg
    pub(crate) m: f64,
    /// J about the centre of mass, kg m²
    pub(crate) inertia: f64,
    /// m
    pub(crate) d: f64,
    /// m
    pub(crate) e: f64,
    /// N/m and N m
    pub(crate) stiffness: [f64; 2],
    /// N s/m and N m s
    pub(crate) damping: [f64; 2],
    /// ρ, kg/m³
    pub(crate) density: f64,
    /// U, m/s
    pub(crate) speed: f64,
    /// S, m²
    pub(crate) area: f64,
    /// C(β)
    pub(crate) coefficient: Spline<[f64; 15]>,
}

/// The table of a symmetric section that stalls at 15°: incidences in rad, and lift coefficients.
pub(crate) const TABLE: [(f64, f64); 8] = [
    (0.0, 0.0),
    (0.1, 0.6),
    (0.2, 1.15),
    (0.26, 1.3),
    (0.32, 1.2),
    (0.4, 1.0),
    (0.5, 0.95),
    (0.6, 0.95),
];

impl Wing {
    /// The section at a speed of the air in m/s.
    pub(crate) fn at(speed: f64) -> Result<Self, SplineError> {
        // Row 7 is the middle of the whole table; C is odd.
        let row = |i: usize| {
            let (incidence, lift) = TABLE[i.abs_diff(7)];
            if i < 7 {
                (-incidence, -lift)
            } else {
                (incidence, lift)
            }
        };
        let incidences = Axis::new(core::array::from_fn(|i| row(i).0)).outside(Outside::Held);
        Ok(Self {
            m: 3.0,
            inertia: 0.02,
            d: 0.04,
            e: 0.027,
            stiffness: [600.0, 10.0],
            damping: [3.0, 0.03],
            density: 1.225,
            speed,
            area: 0.162,
            coefficient: Spline::new(incidences, core::array::from_fn(|i| row(i).1))?,
        })
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let h = 1e-3;
    println!("     speed   growth of a small motion   pitch after a minute   frequency");
    for speed in [8.0, 9.0, 10.0, 11.0, 12.0] {
        let wing = Wing::at(speed)?;
        let still = Integrator::new(wing, Midpoint, h, [0.0, 0.0], [0.0, 0.0])?;
        let growth = still.amplification()?.spectral_radius().ln() / h;

        let mut motion = Integrator::new(wing, Midpoint, h, [0.0, 0.02], [0.0, 0.0])?;
        motion.run(60_000)?;
        let (mut pitch, mut turns) = (0.0_f64, 0);
        for _ in 0..10_000 {
            let before = motion.state().q[1];
            motion.step()?;
            let after = motion.state().q[1];
            pitch = pitch.max(after.abs());
            turns += u32::from(before < 0.0 && after >= 0.0);
        }
        let frequency = f64::from(turns) / 10.0;
        println!("{speed:6} m/s {growth:+21.2} 1/s {pitch:19.4} rad {frequency:8.1} Hz");
    }

    let wing = Wing::at(12.0)?;
    let mut motion = Integrator::new(wing, Midpoint, h, [0.0, 0.02], [0.0, 0.0])?;
    motion.run(60_000)?;
    let (start, mut work, mut losses) = (motion.energy(), 0.0, 0.0);
    for _ in 0..10_000 {
        motion.step()?;
        let State { t, q, .. } = motion.state();
        let v = motion.velocity()?;
        work += h * wing.power(t, &q, &v);
        losses += h * wing.loss(t, &q, &v);
    }
    println!(
        "in ten seconds of the limit cycle at 12 m/s the lift does {work:.3} J, the dampers take {losses:.3} J, and {:.3} J remain",
        motion.energy() - start
    );
    Ok(())
}
