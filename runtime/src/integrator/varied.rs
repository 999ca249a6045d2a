//! Motions that begin with a velocity, and whose steps are differentiated in (q, v) while they are made.
//!
//! Knows no unknowns and no data; searches for parameters and starts do.

use super::Integrator;
use super::at_start;
use super::checks::{check_size, check_start};
use super::jacobians::node;
use crate::drive::Begin;
use crate::jacobians::{Columns, Jacobians, over_velocities};
use crate::{Discretize, Error, State};

impl<S: Discretize<D, Memory = M>, D, M> Integrator<S, D, M> {
    /// As [`new_at`](Self::new_at), of blocks.
    pub(crate) fn beginning(
        system: S,
        scheme: D,
        step_size: S::Scalar,
        (t, q, v): (S::Scalar, S::Configuration, S::Velocity),
    ) -> Result<Self, Error> {
        check_size(&system, &q)
            .and_then(|()| system.check_fields())
            .and_then(|()| check_start(&system, &q, "initial coordinates"))
            .and_then(|()| check_start(&system, &v, "initial velocity"))
            .map_err(|failure| at_start(t, failure))?;
        let p = system.momentum(t, &q, &v);
        Self::with_velocity(system, scheme, step_size, State { t, q, p }, &v, Begin::Anew)
    }

    /// Makes a step, and returns what [`linearize_velocity_with`](Self::linearize_velocity_with) is before it.
    pub(crate) fn step_over_velocities(
        &mut self,
        inputs: S::Inputs,
    ) -> Result<S::VelocityLinearization, Error>
    where
        S: Jacobians,
        S::Linearization: Columns<S::Scalar>,
    {
        let before = node::<S, D>(&self.system, &self.state(), &self.memory);
        let before = before.map_err(|failure| self.error(failure))?;
        let (_, derivative) = self.step_linearized_by(inputs)?;
        let after = node::<S, D>(&self.system, &self.state(), &self.memory);
        after
            .and_then(|after| over_velocities(&self.system, &derivative, [&before, &after]))
            .map_err(|failure| self.error(failure))
    }
}
