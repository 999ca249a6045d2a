//! The effort of inputs that are polynomials within a step.

use core::array;

use extremal_numerics::Scalar;
use extremal_numerics::block::zeros;

use super::cost::Quadratic;
use super::riccati::Weights;
use super::small::Matrix;
#[cfg(doc)]
use crate::Lagrangian;

/// More nodes than an input has.
const NODES: usize = 8;

impl<T: Scalar, const R: usize, const I: usize> Quadratic<T, R, I> {
    /// The effort of inputs with a degree, with a weight for each number; that of its first node counts.
    ///
    /// ```text
    /// J = Σ w ∫ u² dt,   ∫ u² dt = h Σᵢⱼ uᵢ uⱼ ∫ ℓᵢ ℓⱼ ds over a step,   ℓᵢ of degree d with nodes i/d
    /// ```
    ///
    /// `degrees` are [`Lagrangian::INPUT_DEGREES`]. The integral is exact. Without degrees it is [`effort`](Self::effort).
    ///
    /// A scheme reads u where it evaluates forces, and a plan makes use of what it does not read: of a degree that is too high
    /// for it, an effort that is least is far too small. Degrees up to n are for `Galerkin<_, Gauss<n>>` and up to one less
    /// than the points of other quadratures, 1 for `Verlet` and `Livens`, and 1 for `Midpoint`, which is `Gauss<1>`.
    ///
    /// ```
    /// use extremal::planning::Quadratic;
    ///
    /// // Of degree 1: ∫ u² dt = h (u₀² + u₀ u₁ + u₁²)/3.
    /// let effort = Quadratic::<f64, 2, 2>::effort_within(&[1, 1], [1.0, 1.0]);
    /// let weights = effort.running.inputs;
    /// assert!((weights[(0, 0)] - 2.0 / 3.0).abs() < 1e-15 && (weights[(0, 1)] - 1.0 / 3.0).abs() < 1e-15);
    /// ```
    #[must_use]
    pub fn effort_within(degrees: &[usize], weights: [T; I]) -> Self {
        let two = T::from_f64(2.0);
        let mut inputs: Matrix<T, I, I> = zeros();
        let mut first = 0;
        while first < I {
            let degree = degrees.get(first).copied().unwrap_or(0).min(NODES - 1);
            let last = (first + degree).min(I - 1);
            for i in first..=last {
                for j in first..=last {
                    let integral = integral(degree, i - first, j - first);
                    inputs[(i, j)] = two * weights[first] * T::from_f64(integral);
                }
            }
            first = last + 1;
        }
        Self {
            running: Weights {
                inputs,
                ..Weights::diagonal([T::from_f64(0.0); R], [T::from_f64(0.0); I])
            },
            terminal: zeros(),
            state: zeros(),
            inputs: zeros(),
        }
    }
}

/// ∫₀¹ ℓᵢ ℓⱼ ds
fn integral(degree: usize, i: usize, j: usize) -> f64 {
    let (a, b) = (basis(degree, i), basis(degree, j));
    let mut sum = 0.0;
    for (m, a) in a.iter().enumerate() {
        for (n, b) in b.iter().enumerate() {
            // ∫ x^(m+n) dx/2 over [−1, 1].
            if (m + n) % 2 == 0 {
                sum += a * b / (m + n + 1) as f64;
            }
        }
    }
    sum
}

/// The coefficients of ℓᵢ in x = 2 s − 1.
fn basis(degree: usize, i: usize) -> [f64; NODES] {
    let node = |k: usize| match degree {
        0 => 0.0,
        _ => 2.0 * k as f64 / degree as f64 - 1.0,
    };
    let mut coefficients = [0.0; NODES];
    coefficients[0] = 1.0;
    for j in (0..=degree).filter(|&j| j != i) {
        let apart = node(i) - node(j);
        // Times (x − x_j)/(x_i − x_j).
        coefficients = array::from_fn(|m| {
            let below = m.checked_sub(1).map_or(0.0, |below| coefficients[below]);
            (below - node(j) * coefficients[m]) / apart
        });
    }
    coefficients
}
