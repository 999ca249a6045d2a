//! The symmetric scheme of Moreau's type.

use crate::drive::{ContactScheme, ContactStep, Scheme};
use extremal_percussions::{ContactSolver, SemismoothNewton};

/// The symmetric scheme of Moreau's type: contacts with impacts and friction. Order 2 while contacts are open. Under a contact
/// that lasts, p and the velocity have order 1, as p on the left of a node lacks half of its percussion. So has q where the
/// surface is curved or moves, or where the direction of friction turns. Where a constraint moves with time, p and the velocity
/// have order 1 without contacts, too, and q has order 2: p on the left of a node need not satisfy its rate.
///
/// ```text
/// p(q₀, u) − p₀ − h/2 h(q₀, u) = Wᵀ P,   q₁ = q₀ + h u,   p₁ = p(q₁, u) + h/2 h(q₁, u)
/// p(q, v) = ∂L/∂v,   h(q, v) = ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t
/// ξ = γ⁺ + e γ⁻,   0 ≤ P_N ⊥ ξ_N ≥ 0,   |P_T| ≤ μ P_N,   P_T = −μ P_N ξ_T/|ξ_T| if ξ_T ≠ 0
/// ```
///
/// p is the discrete momentum on the left of a node, p₀ + Wᵀ P that on its right. Implicit in u where forces depend on the
/// velocity, as they do where M depends on q. Without contacts the map of −h is the inverse of that of h; steps of the
/// integrator have h > 0. The paper's first step adds half of the percussions, which gives the same u with percussions half as
/// large.
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
/// discretization of the virtual action, (49) and (61).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SymmetricMoreauWith<C>(pub C);

/// [`SymmetricMoreauWith`] the default contact solver.
pub type SymmetricMoreau = SymmetricMoreauWith<SemismoothNewton>;

/// The value of the type of this name.
#[expect(
    non_upper_case_globals,
    reason = "a scheme is written as a value with the name of its type"
)]
pub const SymmetricMoreau: SymmetricMoreau = SymmetricMoreauWith(SemismoothNewton);

#[diagnostic::do_not_recommend]
impl<C> Scheme for SymmetricMoreauWith<C> {
    type Driver = ContactStep<SymmetricMoreau>;
}

impl<C: ContactSolver> ContactScheme for SymmetricMoreauWith<C> {
    type Equations = SymmetricMoreau;
    type Solver = C;

    const LOOKS_AHEAD: bool = false;
    const HAS_LAGGING_FORCES: bool = false;

    fn equations(&self) -> SymmetricMoreau {
        SymmetricMoreau
    }

    fn solver(&self) -> C {
        self.0
    }
}
