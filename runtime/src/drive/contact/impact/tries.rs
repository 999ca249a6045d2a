//! The contact problem at the end of a step as one that is tried with several restitutions and turns.
//!
//! Knows neither which are tried nor in which order.

use super::{Problem, Solution};
use crate::drive::contact::attempts::{Attempts, are_equal, gains};
use crate::drive::contact::{ContactScheme, Moving, ScalarOf};
use crate::equations::{Acceleration, Equations};
use crate::{Contacts, Failure};
use extremal_numerics::Vector;
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Scalar, Size};

impl<S, D> Attempts<ScalarOf<S>> for Problem<'_, S, D>
where
    D: ContactScheme,
    S: Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    fn solve(&mut self, share: ScalarOf<S>) -> Result<(), Failure> {
        self.found = self.solution(share)?;
        Ok(())
    }

    fn gains(&self) -> bool {
        let Solution {
            percussions,
            after,
            scales,
            ..
        } = &self.found;
        let of = |row| {
            [percussions, &self.closed.before, after, scales].map(|numbers| at(numbers.as_slice(), row))
        };
        gains((0..self.closed.rows).map(of))
    }

    fn keep(&mut self) {
        self.kept = self.found;
    }

    fn turn(&mut self) -> bool {
        self.turn = self.turn_of(&self.closed.before);
        let zero = ScalarOf::<S>::from_f64(0.0);
        self.turn.as_slice().iter().any(|&turn| turn != zero)
    }

    fn turn_again(&mut self) -> bool {
        let Solution { after, scales, .. } = &self.kept;
        let (before, now) = (self.turn, self.turn_of(after));
        let is_turned = (0..self.closed.rows).all(|row| {
            let [a, b, scale] = [&before, &now, scales].map(|of| at(of.as_slice(), row));
            are_equal(a, b, scale)
        });
        self.turn = now;
        is_turned
    }

    fn turn_back(&mut self) {
        self.turn = zeros();
    }
}
