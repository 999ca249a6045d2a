//! The motion inside a step, between its nodes.

use super::cubic::{self, Cubic};
use crate::kernels::{Derived, Polynomial};
use crate::{Lagrangian, StateOf};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Vector};

/// The motion inside a step of the scheme `D` for the system `S`.
pub trait Inside<S: Derived<D> + ?Sized, D> {
    /// The numbers that determine it, together with the coordinates at the start.
    type Stages: Vector<<S as Lagrangian>::Scalar>;

    /// The degree in time of the coordinates.
    const DEGREE: usize;

    /// The stages of a step of length `h` with the unknowns `x`; schemes that carry velocities have them at both nodes.
    fn stages(
        h: <S as Lagrangian>::Scalar,
        nodes: [(&StateOf<S>, Option<S::Velocity>); 2],
        x: &S::Stages,
    ) -> Self::Stages;

    /// q and q̇ inside an element of length `h`, at the place s ∈ [0, 1].
    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Configuration, S::Velocity);
}

/// The polynomial of a time element, whose stages are the unknowns of the step.
#[derive(Clone, Copy, Debug)]
pub struct Elements;

/// The cubic with the coordinates and velocities of both nodes, for schemes that carry velocities.
#[derive(Clone, Copy, Debug)]
pub struct Cubics;

impl<S: Polynomial<D> + ?Sized, D> Inside<S, D> for Elements {
    type Stages = S::Stages;

    const DEGREE: usize = <S as Polynomial<D>>::DEGREE;

    #[inline(always)]
    fn stages(
        _: <S as Lagrangian>::Scalar,
        _: [(&StateOf<S>, Option<S::Velocity>); 2],
        x: &S::Stages,
    ) -> S::Stages {
        *x
    }

    #[inline]
    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Configuration,
        stages: &S::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        <S as Polynomial<D>>::interpolate(h, q0, stages, s)
    }
}

impl<S: Derived<D> + ?Sized, D> Inside<S, D> for Cubics
where
    S::Velocity: Cubic<<S as Lagrangian>::Scalar>,
{
    type Stages = <S::Velocity as Cubic<<S as Lagrangian>::Scalar>>::Velocities;

    const DEGREE: usize = cubic::DEGREE;

    #[inline(always)]
    fn stages(
        h: <S as Lagrangian>::Scalar,
        [start, end]: [(&StateOf<S>, Option<S::Velocity>); 2],
        _: &S::Stages,
    ) -> Self::Stages {
        let mean = S::Velocity::from_fn(|i| (at(end.0.q.as_slice(), i) - at(start.0.q.as_slice(), i)) / h);
        let [v0, v1] = [start, end].map(|(_, velocity)| velocity.unwrap_or_else(zeros));
        S::Velocity::velocities(&[v0, mean, v1])
    }

    #[inline]
    fn interpolate(
        h: <S as Lagrangian>::Scalar,
        q0: &S::Configuration,
        stages: &Self::Stages,
        s: <S as Lagrangian>::Scalar,
    ) -> (S::Configuration, S::Velocity) {
        cubic::interpolate(h, q0, stages, s)
    }
}
