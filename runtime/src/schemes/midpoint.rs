//! The midpoint rule.

use crate::drive::{Chosen, ContactScheme, Scheme};
#[cfg(feature = "alloc")]
use crate::stability::{Vibrating, frequencies};
#[cfg(feature = "alloc")]
use crate::{Discretize, Error, Integrator, Lagrangian};
#[cfg(feature = "alloc")]
use extremal_numerics::{IntoBlock, NoInputs, Scalar, Size};
use extremal_percussions::SemismoothNewton;

/// The midpoint rule: linear elements, one Gauss point. Order 2, symplectic, symmetric.
///
/// ```text
/// v = (q₁ − q₀)/h,   q_½ = q₀ + h v/2,   t_½ = t₀ + h/2,   L_d = h L(q_½, v, t_½)
/// p₀ = L_v(q_½, v, t_½) − h/2 [L_q + f](q_½, v, t_½)
/// p₁ = L_v(q_½, v, t_½) + h/2 [L_q + f](q_½, v, t_½)
/// ```
///
/// Implicit in general; stable on an oscillator for every step size. Friction c ẋ on a mass m needs h c < 2 m: beyond it the
/// velocity changes its sign in each step, and dies out the slower the larger c is. Where friction begins within a step, so
/// that h c ≥ 2 m, a body may be thrown back; [`Galerkin<2, Gauss<2>>`](super::Galerkin) brakes it. Unknown: v. Capobianco
/// 2015 ([`Galerkin`](super::Galerkin)), (4.43) with P = 1. With constraints on velocities (`rolling`) the rule is that of
/// Lagrange and d'Alembert, with the reaction in the middle: no symplectic form, and no work of the reaction.
///
/// With dry friction (`friction(..)`, and no gaps) the steps are those of [`NonsmoothMidpoint`](type@super::NonsmoothMidpoint),
/// to the bit: half of the friction acts at the start of a step, so that what sticks does not move, and half at its end, so
/// that it has no momentum. Each coordinate needs a mass then, steps have a derivative where friction has one slip and there
/// are no constraints, and the report is a [`ContactReport`](crate::drive::ContactReport). In systems of any size it is an
/// [`AssembledContactReport`](crate::drive::AssembledContactReport), and steps with dry friction have no derivative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Midpoint;

#[diagnostic::do_not_recommend]
impl Scheme for Midpoint {
    type Driver = Chosen<Self>;
}

/// With dry friction: the same driver as that of [`NonsmoothMidpoint`](type@super::NonsmoothMidpoint), with the same equations.
impl ContactScheme for Midpoint {
    type Equations = Self;
    type Solver = SemismoothNewton;

    const LOOKS_AHEAD: bool = false;
    const HAS_LAGGING_FORCES: bool = false;
    const HOLDS_CONTACTS: bool = true;

    fn equations(&self) -> Self {
        Self
    }

    fn solver(&self) -> SemismoothNewton {
        SemismoothNewton
    }
}

#[cfg(feature = "alloc")]
impl<S: Lagrangian, M> Integrator<S, Midpoint, M>
where
    S: Discretize<Midpoint, Memory = M, Linearization: Vibrating>,
{
    /// The frequencies of small vibrations about the present state, in radians per unit of time and in ascending order: those
    /// of the linearized motion, which the eigenvalues of a step determine exactly, whatever its length is.
    ///
    /// ```text
    /// λ = (1 + ½ h μ)/(1 − ½ h μ),   μ = −δ ± i ω
    /// ```
    ///
    /// With friction ω is that of the damped vibration. Motions that do not vibrate have none: free ones, overdamped ones, and
    /// those that constraints prevent. h should be such that the frequencies of interest have ω h near one. Rounding ε of the n
    /// coordinates' matrix A moves the eigenvalues of free motions by √(128 n ε) max |A|. Vibrations with an ω h below that,
    /// 1e-6 and more in double precision, count as free, and so do those with an ω h above 4 divided by it. Take the state of
    /// an equilibrium. Constraints are exact where they are linear in q; tensions of others act at the nodes of a step, which
    /// changes ω by a part of (ω h)². The matrix of the step has (2n)² numbers, and the time is in proportion to n³.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// /// Two pendulums with a spring between them.
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(a, b),
    ///     kinetic = 0.5 * (dt(a).powi(2) + dt(b).powi(2)),
    ///     potential = -cos(a) - cos(b) + 0.5 * 4 * (b - a).powi(2),
    /// )]
    /// struct Pendulums;
    ///
    /// let motion = Integrator::new(Pendulums, Midpoint, 0.5, [0.0, 0.0], [0.0, 0.0])?;
    /// let omega = motion.frequencies()?;
    /// // In phase, and in opposite phase: ω² = 1 and 1 + 2·4.
    /// assert!(omega.len() == 2 && (omega[0] - 1.0).abs() < 1e-12 && (omega[1] - 3.0).abs() < 1e-12);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`linearize`](Self::linearize), and [`Failure::Eigenvalues`](crate::Failure::Eigenvalues).
    pub fn frequencies(&self) -> Result<alloc::vec::Vec<f64>, Error>
    where
        S::Inputs: NoInputs,
    {
        self.vibrations(self.linearize())
    }

    /// As [`frequencies`](Self::frequencies), with inputs, which are held.
    ///
    /// # Errors
    ///
    /// The errors of [`frequencies`](Self::frequencies), and of [`linearize_with`](Self::linearize_with).
    pub fn frequencies_with(&self, inputs: impl IntoBlock<S::Inputs>) -> Result<alloc::vec::Vec<f64>, Error> {
        self.vibrations(self.linearize_with(inputs))
    }

    fn vibrations(&self, step: Result<S::Linearization, Error>) -> Result<alloc::vec::Vec<f64>, Error> {
        let h = self.step_size().real().to_f64();
        let epsilon = <S::Linearization as Vibrating>::EPSILON;
        let found = step?
            .into_matrix()
            .and_then(|matrix| frequencies(matrix, h, epsilon));
        found.map_err(|failure| Error {
            t: self.time().real().to_f64(),
            step: self.steps(),
            failure,
        })
    }
}
