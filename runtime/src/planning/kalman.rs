//! The extended Kalman filter: the state of a motion and its covariance, from steps and noisy outputs.
//!
//! Knows derivatives of steps and outputs, and no system.

use core::fmt;

use nalgebra::SVector;

use super::small::{
    Cholesky, Matrix, difference, largest, matrix, product, sum, symmetric, transposed, transposed_product,
};
use crate::derivatives::{Jacobians, LinearizationOf, OutputsOfState};
use crate::{Discretize, Error, Integrator, Lagrangian, State};
use extremal_numerics::block::at;
use extremal_numerics::{IntoBlock, NoInputs, Scalar, Size, Vector};

/// An estimated motion and the covariance Σ of its R numbers z = (q, p).
///
/// ```text
/// predict:   z ← Φ(z, u),   Σ ← A Σ Aᵀ + W
/// update:    ν = measured − y(z),   N = C Σ Cᵀ + V,   L = Σ Cᵀ N⁻¹
///            z ← z + L ν,   Σ ← (1 − L C) Σ (1 − L C)ᵀ + L V Lᵀ
/// ```
///
/// | symbol | is | shape |
/// | --- | --- | --- |
/// | Φ, A | a step of the scheme, and its derivative by z | R, R × R |
/// | W | the covariance of what disturbs a step | R × R |
/// | y, C | the outputs of the declaration, and their derivative by z | Y, Y × R |
/// | V | the covariance of the noise of outputs | Y × Y |
/// | L, ν, N | gain, innovation and its covariance | R × Y, Y, Y × Y |
///
/// The last equation is that of Joseph: a sum of squares, symmetric and not below zero but for the rounding of Σ before. A.
/// H. Jazwinski, Stochastic Processes and Filtering Theory (1970), chapter 8.
///
/// ```
/// use extremal::nalgebra::{Matrix1, Matrix2};
/// use extremal::planning::Kalman;
/// use extremal::prelude::*;
///
/// /// Its angle is measured, and its momentum is not.
/// #[derive(Lagrangian, Clone)]
/// #[lagrangian(
///     coordinates(angle),
///     kinetic = 0.5 * dt(angle).powi(2),
///     potential = -9.81 * cos(angle),
///     output(seen = angle),
///     discretize(Midpoint),
/// )]
/// struct Pendulum;
///
/// let mut real = Integrator::new(Pendulum, Midpoint, 0.01, [1.0], [0.5])?;
/// let guess = Integrator::new(Pendulum, Midpoint, 0.01, [0.8], [0.0])?;
/// let mut filter = Kalman::new(guess, Matrix2::new(0.1, 0.0, 0.0, 1.0))?;
/// let (process, noise) = (Matrix2::identity() * 1e-8, Matrix1::new(1e-4));
/// for k in 0..200 {
///     real.step()?;
///     filter.predict(&process)?;
///     // Every tenth step is measured, with noise that a test can repeat.
///     let measured = real.state().q[0] + 0.01 * f64::sin(12.9898 * (k * k) as f64);
///     filter.update([(k % 10 == 0).then_some(measured)], &noise)?;
/// }
/// let (found, deviation) = (filter.motion().state().p[0], filter.covariance()[(1, 1)].sqrt());
/// assert!((found - real.state().p[0]).abs() < 4.0 * deviation && deviation < 0.02);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It takes systems of a fixed size of any scalar, without constraints, whose outputs contain no multipliers, and schemes
/// without a velocity of their own. It works without std.
pub struct Kalman<S: Lagrangian + Discretize<D>, D, const R: usize> {
    motion: Integrator<S, D>,
    covariance: Matrix<S::Scalar, R, R>,
}

/// What a measurement said that the prediction did not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Innovation<T, const Y: usize> {
    /// ν, zero where an output was not measured.
    pub difference: SVector<T, Y>,
    /// N; rows and columns of outputs that were not measured are those of the unit matrix.
    pub covariance: Matrix<T, Y, Y>,
    /// νᵀ N⁻¹ ν: of the chi-squared distribution with as many degrees of freedom as there were numbers, if the filter fits.
    pub distance: T,
}

/// Why an estimate was not made. The filter is unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum KalmanFailure {
    /// The scheme carries a velocity beside q and p; expected one of coordinates and momenta.
    CarriesVelocity,
    /// A covariance or a measured number is NaN or infinite.
    NotFinite {
        /// Which.
        what: &'static str,
    },
    /// The system has constraints, whose coordinates and momenta are not free. Take minimal coordinates.
    Constrained,
    /// A variance on the diagonal of a covariance is below zero; that of the state may be rounding of much larger ones before.
    NegativeVariance {
        /// Of which covariance.
        what: &'static str,
        /// The row, from 0.
        place: usize,
        /// It.
        variance: f64,
    },
    /// N is not positive definite: V is not, or Σ is not.
    NotPositive {
        /// The output, from 0.
        output: usize,
        /// The variance of its innovation, given those before it.
        variance: f64,
    },
    /// A step or outputs were not computed.
    Motion(Error),
}

impl fmt::Display for KalmanFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CarriesVelocity => {
                f.write_str("the scheme carries a velocity; expected one of coordinates and momenta")
            }
            Self::NotFinite { what } => write!(f, "{what}: not a finite number"),
            Self::Constrained => {
                f.write_str("constraints hold coordinates and momenta; expected minimal coordinates")
            }
            Self::NegativeVariance {
                what,
                place,
                variance,
            } => write!(f, "{what}: the variance {place} is {variance:e}, below zero"),
            Self::NotPositive { output, variance } => write!(
                f,
                "the variance of the innovation of output {output} is {variance:e}; it must be positive"
            ),
            Self::Motion(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for KalmanFailure {}

impl From<Error> for KalmanFailure {
    fn from(error: Error) -> Self {
        Self::Motion(error)
    }
}

/// The innovation of Y outputs, or why there is none.
type Updated<T, const Y: usize> = Result<Innovation<T, Y>, KalmanFailure>;

impl<S, D, T, const R: usize, const I: usize, const P: usize> Kalman<S, D, R>
where
    T: Scalar,
    S: Discretize<D, Linearization = LinearizationOf<T, R, I, P>> + Lagrangian<Scalar = T>,
{
    /// From a guess, with its covariance.
    ///
    /// # Errors
    ///
    /// [`KalmanFailure::CarriesVelocity`], [`KalmanFailure::Constrained`], [`KalmanFailure::NotFinite`] and
    /// [`KalmanFailure::NegativeVariance`].
    pub fn new(motion: Integrator<S, D>, covariance: Matrix<T, R, R>) -> Result<Self, KalmanFailure> {
        let state = motion.state();
        if state.q.as_slice().len() + state.p.as_slice().len() != R {
            return Err(KalmanFailure::CarriesVelocity);
        }
        if !S::MULTIPLIERS.is_empty() {
            return Err(KalmanFailure::Constrained);
        }
        check_covariance(&covariance, "covariance of the state")?;
        Ok(Self {
            motion,
            covariance: symmetric(&covariance),
        })
    }

    /// The estimate: the motion, whose next step is that of the next prediction.
    #[must_use]
    pub fn motion(&self) -> &Integrator<S, D> {
        &self.motion
    }

    /// Σ.
    #[must_use]
    pub fn covariance(&self) -> &Matrix<T, R, R> {
        &self.covariance
    }

    /// Makes a step, whose disturbance has the covariance `process`.
    ///
    /// # Errors
    ///
    /// Those of [`step_linearized`](Integrator::step_linearized), [`KalmanFailure::NotFinite`] and
    /// [`KalmanFailure::NegativeVariance`].
    pub fn predict(&mut self, process: &Matrix<T, R, R>) -> Result<S::Report, KalmanFailure>
    where
        S::Inputs: NoInputs,
    {
        self.predicted(S::Inputs::none(), process)
    }

    /// As [`predict`](Self::predict), with inputs.
    ///
    /// # Errors
    ///
    /// Those of [`predict`](Self::predict).
    pub fn predict_with(
        &mut self,
        inputs: impl IntoBlock<S::Inputs>,
        process: &Matrix<T, R, R>,
    ) -> Result<S::Report, KalmanFailure> {
        self.predicted(inputs.into_block(), process)
    }

    fn predicted(
        &mut self,
        inputs: S::Inputs,
        process: &Matrix<T, R, R>,
    ) -> Result<S::Report, KalmanFailure> {
        check_covariance(process, "covariance of the disturbance")?;
        let (report, step) = self.motion.step_linearized_by(inputs)?;
        let a = &step.by_state;
        let carried = product(&product(a, &self.covariance), &transposed(a));
        self.covariance = symmetric(&sum(&carried, process));
        Ok(report)
    }

    /// Corrects the state by outputs that were measured there, whose noise has the covariance `noise`; `None` is an output that
    /// was not measured.
    ///
    /// # Errors
    ///
    /// [`KalmanFailure`]: those of [`linearize_outputs`](Integrator::linearize_outputs) and of
    /// [`set_state`](Integrator::set_state) among them.
    pub fn update<const Y: usize>(
        &mut self,
        measured: [Option<T>; Y],
        noise: &Matrix<T, Y, Y>,
    ) -> Updated<T, Y>
    where
        S: Lagrangian<Outputs = [T; Y]> + Jacobians + OutputsOfState,
        S::Inputs: NoInputs,
    {
        self.updated(&S::Inputs::none(), &measured, noise)
    }

    /// As [`update`](Self::update), with the inputs of the step that begins here, for outputs that contain them.
    ///
    /// # Errors
    ///
    /// Those of [`update`](Self::update).
    pub fn update_with<const Y: usize>(
        &mut self,
        inputs: impl IntoBlock<S::Inputs>,
        measured: [Option<T>; Y],
        noise: &Matrix<T, Y, Y>,
    ) -> Updated<T, Y>
    where
        S: Lagrangian<Outputs = [T; Y]> + Jacobians + OutputsOfState,
    {
        self.updated(&inputs.into_block(), &measured, noise)
    }

    fn updated<const Y: usize>(
        &mut self,
        inputs: &S::Inputs,
        measured: &[Option<T>; Y],
        noise: &Matrix<T, Y, Y>,
    ) -> Updated<T, Y>
    where
        S: Lagrangian<Outputs = [T; Y]> + Jacobians + OutputsOfState,
    {
        check(noise, "covariance of the noise")?;
        let computed = self.motion.outputs_at(inputs)?;
        let jacobians = self.motion.output_jacobians(inputs)?;
        let zero = T::from_f64(0.0);
        // What was not measured has no row in C, so that nothing is gained from it.
        let c: Matrix<T, Y, R> =
            matrix(|row, column| measured[row].map_or(zero, |_| jacobians.by_state[(row, column)]));
        let noise = noise_of(measured, noise);
        check_covariance(&noise, "covariance of the noise")?;
        let innovation: SVector<T, Y> =
            matrix(|row, _| measured[row].map_or(zero, |value| value - computed[row]));
        check(&innovation, "measured outputs")?;

        let seen_covariance = product(&c, &self.covariance);
        let of_innovation = symmetric(&sum(&product(&seen_covariance, &transposed(&c)), &noise));
        let factor =
            Cholesky::of(&of_innovation).map_err(|(output, variance)| KalmanFailure::NotPositive {
                output,
                variance: variance.to_f64(),
            })?;
        let gain = transposed(&factor.solve(&seen_covariance));
        let left = difference(&unit(), &product(&gain, &c));
        let of_state = product(&product(&left, &self.covariance), &transposed(&left));
        let of_noise = product(&product(&gain, &noise), &transposed(&gain));
        let covariance = symmetric(&sum(&of_state, &of_noise));
        check_covariance(&covariance, "covariance of the state")?;
        if measured.iter().any(Option::is_some) {
            self.correct(&product(&gain, &innovation))?;
        }
        self.covariance = covariance;
        let distance = transposed_product(&innovation, &factor.solve(&innovation));
        Ok(Innovation {
            difference: innovation,
            covariance: of_innovation,
            distance: distance[0],
        })
    }

    /// Adds to (q, p).
    fn correct(&mut self, by: &SVector<T, R>) -> Result<(), Error> {
        let State { t, q, p } = self.motion.state();
        let n = q.as_slice().len();
        let added = |place: usize, number: T| number + at(by.as_slice(), place);
        self.motion.set_state(State {
            t,
            q: q.like(|k| added(k, at(q.as_slice(), k))),
            p: p.like(|k| added(n + k, at(p.as_slice(), k))),
        })
    }
}

fn unit<T: Scalar, const N: usize>() -> Matrix<T, N, N> {
    matrix(|row, column| T::from_f64(if row == column { 1.0 } else { 0.0 }))
}

/// V, with rows and columns of the unit matrix for what was not measured.
fn noise_of<T: Scalar, const Y: usize>(
    measured: &[Option<T>; Y],
    noise: &Matrix<T, Y, Y>,
) -> Matrix<T, Y, Y> {
    let (seen, unit) = (|k: usize| measured[k].is_some(), unit::<T, Y>());
    matrix(|row, column| {
        let from = if seen(row) && seen(column) { noise } else { &unit };
        from[(row, column)]
    })
}

fn check<T: Scalar, const N: usize, const C: usize>(
    numbers: &Matrix<T, N, C>,
    what: &'static str,
) -> Result<(), KalmanFailure> {
    if largest(numbers).is_finite() {
        Ok(())
    } else {
        Err(KalmanFailure::NotFinite { what })
    }
}

/// As [`check`], with variances that are not below zero.
fn check_covariance<T: Scalar, const N: usize>(
    covariance: &Matrix<T, N, N>,
    what: &'static str,
) -> Result<(), KalmanFailure> {
    check(covariance, what)?;
    let zero = T::from_f64(0.0).real();
    let variances = (0..N).map(|place| covariance[(place, place)].real());
    match variances.enumerate().find(|(_, variance)| *variance < zero) {
        None => Ok(()),
        Some((place, variance)) => Err(KalmanFailure::NegativeVariance {
            what,
            place,
            variance: variance.to_f64(),
        }),
    }
}

/// Shows the state with its covariance.
impl<S: Lagrangian + Discretize<D>, D, const R: usize> fmt::Debug for Kalman<S, D, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kalman")
            .field("state", &self.motion.state())
            .field("covariance", &self.covariance)
            .finish()
    }
}
