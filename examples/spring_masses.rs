//! Two masses with a spring in the plane: symmetries, and the momenta that they imply.
//!
//! Two free point masses at a and b, with a spring of stiffness c and length l₀ between them:
//!
//! ```text
//! L = ½ m₁ |ȧ|² + ½ m₂ |ḃ|² − ½ c (|b − a| − l₀)²
//! ```
//!
//! L does not change when both masses are translated, or when both are rotated. So, by Noether's theorem, the total momentum
//! and the total angular momentum are constant. The discrete action has the same symmetries for all shape functions and
//! quadratures. So the variational schemes conserve both to rounding.
//!
//! ```text
//! P = p_a + p_b,   D = a × p_a + b × p_b
//! ```

use extremal::prelude::*;

/// Two masses and the spring between them.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * m[0] * dt(a).norm_squared() + 0.5 * m[1] * dt(b).norm_squared(),
    potential = 0.5 * c * ((b - a).norm() - rest_length).powi(2),
    discretize(Verlet, Midpoint, Galerkin<1, Left>, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>,
        Galerkin<2, Trapezoid<2>, Gauss<2>>, Galerkin<3, Gauss<3>>),
)]
pub(crate) struct SpringMasses {
    pub(crate) m: [f64; 2],
    /// The spring's stiffness.
    pub(crate) c: f64,
    /// l₀
    pub(crate) rest_length: f64,
}

fn main() -> Result<(), extremal::Error> {
    let system = SpringMasses {
        m: [1.0, 2.0],
        c: 20.0,
        rest_length: 1.0,
    };
    let (q, v) = ([0.0, 0.0, 1.2, 0.0], [0.3, -1.5, 0.1, 1.0]);
    let mut motion = Integrator::new(&system, Verlet, 0.05, q, v)?;
    println!("    t         momentum        angular momentum    energy");
    for _ in 0..=10 {
        let State { t, q, p } = motion.state();
        let angular = q[0] * p[1] - q[1] * p[0] + q[2] * p[3] - q[3] * p[2];
        let (x, y, energy) = (p[0] + p[2], p[1] + p[3], motion.energy());
        println!("{t:5.1} {x:12.9} {y:12.9} {angular:14.9} {energy:12.6}");
        for _ in 0..200 {
            motion.step()?;
        }
    }
    Ok(())
}
