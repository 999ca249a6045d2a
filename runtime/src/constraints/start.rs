//! Whether a start satisfies the constraints to the rounding of their summands.

use super::independent::are_independent;
use super::rank::Ranked;
use super::{Constrained, extent, per_extent};
use crate::masses;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// Checks that a start satisfies the constraints, and that the constraints are independent there.
///
/// # Errors
///
/// [`Failure::RedundantConstraint`], or [`Failure::UncertainRank`] where the declaration says `redundant`,
/// [`Failure::NoGradient`], [`Failure::ConstraintViolated`].
pub(crate) fn check_start<S: Constrained + ?Sized>(
    system: &S,
    h: ScalarOf<S>,
    (t, q, v): (ScalarOf<S>, &S::Configuration, &S::Velocity),
) -> Result<(), Failure> {
    check_place(system, h, (t, q, v))?;
    let jacobian = system.constraint_jacobian(t, q);
    let sizes = sizes(system, h, (t, q, v), &jacobian);
    let rates = system.constraint_rates(t, q, v);
    let at_rest = system.constraint_rates(t, q, &zeros());
    // A rate is accepted if it changes g in one step by no more than the rounding of g.
    let allowed = |i: usize| {
        let moved = row::<S>(&jacobian, i)
            .zip(v.as_slice())
            .fold(SizeOf::<ScalarOf<S>>::from_f64(0.0), |sum, (g, v)| {
                sum + (g * *v).magnitude()
            });
        let moved = moved + at(at_rest.as_slice(), i).magnitude();
        rounding::<S>() * (moved + at(sizes.as_slice(), i).magnitude() / h.magnitude())
    };
    first_above::<S>(&rates, allowed, true).map_or(Ok(()), Err)
}

/// The same of coordinates whose velocity is sought: `v` is a guess, which takes part in sizes and masses alone.
///
/// # Errors
///
/// Those of [`check_start`].
pub(crate) fn check_place<S: Constrained + ?Sized>(
    system: &S,
    h: ScalarOf<S>,
    (t, q, v): (ScalarOf<S>, &S::Configuration, &S::Velocity),
) -> Result<(), Failure> {
    check_coordinates(system, h, (t, q, v))?;
    if S::REDUNDANT {
        Ranked::certain(system, (t, q, v)).map(|_| ())
    } else {
        are_independent(system, (t, q, v))
    }
}

/// Row i of G.
fn row<S: Constrained + ?Sized>(
    jacobian: &S::Jacobian,
    i: usize,
) -> impl Iterator<Item = ScalarOf<S>> + use<'_, S> {
    let entries = jacobian.as_slice().iter().skip(i);
    entries.step_by(S::Constraints::LEN.max(1)).copied()
}

/// The numbers whose rounding is that of the constraints: of their own summands, and of the whole motion.
pub(super) fn sizes<S: Constrained + ?Sized>(
    system: &S,
    h: ScalarOf<S>,
    (t, q, v): (ScalarOf<S>, &S::Configuration, &S::Velocity),
    jacobian: &S::Jacobian,
) -> S::Constraints {
    let scales = system.constraint_scales(t, q);
    let masses = masses::diagonal(system, (t, q, v));
    let masses = masses.as_slice();
    let extent = extent(masses, (q.as_slice(), v.as_slice()), h);
    S::Constraints::from_fn(|i| {
        let of_motion = per_extent(row::<S>(jacobian, i).zip(masses.iter().copied())) * extent;
        ScalarOf::<S>::from_size(at(scales.as_slice(), i).magnitude() + of_motion)
    })
}

/// The same as at a start, without the rates, which some schemes satisfy to their order only.
///
/// # Errors
///
/// [`Failure::ConstraintViolated`].
pub(crate) fn check_coordinates<S: Constrained + ?Sized>(
    system: &S,
    h: ScalarOf<S>,
    (t, q, v): (ScalarOf<S>, &S::Configuration, &S::Velocity),
) -> Result<(), Failure> {
    let jacobian = system.constraint_jacobian(t, q);
    let sizes = sizes(system, h, (t, q, v), &jacobian);
    let allowed = |i: usize| rounding::<S>() * at(sizes.as_slice(), i).magnitude();
    first_above::<S>(&system.constraints(t, q), allowed, false).map_or(Ok(()), Err)
}

/// 8 ε^¾. Starts from another run are accurate to about ε and pass; a start typed with six digits does not.
pub(crate) fn rounding<S: Lagrangian + ?Sized>() -> SizeOf<ScalarOf<S>> {
    let [eight, epsilon] = [8.0, ScalarOf::<S>::EPSILON].map(SizeOf::<ScalarOf<S>>::from_f64);
    let root = Scalar::sqrt(epsilon);
    eight * root * Scalar::sqrt(root)
}

/// max |gᵢ|/σᵢ, with 0/0 = 0.
pub(super) fn by_scale<T: Scalar, C: Vector<T>>(g: &C, scales: &C) -> T::Size {
    let zero = T::Size::from_f64(0.0);
    let rows = g.as_slice().iter().zip(scales.as_slice());
    rows.fold(zero, |most, (g, scale)| {
        let size = g.magnitude();
        let size = if size == zero {
            zero
        } else {
            size / scale.magnitude()
        };
        if size > most || size.is_nan() { size } else { most }
    })
}

fn first_above<S: Constrained + ?Sized>(
    g: &S::Constraints,
    allowed: impl Fn(usize) -> SizeOf<ScalarOf<S>>,
    is_rate: bool,
) -> Option<Failure> {
    let mut rows = g.as_slice().iter().zip(S::CONSTRAINTS).enumerate();
    let (_, (g, constraint)) = rows.find(|(i, (g, _))| {
        let size = g.magnitude();
        size > allowed(*i) || size.is_nan()
    })?;
    // A dual number may violate the constraint in its derivatives alone; then its magnitude is reported.
    let is_real = g.real() != SizeOf::<ScalarOf<S>>::from_f64(0.0);
    let violation = if is_real { g.real() } else { g.magnitude() };
    Some(Failure::ConstraintViolated {
        constraint,
        violation: violation.to_f64(),
        is_rate,
    })
}
