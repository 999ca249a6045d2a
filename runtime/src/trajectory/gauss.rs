//! Gauss's rule on [0, 1] with any number of points.

use std::vec::Vec;

/// The points, in ascending order, each with its weight.
pub(super) fn gauss(count: usize) -> Vec<[f64; 2]> {
    let weighted = |x: f64| {
        let [last, before] = legendre(count, x);
        // 1 − x², without rounding near the ends, and P′ₙ. Half of 2/((1 − x²) P′ₙ²), where errors of x matter least.
        let square = (1.0 - x) * (1.0 + x);
        let slope = count as f64 * (before - x * last) / square;
        [0.5 * (1.0 + x), 1.0 / (square * slope * slope)]
    };
    roots(count).into_iter().map(weighted).collect()
}

/// The roots of `P_n` on [−1, 1]: between those of `P_{n−1}` and the ends there is one each. The signs at both ends of an
/// interval are known, so that bisection cannot fail, and it has the same bits on every machine.
fn roots(count: usize) -> Vec<f64> {
    let mut roots = Vec::new();
    for n in 1..=count {
        let mut low = -1.0;
        let ends: Vec<f64> = roots.iter().copied().chain([1.0]).collect();
        roots = ends
            .into_iter()
            .map(|end| {
                let root = root_between(n, low, end);
                low = end;
                root
            })
            .collect();
    }
    roots
}

fn root_between(n: usize, mut low: f64, mut high: f64) -> f64 {
    let is_positive = |x: f64| legendre(n, x)[0] > 0.0;
    let is_falling = is_positive(low);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if is_positive(middle) == is_falling {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// `P_n(x)` and `P_{n−1}(x)`: `n P_n = (2n − 1) x P_{n−1} − (n − 1) P_{n−2}`.
fn legendre(n: usize, x: f64) -> [f64; 2] {
    (1..=n).fold([1.0, 0.0], |[last, before], k| {
        let k = k as f64;
        [((2.0 * k - 1.0) * x * last - (k - 1.0) * before) / k, last]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_of_degree_two_n_minus_one_are_exact() {
        for count in 1..=12 {
            let rule = gauss(count);
            assert_eq!(rule.len(), count);
            for degree in 0..2 * count {
                let sum: f64 = rule
                    .iter()
                    .map(|&[s, w]| w * s.powi(i32::try_from(degree).unwrap()))
                    .sum();
                // A dozen roundings of numbers below one, ε/2 each.
                let error = sum - 1.0 / (degree as f64 + 1.0);
                assert!(error.abs() < 2e-15, "{count} {degree}: {error}");
            }
        }
        let [[low, half], [high, _]] = gauss(2)[..] else {
            panic!("two points")
        };
        assert!((low - (0.5 - 1.0 / 12_f64.sqrt())).abs() < 1e-15 && (half - 0.5).abs() < 1e-15);
        assert!((low + high - 1.0).abs() < 1e-15);
    }
}
