//! The unknowns of the last steps, and the guess for the next one.
//!
//! Assumes that steps are equally long, and nothing else.

mod extrapolation;

use crate::newton;
pub use extrapolation::Extrapolation;
use extrapolation::combine;
use extremal_numerics::block::at;
use extremal_numerics::numbers::{read_block, visit_block};
use extremal_numerics::{Block, Numbers, Scalar, Size, Vector};

/// The unknowns of up to three steps of one length, the newest first, and the guess that follows from them.
///
/// ```text
/// three steps, stage by stage: 3x − 3x' + x'';   of two steps 2x − x', of one x
/// ```
///
/// The guess of three steps has an error of O(h³), so that on smooth motion one Newton iteration a step suffices where h is
/// small. The steps of high order are long, and there the polynomial through the last P + 2 stages is better by far, or that
/// through the P stages of the last step, which no kink at a node disturbs. Of all three the one is taken that was nearest in
/// the last step. Before the first step there is a seed, from the initial velocity; it serves as a guess and is no part of the
/// extrapolation, because it does not belong to a step.
///
/// ```
/// use extremal::history::{Extrapolation, History};
///
/// let mut history = History::new([0.5]);
/// assert_eq!(history.guess::<f64>(&Extrapolation::NONE), [0.5]);
/// for x in [[1.0], [4.0], [9.0]] {
///     history.push(x);
/// }
/// assert_eq!(history.guess::<f64>(&Extrapolation::NONE), [16.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct History<U> {
    /// The newest first; those beyond `len` are such that the parabola through all three is the line or the constant through
    /// those known. The seed while `len` is zero.
    blocks: [U; 3],
    /// The number of known steps.
    len: u8,
    /// The guess that was nearest when they were compared.
    nearest: Guess,
    /// Steps since then; not counted if there is only one guess.
    age: u8,
}

/// A way to extrapolate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guess {
    /// Each stage through the known steps.
    Steps,
    /// By [`Extrapolation::short`].
    Short,
    /// By [`Extrapolation::long`].
    Long,
}

/// How many times nearer than the extrapolation through steps the short one must have been; the long one needs twice that.
///
/// Where steps are too long for the motion all guesses are far off, and polynomials most of all. After a kink at a node all
/// guesses have similar errors, and the long one would extrapolate across the kink.
const MARGIN: f64 = 8.0;

/// After this number of steps guesses are compared again if that may pay: the nearest guess at rest is not the nearest in
/// motion.
const OLD: u8 = 16;

/// The largest change of an extrapolation that is accepted, in changes of the last steps.
const FARTHEST: f64 = 4.0;

impl<U: Copy> History<U> {
    /// A history without steps.
    #[inline]
    pub fn new(seed: U) -> Self {
        Self {
            blocks: [seed; 3],
            len: 0,
            nearest: Guess::Steps,
            age: 0,
        }
    }

    /// Adds the unknown of the step that was made.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn push<T: Scalar>(&mut self, x: U)
    where
        U: Block<T>,
    {
        self.blocks = [x, self.blocks[0], self.blocks[1]];
        if self.len < 3 {
            self.begin();
        }
    }

    /// The first three steps.
    #[cold]
    fn begin<T: Scalar>(&mut self)
    where
        U: Block<T>,
    {
        let [x0, x1, x2] = &mut self.blocks;
        if self.len == 0 {
            (*x1, *x2) = (*x0, *x0);
        } else if self.len == 1 {
            *x2 = U::from_fn(|k| at(x1.as_slice(), k) - (at(x0.as_slice(), k) - at(x1.as_slice(), k)));
        }
        self.len += 1;
    }

    /// Finds out which guess would have been nearest to `x`, before it is added.
    ///
    /// Needed only where the present guess was not near enough: where one through steps took more than one iteration, the short
    /// extrapolation more than two, or the long one more than three. The long one is the best where steps are not too long. All
    /// iterations but the first are cheap, and a comparison costs as much as one of them.
    #[inline]
    pub fn compare<T: Scalar>(&mut self, x: &U, iterations: usize, extrapolation: &Extrapolation)
    where
        U: Block<T>,
    {
        if extrapolation.stages(U::LEN).is_none() {
            return;
        }
        self.age = self.age.saturating_add(1);
        let few = match self.nearest {
            Guess::Steps => 1,
            Guess::Short => 2,
            Guess::Long => 3,
        };
        let is_near = iterations <= if self.age < OLD { few } else { 1 };
        if is_near || self.len == 0 {
            return;
        }
        self.age = 0;
        let error = |guess| distance(x, &self.continued(guess, extrapolation));
        let (mut nearest, mut least) = (Guess::Steps, error(Guess::Steps));
        let others = [(Guess::Short, MARGIN), (Guess::Long, 2.0 * MARGIN)];
        for (guess, margin) in others.into_iter().take(self.len.into()) {
            let error = T::Size::from_f64(margin) * error(guess);
            if error < least {
                (nearest, least) = (guess, error);
            }
        }
        self.nearest = nearest;
    }

    /// Whether steps were made since the start.
    #[inline]
    #[must_use]
    pub fn has_steps(&self) -> bool {
        self.len > 0
    }

    /// The newest unknown, or the seed: the plain guess.
    #[inline]
    pub fn latest(&self) -> U {
        self.blocks[0]
    }

    /// The expected unknown of the next step.
    ///
    /// An extrapolation that differs from the last unknown by more than four times the change of the last steps is rejected:
    /// where the stages do not resolve the motion, it would lead to another root of the equations.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn guess<T: Scalar>(&self, extrapolation: &Extrapolation) -> U
    where
        U: Block<T>,
    {
        if extrapolation.stages(U::LEN).is_none() {
            return self.through_steps();
        }
        let guess = self.continued(self.nearest, extrapolation);
        if self.nearest == Guess::Steps || self.is_credible(&guess) {
            guess
        } else {
            self.through_steps()
        }
    }

    #[inline]
    fn is_credible<T: Scalar>(&self, guess: &U) -> bool
    where
        U: Block<T>,
    {
        let [x0, x1, x2] = &self.blocks;
        let (last, before) = (distance(x0, x1), distance(x1, x2));
        distance(guess, x0) <= T::Size::from_f64(FARTHEST) * newton::larger(before, last)
    }

    /// Other guesses, in turn, for the case that [`guess`](Self::guess) does not lead to a solution.
    pub fn other_guesses<T: Scalar>(&self, extrapolation: &Extrapolation) -> [Option<U>; 3]
    where
        U: Block<T>,
    {
        let has_stages = extrapolation.stages(U::LEN).is_some();
        let by = |guess, is_new: bool| is_new.then(|| self.continued(guess, extrapolation));
        [
            by(
                Guess::Short,
                self.len >= 2 && has_stages && self.nearest != Guess::Short,
            ),
            by(
                Guess::Steps,
                self.len == 3 && has_stages && self.nearest != Guess::Steps,
            ),
            (self.len >= 2 || self.nearest != Guess::Steps).then(|| self.latest()),
        ]
    }

    /// The polynomial through the known steps, evaluated at the next one.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn through_steps<T: Scalar>(&self) -> U
    where
        U: Block<T>,
    {
        let [x0, x1, x2] = self.blocks.each_ref().map(Vector::as_slice);
        U::from_fn(|k| T::from_f64(3.0) * (at(x0, k) - at(x1, k)) + at(x2, k))
    }

    #[inline]
    fn continued<T: Scalar>(&self, guess: Guess, extrapolation: &Extrapolation) -> U
    where
        U: Block<T>,
    {
        let Some(stages) = extrapolation.stages(U::LEN).filter(|_| self.len > 0) else {
            return self.through_steps();
        };
        let [x0, x1, _] = self.blocks.each_ref().map(Vector::as_slice);
        let n = U::LEN.checked_div(stages).unwrap_or(0);
        match guess {
            Guess::Steps => self.through_steps(),
            Guess::Short => combine(extrapolation.short, (&[], x0), n),
            Guess::Long => combine(extrapolation.long, (last(x1, 2 * n), x0), n),
        }
    }
}

/// The last `count` numbers.
#[inline]
fn last<T>(numbers: &[T], count: usize) -> &[T] {
    numbers
        .get(numbers.len().saturating_sub(count)..)
        .unwrap_or_default()
}

/// max |xᵢ − yᵢ|
#[inline]
fn distance<T: Scalar, U: Block<T>>(x: &U, y: &U) -> T::Size {
    let differences = x.as_slice().iter().zip(y.as_slice()).map(|(&x, &y)| x - y);
    newton::most(differences.map(|difference| difference.magnitude()))
}

/// The blocks, then how many of them are known, the guess that was nearest, and since when.
impl<T: Scalar, U: Block<T>> Numbers<T> for History<U> {
    const COUNT: usize = 3 * U::LEN + 3;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.blocks.iter().for_each(|block| visit_block(block, visit));
        for count in [self.len, self.nearest as u8, self.age] {
            visit(T::from_size(T::Size::from_count(count.into())));
        }
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let blocks = [read_block(next)?, read_block(next)?, read_block(next)?];
        // A damaged file may contain any number.
        let small = |number: T, most: u8| {
            let with = |count: u8, bit: u8| {
                let more = count | 1 << bit;
                let is_reached = T::Size::from_count(more.into()) <= number.real();
                if is_reached { more } else { count }
            };
            let count = (0..8).rev().fold(0, with).min(most);
            (count > 0).then_some(count)
        };
        let len = small(next()?, 3).unwrap_or(0);
        let nearest = match small(next()?, 2) {
            None => Guess::Steps,
            Some(1) => Guess::Short,
            Some(_) => Guess::Long,
        };
        let age = small(next()?, u8::MAX).unwrap_or(0);
        Ok(Self {
            blocks,
            len,
            nearest,
            age,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two stages at 0 and ½ of a step: simpler than Gauss points, and the history does not know them.
    const HALVES: Extrapolation = Extrapolation {
        short: &[-1.0, 2.0, -2.0, 3.0],
        long: &[-1.0, 4.0, -6.0, 4.0, -4.0, 15.0, -20.0, 10.0],
    };

    fn step(v: impl Fn(f64) -> f64, k: i32) -> [f64; 2] {
        [v(f64::from(k)), v(f64::from(k) + 0.5)]
    }

    fn learn(history: &mut History<[f64; 2]>, x: [f64; 2]) {
        history.compare(&x, 4, &HALVES);
        history.push(x);
    }

    #[test]
    fn guesses_are_exact_for_polynomials_of_the_degree_that_is_known() {
        let mut history = History::new([7.0, 7.0]);
        let expected = [[7.0, 7.0], [1.0, 1.0], [3.0, 7.0], [4.0, 16.0], [5.0, 25.0]];
        for (k, expected) in (1..).zip(expected) {
            assert_eq!(history.guess::<f64>(&Extrapolation::NONE), expected);
            history.push([f64::from(k), f64::from(k * k)]);
        }
    }

    #[test]
    fn a_polynomial_through_the_stages_goes_on() {
        let v = |t: f64| t.powi(3) - 2.0 * t;
        let mut history = History::new([0.0; 2]);
        (0..3).for_each(|k| learn(&mut history, step(v, k)));
        assert_eq!(history.nearest, Guess::Long);
        assert_eq!(history.guess::<f64>(&HALVES), step(v, 3));
    }

    /// v is smooth but for a kink at t = 5: two steps later the guesses are good again.
    #[test]
    fn kinks_at_nodes_are_not_amplified() {
        let v = |t: f64| 0.01 * t.powi(2) + 4.0 * (t - 5.0).max(0.0);
        let mut history = History::new([0.0; 2]);
        for k in 0..10 {
            let found = step(v, k);
            let error = distance(&found, &history.guess::<f64>(&HALVES));
            // What v changes by in a step behind the kink, and the curvature that a line misses.
            let expected = if k == 5 || k == 6 { 4.1 } else { 0.04 };
            assert!(error <= expected, "{k} {error}");
            learn(&mut history, found);
        }
    }

    /// Coefficients of another number of stages: three steps are all there is.
    #[test]
    fn coefficients_that_do_not_fit_are_not_used() {
        let odd = Extrapolation {
            short: &[1.0; 9],
            long: &[1.0],
        };
        for extrapolation in [odd, HALVES] {
            let mut history = History::new([0.0; 3]);
            for k in 0..4 {
                history.compare(&[f64::from(k); 3], 9, &extrapolation);
                history.push([f64::from(k); 3]);
            }
            assert_eq!(history.guess::<f64>(&extrapolation), [4.0; 3]);
            history.other_guesses::<f64>(&extrapolation);
        }
    }

    #[test]
    fn other_guesses_are_others_than_the_guess() {
        let mut history = History::new([0.0; 2]);
        assert_eq!(history.other_guesses::<f64>(&HALVES), [None; 3]);
        history.push([1.0, 2.0]);
        assert_eq!(history.other_guesses::<f64>(&HALVES), [None; 3]);
        history.push([3.0, 4.0]);
        history.push([5.0, 6.0]);
        let (short, latest) = (Some([7.0, 8.0]), Some([5.0, 6.0]));
        assert_eq!(history.other_guesses::<f64>(&HALVES), [short, None, latest]);
        assert_eq!(
            history.other_guesses::<f64>(&Extrapolation::NONE),
            [None, None, latest]
        );
    }
}
