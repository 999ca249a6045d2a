//! Numbers of many digits, with the functions that formulas have.

use astro_float::{BigFloat, Consts, RoundingMode};

/// Differences of 1e-300 between values of about one, with 64 more bits.
const BITS: usize = 1152;

const ROUND: RoundingMode = RoundingMode::ToEven;

/// Arithmetic with what it keeps of π and others.
pub(crate) struct Big {
    consts: Consts,
}

impl Big {
    pub(crate) fn new() -> Self {
        Self {
            consts: Consts::new().expect("the tables fit into memory"),
        }
    }

    pub(crate) fn of(x: f64) -> BigFloat {
        BigFloat::from_f64(x, BITS)
    }

    /// The leading 64 bits.
    pub(crate) fn to_f64(x: &BigFloat) -> f64 {
        if x.is_zero() {
            return 0.0;
        }
        let sign = if x.is_negative() { -1.0 } else { 1.0 };
        match (x.mantissa_digits(), x.exponent()) {
            // In two factors, of which none is below the smallest number.
            (Some(words), Some(exponent)) if exponent > -1070 => {
                sign * words[words.len() - 1] as f64 * 2_f64.powi(-64) * 2_f64.powi(exponent)
            }
            (Some(_), Some(_)) => 0.0,
            _ => f64::NAN,
        }
    }

    pub(crate) fn add(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.add(b, BITS, ROUND)
    }

    pub(crate) fn sub(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.sub(b, BITS, ROUND)
    }

    pub(crate) fn mul(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.mul(b, BITS, ROUND)
    }

    pub(crate) fn div(a: &BigFloat, b: &BigFloat) -> BigFloat {
        a.div(b, BITS, ROUND)
    }

    pub(crate) fn powi(a: &BigFloat, n: i64) -> BigFloat {
        let power = a.powi(
            usize::try_from(n.unsigned_abs()).expect("a small power"),
            BITS,
            ROUND,
        );
        if n < 0 {
            power.reciprocal(BITS, ROUND)
        } else {
            power
        }
    }

    /// a^(p/q) for a > 0.
    pub(crate) fn power(&mut self, a: &BigFloat, p: i64, q: i64) -> BigFloat {
        let exponent = Self::div(&BigFloat::from_i64(p, BITS), &BigFloat::from_i64(q, BITS));
        a.pow(&exponent, BITS, ROUND, &mut self.consts)
    }

    pub(crate) fn sqrt(a: &BigFloat) -> BigFloat {
        a.sqrt(BITS, ROUND)
    }

    /// The function of that name.
    pub(crate) fn function(&mut self, name: &str, a: &BigFloat) -> BigFloat {
        let consts = &mut self.consts;
        match name {
            "sin" => a.sin(BITS, ROUND, consts),
            "cos" => a.cos(BITS, ROUND, consts),
            "tan" => a.tan(BITS, ROUND, consts),
            "asin" => a.asin(BITS, ROUND, consts),
            "acos" => a.acos(BITS, ROUND, consts),
            "atan" => a.atan(BITS, ROUND, consts),
            "sinh" => a.sinh(BITS, ROUND, consts),
            "cosh" => a.cosh(BITS, ROUND, consts),
            "tanh" => a.tanh(BITS, ROUND, consts),
            "exp" => a.exp(BITS, ROUND, consts),
            "ln" => a.ln(BITS, ROUND, consts),
            "ln_1p" => Self::add(a, &Self::of(1.0)).ln(BITS, ROUND, consts),
            "abs" => a.abs(),
            "opaque" => a.clone(),
            "signum" if a.is_zero() => Self::of(0.0),
            "signum" => Self::of(if a.is_negative() { -1.0 } else { 1.0 }),
            other => unreachable!("{other}"),
        }
    }

    /// The angle of the point (x, y) that is not the origin.
    pub(crate) fn angle(&mut self, y: &BigFloat, x: &BigFloat) -> BigFloat {
        let length = Self::sqrt(&Self::add(&Self::mul(x, x), &Self::mul(y, y)));
        if x.is_negative() && y.is_zero() {
            return self.consts.pi(BITS, ROUND);
        }
        // The angle at the circumference is half of that at the centre.
        let half = Self::div(y, &Self::add(&length, x)).atan(BITS, ROUND, &mut self.consts);
        Self::add(&half, &half)
    }
}
