//! The percussions of the last step once more, where they are a solution still, as those of a body at rest.
//!
//! ```text
//! x = −A⁻¹ (r + Wᵀ P),   ξ = W x + η + e γ⁻,   Gᵢᵢ = −wᵢ A⁻¹ wᵢᵀ
//! ```
//!
//! The equations are solved with them, and ξ is judged by the diagonal of G alone: neither G nor a contact problem is made.
//! Knows no contact solver: the one of the scheme judges.

use super::{Converged, Percussed};
use crate::Contacts;
use crate::drive::contact::inverse::invert;
use crate::drive::contact::{ContactScheme, ScalarOf};
use crate::equations::{Equations, is_stable};
use crate::kernels::{Derived, ElementOf, End};
use crate::newton::Convergence;
use extremal_numerics::block::{RowMajor, at, dot, dot_of_sizes, is_finite, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use extremal_percussions::{ContactSolver, Kept};

impl<S, D, T> Percussed<'_, S, D, T>
where
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    D: ContactScheme<Equations = T>,
{
    /// The step with the percussions of the last one, of linear equations without multipliers; `None` if they are no solution.
    #[inline]
    pub(super) fn again(
        &self,
        known: &ElementOf<S, T>,
        last: &mut <S as Equations<T>>::Unknown,
    ) -> Option<Converged<S, T>> {
        let is_plain = <S as Equations<T>>::Unknown::LEN == S::Velocity::LEN && !D::HOLDS_CONTACTS;
        if !(is_plain && self.closed.has_rested) {
            return None;
        }
        let percussions = self.closed.guess;
        let after = self.closed.element_after(known, &percussions);
        let mut end = End::not_yet(&after);
        let growth = self.system.direct(&after, last, &mut end);
        if !(is_stable(growth) && is_finite(last)) {
            return None;
        }
        self.judge(known, &percussions, last)?;
        Some((*last, end, Convergence::default()))
    }

    /// Takes percussions that solve the contact problem, after which the velocity is `x`.
    fn judge(
        &self,
        known: &ElementOf<S, T>,
        percussions: &S::Percussions,
        x: &<S as Equations<T>>::Unknown,
    ) -> Option<()> {
        let count = self.closed.rows;
        let (mut r, mut a): (<S as Equations<T>>::Unknown, <S as Equations<T>>::Tangent) = (zeros(), zeros());
        Equations::<T>::tangent(self.system, known, &zeros(), &mut r, &mut a);
        let mut inverse: <S as Equations<T>>::Tangent = zeros();
        invert::<ScalarOf<S>, <S as Equations<T>>::Unknown>(a.as_mut_slice(), inverse.as_mut_slice()).ok()?;
        let inverse = RowMajor::new(inverse.as_slice(), S::Velocity::LEN);
        let free = S::Velocity::from_fn(|k| -inverse.dot(k, r.as_slice()));
        let mut judged = [zeros::<ScalarOf<S>, S::Percussions>(); 5];
        let [rates, scales, velocities, changes, diagonal] = &mut judged;
        for (row, direction) in self.closed.directions().rows().enumerate().take(count) {
            let [rate, before, e] = [&self.closed.rates, &self.closed.before, &self.closed.restitution]
                .map(|block| at(block.as_slice(), row));
            let back = e * before;
            let after = dot(direction, x.as_slice()) + rate;
            write(rates, row, dot(direction, free.as_slice()) + rate + back);
            let sizes = dot_of_sizes(direction, free.as_slice());
            write(scales, row, sizes + Scalar::abs(rate) + Scalar::abs(back));
            write(velocities, row, after + back);
            write(changes, row, after - before);
            write(
                diagonal,
                row,
                -form::<ScalarOf<S>, S::Velocity>(inverse, direction),
            );
        }
        let [rates, scales, velocities, changes, diagonal] = judged;
        let kept = Kept {
            percussions: percussions.as_slice().get(..count)?,
            velocities: velocities.as_slice().get(..count)?,
            free: rates.as_slice().get(..count)?,
            scales: scales.as_slice().get(..count)?,
            diagonal: diagonal.as_slice(),
            changes: changes.as_slice(),
            contacts: self.closed.contacts(),
        };
        self.solved.set(self.solver.keep(&kept)?);
        self.percussions.set(*percussions);
        self.scales.set(S::Percussions::from_fn(|row| kept.scale(row)));
        self.diagonal.set(diagonal);
        Some(())
    }
}

/// w B wᵀ. What is zero in w takes no operations: a gap or a slip belongs to few coordinates.
#[inline(always)]
fn form<T: Scalar, V: Block<T>>(matrix: RowMajor<'_, T>, direction: &[T]) -> T {
    let zero = T::from_f64(0.0);
    let mut moved: V = zeros();
    for (&w, row) in direction.iter().zip(matrix.rows()) {
        if w != zero {
            let sums = moved.as_mut_slice().iter_mut().zip(row);
            sums.for_each(|(sum, &b)| *sum = *sum + w * b);
        }
    }
    dot(moved.as_slice(), direction)
}
