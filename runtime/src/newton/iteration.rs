//! Newton's method for blocks. The path of one iteration, which most steps take, is separate from the rest.

use super::course::{Course, Iterate, course, diverged_if_not_finite, set_middle};
use super::floor::{is_clearly_solved, is_solved, motion, norm, small_change};
use super::reuse;
use super::{Convergence, correction_with_pivots};
use crate::Failure;
use crate::equations::Equations;
use crate::equations::has_small_growth;
use extremal_numerics::block::{is_finite, sum, zeros};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// What evaluates the residual and the row scales at an unknown. Only the first iteration knows its type.
pub(crate) type Check<'a, U> = &'a mut dyn FnMut(&U, &mut U, &mut U);

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
    #[inline]
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

    /// The same for later iterations, without inlining.
    pub(crate) fn next(
        equations: &E,
        known: &E::Known,
        from: &E::Unknown,
        check: Check<'_, E::Unknown>,
    ) -> Self {
        let (mut dx, mut factors) = (zeros(), zeros());
        let growth = correction_apart::<E, D>(equations, known, from, &mut dx, &mut factors);
        Self::made(from, dx, growth, factors, check)
    }

    #[inline]
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
    #[inline]
    pub(crate) fn convergence(&self) -> Option<Convergence> {
        let is_trusted = has_small_growth::<E::Scalar>(self.growth);
        let is_solved = is_clearly_solved(self.r.as_slice(), self.scale.as_slice(), E::CONSTRAINTS);
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
    /// Those of [`iterate`].
    pub(crate) fn go_on(
        &mut self,
        equations: &E,
        known: &E::Known,
        check: Check<'_, E::Unknown>,
        ways: &dyn Fn() -> E::Unknown,
    ) -> Result<Convergence, Failure> {
        if !self.is_trusted() {
            self.correct_with_pivots(equations, known, check)
                .map_err(|failure| diverged_if_not_finite(failure, 1, f64::INFINITY))?;
        }
        let found = if self.is_solved() {
            Ok(self.convergence_after(1))
        } else {
            course(&mut Running {
                iteration: self,
                before: [zeros(), zeros()],
                equations,
                known,
                check: &mut *check,
                ways,
            })
        };
        if let Ok(Convergence { iterations: 1, .. }) = found {
            // What the first iteration was made with may have been another `check`: this one has to see the solution.
            check(&self.x, &mut self.r, &mut self.scale);
        }
        found
    }

    /// Replaces a correction whose pivots are not trusted by one with row pivoting.
    #[cold]
    fn correct_with_pivots(
        &mut self,
        equations: &E,
        known: &E::Known,
        check: Check<'_, E::Unknown>,
    ) -> Result<(), Failure> {
        // There are no factors of this tangent that a later iteration could use.
        self.growth = SizeOf::<E::Scalar>::INFINITY;
        self.x = self.from;
        let dx = correction_with_pivots::<E, D>(equations, known, &self.from)?;
        self.move_by(dx, check);
        Ok(())
    }

    #[inline]
    fn is_solved(&self) -> bool {
        is_solved(self.r.as_slice(), self.scale.as_slice(), E::CONSTRAINTS)
    }

    #[inline]
    fn convergence_after(&self, iterations: usize) -> Convergence {
        Convergence {
            iterations,
            residual_norm: norm(self.r.as_slice(), self.scale.as_slice(), E::CONSTRAINTS).to_f64(),
        }
    }

    /// Whether the elimination without pivoting kept half of the digits. The next iteration restores the others.
    fn is_trusted(&self) -> bool {
        // A pivot that is exactly zero shows no growth, but makes x infinite or NaN.
        has_small_growth::<E::Scalar>(self.growth) && is_finite(&self.x)
    }

    fn move_by(&mut self, dx: E::Unknown, check: Check<'_, E::Unknown>) {
        self.from = self.x;
        self.x = sum(&self.x, &dx);
        check(&self.x, &mut self.r, &mut self.scale);
    }
}

/// An iteration with what it needs to go on.
struct Running<'a, E: Equations<D> + ?Sized, D> {
    iteration: &'a mut Iteration<E, D>,
    /// The residual of the iteration before, and its row scales.
    before: [E::Unknown; 2],
    equations: &'a E,
    known: &'a E::Known,
    check: Check<'a, E::Unknown>,
    /// The changes of unknowns that move a coordinate by as much as the largest one in a step; zero for other unknowns.
    ways: &'a dyn Fn() -> E::Unknown,
}

impl<E: Equations<D> + ?Sized, D> Course<E::Scalar> for Running<'_, E, D> {
    fn iterate(&self) -> Iterate<'_, E::Scalar> {
        let Iteration {
            x, from, r, scale, ..
        } = &*self.iteration;
        Iterate {
            x: x.as_slice(),
            from: from.as_slice(),
            r: r.as_slice(),
            scale: scale.as_slice(),
            before: self.before.each_ref().map(Vector::as_slice),
            constraints: E::CONSTRAINTS,
        }
    }

    fn is_solved(&self) -> bool {
        self.iteration.is_solved()
    }

    fn motion(&self) -> SizeOf<E::Scalar> {
        let Iteration { x, from, .. } = &*self.iteration;
        motion_by(x.as_slice(), from.as_slice(), (self.ways)().as_slice())
    }

    fn small_change(&self) -> Option<SizeOf<E::Scalar>> {
        let Iteration { x, from, .. } = &*self.iteration;
        small_change_by(x.as_slice(), from.as_slice(), (self.ways)().as_slice())
    }

    fn remember(&mut self) {
        self.before = [self.iteration.r, self.iteration.scale];
    }

    fn halve(&mut self) {
        let Iteration {
            x, from, r, scale, ..
        } = &mut *self.iteration;
        set_middle(x.as_mut_slice(), from.as_slice());
        (self.check)(x, r, scale);
    }

    fn simplified(&mut self) -> bool {
        let simplified = reuse::correction(self.iteration);
        let is_made = simplified.is_some();
        if let Some(dx) = simplified {
            self.iteration.move_by(dx, self.check);
        }
        is_made
    }

    fn next(&mut self) -> Result<(), Failure> {
        let Self {
            iteration,
            equations,
            known,
            check,
            ..
        } = self;
        **iteration = Iteration::next(equations, known, &iteration.x, &mut **check);
        if iteration.is_trusted() {
            return Ok(());
        }
        iteration.correct_with_pivots(equations, known, check)
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

/// The largest ratio of a correction to its way. Knows no equations, so that it is compiled once for all of them, as what
/// follows.
fn motion_by<T: Scalar>(x: &[T], from: &[T], ways: &[T]) -> T::Size {
    let changes = x.iter().zip(from).zip(ways);
    motion(changes.map(|((&x, &from), way)| ((x - from).magnitude(), way.magnitude())))
}

/// The largest change of unknowns with a way, relative to the largest of them, if it is small.
fn small_change_by<T: Scalar>(x: &[T], from: &[T], ways: &[T]) -> Option<T::Size> {
    let zero = T::Size::from_f64(0.0);
    let numbers = x.iter().zip(from).zip(ways);
    let moved = numbers.filter(|(_, way)| way.magnitude() > zero);
    small_change::<T>(moved.map(|((&x, &from), _)| (x, from)))
}
