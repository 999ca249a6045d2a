//! The start nearest to given numbers that satisfies constraints, for systems of both kinds.
//!
//! Knows no equations: a system says what its constraints are, and how they are corrected.

use super::keep::change;
use super::start::{by_scale, rounding};
use super::{Keep, Projected};
use crate::coordinate::CoordinateName;
use crate::newton::most;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, is_finite, sum};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type Configuration<S> = <S as Lagrangian>::Configuration;
type Velocity<S> = <S as Lagrangian>::Velocity;

/// t, q and v.
pub(crate) type Place<'a, S> = (ScalarOf<S>, &'a Configuration<S>, &'a Velocity<S>);

/// The maximal number of corrections.
pub(super) const MOST_ITERATIONS: usize = 50;

/// The constraints of a system.
pub(crate) trait Held<S: Lagrangian + ?Sized> {
    /// g, and its rates.
    type Constraints: Vector<S::Scalar>;

    /// The name of a constraint.
    fn name(&self, j: usize) -> CoordinateName;
    /// g, and the sizes of its summands.
    fn values(&self, t: ScalarOf<S>, q: &Configuration<S>) -> (Self::Constraints, Self::Constraints);
    /// G v + ∂g/∂t.
    fn rates(&self, place: Place<'_, S>) -> Self::Constraints;
    /// The d with M d + Gᵀ ν = 0 and G d = −g, but d = 0 at the places in `kept`. A constraint that depends on others then is
    /// left out, and gets a one in `left_out`.
    ///
    /// # Errors
    ///
    /// Those of [`Lagrangian::project`].
    fn correction(
        &self,
        place: Place<'_, S>,
        g: &Self::Constraints,
        kept: &[usize],
        left_out: &mut Self::Constraints,
    ) -> Result<Velocity<S>, Failure>;
    /// The velocity after an inelastic impact against the constraints.
    ///
    /// # Errors
    ///
    /// Those of [`Lagrangian::project`].
    fn stopped(&self, place: Place<'_, S>) -> Result<Velocity<S>, Failure>;
}

/// [`Lagrangian::project_keeping`].
///
/// # Errors
///
/// Those of [`Lagrangian::project_keeping`].
pub(crate) fn projected<S: Lagrangian + ?Sized, H: Held<S>>(
    system: &S,
    held: &H,
    (t, q, v): Place<'_, S>,
    keep: Keep<'_>,
) -> Result<Projected<Configuration<S>, Velocity<S>>, Failure> {
    let coordinates = q.as_slice().len();
    let mut kept = keep.coordinates.iter().chain(keep.velocities);
    if let Some(&index) = kept.find(|&&index| index >= coordinates) {
        return Err(Failure::KeptPlace { index, coordinates });
    }
    let place = coordinates_of(held, (t, q, v), keep.coordinates)?;
    let velocity = if keep.velocities.is_empty() {
        held.stopped((t, &place, v))?
    } else {
        velocities_of(held, (t, &place, v), keep.velocities)?
    };
    let name = |k: usize| system.coordinate_name(k);
    Ok(Projected {
        change_of_q: change(q, &place, name),
        change_of_v: change(v, &velocity, name),
        q: place,
        v: velocity,
    })
}

fn coordinates_of<S: Lagrangian + ?Sized, H: Held<S>>(
    held: &H,
    (t, q, v): Place<'_, S>,
    kept: &[usize],
) -> Result<Configuration<S>, Failure> {
    let (mut q, mut before) = (q.clone(), SizeOf::<ScalarOf<S>>::INFINITY);
    let [zero, half] = [0.0, 0.5].map(SizeOf::<ScalarOf<S>>::from_f64);
    for _ in 0..MOST_ITERATIONS {
        let (g, scales) = held.values(t, &q);
        let size = by_scale(&g, &scales);
        // At the floor of rounding the size no longer halves.
        if size == zero || (size >= half * before && size <= rounding::<S>()) {
            return Ok(q);
        }
        before = size;
        let mut left_out = g.like(|_| ScalarOf::<S>::from_f64(0.0));
        q = sum(&q, &held.correction((t, &q, v), &g, kept, &mut left_out)?);
        if !is_finite(&q) {
            break;
        }
    }
    let (g, scales) = held.values(t, &q);
    let size = |j: usize| at(g.as_slice(), j).magnitude() / at(scales.as_slice(), j).magnitude();
    let worst = (0..g.as_slice().len()).max_by(|&a, &b| size(a).total_cmp(&size(b)));
    match worst {
        Some(worst) if !kept.is_empty() => Err(Failure::CannotKeep {
            constraint: held.name(worst),
            violation: at(g.as_slice(), worst).real().to_f64(),
            is_rate: false,
        }),
        _ => Err(Failure::NotConverged {
            iterations: MOST_ITERATIONS,
            residual: before.to_f64(),
        }),
    }
}

/// The nearest velocity, in the metric of M at the given one.
fn velocities_of<S: Lagrangian + ?Sized, H: Held<S>>(
    held: &H,
    (t, q, v): Place<'_, S>,
    kept: &[usize],
) -> Result<Velocity<S>, Failure> {
    let zero = ScalarOf::<S>::from_f64(0.0);
    let rates = held.rates((t, q, v));
    let mut left_out = rates.like(|_| zero);
    let velocity = sum(v, &held.correction((t, q, v), &rates, kept, &mut left_out)?);
    if !is_finite(&velocity) {
        return Err(Failure::NotFinite { what: "velocity" });
    }
    // Others are satisfied by the equations that were solved.
    let is_left = |j: usize| at(left_out.as_slice(), j) != zero;
    let Some(first) = (0..left_out.as_slice().len()).find(|&j| is_left(j)) else {
        return Ok(velocity);
    };
    let still = held.rates((t, q, &v.like(|_| zero)));
    let mut sizes = still.like(|j| ScalarOf::<S>::from_size(at(still.as_slice(), j).magnitude()));
    for k in 0..velocity.as_slice().len() {
        let speed = at(velocity.as_slice(), k);
        let alone = held.rates((t, q, &v.like(|i| if i == k { speed } else { zero })));
        sizes = sizes.like(|j| {
            let part = at(alone.as_slice(), j) - at(still.as_slice(), j);
            at(sizes.as_slice(), j) + ScalarOf::<S>::from_size(part.magnitude())
        });
    }
    let rates = held.rates((t, q, &velocity));
    let excess = |j: usize| at(rates.as_slice(), j).magnitude() / at(sizes.as_slice(), j).magnitude();
    let broken = |j: &usize| is_left(*j) && excess(*j) > rounding::<S>();
    match (first..left_out.as_slice().len()).find(broken) {
        None => Ok(velocity),
        Some(j) => Err(Failure::CannotKeep {
            constraint: held.name(j),
            violation: at(rates.as_slice(), j).real().to_f64(),
            is_rate: true,
        }),
    }
}

/// The largest size of a vector.
pub(super) fn largest<T: Scalar, V: Vector<T>>(vector: &V) -> T::Size {
    most(vector.as_slice().iter().map(|x| x.magnitude()))
}
