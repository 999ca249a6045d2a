//! The midpoint rule.

use crate::drive::{OneStep, Scheme};

/// The midpoint rule: linear elements, one Gauss point. Order 2, symplectic, symmetric.
///
/// ```text
/// v = (q₁ − q₀)/h,   q_½ = q₀ + h v/2,   t_½ = t₀ + h/2,   L_d = h L(q_½, v, t_½)
/// p₀ = L_v(q_½, v, t_½) − h/2 [L_q + f](q_½, v, t_½)
/// p₁ = L_v(q_½, v, t_½) + h/2 [L_q + f](q_½, v, t_½)
/// ```
///
/// Implicit in general; stable on an oscillator for every step size. Friction c ẋ on a mass m needs h c < 2 m: beyond it
/// the velocity changes its sign in each step, and dies out the slower the larger c is. Where friction begins within a
/// step, so that h c ≥ 2 m, a body may be thrown back; [`Galerkin<2, Gauss<2>>`](super::Galerkin) brakes it. Unknown: v.
/// Capobianco 2015 ([`Galerkin`](super::Galerkin)), (4.43) with P = 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Midpoint;

#[diagnostic::do_not_recommend]
impl Scheme for Midpoint {
    type Driver = OneStep<Self>;
}
