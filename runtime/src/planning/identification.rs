//! Identification: the parameters and starts that explain measured outputs best, by least squares.
//!
//! Knows steps through their derivatives, and no scheme.

mod answer;
mod data;
mod experiment;
mod identified;
mod problem;
mod search;
mod singular;
mod triangle;
mod unidentified;

use core::fmt;
use std::vec::Vec;

use crate::derivatives::{Columns, Jacobians, LinearizationOf, OutputsOfState};
use crate::{Discretize, Lagrangian};
use answer::of_step;
pub use experiment::Experiment;
pub use identified::{Identified, IdentifiedStart, Noise};
use problem::{Layout, Problem};
use search::search;
pub use unidentified::{IdentificationFailure, Unidentified, Unknown};

/// The search for parameters θ, and for starts where these are unknown, that make computed outputs come nearest to measured
/// ones.
///
/// ```text
/// min Σ ((y_j(z_k, θ) − measured)/σ_j)²     over all experiments, with z_{k+1} = Φ(z_k, u_k, θ)
/// δz_{k+1} = A_k δz_k + C_k δθ,     covariance of (θ, z₀) = (JᵀJ)⁻¹,   J the derivative of all ((y − measured)/σ)
/// ```
///
/// | symbol | is |
/// | --- | --- |
/// | θ | the P numbers of the fields in `sensitivities(..)`, in the order of [`Lagrangian::SENSITIVITIES`] |
/// | z₀ | coordinates and velocities at the start of an [`Experiment`], those that are unknown |
/// | y | the Y outputs of the declaration, at the nodes at which they were measured |
/// | u | the known inputs of each step |
/// | σ | the standard deviation of the noise of each output |
///
/// Damping and stiffness of an oscillator, from two motions; in the second one its start was not measured, and neither was
/// every place:
///
/// ```
/// use extremal::planning::{Experiment, Identification};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x),
///     kinetic = 0.5 * dt(x).powi(2),
///     potential = 0.5 * k * x.powi(2),
///     dissipation = 0.5 * c * dt(x).powi(2),
///     output(place = x),
///     sensitivities(k, c),
///     discretize(Midpoint),
/// )]
/// struct Oscillator {
///     k: f64,
///     c: f64,
/// }
///
/// // Measurements, with noise that a test can repeat.
/// let measured = |x0: f64| -> Result<Vec<f64>, extremal::Error> {
///     let mut real = Integrator::new(Oscillator { k: 4.0, c: 0.3 }, Midpoint, 0.05, [x0], [0.0])?;
///     let mut seen = Vec::new();
///     for k in 0..100 {
///         real.step()?;
///         seen.push(real.state().q[0] + 1e-3 * f64::sin(12.9898 * (k * k) as f64));
///     }
///     Ok(seen)
/// };
/// let (first, second) = (measured(1.0)?, measured(-0.5)?);
/// let all = first.iter().enumerate().map(|(k, x)| (k + 1, [Some(*x)]));
/// let some = second.iter().enumerate().map(|(k, x)| (k + 1, [(k % 3 == 0).then_some(*x)]));
///
/// let found = Identification::new(|[k, c]| Oscillator { k, c }, Midpoint, 0.05, [3.0, 0.1])
///     .experiment(Experiment::new([1.0], [0.0]).measured(all))
///     .experiment(Experiment::new([0.0], [0.0]).unknown_start().measured(some))
///     .solve()?;
/// let deviations = found.deviations().expect("more measurements than unknowns");
/// assert!((found.parameters[0] - 4.0).abs() < 4.0 * deviations[0] && deviations[0] < 2e-3);
/// assert!((found.parameters[1] - 0.3).abs() < 4.0 * deviations[1]);
/// assert!((found.starts[1].q[0] + 0.5).abs() < 2e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | you want to | methods |
/// | --- | --- |
/// | add data | [`experiment`](Self::experiment) |
/// | weigh outputs by their noise | [`deviations`](Self::deviations), [`relative_deviations`](Self::relative_deviations) |
/// | stop earlier or later | [`tolerance`](Self::tolerance), [`iterations`](Self::iterations) |
/// | identify | [`solve`](Self::solve) |
///
/// **The parameters** belong to the steps that are made: with a scheme and a step size for which steps are far from the
/// motion, they explain data by its error as well.
///
/// **The covariance** is that of the linearized problem. Where deviations of the noise are given it has their scale; where they
/// are not, or only their ratios, it has that of the residuals: [`Identified::noise`] says which. Noise is of mean zero and
/// independent from one number to the next, and nothing disturbs the motion itself.
///
/// **The method** is that of Levenberg and Marquardt (J. Nocedal, S. J. Wright, Numerical Optimization (2006), section 10.3),
/// with derivatives exact to rounding. Unknowns are scaled by their effects (J. J. Moré, Lecture Notes in Mathematics 630
/// (1978)), so that units decide nothing. Rows are rotated into a triangle, so that `JᵀJ` is not formed and memory does not
/// grow with the data. It grows with the square of the number of unknowns, and time with its cube: meant for up to a few
/// hundred.
/// Where several parameters explain the data, the one found depends on the guess. A long swing seen from a guess with another
/// frequency has many local optima: begin with its first swings.
///
/// It takes systems of a fixed size whose scalar is `f64` and whose masses are regular, with schemes that have derivatives and
/// no velocity of their own.
pub struct Identification<S: Lagrangian, D, F, const P: usize, const Y: usize> {
    system: F,
    scheme: D,
    step_size: f64,
    guess: [f64; P],
    experiments: Vec<Experiment<S, Y>>,
    deviations: Deviations<Y>,
    tolerance: f64,
    most_iterations: usize,
}

/// What is known about the noise of each output.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deviations<const Y: usize> {
    Given([f64; Y]),
    UpToAFactor([f64; Y]),
}

/// The unknowns, or why they were not found.
type Identifying<S, const P: usize, const Z: usize> = Result<Identified<S, P, Z>, Unidentified<S, P>>;

impl<S, D, F, const P: usize, const Y: usize, const Z: usize, const I: usize> Identification<S, D, F, P, Y>
where
    F: Fn([f64; P]) -> S,
    D: Clone,
    S: Discretize<D, Linearization: Columns<f64>>
        + Lagrangian<Scalar = f64, Outputs = [f64; Y]>
        + Jacobians<VelocityLinearization = LinearizationOf<f64, Z, I, P>>
        + OutputsOfState,
{
    /// Of the systems `system(θ)`, by steps of this scheme and size. `guess` is the first θ. A guess that is not zero
    /// tells the size of its parameter: if a change by as much would change outputs by less than rounding, it has no effect.
    ///
    /// The closure sets the fields in `sensitivities(..)` to the numbers that it gets, in the order of the declaration and
    /// nothing else: derivatives are those by these fields. This cannot be checked. One that sets a field to twice a number,
    /// or exchanges two of them, has steps that do not fit to it, and the answer is
    /// [`NotConverged`](IdentificationFailure::NotConverged) or a wrong optimum.
    pub fn new(system: F, scheme: D, step_size: f64, guess: [f64; P]) -> Self {
        Self {
            system,
            scheme,
            step_size,
            guess,
            experiments: Vec::new(),
            deviations: Deviations::UpToAFactor([1.0; Y]),
            tolerance: 1e-9,
            most_iterations: 200,
        }
    }

    /// Adds an experiment, with the same parameters as all others.
    #[must_use]
    pub fn experiment(mut self, experiment: Experiment<S, Y>) -> Self {
        self.experiments.push(experiment);
        self
    }

    /// The standard deviation σ of the noise of each output, in its unit. Residuals are divided by it, and the covariance has
    /// its scale.
    #[must_use]
    pub fn deviations(mut self, deviations: [f64; Y]) -> Self {
        self.deviations = Deviations::Given(deviations);
        self
    }

    /// Standard deviations of the noise of each output up to a common factor, which the residuals show. All the same if nothing
    /// is said, which fits to outputs of one unit.
    #[must_use]
    pub fn relative_deviations(mut self, deviations: [f64; Y]) -> Self {
        self.deviations = Deviations::UpToAFactor(deviations);
        self
    }

    /// What is accepted as [`Identified::optimality`]; 10⁻⁹ if nothing is said. Where rounding ends the descent before, 10⁻⁶
    /// is accepted.
    #[must_use]
    pub fn tolerance(mut self, optimality: f64) -> Self {
        self.tolerance = optimality;
        self
    }

    /// How many iterations are made at the most; 200 if nothing is said.
    #[must_use]
    pub fn iterations(mut self, most: usize) -> Self {
        self.most_iterations = most;
        self
    }

    /// Identifies: an [`Identified`].
    ///
    /// # Errors
    ///
    /// [`Unidentified`], with the reason and the best unknowns.
    pub fn solve(self) -> Identifying<S, P, Z> {
        let (Deviations::Given(deviations) | Deviations::UpToAFactor(deviations)) = self.deviations;
        let layout = Layout::of(&self.experiments);
        let problem = Problem {
            of: &self,
            layout,
            deviations,
        };
        let guess = problem.guess();
        // The momentum of such a scheme is not that of its velocity at later nodes.
        let carries_velocity = <S::Linearization as Columns<f64>>::ROWS != Z;
        let checked = if carries_velocity {
            Err(IdentificationFailure::CarriesVelocity)
        } else {
            problem.check(guess.len())
        };
        if let Err(why) = checked {
            return Err(problem.unidentified(why, &guess, f64::INFINITY, 0));
        }
        let sizes = problem.sizes();
        let found = search(
            |x| problem.residuals(x),
            (guess.clone(), &sizes),
            (self.tolerance, self.most_iterations),
        );
        let (point, iterations, end) =
            found.map_err(|failed| problem.unidentified(of_step(failed), &guess, f64::INFINITY, 0))?;
        match problem.why(&point, end) {
            None => Ok(problem.identified(point, iterations)),
            Some(why) => {
                let squares = point.residuals.triangle.squares;
                Err(problem.unidentified(why, &point.x, squares, iterations))
            }
        }
    }
}

/// Shows the guess and the number of experiments.
impl<S: Lagrangian, D, F, const P: usize, const Y: usize> fmt::Debug for Identification<S, D, F, P, Y> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identification")
            .field("scheme", &core::any::type_name::<D>())
            .field("guess", &self.guess)
            .field("experiments", &self.experiments.len())
            .finish_non_exhaustive()
    }
}
