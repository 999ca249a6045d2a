//! Newton's method after the first iteration, for blocks: what each iteration tells of itself.

use super::Convergence;
use super::Iteration;
use super::course::{Course, has_stalled, is_noise, is_slow};
use super::floor::{
    are_constraints_solved, is_above_floor, is_above_rounding, is_rounding, is_rounding_of_way, is_within,
    largest_by_row, least, motion, norm, small_change,
};
use super::iteration::are_finite;
use super::reuse;
use crate::Failure;
use crate::equations::Equations;
use extremal_numerics::block::difference;
use extremal_numerics::{Block, Scalar, Size, SizeOf};

/// An iteration with what it needs to go on.
pub(super) struct Running<'a, E: Equations<D> + ?Sized, D, F, W> {
    pub(super) iteration: &'a mut Iteration<E, D>,
    pub(super) equations: &'a E,
    pub(super) known: &'a E::Known,
    pub(super) check: F,
    /// The changes of unknowns that move a coordinate by as much as the largest one in a step; zero for other unknowns.
    pub(super) displacement_scales: W,
    /// Whether pivots are chosen by row.
    pub(super) has_pivots: bool,
}

impl<E, D, F, W> Running<'_, E, D, F, W>
where
    E: Equations<D> + ?Sized,
    W: Fn() -> E::Unknown,
{
    /// How far the last correction moves the coordinates, relative to the largest one.
    #[cold]
    fn motion(&self) -> SizeOf<E::Scalar> {
        let Iteration { x, from, .. } = &*self.iteration;
        motion_by(&difference(x, from), &(self.displacement_scales)())
    }
}

impl<E, D, F, W> Course for Running<'_, E, D, F, W>
where
    E: Equations<D> + ?Sized,
    F: FnMut(&E::Unknown, &mut E::Unknown, &mut E::Unknown),
    W: Fn() -> E::Unknown,
{
    type Before = (E::Unknown, E::Unknown);
    type Size = SizeOf<E::Scalar>;

    #[inline]
    fn is_finite(&self) -> bool {
        are_finite(&self.iteration.r, &self.iteration.scale)
    }

    #[inline]
    fn is_solved(&self) -> bool {
        self.iteration.is_solved()
    }

    #[inline]
    fn is_floor(&self, (r, scale): &Self::Before) -> bool {
        self.iteration.is_floor(r, scale)
    }

    #[cold]
    fn rounded(&mut self) -> Option<f64> {
        let Iteration { x, r, scale, .. } = &*self.iteration;
        if !is_above_floor(r, scale) {
            return None;
        }
        let mut wide = *scale;
        self.equations.add_rounding(self.known, x, &mut wide);
        let is_within = is_within(r, scale, &wide, E::CONSTRAINTS);
        is_within.then(|| norm(r, &wide, E::CONSTRAINTS).to_f64())
    }

    #[inline]
    fn is_still(&self) -> bool {
        let Iteration { x, from, .. } = &*self.iteration;
        is_rounding(&difference(x, from), x)
    }

    #[inline]
    fn is_at_rest(&self) -> bool {
        is_rounding_of_way::<E::Scalar>(self.motion(), E::Unknown::LEN)
    }

    #[cold]
    fn small_change(&self) -> Option<Self::Size> {
        let Iteration {
            x, from, r, scale, ..
        } = &*self.iteration;
        // Equations of constraints may still converge where their terms vanish.
        if !are_constraints_solved(r, scale, E::CONSTRAINTS) {
            return None;
        }
        small_change_by(x, from, &(self.displacement_scales)())
    }

    #[cold]
    fn has_stalled(&self, (r, scale): &Self::Before) -> bool {
        let now = largest_by_row(&self.iteration.r, &self.iteration.scale);
        has_stalled(now, largest_by_row(r, scale))
    }

    #[inline]
    fn remember(&mut self) -> Self::Before {
        (self.iteration.r, self.iteration.scale)
    }

    #[cold]
    fn is_noise(&self, (r, scale): &Self::Before) -> bool {
        let now = largest_by_row(&self.iteration.r, &self.iteration.scale);
        is_noise(now, largest_by_row(r, scale))
    }

    fn residual_of(&self, (r, scale): &Self::Before) -> f64 {
        largest_by_row(r, scale).to_f64()
    }

    fn residual(&self) -> f64 {
        largest_by_row(&self.iteration.r, &self.iteration.scale).to_f64()
    }

    #[inline]
    fn convergence_after(&self, iterations: usize) -> Convergence {
        self.iteration.convergence_after(iterations)
    }

    #[cold]
    fn convergence_at_rest_after(&self, iterations: usize) -> Convergence {
        let Iteration { r, scale, .. } = &*self.iteration;
        Convergence {
            iterations,
            residual_norm: least(norm(r, scale, E::CONSTRAINTS), self.motion()).to_f64(),
        }
    }

    fn halve(&mut self) -> bool {
        self.iteration.halve(&mut self.check)
    }

    #[inline]
    fn simplified(&mut self) -> bool {
        if self.has_pivots {
            return false;
        }
        let simplified = reuse::correction(self.iteration);
        let is_made = simplified.is_some();
        if let Some(dx) = simplified {
            self.iteration.move_by(dx, &mut self.check);
        }
        is_made
    }

    #[cold]
    fn is_slow(&self, (r, scale): &Self::Before) -> bool {
        let now = largest_by_row(&self.iteration.r, &self.iteration.scale);
        is_slow(now, largest_by_row(r, scale))
    }

    #[cold]
    fn doubts_pivots(&mut self) -> bool {
        // That of a correction with pivots by row is infinite.
        let had_pivots = self.iteration.growth == SizeOf::<E::Scalar>::INFINITY;
        let is_first = !core::mem::replace(&mut self.has_pivots, true);
        is_first && !had_pivots && is_above_rounding(&self.iteration.r, &self.iteration.scale)
    }

    #[inline]
    fn next(&mut self) -> Result<(), Failure> {
        let Self {
            iteration,
            equations,
            known,
            check,
            has_pivots,
            ..
        } = self;
        if *has_pivots {
            iteration.from = iteration.x;
            return iteration.correct_with_pivots(equations, known, check);
        }
        **iteration = Iteration::next(equations, known, &iteration.x, &mut *check);
        if iteration.is_trusted() {
            return Ok(());
        }
        iteration.correct_with_pivots(equations, known, check)
    }
}

/// The largest ratio of a correction to its way.
fn motion_by<T: Scalar, U: Block<T>>(dx: &U, displacement_scales: &U) -> T::Size {
    let pairs = dx.as_slice().iter().zip(displacement_scales.as_slice());
    motion(pairs.map(|(dx, way)| (dx.magnitude(), way.magnitude())))
}

/// The largest change of unknowns with a way, relative to the largest of them, if it is small.
fn small_change_by<T: Scalar, U: Block<T>>(x: &U, from: &U, displacement_scales: &U) -> Option<T::Size> {
    let zero = T::Size::from_f64(0.0);
    let numbers = x
        .as_slice()
        .iter()
        .zip(from.as_slice())
        .zip(displacement_scales.as_slice());
    let moved = numbers.filter(|(_, way)| way.magnitude() > zero);
    small_change::<T>(moved.map(|((&x, &from), _)| (x, from)))
}

#[cfg(test)]
mod tests {
    use super::super::iterate;
    use super::*;
    use extremal_numerics::block::zeros;

    /// x² = 2, by a program whose pivots grow by this number.
    struct Root(f64);

    impl Equations<()> for Root {
        type Scalar = f64;
        type Known = ();
        type Unknown = [f64; 1];
        type Tangent = [[f64; 1]; 1];
        type Factors = [f64; 0];

        const LINEAR: bool = false;

        fn residual(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]) {
            (*r, *scale) = ([x[0] * x[0] - 2.0], [4.0]);
        }

        fn tangent(&self, (): &(), x: &[f64; 1], r: &mut [f64; 1], a: &mut [[f64; 1]; 1]) {
            (*r, *a) = ([x[0] * x[0] - 2.0], [[2.0 * x[0]]]);
        }

        fn correction(&self, (): &(), x: &[f64; 1], dx: &mut [f64; 1], _: &mut [f64; 0]) -> f64 {
            *dx = [(2.0 - x[0] * x[0]) / (2.0 * x[0])];
            self.0
        }
    }

    /// Where they are chosen by row from the start there is nothing to doubt, and no iteration more.
    #[test]
    fn pivots_by_row_are_not_doubted() {
        let iterations = |growth: f64| {
            let (root, mut x) = (Root(growth), [1.0]);
            // Noise that no iteration removes.
            let check = |x: &[f64; 1], r: &mut [f64; 1], scale: &mut [f64; 1]| {
                root.residual(&(), x, r, scale);
                r[0] += 1e-11;
            };
            let convergence = iterate::<_, ()>(&root, &(), &mut x, check, zeros);
            convergence.expect("a root").iterations
        };
        // Otherwise the last iteration is made again with pivots by row.
        assert_eq!(iterations(f64::INFINITY) + 1, iterations(1.0));
    }
}
