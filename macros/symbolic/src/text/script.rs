//! A script: the signs by which formulas are written. Their order and their parentheses are the same in each.

use std::fmt::Debug;

use crate::display::superscript;

/// How the parts of formulas are written.
pub trait Script: Debug {
    /// Whether fractions and exponents stay on the line.
    fn is_flat(&self) -> bool {
        false
    }

    /// A name with its dots and indices: `θ̇₁`, `p_θ`, `mass`.
    fn name(&self, name: &str) -> String;

    /// Digits, `½`, or `1.6·10⁻¹⁹`.
    fn number(&self, digits: &str) -> String;

    /// Signs and words, with the spaces around them; a space between factors.
    fn sign(&self, sign: &'static str) -> String;

    /// The name of a function.
    fn function(&self, name: &str) -> String;

    /// A function and its argument without parentheses.
    fn applied(&self, function: &str, argument: &str) -> String {
        format!("{function} {argument}")
    }

    /// The time derivative, of some order, of a word.
    fn rate(&self, word: &str, order: usize) -> String;

    /// Parts one after the other.
    fn row(&self, parts: &[String]) -> String;

    /// A formula in parentheses.
    fn parentheses(&self, inner: &str) -> String;

    /// A transposed matrix.
    fn transposed(&self, inner: &str) -> String;

    /// A base and its exponent.
    fn power(&self, base: &str, exponent: &str) -> String;

    /// Both products as a fraction, if it does not stay on the line.
    fn fraction(&self, above: &dyn Fn() -> String, below: &dyn Fn() -> String) -> Option<String>;

    /// A square root; `is_single` for one name or number.
    fn root(&self, inner: &str, is_single: bool) -> String;

    /// An absolute value, or a length.
    fn absolute(&self, inner: &str) -> String;

    /// `∑` or `∏` with its index from the first to the last value, before an item.
    fn over(&self, sign: &str, index: &str, first: &str, last: &str) -> String;
}

/// Characters on one line.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

impl Script for Plain {
    fn is_flat(&self) -> bool {
        true
    }

    fn name(&self, name: &str) -> String {
        name.to_owned()
    }

    fn number(&self, digits: &str) -> String {
        digits.to_owned()
    }

    fn sign(&self, sign: &'static str) -> String {
        sign.to_owned()
    }

    fn function(&self, name: &str) -> String {
        name.to_owned()
    }

    fn rate(&self, word: &str, order: usize) -> String {
        match order {
            0 => word.to_owned(),
            1 => format!("d({word})/dt"),
            _ => {
                let order = superscript(&order.to_string());
                format!("d{order}({word})/dt{order}")
            }
        }
    }

    fn row(&self, parts: &[String]) -> String {
        parts.concat()
    }

    fn parentheses(&self, inner: &str) -> String {
        format!("({inner})")
    }

    fn transposed(&self, inner: &str) -> String {
        format!("{inner}ᵀ")
    }

    fn power(&self, base: &str, exponent: &str) -> String {
        format!("{base}{}", superscript(exponent))
    }

    fn fraction(&self, _: &dyn Fn() -> String, _: &dyn Fn() -> String) -> Option<String> {
        None
    }

    fn root(&self, inner: &str, is_single: bool) -> String {
        if is_single {
            format!("√{inner}")
        } else {
            format!("√({inner})")
        }
    }

    fn absolute(&self, inner: &str) -> String {
        format!("|{inner}|")
    }

    fn over(&self, sign: &str, index: &str, first: &str, last: &str) -> String {
        format!("{sign}({index} = {first} … {last}) ")
    }
}
