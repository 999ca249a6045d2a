//! What can be asked of an integrator between steps. Nothing here changes it.

use core::fmt;

use super::Integrator;
use crate::legendre::velocity_or_consistent;
use crate::drive::{Interval, MemoryOf, generalized_energy, last_iterate};
use crate::kernels::Kernels;
use crate::{Discretize, Equations, Error, Lagrangian, Scalar, State, StateOf};

impl<S: Lagrangian, D, M> Integrator<S, D, M> {
    /// (t, q, p) at the present node. Its momentum is the step's own; a velocity is derived from it.
    #[inline]
    pub fn state(&self) -> StateOf<S> {
        State {
            t: self.clock.time(),
            q: self.q,
            p: self.p,
        }
    }

    /// t = t₀ + k h, computed from the number of steps k.
    #[inline]
    pub fn time(&self) -> S::Scalar {
        self.clock.time()
    }

    /// h, in units of time.
    #[inline]
    pub fn step_size(&self) -> S::Scalar {
        self.clock.step_size()
    }

    /// How many steps were made.
    #[inline]
    pub fn steps(&self) -> usize {
        self.clock.steps()
    }

    /// The system.
    #[inline]
    pub fn system(&self) -> &S {
        &self.system
    }
}

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// The v = dq/dt with ∂L/∂v(q, v, t) = p: M⁻¹(p − b) where T = ½ v·Mv + b·v + η. With schemes that carry the velocity, as
    /// [`Livens`](crate::Livens), it is that one, which belongs to p to their order.
    ///
    /// It belongs to the node; the velocities inside the elements that meet there are others
    /// (`Trajectory::at`).
    ///
    /// # Errors
    ///
    /// Where ∂²L/∂v² is singular, the momentum does not determine the velocity; none where it is carried.
    pub fn velocity(&self) -> Result<S::Vector, Error> {
        if let Some(carried) = S::node_velocity(&self.memory) {
            return Ok(carried);
        }
        let State { t, q, p } = self.state();
        self.system.velocity(t, &q, &p).map_err(|failure| Error {
            t: t.real(),
            step: self.steps(),
            failure,
        })
    }

    /// The generalized energy E = v·p − L at the node: the Hamiltonian H(q, p, t).
    ///
    /// From (q, p), and not from a velocity inside an element, as the slides of D. Kern (Variational integrators for
    /// mechanical systems, 2016, discrete Legendre transform) advise.
    ///
    /// Where ∂²L/∂v² is singular, coordinates without mass are taken to have no velocity; E does not depend
    /// on it where L is at most quadratic in v.
    ///
    /// Where no velocity has the momentum p, as a kick may leave it if L is not quadratic in v, it is that of the nearest
    /// velocity found, and [`velocity`](Self::velocity) is an error.
    ///
    /// With a scheme that carries the velocity it is p·v − L(q, v, t), with that one.
    pub fn energy(&self) -> S::Scalar {
        if let Some(carried) = S::node_velocity(&self.memory) {
            return generalized_energy(&self.system, &self.state(), &carried);
        }
        let State { t, q, p } = self.state();
        self.system
            .generalized_energy(t, &q, &velocity_or_consistent(&self.system, t, &q, &p))
    }

    /// T + V at the node, with the velocity as in [`energy`](Self::energy); E where all of L was declared at once. Where T has terms of
    /// degree one or none in the velocities it is not what a motion keeps: that is `energy`.
    pub fn total_energy(&self) -> S::Scalar {
        let State { t, q, p } = self.state();
        let velocity = S::node_velocity(&self.memory);
        let velocity = velocity.unwrap_or_else(|| velocity_or_consistent(&self.system, t, &q, &p));
        self.system.total_energy(t, &q, &velocity)
    }
}

impl<S: Kernels<D>, D> Integrator<S, D, MemoryOf<S, D>> {
    /// The unknown at which the last step gave up; nothing if it succeeded.
    ///
    /// Computed when asked for, by repeating the step that failed.
    pub fn last_iterate(&self) -> Option<<S as Equations<D>>::Unknown> {
        let (_, inputs) = self.failed.as_ref().filter(|(steps, _)| *steps == self.steps())?;
        let over = Interval {
            scheme: &self.scheme,
            h: self.clock.step_size(),
            inputs,
            state: &self.state(),
        };
        Some(last_iterate::<S, D>(&self.system, over, &self.memory))
    }
}

impl<S: Lagrangian + Clone, D: Clone, M: Clone> Clone for Integrator<S, D, M> {
    fn clone(&self) -> Self {
        Self {
            system: self.system.clone(),
            scheme: self.scheme.clone(),
            clock: self.clock,
            q: self.q,
            p: self.p,
            memory: self.memory.clone(),
            start_velocity: self.start_velocity,
            failed: self.failed,
        }
    }
}

/// Shows the state and the memory; systems and schemes need not be printable.
impl<S: Lagrangian, D, M: fmt::Debug> fmt::Debug for Integrator<S, D, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Integrator")
            .field("clock", &self.clock)
            .field("state", &self.state())
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}
