//! The condition number of the whole system, estimated by solving it for random right-hand sides.
//!
//! ```text
//! κ_F = ‖A‖_F ‖A⁻¹‖_F,   E ‖A⁻¹ b‖² = ‖A⁻¹‖_F²  for b of independent standard normal numbers
//! ```
//!
//! (C. S. Kenney, A. J. Laub, Small-sample statistical condition estimates for general matrix functions, SIAM J. Sci.
//! Comput. 15 (1994) 36–61.) A is the matrix of all nodes and of the duration, with the unknowns inside the elements
//! eliminated, in numbers of size one.

use std::vec::Vec;

use super::chain::Chain;
use super::conditions::Conditions;
use super::correction::Corrections;
use super::iterate::{Iterate, scales};
use super::linearized::size;
use super::problem::Problem;
use crate::Discretize;
use crate::drive::Elementwise;
use extremal_numerics::Scalar;

/// With four samples the mean square is below 1/25 of its expectation in 3 of 1000 cases, if one singular value has all of it.
const SAMPLES: usize = 4;

/// The estimate at an iterate; infinite where A is singular.
pub(super) fn estimated<S, D>(of: &Problem<'_, S, D>, all: &Iterate<S::Scalar>) -> f64
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let mut corrections = Corrections::new(of, scales(of, all));
    let mut numbers = Normals(0);
    let (mut squares, mut inverse) = (0.0, 0.0);
    for _ in 0..SAMPLES {
        let Some((of_matrix, of_solution)) = sample(&mut corrections, of, all, &mut numbers) else {
            return f64::INFINITY;
        };
        squares = of_matrix;
        inverse += of_solution;
    }
    #[expect(clippy::cast_precision_loss, reason = "a small number")]
    let mean = inverse / SAMPLES as f64;
    libm::sqrt(squares) * libm::sqrt(mean)
}

/// ‖A‖² and ‖A⁻¹ b‖² for a random b; `None` where A is singular.
fn sample<S, D>(
    corrections: &mut Corrections<S::Scalar>,
    of: &Problem<'_, S, D>,
    all: &Iterate<S::Scalar>,
    numbers: &mut Normals,
) -> Option<(f64, f64)>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let (node, count) = (of.sizes.node, of.sizes.unknowns);
    let mut chain = Chain::new(node);
    chain.begin(of.elements(), &[]);
    let mut scaled = [node * node, node, node].map(|len| std::vec![S::Scalar::from_f64(0.0); len]);
    let (mut squares, mut first) = (0.0, Vec::new());
    for k in 0..of.elements() {
        corrections.scaled_element(of, all, k, &mut scaled).ok()?;
        let [by_state, by_duration, right] = &mut scaled;
        // The next node's matrix is one.
        squares += by_state
            .iter()
            .chain(&*by_duration)
            .fold(0.0, |sum, &x| sum + size(x) * size(x));
        squares += right.iter().fold(0.0, |sum, _| sum + 1.0);
        right
            .iter_mut()
            .for_each(|x| *x = S::Scalar::from_f64(numbers.next()));
        chain.push(by_state, by_duration, right);
        if k == 0 {
            first.extend_from_slice(corrections.solved());
        }
    }
    let width = 2 * node + 2;
    let mut conditions = match of.conditions {
        // q and p, and v where it is carried, are given.
        Conditions::First { .. } if of.knows_first() => start_given(node),
        _ => {
            let mut linearized = corrections.conditions(of, all).ok()?;
            linearized.eliminate_unknowns(&first, (node, count), &corrections.scales);
            linearized.rows
        }
    };
    for row in conditions.chunks_exact_mut(width) {
        if let [entries @ .., right] = row {
            squares += entries.iter().fold(0.0, |sum, &x| sum + size(x) * size(x));
            *right = S::Scalar::from_f64(numbers.next());
        }
    }
    let corner = chain.corner(&conditions, of.has_free_duration).ok()?;
    let nodes = chain.nodes(&corner).ok()?;
    let duration = size(corner.duration);
    let solution = nodes
        .iter()
        .fold(duration * duration, |sum, &x| sum + size(x) * size(x));
    Some((squares, solution))
}

/// z₀ is given: [0, 1, 0, 0], row by row.
fn start_given<T: Scalar>(node: usize) -> Vec<T> {
    let width = 2 * node + 2;
    let entry = |k: usize| if k % width == node + k / width { 1.0 } else { 0.0 };
    (0..node * width).map(|k| T::from_f64(entry(k))).collect()
}

/// Standard normal numbers, the same in each run: Box and Muller's transform of the numbers of splitmix64.
struct Normals(u64);

impl Normals {
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let part = (x >> 11) as f64;
        // In (0, 1].
        (part + 1.0) * f64::EPSILON * 0.5
    }

    fn next(&mut self) -> f64 {
        let radius = libm::sqrt(-2.0 * libm::log(self.uniform()));
        radius * libm::cos(core::f64::consts::TAU * self.uniform())
    }
}

#[cfg(test)]
mod tests {
    use super::Normals;

    /// Mean 0 and mean square 1 of 1e5 numbers: five deviations are 0.016 and 0.022.
    #[test]
    fn normal_numbers_have_mean_zero_and_variance_one() {
        let mut numbers = Normals(0);
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..100_000 {
            let x = numbers.next();
            sum += x;
            squares += x * x;
        }
        assert!((sum / 1e5).abs() < 0.016, "{sum}");
        assert!((squares / 1e5 - 1.0).abs() < 0.022, "{squares}");
    }
}
