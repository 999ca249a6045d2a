//! Moreau's scheme.

use crate::drive::{ContactScheme, ContactStep, Scheme};
use extremal_percussions::{ContactSolver, SemismoothNewton};

/// Moreau's scheme: contacts with impacts and friction, linear in the velocity. Order 1.
///
/// ```text
/// p(q₀, u) − p₀ − h/2 h(q₀, u₋) = Wᵀ P,   q₁ = q₀ + h u,   p₁ = p(q₁, u) + h/2 h(q₁, u)
/// p(q, v) = ∂L/∂v,   h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t
/// ξ = γ⁺ + e γ⁻,   0 ≤ P_N ⊥ ξ_N ≥ 0,   |P_T| ≤ μ P_N,   P_T = −μ P_N ξ_T/|ξ_T| if ξ_T ≠ 0
/// ```
///
/// Forces are those of the velocity u₋ before the node, so that a step solves linear equations with the mass matrix, and one
/// contact problem. Between two nodes of equal steps it is M (u − u₋) − h h(q₀, u₋) = Wᵀ P. p is the momentum on the left of a
/// node, with half of its forces. For a constant M and forces without velocities the scheme is
/// [`SymmetricMoreau`](type@super::SymmetricMoreau), and E of p stays within O(h²) between impacts; E of u has a sawtooth of
/// O(h) even in free fall. The paper has u₁ = u₀ in its first step; here p₀ is at the node, so that the first step has half of
/// the forces.
///
/// **Where M depends on q it slows rotations**, by one M for both velocities: a body in Euler parameters that spins freely has
/// ẇ = −h w³/4. [`SymmetricMoreau`](type@super::SymmetricMoreau) and [`VariationalMoreau`](type@super::VariationalMoreau) keep
/// its spin. A declaration without a list of schemes has this one only where M is constant.
///
/// Contacts with g(q₀) ≤ 0, to rounding, are closed in the step: bodies penetrate by one step of motion; the report tells
/// how far ([`ContactReport::penetration`](crate::drive::ContactReport::penetration)), and
/// [`ClosedGaps`](super::ClosedGaps) corrects it. Percussions and velocity are solved for together, to rounding; those of
/// more than 32 contacts that touch each other to 1e-4 at worst
/// ([`SemismoothNewton`](crate::contact_solver::SemismoothNewton)). Where contacts that are closed together have different
/// restitutions, Newton's law may have no solution, as for a ball between two walls that touch it. Then all restitutions of
/// the step are multiplied by the largest number below one, to 1/64, with which there is one
/// ([`ContactReport::restitution`](crate::drive::ContactReport::restitution)); in systems of any size the step fails. γ⁻
/// are the contact velocities of the velocity u₋ of the step before. In the first step it is that of the start, so that
/// contacts that are closed there take part. Constraints hold at the nodes, g(q₁) = 0, with impulses −G(q₀)ᵀ λ. The report
/// is a [`ContactReport`](crate::drive::ContactReport). A start that penetrates is an error;
/// [`Integrator::from_state`](crate::Integrator::from_state) accepts it.
///
/// G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, Moreau-type integrators based on the time finite element
/// discretization of the virtual action, (45) and (59); J. J. Moreau, Unilateral contact and dry friction in finite freedom
/// dynamics, 1988.
///
/// ```
/// use extremal::prelude::*;
///
/// /// A ball above a floor.
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(y),
///     kinetic = 0.5 * dt(y).powi(2),
///     potential = 9.81 * y,
///     contact(floor, gap = y, restitution = 0.5),
///     discretize(Moreau)
/// )]
/// struct Ball;
///
/// let mut motion = Integrator::new(Ball, Moreau, 1e-3, [1.0], [0.0])?;
/// for _ in 0..3000 {
///     let report = motion.step()?;
///     assert!(report.penetration() < 5e-3 && report.percussions[0] >= 0.0);
/// }
/// // It has come to rest, after infinitely many impacts.
/// assert!(motion.state().q[0].abs() < 5e-3 && motion.velocity()?[0].abs() < 1e-12);
/// # Ok::<(), extremal::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoreauWith<C>(pub C);

/// [`MoreauWith`] the default contact solver.
pub type Moreau = MoreauWith<SemismoothNewton>;

/// The value of the type of this name.
#[expect(
    non_upper_case_globals,
    reason = "a scheme is written as a value with the name of its type"
)]
pub const Moreau: Moreau = MoreauWith(SemismoothNewton);

#[diagnostic::do_not_recommend]
impl<C> Scheme for MoreauWith<C> {
    type Driver = ContactStep<Moreau>;
}

impl<C: ContactSolver> ContactScheme for MoreauWith<C> {
    type Equations = Moreau;
    type Solver = C;

    const LOOKS_AHEAD: bool = false;
    const HAS_LAGGING_FORCES: bool = true;

    fn equations(&self) -> Moreau {
        Moreau
    }

    fn solver(&self) -> C {
        self.0
    }
}
