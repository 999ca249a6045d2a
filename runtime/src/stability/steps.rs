//! The step sizes up to the first growth, from derivatives of steps of either kind.

use core::fmt::Debug;

use nalgebra::Complex;

use super::search::{Probe, first_growth, nearest};
use super::{Amplification, Amplified, StableSteps};
use crate::jacobians::Jacobians;
use crate::jacobians::{Columns, over_momenta};
use crate::linearize::Linearization;
use crate::{Failure, Lagrangian};

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

/// A derivative of a step of the system `S` whose eigenvalues are computed: that of a system of a fixed size.
#[diagnostic::on_unimplemented(
    message = "eigenvalues are computed for a fixed number of coordinates up to 63",
    label = "this system has more, or its sums are loops: then `largest_stable_step` finds stable steps, and \
             `linearize()?.growth()` is the largest |λ|"
)]
pub trait Amplifying<S: Lagrangian>: Sized {
    /// An array of complex numbers, one for each row.
    type Eigenvalues: AsRef<[Complex<f64>]> + Copy + Debug + PartialEq;

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
impl<S, L> Amplifying<S> for L
where
    S: Jacobians<VelocityLinearization: Amplified>,
    L: Columns<S::Scalar>,
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
impl<S, T, X> Growing<S> for crate::drive::SparseLinearization<T, X>
where
    S: Lagrangian,
    T: extremal_numerics::Scalar,
    X: crate::drive::StepSpace<T>,
{
    fn stable_steps(
        _system: &S,
        longest: f64,
        step: &mut dyn FnMut(f64) -> Result<(Self, NodeOf<S>), Failure>,
    ) -> Result<StableSteps, Failure> {
        super::growth::first_growth(longest, |h| step(h).map(|(derivative, _)| derivative))
    }
}
