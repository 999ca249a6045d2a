//! How far Newton's method follows a correction of a whole interval.

use super::correction::Corrections;
use super::iterate::Iterate;
use super::misfit::Misfit;
use super::newton::last;
use super::problem::Problem;
use crate::Discretize;
use crate::drive::Elementwise;
use extremal_numerics::{Scalar, SizeOf};

/// A smaller part of a correction is not made.
const LEAST_PART: f64 = 1e-5;

/// More corrections are not made whole, one after the other, where no part of one leads nearer to a solution.
const MOST_WHOLE: usize = 8;

/// An iterate, and the correction there.
type Next<T> = (Iterate<T>, Iterate<T>);

/// An iterate that no part of its correction brings nearer to a solution.
///
/// Residuals are relative to their own terms: a rate of a constraint with one term, as y ẏ of a pendulum at its lowest place,
/// is one until it is zero. And the next correction is one of other equations. So both may grow on a way that leads to a
/// solution, and whole corrections are made from here, until one comes nearer than this.
struct Stalled<T> {
    all: Iterate<T>,
    misfit: Misfit,
    size: f64,
    /// The number of whole corrections that were made.
    whole: usize,
}

impl<T: Scalar> Stalled<T> {
    fn is_passed(&self, misfit: Misfit, size: f64) -> bool {
        misfit.is_less(self.misfit, 1.0) || size <= 0.5 * self.size
    }
}

/// The search along the corrections of one interval.
pub(super) struct Search<T>(Option<Stalled<T>>);

impl<T> Default for Search<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Scalar> Search<T> {
    /// The next iterate and its correction; `None` if there is none.
    pub(super) fn next<S, D>(
        &mut self,
        of: &Problem<'_, S, D>,
        corrections: &mut Corrections<T>,
        (all, correction): (&Iterate<T>, &Iterate<T>),
        size: f64,
    ) -> Option<Next<T>>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let misfit = corrections.misfit;
        let stalled = self.0.take().filter(|stalled| !stalled.is_passed(misfit, size));
        if let Some(stalled) = stalled {
            let whole = stalled.whole + 1;
            self.0 = Some(Stalled { whole, ..stalled });
            return if whole <= MOST_WHOLE {
                followed(of, corrections, all, correction)
            } else {
                None
            };
        }
        let found = part(of, corrections, (all, correction), size);
        found.or_else(|| {
            self.0 = Some(Stalled {
                all: all.clone(),
                misfit,
                size,
                whole: 1,
            });
            followed(of, corrections, all, correction)
        })
    }

    /// Where no part of a correction led nearer, if none has since.
    pub(super) fn into_stalled(self, misfit: Misfit, size: f64) -> Option<(Iterate<T>, Misfit)> {
        let stalled = self.0.filter(|stalled| !stalled.is_passed(misfit, size));
        stalled.map(|stalled| (stalled.all, stalled.misfit))
    }
}

/// The largest part of a correction of this size that leads nearer to a solution, of the parts 1, 1/2, 1/4, ..
fn part<S, D>(
    of: &Problem<'_, S, D>,
    corrections: &mut Corrections<S::Scalar>,
    (all, correction): (&Iterate<S::Scalar>, &Iterate<S::Scalar>),
    size: f64,
) -> Option<Next<S::Scalar>>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let misfit = corrections.misfit;
    let is_small = size <= last::<S::Scalar>();
    let mut part = 1.0;
    while part >= LEAST_PART {
        let moved = moved(all, part, correction);
        // Without an interval there is nothing to compute on it.
        let next = moved.and_then(|moved| corrections.next(of, &moved).ok().map(|next| (moved, next)));
        if let Some((moved, next)) = next {
            let is_shorter = corrections.size(&next) <= (1.0 - 0.25 * part) * size;
            if is_small || is_shorter || corrections.misfit.is_less(misfit, part) {
                return Some((moved, next));
            }
        }
        part *= 0.5;
    }
    None
}

/// The whole correction, wherever it leads.
fn followed<S, D>(
    of: &Problem<'_, S, D>,
    corrections: &mut Corrections<S::Scalar>,
    all: &Iterate<S::Scalar>,
    correction: &Iterate<S::Scalar>,
) -> Option<Next<S::Scalar>>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let moved = moved(all, 1.0, correction)?;
    let next = corrections.next(of, &moved).ok()?;
    Some((moved, next))
}

/// The iterate with a part of a correction added; `None` if no interval would be left.
fn moved<T: Scalar>(all: &Iterate<T>, part: f64, correction: &Iterate<T>) -> Option<Iterate<T>> {
    let mut moved = all.clone();
    moved.add(T::from_f64(part), correction);
    (moved.tau.real() > SizeOf::<T>::from_f64(0.0)).then_some(moved)
}
