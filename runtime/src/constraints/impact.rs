//! Velocities of momenta where constraints act: after impacts, and where M is singular.
//!
//! ```text
//! ∂L/∂v(q, v, t) + Gᵀ ν = p,   G v + ∂g/∂t = 0
//! ```
//!
//! Knows no scheme.

use super::held::{ConfigurationOf, MomentumOf, PlaceOf, ScalarOf, Solves, VelocityOf};
use super::start::rounding;
use crate::legendre::free_impact;
use crate::newton::largest;
use crate::structure::MassMatrix;
use crate::system::lengths::check_length;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{copied, difference, is_finite, sum, zeros_like};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// The maximal number of corrections.
pub(super) const MOST_ITERATIONS: usize = 50;

/// [`Lagrangian::consistent_momentum`], for all systems with constraints: p − Gᵀ ν, whose velocity satisfies them.
///
/// # Errors
///
/// [`Failure::Length`], a singular matrix in the words of the system, and the failures of Newton's method where L is not
/// quadratic in v.
pub fn consistent_momentum<H: Solves>(
    held: &H,
    t: ScalarOf<H>,
    q: &ConfigurationOf<H>,
    p: &MomentumOf<H>,
) -> Result<MomentumOf<H>, Failure> {
    check_length(held.system(), q, "coordinates")?;
    check_length(held.system(), p, "momentum")?;
    if held.count() == 0 {
        return Ok(p.clone());
    }
    let (_, multipliers) = velocity_from(held, (t, q, zeros_like(q)), p)?;
    Ok(sum(p, &held.force(t, q, &multipliers)))
}

/// [`Lagrangian::impact`], for all systems with constraints.
///
/// # Errors
///
/// The errors of [`consistent_momentum`].
pub fn impact<H: Solves>(
    held: &H,
    t: ScalarOf<H>,
    q: &ConfigurationOf<H>,
    v: &VelocityOf<H>,
    percussion: &MomentumOf<H>,
) -> Result<(VelocityOf<H>, MomentumOf<H>), Failure> {
    let system = held.system();
    check_length(system, q, "coordinates")?;
    check_length(system, v, "velocity")?;
    check_length(system, percussion, "percussion")?;
    if held.count() == 0 {
        return Ok(free_impact(system, (t, q, v), percussion));
    }
    let p = sum(&system.momentum(t, q, v), percussion);
    let (v, multipliers) = velocity_from(held, (t, q, v.clone()), &p)?;
    Ok((v, sum(percussion, &held.force(t, q, &multipliers))))
}

/// [`Lagrangian::constraint_reactions`], for all systems with constraints.
///
/// # Errors
///
/// The errors of [`Lagrangian::acceleration`].
pub fn constraint_reactions<H: Solves>(
    held: &H,
    t: ScalarOf<H>,
    q: &ConfigurationOf<H>,
    v: &VelocityOf<H>,
    inputs: &<H::System as Lagrangian>::Inputs,
    multipliers: &mut [ScalarOf<H>],
) -> Result<MomentumOf<H>, Failure> {
    let found = held.multipliers((t, q, v), inputs)?;
    copied(found.as_slice(), multipliers);
    Ok(held.force(t, q, &found))
}

/// [`Lagrangian::outputs`], where outputs contain multipliers.
///
/// # Errors
///
/// The errors of [`Lagrangian::outputs`].
pub fn outputs<H: Solves>(
    held: &H,
    t: ScalarOf<H>,
    q: &ConfigurationOf<H>,
    v: &VelocityOf<H>,
    inputs: &<H::System as Lagrangian>::Inputs,
) -> Result<<H::System as Lagrangian>::Outputs, Failure> {
    let found = held.multipliers((t, q, v), inputs)?;
    Ok(held.system().outputs_given(t, q, v, inputs, found.as_slice()))
}

/// Whether L is quadratic in v.
pub(super) fn is_quadratic<S: Lagrangian + ?Sized>() -> bool {
    S::STRUCTURE.mass_matrix != MassMatrix::OfVelocity
}

/// The v and ν with ∂L/∂v(q, v, t) + Gᵀ ν = p and G v + ∂g/∂t = 0, by Newton's method in both. If M is singular, the
/// constraints may still determine v.
///
/// Later corrections solve for what is missing beside Gᵀ ν, which is small. Elimination errs by the rounding of the largest
/// summands, of a rod between 1e-3 and 1e3 by that of ν times the ratio of masses: solved for the whole ν each time, v would
/// keep that error.
///
/// # Errors
///
/// The errors of [`consistent_momentum`].
pub(crate) fn velocity_from<H: Solves>(
    held: &H,
    (t, q, mut v): (ScalarOf<H>, &ConfigurationOf<H>, VelocityOf<H>),
    p: &MomentumOf<H>,
) -> Result<(VelocityOf<H>, H::Constraints), Failure> {
    let system = held.system();
    let mut before = SizeOf::<ScalarOf<H>>::INFINITY;
    let mut multipliers: Option<H::Constraints> = None;
    for iterations in 1..=MOST_ITERATIONS {
        let mut missing = difference(p, &system.momentum(t, q, &v));
        if let Some(multipliers) = &multipliers {
            missing = sum(&missing, &held.force(t, q, multipliers));
        }
        let solved = held.solve((t, q, &v), &missing, &held.rates((t, q, &v)), None);
        let (dv, more) = solved.map_err(|failure| held.named((t, q, &v), failure))?;
        let found = match &multipliers {
            Some(multipliers) => sum(multipliers, &more),
            None => more,
        };
        let next = onwards(held, (t, q, &v), dv.clone());
        let change = difference(&system.momentum(t, q, &next), &system.momentum(t, q, &v));
        v = next;
        if !(is_finite(&dv) && is_finite(&v)) {
            let residual = before.to_f64();
            return Err(Failure::Diverged { iterations, residual });
        }
        let (step, size) = (largest(&dv), largest(&v));
        let [epsilon, half] = [ScalarOf::<H>::EPSILON, 0.5].map(SizeOf::<ScalarOf<H>>::from_f64);
        // Where constraints stop all motion, velocities are rounding of what is stopped, and have no size of their own.
        let small = rounding::<H::System>();
        let is_small = step <= small * size || largest(&change) <= small * largest(p);
        let is_floor = step >= half * before && is_small;
        // For a quadratic L the first iteration is exact.
        let is_exact = is_quadratic::<H::System>() && !H::CONFIRMS;
        if is_exact || step <= epsilon * size || is_floor {
            return Ok((v, found));
        }
        (before, multipliers) = (step, Some(found));
    }
    Err(Failure::NotConverged {
        iterations: MOST_ITERATIONS,
        residual: before.to_f64(),
    })
}

/// v + dv, with dv halved until the momentum is finite: a relativistic L has none at the speed of light.
pub(super) fn onwards<H: Solves>(
    held: &H,
    (t, q, v): PlaceOf<'_, H>,
    mut dv: VelocityOf<H>,
) -> VelocityOf<H> {
    for _ in 0..MOST_ITERATIONS {
        let next = sum(v, &dv);
        if is_finite(&held.system().momentum(t, q, &next)) {
            return next;
        }
        let half = ScalarOf::<H>::from_f64(0.5);
        dv.as_mut_slice().iter_mut().for_each(|x| *x = *x * half);
    }
    sum(v, &dv)
}
