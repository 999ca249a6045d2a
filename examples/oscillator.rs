//! A mass on a spring: elements of degree one and two, compared with the exact motion.
//!
//! ```text
//! L = ½ m q̇² − ½ c q²     and so     m q̈ = −c q,   q = q₀ cos ωt + v₀/ω sin ωt,   ω² = c/m
//! ```
//!
//! The Lagrangian of an element is a polynomial in time here. `Galerkin<1, Gauss<2>>` and `Galerkin<2, Gauss<3>>`
//! integrate it exactly, so the remaining error is that of the shape functions. `Verlet` and `Midpoint` use rules of
//! lower degree. If the step is halved, the errors of the first three schemes fall to a quarter, and that of the last to
//! a sixteenth.

use extremal::prelude::*;

/// A mass on a spring.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q),
    kinetic = 0.5 * m * dt(q).powi(2),
    potential = 0.5 * c * q.powi(2),
    discretize(
        Verlet, Midpoint, Galerkin<1, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Trapezoid<2>, Gauss<2>>
    ),
)]
pub(crate) struct Oscillator {
    pub(crate) m: f64,
    pub(crate) c: f64,
}

impl Oscillator {
    /// The exact q(t).
    pub(crate) fn exact(&self, q0: f64, v0: f64, t: f64) -> f64 {
        let frequency = (self.c / self.m).sqrt();
        let (sin, cos) = (frequency * t).sin_cos();
        q0 * cos + v0 / frequency * sin
    }
}

fn main() -> Result<(), extremal::Error> {
    println!("step size      Verlet    Midpoint  Galerkin<1>  Galerkin<2>   error of q after 10 s");
    for steps in [25, 50, 100, 200] {
        println!(
            "    {:<5}  {:>10.2e}  {:>10.2e}  {:>11.2e}  {:>11.2e}",
            10.0 / f64::from(steps),
            error(Verlet, steps)?,
            error(Midpoint, steps)?,
            error(Galerkin::<1, Gauss<2>>::default(), steps)?,
            error(Galerkin::<2, Gauss<3>>::default(), steps)?,
        );
    }
    Ok(())
}

/// The error after ten seconds, in a function that is generic over the scheme.
fn error<D>(scheme: D, steps: i32) -> Result<f64, extremal::Error>
where
    Oscillator: Discretize<D>,
{
    let oscillator = Oscillator { m: 1.0, c: 1.0 };
    let h = 10.0 / f64::from(steps);
    let mut motion = Integrator::new(oscillator, scheme, h, [0.5], [0.5])?;
    for _ in 0..steps {
        motion.step()?;
    }
    Ok((motion.state().q[0] - oscillator.exact(0.5, 0.5, 10.0)).abs())
}
