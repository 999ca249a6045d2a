//! Newton's method for blocks. The path of one iteration, which most steps take, is separate from the rest.

use super::course::{MOST_HALVINGS, course, diverged_if_not_finite};
use super::floor::{is_clearly_solved, is_floor, is_solved, norm};
use super::running::Running;
use super::{Convergence, correction_with_pivots};
use crate::Failure;
use crate::equations::Equations;
use crate::equations::has_small_growth;
use extremal_numerics::block::{at, difference, have_finite_sum, is_finite, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf};

/// An iteration with a tangent of its own, by the generated program, which does not pivot.
///
/// Most steps take one iteration; quantities that only later iterations need are not computed in it.
pub(crate) struct Iteration<E: Equations<D> + ?Sized, D> {
    /// The unknown before.
    pub(super) from: E::Unknown,
    pub(super) growth: SizeOf<E::Scalar>,
    pub(super) factors: E::Factors,
    /// The unknown after.
    pub(crate) x: E::Unknown,
    /// The residual at `x`.
    pub(super) r: E::Unknown,
    pub(super) scale: E::Unknown,
}

impl<E: Equations<D> + ?Sized, D> Iteration<E, D> {
    /// The iteration from the guess `from`. Short generated programs are inlined here.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn first(
        equations: &E,
        known: &E::Known,
        from: &E::Unknown,
        check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let (mut dx, mut factors) = (zeros(), zeros());
        let growth = equations.correction(known, from, &mut dx, &mut factors);
        Self::made(from, dx, growth, factors, check)
    }

    /// An iteration after the first, without inlining.
    pub(crate) fn next(
        equations: &E,
        known: &E::Known,
        from: &E::Unknown,
        check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let (mut dx, mut factors) = (zeros(), zeros());
        let growth = correction_apart::<E, D>(equations, known, from, &mut dx, &mut factors);
        Self::made(from, dx, growth, factors, check)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn made(
        from: &E::Unknown,
        dx: E::Unknown,
        growth: SizeOf<E::Scalar>,
        factors: E::Factors,
        mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let x = sum(from, &dx);
        let (mut r, mut scale) = (zeros(), zeros());
        // Infinite growth means that there is no program for the correction.
        if growth != SizeOf::<E::Scalar>::INFINITY {
            check(&x, &mut r, &mut scale);
        }
        Self {
            from: *from,
            growth,
            factors,
            x,
            r,
            scale,
        }
    }

    /// The report, if the first iteration clearly converged. With equations at rest among moving ones,
    /// [`go_on`](Self::go_on) tests once more.
    ///
    /// A small residual alone is not enough: if the tangent is singular and r is in its range, the residual also vanishes
    /// at points far from the guess.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn convergence(&self) -> Option<Convergence> {
        let is_trusted = has_small_growth::<E::Scalar>(self.growth);
        // The longer test has the same result where it is passed, and lanes that pass it need not part.
        let is_solved = match E::Scalar::HAS_LANES && !E::LEAST_NORM {
            true => self.is_solved(),
            false => is_clearly_solved(&self.r, &self.scale, E::CONSTRAINTS),
        };
        (is_solved && is_trusted).then(|| self.convergence_after(1))
    }

    /// A copy for the cold path, so that the hot path can keep this iterate in registers.
    #[inline]
    pub(crate) fn copied(&self) -> Self {
        Self {
            from: self.from,
            growth: self.growth,
            factors: self.factors,
            x: self.x,
            r: self.r,
            scale: self.scale,
        }
    }

    /// All iterations after the first; repeats the first with pivoting if its pivots are not trusted. The last call of `check`
    /// is that of the solution.
    ///
    /// # Errors
    ///
    /// The errors of [`iterate`].
    pub(crate) fn go_on(
        &mut self,
        equations: &E,
        known: &E::Known,
        mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
        displacement_scales: impl Fn() -> E::Unknown,
    ) -> Result<Convergence, Failure> {
        if !self.is_trusted() {
            self.correct_with_pivots(equations, known, &mut check)
                .map_err(|failure| diverged_if_not_finite(failure, 1, f64::INFINITY))?;
        }
        let found = if self.is_solved() {
            Ok(self.convergence_after(1))
        } else {
            course(&mut Running {
                iteration: self,
                equations,
                known,
                check: &mut check,
                displacement_scales: &displacement_scales,
                has_pivots: false,
            })
        };
        if let Ok(Convergence { iterations: 1, .. }) = found {
            // What the first iteration was made with may have been another `check`: this one has to see the solution.
            check(&self.x, &mut self.r, &mut self.scale);
        }
        found.and_then(|found| self.with_all_held(equations, known, found, &displacement_scales))
    }

    /// Replaces a correction whose pivots are not trusted by one with row pivoting.
    #[cold]
    pub(super) fn correct_with_pivots(
        &mut self,
        equations: &E,
        known: &E::Known,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Result<(), Failure> {
        // There are no factors of this tangent that a later iteration could use.
        self.growth = SizeOf::<E::Scalar>::INFINITY;
        self.x = self.from;
        let dx = match equations.correction_with_percussions(known, &self.from) {
            Some(dx) => dx?,
            None => correction_with_pivots::<E, D>(equations, known, &self.from)?,
        };
        self.move_by(dx, check);
        Ok(())
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn is_solved(&self) -> bool {
        is_solved(&self.r, &self.scale, E::CONSTRAINTS)
    }

    /// ρ > ½ ρ of the iteration before, and ρ ≤ √ε.
    pub(super) fn is_floor(&self, r: &E::Unknown, scale: &E::Unknown) -> bool {
        is_floor((&self.r, &self.scale), (r, scale), E::CONSTRAINTS)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn convergence_after(&self, iterations: usize) -> Convergence {
        Convergence {
            iterations,
            residual_norm: norm(&self.r, &self.scale, E::CONSTRAINTS).to_f64(),
        }
    }

    /// Whether the elimination without pivoting kept half of the digits. The next iteration restores the others.
    pub(super) fn is_trusted(&self) -> bool {
        // A pivot that is exactly zero shows no growth, but makes x infinite or NaN.
        has_small_growth::<E::Scalar>(self.growth) && is_finite(&self.x)
    }

    pub(super) fn move_by(
        &mut self,
        dx: E::Unknown,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) {
        self.from = self.x;
        self.x = sum(&self.x, &dx);
        check(&self.x, &mut self.r, &mut self.scale);
    }

    /// Halves the last correction until r is finite; false if it never is.
    #[cold]
    pub(super) fn halve(
        &mut self,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> bool {
        for _ in 0..MOST_HALVINGS {
            self.x = middle(&self.from, &self.x);
            check(&self.x, &mut self.r, &mut self.scale);
            if are_finite(&self.r, &self.scale) {
                return true;
            }
        }
        false
    }
}

/// The program of a correction, compiled once for all later iterations.
#[inline(never)]
fn correction_apart<E, D>(
    equations: &E,
    known: &E::Known,
    x: &E::Unknown,
    dx: &mut E::Unknown,
    factors: &mut E::Factors,
) -> SizeOf<E::Scalar>
where
    E: Equations<D> + ?Sized,
{
    equations.correction(known, x, dx, factors)
}

/// from + ½ (x − from). Knows no equations, so that it is compiled once for all of them, as what follows.
fn middle<T: Scalar, U: Block<T>>(from: &U, x: &U) -> U {
    let dx = difference(x, from);
    let half = U::from_fn(|i| at(dx.as_slice(), i) * T::from_f64(0.5));
    sum(from, &half)
}

/// Whether residual and row scales are finite.
#[inline]
pub(super) fn are_finite<T: Scalar, U: Block<T>>(r: &U, scale: &U) -> bool {
    have_finite_sum(r, scale) || (is_finite(r) && is_finite(scale))
}
