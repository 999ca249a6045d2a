//! Amplification of a step: its eigenvalues, and the step sizes for which they stay within the unit circle.
//!
//! Knows matrices, and no system or scheme.

mod eigenvalues;
#[cfg(feature = "alloc")]
mod growth;
mod motions;
mod search;
mod steps;
#[cfg(feature = "alloc")]
mod vibrations;

pub use eigenvalues::Amplified;
#[cfg(feature = "alloc")]
pub(crate) use growth::growth;
pub use search::StableSteps;
pub use steps::{Amplifying, Growing};
#[cfg(feature = "alloc")]
pub use vibrations::Vibrating;
#[cfg(feature = "alloc")]
pub(crate) use vibrations::frequencies;

use core::f64::consts::TAU;

use nalgebra::Complex;

use extremal_numerics::Scalar;

/// The condition of eigenvalues that is admitted: 2²², of structures whose frequencies and masses span six decades.
const SCALES: f64 = 4_194_304.0;

/// The eigenvalues λ of a step, of the matrix A = ∂z₁/∂z₀ that multiplies a disturbance of its start.
///
/// ```text
/// δz_k = A^k δz₀,   ρ = max |λ|,   det A = Π λ
/// on an oscillator of angular frequency ω:   exact λ = e^{± i ω h};   a scheme has |λ| e^{± i θ}
/// ```
///
/// The disturbances of a linear system stay bounded if ρ ≤ 1, and those with |λ| < 1 decay: numerical damping, if the system
/// itself has none. θ against ω h is the error of the period.
///
/// Where A comes from: [`Integrator::amplification`](crate::Integrator::amplification) computes it in z = (q, p) for
/// all schemes; [`Linearization::amplification`](crate::derivatives::Linearization::amplification) that of any derivative of a
/// step. **A nonlinear system** has an A for each state. Its powers describe many steps at an equilibrium, where each
/// step has the same A. Along a motion the product of the A of all steps takes their place, and the eigenvalues of one
/// of them are an indication.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Verlet, Midpoint))]
/// struct Oscillator;
///
/// // ω = 1, so that ω h = 0.5.
/// let motion = Integrator::new(Oscillator, Verlet, 0.5, [1.0], [0.0])?;
/// let step = motion.amplification()?;
/// assert!(step.is_stable());
/// assert!((step.determinant() - 1.0).abs() < 1e-15);
/// // Verlet's period is too short by ω²h²/24 + ..
/// let error = step.period_error(0.5).expect("it oscillates");
/// assert!((error + 0.25 / 24.0).abs() < 1e-3);
/// assert!(step.damping_ratio(0.5).expect("it oscillates").abs() < 1e-15);
/// # Ok::<(), extremal::Error>(())
/// ```
///
/// T. J. R. Hughes, The Finite Element Method, Prentice-Hall 1987, section 9.1: spectral radius, relative period
/// error, algorithmic damping ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Amplification<E> {
    eigenvalues: E,
    /// ‖A‖ after balancing, and ε.
    size: f64,
    epsilon: f64,
}

impl<E: AsRef<[Complex<f64>]>> Amplification<E> {
    /// λ, in no particular order; pairs of conjugates stand together.
    #[must_use]
    pub fn eigenvalues(&self) -> &[Complex<f64>] {
        self.eigenvalues.as_ref()
    }

    /// ρ = max |λ|: the growth of the worst disturbance in a step.
    #[must_use]
    pub fn spectral_radius(&self) -> f64 {
        self.eigenvalues()
            .iter()
            .fold(0.0, |most, &e| f64::max(most, size(e)))
    }

    /// det A = Π λ: the factor by which a step changes volumes of (q, p). It is 1 for symplectic steps, and 0 for
    /// derivatives in (q, p, v), whose starts need not satisfy p = ∂L/∂v.
    #[must_use]
    pub fn determinant(&self) -> f64 {
        let one = Complex { re: 1.0, im: 0.0 };
        let product = |a: Complex<f64>, b: &Complex<f64>| Complex {
            re: a.re * b.re - a.im * b.im,
            im: a.re * b.im + a.im * b.re,
        };
        self.eigenvalues().iter().fold(one, product).re
    }

    /// Whether no |λ| is above 1, but for rounding.
    ///
    /// ```text
    /// |λ| ≤ 1 + ‖A‖ min(2²² ε/d, 4 √ε),   d = min(1, distance to the nearest other eigenvalue)
    /// ```
    ///
    /// ε is that of the scalar of the system, and ‖A‖ = √Σ a² over all entries of A, after balancing. Computed eigenvalues
    /// are those of A + δA with ‖δA‖ of some ε ‖A‖. Simple eigenvalues follow δA in proportion, by a factor that the
    /// scales of the system set: 2²² admits a million. Where two eigenvalues meet, as at the limit of stability and
    /// for bodies that move freely, δA moves them by √(‖A‖ ‖δA‖), and off the unit circle. So of f64 growth counts
    /// from 1e-9 in a step on, and from 1e-7 where eigenvalues meet.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.growing().next().is_none()
    }

    /// The eigenvalues above 1 but for rounding, see [`is_stable`](Self::is_stable).
    fn growing(&self) -> impl Iterator<Item = Complex<f64>> {
        let all = self.eigenvalues();
        let each = all.iter().copied().enumerate();
        let growing = each.filter(move |&(k, e)| {
            let growth = size(e) - 1.0;
            let floor = 4.0 * self.size * Scalar::sqrt(self.epsilon);
            growth > floor
                || growth > 0.0 && growth * nearest_other(all, k) > SCALES * self.epsilon * self.size
        });
        growing.map(|(_, e)| e)
    }

    /// The largest eigenvalue of those that grow.
    fn worst(&self) -> Option<Complex<f64>> {
        self.growing().max_by(|a, b| f64::total_cmp(&size(*a), &size(*b)))
    }

    /// The relative error of the period, T/T₀ − 1 = ω h/θ − 1 with the exact period T₀, of the oscillation whose angle
    /// θ = |arg λ| is the nearest to `angle` = ω h; periods are too long if it is positive.
    ///
    /// θ is counted through: an angle beyond π, which takes less than two steps a period, is compared with 2π − |arg
    /// λ|. `None` if nothing oscillates, because all λ are real, and if `angle` is not positive and finite.
    #[must_use]
    pub fn period_error(&self, angle: f64) -> Option<f64> {
        let (_, theta) = self.nearest(angle)?;
        Some(angle / theta - 1.0).filter(|error| error.is_finite())
    }

    /// The algorithmic damping ratio ξ = −ln |λ|/θ of the same oscillation: an oscillation of that ratio decays by
    /// e^{−2πξ} in a period. It is negative if the oscillation grows.
    ///
    /// `None` in the cases of [`period_error`](Self::period_error).
    #[must_use]
    pub fn damping_ratio(&self, angle: f64) -> Option<f64> {
        let (size, theta) = self.nearest(angle)?;
        Some(-Scalar::ln(size) / theta).filter(|ratio| ratio.is_finite())
    }

    /// |λ| and θ of the complex eigenvalue whose angle is the nearest.
    fn nearest(&self, angle: f64) -> Option<(f64, f64)> {
        if !(angle > 0.0 && angle < f64::INFINITY) {
            return None;
        }
        let turns = libm::round(angle / TAU);
        let theta = |e: &Complex<f64>| Scalar::atan2(e.im, e.re) + TAU * turns;
        let oscillating = self.eigenvalues().iter().filter(|e| e.im != 0.0);
        oscillating
            .map(|e| (size(*e), theta(e)))
            .filter(|(_, theta)| *theta > 0.0)
            .min_by(|a, b| f64::total_cmp(&(a.1 - angle).abs(), &(b.1 - angle).abs()))
    }
}

/// The distance of an eigenvalue from the nearest other one, at most 1.
fn nearest_other(all: &[Complex<f64>], k: usize) -> f64 {
    let Some(e) = all.get(k) else { return 1.0 };
    let others = all.iter().enumerate().filter(|(other, _)| *other != k);
    let distances = others.map(|(_, other)| Scalar::hypot(other.re - e.re, other.im - e.im));
    distances.fold(1.0, f64::min)
}

/// |λ|
fn size(e: Complex<f64>) -> f64 {
    Scalar::hypot(e.re, e.im)
}
