//! The amplification of a step, and the step sizes for which it is stable.

use super::{Integrator, memory};
use crate::drive::{Drive, Interval, Start};
use crate::jacobians::Node;
use crate::known::Known;
use crate::legendre::velocity_or_consistent;
use crate::stability::{Amplification, Amplifying, Growing, StableSteps};
use crate::{Discretize, Error, Failure, Lagrangian};
use extremal_numerics::{IntoBlock, NoInputs, Scalar};

impl<S: Lagrangian, D, M> Integrator<S, D, M>
where
    S: Discretize<D, Memory = M>,
{
    /// The eigenvalues of the next step in (q, p): of A = ∂(q₁, p₁)/∂(q₀, p₀) at the present state.
    ///
    /// Makes no step. Where the scheme carries v, starts are varied along dp = d(∂L/∂v), as integrators start. Of a
    /// nonlinear system it is about the linearization at this state: see [`Amplification`]. `E` has 2n complex numbers, for n
    /// coordinates; rustc finds it. In a system of any size it is a list, from a matrix of (2n)² numbers: for many coordinates
    /// take [`largest_stable_step`](Self::largest_stable_step), and
    /// [`growth`](crate::drive::SparseLinearization::growth) of the derivative of a step.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Newmark))]
    /// struct Oscillator;
    ///
    /// // Structural dynamics damps what it does not resolve: here ω h = 10.
    /// let damped = Newmark { beta: 0.3025, gamma: 0.6 };
    /// let step = Integrator::new(Oscillator, damped, 10.0, [0.0], [0.0])?.amplification()?;
    /// assert!(step.spectral_radius() < 0.9);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`linearize`](Self::linearize), [`Failure::SingularMassMatrix`] where the scheme carries v, and
    /// [`Failure::Eigenvalues`].
    pub fn amplification<E>(&self) -> Result<Amplification<E>, Error>
    where
        S::Linearization: Amplifying<S, Eigenvalues = E>,
        Known<E, S::Inputs>: NoInputs,
    {
        self.amplified(&S::Inputs::none(), self.clock.step_size())
            .map_err(|failure| self.error(failure))
    }

    /// As [`amplification`](Self::amplification), with inputs, which are held over the step.
    ///
    /// # Errors
    ///
    /// The errors of [`amplification`](Self::amplification), and [`Failure::NotFinite`] for the inputs.
    pub fn amplification_with<E>(&self, inputs: impl IntoBlock<S::Inputs>) -> Result<Amplification<E>, Error>
    where
        S::Linearization: Amplifying<S, Eigenvalues = E>,
    {
        let inputs = self.checked(inputs.into_block())?;
        self.amplified(&inputs, self.clock.step_size())
            .map_err(|failure| self.error(failure))
    }

    /// How long steps of this scheme may be for this system: the first step size, up to `longest`, at which a
    /// disturbance of the present state grows.
    ///
    /// ```text
    /// ρ(A(h)) ≤ 1 for all h up to the result,   A = ∂(q₁, p₁)/∂(q₀, p₀),   ρ = max |λ|
    /// on one oscillator ω h is compared with a number of the scheme; of several, the highest ω decides
    /// ```
    ///
    /// A structure is stable if its highest frequency is. The eigenvalues are computed for step sizes that grow by
    /// 1/64 each, from one that is short for all motions of the system; windows of instability at λ = −1 may be as
    /// narrow as 1e-6. Elsewhere a window that is narrower than h/64 may be missed. The limit has six digits. Growth
    /// within rounding does not count ([`Amplification::is_stable`]). The state, the time and the step size of the
    /// integrator are as before.
    ///
    /// In a system of any size no eigenvalues are computed: a disturbance is multiplied by A again and again, up to 4096
    /// times for one step size, and grows if it becomes more than linearly longer. Its length is `√(M q² + c h² p²/M)`,
    /// with the masses M of the coordinates and a number c, which does not depend on units. The step sizes grow by 1/64
    /// each as soon as a step turns some motion by 60°, and by 1/8 before, so that a window of instability that is narrower
    /// than that may be missed. The limit has five digits. Growth of less than 0.07 % in a step is not seen. So a slow
    /// instability of the motion itself, as of a buckled spring, may be missed, or be taken for a limit of the step size.
    /// The time is in proportion to the size of the system, some ten thousand to a hundred thousand products with the
    /// derivative of a step.
    ///
    /// **Nonlinear systems:** this is about the linearization at the present state. Take an equilibrium, such as the
    /// rest about which a structure vibrates, or the stiffest state that the motion reaches, and stay below the result
    /// by some margin.
    ///
    /// ```
    /// use extremal::prelude::*;
    /// use extremal::stability::StableSteps;
    ///
    /// /// Two masses between walls.
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x, y),
    ///     kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    ///     potential = 0.5 * k * (x.powi(2) + (y - x).powi(2) + y.powi(2)),
    ///     discretize(Verlet, Midpoint),
    /// )]
    /// struct Chain {
    ///     m: f64,
    ///     k: f64,
    /// }
    ///
    /// let chain = Chain { m: 1.0, k: 300.0 };
    /// let motion = Integrator::new(&chain, Verlet, 1e-3, [0.0, 0.0], [0.0, 0.0])?;
    /// let limit = motion.largest_stable_step(1.0)?.largest().expect("it vibrates");
    /// // ω h < 2, with ω² = k/m and 3k/m.
    /// assert!((limit - 2.0 / 30.0).abs() < 1e-7);
    /// // The midpoint rule is stable for every step size.
    /// let motion = Integrator::new(&chain, Midpoint, 1e-3, [0.0, 0.0], [0.0, 0.0])?;
    /// assert_eq!(motion.largest_stable_step(1.0)?, StableSteps::UpTo(1.0));
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Failure::StepSize`] unless 0 < `longest` < ∞, and those of [`amplification`](Self::amplification) for the
    /// shortest step. A longer step that fails counts as unstable.
    pub fn largest_stable_step(&self, longest: f64) -> Result<StableSteps, Error>
    where
        S::Inputs: NoInputs,
        S::Linearization: Growing<S>,
    {
        self.stable_steps(&S::Inputs::none(), longest)
    }

    /// As [`largest_stable_step`](Self::largest_stable_step), with inputs, which are held over the step.
    ///
    /// # Errors
    ///
    /// The errors of [`largest_stable_step`](Self::largest_stable_step), and [`Failure::NotFinite`] for the inputs.
    pub fn largest_stable_step_with(
        &self,
        longest: f64,
        inputs: impl IntoBlock<S::Inputs>,
    ) -> Result<StableSteps, Error>
    where
        S::Linearization: Growing<S>,
    {
        let inputs = self.checked(inputs.into_block())?;
        self.stable_steps(&inputs, longest)
    }

    fn stable_steps(&self, inputs: &S::Inputs, longest: f64) -> Result<StableSteps, Error>
    where
        S::Linearization: Growing<S>,
    {
        let mut step = |h| self.derivative_of(inputs, S::Scalar::from_f64(h));
        Growing::stable_steps(&self.system, longest, &mut step).map_err(|failure| self.error(failure))
    }

    /// The eigenvalues of a step of the length `h` from the present state.
    fn amplified<E>(&self, inputs: &S::Inputs, h: S::Scalar) -> Result<Amplification<E>, Failure>
    where
        S::Linearization: Amplifying<S, Eigenvalues = E>,
    {
        let (step, node) = self.derivative_of(inputs, h)?;
        step.amplified_from(&self.system, &node)
    }

    /// The derivative of a step of the length `h` from the present state, and the node where it starts.
    fn derivative_of(
        &self,
        inputs: &S::Inputs,
        h: S::Scalar,
    ) -> Result<(S::Linearization, Node<S>), Failure> {
        let (system, state) = (&self.system, self.state());
        let velocity = memory::velocity::<S, D>(&self.memory)
            .unwrap_or_else(|| velocity_or_consistent(system, state.t, &state.q, &state.p));
        let from = Start::new(&self.scheme, h, &state, &velocity).again();
        let mut memory = S::Driver::start(system.system(), from, None)?;
        memory::keep_contacts::<S, D>(&mut memory, &self.memory);
        let over = Interval::new(&self.scheme, h, inputs, &state);
        let step = S::Driver::linearize(system.system(), over, &memory)?;
        Ok((step, (state.t, state.q, velocity)))
    }
}
