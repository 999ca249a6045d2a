//! The cubic with the velocities of both ends: the motion inside a step of which no more is known.

use core::fmt::Debug;

use extremal_numerics::block::at;
use nalgebra::SVector;

#[cfg(feature = "alloc")]
use super::spare::Kept;
use super::spare::{OnTheStack, Spare};
use extremal_numerics::{Scalar, Vector};

/// Coordinates of which three velocities make one vector: at the start, the mean, at the end.
pub trait Cubic<T>: Vector<T> {
    /// All three, one after the other.
    type Velocities: Vector<T>;
    /// Room for steps that are made of several ones.
    type Room<M: Clone + Debug>: Spare<M, Self::Velocities>;

    /// The vector of all three.
    fn velocities(of: &[Self; 3]) -> Self::Velocities;
}

impl<T: Scalar, const N: usize> Cubic<T> for SVector<T, N> {
    type Velocities = [[T; N]; 3];
    type Room<R: Clone + Debug> = OnTheStack;

    fn velocities(of: &[Self; 3]) -> [[T; N]; 3] {
        of.map(Into::into)
    }
}

impl<T: Scalar, const N: usize> Cubic<T> for [T; N] {
    type Velocities = [[T; N]; 3];
    type Room<R: Clone + Debug> = OnTheStack;

    fn velocities(of: &[Self; 3]) -> [[T; N]; 3] {
        *of
    }
}

#[cfg(feature = "alloc")]
impl<T: Scalar> Cubic<T> for nalgebra::DVector<T> {
    type Velocities = Self;
    type Room<R: Clone + Debug> = Kept<R, Self>;

    fn velocities(of: &[Self; 3]) -> Self {
        let n = of[0].len();
        Self::with_len(3 * n, |k| {
            of.get(k / n.max(1))
                .map_or(T::from_f64(0.0), |v| at(v.as_slice(), k % n.max(1)))
        })
    }
}

impl<T: Scalar, const N: usize, const M: usize> Cubic<T> for [[T; M]; N] {
    type Velocities = [[[T; M]; N]; 3];
    type Room<R: Clone + Debug> = OnTheStack;

    fn velocities(of: &[Self; 3]) -> [[[T; M]; N]; 3] {
        *of
    }
}

/// The degree of q in time.
pub(crate) const DEGREE: usize = 3;

/// q and q̇ inside a step.
pub(crate) fn interpolate<T: Scalar, Q: Vector<T>, V: Vector<T>>(
    h: T,
    q0: &Q,
    velocities: &impl Vector<T>,
    s: T,
) -> (Q, V) {
    let n = q0.as_slice().len();
    let [begin, mean, end] = [0, 1, 2].map(|part| move |i: usize| at(velocities.as_slice(), part * n + i));
    let (two, three) = (T::from_f64(2.0), T::from_f64(3.0));
    let square = |i: usize| three * mean(i) - two * begin(i) - end(i);
    let cube = |i: usize| begin(i) + end(i) - two * mean(i);
    let moved = |i: usize| s * (begin(i) + s * (square(i) + s * cube(i)));
    (
        q0.like(|i| at(q0.as_slice(), i) + h * moved(i)),
        V::with_len(n, |i| begin(i) + s * (two * square(i) + three * s * cube(i))),
    )
}
