//! The schemes, as types: names for equations that the derive writes.
//!
//! Nothing is computed here. A scheme without parameters serves as type and as value, `Midpoint`; a generic
//! one is written `Galerkin::<2, Gauss<2>>::default()`.

use core::fmt;
use core::marker::PhantomData;

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

/// The energy-consistent integrator of Livens' principle: E = p·v − L is kept to rounding, for every h and every mass matrix.
///
/// ```text
/// q₁ − q₀ = h v½,   p₁ − p₀ = h (D̄₁L + f) − h D̄gᵀ λ,   ½ (p₀ + p₁) = D̄₂L,   g(q₁) = 0,   v½ = ½ (v₀ + v₁)
/// D̄₁L = ½ [D̄_q L(·, v₀) + D̄_q L(·, v₁)],   D̄₂L = ½ [D̄_v L(q₀, ·) + D̄_v L(q₁, ·)] = ½ (M(q₀) + M(q₁)) v½ + ..
/// ```
///
/// Order 2, symmetric, not symplectic. D̄ is Gonzalez' discrete gradient, D̄f·(y − x) = f(y) − f(x); its differences are formed without
/// subtraction and without a threshold, so that energy is kept for the smallest steps, too. E₁ − E₀ is the work h v½·f of the
/// forces and inputs; where L depends on t, it is frozen at t + h/2 in all gradients, and E changes by ∂L/∂t alone.
///
/// The state is (q, v, p): the velocity is carried, and [`Integrator::velocity`](crate::Integrator::velocity) shows it. The mass matrix is
/// never inverted and may be singular, if constraints or the potential tell the rest. p = ∂L/∂v holds at the nodes where M is constant
/// and ∂L/∂v does not depend on t, and to second order otherwise: the total energy T + V is kept to that order then, and E exactly. Of
/// a coordinate that has no mass, and that the potential alone holds, the velocity at the nodes has no order: only its means over two
/// steps do, and nothing else depends on it.
///
/// Where M is not constant, δ = v − M⁻¹p is h²/2 dM/dt a after every second step, and changes its sign in each: with
/// T = ½ p·M⁻¹p, E is T + V − ½ δ·M δ, and an E that is kept does not by itself bound T + V; with the T of the velocity that is carried,
/// as in `total_energy`, they differ by v·M δ. Across constraints δ may be large and need short steps (the heavy top in Euler
/// parameters, in the gallery); [`Stabilized`] removes that part of it.
///
/// Constraints hold to rounding at the nodes, and so does D̄g·v½ = 0 in between; ∂g/∂q·v at the nodes is O(h²). λ are forces, and −D̄gᵀ λ that of the
/// constraints; the report is an [`EnergyStep`](crate::EnergyStep). Momentum maps are kept only to second order in general.
///
/// P. L. Kinon & P. Betsch, Energy-consistent integration of mechanical systems based on Livens principle, 2023, (28).
///
/// ```
/// use extremal::prelude::*;
///
/// /// A mass on a stiff spring, in polar coordinates.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r, phi),
///     kinetic = 0.5 * (dt(r).powi(2) + (r * dt(phi)).powi(2)),
///     potential = 150.0 * (r.powi(2) - 1.0).powi(2) / 4.0,
///     discretize(Livens),
/// )]
/// struct Spring;
///
/// let mut motion = Integrator::new(Spring, Livens, 0.05, [1.05, 0.0], [0.0, 1.0])?;
/// let start = motion.energy();
/// for _ in 0..1000 {
///     let report = motion.step()?;
///     assert!((report.energy - start).abs() < 1e-13);
/// }
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Livens;

/// [`Livens`] with discrete gradients through the invariants of the declared symmetries: E and the momentum maps are kept, together.
///
/// ```text
/// L(q, v) = F(π₁, π₂, ..),   D̄L = Σⱼ D̄_{πⱼ}F ∇πⱼ(z),   z the middle of the step;   and so for each constraint
/// ```
///
/// The derive finds invariants πⱼ of degree one and two in q and v in what was typed: |r|², r·v, |v|² of rotations, differences of
/// translations, all but the angle itself where an angle is cyclic. Along the generator ξ of a symmetry, with an affine ξ, the sum
/// vanishes as that of L does, so that p·ξ(q) is kept to rounding, if the forces do not act along ξ. Where L is not seen to be such a
/// function, the derive says so and refuses. Generators that are not affine have no such invariants, and their maps are kept to second
/// order only.
///
/// δ of [`Livens`] may even grow here, in time and not by steps, where a constraint leaves it directions of its own: on the heavy top in
/// Euler parameters as e^{431 t}. There [`Stabilized`] is needed around it, `Stabilized<Equivariant<Livens>>`.
///
/// Order 2. Where a quantity has invariants of several units, the gradient depends on their scales, as Gonzalez' does on
/// those of coordinates. O. Gonzalez, Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996) 449, section 3.
///
/// ```
/// use extremal::prelude::*;
///
/// /// A mass on a spring in the plane.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * dt(r).norm_squared(),
///     potential = 150.0 * (r.norm() - 1.0).powi(2),
///     symmetry(rotation = [-r[1], r[0]]),
///     discretize(Livens, Equivariant<Livens>),
/// )]
/// struct Spring;
///
/// let mut motion = Integrator::new(&Spring, Equivariant(Livens), 0.05, [1.05, 0.0], [0.2, 1.0])?;
/// let (energy, map) = (motion.energy(), Spring.rotation(&motion.state()));
/// for _ in 0..1000 {
///     motion.step()?;
/// }
/// assert!((motion.energy() - energy).abs() < 1e-13);
/// assert!((Spring.rotation(&motion.state()) - map).abs() < 1e-13);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Equivariant<D>(pub D);

/// [`Livens`] with the stabilization of Gear, Gupta & Leimkuhler: the velocity satisfies the constraints at the nodes, too.
///
/// ```text
/// q₁ − q₀ = h (v½ + a),   M̄ a = Ḡᵀ b,   g(q₁) = 0,   G(q₁) v₁ + ∂g/∂t = 0,   G = ∂g/∂q,   M̄, Ḡ means over both nodes
/// p₁ − p₀ = h (D̄₁L + D̄_q [a·∂L/∂v(·, v½) − b·G(·) v½] + f) − h D̄gᵀ λ,   ½ (p₀ + p₁) = D̄₂L
/// ```
///
/// a and b are O(h²), and zero for linear constraints. E is kept to rounding where M is constant, singular or not; where it depends on q,
/// E changes by O(h⁴) a step, since p is not M v at the nodes then. 2 (n + m) unknowns in the place of n + m. Forces do the work
/// f·(q₁ − q₀). With [`Equivariant`] inside, momentum maps are kept to second order only: the drift a does not have the symmetry.
///
/// C. W. Gear, G. K. Gupta & B. Leimkuhler, 1985; P. L. Kinon, P. Betsch & S. Schneider, The GGL variational principle for constrained
/// mechanical systems, 2023, where M is inverted.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Clone, Copy, Lagrangian)]
/// #[lagrangian(
///     coordinates(r[2]),
///     kinetic = 0.5 * dt(r).norm_squared(),
///     potential = 9.81 * r[1],
///     constraint(length = 0.5 * (r.norm_squared() - 1)),
///     discretize(Livens, Stabilized<Livens>),
/// )]
/// struct Pendulum;
///
/// let start = ([0.6, -0.8], [0.8, 0.6]);
/// let plain = Integrator::new(Pendulum, Livens, 0.01, start.0, start.1)?.step()?;
/// let stabilized = Integrator::new(Pendulum, Stabilized(Livens), 0.01, start.0, start.1)?.step()?;
/// assert!(plain.constraint_rates[0].abs() > 1e-5);
/// assert!(stabilized.constraint_rates[0].abs() < 1e-15);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stabilized<D>(pub D);

/// Steps of [`Livens`], or of a variant of it, composed to order `P`, 4 or 6: E is kept as by each of them, to rounding but for
/// [`Stabilized`] with an M that depends on q.
///
/// ```text
/// Φ_{γ₁h} ∘ .. ∘ Φ_{γₛh},   γ symmetric, Σ γᵢ = 1;   P = 4: γ = 1/(4 − ∛4) four times, 1 − 4γ in the middle;   P = 6: seven stages
/// ```
///
/// Some γ are negative. Livens' step changes the sign of p − ∂L/∂v, that of the velocity across constraints, and that of what a
/// coordinate without mass is beside its equilibrium; where there is such a thing, which is where M is not constant, ∂L/∂v depends on t,
/// a row of M is zero, and where constraints are not [`Stabilized`], each stage is made of two steps of half its length, and the order is
/// P in q, v and p, but for velocities without mass ([`Livens`]). So there are 5 or 10 steps in one, 7 or 14 for P = 6. The report is that
/// of the end, with the iterations of all, and the multipliers are means over the step. Between nodes the motion is the cubic with the
/// velocities of both.
///
/// Gonzalez' gradient is not smooth in v where v vanishes in all coordinates at once: motions that come near to rest may show half an
/// order less with P = 6.
///
/// The declaration lists the scheme that is composed, too. M. Suzuki, Phys. Lett. A 146 (1990) 319; H. Yoshida, Phys. Lett. A 150 (1990)
/// 262, solution A.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x, y),
///     kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
///     potential = 0.5 * (x.powi(2) + y.powi(2)) + x.powi(2) * y - y.powi(3) / 3,
///     discretize(Livens, Composition<4, Livens>),
/// )]
/// struct HenonHeiles;
///
/// let mut motion = Integrator::new(HenonHeiles, Composition::<4, _>(Livens), 0.1, [0.1, 0.2], [0.4, 0.3])?;
/// let energy = motion.energy();
/// for _ in 0..1000 {
///     motion.step()?;
/// }
/// assert!((motion.energy() - energy).abs() < 1e-14);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Composition<const P: usize, D>(pub D);

impl<const P: usize, D: fmt::Debug> fmt::Debug for Composition<P, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Composition<{P}, {:?}>", self.0)
    }
}

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
