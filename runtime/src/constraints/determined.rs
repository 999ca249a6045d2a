//! Which velocity a momentum has: that of the mass matrix, or where M leaves a direction open, that of the constraints.
//!
//! ```text
//! ∂L/∂v(q, v, t) = p     or     ∂L/∂v(q, w, t) + Gᵀ ν = p,   G w + ∂g/∂t = 0
//! ```
//!
//! Knows no scheme.

use super::held::{ConfigurationOf, MomentumOf, PlaceOf, ScalarOf, Solves, VelocityOf};
use super::impact::velocity_from;
use super::start::{first_above, rate_sizes, rounding};
use crate::structure::MassMatrix;
use crate::system::Masses;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, difference, zeros_like};
use extremal_numerics::{Scalar, SizeOf, Vector};

/// The velocity of a momentum if M alone determines it; where M is singular, the constraints may.
///
/// Where a direction without mass nearly is a coordinate, a row of M is as small as the rounding of p, and no pivot tells it
/// from a light coordinate: Euler parameters are so near half turns. Then v does not satisfy the constraints, and w is taken
/// if M has no mass along v − w. A momentum that does not satisfy them, of a mass that there is, keeps its v; so do bodies near
/// half turns beside such a momentum, as this is asked of the whole system.
///
/// # Errors
///
/// The failure that there was without constraints.
pub fn or_constrained<H: Solves>(
    found: Result<VelocityOf<H>, Failure>,
    held: &H,
    t: ScalarOf<H>,
    q: &ConfigurationOf<H>,
    p: &MomentumOf<H>,
) -> Result<VelocityOf<H>, Failure> {
    let constrained = || velocity_from(held, (t, q, zeros_like(q)), p).map(|(w, _)| w);
    match found {
        Err(failure) if held.count() > 0 => constrained().map_err(|_| failure),
        Ok(v) if may_lose_mass::<H::System>() && violates(held, (t, q, &v)) => match constrained() {
            Ok(w) if is_massless(held, (t, q, &v), &w) => Ok(w),
            _ => Ok(v),
        },
        found => found,
    }
}

/// Whether M may be singular at some places and not at others.
pub(crate) fn may_lose_mass<S: Lagrangian + ?Sized>() -> bool {
    S::STRUCTURE.mass_matrix == MassMatrix::OfConfiguration
}

/// Whether there is a constraint whose rate is above rounding.
fn violates<H: Solves>(held: &H, place: PlaceOf<'_, H>) -> bool {
    if held.count() == 0 {
        return false;
    }
    let (rates, sizes) = (held.rates(place), rate_sizes(held, place));
    first_above(rates.as_slice(), sizes.as_slice(), rounding::<H::System>()).is_some()
}

/// Whether dᵀ M d is rounding, for d = v − w: that of its summands, and of v and w.
fn is_massless<H: Solves>(held: &H, (t, q, v): PlaceOf<'_, H>, w: &VelocityOf<H>) -> bool {
    let epsilon = |number: f64| SizeOf::<ScalarOf<H>>::from_f64(number * ScalarOf::<H>::EPSILON);
    // Of the factors of M, and of sums of a hundred terms.
    let (of_sum, of_velocity) = (epsilon(128.0), epsilon(4.0));
    let d = difference(v, w);
    let size = |k: usize| at(d.as_slice(), k).magnitude();
    let rounding =
        |k: usize| of_velocity * (at(v.as_slice(), k).magnitude() + at(w.as_slice(), k).magnitude());
    let mut sum = ScalarOf::<H>::from_f64(0.0);
    let mut allowed = SizeOf::<ScalarOf<H>>::from_f64(0.0);
    let masses = held.system().mass_matrix(t, q, v);
    masses.each_entry(&mut |i, j, mass| {
        sum = sum + at(d.as_slice(), i) * mass * at(d.as_slice(), j);
        let of_factors = size(i) * rounding(j) + rounding(i) * size(j) + rounding(i) * rounding(j);
        allowed = allowed + mass.magnitude() * (of_sum * size(i) * size(j) + of_factors);
    });
    sum.magnitude() <= allowed
}
