//! Snapshots: everything on which later steps depend, besides the system and the scheme.

use super::begin::begun;
use super::checks::check_step_size;
use super::{Integrator, check_start, check_state, memory};
use crate::clock::Clock;
use crate::drive::Start;
use crate::fingerprint::Fingerprint;
use crate::legendre::velocity_or_consistent;
use crate::{Discretize, Error, Failure, Lagrangian, State};
use extremal_numerics::{Numbers, Scalar, Vector};

/// The state of an integrator, its clock and its memory. From a snapshot a motion continues with the same bits, also in
/// another run of the program.
///
/// A state alone is not enough, because Newton's method starts from guesses that depend on earlier steps, and these
/// decide the last bits. A snapshot does not contain the parameters of the system or the scheme. It has a fingerprint of what
/// they give at its state: with other parameters only the state is taken over, and the memory is that of a start there.
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
    /// A hash of all other numbers, and of the memory with which a motion would start at this state.
    fingerprint: u64,
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
    ///
    /// It costs as much as a start, which it compares with.
    pub fn snapshot(&self) -> SnapshotOf<S, D> {
        let saved = Snapshot {
            clock: self.clock,
            q: self.q.clone(),
            p: self.p.clone(),
            start_velocity: self.start_velocity.clone(),
            fingerprint: 0,
            memory: self.memory.clone(),
        };
        let (_, fingerprint) = self.started_at(&saved);
        Snapshot { fingerprint, ..saved }
    }

    /// Continues from a snapshot, with its step size and number of steps.
    ///
    /// With the same system, the same parameters and the same scheme the motion continues with the same bits. Where one of
    /// them is another, or the snapshot was changed, the motion starts at the state of the snapshot, as with
    /// [`from_state`](Self::from_state): nothing is left of what was computed from other parameters.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Clone, Copy, Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
    /// struct Oscillator {
    ///     k: f64,
    /// }
    ///
    /// let mut motion = Integrator::new(Oscillator { k: 1.0 }, Midpoint, 0.1, [1.0], [0.0])?;
    /// let start = motion.snapshot();
    /// // What if the spring were stiffer?
    /// motion.set_system(Oscillator { k: 400.0 })?;
    /// motion.restore(&start)?;
    /// motion.step_many(100)?;
    /// assert!((motion.energy() - 200.0).abs() < 1e-9);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`], [`Failure::NotFinite`] and [`Failure::Snapshot`] if the snapshot is corrupt; with other
    /// parameters those of [`from_state`](Self::from_state). The integrator is unchanged.
    pub fn restore(&mut self, snapshot: &SnapshotOf<S, D>) -> Result<(), Error> {
        let (clock, state) = (snapshot.clock, snapshot.state());
        let counted = clock.is_possible()
            && check_start(&self.system, &snapshot.start_velocity, "initial velocity").is_ok();
        check_step_size(clock.step_size())
            .and_then(|()| self.system.check_fields())
            .and_then(|()| check_state(&self.system, &state))
            .and(if counted { Ok(()) } else { Err(Failure::Snapshot) })
            .map_err(|failure| self.error(failure))?;
        let (started, fingerprint) = self.started_at(snapshot);
        let memory = if fingerprint == snapshot.fingerprint {
            snapshot.memory.clone()
        } else {
            let mut memory = started.map_err(|failure| self.error(failure))?;
            memory::keep_contacts::<S, D>(&mut memory, &snapshot.memory);
            memory
        };
        self.note_energies();
        self.clock = clock;
        (self.q, self.p) = (state.q, state.p);
        self.memory = memory;
        self.start_velocity.assign(&snapshot.start_velocity);
        self.resume_guard();
        self.failed = None;
        Ok(())
    }

    /// The memory with which a motion of this system would start at the state of a snapshot, and the fingerprint of both.
    fn started_at(&self, saved: &SnapshotOf<S, D>) -> (Result<M, Failure>, u64) {
        let state = saved.state();
        let velocity = velocity_or_consistent(&self.system, state.t, &state.q, &state.p);
        let from = Start::new(&self.scheme, saved.clock.step_size(), &state, &velocity).again();
        let started = begun(&self.system, from);
        let mut fingerprint = Fingerprint::default();
        saved.clock.for_each(&mut |x| fingerprint.add(x));
        let vectors = [
            saved.q.as_slice(),
            saved.p.as_slice(),
            saved.start_velocity.as_slice(),
        ];
        vectors.into_iter().flatten().for_each(|&x| fingerprint.add(x));
        saved.memory.for_each(&mut |x| fingerprint.add(x));
        if let Ok(memory) = &started {
            memory.for_each(&mut |x| fingerprint.add(x));
        }
        (started, fingerprint.number())
    }
}

impl<T: Scalar, Q: Vector<T>, V, P: Vector<T>, M> Snapshot<T, Q, V, P, M> {
    fn state(&self) -> State<T, Q, P> {
        State {
            t: self.clock.time(),
            q: self.q.clone(),
            p: self.p.clone(),
        }
    }
}
