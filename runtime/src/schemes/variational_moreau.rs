//! The variational scheme of Moreau's type.

use crate::drive::{ContactScheme, ContactStep, Scheme};
use extremal_percussions::{ContactSolver, SemismoothNewton};

/// The variational scheme of Moreau's type: [`Verlet`](super::Verlet) with impacts and friction. Order 2 while contacts are
/// open. Under a contact that lasts, p and the velocity have order 1, as p on the left of a node lacks half of its percussion.
/// So has q where the surface is curved or moves, or where the direction of friction turns. Where a constraint moves with time,
/// p and the velocity have order 1 without contacts, too, and q has order 2: p on the left of a node need not satisfy its rate.
///
/// ```text
/// u = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, u, t₀) + L(q₁, u, t₁)]
/// Wᵀ P + p₀ = −∂L_d/∂q₀ − h/2 f(q₀, u, t₀),   p₁ = ∂L_d/∂q₁ + h/2 f(q₁, u, t₁)
/// ξ = γ⁺ + e γ⁻,   0 ≤ P_N ⊥ ξ_N ≥ 0,   |P_T| ≤ μ P_N,   P_T = −μ P_N ξ_T/|ξ_T| if ξ_T ≠ 0
/// ```
///
/// Between contacts a step is one of Verlet, with the same bits of u: symplectic, explicit where M is constant. p is the
/// discrete momentum on the left of a node, p₀ + Wᵀ P that on its right. The energy of the right one is bounded between
/// impacts. An impact with e = 1 and no friction keeps it to O(h²) where M is constant, and to O(h) where M depends on q. With
/// constraints the momentum at a node need not satisfy the rates of the constraints: the next step makes it consistent, and
/// motions are those of RATTLE.
///
/// Contacts with g(q₀) ≤ 0, to rounding, are closed in the step: bodies penetrate by one step of motion; the report tells how
/// far ([`ContactReport::penetration`](crate::drive::ContactReport::penetration)), and [`ClosedGaps`](super::ClosedGaps)
/// corrects it. Percussions and velocity are solved for together, to rounding; those of more than 32 contacts that touch each
/// other to 1e-4 at worst ([`SemismoothNewton`](crate::contact_solver::SemismoothNewton)). γ⁻ are the contact velocities of the
/// velocity u₋ of the step before. In the first step it is that of the start, so that contacts that are closed there take part.
/// Constraints hold at the nodes, g(q₁) = 0, with impulses −G(q₀)ᵀ λ. The report is a
/// [`ContactReport`](crate::drive::ContactReport). A start that penetrates is an error;
/// [`Integrator::from_state`](crate::Integrator::from_state) accepts it.
///
/// G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, Moreau-type integrators based on the time finite element
/// discretization of the virtual action, (54) and (63).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariationalMoreauWith<C>(pub C);

/// [`VariationalMoreauWith`] the default contact solver.
pub type VariationalMoreau = VariationalMoreauWith<SemismoothNewton>;

/// The value of the type of this name.
#[expect(
    non_upper_case_globals,
    reason = "a scheme is written as a value with the name of its type"
)]
pub const VariationalMoreau: VariationalMoreau = VariationalMoreauWith(SemismoothNewton);

#[diagnostic::do_not_recommend]
impl<C> Scheme for VariationalMoreauWith<C> {
    type Driver = ContactStep<VariationalMoreau>;
}

impl<C: ContactSolver> ContactScheme for VariationalMoreauWith<C> {
    type Equations = VariationalMoreau;
    type Solver = C;

    const LOOKS_AHEAD: bool = false;
    const HAS_LAGGING_FORCES: bool = false;

    fn equations(&self) -> VariationalMoreau {
        VariationalMoreau
    }

    fn solver(&self) -> C {
        self.0
    }
}
