//! Whether a start of a system of any size is one: each coordinate has a kinetic energy, and the constraints are satisfied.

use super::memory::several;
use crate::Failure;
use crate::constraints::{Held, Violation};
use crate::drive::{Begin, Start};
use crate::error::AnySizeFailure;
use crate::family::{AnySize, Entries, Family, Summed};
use extremal_numerics::{Scalar, Vector};

/// Whether each coordinate has a kinetic energy, and a start satisfies the constraints to the rounding of their terms, and
/// their rates as far as steps do: all of them where no step was; then those of constraints on coordinates alone, and none
/// of schemes that carry velocities.
pub(super) fn check<S: Family + AnySize, D>(
    system: &S,
    from: &Start<'_, S, D>,
    carries_velocity: bool,
) -> Result<(), Failure> {
    let place = (from.state.t, &from.state.q, from.velocity);
    let masses = masses(system, (place.0, place.1.as_slice(), place.2.as_slice()))?;
    if system.constraint_count() == 0 {
        return Ok(());
    }
    let summed = Summed::of(system);
    let start = Violation::of(&summed, from.h, place, masses);
    start.check_coordinates()?;
    match (from.begin, carries_velocity) {
        (Begin::Anew, _) => start.check_rates(),
        (Begin::Again, false) => start.check_first_rates(summed.holonomic()),
        (Begin::Again, true) => Ok(()),
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
    /// A one in each row in which M has an entry, of any size.
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
