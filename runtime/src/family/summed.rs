//! Constraints of systems of any size: those of items.
//!
//! Knows no scheme.

use super::continuous::{ConstraintsOf, ScalarOf, SpaceOf, VectorOf, accelerated, zeros};
use super::saddle::{Product, Saddle, Transposed};
use super::{Adding, AnySize, Entries, Into, Places, Space};
use crate::constraints::{Held, Place, Solves, Zeros};
use crate::error::AnySizeFailure;
use crate::system::keep::is_set;
use crate::system::lengths::check_lengths;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros_like};
use extremal_numerics::matrix::{Assembling, Matrix, Stored};
use extremal_numerics::{Scalar, Vector};

/// A system whose matrices are sums.
#[derive(Debug)]
pub struct Summed<'a, S> {
    system: &'a S,
    constraints: usize,
}

impl<'a, S: AnySize> Summed<'a, S> {
    /// The system with all constraints.
    pub fn of(system: &'a S) -> Self {
        Self {
            system,
            constraints: system.constraint_count(),
        }
    }

    /// The system without constraints.
    pub(super) fn free(system: &'a S) -> Self {
        Self {
            system,
            constraints: 0,
        }
    }

    fn saddle<'b>(&self, (t, q, v): Place<'b, S>) -> Saddle<'b, S>
    where
        'a: 'b,
    {
        Saddle {
            system: self.system,
            place: (t, q.as_slice(), v.as_slice()),
            constraints: self.constraints,
        }
    }
}

impl<S: AnySize> Held for Summed<'_, S> {
    type System = S;
    type Constraints = ConstraintsOf<S>;

    fn system(&self) -> &S {
        self.system
    }

    fn count(&self) -> usize {
        self.constraints
    }

    fn rolling(&self) -> usize {
        self.system.rolling_count().min(self.constraints)
    }

    fn values(&self, t: ScalarOf<S>, q: &VectorOf<S>) -> [ConstraintsOf<S>; 2] {
        let [mut g, mut scales] = [(); 2].map(|()| zeros::<_, ConstraintsOf<S>>(self.constraints));
        self.system
            .constraint_values(t, q.as_slice(), g.as_mut_slice(), scales.as_mut_slice());
        [g, scales]
    }

    fn rates(&self, (t, q, v): Place<'_, S>) -> ConstraintsOf<S> {
        let mut rates: ConstraintsOf<S> = zeros(self.constraints);
        if self.constraints > 0 {
            self.system
                .constraint_rates(t, q.as_slice(), v.as_slice(), rates.as_mut_slice());
        }
        rates
    }

    fn each_gradient(
        &self,
        t: ScalarOf<S>,
        q: &VectorOf<S>,
        visit: &mut dyn FnMut(usize, usize, ScalarOf<S>),
    ) {
        self.system
            .add_constraint_jacobian(t, q.as_slice(), &mut Visited(visit));
    }

    #[cold]
    fn violated(&self, j: usize, violation: f64, is_rate: bool) -> Failure {
        let constraint = self.system.constraint_name(j);
        let violated = AnySizeFailure::ConstraintViolated {
            constraint,
            violation,
            is_rate,
        };
        violated.into()
    }
}

impl<S: AnySize> Solves for Summed<'_, S> {
    const CONFIRMS: bool = false;

    fn force(&self, t: ScalarOf<S>, q: &VectorOf<S>, multipliers: &ConstraintsOf<S>) -> VectorOf<S> {
        let mut sum: VectorOf<S> = zeros_like(q);
        if self.constraints == 0 {
            return sum;
        }
        let mut product = Product {
            factor: multipliers.as_slice(),
            sum: sum.as_mut_slice(),
        };
        let system = self.system;
        system.add_constraint_jacobian(t, q.as_slice(), &mut Transposed(&mut product));
        negate(sum.as_mut_slice());
        sum
    }

    fn multipliers(&self, (t, q, v): Place<'_, S>, inputs: &S::Inputs) -> Result<ConstraintsOf<S>, Failure> {
        if self.constraints == 0 {
            check_lengths(self.system, q, v, inputs)?;
            return Ok(zeros(0));
        }
        accelerated(self.system, t, q, v, inputs).map(|(_, found)| found)
    }

    fn solve(
        &self,
        place: Place<'_, S>,
        right: &VectorOf<S>,
        g: &ConstraintsOf<S>,
        are_zero: Option<&Zeros<VectorOf<S>, ConstraintsOf<S>>>,
    ) -> Result<(VectorOf<S>, ConstraintsOf<S>), Failure> {
        let saddle = || self.saddle(place);
        let Some(Zeros {
            coordinates,
            constraints,
        }) = are_zero
        else {
            return solved::<S, _>(saddle, (right.as_slice(), g.as_slice()));
        };
        let zeros = [coordinates.as_slice(), constraints.as_slice()];
        let reduced = || Reduced {
            saddle: saddle(),
            zeros,
        };
        let [of_right, of_g] = zeros;
        let right = right.like(|k| unless(at(of_right, k), at(right.as_slice(), k)));
        let g = g.like(|j| unless(at(of_g, j), at(g.as_slice(), j)));
        solved::<S, _>(reduced, (right.as_slice(), g.as_slice()))
    }

    /// A singular matrix names the coordinate or the constraint.
    #[cold]
    fn named(&self, _: Place<'_, S>, failure: Failure) -> Failure {
        let n = self.system.coordinate_count();
        match failure {
            Failure::SingularTangent { pivot, size } if pivot >= n => AnySizeFailure::SingularConstraint {
                constraint: self.system.constraint_name(pivot - n),
                size,
            }
            .into(),
            failure => singular_mass(self.system, failure),
        }
    }
}

/// A singular M names the coordinate.
#[cold]
pub(super) fn singular_mass<S: Lagrangian + ?Sized>(system: &S, failure: Failure) -> Failure {
    match failure {
        Failure::SingularTangent { pivot, size } => AnySizeFailure::SingularMass {
            coordinate: system.coordinate_name(pivot),
            size,
        }
        .into(),
        failure => failure,
    }
}

/// x and λ with the matrix of the entries; a singular one by its column.
fn solved<S: AnySize, A: Adding<S::Scalar> + Assembling<S::Scalar>>(
    entries: impl Fn() -> A,
    (right, g): (&[ScalarOf<S>], &[ScalarOf<S>]),
) -> Result<(VectorOf<S>, ConstraintsOf<S>), Failure> {
    let (n, constraints) = (right.len(), g.len());
    let mut matrix = <SpaceOf<S> as Space<S::Scalar>>::Matrix::for_places(n + constraints, |visit| {
        Adding::add_to(&entries(), &mut Places(visit));
    })?;
    matrix.assemble(entries());
    let mut x: <SpaceOf<S> as Space<S::Scalar>>::Both = stacked(right, g);
    matrix.factor().and_then(|()| matrix.solve(x.as_mut_slice()))?;
    let x = x.as_slice();
    Ok((part(x, 0, n), part(x, n, constraints)))
}

// What follows knows numbers alone, so that it is compiled once for all systems.

/// The numbers `right`, and then −g.
fn stacked<T: Scalar, V: Vector<T>>(right: &[T], g: &[T]) -> V {
    let n = right.len();
    let both = |k: usize| k.checked_sub(n).map_or_else(|| at(right, k), |j| -at(g, j));
    V::with_len(n + g.len(), both)
}

/// `count` numbers of `x` from `first` on.
fn part<T: Scalar, V: Vector<T>>(x: &[T], first: usize, count: usize) -> V {
    V::with_len(count, |k| at(x, first + k))
}

pub(super) fn negate<T: Scalar>(x: &mut [T]) {
    x.iter_mut().for_each(|x| *x = -*x);
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
    fn add_to(self, matrix: impl Matrix<S::Scalar>) {
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
