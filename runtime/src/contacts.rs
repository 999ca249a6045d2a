//! Unilateral contacts with friction: the trait of systems that have them, and what a start and the laws have to satisfy.
//!
//! Independent of schemes and of contact solvers. The derive writes the implementations.

mod by_reference;
mod generated;
mod start;

use crate::system::FixedSize;
use extremal_numerics::block::Element;
use extremal_numerics::{Block, Scalar};
use extremal_percussions::ActiveContact;
#[doc(hidden)]
pub use generated::contact_laws;
pub(crate) use start::check_known_laws;
pub(crate) use start::zero_gap;
pub use start::{check_gaps, check_laws};

/// A contact of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The name as declared: `"foot"`, or `"corner[2]"` for an item of an array.
    pub name: &'static str,
    /// The number of slip components: 0 without friction, 1 in the plane, 2 in space.
    pub slips: usize,
    /// Whether it has a gap. Otherwise it is dry friction, declared by `friction(..)`: closed at all times, with a bound of its
    /// own, g = 0, and a normal row of zeros.
    pub has_gap: bool,
}

/// The laws of a contact: Coulomb's friction and Newton's restitution.
///
/// ```text
/// |P_T| ≤ μ P_N,    γ_N⁺ = −e γ_N⁻,    γ_T⁺ = −e_T γ_T⁻ where it sticks
/// ```
///
/// Of dry friction without a gap it is `|P_T| ≤ τ f`, with the time τ for which a percussion stands in the scheme: see
/// [`ContactScheme::ACTS_AT_NODES`](crate::drive::ContactScheme::ACTS_AT_NODES).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Law<T> {
    /// μ ≥ 0; without a gap the largest force f ≥ 0.
    pub friction: T,
    /// e, between 0 (the bodies stay together) and 1 (no energy is lost).
    pub restitution: T,
    /// `e_T`, between 0 and 1; 0 unless declared.
    pub restitution_t: T,
}

impl<T: Scalar> Element for Law<T> {
    fn any() -> Self {
        let none = T::from_f64(0.0);
        Self {
            friction: none,
            restitution: none,
            restitution_t: none,
        }
    }
}

/// The state of a contact in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContactState {
    /// It has no percussion.
    Open,
    /// It has a percussion, and its slip is that of restitution: zero for `e_T` = 0.
    Stick,
    /// It has a percussion and slides; contacts without friction do.
    Slip,
}

impl Element for ContactState {
    fn any() -> Self {
        Self::Open
    }
}

/// A mechanical system with unilateral contacts g(q, t) ≥ 0.
///
/// ```text
/// γ_N = dg/dt = w_N·v + η_N,   w_N = ∂g/∂q,   η_N = ∂g/∂t
/// γ_T = slip  = W_T v + η_T,   W_T = ∂γ_T/∂v, η_T = γ_T at v = 0
/// p⁺ − p⁻ = Wᵀ P
/// ```
///
/// | symbol | word | numbers |
/// | --- | --- | --- |
/// | g | gap: positive where the contact is open | m, one for each contact |
/// | `γ_N`, `γ_T` | velocity of the gap, and slip | R, row by row |
/// | W | directions: the generalized force of a unit contact force | R × n |
/// | η | contact velocities of the bodies at v = 0: moving tables, belts | R |
/// | P | percussions: impulses of the contact force, in N s if γ is in m/s; `P_N` ≥ 0 pushes apart | R |
///
/// The R rows are ordered contact by contact: the normal row, then its 0, 1 or 2 slip rows ([`Contact::slips`]). Friction acts
/// against the slip: `P_T` has the sign of `−γ_T`. The normal row of what has no gap is zero, and so is its `P_N`.
///
/// G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine, Moreau-type integrators based on the time finite element
/// discretization of the virtual action: the contact velocities, and the laws in their normal cone form (56), (57).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no contacts",
    label = "declare one, as in `contact(floor, gap = y)`"
)]
pub trait Contacts: FixedSize {
    /// One number for each contact.
    type Gaps: Block<Self::Scalar>;
    /// R numbers: percussions, contact velocities.
    type Percussions: Block<Self::Scalar>;
    /// R × n numbers row by row: W.
    type Directions: Block<Self::Scalar>;
    /// R × R numbers row by row, such as W A⁻¹ Wᵀ.
    type Delassus: Block<Self::Scalar>;
    /// One law for each contact.
    type Laws: Block<Law<Self::Scalar>>;
    /// One state for each contact.
    type States: Block<ContactState>;
    /// One description of each contact, for a [`ContactSolver`](crate::contact_solver::ContactSolver).
    type Closed: Block<ActiveContact<Self::Scalar>>;
    /// The multipliers of the constraints, in the order of [`Constrained`](crate::Constrained), if a law depends on one;
    /// otherwise none.
    type Reactions: Block<Self::Scalar>;
    /// (n + R + 4m) × (n + 1 + k) numbers row by row, where k is the number of
    /// [`SENSITIVITIES`](crate::Lagrangian::SENSITIVITIES), with n more columns where a law depends on v, and one for each of
    /// the [`Reactions`](Self::Reactions): see [`contact_variations`](Self::contact_variations).
    type Variations: Block<Self::Scalar>;

    /// The contacts in the order declared, those of an array one after the other.
    const CONTACTS: &'static [Contact];

    /// g(q, t).
    fn gaps(&self, t: Self::Scalar, q: &Self::Configuration) -> Self::Gaps;

    /// The scales σᵢ of the gaps: sums of the magnitudes of the summands of gᵢ, of ∂gᵢ/∂qⱼ qⱼ and of ∂gᵢ/∂t t. Rounding errors
    /// of g are about ε σ: a contact with g ≤ 16 ε σ is closed. One that rested in the step before is also closed up to √ε of
    /// what its bodies would move in a step without it.
    fn gap_scales(&self, t: Self::Scalar, q: &Self::Configuration) -> Self::Gaps;

    /// W and η.
    fn directions(&self, t: Self::Scalar, q: &Self::Configuration) -> (Self::Directions, Self::Percussions);

    /// μ, e and `e_T` of each contact. A friction may depend on v, which is the velocity before the percussions of the node,
    /// and a force without a gap on reactions, which are those of the same node.
    fn laws(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        reactions: &Self::Reactions,
    ) -> Self::Laws;

    /// The derivatives that a linearization with the same closed contacts needs, at fixed v, P and reactions.
    ///
    /// | rows | of |
    /// | --- | --- |
    /// | n | Wᵀ P, the generalized impulse of the contacts |
    /// | R | W v + η, the contact velocities |
    /// | 3m | the laws, contact by contact: μ, e, `e_T` |
    /// | m | g, the gaps |
    ///
    /// | columns | by |
    /// | --- | --- |
    /// | n | q |
    /// | 1 | t |
    /// | k | the parameters in `sensitivities(..)` |
    /// | n | v, of the laws alone; none where no law depends on v |
    /// | r | the reactions, of the laws alone |
    fn contact_variations(
        &self,
        t: Self::Scalar,
        q: &Self::Configuration,
        v: &Self::Velocity,
        percussions: &Self::Percussions,
        reactions: &Self::Reactions,
    ) -> Self::Variations;
}
