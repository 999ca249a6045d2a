//! Whether a start of a system of any size is one: each coordinate has a kinetic energy, and the constraints are satisfied.

use super::memory::{several, zeros};
use crate::constraints::{extent, per_extent, rounding};
use crate::drive::Start;
use crate::error::AnySizeFailure;
use crate::family::{AnySize, Entries, Family, Space};
use crate::{Failure, Lagrangian};
use extremal_numerics::{Scalar, Size, Vector};

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
    let [mut g, mut scales, mut moved, mut per_extent] = several::<_, ConstraintsOf<S>, 4>(count);
    system.constraint_values(t, q, g.as_mut_slice(), scales.as_mut_slice());
    let mut rows = Rows {
        v,
        masses: masses.as_slice(),
        moved: moved.as_mut_slice(),
        per_extent: per_extent.as_mut_slice(),
    };
    system.add_constraint_jacobian(t, q, &mut rows);
    let extent = extent(masses.as_slice(), (q, v), from.h);
    add_extents(scales.as_mut_slice(), per_extent.as_slice(), extent);
    if let Some((j, violation)) = first_above(g.as_slice(), scales.as_slice(), rounding::<S>()) {
        return Err(violated(system, j, violation, false));
    }
    if !has_rates {
        return Ok(());
    }
    let [mut rates, mut at_rest] = several::<_, ConstraintsOf<S>, 2>(count);
    let still: S::Velocity = zeros(q.len());
    system.constraint_rates(t, q, v, rates.as_mut_slice());
    system.constraint_rates(t, q, still.as_slice(), at_rest.as_mut_slice());
    let sizes = [moved.as_slice(), at_rest.as_slice()];
    set_sizes_of_rates(scales.as_mut_slice(), sizes, from.h);
    match first_above(rates.as_slice(), scales.as_slice(), rounding::<S>()) {
        Some((j, violation)) => Err(violated(system, j, violation, true)),
        None => Ok(()),
    }
}

#[cold]
fn violated<S: Family + ?Sized>(system: &S, j: usize, violation: f64, is_rate: bool) -> Failure {
    let constraint = system.constraint_name(j);
    let violated = AnySizeFailure::ConstraintViolated {
        constraint,
        violation,
        is_rate,
    };
    violated.into()
}

/// What rounds: the summands of a row, and the whole motion.
fn add_extents<T: Scalar>(scales: &mut [T], per_extent: &[T], extent: T::Size) {
    for (size, per_extent) in scales.iter_mut().zip(per_extent) {
        *size = T::from_size(size.magnitude() + per_extent.magnitude() * extent);
    }
}

/// A rate is accepted if it changes g in one step by no more than the rounding of g.
fn set_sizes_of_rates<T: Scalar>(scales: &mut [T], [moved, at_rest]: [&[T]; 2], h: T) {
    for ((size, moved), rest) in scales.iter_mut().zip(moved).zip(at_rest) {
        let of_terms = moved.magnitude() + rest.magnitude();
        *size = T::from_size(of_terms + size.magnitude() / h.magnitude());
    }
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
    let [mut masses, mut reached] = several::<_, S::Velocity, 2>(q.len());
    let both = (masses.as_mut_slice(), reached.as_mut_slice());
    add_masses(system, (t, q, v), both);
    match first_missing(reached.as_slice(), &|k| system.is_massless(k)) {
        Some(k) => Err(AnySizeFailure::NoKineticEnergy {
            coordinate: system.coordinate_name(k),
        }
        .into()),
        None => Ok(masses),
    }
}

fn first_missing<T: Scalar>(reached: &[T], is_massless: &dyn Fn(usize) -> bool) -> Option<usize> {
    let zero = T::from_f64(0.0);
    let mut missing = reached.iter().enumerate();
    let missing = missing.find(|(k, reached)| **reached == zero && !is_massless(*k));
    missing.map(|(k, _)| k)
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

/// The first number that is above the rounding of its size, and by how much it is not zero.
fn first_above<T: Scalar>(g: &[T], sizes: &[T], rounding: T::Size) -> Option<(usize, f64)> {
    let is_above = |(g, size): (&T, &T)| {
        let is = g.magnitude();
        is > rounding * size.magnitude() || is.is_nan()
    };
    let j = g.iter().zip(sizes).position(is_above)?;
    // A dual number may violate the constraint in its derivatives alone; then its magnitude is reported.
    let g = g.get(j)?;
    let is_real = g.real() != T::Size::from_f64(0.0);
    let violation = if is_real { g.real() } else { g.magnitude() };
    Some((j, violation.to_f64()))
}
