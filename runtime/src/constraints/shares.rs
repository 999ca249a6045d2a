//! How much coordinates move constraints, whatever their units.
//!
//! ```text
//! γⱼ = maxₖ |Gⱼₖ|/√Mₖₖ     over all coordinates, and over those that are free
//! ```

use super::held::{Held, PlaceOf, ScalarOf, VelocityOf};
use super::{extent, per_extent};
use crate::masses::diagonal;
use crate::system::keep::has;
use extremal_numerics::block::{at, zeros_like};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// γ of the constraints at a place.
pub(super) struct Shares<H: Held> {
    masses: VelocityOf<H>,
    all: H::Constraints,
    /// Infinite where a free coordinate without a mass moves the constraint.
    free: H::Constraints,
}

/// Velocities that are larger than this times ε⁻¹ come from a gradient that is zero to its rounding.
const ROUNDINGS: f64 = 64.0;

/// How often all constraints are looked at for the coordinates that they connect.
const SWEEPS: usize = 16;

impl<H: Held> Shares<H> {
    pub(super) fn of(held: &H, place: PlaceOf<'_, H>, kept: &VelocityOf<H>) -> Self {
        Self::with_masses(held, place, kept, diagonal(held.system(), place))
    }

    pub(super) fn with_masses(
        held: &H,
        (t, q, _): PlaceOf<'_, H>,
        kept: &VelocityOf<H>,
        masses: VelocityOf<H>,
    ) -> Self {
        let zero = SizeOf::<ScalarOf<H>>::from_f64(0.0);
        let [mut all, mut free] = [(); 2].map(|()| zeros::<H>(held.count()));
        held.each_gradient(t, q, &mut |j, k, gradient| {
            let (Some(all), Some(free)) = (all.as_mut_slice().get_mut(j), free.as_mut_slice().get_mut(j))
            else {
                return;
            };
            let share = per_extent([(gradient, at(masses.as_slice(), k))].into_iter());
            enlarge(all, share);
            if !has(kept, k) {
                let has_share = share > zero || gradient.magnitude() == zero;
                enlarge(free, if has_share { share } else { Size::INFINITY });
            }
        });
        Self { masses, all, free }
    }

    /// ℓ of all the numbers q or v.
    pub(super) fn extent(&self, numbers: &[ScalarOf<H>]) -> SizeOf<ScalarOf<H>> {
        self.extent_of((numbers, numbers), ScalarOf::<H>::from_f64(0.0))
    }

    /// ℓ of a motion.
    pub(super) fn extent_of(
        &self,
        motion: (&[ScalarOf<H>], &[ScalarOf<H>]),
        h: ScalarOf<H>,
    ) -> SizeOf<ScalarOf<H>> {
        extent(self.masses.as_slice(), motion, h)
    }

    /// ℓ of the numbers v of those coordinates alone that constraints connect with each constraint, as far as
    /// [`SWEEPS`] over them find: then of all.
    pub(super) fn connected(&self, held: &H, (t, q, v): PlaceOf<'_, H>) -> H::Constraints {
        let zero = ScalarOf::<H>::from_f64(0.0);
        let mut extents: VelocityOf<H> = zeros_like(v);
        let own = self.masses.as_slice().iter().zip(v.as_slice());
        for (to, (&mass, &v)) in extents.as_mut_slice().iter_mut().zip(own) {
            *to = ScalarOf::<H>::from_size(extent(&[mass], (&[v], &[v]), zero));
        }
        let mut rows = zeros::<H>(held.count());
        for _ in 0..SWEEPS {
            let mut are_all_found = true;
            held.each_gradient(t, q, &mut |j, k, gradient| {
                let both = (rows.as_mut_slice().get_mut(j), extents.as_mut_slice().get_mut(k));
                if let (Some(row), Some(own)) = both
                    && gradient.magnitude() > zero.magnitude()
                {
                    are_all_found &= row.magnitude() == own.magnitude();
                    enlarge(row, own.magnitude());
                    enlarge(own, row.magnitude());
                }
            });
            if are_all_found {
                return rows;
            }
        }
        let whole = self.extent(v.as_slice());
        rows.like(|_| ScalarOf::<H>::from_size(whole))
    }

    /// The numbers whose rounding is that of the constraints: of their own summands, and of all numbers with this extent.
    pub(super) fn sizes(&self, scales: &H::Constraints, extent: SizeOf<ScalarOf<H>>) -> H::Constraints {
        let size = |j: usize| at(scales.as_slice(), j).magnitude() + self.of_row(j).magnitude() * extent;
        scales.like(|j| ScalarOf::<H>::from_size(size(j)))
    }

    /// γ of a constraint.
    pub(super) fn of_row(&self, j: usize) -> ScalarOf<H> {
        at(self.all.as_slice(), j)
    }

    /// The part of one coordinate in γ.
    pub(super) fn of_entry(&self, k: usize, gradient: ScalarOf<H>) -> SizeOf<ScalarOf<H>> {
        per_extent([(gradient, at(self.masses.as_slice(), k))].into_iter())
    }

    /// A one for each constraint that no free coordinate moves, to rounding.
    pub(super) fn unmoved(&self, rounding: SizeOf<ScalarOf<H>>) -> H::Constraints {
        self.all.like(|j| {
            let is_moved = at(self.free.as_slice(), j).magnitude() > rounding * self.of_row(j).magnitude();
            ScalarOf::<H>::from_f64(if is_moved { 0.0 } else { 1.0 })
        })
    }

    /// Whether a change of velocities is so large for the rates that it removes that these are divided by a rounding.
    pub(super) fn is_rounding(&self, rates: &H::Constraints, change: &[ScalarOf<H>]) -> bool {
        let zero = SizeOf::<ScalarOf<H>>::from_f64(0.0);
        let most = (0..rates.as_slice().len()).fold(zero, |most, j| {
            let share = self.of_row(j).magnitude();
            let size = at(rates.as_slice(), j).magnitude();
            if share > zero && size > most * share {
                size / share
            } else {
                most
            }
        });
        let epsilon = SizeOf::<ScalarOf<H>>::from_f64(ROUNDINGS * ScalarOf::<H>::EPSILON);
        self.extent(change) * epsilon > most
    }
}

fn zeros<H: Held>(count: usize) -> H::Constraints {
    Vector::with_len(count, |_| ScalarOf::<H>::from_f64(0.0))
}

fn enlarge<T: Scalar>(most: &mut T, size: T::Size) {
    if size > most.magnitude() {
        *most = T::from_size(size);
    }
}
