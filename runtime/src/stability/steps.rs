//! The step sizes up to the first growth, from derivatives of steps of either kind.

use core::fmt::Debug;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use nalgebra::Complex;
#[cfg(feature = "alloc")]
use nalgebra::Dyn;

#[cfg(feature = "alloc")]
use super::eigenvalues::amplification;
use super::search::{Probe, first_growth, nearest};
use super::{Amplification, Amplified, StableSteps};
#[cfg(feature = "alloc")]
use crate::drive::{SparseLinearization, StepSpace};
#[cfg(feature = "alloc")]
use crate::family::{SummedJacobians, without_velocities};
use crate::jacobians::Jacobians;
use crate::jacobians::{Columns, over_momenta};
use crate::linearize::Linearization;
use crate::{Failure, Lagrangian};
#[cfg(feature = "alloc")]
use extremal_numerics::{Scalar, Size};

/// Time, coordinates and velocity.
type NodeOf<S> = (
    <S as Lagrangian>::Scalar,
    <S as Lagrangian>::Configuration,
    <S as Lagrangian>::Velocity,
);

/// A derivative of a step that tells whether disturbances grow: by its eigenvalues, or in a system of any size by many
/// products.
#[diagnostic::on_unimplemented(
    message = "the growth of disturbances is computed for up to 63 coordinates, or for any number that only the program knows",
    label = "this system has more: declare their number as a field, `coordinates(x[masses])` with `masses: usize`; or compare \
             the highest frequency with the stable ω h of the scheme, chapter 3 of the guide"
)]
pub trait Growing<S: Lagrangian>: Sized {
    /// The step sizes up to the first growth. `step` makes a step of a length, and gives its derivative and its start.
    ///
    /// # Errors
    ///
    /// The errors of `step` for short steps, and [`Failure::StepSize`].
    fn stable_steps(
        system: &S,
        longest: f64,
        step: &mut dyn FnMut(f64) -> Result<(Self, NodeOf<S>), Failure>,
    ) -> Result<StableSteps, Failure>;
}

#[diagnostic::do_not_recommend]
impl<S, A, B, C> Growing<S> for Linearization<A, B, C>
where
    S: Jacobians<VelocityLinearization: Amplified>,
    Self: Columns<S::Scalar>,
{
    fn stable_steps(
        system: &S,
        longest: f64,
        step: &mut dyn FnMut(f64) -> Result<(Self, NodeOf<S>), Failure>,
    ) -> Result<StableSteps, Failure> {
        let mut amplified = |h| {
            let (derivative, node) = step(h)?;
            derivative.amplified_from(system, &node)
        };
        // Both closures ask for steps.
        let amplified = core::cell::RefCell::new(&mut amplified);
        let probe = |h| Ok(Probe::of(&(amplified.borrow_mut())(h)?));
        let nearest = |h, to| Ok(nearest(&(amplified.borrow_mut())(h)?, to));
        first_growth(longest, probe, nearest)
    }
}

/// A derivative of a step of the system `S` whose eigenvalues are computed.
#[diagnostic::on_unimplemented(
    message = "no eigenvalues are computed for `{S}`, because its momenta are not differentiated",
    label = "its formulas are too large: take fewer schemes or shorter formulas; `largest_stable_step` finds stable steps. In \
             generic code add the bound `Linearization: Amplifying<{S}>`"
)]
pub trait Amplifying<S: Lagrangian>: Sized {
    /// Complex numbers, one for each row: an array, or of a system of any size a list.
    type Eigenvalues: AsRef<[Complex<f64>]> + Clone + Debug + PartialEq;

    /// The eigenvalues in (q, p) of the derivative of a step from this node: time, coordinates and velocity.
    ///
    /// # Errors
    ///
    /// The errors of [`Amplified::amplified`], and [`Failure::SingularMassMatrix`] where the scheme carries v.
    fn amplified_from(
        &self,
        system: &S,
        node: &NodeOf<S>,
    ) -> Result<Amplification<Self::Eigenvalues>, Failure>;
}

#[diagnostic::do_not_recommend]
impl<S, A, B, C> Amplifying<S> for Linearization<A, B, C>
where
    S: Jacobians<VelocityLinearization: Amplified>,
    Self: Columns<S::Scalar>,
{
    type Eigenvalues = <S::VelocityLinearization as Amplified>::Eigenvalues;

    fn amplified_from(
        &self,
        system: &S,
        node: &NodeOf<S>,
    ) -> Result<Amplification<Self::Eigenvalues>, Failure> {
        over_momenta(system, self, node)?.amplified()
    }
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<S, T, X> Amplifying<S> for SparseLinearization<T, X>
where
    S: SummedJacobians<Scalar = T>,
    T: Scalar,
    X: StepSpace<T>,
{
    type Eigenvalues = Vec<Complex<f64>>;

    fn amplified_from(
        &self,
        system: &S,
        node: &NodeOf<S>,
    ) -> Result<Amplification<Self::Eigenvalues>, Failure> {
        let mut matrix = self.clone().by_state()?;
        let (rows, carried) = (2 * self.coordinates(), self.rows() - 2 * self.coordinates());
        if carried > 0 {
            matrix = without_velocities(system, node, matrix.remove_rows(rows, carried))?;
        }
        let matrix = matrix.map(|entry| entry.real().to_f64());
        amplification::<Dyn, _>(matrix, T::EPSILON, |each| (0..rows).map(each).collect())
    }
}

#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<S, T, X> Growing<S> for SparseLinearization<T, X>
where
    S: Lagrangian,
    T: Scalar,
    X: StepSpace<T>,
{
    fn stable_steps(
        _system: &S,
        longest: f64,
        step: &mut dyn FnMut(f64) -> Result<(Self, NodeOf<S>), Failure>,
    ) -> Result<StableSteps, Failure> {
        super::growth::first_growth(longest, |h| step(h).map(|(derivative, _)| derivative))
    }
}
