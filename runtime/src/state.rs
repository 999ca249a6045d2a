//! The state between two steps.

use crate::Lagrangian;

/// Time, coordinates and momentum at a node: the state that every scheme has between two steps.
///
/// Other quantities that a scheme carries (a force, a history of guesses, the velocity of [`Livens`](crate::schemes::Livens))
/// are its memory and not part of the state.
///
/// For n coordinates `q` and `p` are nalgebra's `SVector<T, n>`, with indices, sums, `norm()` and `as_slice()`; `.into()`
/// converts to and from arrays. The unit of pᵢ is that of an action over that of qᵢ: kg m/s for a length, kg m²/s for an
/// angle.
///
/// ```
/// use extremal::State;
///
/// let State { t, q, p } = State { t: 0.5, q: [2.0], p: [-0.3] };
/// assert_eq!((t, q[0], p[0]), (0.5, 2.0, -0.3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: extremal_numerics::Scalar + serde::Serialize, Q: extremal_numerics::Vector<T>, P: extremal_numerics::Vector<T>",
        deserialize = "T: extremal_numerics::Scalar + serde::Deserialize<'de>, Q: extremal_numerics::Vector<T>, P: extremal_numerics::Vector<T>"
    ))
)]
pub struct State<T, Q, P = Q> {
    /// Time, t₀ + k h at the node k.
    pub t: T,
    /// Coordinates, in the order of [`Lagrangian::COORDINATES`].
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub q: Q,
    /// Momentum p = ∂L/∂v, which is M v + b for T = ½ v·Mv + b·v + η. If a scheme carries v, this relation holds to the
    /// order of the scheme.
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    pub p: P,
}

/// The state of the system `S`.
pub type StateOf<S> =
    State<<S as Lagrangian>::Scalar, <S as Lagrangian>::Configuration, <S as Lagrangian>::Momentum>;
