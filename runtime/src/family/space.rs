//! Where the numbers of a system of any size are: on the heap, or in arrays whose length is a constant of its type.
//!
//! Knows no scheme; [`StepSpace`](crate::drive::StepSpace) has what schemes need.

use core::marker::PhantomData;

use super::SummedMasses;
use crate::Lagrangian;
use extremal_numerics::matrix::Stored;
use extremal_numerics::{Scalar, Vector};

/// The vectors and the matrix of a system of any size, beside those that [`Lagrangian`] names: [`Heap`] or [`Fixed`].
pub trait Space<T: Scalar>: 'static {
    /// One number for each constraint.
    type Constraints: Vector<T>;
    /// One number for each coordinate and, behind them, one for each constraint.
    type Both: Vector<T>;
    /// M and, beside it, Gᵀ and G.
    type Matrix: Stored<T>;
}

/// Vectors and matrices of any length, which need an allocator (feature `alloc`).
#[derive(Clone, Copy, Debug)]
pub struct Heap;

#[cfg(feature = "alloc")]
impl<T: Scalar> Space<T> for Heap {
    type Constraints = nalgebra::DVector<T>;
    type Both = nalgebra::DVector<T>;
    type Matrix = extremal_numerics::matrix::Storage<T>;
}

/// Arrays: `V` holds one number for each coordinate, and `M` stores the mass matrix. There are no constraints.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<V, M>(PhantomData<(V, M)>);

impl<T: Scalar, V: Vector<T>, M: Stored<T>> Space<T> for Fixed<V, M> {
    type Constraints = [T; 0];
    type Both = V;
    type Matrix = M;
}

/// A system of any size as the derive writes it: its coordinates, velocities and momenta have one type. Sealed: implemented by
/// the derive only.
pub trait AnySize:
    super::Family
    + Lagrangian<
        Velocity = <Self as Lagrangian>::Configuration,
        Momentum = <Self as Lagrangian>::Configuration,
        Matrix: SummedMasses<<Self as Lagrangian>::Scalar>,
    >
{
}

impl<S> AnySize for S where
    S: super::Family
        + Lagrangian<
            Velocity = <S as Lagrangian>::Configuration,
            Momentum = <S as Lagrangian>::Configuration,
            Matrix: SummedMasses<<S as Lagrangian>::Scalar>,
        > + ?Sized
{
}
