//! Outputs at the present state, their derivatives, and the derivative of the next step in (q, v).

use super::{Integrator, memory};
use crate::drive::{Drive, Interval, StepMemory};
use crate::jacobians::{Columns, Node, OutputsBeside, over_velocities};
use crate::jacobians::{Jacobians, OutputsOfState};
use crate::system::FixedSize;
use crate::{Discretize, Error, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::is_finite;
use extremal_numerics::{IntoBlock, NoInputs};

/// The derivatives of outputs beside those of a step.
type OutputsOf<S, D> = <<S as Discretize<D>>::Linearization as OutputsBeside<S>>::Jacobians;

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// The outputs of the declaration at the present state, in the order of [`Lagrangian::OUTPUTS`].
    ///
    /// They are y(t, q, v) with the velocity v of [`velocity`](Self::velocity): the one that the scheme carries, or that of
    /// the momentum.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(twice = 2 * x, speed = abs(dt(x))))]
    /// struct Stone;
    ///
    /// let motion = Integrator::new(Stone, Verlet, 0.1, [1.5], [-2.0])?;
    /// assert_eq!(motion.outputs()?, [3.0, 2.0]);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`velocity`](Self::velocity) and of [`Lagrangian::outputs`], and [`Failure::NotFinite`] if an output is
    /// not finite.
    pub fn outputs(&self) -> Result<S::Outputs, Error>
    where
        S::Inputs: NoInputs,
    {
        self.outputs_at(&S::Inputs::none())
    }

    /// The outputs with the inputs u: y(t, q, v, u). Outputs such as the power of a motor contain them.
    ///
    /// # Errors
    ///
    /// The errors of [`outputs`](Self::outputs), and [`Failure::NotFinite`] for the inputs.
    pub fn outputs_with(&self, inputs: impl IntoBlock<S::Inputs>) -> Result<S::Outputs, Error> {
        self.outputs_at(&self.checked(inputs.into_block())?)
    }

    pub(crate) fn outputs_at(&self, inputs: &S::Inputs) -> Result<S::Outputs, Error> {
        let (State { t, q, .. }, v) = (self.state(), self.velocity()?);
        let outputs = self.system.outputs(t, &q, &v, inputs);
        let outputs = outputs.map_err(|failure| self.error(failure))?;
        if is_finite(&outputs) {
            Ok(outputs)
        } else {
            Err(self.error(Failure::NotFinite { what: "outputs" }))
        }
    }

    /// C = ∂y/∂z and D = ∂y/∂u at the present state, for systems without inputs. The columns z are those of
    /// [`linearize`](Self::linearize): (q, p), or (q, p, v) where the scheme carries v.
    ///
    /// ```text
    /// ∂y/∂p = ∂y/∂v M⁻¹,   ∂y/∂q|ₚ = ∂y/∂q|ᵥ − ∂y/∂p ∂p/∂q
    /// ```
    ///
    /// [`Jacobians::output_jacobians`] has the columns (q, v). In a system of any size both are matrices of nalgebra whose size
    /// only the program knows, with all their entries.
    ///
    /// # Errors
    ///
    /// The errors of [`velocity`](Self::velocity), [`Failure::SingularMassMatrix`] and [`Failure::NotFinite`].
    pub fn linearize_outputs(&self) -> Result<OutputsOf<S, D>, Error>
    where
        S: OutputsOfState,
        S::Inputs: NoInputs,
        S::Linearization: OutputsBeside<S>,
    {
        self.output_jacobians(&S::Inputs::none())
    }

    /// As [`linearize_outputs`](Self::linearize_outputs), with inputs.
    ///
    /// # Errors
    ///
    /// The errors of [`linearize_outputs`](Self::linearize_outputs), and [`Failure::NotFinite`] for the inputs.
    pub fn linearize_outputs_with<U: IntoBlock<S::Inputs>>(&self, inputs: U) -> Result<OutputsOf<S, D>, Error>
    where
        S: OutputsOfState,
        S::Linearization: OutputsBeside<S>,
    {
        self.output_jacobians(&self.checked(inputs.into_block())?)
    }

    pub(crate) fn output_jacobians(&self, inputs: &S::Inputs) -> Result<OutputsOf<S, D>, Error>
    where
        S: OutputsOfState,
        S::Linearization: OutputsBeside<S>,
    {
        let (State { t, q, .. }, v) = (self.state(), self.velocity()?);
        let carries_velocity = memory::velocity::<S, D>(&self.memory).is_some();
        S::Linearization::outputs_at(&self.system, &(t, q, v), inputs, carries_velocity)
            .map_err(|failure| self.error(failure))
    }

    /// The derivative of the next step in (q, v) in place of (q, p): A = ∂(q₁, v₁)/∂(q₀, v₀), and by inputs and parameters.
    ///
    /// v is the velocity at the nodes, that of [`velocity`](Self::velocity). Where the scheme carries v, starts are varied
    /// along dp = d(∂L/∂v), and v₁ is the one that is carried. Parameters are varied at fixed q₀ and v₀, so that dp₀/dθ is
    /// contained. `by_state` is 2n × 2n in all cases.
    ///
    /// Makes no step. Outputs y(q, v) of the steps have the derivative
    /// [`output_jacobians`](Jacobians::output_jacobians) · `by_state`.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// /// A point on a turntable, in polar coordinates: M depends on q.
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(r, phi),
    ///     kinetic = 0.5 * (dt(r).powi(2) + r.powi(2) * dt(phi).powi(2)),
    ///     potential = -1 / r,
    ///     discretize(Midpoint)
    /// )]
    /// struct Planet;
    ///
    /// # fn main() -> Result<(), extremal::Error> {
    /// let (q, v) = ([1.0, 0.0], [0.1, 1.1]);
    /// let a = Integrator::new(Planet, Midpoint, 0.01, q, v)?.linearize_velocity()?.by_state;
    /// // Row 3 is the angular velocity at the end, column 0 the radius at the start.
    /// let end = |r: f64| -> Result<f64, extremal::Error> {
    ///     let mut motion = Integrator::new(Planet, Midpoint, 0.01, [r, 0.0], v)?;
    ///     motion.step()?;
    ///     Ok(motion.velocity()?[1])
    /// };
    /// let quotient = (end(1.0 + 1e-5)? - end(1.0 - 1e-5)?) / 2e-5;
    /// assert!((a[(3, 0)] - quotient).abs() < 1e-9);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`linearize`](Self::linearize), of [`velocity`](Self::velocity) at both nodes, and
    /// [`Failure::SingularMassMatrix`] where the scheme does not carry v.
    pub fn linearize_velocity(&self) -> Result<S::VelocityLinearization, Error>
    where
        S: Jacobians,
        S::Inputs: NoInputs,
        S::Linearization: Columns<S::Scalar>,
    {
        self.linearized_by_velocity(&S::Inputs::none())
    }

    /// As [`linearize_velocity`](Self::linearize_velocity), with inputs; includes the derivative by the inputs.
    ///
    /// # Errors
    ///
    /// The errors of [`linearize_velocity`](Self::linearize_velocity), and [`Failure::NotFinite`] for the inputs.
    pub fn linearize_velocity_with<U: IntoBlock<S::Inputs>>(
        &self,
        inputs: U,
    ) -> Result<S::VelocityLinearization, Error>
    where
        S: Jacobians,
        S::Linearization: Columns<S::Scalar>,
    {
        self.linearized_by_velocity(&self.checked(inputs.into_block())?)
    }

    fn linearized_by_velocity(&self, inputs: &S::Inputs) -> Result<S::VelocityLinearization, Error>
    where
        S: Jacobians,
        S::Linearization: Columns<S::Scalar>,
    {
        let start = self.state();
        let over = Interval::new(&self.scheme, self.clock.step_size(), inputs, &start);
        step_over_velocities(&self.system, over, &self.memory).map_err(|failure| self.error(failure))
    }
}

/// The derivative of a step in (q, v).
fn step_over_velocities<S, D>(
    system: &S,
    over: Interval<'_, S::System, D>,
    memory: &<S as Discretize<D>>::Memory,
) -> Result<S::VelocityLinearization, Failure>
where
    S: Discretize<D> + Jacobians,
    S::Linearization: Columns<S::Scalar>,
{
    let mut after = memory.clone();
    let (end, derivative) = S::Driver::advance_linearized(system.system(), over, &mut after)?;
    let nodes = [
        node::<S, D>(system, over.state, memory)?,
        node::<S, D>(system, &end.state, &after)?,
    ];
    over_velocities(system, &derivative, nodes.each_ref())
}

/// A state with the velocity there, which is carried or follows from the momentum.
pub(super) fn node<S: Discretize<D> + FixedSize, D>(
    system: &S,
    state: &StateOf<S>,
    memory: &<S as Discretize<D>>::Memory,
) -> Result<Node<S>, Failure> {
    let State { t, q, p } = state;
    match memory.velocity() {
        Some(v) => Ok((*t, *q, v)),
        None => Ok((*t, *q, system.velocity(*t, q, p)?)),
    }
}
