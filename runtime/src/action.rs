//! The discrete Lagrangian of a scheme and its momenta, for tests and for inspection.
//!
//! No integrator uses them: a step is generated from the same expressions, but as one program.

use crate::system::FixedSize;
use extremal_numerics::Block;

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
/// ```
/// use extremal::DiscreteAction;
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Midpoint))]
/// struct Oscillator;
///
/// // From q₀ = 1 with the velocity x = −1 to q₁ = ½ in the time h = ½: the midpoint is ¾.
/// let (t, h, q0, x) = (0.0, 0.5, [1.0].into(), [-1.0]);
/// let action = DiscreteAction::<Midpoint>::discrete_lagrangian(&Oscillator, t, h, &q0, &x);
/// assert_eq!(action, 0.5 * (0.5 - 0.5 * 0.75 * 0.75)); // h (½ x² − ½ q²)
/// let before = DiscreteAction::<Midpoint>::momentum_before(&Oscillator, t, h, &q0, &x, &[]);
/// assert_eq!(before[0], -1.0 + 0.25 * 0.75); // x + h/2 q
/// ```
///
/// G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master thesis,
/// University of Stuttgart, 2015, (4.39) to (4.43).
///
/// For more than one stage `D₁L_d` and `D₂L_d` are the derivatives by the end nodes. They require that the inner equations of
/// the element hold.
#[diagnostic::on_unimplemented(
    message = "the scheme `{D}` is not derived for `{Self}`",
    note = "add it to `discretize(..)` in the declaration of `{Self}`"
)]
pub trait DiscreteAction<D>: FixedSize {
    /// The stage velocities.
    type Unknown: Block<Self::Scalar>;

    /// `L_d`, an action: energy times time.
    fn discrete_lagrangian(
        &self,
        t: Self::Scalar,
        h: Self::Scalar,
        q0: &Self::Configuration,
        x: &Self::Unknown,
    ) -> Self::Scalar;

    /// `p₀ = −D₁L_d − f⁻`.
    fn momentum_before(
        &self,
        t: Self::Scalar,
        h: Self::Scalar,
        q0: &Self::Configuration,
        x: &Self::Unknown,
        inputs: &Self::Inputs,
    ) -> Self::Momentum;

    /// `p₁ = D₂L_d + f⁺`.
    fn momentum_after(
        &self,
        t: Self::Scalar,
        h: Self::Scalar,
        q0: &Self::Configuration,
        x: &Self::Unknown,
        inputs: &Self::Inputs,
    ) -> Self::Momentum;
}
