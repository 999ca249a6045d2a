//! Schemes with contacts whose closed gaps are zero.

use crate::Lagrangian;
#[cfg(feature = "alloc")]
use crate::drive::{AssembledContacts, OnTheHeap};
use crate::drive::{ContactScheme, ContactStep, Drive, Scheme};
#[cfg(feature = "alloc")]
use crate::family::FamilyContacts;
use crate::schemes::{MoreauWith, SymmetricMoreauWith, VariationalMoreauWith};
#[cfg(feature = "alloc")]
use extremal_numerics::Size;
use extremal_percussions::SolvesToRounding;
#[cfg(feature = "alloc")]
use extremal_percussions::SparseContactSolver;

/// A scheme with contacts whose coordinates are moved out of penetration at the end of each step, in the way of Gear, Gupta and
/// Leimkuhler: closed gaps are zero to rounding.
///
/// ```text
/// q₁ = q* + d,   M(q₁) d = W_N(q₁)ᵀ ν,   0 ≤ ν ⊥ g(q₁) ≥ 0,   q* = q₀ + h u
/// ```
///
/// u and the percussions are those of the scheme. p₁ changes with M at fixed u, by ∂L/∂v(q₁, u) − ∂L/∂v(q*, u). d is
/// as large as the penetration that the scheme alone would leave, O(h) at an impact. Constraints hold at the corrected
/// coordinates, too. The motion inside a step is the line of the scheme, which ends before d.
///
/// A correction lifts bodies, and so adds energy. Therefore the equations of the next step start without it, with contacts as
/// they are at q₀. It is given for good only if no contact leaves that it has pushed, and if it is paid: percussions have taken
/// as much energy before, less what corrections before have added:
///
/// ```text
/// q* = q₀ − d₋ + h u,   then q* + d₋ if h γ⁺ ≤ √ε |W_N d₋| where ν₋ > 0, and E(q* + d₋, u) − E(q*, u) is paid
/// ```
///
/// So forces, masses and bounces are those of the scheme inside, and E is as bounded as there, also with e = 1, several
/// contacts and curved gaps: three discs with springs in a box, a box on a floor, two links beside a wall and two beads in a
/// bowl keep it within twice the bounds of [`VariationalMoreau`](type@super::VariationalMoreau) over 3 · 10⁴ steps. At nodes at
/// which bodies are lifted for the time being, E of the state is larger by the energy of that, O(h); in systems of fixed size
/// [`energy`](crate::drive::ContactReport::energy) of the report is not, as its coordinates are those without it. What cannot
/// be withdrawn, as bodies that overlap, is given all the same, and percussions pay for it later. A body on a floor that
/// accelerates leaves in this sense, and is lifted again in each step. `set_state` begins another motion, at the lifted
/// place: a program that sets every state gives each correction for good. With e < 1
/// bodies come to rest without sliding on, as they would without the correction, and what sticks does not move.
///
/// [`linearize`](crate::Integrator::linearize) differentiates the correction as well. A closed gap with ν = 0, which a change
/// of the start would open, has no derivative: that is an error, and so is a mass matrix that depends on velocities. So is a
/// start at which a gap is zero to rounding, as it is behind a correction: a change of it opens the contact or closes it.
///
/// Systems of any size are corrected as well: the gaps of all items that are closed at the end of a step are one contact
/// problem, solved as that of the percussions. Gaps are then as small as its residual: rounding, or 10⁻⁴ of their terms at
/// worst where more than 32 contacts touch each other. A pass over the items follows each step, and where gaps are below zero
/// a few contact problems without friction. A corrected step of such a system has no derivative with `sensitivities(..)`, nor
/// where closed gaps depend on each other: both are errors.
///
/// The correction is the nearest one, in the metric of M, where iterations find it. Where bodies overlap so far that there is
/// no nearest place without penetration, the iteration starts again from its last iterate, up to twice, and
/// [`linearize`](crate::Integrator::linearize) fails with [`NotConverged`](crate::Failure::NotConverged).
///
/// It is written where an integrator is made, around a scheme that `discretize(..)` lists: [`Moreau`](type@super::Moreau),
/// [`SymmetricMoreau`](type@super::SymmetricMoreau) or [`VariationalMoreau`](type@super::VariationalMoreau), with a contact
/// solver that [solves to rounding](extremal_percussions::SolvesToRounding), which a
/// [`Budget`](extremal_percussions::Budget) does not.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(y),
///     kinetic = 0.5 * dt(y).powi(2),
///     potential = 9.81 * y,
///     contact(floor, gap = y),
///     discretize(Moreau)
/// )]
/// struct Stone;
///
/// let mut motion = Integrator::new(Stone, ClosedGaps(Moreau), 0.01, [1.0], [0.0])?;
/// for _ in 0..100 {
///     motion.step()?;
///     assert!(motion.state().q[0] >= 0.0);
/// }
/// assert!(motion.state().q[0] < 1e-15); // zero to rounding
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// C. W. Gear, G. K. Gupta, B. Leimkuhler, Automatic integration of Euler–Lagrange equations with constraints, 1985.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClosedGaps<D>(pub D);

#[diagnostic::do_not_recommend]
impl<D: ContactScheme> Scheme for ClosedGaps<D> {
    type Driver = ContactStep<D::Equations>;
}

/// A correction of the steps of a system of any size. The derive names it: the system lists the scheme inside.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no steps for `{S}`",
    label = "list the scheme inside in `discretize(..)` of `{S}`: `Moreau`, `SymmetricMoreau` or `VariationalMoreau`, with a contact \
             solver that takes problems of any size"
)]
pub trait ClosesItems<S: Lagrangian + ?Sized>: Sized {
    /// The driver that makes its steps.
    type Driver: Drive<S, Self>;
}

#[cfg(feature = "alloc")]
impl<S, D> ClosesItems<S> for ClosedGaps<D>
where
    D: Closable<Solver: SparseContactSolver>,
    S: OnTheHeap<D::Equations> + FamilyContacts,
    S::Scalar: Size,
{
    type Driver = AssembledContacts;
}

/// A scheme whose step ends at q₀ + h u.
#[diagnostic::on_unimplemented(
    message = "`ClosedGaps` is not for `{Self}`",
    label = "expected `Moreau`, `SymmetricMoreau` or `VariationalMoreau`"
)]
pub trait Closable: ContactScheme {}

impl<C: SolvesToRounding> Closable for MoreauWith<C> {}
impl<C: SolvesToRounding> Closable for SymmetricMoreauWith<C> {}
impl<C: SolvesToRounding> Closable for VariationalMoreauWith<C> {}

impl<D: Closable> ContactScheme for ClosedGaps<D> {
    type Equations = D::Equations;
    type Solver = D::Solver;

    const LOOKS_AHEAD: bool = D::LOOKS_AHEAD;
    const ACTS_AT_NODES: bool = D::ACTS_AT_NODES;
    const HAS_LAGGING_FORCES: bool = D::HAS_LAGGING_FORCES;
    const CLOSES_GAPS: bool = true;

    fn equations(&self) -> D::Equations {
        self.0.equations()
    }

    fn solver(&self) -> D::Solver {
        self.0.solver()
    }
}
