//! Integrals over time of a function of the motion.

use core::fmt;
use std::vec::Vec;

use super::gauss::gauss;
use super::{NotRecorded, PointOf, Trajectory};
use crate::Discretize;
use crate::drive::compensated_sum;
use extremal_numerics::{Scalar, Size, SizeOf};

/// Why an integral along a trajectory cannot be computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoIntegral {
    /// Not all steps were recorded.
    NotRecorded(NotRecorded),
    /// The function is not finite at some point.
    NotFinite {
        /// The time there.
        t: f64,
    },
}

impl fmt::Display for NoIntegral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRecorded(gap) => gap.fmt(f),
            Self::NotFinite { t } => write!(
                f,
                "the function is not finite at t = {t:?}; an integral needs a number at every point of the motion"
            ),
        }
    }
}

impl core::error::Error for NoIntegral {}

impl From<NotRecorded> for NoIntegral {
    fn from(gap: NotRecorded) -> Self {
        Self::NotRecorded(gap)
    }
}

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// ∫ f(t, q, q̇) dt from the first state to the last: work, action, mean values, and the time in other units.
    ///
    /// ```text
    /// Σₖ h Σₘ wₘ f(tₖ + sₘ h, q(sₘ), q̇(sₘ)),   m = 1..P
    /// ```
    ///
    /// In each element the motion is that of [`at`](Self::at), a polynomial of degree P in time, and the rule is Gauss's with P
    /// points ([`Drive::DEGREE`](crate::drive::Drive::DEGREE)). So the integral of `Galerkin<P, Gauss<P>>` is what the scheme
    /// computes of İ = f as one more equation, at its own points: its order is 2P, that of the nodes, although points between
    /// them have the order P + 1. With other quadratures errors between nodes cancel in the integral up to the same order.
    ///
    /// | scheme | order of the integral | of the nodes | of points between them |
    /// | --- | --- | --- | --- |
    /// | `Verlet`, `Midpoint` | 2 | 2 | 2 |
    /// | `Galerkin<P, Gauss<P>>`, `Galerkin<P, Lobatto<{P + 1}>>` | 2P | 2P | P + 1 |
    /// | schemes that carry the velocity: `Hermite<P2>` | 4 | 4 | 4 |
    /// | compositions | 4 | 4, 6 | 4 |
    ///
    /// Where the state jumps there is no time, and nothing is added. The sum over the elements is compensated: it does not lose
    /// digits with their number.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// /// A pendulum with friction.
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x),
    ///     kinetic = 0.5 * dt(x).powi(2),
    ///     potential = -cos(x),
    ///     dissipation = 0.05 * dt(x).powi(2),
    ///     discretize(Galerkin<3, Gauss<3>>)
    /// )]
    /// struct Pendulum;
    ///
    /// let scheme = Galerkin::<3, Gauss<3>>::default();
    /// let mut motion = Integrator::new(Pendulum, scheme, 0.1, [2.0], [0.0])?;
    /// let start = motion.energy();
    /// let trajectory = motion.run(200)?;
    /// // What friction takes, 2R = 0.1 v², is what the energy loses.
    /// let lost = trajectory.integral(|point| 0.1 * point.v[0].powi(2))?;
    /// assert!((start - motion.energy() - lost).abs() < 1e-8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoIntegral::NotRecorded`] if not each state was recorded ([`every`](Self::every)), and [`NoIntegral::NotFinite`]
    /// if the function is not finite at a point.
    pub fn integral(&self, value: impl FnMut(&PointOf<S>) -> S::Scalar) -> Result<S::Scalar, NoIntegral> {
        let mut last = S::Scalar::from_f64(0.0);
        self.each_integral(value, |integral| last = integral)?;
        Ok(last)
    }

    /// The [`integral`](Self::integral) from the first state to each of the [`states`](Self::states), which begins with 0: for
    /// the times of the states of a system that is declared in a time of its own.
    ///
    /// # Errors
    ///
    /// The errors of [`integral`](Self::integral).
    pub fn integrals(
        &self,
        value: impl FnMut(&PointOf<S>) -> S::Scalar,
    ) -> Result<Vec<S::Scalar>, NoIntegral> {
        let mut all = Vec::with_capacity(self.len());
        all.extend(self.first().map(|_| S::Scalar::from_f64(0.0)));
        self.each_integral(value, |integral| all.push(integral))?;
        Ok(all)
    }

    /// Calls `visit` with the integral up to each state but the first.
    fn each_integral(
        &self,
        mut value: impl FnMut(&PointOf<S>) -> S::Scalar,
        mut visit: impl FnMut(S::Scalar),
    ) -> Result<(), NoIntegral> {
        let rule = gauss(S::DEGREE.max(1));
        let mut sum = S::Scalar::from_f64(0.0);
        let mut lost = sum;
        for begun in self.begun_elements() {
            if let Some(element) = begun? {
                let mut mean = S::Scalar::from_f64(0.0);
                for &[s, weight] in &rule {
                    let point = element.point(SizeOf::<S::Scalar>::from_f64(s));
                    let now = value(&point);
                    if !now.magnitude().is_finite() {
                        let t = point.t.real().to_f64();
                        return Err(NoIntegral::NotFinite { t });
                    }
                    mean = mean + S::Scalar::from_f64(weight) * now;
                }
                (sum, lost) = compensated_sum(sum, element.length() * mean + lost);
            }
            visit(sum);
        }
        Ok(())
    }
}
