//! The midpoint rule with contacts.

use crate::drive::{ContactScheme, ContactStep, Scheme};
use extremal_percussions::{ContactSolver, SemismoothNewton};

/// The midpoint rule with impacts and friction. Contacts that are closed are held at the end of each step, as constraints are,
/// and impacts happen at the nodes. Order 2, in q and p, also while contacts are closed: for curved and moving surfaces,
/// constraints beside them, and where the direction of friction turns. Through impacts order 1, as those are late by up to a
/// step; where a slip turns around, as friction has one direction in a step; and where friction sticks along a slip whose
/// coefficients vary with q, as of a wheel that friction alone holds to its heading: that is a constraint on velocities,
/// which `rolling` keeps with order 2.
///
/// ```text
/// u = (q₁ − q₀)/h,   L_d = h L(q₀ + h u/2, u, t₀ + h/2)
/// W(q₀)ᵀ P + p₀ = −∂L_d/∂q₀ − h/2 f,   p = ∂L_d/∂q₁ + h/2 f
/// closed at q₀:   0 ≤ P_N ⊥ g(q₁) ≥ 0,   −γ_T(u) ∈ N_C(P_T)
/// closed at q₁:   p₁ = p + W(q₁)ᵀ Λ,   0 ≤ Λ_N ⊥ γ_N⁺ + e γ_N⁻ ≥ 0,   −ξ_T ∈ N_C(Λ_T),   C = {|P_T| ≤ μ P_N}
/// ```
///
/// γ⁻ and γ⁺ are the contact velocities of p and p₁, `ξ_T = γ_T⁺ + e_T γ_T⁻`. For contacts that were closed at q₀, too, e = 0
/// and `ξ_T = γ_T⁺`. Where such a contact slides, the direction of `γ_T(u)` takes the place of that of `γ_T⁺`: friction has the
/// direction of the middle of the step at both ends. A contact that stays closed moves as with a constraint in its place, and
/// [`Midpoint`](super::Midpoint): symplectic, its energy within bounds. A body that comes to rest has p = 0, and stays where it
/// is.
///
/// Between contacts and without `rolling` a step is one of `Midpoint`, stable for every h about a stable equilibrium. An impact
/// without friction and with e = 1 keeps H(q, p), also where M depends on q. **No impact gains energy**: where Newton's law
/// would, with friction and `e_T` ≠ e or with different e, or where it has no solution, all restitutions of this impact are
/// multiplied by the largest number up to one with which there is a solution that gains none.
///
/// A contact closes at the first node with g ≤ 0, so that bodies are in each other by up to a step of motion. While it stays
/// closed it is raised by a quarter of its depth in each step, without friction where that jams it, and the momenta keep their
/// velocities. What this adds to the energy is never more than percussions have taken before, but for depths of rounding;
/// without that, as for an e of 1, contacts stay as deep as they are
/// ([`ContactReport::penetration`](crate::drive::ContactReport::penetration)). A contact is closed if g ≤ 0 to rounding, or if
/// it rested before. Contacts that approach each other at a start have an impact there.
///
/// A state holds neither that energy nor which contacts rested. [`from_state`](crate::Integrator::from_state) begins without
/// both: deep contacts stay deep, and where rounding has left a gap above zero, a body at rest first falls for a step and has
/// an impact. A [`snapshot`](crate::Integrator::snapshot) keeps both.
///
/// Constraints hold at the nodes, with impulses −G(q₀)ᵀ λ and −G(q₁)ᵀ κ, and p₁ satisfies their rates. Constraints on
/// velocities (`rolling`) have impulses −A(q₀)ᵀ μ and −A(q₁)ᵀ ν, and hold for u in the middle and for p₁; `Midpoint` has the A
/// of the middle at both ends. Each coordinate needs a mass, and L is of degree two in the velocities, at most.
///
/// The report is a [`ContactReport`](crate::drive::ContactReport), that of the end of the step.
/// [`linearize`](crate::Integrator::linearize) differentiates flights, impacts at the end of a step, and dry friction with one
/// slip. With contacts that are closed at the start, restitutions that give way, friction in a plane without a gap, or
/// constraints there is none: [`Failure::PercussionsAtEnd`](crate::Failure::PercussionsAtEnd).
///
/// Systems of any size have the same steps, but for the choice where the laws of friction have several solutions. Contacts that
/// are closed are one contact problem at the start of a step and one at its end, each of which is solved several times, island
/// by island; s is one number for all of them. Their report is an
/// [`AssembledContactReport`](crate::drive::AssembledContactReport), and only flights without constraints have derivatives.
/// Where more than 32 contacts touch each other, gaps are held to the residual of their contact problem: rounding, or 10⁻⁴ of
/// their terms at worst.
///
/// ```
/// use extremal::prelude::*;
///
/// /// A bead in a round bowl.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x, y),
///     kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
///     potential = 9.81 * y,
///     contact(bowl, gap = 1 - (x.powi(2) + y.powi(2)).sqrt()),
///     discretize(NonsmoothMidpoint)
/// )]
/// struct Bead;
///
/// let mut motion = Integrator::new(Bead, NonsmoothMidpoint, 0.01, [1.0, 0.0], [0.0, 0.0])?;
/// let before = motion.energy();
/// motion.run(10_000)?;
/// let [x, y] = motion.state().q.into();
/// assert!((x.hypot(y) - 1.0).abs() < 1e-14); // it has never left the bowl
/// assert!((motion.energy() - before).abs() < 0.01);
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// The equations of a contact that stays closed are those of RATTLE for the midpoint rule; holding contacts at the end of a
/// step by complementarity is due to C. Kane, E. A. Repetto, M. Ortiz, J. E. Marsden, Finite element analysis of nonsmooth
/// contact, Comput. Methods Appl. Mech. Eng. 180 (1999) 1, and impacts at velocity level beside it to O. Brüls, V. Acary, A.
/// Cardona, Simultaneous enforcement of constraints at position and velocity levels in the nonsmooth generalized-α scheme,
/// ibid. 281 (2014) 131.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NonsmoothMidpointWith<C>(pub C);

/// [`NonsmoothMidpointWith`] the default contact solver.
pub type NonsmoothMidpoint = NonsmoothMidpointWith<SemismoothNewton>;

/// The value of the type of this name.
#[expect(
    non_upper_case_globals,
    reason = "a scheme is written as a value with the name of its type"
)]
pub const NonsmoothMidpoint: NonsmoothMidpoint = NonsmoothMidpointWith(SemismoothNewton);

#[diagnostic::do_not_recommend]
impl<C> Scheme for NonsmoothMidpointWith<C> {
    type Driver = ContactStep<NonsmoothMidpoint>;
}

impl<C: ContactSolver> ContactScheme for NonsmoothMidpointWith<C> {
    type Equations = NonsmoothMidpoint;
    type Solver = C;

    const LOOKS_AHEAD: bool = false;
    const HAS_LAGGING_FORCES: bool = false;
    const HOLDS_CONTACTS: bool = true;

    fn equations(&self) -> NonsmoothMidpoint {
        NonsmoothMidpoint
    }

    fn solver(&self) -> C {
        self.0
    }
}
