//! The schemes, as types: names for equations that the derive writes.
//!
//! Nothing is computed here. A scheme without parameters serves as type and as value, `Midpoint`; a generic
//! one is written `Galerkin::<2, Gauss<2>>::default()`.

mod livens;

use core::fmt;
use core::marker::PhantomData;

pub use livens::{Composition, Equivariant, Livens, Polarized, Stabilized};

/// Störmer–Verlet: linear elements, trapezoidal rule. Order 2, symplectic, symmetric.
///
/// ```text
/// v = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, v, t₀) + L(q₁, v, t₁)]
/// p₀ = ½ [L_v(q₀, v, t₀) + L_v(q₁, v, t₁)] − h/2 [L_q + f](q₀, v, t₀)
/// p₁ = ½ [L_v(q₀, v, t₀) + L_v(q₁, v, t₁)] + h/2 [L_q + f](q₁, v, t₁)
/// ```
///
/// Explicit where the mass matrix is constant, no term of L couples q and v, and f does not depend on v, with one
/// force evaluation a step; stable on an oscillator for ω h < 2. Unknown: v. Capobianco 2015
/// ([`Galerkin`]), (4.43) with P = 1; (A.18) for a constant mass matrix.
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

/// The midpoint rule: linear elements, one Gauss point. Order 2, symplectic, symmetric.
///
/// ```text
/// v = (q₁ − q₀)/h,   q_½ = q₀ + h v/2,   t_½ = t₀ + h/2,   L_d = h L(q_½, v, t_½)
/// p₀ = L_v(q_½, v, t_½) − h/2 [L_q + f](q_½, v, t_½)
/// p₁ = L_v(q_½, v, t_½) + h/2 [L_q + f](q_½, v, t_½)
/// ```
///
/// Implicit in general; stable on an oscillator for every step size. Unknown: v. Capobianco 2015
/// ([`Galerkin`]), (4.43) with P = 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Midpoint;

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
/// conditioned; the motion is the same. Order 2P with `Gauss<P>`, `Gauss<{P + 1}>` and `Lobatto<{P + 1}>`; rules
/// with fewer than P points for T give singular equations or lose order, and are refused by the derive. A third
/// parameter gives the kinetic energy a rule of its own, as in `Galerkin<2, Trapezoid<2>, Gauss<2>>`.
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

/// The scheme `D` of a constrained system in its null-space form: the same motion, found without multipliers among the unknowns.
///
/// ```text
/// B_iᵀ (D_iL_d + F_i + δ_i0 p₀) = 0,   ∂g/∂q(z_i) B_i = 0   (0 ≤ i < P),   g(z_i) = 0   (0 < i ≤ P)
/// ```
///
/// Each equation of a node is multiplied by a basis `B_i` of the directions that the constraints leave there, so that its
/// multiplier drops out; the multipliers of the report follow from the solution. n P unknowns however many constraints there are,
/// and a tangent that stays regular as h → 0. Where `D` as it is iterates nothing but multipliers, as [`Verlet`] does with a constant
/// diagonal mass matrix, `D` as it is is the cheaper form: [`Facts`](crate::Facts) has the numbers of both.
///
/// P. Betsch, The discrete null space method for the energy consistent integration of constrained mechanical systems, part I, 2005;
/// S. Leyendecker, J. Marsden & M. Ortiz, Variational integrators for constrained dynamical systems, 2008.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Clone, Copy, Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * dt(r).norm_squared(),
///     potential = 9.81 * r[1],
///     constraint(length = r.norm_squared() - 1),
///     discretize(Midpoint, NullSpace<Midpoint>),
/// )]
/// struct Pendulum;
///
/// let start = ([0.6, -0.8], [0.8, 0.6]);
/// let mut augmented = Integrator::new(Pendulum, Midpoint, 0.01, start.0, start.1)?;
/// let mut null_space = Integrator::new(Pendulum, NullSpace(Midpoint), 0.01, start.0, start.1)?;
/// for _ in 0..100 {
///     let (a, b) = (augmented.step()?, null_space.step()?);
///     assert!((a.reactions[0] - b.reactions[0]).abs() < 1e-9);
/// }
/// assert!((augmented.state().q - null_space.state().q).norm() < 1e-12);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NullSpace<D>(pub D);

/// The name of a rule without its path, and with no bound on the rule.
fn name_of<Q>() -> &'static str {
    let name = core::any::type_name::<Q>();
    name.rsplit("::").next().unwrap_or(name)
}

/// Gauss's rule with `G` points on [0, 1]: exact for polynomials of degree 2G − 1.
///
/// ```text
/// ∫₀¹ f(s) ds ≈ Σ_m w_m f(s_m);   G = 1: s = ½,  w = 1;   G = 2: s = ½ ∓ 1/√12,  w = ½, ½
/// ```
///
/// All points are inside. `G` is 1 to 12.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Gauss<const G: usize>;

impl<const G: usize> fmt::Debug for Gauss<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Gauss<{G}>")
    }
}

/// Lobatto's rule with `G` ≥ 2 points, both ends among them: exact for polynomials of degree 2G − 3.
///
/// ```text
/// ∫₀¹ f(s) ds ≈ Σ_m w_m f(s_m);   G = 2: s = 0, 1,  w = ½, ½;   G = 3: s = 0, ½, 1,  w = 1/6, 4/6, 1/6
/// ```
///
/// `G` is 2 to 12; with 2 it is the trapezoidal rule, with 3 Simpson's.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Lobatto<const G: usize>;

impl<const G: usize> fmt::Debug for Lobatto<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lobatto<{G}>")
    }
}

/// The composite trapezoidal rule with `N` panels: `s_m = m/N`, `w_m = 1/N` and half of it at the ends.
///
/// It has N + 1 points, and is exact for straight lines on each panel. `N` is 1 to 64. `Galerkin<2, Trapezoid<2>, Gauss<2>>`,
/// with T by a rule that is exact for it, has order 2 at the nodes and not 4.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Trapezoid<const N: usize>;

impl<const N: usize> fmt::Debug for Trapezoid<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Trapezoid<{N}>")
    }
}

/// The value at the start, s = 0 and w = 1: exact for constants. With `Galerkin<1, _>` symplectic Euler, order 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Left;

/// The value at the end, s = 1 and w = 1: exact for constants. With `Galerkin<1, _>` the other symplectic Euler, order 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Right;
