//! How much coordinates move constraints, whatever their units.
//!
//! ```text
//! γⱼ = maxₖ |Gⱼₖ|/√Mₖₖ     over all coordinates, and over those that are free
//! ```

use super::projection::{Held, Place};
use super::{extent, per_extent};
use crate::Lagrangian;
use crate::masses::diagonal;
use crate::system::Masses;
use crate::system::keep::has;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// γ of the constraints at a place.
pub(super) struct Shares<V, C> {
    masses: V,
    all: C,
    /// Infinite where a free coordinate without a mass moves the constraint.
    free: C,
}

/// Velocities that are larger than this times ε⁻¹ come from a gradient that is zero to its rounding.
const ROUNDINGS: f64 = 64.0;

impl<V, C> Shares<V, C> {
    pub(super) fn of<T, S, H>(system: &S, held: &H, (t, q, v): Place<'_, S>, kept: &V) -> Self
    where
        T: Scalar,
        V: Vector<T>,
        C: Vector<T>,
        S: Lagrangian<Scalar = T, Velocity = V> + ?Sized,
        H: Held<S, Constraints = C>,
    {
        let masses = masses(system, (t, q, v));
        let zeros = held.rates((t, q, v)).like(|_| T::from_f64(0.0));
        let (mut all, mut free) = (zeros.clone(), zeros);
        held.each_gradient(t, q, &mut |j, k, gradient| {
            let (Some(all), Some(free)) = (all.as_mut_slice().get_mut(j), free.as_mut_slice().get_mut(j))
            else {
                return;
            };
            let mass = at(masses.as_slice(), k);
            let share = per_extent([(gradient, mass)].into_iter());
            enlarge(all, share);
            if !has(kept, k) {
                let has_share =
                    share > T::Size::from_f64(0.0) || gradient.magnitude() == T::Size::from_f64(0.0);
                enlarge(free, if has_share { share } else { T::Size::INFINITY });
            }
        });
        Self { masses, all, free }
    }

    /// The numbers whose rounding is that of the constraints: of their own summands, and of all the `numbers` q or v.
    pub(super) fn sizes<T: Scalar>(&self, scales: &C, numbers: &[T]) -> C
    where
        V: Vector<T>,
        C: Vector<T>,
    {
        let extent = extent(self.masses.as_slice(), (numbers, numbers), T::from_f64(0.0));
        let size = |j: usize| at(scales.as_slice(), j).magnitude() + self.of_row(j).magnitude() * extent;
        scales.like(|j| T::from_size(size(j)))
    }

    /// γ of a constraint.
    pub(super) fn of_row<T: Scalar>(&self, j: usize) -> T
    where
        C: Vector<T>,
    {
        at(self.all.as_slice(), j)
    }

    /// The part of one coordinate in γ.
    pub(super) fn of_entry<T: Scalar>(&self, k: usize, gradient: T) -> T::Size
    where
        V: Vector<T>,
    {
        per_extent([(gradient, at(self.masses.as_slice(), k))].into_iter())
    }

    /// A one for each constraint that no free coordinate moves, to rounding.
    pub(super) fn unmoved<T: Scalar>(&self, rounding: T::Size) -> C
    where
        C: Vector<T>,
    {
        self.all.like(|j| {
            let is_moved =
                at(self.free.as_slice(), j).magnitude() > rounding * self.of_row::<T>(j).magnitude();
            T::from_f64(if is_moved { 0.0 } else { 1.0 })
        })
    }

    /// Whether a change of velocities is so large for the rates that it removes that these are divided by a rounding.
    pub(super) fn is_rounding<T: Scalar>(&self, rates: &C, change: &[T]) -> bool
    where
        V: Vector<T>,
        C: Vector<T>,
    {
        let zero = T::Size::from_f64(0.0);
        let most = (0..rates.as_slice().len()).fold(zero, |most: SizeOf<T>, j| {
            let share = self.of_row::<T>(j).magnitude();
            let size = at(rates.as_slice(), j).magnitude();
            if share > zero && size > most * share {
                size / share
            } else {
                most
            }
        });
        let extent = extent(self.masses.as_slice(), (change, change), T::from_f64(0.0));
        extent * T::Size::from_f64(ROUNDINGS * T::EPSILON) > most
    }
}

fn enlarge<T: Scalar>(most: &mut T, size: T::Size) {
    if size > most.magnitude() {
        *most = T::from_size(size);
    }
}

fn masses<S: Lagrangian + ?Sized>(system: &S, (t, q, v): Place<'_, S>) -> S::Velocity {
    if S::Matrix::IS_WHOLE {
        return diagonal(system, (t, q, v));
    }
    let m = system.mass_matrix(t, q, v);
    v.like(|k| m.diagonal(k))
}
