//! The energy-consistent schemes: Livens' principle and its variants.

use crate::drive::{Chosen, ContactScheme, OneStep, Scheme};
use extremal_percussions::SemismoothNewton;

/// The energy-consistent integrator of Livens' principle: E = p·v − L is kept to rounding, for every h and every mass matrix.
///
/// ```text
/// q₁ − q₀ = h v½,   p₁ − p₀ = h (D̄₁L + f) − h D̄gᵀ λ,   ½ (p₀ + p₁) = D̄₂L,   g(q₁) = 0,   v½ = ½ (v₀ + v₁)
/// D̄₁L = ½ [D̄_q L(·, v₀) + D̄_q L(·, v₁)],   D̄₂L = ½ [D̄_v L(q₀, ·) + D̄_v L(q₁, ·)] = ½ (M(q₀) + M(q₁)) v½ + ..
/// ```
///
/// Where M(q) is singular at a place that the motion passes, E is kept and the motion is not: the velocity has no bound
/// there, and no step is short enough.
///
/// Order 2, symmetric, not symplectic. D̄ is Gonzalez' discrete gradient, D̄f·(y − x) = f(y) − f(x); its differences are formed
/// without subtraction and without a threshold, so that energy is kept for the smallest steps, too. E₁ − E₀ is the work h v½·f
/// of the forces and inputs; where L depends on t, it is frozen at t + h/2 in all gradients, and E changes by ∂L/∂t alone.
///
/// The state is (q, v, p): the velocity is carried, and [`Integrator::velocity`](crate::Integrator::velocity) shows it. The
/// mass matrix is never inverted and may be singular, if constraints or the potential tell the rest. p = ∂L/∂v holds at the
/// nodes where M is constant and ∂L/∂v does not depend on t, and to second order otherwise: the total energy T + V is kept to
/// that order then, and E exactly.
///
/// Parts of a system that neither L nor a constraint couples have a discrete gradient each: they move as they do alone.
/// Within a part the gradient shares out what ∇f in the middle lacks by the size of the steps, whatever the masses, so that
/// light coordinates beside heavy ones need short steps. The light one of two pendulums in one part, with a mass of 1e-2,
/// 1e-3 and 1e-4 beside 1, is off by 0.016, 0.097 and 0.74 rad after 50 steps of 0.1 s. Where masses differ by orders of
/// magnitude, take a variational scheme.
///
/// Where L is not of degree two in v, what L does not depend on has no part in this: a cyclic coordinate keeps its momentum to
/// rounding, and one without mass has none. So the entropy of a system with heat changes by its forces alone.
///
/// In a system of any size each item has discrete gradients of its own. A summand that depends on differences of coordinates,
/// or on distances of points in the plane or in space, has the gradient through these, ΔV/Δd. So a free chain keeps its
/// momentum to rounding beside E, and a net of springs and rods its angular momentum, too. Under weights those maps are kept
/// that the weights leave. Other summands, such as squares of areas and of volumes, keep E and the momentum, and the angular
/// momentum to the order of the scheme.
///
/// If a coordinate has no mass and the potential alone holds it, its velocity at the nodes has no order: only its means over
/// two steps do, and nothing else depends on it.
///
/// Where M is not constant, δ = v − M⁻¹p is h²/2 dM/dt a after every second step, and changes its sign in each. With T = ½
/// p·M⁻¹p, E is T + V − ½ δ·M δ, and an E that is kept does not by itself bound T + V. With the T of the velocity that is
/// carried, as in `total_energy`, they differ by v·M δ. Across constraints δ may be large and need short steps (the heavy top
/// in Euler parameters, in the gallery); [`Stabilized`] removes that part of it, and [`Polarized`] has no δ, unless ∂L/∂v
/// depends on t. It is T + V that is kept where T is of degree two in v, without terms of lower degree.
///
/// A body in Euler parameters q whose T is of its rates alone has no inertia along q: M is singular there, and the mean of M at
/// both nodes loses inertia with the length of the step. A first step of a sphere with the rate w turns q by α where
///
/// ```text
/// h w = 8 s c/(1 + s² + √(1 − 2 s² + 5 s⁴)),   s = sin(α/2),  c = cos(α/2),   at most 4 (√2 − 1) = 1.66
/// ```
///
/// and beyond there is no solution: Newton's method fails, and in later steps from 1.5 on. Give it an inertia along q, which
/// the constraint keeps at rest: with `+ 2 * j * dot(q, dt(q)).powi(2)` in T, j the largest moment of inertia, free bodies
/// turn by three radians in a step. So they do with [`Polarized`]. `Midpoint` has sin 2α = h w there, and the limit 1.
///
/// Rounding: Newton's method accepts residuals of a few ε of its terms, and each step takes back the residual of the
/// step before, so that they do not add up. Beside constraints q and p are summed with compensation, too. What is left
/// is mostly a random walk. In ten million steps E moved by 2.4e-13 of 0.5 (two bodies, h = 0.02), by 1.6e-12 of 10 (a
/// pendulum, h = 0.01), and by 1.9e-12 of 10 (a rod with a constraint, h = 0.01), whose length grew by 3.5e-14. On a
/// stiff spring in polar coordinates, where M depends on q, a part remains that is linear in the number of steps:
/// 3.2e-11 of 10.
///
/// Constraints hold to rounding at the nodes, and so does D̄g·v½ = 0 in between; ∂g/∂q·v at the nodes is O(h²) for steps of
/// one length, or of lengths that change as smoothly as the motion does. It is e ↦ −e + c h² from node to node, which adds up
/// where lengths alternate: p has order 1 then, and q order 2. [`Stabilized`] has order 2 in both where M is constant, and
/// with [`Polarized`] inside of it for every M. λ are forces, and −D̄gᵀ λ that of the constraints; those on velocities
/// (`rolling`), A v + b = 0, have −Aᵀ λ and hold as A v½ + b = 0, with A and b in the middle of the step; E₁ − E₀ has h b·λ.
/// The report is an [`EnergyStep`](crate::drive::EnergyStep). Momentum maps of systems of a fixed size are kept only to
/// second order in general.
///
/// With dry friction (`friction(..)`, and no gaps) percussions P and Λ act at the start and at the end of a step. With them p
/// changes by Wᵀ P, and v by M⁻¹ Wᵀ P:
///
/// ```text
/// −γ_T(v½) ∈ N_C(P_T),   −γ_T(p₁) ∈ N_C(Λ_T), in the direction of γ_T(v½) where it slides,   C = {|P_T| ≤ h/2 f}
/// E₁ − E₀ = h v½·f + ½ P·[γ(p₀) + γ(p₀ + Wᵀ P)] + ½ Λ·[γ(p₁ − Wᵀ Λ) + γ(p₁)],   γ(p) = W M⁻¹ p
/// ```
///
/// So E changes by the work of friction, to rounding. [`ContactReport::work`](crate::drive::ContactReport::work) tells it
/// where slips do not depend on t. What sticks does not move and has no momentum; where M depends on q, the velocity that is
/// carried keeps ±O(h²) there, of alternating sign. Order 2, but where a slip turns around within a step. This is for a T of
/// degree two, with a mass for each coordinate and without constraints; there is no derivative of a step. In systems of any
/// size the steps are the same, and the report is an [`AssembledContactReport`](crate::drive::AssembledContactReport).
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

#[diagnostic::do_not_recommend]
impl Scheme for Livens {
    type Driver = Chosen<Self>;
}

/// With dry friction: percussions at both ends of the step, with which the velocity jumps as the momentum does.
impl ContactScheme for Livens {
    type Equations = Self;
    type Solver = SemismoothNewton;

    const LOOKS_AHEAD: bool = false;
    const HAS_LAGGING_FORCES: bool = false;
    const HOLDS_CONTACTS: bool = true;
    const CARRIES_VELOCITY: bool = true;

    fn equations(&self) -> Self {
        Self
    }

    fn solver(&self) -> SemismoothNewton {
        SemismoothNewton
    }
}

/// [`Livens`] with discrete gradients through the invariants of the declared symmetries: E and the momentum maps are kept,
/// together.
///
/// ```text
/// L(q, v) = F(π₁, π₂, ..),   D̄L = Σⱼ D̄_{πⱼ}F ∇πⱼ(z),   z the middle of the step;   and so for each constraint
/// ```
///
/// The derive finds invariants πⱼ of degree one and two in q and v in what was typed: |r|², r·v, |v|² of rotations, differences
/// of translations, all but the angle itself where an angle is cyclic. Along the generator ξ of a symmetry, with an affine ξ,
/// the sum vanishes as that of L does, so that p·ξ(q) is kept to rounding, if the forces do not act along ξ. Where L is not
/// seen to be such a function, the derive says so and refuses. Generators that are not affine have no such invariants, and
/// their maps are kept to second order only.
///
/// **δ of [`Livens`] may grow here**, in time and not by steps, where a constraint leaves it directions of its own. On the
/// heavy top in Euler parameters it grows as e^{431 t}, and on a free sphere, w = 1, until Newton's method finds no step after
/// 150 steps of 1/2. It is the method, whose means of invariants at both nodes do not see a velocity along the constraint that
/// changes its sign in each step. There [`Stabilized`] is needed around it, `Stabilized<Equivariant<Livens>>`, with short steps
/// (a top with a torque leaves its energy at h w = 1/4, and does not at 1/10); or take [`Polarized`], where momentum maps need
/// to hold to second order only.
///
/// Order 2. Where a quantity has invariants of several units, the gradient depends on their scales, as Gonzalez' does on
/// those of coordinates. O. Gonzalez, Time integration and discrete Hamiltonian systems, J. Nonlinear Sci. 6 (1996) 449,
/// section 3.
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

#[diagnostic::do_not_recommend]
impl<D> Scheme for Equivariant<D> {
    type Driver = OneStep<Self>;
}

/// [`Livens`] with a polarized kinetic energy: p = ∂L/∂v at the nodes, so that the energy of the velocity is kept, for every
/// M(q).
///
/// ```text
/// L = ½ v·M(q) v + b(q)·v − V(q):   D̄₁L = D̄_q [½ v₀·M(·) v₁ + b(·)·v½ − V],   D̄₂L = ½ [∂L/∂v(q₀, v₀) + ∂L/∂v(q₁, v₁)]
/// ```
///
/// This partition is symmetric, too, and D̄₁L·Δq + D̄₂L·Δv is the change of L: v₀·M v₁ stands for the mean of v₀·M v₀ and v₁·M
/// v₁, and so differs from it by −½ Δv·M Δv. Since ½ (p₀ + p₁) = D̄₂L, p₁ is ∂L/∂v(q₁, v₁) if p₀ was that. Then E = p·v − L is
/// the energy ½ v·M v + V of the velocity that is carried, and no δ is left that could change its sign in each step, or grow
/// beside a constraint. (∂g/∂q·v still changes its sign, at O(h²), where nothing is stabilized.) Where T has terms in v of
/// degree one or none, it is not T + V that is kept. For a constant M it is [`Livens`] itself. L has to be of degree two in v
/// at most.
///
/// Order 2. With [`Stabilized`] around it E is kept to rounding for every M(q), and a [`Composition`](super::Composition) needs
/// no halves because of M(q). What it does not have: momentum maps hold to second order, those of rotations too; there is no
/// equivariant form of it. Where ∂L/∂v depends on t, p = ∂L/∂v holds to second order again, as in [`Livens`].
///
/// ```
/// use extremal::prelude::*;
///
/// /// Two masses, one below the other; M depends on the angles.
/// #[derive(Clone, Copy, Lagrangian)]
/// #[lagrangian(
///     coordinates(a, b),
///     kinetic = dt(a).powi(2) + 0.5 * dt(b).powi(2) + cos(a - b) * dt(a) * dt(b),
///     potential = -9.81 * (2 * cos(a) + cos(b)),
///     discretize(Livens, Polarized<Livens>),
/// )]
/// struct DoublePendulum;
///
/// let start = ([2.0, 1.5], [0.7, -1.2]);
/// let mut plain = Integrator::new(DoublePendulum, Livens, 0.01, start.0, start.1)?;
/// let mut polarized = Integrator::new(DoublePendulum, Polarized(Livens), 0.01, start.0, start.1)?;
/// let energy = plain.total_energy();
/// let mut off = [0.0_f64; 2];
/// for _ in 0..500 {
///     plain.step()?;
///     polarized.step()?;
///     off[0] = off[0].max((plain.total_energy() - energy).abs());
///     off[1] = off[1].max((polarized.total_energy() - energy).abs());
/// }
/// assert!(off[0] > 1e-3 && off[1] < 1e-11, "{off:?}");
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Polarized<D>(pub D);

#[diagnostic::do_not_recommend]
impl<D> Scheme for Polarized<D> {
    type Driver = OneStep<Self>;
}

/// [`Livens`] with the stabilization of Gear, Gupta & Leimkuhler: the velocity satisfies the constraints at the nodes, too.
///
/// ```text
/// q₁ − q₀ = h (v½ + a),   M̄ a = Ḡᵀ b,   g(q₁) = 0,   G(q₁) v₁ + ∂g/∂t = 0,   G = ∂g/∂q,   M̄, Ḡ means over both nodes
/// p₁ − p₀ = h (D̄₁L + D̄_q [a·∂L/∂v(·, v½) − b·G(·) v½] + f) − h D̄gᵀ λ,   ½ (p₀ + p₁) = D̄₂L
/// ```
///
/// a and b are O(h²), and zero for linear constraints. E is kept to rounding where M is constant, singular or not, and of
/// `Stabilized<Polarized<Livens>>` unless ∂L/∂v depends on t. Otherwise E changes by O(h⁴) a step where M depends on q, since p
/// is not M v at the nodes then. 2 (n + m) unknowns in the place of n + m. Forces do the work f·(q₁ − q₀). With [`Equivariant`]
/// inside, momentum maps are kept to second order only: the drift a does not have the symmetry.
///
/// One gradient of the work of the drift goes along all coordinates, so that the correction for a heavy mass moves a light one
/// by h⁴ m₁/m₂. For two rods with masses 1 and 10⁻¹², at h = 10⁻³, the light one is off by 1.5·10⁻³ after 0.2 s, and E and
/// constraints do not show it. Take [`Livens`] or [`NullSpace<Midpoint>`](super::NullSpace) where masses differ so much.
///
/// C. W. Gear, G. K. Gupta & B. Leimkuhler, 1985; P. L. Kinon, P. Betsch & S. Schneider, The GGL variational principle for
/// constrained mechanical systems, 2023, where M is inverted.
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

#[diagnostic::do_not_recommend]
impl<D> Scheme for Stabilized<D> {
    type Driver = OneStep<Self>;
}
