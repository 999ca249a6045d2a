//! Exact constants as people write them: ½, 9.81, 1/3, 2 π, 1.6·10⁻¹⁹. Short numbers are not rounded.

use crate::Rational;
use crate::display::superscript;
use crate::text::Formula;

/// More digits than a double has.
const PI: &str = "3.14159265358979323846264338327950288";
/// Longer multiples of π are coincidences, and are written as decimals.
const LONGEST_MULTIPLE: usize = 5;

impl Formula {
    /// A constant.
    #[must_use]
    pub fn number(value: &Rational) -> Self {
        let size = value.abs();
        let written = multiple_of_pi(&size).unwrap_or_else(|| written(&size));
        if value.is_negative() {
            written.negative()
        } else {
            written
        }
    }
}

fn multiple_of_pi(value: &Rational) -> Option<Formula> {
    let times = value.checked_div(&Rational::from_decimal(PI)?)?;
    let is_meant = !times.is_zero() && times.to_string().len() <= LONGEST_MULTIPLE;
    is_meant.then(|| Formula::quotient([written(&times), Formula::atom("π")], []))
}

fn written(value: &Rational) -> Formula {
    let text = value.to_string();
    if text == "0.5" || text == "1/2" {
        return Formula::Number("½".to_owned());
    }
    if let Some((above, below)) = text.split_once('/') {
        let number = |digits: &str| Formula::Number(digits.to_owned());
        return Formula::quotient([number(above)], [number(below)]);
    }
    match text.split_once('e') {
        Some((digits, exponent)) => Formula::Number(format!("{digits}·10{}", superscript(exponent))),
        None => Formula::Number(text),
    }
}
