//! A formula in a script, with few parentheses. Line breaks are made elsewhere.

use std::fmt::{self, Display, Formatter};

use crate::text::{Formula, Piece, Plain, Script};

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
        f.write_str(&written(self, &Plain))
    }
}

/// A formula in a script.
#[must_use]
pub fn written(formula: &Formula, script: &dyn Script) -> String {
    Renderer { script }.at(formula, Place::Alone)
}

#[derive(Clone, Copy)]
struct Renderer<'a> {
    script: &'a dyn Script,
}

impl Renderer<'_> {
    fn at(self, formula: &Formula, place: Place) -> String {
        let script = self.script;
        let (text, loosest) = match formula {
            Formula::Atom(text) => (script.name(text), Place::Base),
            Formula::Number(text) => (script.number(text), Place::Factor),
            Formula::Rate(word, order) => (
                script.rate(word, *order),
                if script.is_flat() {
                    Place::LastFactor
                } else {
                    Place::Base
                },
            ),
            Formula::Phrase(pieces) => (self.row(pieces), Place::LastFactor),
            Formula::Closed(pieces) => (self.row(pieces), Place::Base),
            Formula::Raised(base, exponent) => self.raised(base, exponent),
            Formula::Transposed(inner) => (script.transposed(&self.operand(inner)), Place::Base),
            Formula::Sum(terms) => (self.sum(terms), Place::Alone),
            Formula::Quotient(above, below) => self.quotient(above, below),
            Formula::Power(base, exponent) => self.power(base, *exponent, place),
            Formula::Call(name, arguments) => self.call(name, None, arguments, place),
            Formula::Over(sign, index, ends, item) => {
                let [first, last] = ends.each_ref().map(|end| self.at(end, Place::Alone));
                let over = script.over(sign, &script.name(index), &first, &last);
                (script.row(&[over, self.at(item, Place::Term)]), Place::Term)
            }
        };
        if place > loosest {
            script.parentheses(&text)
        } else {
            text
        }
    }

    fn row(self, pieces: &[Piece]) -> String {
        let written = pieces.iter().map(|piece| match piece {
            Piece::Sign(sign) => self.script.sign(sign),
            Piece::Name(name) => self.script.name(name),
            Piece::Formula(formula) => self.at(formula, Place::Alone),
            Piece::Operand(formula) => self.operand(formula),
        });
        self.script.row(&written.collect::<Vec<_>>())
    }

    fn operand(self, formula: &Formula) -> String {
        let text = self.at(formula, Place::Alone);
        match formula {
            Formula::Atom(_) | Formula::Number(_) => text,
            _ => self.script.parentheses(&text),
        }
    }

    fn raised(self, base: &Formula, exponent: &Formula) -> (String, Place) {
        let base = self.operand(base);
        if self.script.is_flat() {
            return (format!("{base}^{}", self.operand(exponent)), Place::LastFactor);
        }
        let exponent = self.at(exponent, Place::Alone);
        (self.script.power(&base, &exponent), Place::Factor)
    }

    /// Begins with the first positive summand.
    fn sum(self, terms: &[(bool, Formula)]) -> String {
        let first = terms
            .iter()
            .position(|(negative, _)| !negative)
            .unwrap_or_default();
        let before = terms[..first].iter();
        let order = terms[first..=first]
            .iter()
            .chain(before)
            .chain(&terms[first + 1..]);
        let mut parts = Vec::new();
        for (at, (negative, term)) in order.enumerate() {
            match (at, negative) {
                (0, false) => {}
                (0, true) => parts.push(self.script.sign("−")),
                (_, false) => parts.push(self.script.sign(" + ")),
                (_, true) => parts.push(self.script.sign(" − ")),
            }
            parts.push(self.at(term, Place::Term));
        }
        self.script.row(&parts)
    }

    fn quotient(self, above: &[Formula], below: &[Formula]) -> (String, Place) {
        if below.is_empty() {
            return (self.product(above, false), Place::Term);
        }
        if let Some(fraction) = self
            .script
            .fraction(&|| self.product(above, false), &|| self.product(below, false))
        {
            return (fraction, Place::Factor);
        }
        let above = self.product(above, true);
        let text = match below {
            [single] => {
                let place = if is_function(single) {
                    Place::LastFactor
                } else {
                    Place::Factor
                };
                format!("{above}/{}", self.at(single, place))
            }
            _ => format!("{above}/({})", self.product(below, false)),
        };
        (text, Place::Term)
    }

    /// `is_closed` if text follows that must not become part of the last factor.
    fn product(self, factors: &[Formula], is_closed: bool) -> String {
        let trailing = factors
            .iter()
            .rev()
            .take_while(|factor| is_function(factor))
            .count();
        let last = factors.len() - trailing;
        let mut parts = Vec::new();
        for (index, factor) in factors.iter().enumerate() {
            let is_last = index >= last || index + 1 == factors.len();
            let place = if is_last && !is_closed {
                Place::LastFactor
            } else {
                Place::Factor
            };
            if index > 0 {
                let plain = Renderer { script: &Plain }.at(factor, place);
                let is_digit = plain.starts_with(|c: char| c.is_ascii_digit() || c == '½');
                parts.push(self.script.sign(if is_digit { " · " } else { " " }));
            }
            parts.push(self.at(factor, place));
        }
        if parts.is_empty() {
            return self.script.number("1");
        }
        self.script.row(&parts)
    }

    fn power(self, base: &Formula, exponent: u32, place: Place) -> (String, Place) {
        let exponent = self.script.number(&exponent.to_string());
        match base {
            // sin² x
            Formula::Call(name, arguments) if is_letters(name) => {
                self.call(name, Some(&exponent), arguments, place)
            }
            _ => (
                self.script.power(&self.at(base, Place::Base), &exponent),
                Place::Factor,
            ),
        }
    }

    /// |x|, √x and sin x need no parentheses; before other text, sin(x) does.
    fn call(
        self,
        name: &str,
        exponent: Option<&str>,
        arguments: &[Formula],
        place: Place,
    ) -> (String, Place) {
        let script = self.script;
        let mut list = Vec::new();
        for argument in arguments {
            if !list.is_empty() {
                list.push(script.sign(", "));
            }
            list.push(self.at(argument, Place::Alone));
        }
        let list = script.row(&list);
        let is_single = matches!(arguments, [Formula::Atom(_) | Formula::Number(_)]);
        match name {
            "|" => (script.absolute(&list), Place::Base),
            "√" => (script.root(&list, is_single), Place::Factor),
            _ => {
                let function = script.function(name);
                let function = match exponent {
                    Some(exponent) => script.power(&function, exponent),
                    None => function,
                };
                if is_single && place <= Place::LastFactor && name != "exp" {
                    return (script.applied(&function, &list), Place::LastFactor);
                }
                let parts = [function, script.parentheses(&list)];
                (script.row(&parts), Place::Factor)
            }
        }
    }
}

fn is_function(formula: &Formula) -> bool {
    match formula {
        Formula::Call(..) => true,
        Formula::Power(base, _) => matches!(**base, Formula::Call(..)),
        _ => false,
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
