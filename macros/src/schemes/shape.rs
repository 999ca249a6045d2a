//! Shape functions: the Lagrange basis over given points.
//! They refuse to know what is interpolated.

use extremal_symbolic::{Expr, Graph, Rational};

use super::quadrature::{Polynomial, tidy, working_bits};

/// The polynomials of least degree that are 1 at one of the points and 0 at the others.
///
/// ```text
/// ℓ_j(s) = Π_{m≠j} (s − s_m) / (s_j − s_m)
/// ```
///
/// Results are rounded to 160 bits, unless they are small fractions; at the points, values are exactly 0 and 1.
#[derive(Clone, Debug)]
pub(crate) struct LagrangeBasis {
    points: Vec<Rational>,
    functions: Vec<Function>,
}

#[derive(Clone, Debug)]
struct Function {
    /// `Π_{m≠j} (s − s_m)`.
    numerator: Polynomial,
    /// `Π_{m≠j} (s_j − s_m)`.
    denominator: Rational,
}

impl LagrangeBasis {
    /// The basis over distinct points of [0, 1].
    pub(crate) fn new(points: &[Rational]) -> Self {
        let all = Polynomial::with_roots(points);
        let function = |(j, point)| Function {
            numerator: all.without_root(point),
            denominator: product(points, j, point),
        };
        Self {
            points: points.to_vec(),
            functions: points.iter().enumerate().map(function).collect(),
        }
    }

    pub(crate) fn points(&self) -> &[Rational] {
        &self.points
    }

    /// `ℓ_j(s)`.
    pub(crate) fn value(&self, j: usize, s: &Rational) -> Rational {
        self.divided(j, &product(&self.points, j, s))
    }

    /// `ℓ_j′(s)`.
    pub(crate) fn derivative(&self, j: usize, s: &Rational) -> Rational {
        self.divided(j, &self.functions[j].numerator.derivative().at(s))
    }

    /// `∫ ℓ_j(s) ds` from `start` to `end`.
    pub(crate) fn integral(&self, j: usize, start: &Rational, end: &Rational) -> Rational {
        let integral = self.functions[j].numerator.integral();
        self.divided(j, &(&integral.at(end) - &integral.at(start)))
    }

    /// `ℓ_j(s)` for a symbol s, as a product, which loses no digits between the points.
    pub(crate) fn value_at(&self, graph: &mut Graph, j: usize, s: Expr) -> Expr {
        let scale = tidy(
            &self.functions[j]
                .denominator
                .recip()
                .expect("the points are distinct"),
        );
        let others = self.points.iter().enumerate().filter(|(m, _)| *m != j);
        others.fold(graph.constant(scale), |product, (_, point)| {
            let point = graph.constant(point.clone());
            let factor = graph.sub(s, point);
            graph.mul(product, factor)
        })
    }

    fn divided(&self, j: usize, numerator: &Rational) -> Rational {
        let quotient = numerator.checked_div(&self.functions[j].denominator);
        tidy(&quotient.expect("the points are distinct"))
    }
}

/// `Π_{m≠j} (s − s_m)`, each factor exact: at `s_j` the very denominator of `ℓ_j`, at other points zero.
fn product(points: &[Rational], j: usize, s: &Rational) -> Rational {
    let others = points.iter().enumerate().filter(|(m, _)| *m != j);
    let bits = working_bits(points.len());
    others.fold(Rational::one(), |product, (_, point)| {
        (&product * &(s - point)).round_to_bits(bits)
    })
}

#[cfg(test)]
mod tests {
    use super::super::quadrature::Rule;
    use super::*;

    fn tiny() -> Rational {
        Rational::new(1, 2).pow(145).unwrap()
    }

    fn sets_of_points() -> Vec<Vec<Rational>> {
        let rules = (1..=16).flat_map(|n| {
            [
                Rule::Gauss(n),
                Rule::Lobatto(n.max(2)),
                Rule::Trapezoid(n.min(12)),
            ]
        });
        rules.map(|rule| rule.points().points).collect()
    }

    #[test]
    fn values_at_the_points_are_exactly_zero_and_one() {
        for points in sets_of_points() {
            let basis = LagrangeBasis::new(&points);
            for j in 0..points.len() {
                for (i, point) in points.iter().enumerate() {
                    let expected = if i == j { Rational::one() } else { Rational::zero() };
                    assert_eq!(basis.value(j, point), expected);
                }
            }
        }
    }

    /// `Σ_j s_j^k ℓ_j = s^k` for every power below the number of points, and so for derivatives and integrals.
    #[test]
    fn powers_are_interpolated_exactly() {
        let (s, end) = (Rational::new(3, 7), Rational::new(9, 10));
        for points in sets_of_points() {
            let basis = LagrangeBasis::new(&points);
            let sum = |k: i32, part: &dyn Fn(usize) -> Rational| {
                let terms = points
                    .iter()
                    .enumerate()
                    .map(|(j, point)| &point.pow(k).unwrap() * &part(j));
                terms.fold(Rational::zero(), |sum, term| &sum + &term)
            };
            let close = |a: Rational, b: Rational| assert!((&a - &b).abs() < tiny(), "{a} {b} {points:?}");
            for k in 0..i32::try_from(points.len()).unwrap() {
                close(sum(k, &|j| basis.value(j, &s)), s.pow(k).unwrap());
                let slope = if k == 0 {
                    Rational::zero()
                } else {
                    &s.pow(k - 1).unwrap() * &Rational::new(k.into(), 1)
                };
                close(sum(k, &|j| basis.derivative(j, &s)), slope);
                let power = &end.pow(k + 1).unwrap() - &s.pow(k + 1).unwrap();
                close(
                    sum(k, &|j| basis.integral(j, &s, &end)),
                    &power * &Rational::new(1, i64::from(k) + 1),
                );
            }
        }
    }

    /// An interpolatory rule's weights are the integrals of its shape functions.
    #[test]
    fn integrals_over_the_interval_are_the_weights() {
        for rule in (1..=16).flat_map(|n| [Rule::Gauss(n), Rule::Lobatto(n + 1)]) {
            let quadrature = rule.points();
            let basis = LagrangeBasis::new(&quadrature.points);
            for (j, weight) in quadrature.weights.iter().enumerate() {
                let integral = basis.integral(j, &Rational::zero(), &Rational::one());
                assert!((&integral - weight).abs() < tiny(), "{rule:?}");
                assert_eq!(integral.to_f64(), weight.to_f64(), "{rule:?}");
            }
        }
    }

    #[test]
    fn small_cases_are_small_fractions() {
        let half = Rational::new(1, 2);
        let basis = LagrangeBasis::new(&[Rational::zero(), half.clone(), Rational::one()]);
        let quarter = Rational::new(1, 4);
        let values = [0, 1, 2].map(|j| basis.value(j, &quarter));
        assert_eq!(
            values,
            [Rational::new(3, 8), Rational::new(3, 4), Rational::new(-1, 8)]
        );
        let slopes = [0, 1, 2].map(|j| basis.derivative(j, &half));
        assert_eq!(slopes, [-1, 0, 1].map(Rational::from_integer));
        let integrals = [0, 1, 2].map(|j| basis.integral(j, &Rational::zero(), &half));
        assert_eq!(
            integrals,
            [Rational::new(5, 24), Rational::new(1, 3), Rational::new(-1, 24)]
        );
        let constant = LagrangeBasis::new(&[half]);
        assert_eq!(constant.value(0, &quarter), Rational::one());
        assert!(constant.derivative(0, &quarter).is_zero());
    }
}
