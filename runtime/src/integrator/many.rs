//! Many steps of which only the last state is needed: their end states are checked together.

use super::checks::has_items;
use super::guard::EACH;
use super::looks::has_mass_of_time;
use super::{Integrator, check_state, memory};
use crate::clock::Clock;
use crate::drive::{Drive, Interval, StepMemory};
use crate::{Discretize, Error, Lagrangian, State};
use extremal_numerics::{IntoBlock, NoInputs};

/// The maximal number of steps between two checks, and so of steps that are repeated after a failure.
const TOGETHER: usize = 1024;

/// These bounds for systems of any size, where a copy of the state takes as long as the tests of a few steps.
const TOGETHER_OF_MANY: usize = 128;
const FEWEST_OF_MANY: usize = 16;

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Makes `steps` steps of a system without inputs.
    ///
    /// The result has the same bits as `steps` calls of [`step`](Self::step), but there are no reports, and the
    /// [guard](Self::set_guard) stops a motion that explodes at its first step that it refuses. If a step takes a
    /// hundred instructions, as an explicit scheme for one coordinate does, this saves up to a fifth of them. If a step
    /// takes thousands, it saves nothing.
    ///
    /// The intermediate states are not written back, and are not tested for NaN or infinity: a non-finite number stays in
    /// the coordinates until the end. The end state is tested after up to 1024 steps, and explicit steps of systems of any
    /// size after up to 128. If it is not finite, these steps are repeated one by one.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x))]
    /// struct Pendulum;
    ///
    /// let mut motion = Integrator::new(Pendulum, Verlet, 1e-3, [2.0], [0.0])?;
    /// let start = motion.energy();
    /// motion.step_many(1_000_000)?;
    /// assert!((motion.energy() - start).abs() < 1e-6);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step), for the first step that fails. The integrator is then in the state after the last
    /// step that succeeded. [`steps`](Self::steps) counts the steps that succeeded, and the field [`step`](Error::step)
    /// of the error has the same number.
    #[inline]
    pub fn step_many(&mut self, steps: usize) -> Result<(), Error>
    where
        S::Inputs: NoInputs,
    {
        self.advance_many(steps, &S::Inputs::none())
    }

    /// As [`step_many`](Self::step_many), with inputs that are held constant over all of these steps: for a controller with a
    /// period of several steps. An input with a degree is the same polynomial in each of them.
    ///
    /// # Errors
    ///
    /// The errors of [`step_with`](Self::step_with), for the first step that fails. The integrator is then in the state before
    /// that step. Inputs that are not finite are an error even if `steps` is 0.
    #[inline]
    pub fn step_many_with(&mut self, steps: usize, inputs: impl IntoBlock<S::Inputs>) -> Result<(), Error> {
        self.with_inputs(inputs, |motion, inputs| motion.advance_many(steps, inputs))
    }

    #[inline]
    fn advance_many(&mut self, steps: usize, inputs: &S::Inputs) -> Result<(), Error> {
        let mut left = steps;
        self.begin_many(steps);
        while left > 0 {
            let together = self.together(left, steps);
            self.advance_together(together, inputs)?;
            left -= together.steps;
        }
        Ok(())
    }

    /// Before the first of so many steps.
    #[inline(always)]
    pub(super) fn begin_many(&mut self, steps: usize) {
        if steps > 0 && self.guard.is_due(self.clock.steps()) {
            self.prepare_look();
        }
    }

    /// The next steps that are made together, where `left` are left of `steps`.
    #[inline(always)]
    pub(super) fn together(&self, left: usize, steps: usize) -> Together {
        if !S::STRUCTURE.is_passive && self.guard.is_due(self.clock.steps()) {
            // Whether steps resolve a motion is seen in one of them.
            return Together {
                steps: 1,
                is_looked_at: true,
                is_apart: true,
            };
        }
        let made = match self.guard.is_on() {
            true => self.guard.made(self.clock.steps()).max(1),
            false => left,
        };
        // As many as were made: what grows is found before it is beyond all bounds.
        let now = left.min(made).min(self.guard.longest()).min(if has_items::<S>() {
            TOGETHER_OF_MANY
        } else {
            TOGETHER
        });
        let is_last_of_many = left == now && steps >= EACH;
        let is_due = self.guard.is_due(self.clock.steps() + now - 1);
        Together {
            steps: now,
            is_looked_at: self.guard.is_on() && (is_due || now >= EACH || is_last_of_many),
            is_apart: false,
        }
    }

    #[inline(always)]
    pub(super) fn advance_together(&mut self, together: Together, inputs: &S::Inputs) -> Result<(), Error> {
        let Together {
            steps,
            is_looked_at,
            is_apart,
        } = together;
        if is_apart {
            return self.advance_unrecorded(inputs).map(|_| ());
        }
        let made = match has_items::<S>() {
            true if steps < FEWEST_OF_MANY => Made::None,
            true => self.advance_marked(steps, inputs, is_looked_at),
            false => self.advance_unseen(steps, inputs, is_looked_at),
        };
        self.complete(made, together, inputs)
    }

    /// Makes steps one by one that could not be made together.
    #[inline(always)]
    pub(super) fn complete(
        &mut self,
        made: Made,
        together: Together,
        inputs: &S::Inputs,
    ) -> Result<(), Error> {
        if made == Made::All {
            return Ok(());
        }
        let Together {
            steps, is_looked_at, ..
        } = together;
        self.advance_one_by_one(steps, inputs, (made == Made::Refused, is_looked_at))
    }

    /// Makes all of the steps, or none.
    #[inline]
    fn advance_unseen(&mut self, steps: usize, inputs: &S::Inputs, is_looked_at: bool) -> Made {
        // Copies: of what the loop changes no address is taken, so that it stays in registers.
        let before = is_looked_at.then(|| Before {
            clock: self.clock,
            q: self.q.clone(),
            p: self.p.clone(),
            memory: copied::<S, D>(&self.memory),
        });
        let (mut clock, mut q, mut p) = (self.clock, self.q.clone(), self.p.clone());
        let mut memory = copied::<S, D>(&self.memory);
        let h = clock.step_size();
        for _ in 0..steps {
            let state = State {
                t: clock.time(),
                q,
                p,
            };
            let over = Interval::new(&self.scheme, h, inputs, &state);
            let step = S::Driver::advance::<false>(self.system.system(), over, &mut memory);
            let Ok(step) = step else { return Made::None };
            clock.tick();
            (q, p) = (step.state.q, step.state.p);
        }
        let end = State {
            t: clock.time(),
            q,
            p,
        };
        if check_state(&self.system, &end).is_err() {
            return Made::None;
        }
        (self.clock, self.q, self.p, self.memory) = (clock, end.q, end.p, memory);
        before.map_or(Made::All, |before| self.looked_after(before))
    }

    /// The look after some steps, which are taken back if the guard refuses their end.
    #[cold]
    #[inline(never)]
    pub(super) fn looked_after(&mut self, before: Before<S, M>) -> Made {
        let state = self.lent_state();
        let looked = self.look_at(None, &state);
        (self.q, self.p) = (state.q, state.p);
        if looked.is_err() {
            let Before { clock, q, p, memory } = before;
            (self.clock, self.q, self.p, self.memory) = (clock, q, p, memory);
            return Made::Refused;
        }
        self.guard.wait(self.clock.steps(), has_mass_of_time::<S>());
        Made::All
    }

    /// Makes some steps without a copy of the state: the driver keeps the state to which a failure returns.
    #[inline]
    fn advance_marked(&mut self, steps: usize, inputs: &S::Inputs, is_looked_at: bool) -> Made {
        let (mut clock, mut state) = (self.clock, self.lent_state());
        let is_marked = memory::of::<S, D>(&mut self.memory).mark(&state);
        let h = clock.step_size();
        let mut made = if is_marked { Made::All } else { Made::None };
        for _ in 0..if is_marked { steps } else { 0 } {
            let over = Interval::new(&self.scheme, h, inputs, &state);
            let Ok(step) = S::Driver::advance::<false>(self.system.system(), over, &mut self.memory) else {
                made = Made::None;
                break;
            };
            clock.tick();
            let memory = memory::of::<S, D>(&mut self.memory);
            memory.reuse_state(state);
            memory.reuse_stages(step.stages);
            state = State {
                t: clock.time(),
                ..step.state
            };
        }
        if made == Made::All && check_state(&self.system, &state).is_err() {
            made = Made::None;
        }
        if made == Made::All && is_looked_at && self.look_at(None, &state).is_err() {
            made = Made::Refused;
        }
        if made == Made::All {
            self.clock = clock;
            if is_looked_at {
                self.guard.wait(clock.steps(), has_mass_of_time::<S>());
            }
        } else if is_marked {
            memory::of::<S, D>(&mut self.memory).rewind(&mut state);
        }
        (self.q, self.p) = (state.q, state.p);
        made
    }

    /// Makes steps with a look at the end of each where the guard has refused the last one, or of the last one alone.
    #[cold]
    fn advance_one_by_one(
        &mut self,
        steps: usize,
        inputs: &S::Inputs,
        (is_each_looked_at, is_last_looked_at): (bool, bool),
    ) -> Result<(), Error> {
        (1..=steps).try_for_each(|step| {
            if is_each_looked_at || (is_last_looked_at && step == steps) {
                self.guard.hurry(self.clock.steps());
            }
            self.advance_unrecorded(inputs).map(|_| ())
        })
    }
}

/// Some steps whose end states are checked together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Together {
    pub(super) steps: usize,
    pub(super) is_looked_at: bool,
    /// Whether it is one step with a look of its own.
    pub(super) is_apart: bool,
}

/// The numbers that steps change, as they were before.
pub(super) struct Before<S: Lagrangian, M> {
    pub(super) clock: Clock<S::Scalar>,
    pub(super) q: S::Configuration,
    pub(super) p: S::Momentum,
    pub(super) memory: M,
}

/// Whether all of some steps were made, or none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    All,
    /// None, because one failed, or the state at the end is not finite.
    None,
    /// None, because the guard refused the end.
    Refused,
}

/// `S::Memory` is `Clone` by its trait; the compiler does not know this of the integrator's parameter `M`.
#[inline]
pub(super) fn copied<S: Discretize<D>, D>(memory: &S::Memory) -> S::Memory {
    memory.clone()
}
