//! How many constraints are independent, where the declaration says `redundant`.
//!
//! ```text
//! Ĝ = rows of G M^-½, each divided by its largest entry     elimination with the largest entry of all as pivot
//! a pivot above ε^⅓ counts, one below 8 ε^¾ is rounding, and one between the two is neither
//! ```
//!
//! Knows no steps.

use super::Constrained;
use super::held::Place;
use super::independent::weigh;
use super::start::{Violation, rounding};
use super::unrolled::Unrolled;
use crate::equations::{Acceleration, Equations};
use crate::masses;
use crate::newton::{least_norm_of, most};
use crate::system::Masses;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector, lu};

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type Numbers<S> = SizeOf<ScalarOf<S>>;
/// t, q, v and u.
type Moving<S> = (
    ScalarOf<S>,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Inputs,
);

/// How many constraints are independent of each other at a place, and by which measure.
///
/// Each gradient is measured in units of the masses and divided by its largest entry. Gaussian elimination takes the largest
/// entry of all as its next pivot, and the rank is the number of pivots above the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintRank {
    /// The number of independent constraints.
    pub rank: usize,
    /// 8 ε^¾: what is not larger is the rounding of zero.
    pub tolerance: f64,
    /// The smallest pivot that counts; infinite if there is none. It is the distance from a place where the rank falls.
    pub smallest: f64,
    /// The largest number that elimination left over; zero if no constraint follows from others.
    pub left: f64,
}

/// A violation of constraints, relative to their summands, makes of zero up to this many times itself.
const OF_VIOLATION: f64 = 16.0;

/// The result of the elimination.
pub(super) struct Ranked<S: Constrained + ?Sized> {
    rank: usize,
    smallest: Numbers<S>,
    left: Numbers<S>,
    /// The constraint that has the largest number that is left.
    next: usize,
    /// A one for each constraint that follows from the others.
    pub(super) dependent: S::Constraints,
}

impl<S: Constrained + ?Sized> Ranked<S> {
    /// Elimination down to pivots of the size `tolerance`.
    ///
    /// # Errors
    ///
    /// [`Failure::NoGradient`], and [`Failure::NotFinite`] if a gradient is not.
    fn of(system: &S, place: Place<'_, S>, tolerance: Numbers<S>) -> Result<Self, Failure> {
        let (t, q, _) = place;
        let m = S::Constraints::LEN;
        let mut jacobian = system.constraint_jacobian(t, q);
        weigh(
            jacobian.as_mut_slice(),
            m,
            masses::diagonal(system, place).as_slice(),
        );
        let entries = jacobian.as_mut_slice();
        unit_rows(entries, S::CONSTRAINTS)?;
        let mut found = Self {
            rank: 0,
            smallest: Numbers::<S>::INFINITY,
            left: Numbers::<S>::from_f64(0.0),
            next: 0,
            dependent: S::Constraints::from_fn(|_| ScalarOf::<S>::from_f64(1.0)),
        };
        while let Some((row, column, size)) = largest(entries, &found.dependent) {
            if size.is_nan() {
                return Err(Failure::NotFinite {
                    what: "gradient of a constraint",
                });
            }
            if size <= tolerance {
                (found.left, found.next) = (size, row);
                break;
            }
            if size < found.smallest {
                found.smallest = size;
            }
            found.rank += 1;
            if let Some(dependent) = found.dependent.as_mut_slice().get_mut(row) {
                *dependent = ScalarOf::<S>::from_f64(0.0);
            }
            eliminate(entries, &found.dependent, (row, column));
        }
        Ok(found)
    }

    /// The rank at coordinates that satisfy the constraints.
    ///
    /// # Errors
    ///
    /// [`Failure::UncertainRank`], and those of [`of`](Self::of).
    pub(super) fn certain(system: &S, place: Place<'_, S>) -> Result<Self, Failure> {
        let found = Self::of(system, place, clear::<S>())?;
        if found.left > rounding::<S>() {
            return Err(Failure::UncertainRank {
                constraint: S::CONSTRAINTS.get(found.next).copied().unwrap_or_default(),
                size: found.left.to_f64(),
            });
        }
        Ok(found)
    }

    /// The rank at coordinates that may violate the constraints; this makes gradients differ that otherwise follow from each
    /// other.
    ///
    /// # Errors
    ///
    /// The errors of [`of`](Self::of).
    pub(super) fn near(system: &S, place: Place<'_, S>) -> Result<Self, Failure> {
        let (t, q, _) = place;
        let (still, no_time) = (zeros(), ScalarOf::<S>::from_f64(1.0));
        let masses = masses::diagonal(system, (t, q, &still));
        let violation = Violation::of(&Unrolled(system), no_time, (t, q, &still), masses).size();
        let (violated, clear) = (Numbers::<S>::from_f64(OF_VIOLATION) * violation, clear::<S>());
        Self::of(system, place, if violated > clear { violated } else { clear })
    }
}

/// ε^⅓. Reactions lose the square of a pivot: a third of their digits is left.
fn clear<S: Lagrangian + ?Sized>() -> Numbers<S> {
    Scalar::powf(Numbers::<S>::from_f64(ScalarOf::<S>::EPSILON), 1.0 / 3.0)
}

/// [`Constrained::constraint_rank`].
pub(super) fn rank<S: Constrained + ?Sized>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
) -> Result<ConstraintRank, Failure> {
    let found = Ranked::of(system, (t, q, &zeros()), rounding::<S>())?;
    Ok(ConstraintRank {
        rank: found.rank,
        tolerance: rounding::<S>().to_f64(),
        smallest: found.smallest.to_f64(),
        left: found.left.to_f64(),
    })
}

/// The weights of the last `constraints` unknowns, multipliers in blocks of m; negative where a constraint follows from others.
///
/// ```text
/// Dⱼ = Gⱼ M⁻¹ Gⱼᵀ
/// ```
///
/// # Errors
///
/// [`Failure::UncertainRank`], [`Failure::NoGradient`] and [`Failure::NotFinite`].
#[cold]
pub fn multiplier_weights<S, U>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    constraints: usize,
    weights: &mut U,
) -> Result<(), Failure>
where
    S: Constrained + ?Sized,
    U: Block<ScalarOf<S>>,
{
    let still = zeros();
    let dependent = Ranked::certain(system, (t, q, &still))?.dependent;
    let inertias = inertias(system, (t, q, &still));
    let m = S::Constraints::LEN.max(1);
    let first = U::LEN.saturating_sub(constraints);
    *weights = U::from_fn(|k| {
        let Some(j) = k.checked_sub(first) else {
            return ScalarOf::<S>::from_f64(0.0);
        };
        let inertia = at(inertias.as_slice(), j % m);
        let is_dependent = at(dependent.as_slice(), j % m).real() > Numbers::<S>::from_f64(0.0);
        if is_dependent { -inertia } else { inertia }
    });
    Ok(())
}

/// [`Constrained::least_norm`]: the solution of M x + Gᵀ μ = Gᵀ λ, G x = 0, of least norm.
///
/// # Errors
///
/// The errors of [`Constrained::least_norm`].
#[cold]
pub fn least_norm<S>(
    system: &S,
    t: ScalarOf<S>,
    q: &S::Configuration,
    multipliers: &S::Constraints,
) -> Result<S::Constraints, Failure>
where
    S: Constrained + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let known = (t, *q, zeros(), zeros());
    let (mut x, mut a): (S::Unknown, <S as Equations<Acceleration>>::Tangent) = (zeros(), zeros());
    system.tangent(&known, &zeros(), &mut x, &mut a);
    let n = S::Velocity::LEN;
    let force = system.constraint_force(t, q, multipliers);
    x = S::Unknown::from_fn(|k| {
        if k < n {
            -at(force.as_slice(), k)
        } else {
            ScalarOf::<S>::from_f64(0.0)
        }
    });
    least_norm_of::<S, Acceleration>(system, &known, &zeros(), (&mut a, &mut x))?;
    Ok(S::Constraints::from_fn(|j| at(x.as_slice(), n + j)))
}

/// Gⱼ M⁻¹ Gⱼᵀ; where M is singular, with its diagonal, as far as it has one.
fn inertias<S: Constrained + ?Sized>(system: &S, place: Place<'_, S>) -> S::Constraints {
    let (t, q, v) = place;
    let m = S::Constraints::LEN;
    let jacobian = system.constraint_jacobian(t, q);
    let zero = Numbers::<S>::from_f64(0.0);
    // Column by column it is Gᵀ row by row.
    let mut solved = jacobian;
    let mut masses = system.mass_matrix(t, q, v);
    let is_solved = match masses.entries() {
        Some(masses) => lu::solve_all(masses, solved.as_mut_slice(), m).is_ok(),
        None => false,
    };
    if !is_solved {
        solved = jacobian;
        weigh(
            solved.as_mut_slice(),
            m,
            masses::diagonal(system, place).as_slice(),
        );
    }
    let columns = jacobian.as_slice().len() / m.max(1);
    let other = if is_solved { jacobian } else { solved };
    S::Constraints::from_fn(|j| {
        let sum = (0..columns).fold(ScalarOf::<S>::from_f64(0.0), |sum, k| {
            sum + at(solved.as_slice(), j + m * k) * at(other.as_slice(), j + m * k)
        });
        if sum.real() > zero {
            sum
        } else {
            ScalarOf::<S>::from_f64(1.0)
        }
    })
}

/// Divides each row by its largest entry. Derivatives of dual numbers have no part in what is small.
fn unit_rows<T: Scalar>(entries: &mut [T], names: &[&'static str]) -> Result<(), Failure> {
    let m = names.len();
    for (row, constraint) in names.iter().enumerate() {
        let sizes = entries
            .iter()
            .skip(row)
            .step_by(m)
            .map(|entry| entry.divisor_size());
        let size = most(sizes);
        if size == T::Size::from_f64(0.0) {
            return Err(Failure::NoGradient { constraint });
        }
        let factor = T::from_size(Scalar::recip(size));
        let entries = entries.iter_mut().skip(row).step_by(m);
        entries.for_each(|entry| *entry = *entry * factor);
    }
    Ok(())
}

/// The largest entry of the rows that have no pivot yet, by row and column; one that is not a number is larger than all.
fn largest<T: Scalar, C: Block<T>>(entries: &[T], without: &C) -> Option<(usize, usize, T::Size)> {
    let m = C::LEN;
    let places = entries
        .iter()
        .enumerate()
        .map(|(k, entry)| (k % m.max(1), k / m.max(1), entry.divisor_size()));
    let open = places.filter(|&(row, ..)| at(without.as_slice(), row).real() > T::Size::from_f64(0.0));
    open.max_by(|a, b| a.2.total_cmp(&b.2))
}

/// Takes multiples of a row from those that have no pivot yet.
fn eliminate<T: Scalar, C: Block<T>>(entries: &mut [T], without: &C, (row, column): (usize, usize)) {
    let m = C::LEN.max(1);
    let pivot = at(entries, row + m * column);
    for other in (0..m).filter(|&other| at(without.as_slice(), other).real() > T::Size::from_f64(0.0)) {
        let factor = at(entries, other + m * column) / pivot;
        for k in 0..entries.len() / m {
            let known = at(entries, row + m * k);
            if let Some(entry) = entries.get_mut(other + m * k) {
                *entry = if k == column {
                    T::from_f64(0.0)
                } else {
                    *entry - factor * known
                };
            }
        }
    }
}
