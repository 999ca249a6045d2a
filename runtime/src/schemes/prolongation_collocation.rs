//! Cubic elements whose velocities at the nodes solve the equations of motion.

use crate::drive::{OneStep, Scheme};

/// Prolongation–collocation: cubic elements in time, with velocities at the nodes that solve the equations of motion.
///
/// ```text
/// q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s)
/// v₀(q₀, q₁), v₁(q₀, q₁):   d/dt ∂L/∂v = ∂L/∂q + f at s = 0 and at s = 1, with q̈ of the cubic
/// L_d(q₀, q₁) = h ∫₀¹ L(q(s), q̇(s), t + s h) ds,   p₀ = −∂L_d/∂q₀ − F₀,   p₁ = ∂L_d/∂q₁ + F₁
/// ```
///
/// `F_i` is the virtual work of the forces f on the whole cubic, as `q_i` moves it together with v₀ and v₁. `Q` is the rule
/// of the integral. On an oscillator of angular frequency ω:
///
/// | Q | integral | order | stable for |
/// | --- | --- | --- | --- |
/// | `Gauss<G>` | by points, exact for linear systems if G ≥ 4 | 6, 2G for G < 3 | ω h < 3.1553 if G ≥ 4 |
/// | [`EulerMaclaurin`] | h/2 (L₀ + L₁) + h²/12 (dL₀/dt − dL₁/dt) | 4 | ω h < √(√52 − 2) = 2.2828 |
///
/// Orders are measured, in q, p and the velocity of p; the authors prove 3. **With forces, inputs or dissipation the order is
/// 4** at most, since the work of forces contains the error of the cubic to first order.
///
/// It is variational: symplectic, and keeps momentum maps of affine symmetries to rounding, with M(q), t and terms of degree
/// one in the velocities. A step has 5n unknowns, because v₀, v₁ and the derivatives of their elimination are found together
/// with q₁: `Galerkin<3, Gauss<3>>` has order 6 with 3n unknowns. It is here to be compared with.
///
/// The state is (q, p). v₀ and v₁ belong to the element, so that the velocity has small jumps at the nodes. Systems with
/// constraints, and with coordinates that have no mass, are refused.
///
/// M. Leok & T. Shingel, Prolongation-collocation variational integrators, IMA J. Numer. Anal. 32 (2012) 1194, for cubics.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * dt(x).powi(2),
///     potential = -cos(x),
///     discretize(ProlongationCollocation<Gauss<4>>, ProlongationCollocation<EulerMaclaurin>)
/// )]
/// struct Pendulum;
///
/// let mut motion = Integrator::new(Pendulum, ProlongationCollocation(Gauss::<4>), 0.1, [1.0], [0.7])?;
/// let start = motion.energy();
/// for _ in 0..1000 {
///     motion.step()?;
/// }
/// assert!((motion.energy() - start).abs() < 1e-8);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProlongationCollocation<Q>(pub Q);

impl<Q> Scheme for ProlongationCollocation<Q> {
    type Driver = OneStep<Self>;
}

/// Euler and Maclaurin's formula with one correction, for [`ProlongationCollocation`].
///
/// ```text
/// ∫₀ʰ f dt ≈ h/2 (f₀ + f₁) + h²/12 (df₀/dt − df₁/dt)
/// ```
///
/// It is exact for cubics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EulerMaclaurin;
