//! One iteration after the other: what most steps need of the first, and all else apart.
//! Knows equations and nothing of steps.

use super::floor::{is_rounding, is_solved, largest_by_row, norm};
use super::reuse::Reuse;
use super::{Convergence, correction_with_pivots};
use crate::block::{is_finite, zeros};
use crate::equations::has_small_growth;
use crate::{Block, Equations, Failure, Scalar};

/// Newton's method converges in a handful of iterations from where it converges at all.
const MOST_ITERATIONS: usize = 30;

/// A correction this often halved is nothing.
const MOST_HALVINGS: usize = 30;

/// An iteration with a tangent of its own, made by the program that trusts its pivots.
///
/// Most steps take one, and what is not needed then is not computed.
pub(crate) struct Iteration<E: Equations<D> + ?Sized, D> {
    /// The unknown before.
    from: E::Unknown,
    growth: f64,
    factors: E::Tangent,
    /// The unknown after.
    pub(crate) x: E::Unknown,
    /// The residual there.
    r: E::Unknown,
    scale: E::Unknown,
}

impl<E: Equations<D> + ?Sized, D> Iteration<E, D> {
    /// From the guess `from`; generated programs that are short are compiled into the place of the call.
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

    /// The same, for all iterations that come after others.
    pub(super) fn next(
        equations: &E,
        known: &E::Known,
        from: &E::Unknown,
        check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let (mut dx, mut factors) = (zeros(), zeros());
        let growth = correction_apart::<E, D>(equations, known, from, &mut dx, &mut factors);
        Self::made(from, dx, growth, factors, check)
    }

    #[inline]
    fn made(
        from: &E::Unknown,
        dx: E::Unknown,
        growth: f64,
        factors: E::Tangent,
        mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Self {
        let x = sum(from, &dx);
        let (mut r, mut scale) = (zeros(), zeros());
        // Where there is no program, nothing was corrected yet.
        if growth != f64::INFINITY {
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

    /// If the first iteration was enough.
    ///
    /// A residual that vanishes is not: with a singular tangent it does so at points far off, if r is in the range of it.
    #[inline]
    pub(crate) fn convergence(&self) -> Option<Convergence> {
        let is_trusted = has_small_growth::<E::Scalar>(self.growth);
        (is_solved(&self.r, &self.scale, E::CONSTRAINTS) && is_trusted).then(|| Convergence {
            iterations: 1,
            residual_norm: norm(&self.r, &self.scale, E::CONSTRAINTS),
        })
    }

    /// The same in another place: what is handed on by value has one of its own only where it is, and this need not be kept in
    /// memory for it.
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

    /// All iterations after the first, and that too if its pivots were not to be trusted.
    ///
    /// # Errors
    ///
    /// Those of [`iterate`].
    pub(crate) fn go_on(
        mut self,
        equations: &E,
        known: &E::Known,
        x: &mut E::Unknown,
        mut check: impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Result<Convergence, Failure> {
        let mut reuse = Reuse::<E, D>::new();
        let mut before = f64::INFINITY;
        for iterations in 1..=MOST_ITERATIONS {
            let diverged = Failure::Diverged {
                iterations,
                residual: before,
            };
            let simplified = reuse.correction(&self.r);
            let is_simplified = simplified.is_some();
            if let Some(dx) = simplified {
                self.move_by(dx, &mut check);
            } else {
                if iterations > 1 {
                    self = Self::next(equations, known, &self.x, &mut check);
                }
                (reuse.factors, reuse.are_known) = (self.factors, self.is_trusted());
                if !reuse.are_known {
                    *x = self.from;
                    self.x = self.from;
                    let dx = correction_with_pivots::<E, D>(equations, known, &self.from);
                    let dx = dx.map_err(|failure| match failure {
                        Failure::NotFinite { .. } => diverged,
                        other => other,
                    })?;
                    self.move_by(dx, &mut check);
                }
            }
            *x = self.x;
            let residual_norm = norm(&self.r, &self.scale, E::CONSTRAINTS);
            let convergence = Convergence {
                iterations,
                residual_norm,
            };
            if is_solved(&self.r, &self.scale, E::CONSTRAINTS) {
                return Ok(convergence);
            }
            let mut by_row = largest_by_row(&self.r, &self.scale);
            let is_floor = by_row > 0.5 * before && by_row * by_row <= E::Scalar::EPSILON;
            let is_still = by_row.is_finite() && is_rounding(&difference(&self.x, &self.from), &self.x);
            if (is_floor || is_still) && !is_simplified {
                return Ok(convergence);
            }
            if !by_row.is_finite() {
                let halved = self.halve(&mut check);
                *x = self.x;
                by_row = halved.ok_or(diverged)?;
            }
            before = by_row;
            reuse.judge(&difference(&self.x, &self.from), residual_norm, is_floor);
        }
        Err(Failure::NotConverged {
            iterations: MOST_ITERATIONS,
            residual: before,
        })
    }

    /// Whether the elimination without pivoting kept half of the digits: the next iteration restores the others.
    fn is_trusted(&self) -> bool {
        // A pivot that is exactly zero leaves no growth behind, but no number either.
        has_small_growth::<E::Scalar>(self.growth) && is_finite(&self.x)
    }

    fn move_by(
        &mut self,
        dx: E::Unknown,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) {
        self.from = self.x;
        self.x = sum(&self.x, &dx);
        check(&self.x, &mut self.r, &mut self.scale);
    }

    /// Halves the last correction until r is finite: ρ then; nothing if it never is.
    #[cold]
    fn halve(
        &mut self,
        check: &mut impl FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    ) -> Option<f64> {
        (0..MOST_HALVINGS).find_map(|_| {
            let dx = difference(&self.x, &self.from);
            let half = E::Unknown::from_fn(|i| dx.as_slice()[i] * E::Scalar::from_f64(0.5));
            self.x = sum(&self.from, &half);
            check(&self.x, &mut self.r, &mut self.scale);
            let by_row = largest_by_row(&self.r, &self.scale);
            by_row.is_finite().then_some(by_row)
        })
    }
}

/// The program of a correction where it is not in the place of the call: once for all iterations that come after others.
#[inline(never)]
fn correction_apart<E, D>(
    equations: &E,
    known: &E::Known,
    x: &E::Unknown,
    dx: &mut E::Unknown,
    factors: &mut E::Tangent,
) -> f64
where
    E: Equations<D> + ?Sized,
{
    equations.correction(known, x, dx, factors)
}

/// x + y
#[inline]
fn sum<T: Scalar, U: Block<T>>(x: &U, y: &U) -> U {
    U::from_fn(|i| x.as_slice()[i] + y.as_slice()[i])
}

/// x − y
#[inline]
fn difference<T: Scalar, U: Block<T>>(x: &U, y: &U) -> U {
    U::from_fn(|i| x.as_slice()[i] - y.as_slice()[i])
}
