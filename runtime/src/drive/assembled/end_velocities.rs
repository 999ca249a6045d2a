//! Velocities at the end of a step that no equation contains: those of coordinates without mass and without a constraint on
//! coordinates.
//!
//! Their momentum is zero, and so they have no equation p₁ = ∂L/∂v(q₁, w). In place of it stands w = 0. Knows no scheme.

use super::consistent::add_masses;
use super::memory::{several, zeros};
use super::start::unknowns;
use super::{ScalarOf, SpaceOf, StepSpace};
use crate::StateOf;
use crate::drive::assembly::Assembly;
use crate::family::Entries;
use extremal_numerics::{Scalar, Vector};

/// A one at each unknown that is such a velocity; empty if there is none.
pub(super) fn without_equations<S: Assembly<D> + ?Sized, D>(
    system: &S,
    state: &StateOf<S>,
) -> <SpaceOf<S, D> as StepSpace<ScalarOf<S>>>::Residual {
    let q = state.q.as_slice();
    if !S::HAS_END_VELOCITIES || !(0..q.len()).any(|k| system.is_massless(k)) {
        return zeros(0);
    }
    let [mut masses, mut reached, v] = several::<ScalarOf<S>, S::Velocity, 3>(q.len());
    let both = (masses.as_mut_slice(), reached.as_mut_slice());
    add_masses(system, (state.t, q, v.as_slice()), both);
    let reached = reached.as_mut_slice();
    let holonomic = system.constraint_count().saturating_sub(system.rolling_count());
    let mut columns = Columns { holonomic, reached };
    system.add_constraint_jacobian(state.t, q, &mut columns);
    let is_still = |k: usize, reached: &ScalarOf<S>| !is_set(reached) && system.is_massless(k);
    let all = || {
        reached
            .iter()
            .enumerate()
            .filter(|(k, reached)| is_still(*k, reached))
    };
    if all().next().is_none() {
        return zeros(0);
    }
    let mut still: <SpaceOf<S, D> as StepSpace<ScalarOf<S>>>::Residual = zeros(unknowns::<S, D>(system));
    for (k, _) in all() {
        let last = S::GROUPS * k + S::GROUPS.saturating_sub(1);
        if let Some(still) = still.as_mut_slice().get_mut(last) {
            *still = ScalarOf::<S>::from_f64(1.0);
        }
    }
    still
}

/// Whether a flag is set.
fn is_set<T: Scalar>(flag: &T) -> bool {
    *flag != T::from_f64(0.0)
}

/// Clears the residuals of these velocities.
pub(super) fn clear<T: Scalar>(still: &[T], r: &mut [T]) {
    let rows = r.iter_mut().zip(still).filter(|(_, flag)| is_set(*flag));
    rows.for_each(|(r, _)| *r = T::from_f64(0.0));
}

/// Sets what a matrix reaches to one.
struct Columns<'a, T> {
    /// How many rows are those of constraints on coordinates: these alone have velocities at the end.
    holonomic: usize,
    reached: &'a mut [T],
}

impl<T: Scalar> Entries<T> for Columns<'_, T> {
    fn add(&mut self, row: usize, column: usize, _: T) {
        if let (Some(reached), true) = (self.reached.get_mut(column), row < self.holonomic) {
            *reached = T::from_f64(1.0);
        }
    }
}

/// Leaves out the rows of these velocities.
pub(super) struct WithoutRows<'a, T, E> {
    pub(super) still: &'a [T],
    pub(super) entries: &'a mut E,
}

impl<T: Scalar, E: Entries<T>> WithoutRows<'_, T, E> {
    /// Adds their equations w = 0.
    pub(super) fn add_ones(&mut self) {
        let still = self.still.iter().enumerate();
        for (row, &one) in still.filter(|(_, flag)| is_set(*flag)) {
            self.entries.add(row, row, one);
        }
    }
}

impl<T: Scalar, E: Entries<T>> Entries<T> for WithoutRows<'_, T, E> {
    #[inline]
    fn add(&mut self, row: usize, column: usize, value: T) {
        if !self.still.get(row).is_some_and(is_set) {
            self.entries.add(row, column, value);
        }
    }
}
