//! A reference to a system has its kernels.

use super::{AllUnknowns, Derivatives, Derived, ElementOf, EndOf, Kernels, Recovery};
use crate::{Equations, Extrapolation, Facts, Lagrangian};

impl<D, S: Kernels<D> + ?Sized> Kernels<D> for &S {
    type Carried = S::Carried;
    type Constants = S::Constants;
    const VELOCITIES: usize = S::VELOCITIES;
    const PLACES: &'static [usize] = S::PLACES;
    const REMEMBERED: usize = S::REMEMBERED;
    const EXTRAPOLATION: Extrapolation = S::EXTRAPOLATION;

    #[inline]
    fn carried(&self, known: &S::Known, velocity: &S::Vector) -> S::Carried {
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
    fn direct(&self, known: &S::Known, x: &mut S::Unknown, end: &mut EndOf<S, D>) -> f64 {
        (**self).direct(known, x, end)
    }
}

impl<D, S: Derived<D> + ?Sized> Derived<D> for &S {
    type Stages = S::Stages;
    type Linearization = S::Linearization;
    type Solver = S::Solver;
    type Reporter = S::Reporter;
    type Modes = S::Modes;
    const FACTS: Facts = S::FACTS;

    #[inline]
    fn constants(&self, scheme: &D, h: <S as Lagrangian>::Scalar) -> S::Constants {
        (**self).constants(scheme, h)
    }

    #[inline]
    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Vector,
        stages: &S::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Vector, S::Vector) {
        S::interpolate(h, q0, stages, s)
    }
}

impl<D, S: Derivatives<D> + ?Sized> Derivatives<D> for &S {
    type Blocks = S::Blocks;

    #[inline]
    fn derivatives(&self, known: &S::Known, x: &S::Unknown) -> S::Blocks {
        (**self).derivatives(known, x)
    }
}

impl<D, S: Recovery<D> + ?Sized> Recovery<D> for &S {
    const END_MULTIPLIERS: usize = S::END_MULTIPLIERS;

    #[inline]
    fn recover(
        &self,
        known: &ElementOf<S, D>,
        y: &<S as Equations<D>>::Unknown,
        x: &mut AllUnknowns<S, D>,
        end: &mut EndOf<S, D>,
    ) -> f64 {
        (**self).recover(known, y, x, end)
    }
}
