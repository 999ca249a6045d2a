//! A formula as characters, with few parentheses. Line breaks are made elsewhere.

use std::fmt::{self, Display, Formatter};

use crate::display::superscript;
use crate::text::Formula;

/// The context of a formula, from the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Alone, or between commas.
    Alone,
    /// A term of a sum.
    Term,
    /// A factor that is followed by functions only.
    LastFactor,
    /// A factor.
    Factor,
    /// Under a power.
    Base,
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&at(self, Place::Alone))
    }
}

fn at(formula: &Formula, place: Place) -> String {
    let (text, loosest) = match formula {
        Formula::Atom(text) => (text.clone(), Place::Base),
        Formula::Number(text) => (text.clone(), Place::Factor),
        Formula::Phrase(text) => (text.clone(), Place::LastFactor),
        Formula::Sum(terms) => (sum(terms), Place::Alone),
        Formula::Quotient(above, below) => (quotient(above, below), Place::Term),
        Formula::Power(base, exponent) => power(base, *exponent, place),
        Formula::Call(name, arguments) => call(name, "", arguments, place),
    };
    if place > loosest {
        format!("({text})")
    } else {
        text
    }
}

/// Begins with the first positive summand.
fn sum(terms: &[(bool, Formula)]) -> String {
    let first = terms
        .iter()
        .position(|(negative, _)| !negative)
        .unwrap_or_default();
    let before = terms[..first].iter();
    let order = terms[first..=first]
        .iter()
        .chain(before)
        .chain(&terms[first + 1..]);
    let mut text = String::new();
    for (at_, (negative, term)) in order.enumerate() {
        text.push_str(match (at_, negative) {
            (0, false) => "",
            (0, true) => "−",
            (_, false) => " + ",
            (_, true) => " − ",
        });
        text.push_str(&at(term, Place::Term));
    }
    text
}

fn quotient(above: &[Formula], below: &[Formula]) -> String {
    let above = product(above, !below.is_empty());
    match below {
        [] => above,
        [single] => {
            let place = if is_function(single) {
                Place::LastFactor
            } else {
                Place::Factor
            };
            format!("{above}/{}", at(single, place))
        }
        _ => format!("{above}/({})", product(below, false)),
    }
}

/// `is_closed` if text follows that must not become part of the last factor.
fn product(factors: &[Formula], is_closed: bool) -> String {
    let trailing = factors
        .iter()
        .rev()
        .take_while(|factor| is_function(factor))
        .count();
    let last = factors.len() - trailing;
    let mut text = String::new();
    for (index, factor) in factors.iter().enumerate() {
        let is_last = index >= last || index + 1 == factors.len();
        let place = if is_last && !is_closed {
            Place::LastFactor
        } else {
            Place::Factor
        };
        let written = at(factor, place);
        if index > 0 {
            let is_digit = written.starts_with(|c: char| c.is_ascii_digit() || c == '½');
            text.push_str(if is_digit { " · " } else { " " });
        }
        text.push_str(&written);
    }
    if text.is_empty() { "1".to_owned() } else { text }
}

fn is_function(formula: &Formula) -> bool {
    match formula {
        Formula::Call(..) => true,
        Formula::Power(base, _) => matches!(**base, Formula::Call(..)),
        _ => false,
    }
}

fn power(base: &Formula, exponent: u32, place: Place) -> (String, Place) {
    let exponent = superscript(&exponent.to_string());
    match base {
        // sin² x
        Formula::Call(name, arguments) if is_letters(name) => call(name, &exponent, arguments, place),
        _ => (format!("{}{exponent}", at(base, Place::Base)), Place::Factor),
    }
}

/// |x|, √x and sin x need no parentheses; before other text, sin(x) does.
fn call(name: &str, exponent: &str, arguments: &[Formula], place: Place) -> (String, Place) {
    let list: Vec<String> = arguments
        .iter()
        .map(|argument| at(argument, Place::Alone))
        .collect();
    let list = list.join(", ");
    match arguments {
        _ if name == "|" => (format!("|{list}|"), Place::Base),
        [single @ (Formula::Atom(_) | Formula::Number(_))] if name == "√" => {
            (format!("√{}", at(single, Place::Alone)), Place::Factor)
        }
        [Formula::Atom(_) | Formula::Number(_)] if place <= Place::LastFactor && name != "exp" => {
            (format!("{name}{exponent} {list}"), Place::LastFactor)
        }
        _ => (format!("{name}{exponent}({list})"), Place::Factor),
    }
}

fn is_letters(name: &str) -> bool {
    name.chars().all(char::is_alphanumeric)
}

/// The number of columns of a text; dots above letters take none.
#[must_use]
pub fn width(text: &str) -> usize {
    text.chars()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .count()
}
