//! The modified energy, which a variational scheme keeps to a higher order than the energy.
//!
//! The derive writes the implementations.

use crate::{Discretize, Failure, StateOf};

/// The modified energy H̃ of the scheme `D`, with the first term by which it differs from the energy.
///
/// A variational scheme follows the exact motion of a nearby system, up to terms smaller than any power of h. That system
/// has the modified Lagrangian L + h² L₂ + O(h⁴), and its energy is
///
/// ```text
/// H̃(q, p) = H(q, p) − h² L₂ + O(h⁴)
/// L₂ = ⅛ ∂L/∂q·a + (1/24)(∂L/∂v·ȧ − L̈)                         Midpoint
/// L₂ = ⅛ (∂L/∂q·a + v·∂²L/∂q² v) + (1/24)(∂L/∂v·ȧ − L̈)         Verlet
/// ```
///
/// | symbol | word | unit |
/// | --- | --- | --- |
/// | h | step size | time |
/// | H | energy v·p − L, at the velocity v of the momentum p | energy |
/// | a, ȧ | acceleration by the equations of motion, and its rate | |
/// | L̈ | the second time derivative of L along the motion; its terms in ȧ cancel ∂L/∂v·ȧ | power over time |
///
/// So the range of H over a motion shrinks as h², and that of H̃ as h⁴, if h is small compared with the time scales of
/// the motion. For one coordinate with L = ½ v² − V it is H + h² (p² V″/12 − V′²/24) with Verlet, and H − h²/24 (p² V″ +
/// V′²) with Midpoint, as in D. Kern, *Variational integrators for mechanical systems*, summer school lectures, Chemnitz,
/// 2016, under backward error analysis. For Midpoint it is H − h²/24 `H_zz`(ż, ż) in general, z = (q, p), with ż the rate
/// of z along the motion (E. Hairer, C. Lubich, G. Wanner, *Geometric numerical integration*, chapter IX).
///
/// The key `modified_energy` of a declaration enables it. The system must be autonomous, without forces and constraints.
/// M may be any regular matrix, and L any function of v.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(theta),
///     kinetic = 0.5 * dt(theta).powi(2),
///     potential = -cos(theta),
///     modified_energy,
/// )]
/// struct Pendulum;
///
/// /// The ranges of H and of H̃ over ten units of time.
/// fn ranges(h: f64) -> Result<[f64; 2], extremal::Error> {
///     let mut motion = Integrator::new(Pendulum, Verlet, h, [2.0], [0.0])?;
///     let mut bounds = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
///     while motion.time() < 10.0 {
///         let energies = [motion.energy(), motion.modified_energy()?];
///         for ([least, largest], energy) in bounds.iter_mut().zip(energies) {
///             (*least, *largest) = (least.min(energy), largest.max(energy));
///         }
///         motion.step()?;
///     }
///     Ok(bounds.map(|[least, largest]| largest - least))
/// }
///
/// # fn main() -> Result<(), extremal::Error> {
/// let (long, short) = (ranges(0.1)?, ranges(0.05)?);
/// assert!((long[0] / short[0] - 4.0).abs() < 0.1);
/// assert!((long[1] / short[1] - 16.0).abs() < 1.0);
/// # Ok(())
/// # }
/// ```
///
/// `#[derive(Lagrangian)]` implements it for [`Verlet`](crate::schemes::Verlet) and [`Midpoint`](crate::schemes::Midpoint), if
/// the declaration lists them. It is implemented for `&S` as well.
#[diagnostic::on_unimplemented(
    message = "the modified energy of the scheme `{D}` is not derived for `{Self}`",
    label = "write `modified_energy` in the declaration; the derive says there if the scheme has none"
)]
pub trait ModifiedEnergy<D>: Discretize<D> {
    /// H − h² L₂ at the state (q, p) of a motion with the step size `h`. For h = 0 it is the energy.
    ///
    /// # Errors
    ///
    /// [`Failure::SingularMassMatrix`], and the failures of Newton's method if L is not quadratic in v.
    fn modified_energy(&self, h: Self::Scalar, state: &StateOf<Self>) -> Result<Self::Scalar, Failure>;
}

#[diagnostic::do_not_recommend]
impl<D, S: ModifiedEnergy<D> + ?Sized> ModifiedEnergy<D> for &S {
    fn modified_energy(&self, h: S::Scalar, state: &StateOf<S>) -> Result<S::Scalar, Failure> {
        (**self).modified_energy(h, state)
    }
}
