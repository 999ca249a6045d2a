//! The modified energy at the present node, if the declaration has the key `modified_energy`.

use super::Integrator;
use crate::{Discretize, Error, Lagrangian, ModifiedEnergy};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// H̃ = H − h² L₂ at the node. The scheme keeps H̃ to fourth order in h, and the [`energy`](Self::energy) H to second
    /// order.
    ///
    /// The declaration needs the key `modified_energy`: see [`ModifiedEnergy`].
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`](crate::Failure::SingularMassMatrix), and the failures of Newton's method if L is
    /// not quadratic in v.
    pub fn modified_energy(&self) -> Result<S::Scalar, Error>
    where
        S: ModifiedEnergy<D>,
    {
        self.system
            .modified_energy(self.clock.step_size(), &self.state())
            .map_err(|failure| self.error(failure))
    }
}
