//! Constraints that follow from others are not solved for: whether they hold where the others do.

use super::{Convergence, Iteration, norm};
use crate::Failure;
use crate::equations::Equations;
use extremal_numerics::block::{at, rows, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf, Vector};

impl<E: Equations<D> + ?Sized, D> Iteration<E, D> {
    /// Returns `convergence` if all constraints hold, or if each of them is solved for.
    ///
    /// ```text
    /// |rᵢ| ≤ 8 ε^¾ (σᵢ + Σₖ |Aᵢₖ| sₖ)     as at a start; sₖ the change of xₖ that moves its coordinate by max |q|
    /// ```
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`].
    #[inline]
    pub(super) fn with_all_held(
        &self,
        equations: &E,
        known: &E::Known,
        convergence: Convergence,
        displacement_scales: impl Fn() -> E::Unknown,
    ) -> Result<Convergence, Failure> {
        if !E::LEAST_NORM || self.are_held(&zeros()) {
            return Ok(convergence);
        }
        let (mut extents, mut a): (E::Unknown, E::Tangent) = (zeros(), zeros());
        equations.tangent(known, &self.x, &mut extents, &mut a);
        let displacement_scales = displacement_scales();
        let rows = rows(a.as_slice(), E::Unknown::LEN).zip(extents.as_mut_slice());
        for (row, extent) in rows {
            let parts = row.iter().zip(displacement_scales.as_slice());
            *extent = parts.fold(E::Scalar::from_f64(0.0), |sum, (a, way)| {
                sum + E::Scalar::from_size(a.magnitude() * way.magnitude())
            });
        }
        if self.are_held(&extents) {
            return Ok(convergence);
        }
        Err(Failure::NotConverged {
            iterations: convergence.iterations,
            residual: norm(&self.r, &self.scale, E::CONSTRAINTS).to_f64(),
        })
    }

    fn are_held(&self, extents: &E::Unknown) -> bool {
        let epsilon = SizeOf::<E::Scalar>::from_f64(E::Scalar::EPSILON);
        let tolerance = SizeOf::<E::Scalar>::from_f64(8.0) * Scalar::powf(epsilon, 0.75);
        let n = E::Unknown::LEN;
        (n.saturating_sub(E::CONSTRAINTS)..n).all(|i| {
            let [r, scale, extent] = [&self.r, &self.scale, extents].map(|x| at(x.as_slice(), i).magnitude());
            r <= tolerance * (scale + extent)
        })
    }
}
