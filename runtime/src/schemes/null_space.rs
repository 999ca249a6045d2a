//! Null-space forms of constrained schemes.

use crate::drive::{OneStep, Scheme};

/// The scheme `D` of a constrained system in its null-space form: the same motion, found without multipliers among the
/// unknowns.
///
/// ```text
/// B_iᵀ (D_iL_d + F_i + δ_i0 p₀) = 0,   ∂g/∂q(z_i) B_i = 0   (0 ≤ i < P),   g(z_i) = 0   (0 < i ≤ P)
/// ```
///
/// Each equation of a node is multiplied by a basis `B_i` of the directions that the constraints leave there, so that its
/// multiplier drops out; the multipliers of the report follow from the solution. There are n P unknowns for any number of
/// constraints, and the tangent stays regular as h → 0. Where `D` as it is iterates nothing but multipliers, as
/// [`Verlet`](super::Verlet) does with a constant diagonal mass matrix, `D` as it is is the cheaper form:
/// [`Facts`](crate::Facts) has the numbers of both.
///
/// P. Betsch, The discrete null space method for the energy consistent integration of constrained mechanical systems, part I,
/// 2005; S. Leyendecker, J. Marsden & M. Ortiz, Variational integrators for constrained dynamical systems, 2008.
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

#[diagnostic::do_not_recommend]
impl<D> Scheme for NullSpace<D> {
    type Driver = OneStep<Self>;
}
