//! The woodpecker toy: a bird on a spring that pecks its way down a pole.
//!
//! A sleeve with play on a pole carries a bird by a spring. Their coordinates are the height y of the sleeve and the angles of
//! sleeve and bird. The sleeve tilts and jams on the pole; the bird swings back, its beak hits the pole, and the sleeve comes
//! free and slides down a little, again and again with a period of 0.146 s.
//!
//! ```text
//! T = ½ m_M ẏ² + ½ J_M φ̇_M² + ½ m_S (ẏ + l_M φ̇_M + l_G φ̇_S)² + ½ J_S φ̇_S²
//! V = g (m_M y + m_S (y + l_M φ_M + l_G φ_S)) + ½ c (φ_M − φ_S)²
//! ```
//!
//! Three contacts with the pole have friction: the beak, and the lower and upper edges of the sleeve. The angles are small: gaps
//! and slips are linear in them.
//!
//! C. Glocker (1995), R. I. Leine et al. (2001): the parameters and the start.

use extremal::StateOf;
use extremal::drive::ContactChange;
use extremal::prelude::*;

/// The sleeve (M) and the bird (S, for German Specht). Lengths, masses and inertias of the literature, in SI units.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(y, sleeve, bird),
    let height = y + l_m * sleeve + l_g * bird,
    kinetic = 0.5 * (m_m * dt(y).powi(2) + j_m * dt(sleeve).powi(2) + m_s * dt(height).powi(2) + j_s * dt(bird).powi(2)),
    potential = g * (m_m * y + m_s * height) + 0.5 * c * (sleeve - bird).powi(2),
    let along = dt(y) + r_m * dt(sleeve),
    contact(beak, gap = l_m + l_g - l_s - r_0 - h_s * bird, slip = dt(y) + l_m * dt(sleeve) + (l_g - l_s) * dt(bird),
        friction = mu, restitution = 0.5),
    contact(lower, gap = r_m - r_0 + h_m * sleeve, slip = along, friction = mu),
    contact(upper, gap = r_m - r_0 - h_m * sleeve, slip = along, friction = mu),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
pub(crate) struct Woodpecker {
    pub(crate) m_m: f64,
    pub(crate) j_m: f64,
    pub(crate) m_s: f64,
    pub(crate) j_s: f64,
    /// The stiffness of the spring between sleeve and bird, N m.
    pub(crate) c: f64,
    pub(crate) g: f64,
    /// The radius of the pole.
    pub(crate) r_0: f64,
    /// The inner radius of the sleeve, and half its height.
    pub(crate) r_m: f64,
    pub(crate) h_m: f64,
    /// From the sleeve to the spring, and on to the bird's centre of mass.
    pub(crate) l_m: f64,
    pub(crate) l_g: f64,
    /// The place of the beak.
    pub(crate) h_s: f64,
    pub(crate) l_s: f64,
    pub(crate) mu: f64,
}

/// The toy of the literature.
pub(crate) const TOY: Woodpecker = Woodpecker {
    m_m: 3e-4,
    j_m: 5e-9,
    m_s: 4.5e-3,
    j_s: 7e-7,
    c: 5.6e-3,
    g: 9.81,
    r_0: 2.5e-3,
    r_m: 3.1e-3,
    h_m: 5.8e-3,
    l_m: 0.010,
    l_g: 0.015,
    h_s: 0.020,
    l_s: 0.0201,
    mu: 0.3,
};

impl Woodpecker {
    /// The start of the literature, shortly before the sleeve jams. Its digits put an edge of the sleeve into the pole by less
    /// than a thousandth of a millimetre, which `Integrator::new` would refuse.
    pub(crate) fn start(&self) -> StateOf<Self> {
        let (q, v) = ([0.0, -0.1036, -0.2788].into(), [-0.3411, 0.0, -7.4583].into());
        let p = self.momentum(0.0, &q, &v);
        State { t: 0.0, q, p }
    }
}

fn main() -> Result<(), extremal::Error> {
    let mut motion = Integrator::from_state(&TOY, Moreau, 1e-5, TOY.start())?;
    let mut before = None;
    println!("      t   what happens");
    while motion.time() < 0.3 {
        let report = motion.step()?;
        for event in report.events(before.as_ref()) {
            // Gaps of zero open and close by rounding; the sleeve's impacts tell when it jams.
            let is_peck = event.contact == "beak" && event.change == ContactChange::Closing;
            let is_jam = event.contact == "lower" && event.change == ContactChange::SlipToStick;
            if is_peck || is_jam {
                let height = 1e3 * report.right.q[0];
                println!(
                    "{:8.4} s {}: {}, {height:.1} mm",
                    event.t, event.contact, event.change
                );
            }
        }
        before = Some(report);
    }
    Ok(())
}
