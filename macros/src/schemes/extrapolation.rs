//! The velocity of an element, extrapolated into the next one: the guess for its stages.
//! It refuses to know the step: the coefficients depend on the degree alone.

use extremal_symbolic::Rational;

use super::quadrature::Rule;
use super::shape::LagrangeBasis;

/// The number of stages of the last element but one that the longer extrapolation uses.
const MORE: usize = 2;

/// For each stage of the next element the coefficients of the stages before it, stage by stage.
///
/// Both are empty for one stage, whose guess needs three elements.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Extrapolation {
    /// Coefficients of the P stages of the last element.
    pub(crate) short: Vec<f64>,
    /// Coefficients of the last two stages of the element before it, and of those P.
    pub(crate) long: Vec<f64>,
}

impl Extrapolation {
    /// ℓⱼ(1 + cᵢ), ℓⱼ the Lagrange functions of the stages that are known.
    pub(crate) fn of(degree: usize) -> Self {
        if degree < MORE {
            return Self::default();
        }
        let last = Rule::Gauss(degree).points().points;
        let one = Rational::one();
        let next: Vec<Rational> = last.iter().map(|c| c + &one).collect();
        let before = last[degree - MORE..].iter().map(|c| c - &one);
        let both: Vec<Rational> = before.chain(last.iter().cloned()).collect();
        Self {
            short: coefficients(&last, &next),
            long: coefficients(&both, &next),
        }
    }
}

fn coefficients(known: &[Rational], sought: &[Rational]) -> Vec<f64> {
    let basis = LagrangeBasis::new(known);
    let rows = sought
        .iter()
        .flat_map(|s| (0..known.len()).map(|j| basis.value(j, s)));
    rows.map(|coefficient| coefficient.to_f64()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A polynomial of the degree that is known goes on exactly.
    #[test]
    fn polynomials_go_on() {
        for degree in 2..=6 {
            let stages: Vec<f64> = Rule::Gauss(degree)
                .points()
                .points
                .iter()
                .map(Rational::to_f64)
                .collect();
            let before: Vec<f64> = stages[degree - MORE..].iter().map(|c| c - 1.0).collect();
            let both = [before, stages.clone()].concat();
            let Extrapolation { short, long } = Extrapolation::of(degree);
            for (known, table) in [(&stages, short), (&both, long)] {
                assert_eq!(table.len(), degree * known.len());
                let power = i32::try_from(known.len() - 1).unwrap();
                for (row, c) in table.chunks(known.len()).zip(&stages) {
                    let value: f64 = std::iter::zip(row, known).map(|(a, s)| a * s.powi(power)).sum();
                    let size: f64 = row.iter().map(|a| a.abs()).sum();
                    // The rounding of the coefficients and of the sum.
                    assert!((value - (1.0 + c).powi(power)).abs() < 16.0 * f64::EPSILON * size);
                }
            }
        }
    }

    #[test]
    fn one_stage_has_none() {
        assert_eq!(Extrapolation::of(1), Extrapolation::default());
    }
}
