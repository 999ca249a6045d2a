//! The discrete quantities behind a scheme, for tests and for whoever wants to look.
//!
//! No integrator uses them: a step is generated from the same expressions, but as one program.

use crate::{Block, Lagrangian};

/// The discrete Lagrangian of one time element under the scheme `D`, and its momenta.
///
/// ```text
/// L_d(q₀, x) = h Σ_m w_m L(q(s_m), q̇(s_m), t + s_m h)
/// p₀ = −D₁L_d − f⁻   momentum_before,   p₁ = D₂L_d + f⁺   momentum_after
/// ```
///
/// The element is given by its first node q₀ and the unknown x of the step, the stage velocities, from which
/// its last node follows: q₁ = q₀ + h Σ bⱼxⱼ. The unknown of a step from (q₀, p₀) is the one with
/// `momentum_before` = p₀; for two elements that follow each other, `momentum_after` of the first and
/// `momentum_before` of the second are equal: the discrete Euler–Lagrange equations.
///
/// For more than one stage `D₁L_d` and `D₂L_d` mean the derivatives by the end nodes; they presuppose that the
/// element's inner equations hold.
#[diagnostic::on_unimplemented(
    message = "the scheme `{D}` is not derived for `{Self}`",
    note = "add it to `discretize(..)` in the declaration of `{Self}`"
)]
pub trait DiscreteAction<D>: Lagrangian {
    /// The stage velocities.
    type Unknown: Block<Self::Scalar>;

    /// `L_d`, an action: energy times time.
    fn discrete_lagrangian(
        &self,
        t: Self::Scalar,
        h: Self::Scalar,
        q0: &Self::Vector,
        x: &Self::Unknown,
    ) -> Self::Scalar;

    /// `p₀ = −D₁L_d − f⁻`.
    fn momentum_before(
        &self,
        t: Self::Scalar,
        h: Self::Scalar,
        q0: &Self::Vector,
        x: &Self::Unknown,
        inputs: &Self::Inputs,
    ) -> Self::Vector;

    /// `p₁ = D₂L_d + f⁺`.
    fn momentum_after(
        &self,
        t: Self::Scalar,
        h: Self::Scalar,
        q0: &Self::Vector,
        x: &Self::Unknown,
        inputs: &Self::Inputs,
    ) -> Self::Vector;
}

impl<D, S: DiscreteAction<D> + ?Sized> DiscreteAction<D> for &S {
    type Unknown = S::Unknown;

    fn discrete_lagrangian(&self, t: S::Scalar, h: S::Scalar, q0: &S::Vector, x: &S::Unknown) -> S::Scalar {
        (**self).discrete_lagrangian(t, h, q0, x)
    }

    fn momentum_before(
        &self,
        t: S::Scalar,
        h: S::Scalar,
        q0: &S::Vector,
        x: &S::Unknown,
        inputs: &S::Inputs,
    ) -> S::Vector {
        (**self).momentum_before(t, h, q0, x, inputs)
    }

    fn momentum_after(
        &self,
        t: S::Scalar,
        h: S::Scalar,
        q0: &S::Vector,
        x: &S::Unknown,
        inputs: &S::Inputs,
    ) -> S::Vector {
        (**self).momentum_after(t, h, q0, x, inputs)
    }
}
