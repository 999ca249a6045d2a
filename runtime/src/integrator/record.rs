//! Recorded steps: from an integrator to a trajectory.

use super::guard::EACH;
use super::{Integrator, memory};
use crate::trajectory::RecordedElement;
use crate::{Control, Discretize, Error, Lagrangian, State, Trajectory};
use extremal_numerics::NoInputs;

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Makes `steps` steps and records them. The trajectory has `steps` + 1 states, beginning with the present one.
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step). The integrator is then in the state before the step that failed. Use
    /// [`record`](Self::record) to keep the states up to there as well.
    pub fn run(&mut self, steps: usize) -> Result<Trajectory<S, D>, Error>
    where
        S::Inputs: NoInputs,
    {
        let mut trajectory = Trajectory::new();
        self.record(&mut trajectory, steps)?;
        Ok(trajectory)
    }

    /// As [`run`](Self::run), with inputs. `control` is called before each step, and its result is held over the step. It may
    /// return an error, for example that of [`velocity`](Self::velocity), which ends the run.
    ///
    /// ```
    /// # use extremal::prelude::*;
    /// # #[derive(Lagrangian)]
    /// # #[lagrangian(coordinates(x), inputs(u), kinetic = 0.5 * dt(x).powi(2), force(x = u))]
    /// # struct Cart;
    /// # fn main() -> Result<(), extremal::Error> {
    /// let mut motion = Integrator::new(Cart, Verlet, 0.01, [1.0], [0.0])?;
    /// let trajectory = motion.run_with(1000, |motion| {
    ///     let (x, v) = (motion.state().q[0], motion.velocity()?[0]);
    ///     Ok([-4.0 * x - 4.0 * v])
    /// })?;
    /// assert!(trajectory.last().is_some_and(|end| end.q[0].abs() < 1e-6));
    /// motion.run_with(10, |motion| [-motion.state().q[0]])?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`step_with`](Self::step_with), and of `control`.
    pub fn run_with<U: Control<S::Inputs>>(
        &mut self,
        steps: usize,
        control: impl FnMut(&Self) -> U,
    ) -> Result<Trajectory<S, D>, Error> {
        let mut trajectory = Trajectory::new();
        self.record_with(&mut trajectory, steps, control)?;
        Ok(trajectory)
    }

    /// Makes `steps` steps and adds them to a trajectory.
    ///
    /// A trajectory is one motion in the order of time. If its newest state is the present one, it is continued. After an
    /// impulse it has both states of that time. After a return to an earlier time, its later states are dropped. It does not
    /// know parameters, and continues where they have changed ([`set_system`](Self::set_system)); [`Trajectory::write_csv`]
    /// computes all rows from one system.
    ///
    /// # Errors
    ///
    /// The errors of [`step`](Self::step); the steps that succeeded are kept. [`Failure::Length`](crate::Failure::Length) if
    /// the trajectory has states of a system of another size; nothing is changed.
    pub fn record(&mut self, trajectory: &mut Trajectory<S, D>, steps: usize) -> Result<(), Error>
    where
        S::Inputs: NoInputs,
    {
        self.keep_steps(trajectory, steps, |_| Ok(S::Inputs::none()))
    }

    /// As [`record`](Self::record), with inputs as in [`run_with`](Self::run_with).
    ///
    /// # Errors
    ///
    /// The errors of [`record`](Self::record), of [`step_with`](Self::step_with), and of `control`; the steps that succeeded
    /// are kept.
    pub fn record_with<U: Control<S::Inputs>>(
        &mut self,
        trajectory: &mut Trajectory<S, D>,
        steps: usize,
        mut control: impl FnMut(&Self) -> U,
    ) -> Result<(), Error> {
        self.keep_steps(trajectory, steps, |motion| control(motion).inputs())
    }

    fn keep_steps(
        &mut self,
        trajectory: &mut Trajectory<S, D>,
        steps: usize,
        mut control: impl FnMut(&Self) -> Result<S::Inputs, Error>,
    ) -> Result<(), Error> {
        (trajectory.check_size(&self.system)).map_err(|failure| self.error(failure))?;
        trajectory.begin(self.state(), memory::velocity::<S, D>(&self.memory));
        trajectory.reserve(steps);
        for left in (0..steps).rev() {
            let inputs = control(self).and_then(|inputs| self.checked(inputs))?;
            if left == 0 && steps >= EACH && self.guard.is_on() {
                self.guard.hurry(self.clock.steps());
            }
            let h = self.clock.step_size();
            let (report, stages) = self.advance_recorded(&inputs)?;
            let element = RecordedElement {
                h,
                inputs,
                stages,
                report,
            };
            let (q, p) = (&self.q, &self.p);
            let t = self.clock.time();
            trajectory.push(State { t, q, p }, element, || {
                memory::velocity::<S, D>(&self.memory)
            });
        }
        Ok(())
    }
}
