//! Störmer–Verlet.

use crate::drive::{OneStep, Scheme};

/// Störmer–Verlet: linear elements, trapezoidal rule. Order 2, symplectic, symmetric.
///
/// ```text
/// v = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, v, t₀) + L(q₁, v, t₁)]
/// p₀ = ½ [L_v(q₀, v, t₀) + L_v(q₁, v, t₁)] − h/2 [L_q + f](q₀, v, t₀)
/// p₁ = ½ [L_v(q₀, v, t₀) + L_v(q₁, v, t₁)] + h/2 [L_q + f](q₁, v, t₁)
/// ```
///
/// Explicit where the mass matrix is constant and diagonal, no term of L couples q and v, and f does not depend on v, with one
/// force evaluation a step. A full constant mass matrix gives linear equations, solved once a step. Verlet is stable on an
/// oscillator for ω h < 2. Unknown: v. Capobianco 2015 ([`Galerkin`](super::Galerkin)), (4.43) with P = 1; (A.18) for a
/// constant mass matrix. With constraints on velocities (`rolling`) unknown: v and one impulse for each.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Verlet))]
/// struct Oscillator;
///
/// const _: () = assert!(<Oscillator as Discretize<Verlet>>::EXPLICIT);
/// let mut motion = Integrator::new(Oscillator, Verlet, 0.5, [1.0], [0.0])?;
/// motion.step()?;
/// // q₁ = q₀ + h (p₀ − h q₀/2),   p₁ = p₀ − h (q₀ + q₁)/2
/// assert_eq!((motion.state().q[0], motion.state().p[0]), (0.875, -0.46875));
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verlet;

#[diagnostic::do_not_recommend]
impl Scheme for Verlet {
    type Driver = OneStep<Self>;
}
