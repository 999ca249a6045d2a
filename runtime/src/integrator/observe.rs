//! Queries of an integrator between steps.

use core::fmt;

use super::{Integrator, memory};
use crate::drive::{Interval, Repeats, generalized_energy};
use crate::legendre::velocity_or_consistent;
use crate::{Discretize, Error, Lagrangian, State, StateOf};
use extremal_numerics::{Scalar, Size};

impl<S: Lagrangian, D, M> Integrator<S, D, M> {
    pub(crate) fn memory(&self) -> &M {
        &self.memory
    }

    /// (t, q, p) at the present node. The scheme maps (q, p); the velocity is computed from p.
    #[inline]
    pub fn state(&self) -> StateOf<S> {
        State {
            t: self.clock.time(),
            q: self.q.clone(),
            p: self.p.clone(),
        }
    }

    /// The coordinates q of [`state`](Self::state), without a copy of them.
    #[inline]
    pub fn coordinates(&self) -> &S::Configuration {
        &self.q
    }

    /// The momentum p of [`state`](Self::state), without a copy of it.
    #[inline]
    pub fn momentum(&self) -> &S::Momentum {
        &self.p
    }

    /// t = t₀ + k h, computed from the number of steps k. [`ReversibleSteps`](crate::ReversibleSteps) change h in each step:
    /// then it is a compensated sum, right to one rounding.
    #[inline]
    pub fn time(&self) -> S::Scalar {
        self.clock.time()
    }

    /// h, in units of time.
    #[inline]
    pub fn step_size(&self) -> S::Scalar {
        self.clock.step_size()
    }

    /// The number of steps made.
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
    /// The v = dq/dt with ∂L/∂v(q, v, t) = p: M⁻¹(p − b) for T = ½ v·Mv + b·v + η. Schemes that carry the velocity, such as
    /// [`Livens`](crate::schemes::Livens), return the carried velocity, which agrees with p to their order. For
    /// [`SymmetricMoreau`](type@crate::schemes::SymmetricMoreau) and
    /// [`VariationalMoreau`](type@crate::schemes::VariationalMoreau) it is the velocity of the element that ends there, which
    /// the laws of contacts are about; it agrees with p to order 1.
    ///
    /// This is the velocity at the node. The velocities inside the elements that meet there differ from it
    /// (`Trajectory::at`).
    ///
    /// # Errors
    ///
    /// If ∂²L/∂v² is singular, the momentum does not determine the velocity. A carried velocity is never an error.
    pub fn velocity(&self) -> Result<S::Velocity, Error> {
        if let Some(carried) = memory::velocity::<S, D>(&self.memory) {
            return Ok(carried);
        }
        let t = self.time();
        self.system
            .velocity(t, &self.q, &self.p)
            .map_err(|failure| Error {
                t: t.real().to_f64(),
                step: self.steps(),
                failure,
            })
    }

    /// The generalized energy E = v·p − L at the node: the Hamiltonian H(q, p, t).
    ///
    /// It is computed from (q, p) and not from a velocity inside an element, as the slides of D. Kern advise (Variational
    /// integrators for mechanical systems, 2016, discrete Legendre transform).
    ///
    /// If ∂²L/∂v² is singular, coordinates without mass are taken to have no velocity. E does not depend on it if L is at
    /// most quadratic in v.
    ///
    /// If L is not quadratic in v, an impulse may lead to a momentum p that no velocity has. Then E is that of the
    /// nearest velocity found, and [`velocity`](Self::velocity) is an error.
    ///
    /// With a scheme that carries the velocity v, E is p·v − L(q, v, t).
    pub fn energy(&self) -> S::Scalar {
        if let Some(carried) = memory::velocity::<S, D>(&self.memory) {
            return generalized_energy(&self.system, &self.state(), &carried);
        }
        let (t, q) = (self.time(), &self.q);
        self.system
            .generalized_energy(t, q, &velocity_or_consistent(&self.system, t, q, &self.p))
    }

    /// T + V at the node, with the same velocity as in [`energy`](Self::energy). If the declaration has
    /// `lagrangian = ..`, it is E.
    ///
    /// If T has terms of degree one or zero in the velocities, T + V is not conserved; `energy` is.
    pub fn total_energy(&self) -> S::Scalar {
        let (t, q) = (self.time(), &self.q);
        let velocity = memory::velocity::<S, D>(&self.memory);
        let velocity = velocity.unwrap_or_else(|| velocity_or_consistent(&self.system, t, q, &self.p));
        self.system.total_energy(t, q, &velocity)
    }
}

impl<S: Discretize<D, Memory = M>, D, M: Repeats<S::System, D>> Integrator<S, D, M> {
    /// The last iterate of the last step, if it failed; with contacts u and the impulses of constraints. Computed by repeating
    /// that step.
    pub fn last_iterate(&self) -> Option<M::Unknown> {
        let steps = self.clock.steps();
        let (_, inputs) = self.failed.as_ref().filter(|(failed, _)| *failed == steps)?;
        let (t, q, p) = (self.clock.time(), self.q.clone(), self.p.clone());
        let state = State { t, q, p };
        let over = Interval::new(&self.scheme, self.clock.step_size(), inputs, &state);
        Some(self.memory.last_iterate(self.system.system(), over))
    }
}

impl<S: Lagrangian + Clone, D: Clone, M: Clone> Clone for Integrator<S, D, M> {
    fn clone(&self) -> Self {
        Self {
            system: self.system.clone(),
            scheme: self.scheme.clone(),
            clock: self.clock,
            q: self.q.clone(),
            p: self.p.clone(),
            memory: self.memory.clone(),
            start_velocity: self.start_velocity.clone(),
            guard: self.guard.clone(),
            most_halvings: self.most_halvings,
            inputs: self.inputs.clone(),
            failed: self.failed.clone(),
        }
    }
}

/// Shows the clock, the state and the memory; systems and schemes need not be `Debug`.
impl<S: Lagrangian, D, M: fmt::Debug> fmt::Debug for Integrator<S, D, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Integrator")
            .field("clock", &self.clock)
            .field("state", &self.state())
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}
