//! Reference motions: Kepler's ellipse in closed form, and the pendulum by elements of degree six.
//!
//! Does not know the methods that are compared with them.

use extremal::schemes::{Galerkin, Gauss};
use extremal::{Error, StateOf, Trajectory};

use crate::elements::{Runs, run};

/// Elements of degree six, of order twelve.
pub type Sixth = Galerkin<6, Gauss<6>>;

/// The motion by elements of degree six, with one additional element, because the last node of another run may be an ulp later.
///
/// Inside elements the order is only seven, so the steps have to be a hundred times shorter than the time scale of the motion.
pub fn fine<S: Runs<Sixth>>(
    system: S,
    start: StateOf<S>,
    span: f64,
    steps: usize,
) -> Result<Trajectory<S, Sixth>, Error> {
    run(system, Sixth::default(), span / steps as f64, start, steps + 1)
}

/// The ellipse of r̈ = −μ r/|r|³ from its farthest point, (r, 0), with velocity (0, v).
///
/// ```text
/// a = 1/(2/r − v²/μ),   ε = r/a − 1,   E − ε sin E = π + √(μ/a³) t,   r(t) = −(a (cos E − ε), b sin E)
/// ```
///
/// a is the half axis, b = a √(1 − ε²), ε the eccentricity, E the eccentric anomaly: Kepler's equation.
#[derive(Debug)]
pub struct Ellipse {
    semi_axis: f64,
    eccentricity: f64,
    frequency: f64,
}

impl Ellipse {
    /// The ellipse of μ, r and v.
    pub fn new(mu: f64, r: f64, v: f64) -> Self {
        let semi_axis = 1.0 / (2.0 / r - v * v / mu);
        Self {
            semi_axis,
            eccentricity: r / semi_axis - 1.0,
            frequency: (mu / semi_axis.powi(3)).sqrt(),
        }
    }

    /// The time of a revolution.
    pub fn period(&self) -> f64 {
        std::f64::consts::TAU / self.frequency
    }

    /// The place at a time.
    pub fn at(&self, t: f64) -> [f64; 2] {
        let (a, eccentricity) = (self.semi_axis, self.eccentricity);
        let mean = std::f64::consts::PI + self.frequency * t;
        let mut anomaly = mean;
        // Newton's method on a function whose slope is between 1 − ε and 1 + ε. For ε < ½ it converges quadratically from the
        // start, and reaches rounding after six iterations.
        for _ in 0..8 {
            let (sin, cos) = anomaly.sin_cos();
            anomaly -= (anomaly - eccentricity * sin - mean) / (1.0 - eccentricity * cos);
        }
        let b = a * (1.0 - eccentricity * eccentricity).sqrt();
        [-a * (anomaly.cos() - eccentricity), -b * anomaly.sin()]
    }
}
