//! Everything that the next steps depend on, beside the system and the scheme: to go on later with the same bits.

use super::{Integrator, check_state, check_step_size};
use crate::block::is_finite;
use crate::clock::Clock;
use crate::{Discretize, Error, Failure, Lagrangian, Numbers, State};

/// The state of an integrator, its clock and its memory: with it a motion continues with the same bits, in another run of the
/// program too.
///
/// A state alone does not suffice for that: first guesses come from the steps before, and they decide the last bits. The
/// system's parameters and the scheme are not in it.
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
/// let kept = motion.snapshot();
/// motion.step()?;
/// let once = motion.state();
/// motion.restore(&kept)?;
/// motion.step()?;
/// assert_eq!(motion.state(), once);
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// With the feature `serde` it can be written and read. Take a format that keeps every bit of a number: with `serde_json`
/// its feature `float_roundtrip`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "T: crate::Scalar + serde::Serialize, V: crate::Block<T>, M: Numbers<T>",
        deserialize = "T: crate::Scalar + serde::Deserialize<'de>, V: crate::Block<T>, M: Numbers<T>"
    ))
)]
pub struct Snapshot<T, V, M> {
    clock: Clock<T>,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    q: V,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    p: V,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::block"))]
    start_velocity: V,
    #[cfg_attr(feature = "serde", serde(with = "crate::serial::numbers"))]
    memory: M,
}

/// The snapshot of an integrator of the system `S` with the scheme `D`.
pub type SnapshotOf<S, D> =
    Snapshot<<S as Lagrangian>::Scalar, <S as Lagrangian>::Vector, <S as Discretize<D>>::Memory>;

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
    M: Numbers<S::Scalar> + Copy,
{
    /// What the next steps depend on.
    pub fn snapshot(&self) -> SnapshotOf<S, D> {
        Snapshot {
            clock: self.clock,
            q: self.q,
            p: self.p,
            start_velocity: self.start_velocity,
            memory: self.memory,
        }
    }

    /// Continues from a snapshot, step size and number of steps included.
    ///
    /// The snapshot has to be of the same system, with the same parameters, and the same scheme.
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`], [`Failure::NotFinite`] and [`Failure::Snapshot`] for numbers that no integrator has, as a damaged file may hold
    /// them; the integrator is as before. A damaged memory makes the next step fail.
    pub fn restore(&mut self, snapshot: &SnapshotOf<S, D>) -> Result<(), Error> {
        let Snapshot {
            clock,
            q,
            p,
            start_velocity,
            memory,
        } = *snapshot;
        let t = clock.time();
        let state = State { t, q, p };
        // The memory shows in the next step, which fails if it is of no use: a carried value may be infinite where it does not act.
        let counted = clock.is_possible() && is_finite(&start_velocity);
        check_step_size(clock.step_size())
            .and_then(|()| check_state::<S>(&state))
            .and(if counted { Ok(()) } else { Err(Failure::Snapshot) })
            .map_err(|failure| self.error(failure))?;
        self.clock = clock;
        (self.q, self.p) = (q, p);
        self.memory = memory;
        self.start_velocity = start_velocity;
        self.failed = None;
        Ok(())
    }
}
