//! Systems whose size the compiler knows.

use crate::Lagrangian;
use extremal_numerics::Block;

/// A system whose number of coordinates the compiler knows: its vectors and matrices are [`Block`]s, and so they are `Copy`.
///
/// Every declared system with a fixed number of coordinates has this trait, and nobody implements it. In a function that is
/// generic over systems it allows what blocks can do and vectors of any length cannot:
///
/// ```
/// use extremal::{blocks::Block, system::FixedSize};
///
/// /// The direction of the coordinate `k` alone.
/// fn along<S: FixedSize>(k: usize) -> S::Velocity {
///     S::Velocity::from_fn(|i| extremal::Scalar::from_f64(if i == k { 1.0 } else { 0.0 }))
/// }
/// ```
pub trait FixedSize:
    Lagrangian<
        Configuration: Block<<Self as Lagrangian>::Scalar>,
        Velocity: Block<<Self as Lagrangian>::Scalar>,
        Momentum: Block<<Self as Lagrangian>::Scalar>,
        Matrix: Block<<Self as Lagrangian>::Scalar>,
        Inputs: Block<<Self as Lagrangian>::Scalar>,
    >
{
}

#[diagnostic::do_not_recommend]
impl<S> FixedSize for S where
    S: Lagrangian<
            Configuration: Block<<S as Lagrangian>::Scalar>,
            Velocity: Block<<S as Lagrangian>::Scalar>,
            Momentum: Block<<S as Lagrangian>::Scalar>,
            Matrix: Block<<S as Lagrangian>::Scalar>,
            Inputs: Block<<S as Lagrangian>::Scalar>,
        > + ?Sized
{
}

/// A system whose coordinates, velocities and momenta have one type, as they have in every declared system.
///
/// In a function that is generic over systems this bound makes `S::Configuration`, `S::Velocity` and `S::Momentum` one type:
///
/// ```
/// use extremal::{Failure, Lagrangian, StateOf, system::VectorSpace};
///
/// /// The rows q, v and p of a table.
/// fn rows<S: VectorSpace>(system: &S, state: &StateOf<S>) -> Result<[S::Configuration; 3], Failure> {
///     let v = system.velocity(state.t, &state.q, &state.p)?;
///     Ok([state.q, v, state.p])
/// }
/// ```
pub trait VectorSpace: FixedSize
    + Lagrangian<Velocity = <Self as Lagrangian>::Configuration, Momentum = <Self as Lagrangian>::Configuration>
{
}

impl<S> VectorSpace for S where
    S: FixedSize
        + Lagrangian<Velocity = <S as Lagrangian>::Configuration, Momentum = <S as Lagrangian>::Configuration>
        + ?Sized
{
}
