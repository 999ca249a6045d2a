//! The derivative of the next step.

use super::Integrator;
use crate::drive::{Drive, Interval};
use crate::{Discretize, Error, Lagrangian};
use extremal_numerics::{IntoBlock, NoInputs};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// The derivative of the next step by the present state and by the sensitivities of the declaration, exact to rounding.
    ///
    /// Makes no step. The derivative of several steps is the product of their derivatives; over one period it is the
    /// monodromy matrix.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(theta),
    ///     kinetic = 0.5 * dt(theta).powi(2),
    ///     potential = -9.81 * cos(theta),
    ///     discretize(Midpoint)
    /// )]
    /// struct Pendulum;
    ///
    /// # fn main() -> Result<(), extremal::Error> {
    /// let motion = Integrator::new(Pendulum, Midpoint, 0.1, [2.0], [0.5])?;
    /// let j = motion.linearize()?.by_state;
    /// // Symplectic: with one coordinate, areas are kept.
    /// assert!((j[(0, 0)] * j[(1, 1)] - j[(0, 1)] * j[(1, 0)] - 1.0).abs() < 1e-14);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step), and a singular tangent.
    pub fn linearize(&self) -> Result<S::Linearization, Error>
    where
        S::Inputs: NoInputs,
    {
        self.linearized(&S::Inputs::none())
    }

    /// As [`linearize`](Self::linearize), for a step with inputs; includes the derivative by the inputs.
    ///
    /// # Errors
    ///
    /// The errors of [`step_with`](Self::step_with), and a singular tangent.
    pub fn linearize_with(&self, inputs: impl IntoBlock<S::Inputs>) -> Result<S::Linearization, Error> {
        let inputs = self.checked(inputs.into_block())?;
        self.linearized(&inputs)
    }

    /// Makes the step of [`step`](Self::step) and returns its report and its derivative, from one solve.
    ///
    /// The derivative is that of [`linearize`](Self::linearize) before the step, with the same bits.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(theta),
    ///     kinetic = 0.5 * dt(theta).powi(2),
    ///     potential = -9.81 * cos(theta),
    ///     discretize(Midpoint)
    /// )]
    /// struct Pendulum;
    ///
    /// # fn main() -> Result<(), extremal::Error> {
    /// let mut motion = Integrator::new(Pendulum, Midpoint, 0.1, [2.0], [0.5])?;
    /// let expected = motion.linearize()?;
    /// let (report, derivative) = motion.step_linearized()?;
    /// assert_eq!((motion.steps(), derivative), (1, expected));
    /// assert!(report.iterations > 0);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step), and a singular tangent. The integrator is unchanged.
    pub fn step_linearized(&mut self) -> Result<(S::Report, S::Linearization), Error>
    where
        S::Inputs: NoInputs,
    {
        self.advance_linearized(&S::Inputs::none())
    }

    /// As [`step_linearized`](Self::step_linearized), with inputs; includes the derivative by the inputs.
    ///
    /// # Errors
    ///
    /// The errors of [`step_with`](Self::step_with), and a singular tangent. The integrator is unchanged.
    pub fn step_linearized_with<U: IntoBlock<S::Inputs>>(
        &mut self,
        inputs: U,
    ) -> Result<(S::Report, S::Linearization), Error> {
        self.step_linearized_by(inputs.into_block())
    }

    /// As [`step_linearized_with`](Self::step_linearized_with).
    pub(crate) fn step_linearized_by(
        &mut self,
        inputs: S::Inputs,
    ) -> Result<(S::Report, S::Linearization), Error> {
        let inputs = self.checked(inputs)?;
        self.advance_linearized(&inputs)
    }

    fn advance_linearized(&mut self, inputs: &S::Inputs) -> Result<(S::Report, S::Linearization), Error> {
        let is_looked_at = self.guard.is_due(self.clock.steps());
        if is_looked_at {
            self.prepare_look();
        }
        let state = self.state();
        let over = Interval::new(&self.scheme, self.clock.step_size(), inputs, &state);
        match S::Driver::advance_linearized(self.system.system(), over, &mut self.memory) {
            Ok((step, derivative)) => {
                if is_looked_at && let Err(failure) = self.look_at_end(&state, &step.state) {
                    let error = self.failed_with(state, inputs, failure);
                    self.take_back();
                    return Err(error);
                }
                self.arrive(step.state);
                Ok((step.report, derivative))
            }
            Err(failure) => Err(self.failed_with(state, inputs, failure)),
        }
    }

    fn linearized(&self, inputs: &S::Inputs) -> Result<S::Linearization, Error> {
        let state = self.state();
        let over = Interval::new(&self.scheme, self.clock.step_size(), inputs, &state);
        S::Driver::linearize(self.system.system(), over, &self.memory).map_err(|failure| self.error(failure))
    }
}
