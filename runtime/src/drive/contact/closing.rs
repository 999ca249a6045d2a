//! The derivative of a correction of coordinates: that of the equations which it satisfies, with the same gaps closed.
//!
//! ```text
//! M(q₁) (q₁ − q*) + G(q₁)ᵀ κ = W_N(q₁)ᵀ ν,   g(q₁) = 0 of constraints, and of contacts with ν > 0
//! A(q₁) (q₁ − q*) = 0 of constraints on velocities, which have A in the place of G
//! p₁ = p* + ∂L/∂v(q₁, u) − ∂L/∂v(q*, u)
//! ```
//!
//! Derivatives of M d and of ∂L/∂v are those of the equations of a step of length zero, r = p₀ − ∂L/∂v(q, x) − G(q)ᵀ λ. So M
//! must not depend on velocities.

use super::branch::{KINK, consistent, width_of_variations, zero};
use super::gaps::{Corrected, Correction, normals, rounded};
use super::inverse::identity;
use super::{ContactScheme, Moving, ScalarOf};
use crate::equations::{Acceleration, Equations};
use crate::error::ContactKink;
use crate::kernels::{Blocks, Derivatives, Derived, ElementOf, carry};
use crate::structure::MassMatrix;
use crate::{Contacts, Failure, State, StateOf};
use extremal_numerics::block::{RowMajor, at, column_mut, dot, zeros};
use extremal_numerics::{Block, LinearFailure, Scalar, Size, Vector, lu};

/// ∂z₁/∂k of the corrected step, in place of that of the step before its correction.
///
/// # Errors
///
/// The errors of the correction, [`Failure::ContactChanges`], [`Failure::ContactCorrected`], and a singular tangent.
pub(super) fn through_correction<S, D, T>(
    correction: &Correction<'_, S, D, T>,
    blocks: &mut S::Blocks,
) -> Result<(), Failure>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts + Derivatives<T>,
    S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    let (Some(Corrected { end, .. }), _) = correction.corrected()? else {
        return stays_open(correction.system, correction.end, correction.clearance);
    };
    let (is_closed, pushes) = correction.pushes(&end.q)?;
    let Some((contact, _)) = normals::<S>(&is_closed).next() else {
        return stays_open(correction.system, correction.end, correction.clearance);
    };
    if S::STRUCTURE.mass_matrix == MassMatrix::OfVelocity {
        return Err(Failure::ContactCorrected {
            contact: name::<S>(contact),
        });
    }
    let closing = Closing::<S, T>::of(correction, &end.q, (&is_closed, &pushes))?;
    for column in 0..S::Blocks::KNOWN {
        closing.apply(blocks, column)?;
    }
    Ok(())
}

fn name<S: Contacts>(contact: usize) -> &'static str {
    S::CONTACTS.get(contact).map_or("", |contact| contact.name)
}

/// Refuses ends at which some gap is zero: a change of the start would have it corrected.
fn stays_open<S>(system: &S, end: &StateOf<S>, clearance: &S::Gaps) -> Result<(), Failure>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let gaps = rounded(system, (end.t, &end.q), (&system.gaps(end.t, &end.q), clearance));
    let mut gaps = gaps.as_slice().iter().zip(S::CONTACTS);
    let found = gaps.position(|(gap, contact)| contact.has_gap && *gap <= zero::<S>());
    found.map_or(Ok(()), |contact| {
        Err(Failure::ContactChanges {
            contact: name::<S>(contact),
            between: ContactKink::End,
        })
    })
}

type TangentOf<S, T> = <S as Equations<T>>::Tangent;
type UnknownOf<S, T> = <S as Equations<T>>::Unknown;

/// A step of length zero: r and ∂r/∂x are those of momenta and constraints alone.
fn still<S, D, T>(
    correction: &Correction<'_, S, D, T>,
    q: &S::Configuration,
    x: &UnknownOf<S, T>,
) -> (S::Blocks, TangentOf<S, T>)
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts + Derivatives<T>,
{
    let Correction { system, over, .. } = correction;
    let zero = zero::<S>();
    let state = State {
        t: correction.end.t,
        q: *q,
        p: zeros(),
    };
    let constants = system.constants(&over.scheme.equations(), zero);
    let carry = carry::<S, T>(system, constants, (zero, &state), correction.velocity);
    let known = ElementOf::<S, T>::of(&state, zero, over.inputs, &carry);
    let mut blocks = S::Blocks::zeros();
    system.derivatives(&known, x, &mut blocks);
    let (mut r, mut tangent): (UnknownOf<S, T>, TangentOf<S, T>) = (zeros(), zeros());
    Equations::<T>::tangent(*system, &known, x, &mut r, &mut tangent);
    (blocks, tangent)
}

/// The equations of a correction, linearized.
struct Closing<S: Contacts + Derived<T> + Derivatives<T>, T> {
    is_closed: S::Gaps,
    directions: S::Directions,
    variations: S::Variations,
    /// ∂r/∂k at q₁, at rest and with the velocity d.
    resting: S::Blocks,
    moving: S::Blocks,
    /// ∂r/∂k with the velocity u at q₁, and at q*.
    after: S::Blocks,
    before: S::Blocks,
    /// −[M Gᵀ; 0 0] at q₁, and at q*. Rows of constraints on velocities are A.
    masses: [TangentOf<S, T>; 2],
    /// [F Gᵀ; G 0]⁻¹ with F = ∂(M d + Gᵀ κ − Wᵀ ν)/∂q₁.
    inverse: TangentOf<S, T>,
    /// W [F Gᵀ; G 0]⁻¹ Wᵀ of the closed gaps.
    delassus: S::Delassus,
}

impl<S, T> Closing<S, T>
where
    S: Derived<T> + Contacts + Derivatives<T>,
    ScalarOf<S>: Size,
{
    fn of<D>(
        correction: &Correction<'_, S, D, T>,
        q: &S::Configuration,
        (is_closed, pushes): (&S::Gaps, &S::Percussions),
    ) -> Result<Self, Failure>
    where
        D: ContactScheme<Equations = T>,
    {
        let (system, t, u) = (correction.system, correction.end.t, correction.velocity);
        let n = S::Velocity::LEN;
        let with = |v: &dyn Fn(usize) -> ScalarOf<S>| {
            UnknownOf::<S, T>::from_fn(|k| if k < n { v(k) } else { zero::<S>() })
        };
        let (resting, mass) = still(correction, q, &zeros());
        let (after, _) = still(correction, q, &with(&|k| at(u.as_slice(), k)));
        let (before, mass_before) = still(correction, &correction.end.q, &with(&|k| at(u.as_slice(), k)));
        let (directions, _) = system.directions(t, q);
        let mut closing = Self {
            is_closed: *is_closed,
            directions,
            variations: system.contact_variations(t, q, u, pushes, &zeros()),
            resting,
            moving: resting,
            after,
            before,
            masses: [mass, mass_before],
            inverse: zeros(),
            delassus: zeros(),
        };
        closing.invert(|_, _| zero::<S>())?;
        closing.require_pushes(&system.gap_scales(t, q), pushes)?;
        let moved = S::Velocity::from_fn(|k| at(q.as_slice(), k) - at(correction.end.q.as_slice(), k));
        let moved = closing.with_multipliers(&moved, pushes);
        (closing.moving, _) = still(correction, q, &moved);
        let (resting, moving, variations) = (closing.resting, closing.moving, closing.variations);
        closing.invert(|i, j| {
            let of_motion = Self::entry(&resting, i, j) - Self::entry(&moving, i, j);
            // Beside M d there is A d.
            match i < n {
                true => of_motion - Self::varied(&variations, i, j),
                false => -of_motion,
            }
        })?;
        closing.delassus = closing.products();
        Ok(closing)
    }

    /// An entry of ∂r/∂k.
    fn entry(blocks: &S::Blocks, row: usize, column: usize) -> ScalarOf<S> {
        at(blocks.residual_entries(), S::Blocks::KNOWN * row + column)
    }

    /// Whether a row is that of a constraint on velocities: they come last.
    fn is_rolling(row: usize) -> bool {
        row + S::STRUCTURE.rolling >= UnknownOf::<S, T>::LEN
    }

    /// An entry of G, or of A.
    fn gradient(&self, row: usize, column: usize) -> ScalarOf<S> {
        let [mass, _] = &self.masses;
        match Self::is_rolling(row) {
            true => at(mass.as_slice(), UnknownOf::<S, T>::LEN * row + column),
            false => Self::entry(&self.resting, row, column),
        }
    }

    /// An entry of the variations of contacts.
    fn varied(variations: &S::Variations, row: usize, column: usize) -> ScalarOf<S> {
        at(variations.as_slice(), width_of_variations::<S>() * row + column)
    }

    /// The inverse for F = M + `curvature`.
    fn invert(&mut self, curvature: impl Fn(usize, usize) -> ScalarOf<S>) -> Result<(), LinearFailure> {
        let (n, size) = (S::Velocity::LEN, UnknownOf::<S, T>::LEN);
        let [mass, _] = &self.masses;
        let mut matrix = TangentOf::<S, T>::from_fn(|k| {
            let (row, column) = (k / size.max(1), k % size.max(1));
            match (row < n, column < n) {
                (true, true) => curvature(row, column) - at(mass.as_slice(), k),
                (true, false) => -at(mass.as_slice(), k),
                (false, true) if Self::is_rolling(row) => self.gradient(row, column) + curvature(row, column),
                (false, true) => self.gradient(row, column),
                (false, false) => zero::<S>(),
            }
        });
        self.inverse = identity::<ScalarOf<S>, _>(size);
        let mut units: UnknownOf<S, T> = zeros();
        let (matrix, inverse) = (matrix.as_mut_slice(), self.inverse.as_mut_slice());
        lu::solve_with_multipliers(matrix, inverse, size, units.as_mut_slice())
    }

    fn masses(&self) -> [RowMajor<'_, ScalarOf<S>>; 2] {
        let masses = self.masses.each_ref();
        masses.map(|mass| RowMajor::new(mass.as_slice(), UnknownOf::<S, T>::LEN))
    }

    /// The product of the inverse with a vector.
    fn solved(&self, right: &UnknownOf<S, T>) -> UnknownOf<S, T> {
        let inverse = RowMajor::new(self.inverse.as_slice(), UnknownOf::<S, T>::LEN);
        UnknownOf::<S, T>::from_fn(|k| inverse.dot(k, right.as_slice()))
    }

    /// The closed gaps, each with its contact and its row of W.
    fn closed(&self) -> impl Iterator<Item = (usize, &[ScalarOf<S>])> {
        let directions = RowMajor::new(self.directions.as_slice(), S::Velocity::LEN);
        normals::<S>(&self.is_closed).map(move |(contact, row)| (contact, directions.row(row)))
    }

    /// Wᵀ ν in the first rows, for a ν of the closed gaps.
    fn pushed(&self, pushes: &[ScalarOf<S>]) -> UnknownOf<S, T> {
        let n = S::Velocity::LEN;
        UnknownOf::<S, T>::from_fn(|k| {
            let terms = self.closed().zip(pushes).filter(|_| k < n);
            terms.fold(zero::<S>(), |sum, ((_, direction), &push)| {
                sum + at(direction, k) * push
            })
        })
    }

    /// Refuses closed gaps that rest without a push: a change of the start would open them, or leave them to be corrected.
    fn require_pushes(&self, scales: &S::Gaps, pushes: &S::Percussions) -> Result<(), Failure> {
        let tolerance = ScalarOf::<S>::from_f64(KINK * ScalarOf::<S>::EPSILON);
        let rows = normals::<S>(&self.is_closed).map(|(_, row)| at(pushes.as_slice(), row));
        for ((contact, direction), push) in self.closed().zip(rows) {
            let n = S::Velocity::LEN;
            let own = UnknownOf::<S, T>::from_fn(|k| if k < n { at(direction, k) } else { zero::<S>() });
            let opening = push * dot(direction, self.solved(&own).as_slice());
            if opening <= tolerance * at(scales.as_slice(), contact) {
                return Err(Failure::ContactChanges {
                    contact: name::<S>(contact),
                    between: ContactKink::End,
                });
            }
        }
        Ok(())
    }

    /// (d, κ): the correction with the multipliers of constraints.
    fn with_multipliers(&self, moved: &S::Velocity, pushes: &S::Percussions) -> UnknownOf<S, T> {
        let n = S::Velocity::LEN;
        let rows = normals::<S>(&self.is_closed).map(|(_, row)| at(pushes.as_slice(), row));
        let mut packed: S::Percussions = zeros();
        packed
            .as_mut_slice()
            .iter_mut()
            .zip(rows)
            .for_each(|(place, push)| *place = push);
        let pushed = self.pushed(packed.as_slice());
        let right = UnknownOf::<S, T>::from_fn(|k| {
            if k < n {
                return at(pushed.as_slice(), k);
            }
            let terms = moved.as_slice().iter().enumerate();
            terms.fold(zero::<S>(), |sum, (j, &d)| sum + self.gradient(k, j) * d)
        });
        let solved = self.solved(&right);
        UnknownOf::<S, T>::from_fn(|k| match moved.as_slice().get(k) {
            Some(&d) => d,
            None => at(solved.as_slice(), k),
        })
    }

    /// W times the inverse times Wᵀ.
    fn products(&self) -> S::Delassus {
        let count = self.closed().count();
        let mut products: S::Delassus = zeros();
        for place in 0..count {
            let unit = S::Percussions::from_fn(|k| ScalarOf::<S>::from_f64(f64::from(k == place)));
            let moved = self.solved(&self.pushed(unit.as_slice().get(..count).unwrap_or_default()));
            let column = column_mut(products.as_mut_slice(), count, place);
            let rows = self.closed().map(|(_, direction)| direction);
            let entries = rows.map(|direction| dot(direction, moved.as_slice()));
            column.zip(entries).for_each(|(to, entry)| *to = entry);
        }
        products
    }

    /// Replaces a column of ∂z₁/∂k.
    fn apply(&self, blocks: &mut S::Blocks, column: usize) -> Result<(), Failure> {
        let n = S::Velocity::LEN;
        let of = |part: usize, ends: &[ScalarOf<S>]| {
            S::Velocity::from_fn(|i| at(ends, S::Blocks::KNOWN * (part * n + i) + column))
        };
        let [before, _, velocity] = [0, 1, 2].map(|part| of(part, blocks.end_by_known()));
        let after = self.change(&before, column)?;
        for i in 0..n {
            let momentum = self.change_of_momentum(i, column, [&before, &after, &velocity]);
            let mut write = |row: usize, change: &dyn Fn(ScalarOf<S>) -> ScalarOf<S>| {
                let entry = blocks.end_by_known_mut().get_mut(S::Blocks::KNOWN * row + column);
                if let Some(entry) = entry {
                    *entry = change(*entry);
                }
            };
            write(i, &|_| at(after.as_slice(), i));
            write(n + i, &|p| p + momentum);
        }
        Ok(())
    }

    /// The place of a known number among the parameters.
    fn parameter(column: usize) -> Option<usize> {
        column.checked_sub(S::Blocks::KNOWN - S::SENSITIVITIES.len())
    }

    /// dq₁
    fn change(&self, before: &S::Velocity, column: usize) -> Result<S::Velocity, Failure> {
        let n = S::Velocity::LEN;
        let [mass, _] = self.masses();
        let own = |row: usize| {
            Self::parameter(column).map_or(zero::<S>(), |parameter| {
                let [rest, moving] =
                    [&self.resting, &self.moving].map(|blocks| Self::entry(blocks, row, column));
                match (row < n, Self::is_rolling(row)) {
                    (true, _) => rest - moving - Self::varied(&self.variations, row, n + 1 + parameter),
                    (false, true) => moving - rest,
                    (false, false) => rest,
                }
            })
        };
        let right = UnknownOf::<S, T>::from_fn(|row| {
            let moved = mass.dot(row, before.as_slice());
            match (row < n, Self::is_rolling(row)) {
                (true, _) => -moved - own(row),
                (false, true) => moved - own(row),
                (false, false) => -own(row),
            }
        });
        let free = self.solved(&right);
        let first = n + S::Percussions::LEN + 3 * S::CONTACTS.len();
        let count = self.closed().count();
        let mut opening: S::Percussions = zeros();
        for (place, (contact, direction)) in opening.as_mut_slice().iter_mut().zip(self.closed()) {
            let by = Self::parameter(column).map_or(zero::<S>(), |parameter| {
                Self::varied(&self.variations, first + contact, n + 1 + parameter)
            });
            *place = -by - dot(direction, free.as_slice());
        }
        let pushes = consistent::<S>(&self.delassus, &opening, count);
        let pushes = pushes.ok_or_else(|| Failure::ContactChanges {
            contact: name::<S>(self.closed().next().map_or(0, |(contact, _)| contact)),
            between: ContactKink::Redundant,
        })?;
        let pushed = self.solved(&self.pushed(pushes.as_slice().get(..count).unwrap_or_default()));
        Ok(S::Velocity::from_fn(|k| {
            at(free.as_slice(), k) + at(pushed.as_slice(), k)
        }))
    }

    /// d(∂L/∂v(q₁, u) − ∂L/∂v(q*, u)) of a coordinate.
    fn change_of_momentum(
        &self,
        i: usize,
        column: usize,
        [before, after, velocity]: [&S::Velocity; 3],
    ) -> ScalarOf<S> {
        let [mass, mass_before] = self.masses();
        let own = Self::parameter(column).map_or(zero::<S>(), |_| {
            Self::entry(&self.before, i, column) - Self::entry(&self.after, i, column)
        });
        let [was, is] = [mass_before, mass].map(|mass| mass.dot(i, velocity.as_slice()));
        let changes = before.as_slice().iter().zip(after.as_slice()).enumerate();
        changes.fold(own + (was - is), |sum, (j, (&from, &to))| {
            sum + (Self::entry(&self.before, i, j) * from - Self::entry(&self.after, i, j) * to)
        })
    }
}
