//! The elements of blocks.
//!
//! Values without a meaning of their own, with which blocks are made before they are filled.

use core::fmt::Debug;

use crate::Scalar;

/// An element of a block: a number, or a small value beside numbers.
pub trait Element: Copy + Debug + PartialEq + 'static {
    /// A value with which a block is made before it is filled.
    fn any() -> Self;
}

impl<T: Scalar> Element for T {
    #[inline]
    fn any() -> Self {
        T::from_f64(0.0)
    }
}

impl Element for usize {
    #[inline]
    fn any() -> Self {
        0
    }
}

impl Element for bool {
    #[inline]
    fn any() -> Self {
        false
    }
}

impl<A: Element, B: Element, C: Element> Element for (A, B, C) {
    #[inline]
    fn any() -> Self {
        (A::any(), B::any(), C::any())
    }
}
