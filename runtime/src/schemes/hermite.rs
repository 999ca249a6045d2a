//! Cubic Hermite elements in time.

use core::fmt;
use core::marker::PhantomData;

use super::Gauss;
use super::galerkin::name_of;
use crate::drive::{OneStep, Scheme};

/// Cubic Hermite elements: the motion is C¹ in time, with coordinates and velocities at the nodes.
///
/// ```text
/// q(s) = q₀ + N₁ (q₁ − q₀) + h M₀ v₀ + h M₁ v₁,   N₁ = s² (3 − 2s),   M₀ = s (1 − s)²,   M₁ = −s² (1 − s),   N₀ = 1 − N₁
/// S = h Σ_m w_m L(q(s_m), q̇(s_m), t + s_m h),   F(N) = h Σ_m w_m N(s_m) f(s_m),   p = ∂L/∂v
/// P0: −∂S/∂q₀ − F(N₀) = p₀,   P1: ∂S/∂q₁ + F(N₁) = p₁,   V0: ∂S/∂v₀ + h F(M₀) = 0,   V1: ∂S/∂v₁ + h F(M₁) = 0
/// ```
///
/// `E` chooses two of the four equations, `Q` the quadrature, `Gauss<4>` by default and `Gauss<3>` at least. On an
/// oscillator of angular frequency ω:
///
/// | E | equations | order | stable for |
/// | --- | --- | --- | --- |
/// | [`P2`] | P0, P1 | 4 | ω h < √(168/17) = 3.1436, and from √12 to √56 |
/// | [`V2`] | V0, V1 | 2 | ω h < √(28/3) = 3.0551, and from √10 to √42 |
/// | [`P1V0`] | P1, V0 | 2 | ω h < 3.0828; damps |
/// | [`P1V1`] | P1, V1: Géradin's method | 2 | ω h < √84 = 9.1652; damps |
/// | [`P0V0`], [`P0V1`] | P0 with V0 or V1 | 2 for a time | **no h: it grows without bound**; listed to be compared with |
///
/// With the last two E grows as exp(κ ω⁴ h³ t), κ = 0.0152 for `P0V0` and 0.0043 for `P0V1`. Steps resolve this
/// growth, so that it is an error only where nothing adds energy; with a drive or inputs nothing tells it from the motion.
///
/// Take `P2`. It has order 4 in q, v and p, but it is **not symplectic** on nonlinear systems: on a pendulum at (1, 0.7), with
/// h = 0.25, the determinant of a step is 1 + 4.55e-7 (`V2`: 1 − 2.7e-4). It keeps linear momentum to rounding, at the nodes
/// and averaged over a step, and angular momentum to O(h⁴). Its energy errors have order 4, those of `V2` order 2.
/// `Galerkin<2, Gauss<2>>` has the same order and as many unknowns, and is symplectic; its velocity jumps at the nodes, while
/// that of `P2` is continuous.
///
/// The six solve the equations of one element. The action of all elements, varied once (eq. 34 there), leads to a two-step
/// scheme that grows by 3 + 2√2 a step as h → 0, and by more for larger h. It is not offered: its state is two nodes. The
/// comparators of the paper are [`Newmark`](super::Newmark), [`L1`](super::L1) and
/// [`ProlongationCollocation`](super::ProlongationCollocation).
///
/// The state is (q, v, p): the velocity is carried, p is ∂L/∂v of it, and the report is an
/// [`EnergyStep`](crate::drive::EnergyStep).
///
/// # Constraints
///
/// Constraints g(q, t) = 0 act by multipliers λ(s) = λ̄ + (2s − 1) λ′ that are linear in time, on each variation with its shape
/// function N, and both levels hold at the end:
///
/// ```text
/// ∂S/∂x + h Σ_m w_m N(s_m) [f − G(q(s_m))ᵀ λ(s_m)],   g(q₁, t₁) = 0,   G(q₁) v₁ + ∂g/∂t = 0,   G = ∂g/∂q
/// ```
///
/// Each pair has the order that it has without constraints, and damps or grows as it does there; for linear constraints its
/// motion is that in reduced coordinates. The report's multipliers are λ̄, of order 2 in the middle of the step. `P2` keeps the
/// energy of a double pendulum of rods without drift. With impulses at the nodes in place of λ(s), `P2` would be of order 2.
///
/// J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying
/// action, ZAMM 97 (2017) 433, (35) to (44).
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * dt(x).powi(2),
///     potential = -cos(x),
///     discretize(Hermite<P2>, Hermite<V2, Gauss<4>>)
/// )]
/// struct Pendulum;
///
/// let mut motion = Integrator::new(Pendulum, Hermite::<P2>::default(), 0.1, [1.0], [0.7])?;
/// let start = motion.energy();
/// for _ in 0..1000 {
///     motion.step()?;
/// }
/// assert!((motion.energy() - start).abs() < 1e-5);
/// # Ok::<(), extremal::Error>(())
/// ```
pub struct Hermite<E, Q = Gauss<4>> {
    parts: PhantomData<fn() -> (E, Q)>,
}

impl<E, Q> Default for Hermite<E, Q> {
    #[inline]
    fn default() -> Self {
        Self { parts: PhantomData }
    }
}

impl<E, Q> Clone for Hermite<E, Q> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, Q> Copy for Hermite<E, Q> {}

impl<E, Q> PartialEq for Hermite<E, Q> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<E, Q> Eq for Hermite<E, Q> {}

impl<E, Q> fmt::Debug for Hermite<E, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hermite<{}, {}>", name_of::<E>(), name_of::<Q>())
    }
}

#[diagnostic::do_not_recommend]
impl<E, Q> Scheme for Hermite<E, Q> {
    type Driver = OneStep<Self>;
}

/// Momenta match at both nodes: the scheme to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct P2;

/// The action is stationary under variations of both velocities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct V2;

/// The momentum matches at the end, and the action is stationary in the velocity at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct P1V0;

/// Géradin's method: momentum at the end, velocity at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct P1V1;

/// Momentum and velocity at the start: unstable for every step size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct P0V0;

/// Momentum at the start, velocity at the end: unstable for every step size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct P0V1;
