//! A stand-in for coordinates and inputs of a declaration with errors.
//!
//! It accepts any argument, so that uses of the refused struct add no messages. It is never run.

use core::ops::Deref;

use nalgebra::{ArrayStorage, SVector};

use crate::{Block, IntoBlock, NoInputs, Scalar};
#[cfg(feature = "std")]
use crate::{Control, Error};

/// A vector of unknown length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unread<T: Scalar>(SVector<T, 0>);

impl<T: Scalar> Unread<T> {
    fn nothing() -> Self {
        Self(SVector::from_array_storage(ArrayStorage([[]])))
    }
}

impl<T: Scalar> Deref for Unread<T> {
    type Target = SVector<T, 0>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Scalar> Block<T> for Unread<T> {
    const LEN: usize = 0;

    fn from_fn(_: impl FnMut(usize) -> T) -> Self {
        Self::nothing()
    }

    fn as_slice(&self) -> &[T] {
        &[]
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut []
    }
}

impl<X, T: Scalar> IntoBlock<Unread<T>> for X {
    fn into_block(self) -> Unread<T> {
        Unread::nothing()
    }
}

impl<T: Scalar> NoInputs for Unread<T> {
    fn none() -> Self {
        Self::nothing()
    }
}

#[cfg(feature = "std")]
impl<X, T: Scalar, const N: usize> Control<Unread<T>> for [X; N] {
    fn inputs(self) -> Result<Unread<T>, Error> {
        Ok(Unread::nothing())
    }
}

#[cfg(feature = "std")]
impl<X, T: Scalar, const N: usize> Control<Unread<T>> for SVector<X, N> {
    fn inputs(self) -> Result<Unread<T>, Error> {
        Ok(Unread::nothing())
    }
}
