//! Many steps of which only the last is seen: their ends are looked at together.

use super::{Integrator, check_state};
use crate::drive::Interval;
use crate::{Discretize, Error, IntoBlock, Lagrangian, NoInputs, State};

/// So many steps at most are made before their end is looked at, and again if it is none.
const TOGETHER: usize = 1024;

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Makes `steps` steps of a system without inputs: the same, to the last bit, as so many calls of [`step`](Self::step), without
    /// their reports. Where a step takes a hundred instructions, as with an explicit scheme for one coordinate, this saves up to a
    /// fifth of them; where it takes thousands, nothing.
    ///
    /// Nobody looks at the states between, and so the state need not be written back after each step, nor be searched for
    /// infinities: those stay in the coordinates until the end. Where something is wrong there, the steps since the last look, at
    /// most 1024, are repeated one by one.
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
    /// Those of [`step`](Self::step), for the first step that fails. The integrator is as after the last step that succeeded; those
    /// that were made are counted in [`steps`](Self::steps), and the [`step`](Error::step) of the error is that number.
    #[inline]
    pub fn step_many(&mut self, steps: usize) -> Result<(), Error>
    where
        S::Inputs: NoInputs,
    {
        self.advance_many(steps, &S::Inputs::none())
    }

    /// The same with inputs, held constant over all of these steps, as between two calls of a controller that is slower than the
    /// steps.
    ///
    /// # Errors
    ///
    /// Those of [`step_with`](Self::step_with), for the first step that fails, after which the integrator is as before that step.
    /// Inputs that are not finite are an error even if `steps` is 0.
    #[inline]
    pub fn step_many_with(&mut self, steps: usize, inputs: impl IntoBlock<S::Inputs>) -> Result<(), Error> {
        let inputs = self.finite(inputs.into_block())?;
        self.advance_many(steps, &inputs)
    }

    #[inline]
    fn advance_many(&mut self, steps: usize, inputs: &S::Inputs) -> Result<(), Error> {
        let mut left = steps;
        while left > 0 {
            let now = left.min(TOGETHER);
            if !self.advance_unseen(now, inputs) {
                self.advance_one_by_one(now, inputs)?;
            }
            left -= now;
        }
        Ok(())
    }

    /// All of the steps, or none of them and false.
    #[inline]
    fn advance_unseen(&mut self, steps: usize, inputs: &S::Inputs) -> bool {
        let (mut clock, mut q, mut p) = (self.clock, self.q, self.p);
        let mut memory = copied::<S, D>(&self.memory);
        let h = clock.step_size();
        for _ in 0..steps {
            let state = State {
                t: clock.time(),
                q,
                p,
            };
            let over = Interval {
                scheme: &self.scheme,
                h,
                inputs,
                state: &state,
            };
            let step = self.system.advance::<false>(over, &mut memory);
            let Ok(step) = step else { return false };
            clock.tick();
            (q, p) = (step.state.q, step.state.p);
        }
        let end = State {
            t: clock.time(),
            q,
            p,
        };
        if check_state::<S>(&end).is_err() {
            return false;
        }
        (self.clock, self.q, self.p, self.memory) = (clock, q, p, memory);
        true
    }

    #[cold]
    fn advance_one_by_one(&mut self, steps: usize, inputs: &S::Inputs) -> Result<(), Error> {
        (0..steps).try_for_each(|_| self.advance(inputs).map(|_| ()))
    }
}

/// That memories are `Copy`, their trait says; of the integrator's parameter the compiler does not know it.
fn copied<S: Discretize<D>, D>(memory: &S::Memory) -> S::Memory {
    *memory
}
