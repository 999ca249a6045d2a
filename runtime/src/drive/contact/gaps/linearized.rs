//! Gaps linearized at some coordinates, and the contact problem that moves them to zero.
//!
//! Knows no step.

use super::normals;
use crate::Failure;
use crate::contacts::Contacts;
use crate::drive::contact::blocked::{Inverted, Rounding};
use crate::drive::contact::inverse::identity;
use crate::drive::contact::unsolved::named;
use crate::drive::contact::{Moving, ScalarOf};
use crate::equations::{Acceleration, Equations};
use extremal_numerics::block::{RowMajor, at, dot, dot_of_sizes, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};
use extremal_percussions::{ActiveContact, ContactProblem, ContactSolver};

/// Forces on the coordinates, then a number for each constraint.
pub(in crate::drive::contact) type Forces<S> = <S as Equations<Acceleration>>::Unknown;

/// M with the gradients G of constraints, and its inverse.
pub(in crate::drive::contact) struct Masses<S: Equations<Acceleration>> {
    matrix: S::Tangent,
    inverse: S::Tangent,
}

impl<S> Masses<S>
where
    S: Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    #[inline(always)]
    pub(in crate::drive::contact) fn at(system: &S, known: &Moving<S>) -> Result<Self, Failure> {
        let size = Forces::<S>::LEN;
        let mut units: Forces<S> = zeros();
        let mut masses = Self {
            matrix: zeros(),
            inverse: identity::<ScalarOf<S>, _>(size),
        };
        Equations::<Acceleration>::tangent(system, known, &zeros(), &mut units, &mut masses.matrix);
        let mut factors = masses.matrix;
        let inverse = masses.inverse.as_mut_slice();
        lu::solve_with_multipliers(factors.as_mut_slice(), inverse, size, units.as_mut_slice())?;
        Ok(masses)
    }

    /// G x of the constraint in a row.
    #[inline(always)]
    pub(super) fn rate(&self, row: usize, x: &S::Velocity) -> ScalarOf<S> {
        let n = S::Velocity::LEN;
        let row = RowMajor::new(self.matrix.as_slice(), Forces::<S>::LEN).row(row);
        dot(row.get(..n).unwrap_or_default(), x.as_slice())
    }

    /// The change of coordinates by forces, which may be those on the coordinates alone.
    #[inline(always)]
    pub(in crate::drive::contact) fn moved(&self, forces: &[ScalarOf<S>]) -> S::Velocity {
        let inverse = RowMajor::new(self.inverse.as_slice(), Forces::<S>::LEN);
        S::Velocity::from_fn(|k| inverse.dot(k, forces))
    }

    /// Σ |vₖ Mₖₗ vₗ|, about twice the kinetic energy.
    pub(in crate::drive::contact) fn energy(&self, v: &S::Velocity) -> ScalarOf<S> {
        let (n, zero) = (S::Velocity::LEN, ScalarOf::<S>::from_f64(0.0));
        let matrix = RowMajor::new(self.matrix.as_slice(), Forces::<S>::LEN);
        let rows = matrix.rows().take(n).zip(v.as_slice());
        rows.fold(zero, |sum, (row, &v_k)| {
            let own = row.get(..n).unwrap_or_default();
            sum + Scalar::abs(v_k) * dot_of_sizes(own, v.as_slice())
        })
    }

    /// The impulse of a constraint that forces on the coordinates call for, in the order of the constraints.
    #[inline(always)]
    pub(in crate::drive::contact) fn answer(&self, constraint: usize, forces: &[ScalarOf<S>]) -> ScalarOf<S> {
        let inverse = RowMajor::new(self.inverse.as_slice(), Forces::<S>::LEN);
        inverse.dot(S::Velocity::LEN + constraint, forces)
    }

    /// The rounding of velocities v + A⁻¹ f for impulses f of contacts. `moved` are q/h.
    #[inline(always)]
    pub(in crate::drive::contact) fn rounding_of_velocities(
        &self,
        v: &S::Velocity,
        moved: impl Iterator<Item = ScalarOf<S>>,
    ) -> Rounding<'_, ScalarOf<S>, Forces<S>> {
        let none: Forces<S> = zeros();
        Rounding::new(
            Inverted {
                matrix: self.matrix.as_slice(),
                inverse: self.inverse.as_slice(),
            },
            v.as_slice(),
            (none.as_slice(), none.as_slice()),
            moved,
        )
    }

    /// The rounding of changes of coordinates by forces that are sums of summands of these sizes.
    #[inline(always)]
    pub(super) fn rounding(
        &self,
        q: &S::Configuration,
        (forces, sizes): (&Forces<S>, &Forces<S>),
    ) -> Rounding<'_, ScalarOf<S>, Forces<S>> {
        Rounding::new(
            Inverted {
                matrix: self.matrix.as_slice(),
                inverse: self.inverse.as_slice(),
            },
            q.as_slice(),
            (forces.as_slice(), sizes.as_slice()),
            q.as_slice().iter().copied(),
        )
    }
}

/// g + W M⁻¹ Wᵀ ν ≥ 0 of the closed contacts, one after the other; what follows them has no meaning.
pub(super) struct GapProblem<'a, S: Contacts> {
    /// W, of all rows of all contacts.
    directions: &'a S::Directions,
    is_closed: &'a S::Gaps,
    count: usize,
    delassus: S::Delassus,
    /// g
    free: S::Percussions,
    scales: S::Percussions,
}

impl<'a, S> GapProblem<'a, S>
where
    S: Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    /// No numbers yet.
    #[inline(always)]
    pub(super) fn new(directions: &'a S::Directions, is_closed: &'a S::Gaps) -> Self {
        Self {
            directions,
            is_closed,
            count: normals::<S>(is_closed).count(),
            delassus: zeros(),
            free: zeros(),
            scales: zeros(),
        }
    }

    /// Each contact, with its normal row of W.
    #[inline(always)]
    fn rows(&self) -> impl Iterator<Item = (usize, &'a [ScalarOf<S>])> + use<'a, S> {
        let directions = RowMajor::new(self.directions.as_slice(), S::Velocity::LEN);
        normals::<S>(self.is_closed).map(move |(contact, row)| (contact, directions.row(row)))
    }

    /// Linearizes the gaps of all contacts, each with its scale, at an `offset` by which coordinates move without ν.
    #[inline(always)]
    pub(super) fn linearize(
        &mut self,
        masses: &Masses<S>,
        (gaps, scales): (&S::Gaps, &S::Gaps),
        offset: &S::Velocity,
    ) {
        for (place, (contact, normal)) in self.rows().enumerate() {
            let (by, size) = (
                dot(normal, offset.as_slice()),
                dot_of_sizes(normal, offset.as_slice()),
            );
            write(&mut self.free, place, at(gaps.as_slice(), contact) + by);
            write(&mut self.scales, place, at(scales.as_slice(), contact) + size);
            let by = masses.moved(normal);
            for (other, (_, normal)) in self.rows().enumerate() {
                let entry = dot(normal, by.as_slice());
                write(&mut self.delassus, self.count * other + place, entry);
            }
        }
    }

    /// Makes zero what is nothing but rounding.
    #[inline(always)]
    pub(super) fn clear(&mut self, rounding: &Rounding<'_, ScalarOf<S>, Forces<S>>) {
        let direction = self.direction();
        let (delassus, free) = (self.delassus.as_mut_slice(), self.free.as_mut_slice());
        rounding.clear(direction, delassus, free, self.count);
    }

    /// Has the scales know the rounding of the inverse.
    #[inline(always)]
    pub(super) fn widen(&mut self, rounding: &Rounding<'_, ScalarOf<S>, Forces<S>>) {
        rounding.widen(self.direction(), self.scales.as_mut_slice(), self.count);
    }

    /// The row of W of each place.
    #[inline(always)]
    fn direction(&self) -> impl Fn(usize) -> &'a [ScalarOf<S>] + use<'a, S> {
        let directions = RowMajor::new(self.directions.as_slice(), S::Velocity::LEN);
        let is_closed = self.is_closed;
        move |place| {
            let row = normals::<S>(is_closed).nth(place).map_or(0, |(_, row)| row);
            directions.row(row)
        }
    }

    /// ν
    #[inline(always)]
    pub(super) fn pushes(&self, solver: &impl ContactSolver) -> Result<S::Percussions, Failure> {
        let without_friction = S::Closed::from_fn(|_| ActiveContact {
            slips: 0,
            friction: ScalarOf::<S>::from_f64(0.0),
        });
        let contacts = without_friction.as_slice().get(..self.count).unwrap_or_default();
        let problem = ContactProblem::new(self.delassus.as_slice(), self.free.as_slice(), contacts)?
            .with_scales(self.scales.as_slice())?;
        let mut pushes: S::Percussions = zeros();
        solver
            .solve::<ScalarOf<S>, S::Percussions, S::Delassus>(&problem, &mut pushes)
            .map_err(|failure| named::<S>(failure, self.rows().map(|(contact, _)| contact)))?;
        Ok(pushes)
    }

    /// Wᵀ ν
    #[inline(always)]
    pub(super) fn push(&self, pushes: &S::Percussions) -> S::Velocity {
        S::Velocity::from_fn(|k| {
            let terms = self.rows().zip(pushes.as_slice());
            terms.fold(ScalarOf::<S>::from_f64(0.0), |sum, ((_, normal), &push)| {
                sum + at(normal, k) * push
            })
        })
    }
}
