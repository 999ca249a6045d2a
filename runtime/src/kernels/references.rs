//! A reference to a system has its kernels.

use super::{EndOf, Kernels};
use crate::Lagrangian;
use crate::history::Extrapolation;
use extremal_numerics::SizeOf;

impl<D, S: Kernels<D> + ?Sized> Kernels<D> for &S {
    type Carried = S::Carried;
    type Constants = S::Constants;
    const VELOCITIES: usize = S::VELOCITIES;
    const PLACES: &'static [usize] = S::PLACES;
    const REMEMBERED: usize = S::REMEMBERED;
    const HAS_CONSTANT_TANGENT: bool = S::HAS_CONSTANT_TANGENT;
    const NEEDS_MASSES: bool = S::NEEDS_MASSES;
    const EXTRAPOLATION: Extrapolation = S::EXTRAPOLATION;

    #[inline]
    fn carried(&self, known: &S::Known, velocity: &S::Velocity) -> S::Carried {
        (**self).carried(known, velocity)
    }

    #[inline]
    fn update(
        &self,
        known: &S::Known,
        x: &S::Unknown,
        end: &mut EndOf<S, D>,
        r: &mut S::Unknown,
        scale: &mut S::Unknown,
    ) {
        (**self).update(known, x, end, r, scale);
    }

    #[inline]
    fn direct(
        &self,
        known: &S::Known,
        x: &mut S::Unknown,
        end: &mut EndOf<S, D>,
    ) -> SizeOf<<S as Lagrangian>::Scalar> {
        (**self).direct(known, x, end)
    }
}
