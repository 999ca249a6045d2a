//! Quadrature rules on [0, 1], with points and weights to 160 bits.
//! They refuse to know steps and Lagrangians.

use std::f64::consts::PI;

use extremal_symbolic::Rational;

mod polynomial;

pub(super) use polynomial::{Polynomial, integer, tidy, working_bits};

/// Newton's method squares the error, so that a correction this small is the last one.
const LAST_CORRECTION_BITS: i32 = 110;
const MAX_CORRECTIONS: usize = 8;
/// From an error of 2^−7 to that of the floats.
const START_CORRECTIONS: usize = 4;

/// A quadrature rule on [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// Gauss–Legendre with G ≥ 1 points, all inside; exact up to degree 2G − 1.
    Gauss(usize),
    /// Gauss–Lobatto with G ≥ 2 points, both ends among them; exact up to degree 2G − 3.
    Lobatto(usize),
    /// The trapezoidal rule on N ≥ 1 equal panels, N + 1 points; exact up to degree 1.
    Trapezoid(usize),
    /// The left end alone; exact up to degree 0.
    Left,
    /// The right end alone; exact up to degree 0.
    Right,
}

/// Points s in ascending order and weights w.
///
/// ```text
/// ∫₀¹ f(s) ds ≈ Σ_g w_g f(s_g)
/// ```
///
/// Symmetric rules are so exactly: a point and its mirror image add up to 1, and their weights are the same number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quadrature {
    pub(crate) points: Vec<Rational>,
    pub(crate) weights: Vec<Rational>,
}

impl Rule {
    /// The points and weights.
    pub(crate) fn points(&self) -> Quadrature {
        match *self {
            Self::Gauss(count) => gauss(count),
            Self::Lobatto(count) => lobatto(count),
            Self::Trapezoid(panels) => trapezoid(panels),
            Self::Left => Quadrature {
                points: vec![Rational::zero()],
                weights: vec![Rational::one()],
            },
            Self::Right => Quadrature {
                points: vec![Rational::one()],
                weights: vec![Rational::one()],
            },
        }
    }
}

/// The roots of `P_G`, with `w = 1 / (s (1 − s) P_G′(s)²)`.
fn gauss(count: usize) -> Quadrature {
    let legendre = Polynomial::legendre(count);
    let derivative = legendre.derivative();
    let half = (1..=count.div_ceil(2)).map(|index| {
        let s = root(&legendre, start(count, index, 0));
        let slope = derivative.at(&s);
        let product = &(&s * &(&Rational::one() - &s)) * &(&slope * &slope);
        (s, product.recip().expect("the roots of P are simple and inside"))
    });
    symmetric(count, half.collect())
}

/// The ends and the roots of P′ for `P = P_{G−1}`, with `w = 1 / (G (G − 1) P(s)²)`.
fn lobatto(count: usize) -> Quadrature {
    let legendre = Polynomial::legendre(count - 1);
    let derivative = legendre.derivative();
    let ends = integer(count * (count - 1))
        .recip()
        .expect("a Lobatto rule has two points or more");
    let inside = (1..count.div_ceil(2)).map(|index| {
        let s = root(&derivative, start(count - 1, index, 1));
        let value = legendre.at(&s);
        let weight = ends
            .checked_div(&(&value * &value))
            .expect("the roots of P and of P′ differ");
        (s, weight)
    });
    let half = std::iter::once((Rational::zero(), ends.clone())).chain(inside);
    symmetric(count, half.collect())
}

fn trapezoid(panels: usize) -> Quadrature {
    let panel = integer(panels)
        .recip()
        .expect("a trapezoidal rule has one panel or more");
    let mut weights = vec![panel.clone(); panels + 1];
    let end = &panel * &Rational::new(1, 2);
    weights[0] = end.clone();
    weights[panels] = end;
    Quadrature {
        points: (0..=panels).map(|k| &integer(k) * &panel).collect(),
        weights,
    }
}

/// The whole rule from its left half, the middle included.
fn symmetric(count: usize, half: Vec<(Rational, Rational)>) -> Quadrature {
    let (mut points, mut weights): (Vec<_>, Vec<_>) = half
        .iter()
        .map(|(point, weight)| (tidy(point), tidy(weight)))
        .unzip();
    for mirror in (0..count / 2).rev() {
        points.push(&Rational::one() - &points[mirror]);
        weights.push(weights[mirror].clone());
    }
    Quadrature { points, weights }
}

/// The `index`-th root of the `order`-th derivative of `P_n` in floats, guessed from the zeros of Bessel's functions.
fn start(n: usize, index: usize, order: usize) -> Rational {
    let angle = PI * (index as f64 - 0.25 + 0.5 * order as f64) / (n as f64 + 0.5);
    let mut x = angle.cos();
    for _ in 0..START_CORRECTIONS {
        let derivatives = legendre_in_floats(n as f64, x);
        x -= derivatives[order] / derivatives[order + 1];
    }
    Rational::from_f64(0.5 * (1.0 - x)).expect("the roots are simple and inside")
}

/// `P_n`, `P_n′` and `P_n″` at x inside [−1, 1], by the recurrence in n and Legendre's equation.
fn legendre_in_floats(n: f64, x: f64) -> [f64; 3] {
    let (mut before, mut value, mut k) = (0.0, 1.0, 0.0);
    while k < n {
        (before, value) = (value, ((2.0 * k + 1.0) * x * value - k * before) / (k + 1.0));
        k += 1.0;
    }
    let slope = n * (before - x * value) / (1.0 - x * x);
    [
        value,
        slope,
        (2.0 * x * slope - n * (n + 1.0) * value) / (1.0 - x * x),
    ]
}

/// Newton's method.
fn root(polynomial: &Polynomial, start: Rational) -> Rational {
    let derivative = polynomial.derivative();
    let small = Rational::new(1, 2)
        .pow(LAST_CORRECTION_BITS)
        .expect("1/2 is not zero");
    let mut s = start;
    for _ in 0..MAX_CORRECTIONS {
        let correction = polynomial.at(&s).checked_div(&derivative.at(&s));
        let correction = correction.expect("the guess is nearer to the root than to an extremum");
        s = polynomial.round(&(&s - &correction));
        if correction.abs() < small {
            break;
        }
    }
    s
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use gauss_quad::legendre::GaussLegendre;

    use super::*;

    fn two_to_the_minus(bits: i32) -> Rational {
        Rational::new(1, 2).pow(bits).unwrap()
    }

    fn rules() -> Vec<(Rule, i32)> {
        let families = (1..=16).flat_map(|n| {
            let count = i32::try_from(n).unwrap();
            let lobatto = (Rule::Lobatto(n + 1), 2 * count - 1);
            [(Rule::Gauss(n), 2 * count - 1), lobatto, (Rule::Trapezoid(n), 1)]
        });
        families.chain([(Rule::Left, 0), (Rule::Right, 0)]).collect()
    }

    /// Σ w s^k − 1/(k + 1).
    fn defect(quadrature: &Quadrature, k: i32) -> Rational {
        let pairs = quadrature.points.iter().zip(&quadrature.weights);
        let terms = pairs.map(|(s, w)| (&s.pow(k).unwrap() * w).round_to_bits(300));
        terms
            .fold(-Rational::new(1, i64::from(k) + 1), |sum, term| &sum + &term)
            .abs()
    }

    #[test]
    fn powers_are_integrated_up_to_the_stated_degree_and_no_further() {
        for (rule, degree) in rules() {
            let quadrature = rule.points();
            for k in 0..=degree {
                assert!(defect(&quadrature, k) < two_to_the_minus(155), "{rule:?} {k}");
            }
            assert!(defect(&quadrature, degree + 1) > two_to_the_minus(80), "{rule:?}");
        }
    }

    #[test]
    fn rules_are_symmetric_to_the_last_bit() {
        for (rule, _) in rules()
            .into_iter()
            .filter(|(rule, _)| !matches!(rule, Rule::Left | Rule::Right))
        {
            let Quadrature { points, weights } = rule.points();
            assert!(
                points.iter().rev().zip(&points).all(|(a, b)| (a + b).is_one()),
                "{rule:?}"
            );
            assert!(weights.iter().rev().eq(&weights), "{rule:?}");
            assert!(
                points.is_sorted() && weights.iter().all(|weight| !weight.is_negative()),
                "{rule:?}"
            );
        }
    }

    /// By the recurrence in n, on [−1, 1]: `P_n(x)`, and `x P_n − P_{n−1}`, which vanishes inside where `P_n′` does.
    fn legendre_by_recurrence(n: usize, x: &Rational) -> [Rational; 2] {
        let (mut before, mut last) = (Rational::zero(), Rational::one());
        for k in 1..=n {
            let next = &(&(&integer(2 * k - 1) * x) * &last) - &(&integer(k - 1) * &before);
            (before, last) = (last, next.checked_div(&integer(k)).unwrap().round_to_bits(400));
        }
        let vanishing_with_the_slope = &(x * &last) - &before;
        [last, vanishing_with_the_slope]
    }

    /// The function changes its sign within 2^−157 of the point, seen in 400 bits.
    fn check_roots(rule: Rule, n: usize, which: usize) {
        for point in rule.points().points {
            if point.is_zero() || point.is_one() {
                continue;
            }
            let side = |s: Rational| {
                let x = &(&s + &s) - &Rational::one();
                legendre_by_recurrence(n, &x)[which].is_negative()
            };
            let step = two_to_the_minus(157);
            assert_ne!(side(&point - &step), side(&point + &step), "{rule:?} {point}");
        }
    }

    #[test]
    fn points_are_the_roots() {
        for n in 1..=16 {
            check_roots(Rule::Gauss(n), n, 0);
            check_roots(Rule::Lobatto(n + 1), n, 1);
        }
    }

    /// Its points are cosines of angles, good to a few units in the last place of 1 only, where ours are good to their
    /// own; its weights are the nearest floats.
    #[test]
    fn points_and_weights_agree_with_gauss_quad() {
        for n in 1..=16 {
            let ours = Rule::Gauss(n).points();
            let theirs = GaussLegendre::new(NonZeroUsize::new(n).unwrap());
            for (index, &(x, w)) in theirs.as_node_weight_pairs().iter().enumerate() {
                let (s, weight) = (&ours.points[index], &ours.weights[index]);
                let point = (&(s + s) - &Rational::one()).to_f64();
                assert!((point - x).abs() <= 2.0 * f64::EPSILON, "{n}: {point} {x}");
                assert_eq!((weight + weight).to_f64(), w, "{n}");
            }
        }
    }

    /// Abramowitz and Stegun, table 25.4.
    #[test]
    fn sixteen_points_are_the_tabulated_ones() {
        let table = [
            ("0.989400934991649932596", "0.027152459411754094852"),
            ("0.944575023073232576078", "0.062253523938647892863"),
            ("0.865631202387831743880", "0.095158511682492784810"),
            ("0.755404408355003033895", "0.124628971255533872052"),
            ("0.617876244402643748447", "0.149595988816576732081"),
            ("0.458016777657227386342", "0.169156519395002538189"),
            ("0.281603550779258913230", "0.182603415044923588867"),
            ("0.095012509837637440185", "0.189450610455068496285"),
        ];
        let Quadrature { points, weights } = Rule::Gauss(16).points();
        let close = |a: &Rational, text: &str| {
            let error = a - &Rational::from_decimal(text).unwrap();
            assert!(
                error.abs() < Rational::from_decimal("6e-22").unwrap(),
                "{a} {text}"
            );
        };
        for (index, (point, weight)) in table.into_iter().enumerate() {
            close(&(&Rational::one() - &(&points[index] + &points[index])), point);
            close(&(&weights[index] + &weights[index]), weight);
        }
    }

    #[test]
    fn small_rules_are_small_fractions() {
        let check = |rule: Rule, points: &[&str], weights: &[&str]| {
            let shown = |numbers: Vec<Rational>| numbers.iter().map(|x| format!("{x:?}")).collect::<Vec<_>>();
            let quadrature = rule.points();
            if !points.is_empty() {
                assert_eq!(shown(quadrature.points), points);
            }
            assert_eq!(shown(quadrature.weights), weights);
        };
        check(Rule::Gauss(1), &["1/2"], &["1"]);
        check(Rule::Gauss(2), &[], &["1/2", "1/2"]);
        check(Rule::Gauss(3), &[], &["5/18", "4/9", "5/18"]);
        check(Rule::Lobatto(2), &["0", "1"], &["1/2", "1/2"]);
        check(Rule::Lobatto(3), &["0", "1/2", "1"], &["1/6", "2/3", "1/6"]);
        check(Rule::Lobatto(4), &[], &["1/12", "5/12", "5/12", "1/12"]);
        check(Rule::Trapezoid(2), &["0", "1/2", "1"], &["1/4", "1/2", "1/4"]);
        check(Rule::Left, &["0"], &["1"]);
        check(Rule::Right, &["1"], &["1"]);
    }
}
