//! Starts that satisfy the constraints of a system of any size.
//!
//! Knows no scheme.

use super::continuous::{ConstraintsOf, ScalarOf, VectorOf, named, solved_with, velocity_from};
use super::saddle::Saddle;
use super::{Adding, AnySize, Entries, Into};
use crate::Failure;
use crate::constraints::{Held, Place, Zeros, projected};
use crate::coordinate::CoordinateName;
use crate::structure::MassMatrix;
use crate::system::keep::is_set;
use crate::system::{Keep, Projected};
use extremal_numerics::block::{at, sum, zeros_like};
use extremal_numerics::matrix::{Assembling, Matrix};
use extremal_numerics::{Scalar, Vector};

/// Those of all starts near q and v that satisfy the constraints, with some coordinates and velocities as they are.
///
/// # Errors
///
/// Those of [`Lagrangian::project_keeping`](crate::Lagrangian::project_keeping).
pub fn project<S: AnySize>(
    system: &S,
    t: ScalarOf<S>,
    q: &VectorOf<S>,
    v: &VectorOf<S>,
    keep: Keep<'_>,
) -> Result<Projected<VectorOf<S>, VectorOf<S>>, Failure> {
    projected(system, &Summed(system), (t, q, v), keep)
}

/// A system whose constraints are those of items.
struct Summed<'a, S>(&'a S);

impl<S: AnySize> Summed<'_, S> {
    fn zeros(&self) -> ConstraintsOf<S> {
        Vector::with_len(self.0.constraint_count(), |_| ScalarOf::<S>::from_f64(0.0))
    }
}

impl<S: AnySize> Held<S> for Summed<'_, S> {
    type Constraints = ConstraintsOf<S>;

    fn is_quadratic(&self) -> bool {
        S::STRUCTURE.mass_matrix != MassMatrix::OfVelocity
    }

    fn name(&self, j: usize) -> CoordinateName {
        self.0.constraint_name(j)
    }

    fn values(&self, t: ScalarOf<S>, q: &VectorOf<S>) -> [ConstraintsOf<S>; 2] {
        let [mut g, mut scales] = [self.zeros(), self.zeros()];
        let system = self.0;
        system.constraint_values(t, q.as_slice(), g.as_mut_slice(), scales.as_mut_slice());
        [g, scales]
    }

    fn rates(&self, (t, q, v): Place<'_, S>) -> ConstraintsOf<S> {
        let mut rates = self.zeros();
        let system = self.0;
        system.constraint_rates(t, q.as_slice(), v.as_slice(), rates.as_mut_slice());
        rates
    }

    fn each_gradient(
        &self,
        t: ScalarOf<S>,
        q: &VectorOf<S>,
        visit: &mut dyn FnMut(usize, usize, ScalarOf<S>),
    ) {
        self.0
            .add_constraint_jacobian(t, q.as_slice(), &mut Visited(visit));
    }

    fn solve(
        &self,
        (t, q, v): Place<'_, S>,
        right: &VectorOf<S>,
        g: &ConstraintsOf<S>,
        zeros: &Zeros<VectorOf<S>, ConstraintsOf<S>>,
    ) -> Result<VectorOf<S>, Failure> {
        let [coordinates, constraints] = [zeros.coordinates.as_slice(), zeros.constraints.as_slice()];
        let reduced = || Reduced {
            saddle: Saddle {
                system: self.0,
                t,
                q,
                v,
                constraints: constraints.len(),
            },
            zeros: [coordinates, constraints],
        };
        let right = right.like(|k| unless(at(coordinates, k), at(right.as_slice(), k)));
        let g = g.like(|j| unless(at(constraints, j), at(g.as_slice(), j)));
        let (d, _) = solved_with::<S, _>(reduced, (right.as_slice(), g.as_slice()))?;
        Ok(d)
    }

    fn named(&self, _: Place<'_, S>, failure: Failure) -> Failure {
        named(self.0, failure)
    }

    fn stopped(&self, (t, q, v): Place<'_, S>) -> Result<VectorOf<S>, Failure> {
        let constraints = self.0.constraint_count();
        if !self.is_quadratic() {
            let (still, p) = (zeros_like(q), self.0.momentum(t, q, v));
            return Ok(velocity_from(self.0, (t, q, still), &p, constraints)?.0);
        }
        let zeros = Zeros {
            coordinates: zeros_like(q),
            constraints: self.zeros(),
        };
        let change = self.solve((t, q, v), &zeros.coordinates, &self.rates((t, q, v)), &zeros);
        change
            .map(|change| sum(v, &change))
            .map_err(|failure| named(self.0, failure))
    }
}

/// Zero if there is a flag.
fn unless<T: Scalar>(flag: T, number: T) -> T {
    if is_set(flag) { T::from_f64(0.0) } else { number }
}

/// Entries that are only looked at.
struct Visited<'a, T>(&'a mut dyn FnMut(usize, usize, T));

impl<T> Entries<T> for Visited<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        (self.0)(row, column, value);
    }
}

/// The matrix in which some coordinates, and some multipliers after them, have the equation x = 0.
struct Reduced<'a, S: AnySize> {
    saddle: Saddle<'a, S>,
    /// A one for each of them.
    zeros: [&'a [S::Scalar]; 2],
}

impl<S: AnySize> Adding<S::Scalar> for Reduced<'_, S> {
    fn add_to(&self, entries: &mut impl Entries<S::Scalar>) {
        let zeros = self.zeros;
        Adding::add_to(&self.saddle, &mut Without { zeros, entries });
        let [coordinates, multipliers] = zeros;
        let all = coordinates.iter().chain(multipliers).enumerate();
        all.filter(|(_, flag)| is_set(**flag))
            .for_each(|(k, &one)| entries.add(k, k, one));
    }
}

impl<S: AnySize> Assembling<S::Scalar> for Reduced<'_, S> {
    fn add_to<M: Matrix<S::Scalar>>(self, matrix: &mut M) {
        Adding::add_to(&self, &mut Into(matrix));
    }
}

/// Leaves out rows and columns.
struct Without<'a, T, E> {
    zeros: [&'a [T]; 2],
    entries: &'a mut E,
}

impl<T: Scalar, E: Entries<T>> Entries<T> for Without<'_, T, E> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        let [coordinates, multipliers] = self.zeros;
        let is_left_out = |k: usize| {
            is_set(match k.checked_sub(coordinates.len()) {
                None => at(coordinates, k),
                Some(j) => at(multipliers, j),
            })
        };
        if !is_left_out(row) && !is_left_out(column) {
            self.entries.add(row, column, value);
        }
    }
}
