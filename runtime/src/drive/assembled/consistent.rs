//! Whether a start of a system of any size is one: each coordinate has a kinetic energy, and the constraints are satisfied.
//!
//! Knows no scheme.

use super::memory::zeros;
use crate::constraints::{extent, per_extent, rounding};
use crate::drive::Start;
use crate::family::{AnySize, Entries, Family, Space};
use crate::{AnySizeFailure, Failure, Lagrangian, Scalar, Size, SizeOf, Vector};

type ScalarOf<S> = <S as Lagrangian>::Scalar;
type ConstraintsOf<S> = <<S as Family>::Space as Space<ScalarOf<S>>>::Constraints;

/// Whether each coordinate has a kinetic energy, and a start satisfies the constraints and, if `has_rates`, their rates, to the
/// rounding of their terms.
pub(super) fn check<S: Family + AnySize, D>(
    system: &S,
    from: &Start<'_, S, D>,
    has_rates: bool,
) -> Result<(), Failure> {
    let (t, q, v) = (from.state.t, from.state.q.as_slice(), from.velocity.as_slice());
    let masses = masses(system, (t, q, v))?;
    let count = system.constraint_count();
    if count == 0 {
        return Ok(());
    }
    let [mut g, mut scales, mut moved, mut per_extent]: [ConstraintsOf<S>; 4] =
        [(); 4].map(|()| zeros(count));
    system.constraint_values(t, q, g.as_mut_slice(), scales.as_mut_slice());
    let mut rows = Rows {
        v,
        masses: masses.as_slice(),
        moved: moved.as_mut_slice(),
        per_extent: per_extent.as_mut_slice(),
    };
    system.add_constraint_jacobian(t, q, &mut rows);
    let extent = extent(masses.as_slice(), (q, v), from.h);
    // What rounds: the summands of a row, and the whole motion.
    for (size, per_extent) in scales.as_mut_slice().iter_mut().zip(per_extent.as_slice()) {
        *size = S::Scalar::from_size(size.magnitude() + per_extent.magnitude() * extent);
    }
    let allowed = |size: SizeOf<S::Scalar>| rounding::<S>() * size;
    let rows = g.as_slice().iter().zip(scales.as_slice());
    first_above(
        system,
        rows.map(|(&g, size)| (g, allowed(size.magnitude()))),
        false,
    )?;
    if !has_rates {
        return Ok(());
    }
    let [mut rates, mut at_rest]: [ConstraintsOf<S>; 2] = [(); 2].map(|()| zeros(count));
    let still: S::Velocity = zeros(q.len());
    system.constraint_rates(t, q, v, rates.as_mut_slice());
    system.constraint_rates(t, q, still.as_slice(), at_rest.as_mut_slice());
    // A rate is accepted if it changes g in one step by no more than the rounding of g.
    let sizes = (moved.as_slice().iter().zip(at_rest.as_slice())).zip(scales.as_slice());
    let sizes = sizes.map(|((moved, rest), size)| {
        moved.magnitude() + rest.magnitude() + size.magnitude() / from.h.magnitude()
    });
    first_above(
        system,
        rates.as_slice().iter().copied().zip(sizes.map(allowed)),
        true,
    )
}

/// The diagonal of M.
///
/// # Errors
///
/// [`AnySizeFailure::NoKineticEnergy`] for a coordinate that no summand of the kinetic energy reaches.
fn masses<S: Family + AnySize>(
    system: &S,
    (t, q, v): (S::Scalar, &[S::Scalar], &[S::Scalar]),
) -> Result<S::Velocity, Failure> {
    let [mut masses, mut reached]: [S::Velocity; 2] = [(); 2].map(|()| zeros(q.len()));
    let both = (masses.as_mut_slice(), reached.as_mut_slice());
    add_masses(system, (t, q, v), both);
    let zero = S::Scalar::from_f64(0.0);
    let mut missing = reached.as_slice().iter().enumerate();
    let missing = missing.find(|(k, reached)| **reached == zero && !system.is_massless(*k));
    match missing {
        Some((k, _)) => Err(AnySizeFailure::NoKineticEnergy {
            coordinate: system.coordinate_name(k),
        }
        .into()),
        None => Ok(masses),
    }
}

/// Adds the diagonal of M to `masses`, and sets what M reaches to one.
pub(super) fn add_masses<S: Family + ?Sized>(
    system: &S,
    (t, q, v): (S::Scalar, &[S::Scalar], &[S::Scalar]),
    (masses, reached): (&mut [S::Scalar], &mut [S::Scalar]),
) {
    system.add_masses(t, q, v, &mut Diagonal { masses, reached });
}

struct Diagonal<'a, T> {
    masses: &'a mut [T],
    /// One where M has an entry, whatever it is.
    reached: &'a mut [T],
}

impl<T: Scalar> Entries<T> for Diagonal<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        if let Some(reached) = self.reached.get_mut(row) {
            *reached = T::from_f64(1.0);
        }
        if let (Some(mass), true) = (self.masses.get_mut(row), row == column) {
            *mass = *mass + value;
        }
    }
}

/// The sizes of the rows of G.
struct Rows<'a, T: Scalar> {
    v: &'a [T],
    masses: &'a [T],
    /// The sums of the sizes of the terms of G v.
    moved: &'a mut [T],
    per_extent: &'a mut [T],
}

impl<T: Scalar> Entries<T> for Rows<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        let rows = (self.moved.get_mut(row), self.per_extent.get_mut(row));
        let columns = (self.v.get(column), self.masses.get(column));
        let ((Some(moved), Some(most)), (Some(&v), Some(&mass))) = (rows, columns) else {
            return;
        };
        *moved = *moved + T::from_size((value * v).magnitude());
        let share = per_extent([(value, mass)].into_iter());
        if share > most.magnitude() {
            *most = T::from_size(share);
        }
    }
}

/// The first number whose size is not allowed.
fn first_above<S: Family + ?Sized>(
    system: &S,
    rows: impl Iterator<Item = (S::Scalar, SizeOf<S::Scalar>)>,
    is_rate: bool,
) -> Result<(), Failure> {
    let is_above = |(g, allowed): &(S::Scalar, SizeOf<S::Scalar>)| {
        let size = g.magnitude();
        size > *allowed || size.is_nan()
    };
    let found = rows.enumerate().find(|(_, row)| is_above(row));
    found.map_or(Ok(()), |(j, (g, _))| {
        // A dual number may violate the constraint in its derivatives alone; then its magnitude is reported.
        let is_real = g.real() != SizeOf::<S::Scalar>::from_f64(0.0);
        let violation = if is_real { g.real() } else { g.magnitude() };
        Err(AnySizeFailure::ConstraintViolated {
            constraint: system.constraint_name(j),
            violation: violation.to_f64(),
            is_rate,
        }
        .into())
    })
}
