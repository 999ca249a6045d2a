//! Long runs with short steps, in which the rounding of sums is all that is seen, and sums that carry it on.
//!
//! Verlet keeps ½ p²/m + ½ k (1 − h²k/4m) x² of an oscillator exactly, and steps of order 8 keep the energy of a planet to less
//! than a rounding: what changes is rounding alone. Without compensation it is ε in each sum, with it h ε.

use extremal::prelude::*;

/// A mass on a spring.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    discretize(Verlet, Compensated<Verlet>),
)]
pub(crate) struct Oscillator {
    pub(crate) m: f64,
    pub(crate) k: f64,
}

impl Oscillator {
    /// What steps of Verlet with the length `h` keep.
    pub(crate) fn kept(&self, h: f64, q: f64, p: f64) -> f64 {
        let reduced = 1.0 - h * h * self.k / self.m / 4.0;
        0.5 * p * p / self.m + 0.5 * reduced * self.k * q * q
    }
}

/// A planet about a sun with GM = 1.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -1 / r.norm(),
    discretize(Verlet, Compensated<Verlet>, Midpoint, Compensated<Midpoint>),
)]
pub(crate) struct Planet;

/// The relative change of E after a number of steps of order 8, in roundings.
fn change<D>(scheme: D, steps: usize) -> Result<f64, extremal::Error>
where
    Planet:
        Discretize<D, Scalar = f64, Inputs = [f64; 0], Configuration = extremal::nalgebra::SVector<f64, 2>>,
{
    let mut motion = Integrator::new(Planet, scheme, 0.03, [1.0, 0.0], [0.0, 1.05])?;
    let energy = motion.energy();
    motion.step_many(steps)?;
    Ok((motion.energy() / energy - 1.0) / f64::EPSILON)
}

/// The same of what Verlet keeps of an oscillator.
fn change_of_oscillator<D>(scheme: D, steps: usize) -> Result<f64, extremal::Error>
where
    Oscillator: Discretize<
            D,
            Scalar = f64,
            Inputs = [f64; 0],
            Configuration = extremal::nalgebra::SVector<f64, 1>,
            Momentum = extremal::nalgebra::SVector<f64, 1>,
        >,
{
    let (system, h) = (Oscillator { m: 1.3, k: 0.7 }, 0.01);
    let mut motion = Integrator::new(system, scheme, h, [1.0], [0.3])?;
    let State { q, p, .. } = motion.state();
    let before = system.kept(h, q[0], p[0]);
    motion.step_many(steps)?;
    let State { q, p, .. } = motion.state();
    Ok((system.kept(h, q[0], p[0]) / before - 1.0) / f64::EPSILON)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("change of what Verlet keeps in roundings after 100 000 steps");
    println!("plain:           {:8.1}", change_of_oscillator(Verlet, 100_000)?);
    println!(
        "compensated:     {:8.1}",
        change_of_oscillator(Compensated(Verlet), 100_000)?
    );
    println!("change of E in roundings after 10 000 steps of order 8");
    println!(
        "around Verlet:   {:8.1}",
        change(Composition::<8, _>(Verlet), 10_000)?
    );
    println!(
        "  compensated:   {:8.1}",
        change(Composition::<8, _>(Compensated(Verlet)), 10_000)?
    );
    println!(
        "around Midpoint: {:8.1}",
        change(Composition::<8, _>(Midpoint), 10_000)?
    );
    println!(
        "  compensated:   {:8.1}",
        change(Composition::<8, _>(Compensated(Midpoint)), 10_000)?
    );
    Ok(())
}
