//! Frames: a stretch of time of any length, in steps that are divided where one fails.

use super::Integrator;
use super::checks::check_time_moves;
use super::many::copied;
use crate::{Discretize, Error, Failure, Lagrangian};
use extremal_numerics::{IntoBlock, NoInputs, Scalar, Size, SizeOf};

/// The shortest part of a step is a thousandth, unless it is set.
pub(super) const MOST_HALVINGS: u32 = 10;

/// The largest number of halvings that can be counted.
const MOST_COUNTED: u32 = 30;

/// The steps that a call of [`Integrator::advance`] made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The number of steps, of all lengths.
    pub steps: usize,
    /// How many of them failed and were halved.
    pub halved: usize,
}

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// Goes on by the time `dt`, which may be another one each time: for loops with frames of any length.
    ///
    /// ```text
    /// n = ⌈dt/h⌉ steps of length dt/n;   a step that fails becomes two of half its length, and so do those
    /// ```
    ///
    /// Afterwards the time is t + dt and the step size is h again. A step that is halved changes the step size, and so the
    /// bound on the energy of a conservative system is that of a few such changes. Where frames have n h each, and no step
    /// fails, all steps have the length h.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = -cos(x), discretize(Midpoint))]
    /// struct Pendulum;
    ///
    /// let mut motion = Integrator::new(Pendulum, Midpoint, 0.01, [2.0], [0.0])?;
    /// let mut t = 0.0;
    /// for frame in [0.016, 0.017, 0.033, 0.016] {
    ///     motion.advance(frame)?;
    ///     t += frame;
    ///     assert_eq!(motion.time(), t);
    /// }
    /// assert_eq!((motion.steps(), motion.step_size()), (10, 0.01));
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Failure::FrameLength`] unless 0 ≤ dt ≤ 10⁹ h, and [`Failure::TimeStandsStill`] if t + dt = t. Those of
    /// [`step`](Self::step) for a part of a step that fails and was halved as often as
    /// [`set_most_halvings`](Self::set_most_halvings) allows, at first ten times. The integrator is as it was.
    pub fn advance(&mut self, dt: S::Scalar) -> Result<Frame, Error>
    where
        S::Inputs: NoInputs,
    {
        self.advance_frame(dt, &S::Inputs::none())
    }

    /// As [`advance`](Self::advance), with inputs, which are held constant over the frame; those with a degree are the same
    /// polynomial in each step of it.
    ///
    /// # Errors
    ///
    /// The errors of [`advance`](Self::advance), and of [`step_with`](Self::step_with) for the inputs.
    pub fn advance_with(&mut self, dt: S::Scalar, inputs: impl IntoBlock<S::Inputs>) -> Result<Frame, Error> {
        self.with_inputs(inputs, |motion, inputs| motion.advance_frame(dt, inputs))
    }

    /// How often [`advance`](Self::advance) may halve a step, from 0 to 30: the shortest part is h/2ᵏ.
    pub fn set_most_halvings(&mut self, most: u32) {
        self.most_halvings = most.min(MOST_COUNTED);
    }

    fn advance_frame(&mut self, dt: S::Scalar, inputs: &S::Inputs) -> Result<Frame, Error> {
        if dt == S::Scalar::from_f64(0.0) {
            return Ok(Frame { steps: 0, halved: 0 });
        }
        let h = self.clock.step_size();
        let count = steps_of(dt, h).map_err(|failure| self.error(failure))?;
        check_time_moves(self.clock.time(), dt).map_err(|failure| self.error(failure))?;
        let (clock, q, p, failed) = (self.clock, self.q.clone(), self.p.clone(), self.failed.clone());
        let (memory, guard) = (copied::<S, D>(&self.memory), self.guard.clone());
        let was_on = self.guard.begin_frame();
        let made = self.advance_divided((dt, h), count, inputs);
        self.guard.end_frame(was_on);
        if made.is_err() {
            // All as it was, but for the failed step, of which nothing can be shown any more.
            (self.clock, self.q, self.p, self.failed) = (clock, q, p, failed);
            (self.memory, self.guard) = (memory, guard);
            self.guard.refuse();
        }
        made
    }

    fn advance_divided(
        &mut self,
        (dt, h): (S::Scalar, S::Scalar),
        count: usize,
        inputs: &S::Inputs,
    ) -> Result<Frame, Error> {
        let end = self.clock.time() + dt;
        let length = dt / S::Scalar::from_size(Size::from_count(count));
        let apart = (length - h).magnitude();
        let is_usual = apart <= SizeOf::<S::Scalar>::from_f64(4.0 * S::Scalar::EPSILON) * h.magnitude();
        let length = if is_usual { h } else { length };
        let mut frame = Frame { steps: 0, halved: 0 };
        for _ in 0..count {
            self.advance_whole(length, inputs, &mut frame)?;
        }
        if self.clock.step_size() != h {
            self.set_step_size(h)?;
        }
        self.clock = self.clock.at(end, h);
        Ok(frame)
    }

    /// One step of the frame, or its parts.
    fn advance_whole(
        &mut self,
        length: S::Scalar,
        inputs: &S::Inputs,
        frame: &mut Frame,
    ) -> Result<(), Error> {
        // In the shortest parts that may be made.
        let mut left = 1_u32 << self.most_halvings;
        let mut part = left;
        while left > 0 {
            let parts = S::Scalar::from_f64(f64::from((1_u32 << self.most_halvings) / part));
            let h = length / parts;
            if self.clock.step_size() != h {
                self.set_step_size(h)?;
            }
            self.guard.hurry(self.clock.steps());
            self.guard.is_part = part < 1 << self.most_halvings;
            match self.advance_unrecorded(inputs) {
                Ok(_) => {
                    frame.steps += 1;
                    left -= part;
                    // Longer again where two parts have made one.
                    while left > 0 && left.is_multiple_of(2 * part) {
                        part *= 2;
                    }
                }
                Err(error) if part == 1 => return Err(error),
                Err(_) => {
                    frame.halved += 1;
                    part /= 2;
                }
            }
        }
        Ok(())
    }
}

/// ⌈dt/h⌉; a frame that is longer than n steps by rounding alone has n.
fn steps_of<T: Scalar>(dt: T, h: T) -> Result<usize, Failure> {
    // Beyond it there is no end to wait for.
    const MOST: f64 = 1e9;
    let zero = T::from_f64(0.0);
    let is_positive = T::select_less(zero, dt, zero, T::from_f64(1.0)) == zero;
    let ratio = (dt / h).real().to_f64();
    if !is_positive || !dt.magnitude().is_finite() || ratio.is_nan() || ratio > MOST {
        return Err(Failure::FrameLength {
            dt: dt.real().to_f64(),
            h: h.real().to_f64(),
        });
    }
    let rounded = 4.0 * T::EPSILON * ratio;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it is below 10⁹, and the whole steps are wanted"
    )]
    let whole = ratio as usize;
    let has_part = ratio - whole as f64 > rounded;
    Ok((whole + usize::from(has_part)).max(1))
}
