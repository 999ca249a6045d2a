//! The contact problem of the equations of a step, linearized at an iterate.

use super::{Percussed, UnknownOf};
use crate::drive::contact::blocked::{Inverted, Rounding};
use crate::drive::contact::inverse::invert;
use crate::drive::contact::unsolved::named;
use crate::drive::contact::{ContactScheme, ScalarOf};
use crate::equations::Equations;
use crate::kernels::{Derived, ElementOf};
use crate::{Contacts, Failure};
use extremal_numerics::block::{RowMajor, at, is_finite, rows, rows_mut, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use extremal_percussions::{ContactProblem, ContactSolver};

/// The numbers that are computed side by side.
const LANES: usize = 4;

impl<S, D, T> Percussed<'_, S, D, T>
where
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    D: ContactScheme<Equations = T>,
{
    /// Solves the contact problem of the equations linearized at x. Then `r` is r + Wᵀ P, and `inverse` is A⁻¹.
    pub(super) fn solve_contacts(
        &self,
        known: &ElementOf<S, T>,
        x: &<S as Equations<T>>::Unknown,
        r: &mut <S as Equations<T>>::Unknown,
        inverse: &mut <S as Equations<T>>::Tangent,
    ) -> Result<(), Failure> {
        let size = <S as Equations<T>>::Unknown::LEN;
        let mut a: <S as Equations<T>>::Tangent = zeros();
        Equations::<T>::tangent(self.system, known, x, r, &mut a);
        if !is_finite(r) {
            return Err(Failure::NotFinite { what: "residual" });
        }
        let matrix = a;
        invert::<ScalarOf<S>, <S as Equations<T>>::Unknown>(a.as_mut_slice(), inverse.as_mut_slice())?;
        let inverse = inverse.as_slice();
        let rows_of_inverse = RowMajor::new(inverse, size);
        let free = S::Velocity::from_fn(|k| at(x.as_slice(), k) - rows_of_inverse.dot(k, r.as_slice()));
        // Not in a tuple, which would be a copy on the stack.
        let mut delassus: S::Delassus = zeros();
        let (mut rates, mut scales): (S::Percussions, S::Percussions) = (zeros(), zeros());
        let places = rates.as_mut_slice().iter_mut().zip(scales.as_mut_slice());
        for (row, (rate, scale)) in places.enumerate().take(self.closed.rows) {
            [*rate, *scale] = self.free(row, free.as_slice());
        }
        self.delassus(rows_of_inverse, delassus.as_mut_slice());
        if size == S::Velocity::LEN {
            self.closed.press(&mut delassus, &mut rates, &mut scales);
            return self.strike(&delassus, (&rates, scales), r);
        }
        let matrix = matrix.as_slice();
        let rounding = self.rounding(known, x, r, Inverted { matrix, inverse });
        let direction = |row| self.closed.directions().row(row);
        let places = (delassus.as_mut_slice(), rates.as_mut_slice());
        rounding.clear(direction, places.0, places.1, self.closed.rows);
        self.closed.press(&mut delassus, &mut rates, &mut scales);
        // What is solved to its terms is.
        self.strike(&delassus, (&rates, scales), r).or_else(|_| {
            rounding.widen(direction, scales.as_mut_slice(), self.closed.rows);
            self.strike(&delassus, (&rates, scales), r)
        })
    }

    /// The rounding of the contact problem of the equations linearized at x, whose residual there is `r`.
    #[inline(always)]
    fn rounding<'b>(
        &self,
        known: &ElementOf<S, T>,
        x: &UnknownOf<S, T>,
        r: &UnknownOf<S, T>,
        inverted: Inverted<'b, ScalarOf<S>>,
    ) -> Rounding<'b, ScalarOf<S>, UnknownOf<S, T>> {
        let (mut again, mut sizes) = (zeros(), zeros());
        Equations::<T>::residual(self.system, known, x, &mut again, &mut sizes);
        Rounding::new(
            inverted,
            x.as_slice(),
            (r.as_slice(), sizes.as_slice()),
            known.q.as_slice().iter().map(|&q| q / known.h),
        )
    }

    /// Solves the contact problem G P + c, with the scales of c. P and what is reported of it are kept, and Wᵀ P is added to r.
    #[inline(always)]
    fn strike(
        &self,
        delassus: &S::Delassus,
        (rates, scales): (&S::Percussions, S::Percussions),
        r: &mut UnknownOf<S, T>,
    ) -> Result<(), Failure> {
        let mut percussions = self.percussions.get();
        let problem = ContactProblem::scaled(
            delassus.as_slice(),
            (rates.as_slice(), scales.as_slice()),
            self.closed.contacts(),
        )?;
        let solved = self
            .solver
            .solve::<ScalarOf<S>, S::Percussions, S::Delassus>(&problem, &mut percussions)
            .map_err(|failure| named::<S>(failure, self.closed.places().map(|place| place.contact)))?;
        self.percussions.set(percussions);
        self.scales
            .set(self.with_products(scales, delassus, &percussions));
        let diagonal = rows(delassus.as_slice(), self.closed.rows).enumerate();
        let mut diagonal = diagonal.map(|(row, entries)| at(entries, row));
        self.diagonal.set(S::Percussions::from_fn(|_| {
            diagonal.next().unwrap_or(ScalarOf::<S>::from_f64(0.0))
        }));
        self.solved.set(solved);
        let impulse = self.closed.impulse(&percussions);
        let struck = r.as_mut_slice().iter_mut();
        struck
            .zip(impulse.as_slice())
            .for_each(|(r, &impulse)| *r = *r + impulse);
        Ok(())
    }

    /// The scales of ξ = c + G P: those of c, and the summands of G P. A contact may stick because P is large where c is zero.
    fn with_products(
        &self,
        scales: S::Percussions,
        delassus: &S::Delassus,
        percussions: &S::Percussions,
    ) -> S::Percussions {
        let closed = percussions.as_slice().get(..self.closed.rows).unwrap_or_default();
        let delassus = RowMajor::new(delassus.as_slice(), closed.len());
        S::Percussions::from_fn(|row| at(scales.as_slice(), row) + delassus.dot_of_sizes(row, closed))
    }

    /// G of the closed contacts. Where all are, the compiler knows how many rows there are.
    #[inline]
    fn delassus(&self, inverse: RowMajor<'_, ScalarOf<S>>, delassus: &mut [ScalarOf<S>]) {
        if self.closed.rows == S::Percussions::LEN {
            self.delassus_of(S::Percussions::LEN, inverse, delassus);
        } else {
            self.delassus_of(self.closed.rows, inverse, delassus);
        }
    }

    /// G of this number of rows.
    // Without optimisation its blocks would be on the stack once for each call.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn delassus_of(&self, count: usize, inverse: RowMajor<'_, ScalarOf<S>>, delassus: &mut [ScalarOf<S>]) {
        let directions = self.closed.directions();
        // What the laws see: the velocities here, or those at the end.
        let seen = match self.ahead {
            Some(ahead) if D::HOLDS_CONTACTS => ahead.directions(),
            _ => directions,
        };
        // The columns −A⁻¹ w of each row w, so that what the compiler computes at once are neighbours.
        let (mut columns, mut moved): (S::Directions, S::Directions) = (zeros(), zeros());
        let places = columns.as_mut_slice();
        for (row, direction) in directions.rows().take(count).enumerate() {
            for (k, &w) in direction.iter().enumerate() {
                if let Some(place) = places.get_mut(count * k + row) {
                    *place = -w;
                }
            }
        }
        let places = rows_mut(moved.as_mut_slice(), count).zip(inverse.rows());
        for (places, inverse) in places.take(S::Velocity::LEN) {
            set_products(places, inverse, (columns.as_slice(), count));
        }
        for (places, seen) in rows_mut(delassus, count).zip(seen.rows()).take(count) {
            set_products(places, seen, (moved.as_slice(), count));
        }
    }
}

/// The sums Σ fₖ bₖ of the rows bₖ of a matrix as wide as `sums`.
#[inline(always)]
fn set_products<T: Scalar>(sums: &mut [T], factors: &[T], (matrix, width): (&[T], usize)) {
    let mut first = 0;
    let (lanes, rest) = sums.as_chunks_mut::<LANES>();
    for own in lanes {
        let mut sums = [T::from_f64(0.0); LANES];
        for (k, &factor) in factors.iter().enumerate() {
            let numbers = matrix
                .get(width * k + first..)
                .and_then(|row| row.first_chunk::<LANES>());
            for (sum, &number) in sums.iter_mut().zip(numbers.into_iter().flatten()) {
                *sum = *sum + factor * number;
            }
        }
        *own = sums;
        first += LANES;
    }
    for (column, own) in rest.iter_mut().enumerate() {
        let terms = factors.iter().enumerate();
        let sum = terms.fold(T::from_f64(0.0), |sum, (k, &factor)| {
            sum + factor * at(matrix, width * k + first + column)
        });
        *own = sum;
    }
}
