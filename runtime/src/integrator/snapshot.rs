//! Snapshots: everything on which later steps depend, besides the system and the scheme.

use super::checks::check_step_size;
use super::{Integrator, check_start, check_state};
use crate::clock::Clock;
use crate::{Discretize, Error, Failure, Lagrangian, State};
use extremal_numerics::Numbers;

/// The state of an integrator, its clock and its memory. From a snapshot a motion continues with the same bits, also in
/// another run of the program.
///
/// A state alone is not enough, because Newton's method starts from guesses that depend on earlier steps, and these
/// decide the last bits. A snapshot does not contain the parameters of the system or the scheme.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x), discretize(Midpoint))]
/// struct Pendulum;
///
/// let mut motion = Integrator::new(Pendulum, Midpoint, 0.1, [2.0], [0.0])?;
/// motion.step()?;
/// let saved = motion.snapshot();
/// motion.step()?;
/// let once = motion.state();
/// motion.restore(&saved)?;
/// motion.step()?;
/// assert_eq!(motion.state(), once);
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// With the feature `serde` it can be written and read. Choose a format that keeps every bit of a number; `serde_json`
/// needs its feature `float_roundtrip`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: extremal_numerics::Scalar + serde::Serialize, Q: extremal_numerics::Vector<T>, V: extremal_numerics::Vector<T>, P: extremal_numerics::Vector<T>, M: Numbers<T>",
        deserialize = "T: extremal_numerics::Scalar + serde::Deserialize<'de>, Q: extremal_numerics::Vector<T>, V: extremal_numerics::Vector<T>, P: extremal_numerics::Vector<T>, M: Numbers<T>"
    ))
)]
pub struct Snapshot<T, Q, V, P, M> {
    clock: Clock<T>,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    q: Q,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    p: P,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::vector"))]
    start_velocity: V,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::numbers"))]
    memory: M,
}

/// The snapshot of an integrator of the system `S` with the scheme `D`.
pub type SnapshotOf<S, D> = Snapshot<
    <S as Lagrangian>::Scalar,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
    <S as Lagrangian>::Momentum,
    <S as Discretize<D>>::Memory,
>;

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
    M: Numbers<S::Scalar> + Clone,
{
    /// Everything on which the next steps depend.
    pub fn snapshot(&self) -> SnapshotOf<S, D> {
        Snapshot {
            clock: self.clock,
            q: self.q.clone(),
            p: self.p.clone(),
            start_velocity: self.start_velocity.clone(),
            memory: self.memory.clone(),
        }
    }

    /// Continues from a snapshot, with its step size and number of steps.
    ///
    /// The snapshot must come from an integrator with the same system, the same parameters and the same scheme.
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`], [`Failure::NotFinite`] and [`Failure::Snapshot`] if the snapshot is corrupt. The integrator
    /// is unchanged. A corrupt memory makes the next step fail.
    pub fn restore(&mut self, snapshot: &SnapshotOf<S, D>) -> Result<(), Error> {
        let Snapshot {
            clock,
            q,
            p,
            start_velocity,
            memory,
        } = snapshot.clone();
        let t = clock.time();
        let state = State { t, q, p };
        // The memory is not tested: a carried value may be infinite where it has no effect. If it is corrupt, the next
        // step fails.
        let counted =
            clock.is_possible() && check_start(&self.system, &start_velocity, "initial velocity").is_ok();
        check_step_size(clock.step_size())
            .and_then(|()| self.system.check_fields())
            .and_then(|()| check_state(&self.system, &state))
            .and(if counted { Ok(()) } else { Err(Failure::Snapshot) })
            .map_err(|failure| self.error(failure))?;
        self.clock = clock;
        (self.q, self.p) = (state.q, state.p);
        self.memory = memory;
        self.start_velocity = start_velocity;
        self.failed = None;
        Ok(())
    }
}
