//! The known numbers at the start of a time element, and the numbers at its end.

use super::{Carry, Kernels};
use crate::{Lagrangian, State};

/// The known numbers at the start of a time element [t, t + h].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element<T, Q, P, I, C, K> {
    /// Time at its start.
    pub t: T,
    /// Its length.
    pub h: T,
    /// Coordinates at its start.
    pub q: Q,
    /// Momentum at its start.
    pub p: P,
    /// Inputs, constant over the element.
    pub inputs: I,
    /// The numbers that the step before left.
    pub carried: C,
    /// The numbers that depend on the parameters and h alone.
    pub constants: K,
}

/// The time element of the system `S` under the scheme `D`.
pub type ElementOf<S, D> = Element<
    <S as Lagrangian>::Scalar,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Momentum,
    <S as Lagrangian>::Inputs,
    <S as Kernels<D>>::Carried,
    <S as Kernels<D>>::Constants,
>;

impl<T: Copy, Q: Copy, P: Copy, I: Copy, C: Copy, K: Copy> Element<T, Q, P, I, C, K> {
    /// The element of length `h` that starts from a state.
    #[inline]
    pub(crate) fn of(state: &State<T, Q, P>, h: T, inputs: &I, carry: &Carry<C, K>) -> Self {
        Self {
            t: state.t,
            h,
            q: state.q,
            p: state.p,
            inputs: *inputs,
            carried: carry.carried,
            constants: carry.constants,
        }
    }
}

/// The numbers at the end of a time element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End<Q, P, C> {
    /// Coordinates.
    pub q: Q,
    /// Momentum.
    pub p: P,
    /// The numbers that the next step needs at its start.
    pub carried: C,
}

impl<Q: Copy, P: Copy, C: Copy> End<Q, P, C> {
    /// The start of the element, in place of an end that is not known yet.
    #[inline]
    pub(crate) fn not_yet<T, I, K>(known: &Element<T, Q, P, I, C, K>) -> Self {
        Self {
            q: known.q,
            p: known.p,
            carried: known.carried,
        }
    }
}

/// The end of an element of the system `S` under the scheme `D`.
pub type EndOf<S, D> =
    End<<S as Lagrangian>::Configuration, <S as Lagrangian>::Momentum, <S as Kernels<D>>::Carried>;
