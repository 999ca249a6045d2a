//! Derivatives of momenta and outputs at a state, and linearizations in (q, v) made of them.
//!
//! Knows no scheme. The derive writes the entries that are not identically zero.

mod columns;
mod over;

pub use columns::{Columns, OutputJacobians, OutputsOver};
pub(crate) use over::{Node, over_momenta, over_velocities};

use crate::linearize::Linearization;
use crate::system::FixedSize;
use crate::{Failure, Lagrangian};
use extremal_numerics::{Block, Vector};
use over::outputs_over;

/// A system whose momenta and outputs the derive differentiates.
///
/// ```text
/// ∂p/∂q, ∂p/∂θ   with p = ∂L/∂v(q, v, t);      ∂y/∂q, ∂y/∂v, ∂y/∂u, ∂y/∂θ   with the outputs y(t, q, v, u)
/// ```
///
/// Every declared system has it, unless its formulas are so large that the derive gives it up.
#[diagnostic::on_unimplemented(
    message = "momenta and outputs of `{Self}` are not differentiated",
    note = "`#[derive(Lagrangian)]` does so, unless the formulas are too large: then take fewer schemes or shorter formulas"
)]
pub trait Jacobians: FixedSize {
    /// The derivative of a step in (q, v): a [`Linearization`](crate::derivatives::Linearization) with 2n rows.
    type VelocityLinearization: Columns<Self::Scalar>
        + OutputsOver<Self::Scalar, Self::Outputs>
        + Copy
        + core::fmt::Debug;
    /// The entries of ∂p/∂q and ∂p/∂θ that are not identically zero.
    type MomentumEntries: Block<Self::Scalar>;
    /// The entries of ∂y/∂q, ∂y/∂v, ∂y/∂u and ∂y/∂θ that are not identically zero.
    type OutputEntries: Block<Self::Scalar>;

    /// Row and column of each entry of a momentum; the columns are q, then θ.
    const MOMENTUM_PLACES: &'static [(usize, usize)];
    /// Row and column of each entry of an output; the columns are q, then v, then u, then θ. Empty without
    /// [`OutputsOfState`].
    const OUTPUT_PLACES: &'static [(usize, usize)];

    /// The entries of ∂p/∂(q, θ), in the order of [`MOMENTUM_PLACES`](Self::MOMENTUM_PLACES).
    fn momentum_entries(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
    ) -> Self::MomentumEntries;

    /// The entries of ∂y/∂(q, v, u, θ), in the order of [`OUTPUT_PLACES`](Self::OUTPUT_PLACES).
    fn output_entries(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> Self::OutputEntries;

    /// C = ∂y/∂(q, v) and D = ∂y/∂u. The columns of C are those of
    /// [`linearize_velocity`](crate::Integrator::linearize_velocity).
    ///
    /// ```
    /// use extremal::{derivatives::Jacobians, prelude::*};
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x),
    ///     inputs(u),
    ///     kinetic = 0.5 * dt(x).powi(2),
    ///     force(x = u),
    ///     output(height = sin(x), power = u * dt(x)),
    /// )]
    /// struct Motor;
    ///
    /// let y = Motor.output_jacobians(0.0, &[0.0].into(), &[3.0].into(), &[2.0]);
    /// assert_eq!(y.by_state.row(0).iter().copied().collect::<Vec<_>>(), [1.0, 0.0]); // cos x, 0
    /// assert_eq!(y.by_state.row(1).iter().copied().collect::<Vec<_>>(), [0.0, 2.0]); // 0, u
    /// assert_eq!((y.by_inputs[0], y.by_inputs[1]), (0.0, 3.0)); // 0, v
    /// ```
    fn output_jacobians(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        inputs: &Self::Inputs,
    ) -> OutputJacobiansOver<Self, Self::VelocityLinearization>
    where
        Self: OutputsOfState,
    {
        let entries = self.output_entries(t, q, v, inputs);
        let mut jacobians: OutputJacobiansOver<Self, Self::VelocityLinearization> = Columns::zeroed();
        for (&(row, column), &entry) in Self::OUTPUT_PLACES.iter().zip(entries.as_slice()) {
            // The matrices have no columns of parameters.
            if let Some(place) = jacobians.column_mut(column).get_mut(row) {
                *place = entry;
            }
        }
        jacobians
    }
}

impl<S: Jacobians + ?Sized> Jacobians for &S {
    type VelocityLinearization = S::VelocityLinearization;
    type MomentumEntries = S::MomentumEntries;
    type OutputEntries = S::OutputEntries;

    const MOMENTUM_PLACES: &'static [(usize, usize)] = S::MOMENTUM_PLACES;
    const OUTPUT_PLACES: &'static [(usize, usize)] = S::OUTPUT_PLACES;

    fn momentum_entries(&self, t: S::Scalar, q: &S::Configuration, v: &S::Velocity) -> S::MomentumEntries {
        (**self).momentum_entries(t, q, v)
    }

    fn output_entries(
        &self,
        t: S::Scalar,
        q: &S::Configuration,
        v: &S::Velocity,
        inputs: &S::Inputs,
    ) -> S::OutputEntries {
        (**self).output_entries(t, q, v, inputs)
    }
}

/// A system whose outputs are formulas in t, q, v and u alone: they contain no multipliers, whose derivatives are not derived.
#[diagnostic::on_unimplemented(
    message = "an output of `{Self}` contains a multiplier, so that outputs are not differentiated",
    label = "not all outputs are formulas in t, q, v and u",
    note = "derive a second struct without this output, and differentiate the outputs of that"
)]
pub trait OutputsOfState: Lagrangian {}

impl<S: OutputsOfState + ?Sized> OutputsOfState for &S {}

/// A derivative of a step of the system `S`, beside which its outputs are differentiated.
#[diagnostic::on_unimplemented(
    message = "outputs of `{S}` are not differentiated",
    label = "its formulas are too large: take fewer schemes or shorter formulas"
)]
pub trait OutputsBeside<S: Lagrangian>: Sized {
    /// An [`OutputJacobians`]; of a system of any size of matrices whose size only the program knows.
    type Jacobians: Clone + core::fmt::Debug;

    /// ∂y/∂z and ∂y/∂u at this node: time, coordinates and velocity.
    ///
    /// # Errors
    ///
    /// Those of [`linearize_outputs`](crate::Integrator::linearize_outputs).
    fn outputs_at(
        system: &S,
        node: &(S::Scalar, S::Configuration, S::Velocity),
        inputs: &S::Inputs,
        carries_velocity: bool,
    ) -> Result<Self::Jacobians, Failure>;
}

#[diagnostic::do_not_recommend]
impl<S, A, B, C> OutputsBeside<S> for Linearization<A, B, C>
where
    S: Jacobians,
    Self: Columns<S::Scalar> + OutputsOver<S::Scalar, S::Outputs>,
{
    type Jacobians = OutputJacobiansOver<S, Self>;

    fn outputs_at(
        system: &S,
        node: &Node<S>,
        inputs: &S::Inputs,
        _: bool,
    ) -> Result<Self::Jacobians, Failure> {
        outputs_over::<S, Self>(system, node, inputs)
    }
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<S, T, X> OutputsBeside<S> for crate::drive::SparseLinearization<T, X>
where
    S: crate::family::SummedJacobians<Scalar = T>,
    T: extremal_numerics::Scalar,
    X: crate::drive::StepSpace<T>,
{
    type Jacobians = crate::family::OutputJacobiansOfAnySize<T>;

    fn outputs_at(
        system: &S,
        node: &Node<S>,
        inputs: &S::Inputs,
        carries_velocity: bool,
    ) -> Result<Self::Jacobians, Failure> {
        crate::family::outputs_over(system, node, inputs, carries_velocity)
    }
}

/// The Jacobians of the outputs of `S`, with the columns of the linearization `L`.
pub type OutputJacobiansOver<S, L> =
    <L as OutputsOver<<S as Lagrangian>::Scalar, <S as Lagrangian>::Outputs>>::Jacobians;
