//! Polynomials with rational coefficients, computed with long mantissas.

use extremal_symbolic::{Expr, Graph, Rational};

/// Mantissa of the results: the error left in them is far below that of any float made of them.
const RESULT_BITS: u32 = 160;
/// A result this close to a small fraction is that fraction: by chance that happens once in 2^80.
const SNAP_BITS: u32 = 150;
const SNAP_DENOMINATOR: u64 = 1 << 32;
/// Mantissa of the calculations; on [0, 1], the terms of a sum cancel by some 2 or 3 bits a degree.
const WORKING_BITS: usize = 224;
const WORKING_BITS_PER_DEGREE: usize = 3;

/// A value to 160 bits, or the small fraction that is equal to it.
pub(in crate::schemes) fn tidy(value: &Rational) -> Rational {
    value
        .simplest_within(SNAP_BITS, SNAP_DENOMINATOR)
        .unwrap_or_else(|| value.round_to_bits(RESULT_BITS))
}

/// A number of the size of a rule.
pub(in crate::schemes) fn integer(value: usize) -> Rational {
    Rational::from_integer(i64::try_from(value).expect("rules have few points"))
}

/// Mantissa of calculations with polynomials of this degree.
pub(in crate::schemes) fn working_bits(degree: usize) -> u32 {
    let bits = WORKING_BITS + WORKING_BITS_PER_DEGREE * degree;
    u32::try_from(bits).expect("rules have few points")
}

/// `Σ c_k s^k`.
#[derive(Clone, Debug)]
pub(in crate::schemes) struct Polynomial {
    coefficients: Vec<Rational>,
    bits: u32,
}

impl Polynomial {
    /// Legendre's polynomial of [0, 1], up to sign: Σ (−1)^k C(n, k) C(n + k, k) s^k.
    pub(in crate::schemes) fn legendre(n: usize) -> Self {
        let mut coefficients = vec![Rational::one()];
        for k in 0..n {
            let ratio = integer((n - k) * (n + k + 1)).checked_div(&integer((k + 1) * (k + 1)));
            let next = &coefficients[k] * &ratio.expect("k + 1 is not zero");
            coefficients.push(-next);
        }
        Self {
            coefficients,
            bits: working_bits(n),
        }
    }

    /// `Σ c_k s^k` with small integers.
    pub(in crate::schemes) fn of(coefficients: &[i64]) -> Self {
        Self {
            coefficients: coefficients.iter().map(|&c| Rational::from_integer(c)).collect(),
            bits: working_bits(coefficients.len()),
        }
    }

    /// `Π (s − x_m)`.
    pub(in crate::schemes) fn with_roots(roots: &[Rational]) -> Self {
        let bits = working_bits(roots.len());
        let mut coefficients = vec![Rational::one()];
        for root in roots {
            coefficients.insert(0, Rational::zero());
            for k in 1..coefficients.len() {
                let term = (&coefficients[k] * root).round_to_bits(bits);
                coefficients[k - 1] = (&coefficients[k - 1] - &term).round_to_bits(bits);
            }
        }
        Self { coefficients, bits }
    }

    /// The quotient by s − x, for a root x in [0, 1] (where the division is stable).
    pub(in crate::schemes) fn without_root(&self, root: &Rational) -> Self {
        let mut carry = Rational::zero();
        let divided = self.coefficients.iter().skip(1).rev().map(|coefficient| {
            carry = self.round(&(&(&carry * root) + coefficient));
            carry.clone()
        });
        let mut coefficients: Vec<_> = divided.collect();
        coefficients.reverse();
        Self {
            coefficients,
            bits: self.bits,
        }
    }

    /// The derivative in s.
    pub(in crate::schemes) fn derivative(&self) -> Self {
        let slopes = self
            .coefficients
            .iter()
            .enumerate()
            .skip(1)
            .map(|(k, c)| c * &integer(k));
        Self {
            coefficients: slopes.collect(),
            bits: self.bits,
        }
    }

    /// The integral from 0 to s.
    pub(in crate::schemes) fn integral(&self) -> Self {
        let parts = self.coefficients.iter().enumerate().map(|(k, c)| {
            let part = c.checked_div(&integer(k + 1)).expect("k + 1 is not zero");
            self.round(&part)
        });
        let coefficients = std::iter::once(Rational::zero()).chain(parts).collect();
        Self {
            coefficients,
            bits: self.bits,
        }
    }

    /// The value at s, by Horner's scheme.
    pub(in crate::schemes) fn at(&self, s: &Rational) -> Rational {
        let horner = |value: Rational, coefficient: &Rational| self.round(&(&(&value * s) + coefficient));
        self.coefficients.iter().rev().fold(Rational::zero(), horner)
    }

    /// The value at a symbol, by Horner's scheme.
    pub(in crate::schemes) fn at_symbol(&self, graph: &mut Graph, s: Expr) -> Expr {
        self.coefficients.iter().rev().fold(graph.zero(), |value, c| {
            let (value, c) = (graph.mul(value, s), graph.constant(c.clone()));
            graph.add(value, c)
        })
    }

    /// A value rounded to the mantissa of these calculations.
    pub(in crate::schemes) fn round(&self, value: &Rational) -> Rational {
        value.round_to_bits(self.bits)
    }
}
