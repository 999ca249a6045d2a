//! Lagrange elements in time.

use core::fmt;
use core::marker::PhantomData;

use crate::drive::{OneStep, Scheme};

/// Elements of degree `P` in time, with the quadrature `Q`: variational, hence symplectic.
///
/// ```text
/// q(s) = Σ N_i(s) z_i,  i = 0..P,  z₀ = q₀,  z_P = q₁;   q̇(s) = Σ N_i'(s) z_i / h
/// L_d(z) = h Σ_m w_m L(q(s_m), q̇(s_m), t + s_m h)
/// F_i(z) = h Σ_m w_m N_i(s_m) f(q(s_m), q̇(s_m), t + s_m h)
/// D₀L_d + F₀ + p₀ = 0,   D_iL_d + F_i = 0  (0 < i < P),   p₁ = D_P L_d + F_P
/// ```
///
/// | symbol | meaning |
/// | --- | --- |
/// | s ∈ [0, 1] | time in the element |
/// | `N_i` | Lagrange's shape functions of degree P |
/// | `z_i` | nodal coordinates |
/// | `s_m`, `w_m` | points and weights of the rule: `Q` for V and f, `K` for T |
///
/// The unknowns are not `z₁..z_P` but the velocities at the P Gauss points, in which the equations are better
/// conditioned; the motion is the same. Order 2P with `Gauss<P>`, `Gauss<{P + 1}>` and `Lobatto<{P + 1}>`; rules with
/// fewer than P points for T give singular equations or lose order, and are refused by the derive. A coordinate without
/// mass and with friction needs `Gauss<P>` for this order. A third parameter gives the kinetic energy a rule of its own,
/// as in `Galerkin<2, Trapezoid<2>, Gauss<2>>`.
///
/// # Iteration
///
/// With a constant M, and more unknowns than straight-line code eliminates (about 12), stages are a fixed point x = x + M⁻¹
/// r(x) first, from extrapolated starts. Where each correction is at most an eighth of the one before, as on smooth motion in
/// steps of up to a twentieth of a turn, this takes neither a tangent nor an elimination. Otherwise Newton's method starts from
/// the same guess. The residual is that of Newton's method in either case.
///
/// # Rounding
///
/// Each step accepts a residual of a few ε of its terms (see [`newton`](crate::newton)), of one sign where every step takes one
/// iteration. So the energy of a high order has a drift that is linear in the number of steps, far below the errors of lower
/// orders. On the two-body problem with eccentricity 0.3, E = −0.5 and period 2π, it is 1.8e-12 in a million steps with order 6
/// at h = 0.02. With order 8 it is 2.2e-12 at h = 0.1 and 1e-13 at h = 0.05. One more iteration in each step would leave 2e-13,
/// 1.2e-12 and 2e-13.
///
/// # Which degree
///
/// Short of a reason, `Galerkin<4, Gauss<4>>`: for few digits it costs little more than the cheapest, for many it is
/// the cheapest or near it. On a double pendulum and on the two-body problem, with `Gauss<P>`:
///
/// | error of q and p | cheapest P, double pendulum | cheapest P, two bodies |
/// | --- | --- | --- |
/// | 1e-3 | 2 | 3 |
/// | 1e-6 | 3 | 4 |
/// | 1e-9 | 4 | 4 |
/// | 1e-12 | 4 | 6 |
///
/// At 1e-9 order 8 takes 0.9 of the time of the explicit Dop853 on the double pendulum, and 1.6 times as long
/// for two bodies, whose force is cheaper than any solve. Measured by
/// `cargo run --release --example gallery -- --only work_precision`, which tells the ratios of the machine it
/// runs on.
///
/// G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master thesis,
/// University of Stuttgart, 2015, (4.43).
///
/// ```
/// use extremal::prelude::*;
///
/// let scheme = Galerkin::<2, Gauss<2>>::default();
/// assert_eq!(format!("{scheme:?}"), "Galerkin<2, Gauss<2>, Gauss<2>>");
/// assert_eq!(format!("{:?}", Lobatto::<3>), "Lobatto<3>");
/// ```
pub struct Galerkin<const P: usize, Q, K = Q> {
    rules: PhantomData<fn() -> (Q, K)>,
}

impl<const P: usize, Q, K> Default for Galerkin<P, Q, K> {
    #[inline]
    fn default() -> Self {
        Self { rules: PhantomData }
    }
}

impl<const P: usize, Q, K> Clone for Galerkin<P, Q, K> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<const P: usize, Q, K> Copy for Galerkin<P, Q, K> {}

impl<const P: usize, Q, K> PartialEq for Galerkin<P, Q, K> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<const P: usize, Q, K> Eq for Galerkin<P, Q, K> {}

impl<const P: usize, Q, K> fmt::Debug for Galerkin<P, Q, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Galerkin<{P}, {}, {}>", name_of::<Q>(), name_of::<K>())
    }
}

#[diagnostic::do_not_recommend]
impl<const P: usize, Q, K> Scheme for Galerkin<P, Q, K> {
    type Driver = OneStep<Self>;
}

/// The name of a rule without its path, and with no bound on the rule.
pub(super) fn name_of<Q>() -> &'static str {
    let name = core::any::type_name::<Q>();
    name.rsplit("::").next().unwrap_or(name)
}
