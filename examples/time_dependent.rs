//! Damping and forcing, declared in two ways: as forces, and in a Lagrangian that depends on time.
//!
//! Two masses between two walls, with three equal springs and three equal dampers. A force acts on the first mass. Forces
//! without a potential are declared in addition to the energies:
//!
//! ```text
//! T = ½ (ẋ₀² + ẋ₁²),   V = ½ c [x₀² + (x₁ − x₀)² + x₁²],   R = ½ d [ẋ₀² + (ẋ₁ − ẋ₀)² + ẋ₁²],   f = (F cos Ω t, 0)
//! ```
//!
//! For one mass there is another way (B. D. Vujanović; D. Kern, lectures, 2016): Lagrangians without any force whose
//! equations of motion are those of the damped and of the forced oscillator.
//!
//! ```text
//! ẍ + 2 D ẋ + ω² x = 0         L = ½ (ẋ² − ω² x²) e^(2 D t)
//! ẍ + ω² x = a cos Ω t         L = ½ (ẋ − ẏ)² − ½ ω² (x − y)²,   y = a cos(Ω t)/(ω² − Ω²)
//! ```
//!
//! Their momenta are not m ẋ but p = ẋ e^(2Dt) and p = ẋ − ẏ. In a formula t is a symbol like any other.

use extremal::prelude::*;

/// Two unit masses between two walls, damped and forced.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x[2]),
    let middle = x[1] - x[0],
    kinetic = 0.5 * dt(x).norm_squared(),
    potential = 0.5 * c * (x.norm_squared() + middle.powi(2)),
    dissipation = 0.5 * d * (dt(x).norm_squared() + dt(middle).powi(2)),
    force(x[0] = amplitude * cos(frequency * t)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct ForcedChain {
    pub(crate) c: f64,
    pub(crate) d: f64,
    pub(crate) amplitude: f64,
    pub(crate) frequency: f64,
}

/// A damped oscillator: its Lagrangian grows with time.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    lagrangian = 0.5 * (dt(x).powi(2) - omega.powi(2) * x.powi(2)) * exp(2 * damping * t),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct GrowingLagrangian {
    pub(crate) omega: f64,
    /// D
    pub(crate) damping: f64,
}

/// A forced oscillator: its Lagrangian is that of an oscillation about the moving point y(t).
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    let place = amplitude * cos(frequency * t) / (omega.powi(2) - frequency.powi(2)),
    lagrangian = 0.5 * dt(x - place).powi(2) - 0.5 * omega.powi(2) * (x - place).powi(2),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct MovingLagrangian {
    pub(crate) omega: f64,
    pub(crate) amplitude: f64,
    pub(crate) frequency: f64,
}

fn main() -> Result<(), extremal::Error> {
    let damped = GrowingLagrangian {
        omega: 1.0,
        damping: 0.05,
    };
    let forced = MovingLagrangian {
        omega: 1.0,
        amplitude: 1.0,
        frequency: 1.7,
    };
    let mut damped = Integrator::new(damped, Midpoint, 0.01, [1.0], [0.0])?;
    let mut forced = Integrator::new(forced, Midpoint, 0.01, [0.0], [0.0])?;
    // Near the resonance of the first mode, in which both masses move alike.
    let chain = ForcedChain {
        c: 1.0,
        d: 0.1,
        amplitude: 1.0,
        frequency: 0.9,
    };
    let mut chain = Integrator::new(chain, Midpoint, 0.01, [0.0, 0.0], [0.0, 0.0])?;
    let rate = f64::sqrt(1.0 - 0.05 * 0.05);
    println!("        damped                forced               chain");
    println!("    t   computed   exact      computed   exact         x₀        x₁");
    for _ in 0..10 {
        for _ in 0..200 {
            damped.step()?;
            forced.step()?;
            chain.step()?;
        }
        let t = damped.time();
        let (sin, cos) = (rate * t).sin_cos();
        println!(
            "{t:5.1} {:10.6} {:10.6} {:10.6} {:10.6} {:10.6} {:10.6}",
            damped.state().q[0],
            (-0.05 * t).exp() * (cos + 0.05 / rate * sin),
            forced.state().q[0],
            ((1.7 * t).cos() - t.cos()) / (1.0 - 1.7 * 1.7),
            chain.state().q[0],
            chain.state().q[1],
        );
    }
    Ok(())
}
