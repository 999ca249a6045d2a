//! One step: inputs that can act, the step of the scheme, and its end or its failure.

use super::checks::check_inputs;
use super::looks::size_of;
use super::{Integrator, error_at, memory};
use crate::drive::{Drive, Interval, StepMemory};
use crate::{Discretize, Error, Failure, Lagrangian, State, StateOf};
use extremal_numerics::{IntoBlock, NoInputs, Vector};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Makes one step of a system without inputs, from t to t + h.
    ///
    /// The report is a [`Convergence`](crate::newton::Convergence), or with constraints a
    /// [`ConstrainedStep`](crate::drive::ConstrainedStep). Schemes that carry the velocity report an
    /// [`EnergyStep`](crate::drive::EnergyStep).
    ///
    /// # Errors
    ///
    /// The equations of the step are singular ([`Failure::SingularTangent`]), Newton's method fails
    /// ([`Failure::NotConverged`], [`Failure::Diverged`]), or the end state is not finite ([`Failure::NotFinite`]). The
    /// integrator is unchanged. So is the state where the end is none of a motion of this system
    /// ([`Failure::EnergyRises`], [`Failure::Unresolved`]; [`set_guard`](Self::set_guard)), but the next step begins as at a
    /// start.
    // Without optimisation its blocks would be on the stack of its caller, once for each call.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn step(&mut self) -> Result<S::Report, Error>
    where
        S::Inputs: NoInputs,
    {
        let inputs = S::Inputs::none();
        if !S::Driver::HAS_USUAL_STEPS {
            return self.advance_unrecorded(&inputs);
        }
        if let Some(made) = self.advance_usually(&inputs) {
            return made;
        }
        let (report, stages) = self.advance_unusually(&inputs)?;
        memory::of::<S, D>(&mut self.memory).reuse_stages(stages);
        Ok(report)
    }

    /// Makes one step with inputs u, which are held constant over the step. They have the order of
    /// [`Lagrangian::INPUTS`].
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step), and [`Failure::NotFinite`] for the inputs. Where their number is known only when the
    /// program runs, [`AnySizeFailure::InputCount`](crate::error::AnySizeFailure::InputCount) if there are more or fewer.
    #[inline]
    pub fn step_with(&mut self, inputs: impl IntoBlock<S::Inputs>) -> Result<S::Report, Error> {
        self.with_inputs(inputs, |motion, inputs| motion.advance_unrecorded(inputs))
    }

    /// Does something with inputs that can act. Where their number is known only when the program runs, they are copied to
    /// memory that is there.
    #[inline]
    pub(super) fn with_inputs<R>(
        &mut self,
        inputs: impl IntoBlock<S::Inputs>,
        with: impl FnOnce(&mut Self, &S::Inputs) -> Result<R, Error>,
    ) -> Result<R, Error> {
        if S::Inputs::LENGTH.is_some() {
            let inputs = self.checked(inputs.into_block())?;
            return with(self, &inputs);
        }
        let mut given = self.inputs.lend();
        inputs.write_to(&mut given);
        let result = match check_inputs(&self.system, &given) {
            Ok(()) => with(self, &given),
            Err(failure) => Err(self.error(failure)),
        };
        self.inputs = given;
        result
    }

    /// Inputs that can act: as many as the system has, all of them finite.
    #[inline]
    pub(super) fn checked(&self, inputs: S::Inputs) -> Result<S::Inputs, Error> {
        match check_inputs(&self.system, &inputs) {
            Ok(()) => Ok(inputs),
            Err(failure) => Err(self.error(failure)),
        }
    }

    /// A step on the usual path of its driver, which is not looked at; `None` if it takes another one.
    #[inline(always)]
    fn advance_usually(&mut self, inputs: &S::Inputs) -> Option<Result<S::Report, Error>> {
        if self.guard.is_due(self.clock.steps()) {
            return None;
        }
        let state = self.lent_state();
        let over = Interval::new(&self.scheme, self.clock.step_size(), inputs, &state);
        let Some(step) = S::Driver::advance_usually(self.system.system(), over, &mut self.memory) else {
            (self.q, self.p) = (state.q, state.p);
            return None;
        };
        // Copies: of what usual steps change no address is taken, and their times are computed where they are looked at.
        if self.is_alarmed(&step.state)
            && let Err(error) = self.end_looked_at(
                [(&state.q, &state.p), (&step.state.q, &step.state.p)].map(copied),
                inputs,
            )
        {
            return Some(Err(error));
        }
        self.arrive(step.state);
        memory::of::<S, D>(&mut self.memory).reuse_state(state);
        memory::of::<S, D>(&mut self.memory).reuse_stages(step.stages);
        Some(Ok(step.report))
    }

    /// A step on any path. Not in the loops of programs, so that the usual path is.
    ///
    /// With stages, so that the report of the usual path is not in the memory in which this call leaves its own: it costs
    /// nothing where it is dropped.
    #[inline(never)]
    fn advance_unusually(&mut self, inputs: &S::Inputs) -> Result<(S::Report, S::Stages), Error> {
        self.advance_recorded(inputs)
    }

    /// A step with inputs that are finite.
    #[inline]
    pub(super) fn advance_unrecorded(&mut self, inputs: &S::Inputs) -> Result<S::Report, Error> {
        let (report, stages) = self.advance_recorded(inputs)?;
        memory::of::<S, D>(&mut self.memory).reuse_stages(stages);
        Ok(report)
    }

    #[inline]
    pub(super) fn advance_recorded(&mut self, inputs: &S::Inputs) -> Result<(S::Report, S::Stages), Error> {
        let is_looked_at = self.guard.is_due(self.clock.steps());
        if is_looked_at {
            self.prepare_look();
        }
        let state = self.lent_state();
        let over = Interval::new(&self.scheme, self.clock.step_size(), inputs, &state);
        match S::Driver::advance::<true>(self.system.system(), over, &mut self.memory) {
            Ok(step) => {
                let [state, end] = match is_looked_at || self.is_alarmed(&step.state) {
                    true => self.looked_at([state, step.state], inputs, is_looked_at)?,
                    false => [state, step.state],
                };
                self.arrive(end);
                memory::of::<S, D>(&mut self.memory).reuse_state(state);
                Ok((step.report, step.stages))
            }
            Err(failure) => Err(self.failed_with(state, inputs, failure)),
        }
    }

    /// Whether a step has to be looked at out of turn.
    #[inline]
    fn is_alarmed(&self, end: &StateOf<S>) -> bool {
        S::STRUCTURE.is_passive
            && S::Configuration::LENGTH.is_some()
            && self.guard.is_alarmed(size_of::<S>(&end.p))
    }

    /// The states at both ends of a step after a look. By value: of what usual steps change no address is taken.
    #[cold]
    #[inline(never)]
    fn looked_at(
        &mut self,
        [start, end]: [StateOf<S>; 2],
        inputs: &S::Inputs,
        is_in_turn: bool,
    ) -> Result<[StateOf<S>; 2], Error> {
        match self.look_at_end(&start, &end) {
            Ok(()) => Ok([start, end]),
            Err(failure) => Err(self.refused(start, inputs, (failure, is_in_turn))),
        }
    }

    /// The look at the end of a step out of turn.
    #[cold]
    #[inline(never)]
    fn end_looked_at(
        &mut self,
        [start, end]: [(S::Configuration, S::Momentum); 2],
        inputs: &S::Inputs,
    ) -> Result<(), Error> {
        let t = self.clock.time();
        let at = |t, (q, p)| State { t, q, p };
        let ends = [at(t, start), at(t + self.clock.step_size(), end)];
        self.looked_at(ends, inputs, false).map(|_| ())
    }

    /// Takes back a step that the guard refused, after a look in turn or out of it.
    #[cold]
    fn refused(
        &mut self,
        state: StateOf<S>,
        inputs: &S::Inputs,
        (failure, is_looked_at): (Failure, bool),
    ) -> Error {
        if !is_looked_at {
            // That of an earlier step.
            self.guard.before = None;
        }
        let error = self.failed_with(state, inputs, failure);
        self.take_back();
        error
    }

    /// The state, whose numbers are lent where a copy would take memory: they are put back, or others are.
    #[inline]
    pub(super) fn lent_state(&mut self) -> StateOf<S> {
        State {
            t: self.clock.time(),
            q: self.q.lend(),
            p: self.p.lend(),
        }
    }

    /// Takes over the end of a step.
    #[inline]
    pub(super) fn arrive(&mut self, end: StateOf<S>) {
        self.clock.tick();
        (self.q, self.p) = (end.q, end.p);
    }

    /// Puts the state back after a step that failed, which is remembered for [`last_iterate`](Self::last_iterate).
    #[inline]
    pub(super) fn failed_with(&mut self, state: StateOf<S>, inputs: &S::Inputs, failure: Failure) -> Error {
        (self.q, self.p) = (state.q, state.p);
        let steps = self.clock.steps();
        match &mut self.failed {
            Some((failed, last)) => {
                *failed = steps;
                last.assign(inputs);
            }
            None => self.failed = Some((steps, inputs.clone())),
        }
        self.error(failure)
    }

    pub(super) fn error(&self, failure: Failure) -> Error {
        error_at(self.clock, failure)
    }
}

fn copied<Q: Clone, P: Clone>((q, p): (&Q, &P)) -> (Q, P) {
    (q.clone(), p.clone())
}
