//! Constraints and energy over a hundred thousand steps, and for steps too short for differences of nodes.

use extremal::blocks::Block;
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::Tied;
use crate::motion::{Made, made};
use crate::support::by_hand::{dot, gradient};
use crate::systems::{Bead, MassSpring, Sphere};

/// The sum of the absolute terms of each constraint there.
trait Terms: Tied {
    fn terms(&self, q: &[f64]) -> f64;

    /// The rate of change of g over the step, without a difference of g.
    fn rate(&self, made: &Made) -> f64;
}

impl Terms for Sphere<f64> {
    fn terms(&self, q: &[f64]) -> f64 {
        0.5 * (dot(q, q) + 1.0)
    }

    fn rate(&self, made: &Made) -> f64 {
        let ends = made.start.q.iter().zip(&made.end.q);
        let middle: Vec<f64> = ends.map(|(a, b)| 0.5 * (a + b)).collect();
        dot(&middle, &made.middle)
    }
}

impl Terms for MassSpring<f64> {
    fn terms(&self, q: &[f64]) -> f64 {
        q[0].abs() + q[1].abs() + self.w
    }

    fn rate(&self, made: &Made) -> f64 {
        made.middle[1] - made.middle[0]
    }
}

impl Terms for Bead<f64> {
    fn terms(&self, q: &[f64]) -> f64 {
        q[1].abs() + q[0].powi(4) + q[0].powi(2)
    }

    /// a⁴ − b⁴ = (a² + b²)(a + b)(a − b)
    fn rate(&self, made: &Made) -> f64 {
        let (a, b) = (made.end.q[0], made.start.q[0]);
        made.middle[1] + ((a + b) - (a * a + b * b) * (a + b)) * made.middle[0]
    }
}

/// The largest change of E since the start.
fn stays<S, C>(system: S, motion: &mut Integrator<S, Livens>, rounds: usize, speed: f64) -> f64
where
    S: Terms
        + Copy
        + VectorSpace<Scalar = f64, Inputs = [f64; 0]>
        + Discretize<Livens, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let start = motion.energy();
    let mut drift = 0.0_f64;
    for _ in 0..rounds {
        for step in made(motion, 1000, []) {
            let g = system.constraints(0.0, &step.end.q)[0];
            let size = system.terms(&step.end.q);
            assert!(
                g.abs() <= 16.0 * f64::EPSILON * size,
                "g at {}: {g:e} of {size}",
                step.t
            );
            // The report agrees to the rounding of its terms.
            assert!((step.levels[0][0] - g).abs() <= 4.0 * f64::EPSILON * size);
            let rate = system.rate(&step);
            // Rounding of velocities of this size.
            assert!(rate.abs() <= 1e-13 * speed, "rate at {}: {rate:e}", step.t);
            let slopes = gradient(|q| system.constraints(0.0.into(), q)[0], &step.end.q);
            let hidden = dot(&slopes, &step.end.v);
            // Products of slopes and velocities up to four.
            assert!((step.levels[1][0] - hidden).abs() <= 64.0 * f64::EPSILON);
            drift = drift.max((step.energies[1] - start).abs());
        }
    }
    drift
}

const SPHERE: Sphere<f64> = Sphere { m: 1.0, g: 9.81 };
const SPRINGS: MassSpring<f64> = MassSpring {
    m: [2.0, 1.0],
    c: 0.5,
    stiff: 1.0,
    w: 1.1,
};
const BEAD: Bead<f64> = Bead { k: 0.5, g: 9.81 };

/// The effect of rounding on E in 1e5 steps: a random walk of √1e5 = 316 roundings of terms of size 20, ten of them per step.
const WALK: f64 = 1e-11;

#[test]
fn a_hundred_thousand_steps_stay_on_constraints() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(SPHERE, Livens, 0.01, [0.6, 0.0, -0.8], [0.4, 1.5, 0.3])?;
    let drift = stays(SPHERE, &mut motion, 100, 1.0);
    assert!(drift < WALK, "{drift:e}");
    let mut motion = Integrator::new(SPRINGS, Livens, 0.1, [0.0, 1.1, 0.0], [1.0, 1.0, -1.0])?;
    let drift = stays(SPRINGS, &mut motion, 100, 1.0);
    assert!(drift < WALK, "{drift:e}");
    Ok(())
}

/// At h = 1e-8 the rounding of a position of size one is 2e-8 of its change at a velocity of size one.
#[test]
fn small_steps_stay_on_constraints() -> Result<(), extremal::Error> {
    for h in [0.05, 1e-3, 1e-5, 1e-8] {
        let mut motion = Integrator::new(SPHERE, Livens, h, [0.6, 0.0, -0.8], [0.4, 1.5, 0.3])?;
        stays(SPHERE, &mut motion, 1, 1.0);
        let mut motion = Integrator::new(BEAD, Livens, h, [0.5, -0.1875], [0.8, -0.4])?;
        stays(BEAD, &mut motion, 1, 1.0);
    }
    Ok(())
}

/// ∂g/∂q·v is zero at the start, and of second order in h afterwards: 6.7e-4 at h = 0.01.
#[test]
fn the_hidden_constraint_holds_to_second_order_at_nodes() -> Result<(), extremal::Error> {
    let worst = |h: f64, steps: usize| -> Result<f64, extremal::Error> {
        let mut motion = Integrator::new(SPHERE, Livens, h, [1.0, 0.0, 0.0], [0.0; 3])?;
        let steps = made(&mut motion, steps, []);
        let rates = steps.iter().map(|step| step.levels[1][0].abs());
        Ok(rates.fold(0.0, f64::max))
    };
    let (coarse, fine) = (worst(0.01, 200)?, worst(0.005, 400)?);
    // The next term is below a hundredth of the first.
    assert!(
        (coarse / fine - 4.0).abs() < 0.1 && fine > 1e-4,
        "{coarse:e} {fine:e}"
    );
    Ok(())
}

/// A body on an ellipse.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -1 / r.norm(),
    discretize(Livens)
)]
struct Orbit;

/// A rod with a mass at its end.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Livens, Stabilized<Livens>)
)]
struct Rod;

/// Newton's method accepts residuals of a few roundings, and of one sign: without their return E falls by 1.1e-12 here.
#[test]
fn accepted_residuals_do_not_add_up() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(Orbit, Livens, 0.02, [0.7, 0.0], [0.0, (1.3_f64 / 0.7).sqrt()])?;
    let start = motion.energy();
    motion.step_many(1_000_000)?;
    let drift = motion.energy() - start;
    // A random walk of a thousand roundings of ε/2, and as much again.
    assert!(drift.abs() < 2.2e-13, "{drift:e}");
    Ok(())
}

/// E and |r| − 1 after a million steps of the rod.
fn drifts<D>(scheme: D, h: f64) -> Result<[f64; 2], extremal::Error>
where
    Rod: Discretize<D, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::new(Rod, scheme, h, [1.0, 0.0], [0.0; 2])?;
    let start = motion.energy();
    motion.step_many(1_000_000)?;
    let length: f64 = motion.state().q.norm();
    Ok([motion.energy() - start, length - 1.0].map(f64::abs))
}

/// Sums of constant forces have roundings of one sign: without compensation E falls by 4.3e-12 here.
#[test]
fn roundings_of_momenta_do_not_add_up() -> Result<(), extremal::Error> {
    let [energy, length] = drifts(Livens, 0.01)?;
    // A hundred roundings of terms of size 10, and ten of one; 1.7e-13 and 2.2e-15 were measured.
    assert!(energy < 1e-12 && length < 1e-14, "{energy:e} {length:e}");
    Ok(())
}

/// Most steps take one iteration here, and accept what it leaves. If they kept it, E would fall by 4.7e-12 and the rod grow by
/// 2.1e-13.
#[test]
fn accepted_residuals_of_constraints_do_not_add_up() -> Result<(), extremal::Error> {
    // The rod moves by 4 units in a thousand steps. A few roundings of terms of size 10, and of one.
    for [energy, length] in [drifts(Livens, 1e-3)?, drifts(Stabilized(Livens), 1e-3)?] {
        assert!(energy < 1e-13 && length < 2e-15, "{energy:e} {length:e}");
    }
    Ok(())
}

/// A rod whose length is not a polynomial.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    constraint(length = hypot(x, y) - 1),
    discretize(Livens, Stabilized<Livens>)
)]
struct Swing;

/// The stages of a composition have unlike lengths. A residual that is handed on as it is would let the rod shrink by 4e-14.
#[test]
fn accepted_residuals_of_compositions_do_not_add_up() -> Result<(), extremal::Error> {
    let scheme = Composition::<4, _>(Livens);
    let mut motion = Integrator::new(Swing, scheme, 0.05, [0.6, -0.8], [3.2, 2.4])?;
    motion.step_many(50_000)?;
    let length = motion.state().q.norm() - 1.0;
    // Ten roundings of the length; two were measured.
    assert!(length.abs() < 3e-15, "{length:e}");
    Ok(())
}
