//! The modified energy at the present node, where the declaration asks for it.

use super::Integrator;
use crate::{Discretize, Error, Lagrangian, ModifiedEnergy};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// H̃ = H − h² L₂ at the node: the scheme keeps it to fourth order in h, and the [`energy`](Self::energy) H to second.
    ///
    /// The declaration has to ask for it: see [`ModifiedEnergy`].
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`](crate::Failure::SingularMassMatrix), and where L is not quadratic in v the failures
    /// of Newton's method.
    pub fn modified_energy(&self) -> Result<S::Scalar, Error>
    where
        S: ModifiedEnergy<D>,
    {
        self.system
            .modified_energy(self.clock.step_size(), &self.state())
            .map_err(|failure| self.error(failure))
    }
}
