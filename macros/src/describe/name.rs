//! Identifiers as symbols: `theta_1` is θ₁, its velocity θ̇₁, `r[0]` is r₀.
//!
//! It refuses to merge names: if two would look the same, both stay as typed.

use std::collections::BTreeMap;

use extremal_symbolic::text::Formula;

use crate::keys;
use crate::system::System;

const GREEK: [(&str, char); 33] = [
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("zeta", 'ζ'),
    ("eta", 'η'),
    ("theta", 'θ'),
    ("iota", 'ι'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("nu", 'ν'),
    ("xi", 'ξ'),
    ("rho", 'ρ'),
    ("sigma", 'σ'),
    ("tau", 'τ'),
    ("upsilon", 'υ'),
    ("phi", 'φ'),
    ("chi", 'χ'),
    ("psi", 'ψ'),
    ("omega", 'ω'),
    ("varphi", 'ϕ'),
    ("Gamma", 'Γ'),
    ("Delta", 'Δ'),
    ("Theta", 'Θ'),
    ("Lambda", 'Λ'),
    ("Xi", 'Ξ'),
    ("Sigma", 'Σ'),
    ("Upsilon", 'Υ'),
    ("Phi", 'Φ'),
    ("Psi", 'Ψ'),
    ("Omega", 'Ω'),
];

/// Dots above the letter before them.
const DOTS: [&str; 3] = ["", "\u{307}", "\u{308}"];

/// One letter with its marks and indices, or a word.
#[derive(Clone, Debug)]
struct Name {
    head: String,
    tail: String,
}

impl Name {
    fn word(typed: &str) -> Self {
        Self {
            head: typed.to_owned(),
            tail: String::new(),
        }
    }

    fn of(typed: &str) -> Self {
        let (base, indices) = typed.split_at(typed.find('[').unwrap_or(typed.len()));
        let mut name = Self::of_base(base);
        match subscript(indices).filter(|_| name.tail.is_empty()) {
            Some(subscript) => name.tail = subscript,
            None => name.tail.push_str(indices),
        }
        name
    }

    fn of_base(base: &str) -> Self {
        let letters = base
            .find(|c: char| c == '_' || c.is_ascii_digit())
            .unwrap_or(base.len());
        let (head, tail) = base.split_at(letters);
        let Some(head) = letter(head) else {
            return Self::word(base);
        };
        let digits = tail.strip_prefix('_').unwrap_or(tail);
        let tail = if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) {
            lowered(digits)
        } else {
            tail.to_owned()
        };
        Self {
            head: head.to_string(),
            tail,
        }
    }

    /// The derivative of some order by time.
    fn derivative(&self, order: usize) -> Formula {
        let Self { head, tail } = self;
        if order == 0 || head.chars().count() == 1 {
            return Formula::Atom(format!("{head}{}{tail}", DOTS[order]));
        }
        Formula::Rate(format!("{head}{tail}"), order)
    }

    fn text(&self) -> String {
        format!("{}{}", self.head, self.tail)
    }
}

fn letter(word: &str) -> Option<char> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(single), None) => Some(single),
        _ => GREEK
            .iter()
            .find(|(name, _)| *name == word)
            .map(|&(_, letter)| letter),
    }
}

/// `[0][1]` as ₀₁, if that is unambiguous.
fn subscript(indices: &str) -> Option<String> {
    let mut numbers = indices.split(['[', ']']).filter(|number| !number.is_empty());
    match (numbers.next(), numbers.next()) {
        _ if !indices
            .chars()
            .all(|c| c.is_ascii_digit() || c == '[' || c == ']') =>
        {
            None
        }
        (Some(i), None) => Some(lowered(i)),
        (Some(i), Some(j)) if i.len() == 1 && j.len() == 1 => Some(lowered(i) + &lowered(j)),
        _ => None,
    }
}

/// Digits as subscripts.
pub(super) fn lowered(digits: &str) -> String {
    let below = |digit: char| {
        digit
            .to_digit(10)
            .and_then(|digit| char::from_u32(0x2080 + digit))
    };
    digits.chars().filter_map(below).collect()
}

/// All names of a declaration, by their typed form.
#[derive(Debug)]
pub(crate) struct Names(BTreeMap<String, Name>);

impl Names {
    pub(crate) fn of(system: &System) -> Self {
        let model = &system.model;
        let parameters = model.parameters.iter().filter_map(|&e| model.graph.name_of(e));
        let lets = system
            .declaration
            .formulas
            .iter()
            .filter(|formula| *formula.key == keys::DEFINITION)
            .map(|formula| formula.name());
        let components = system
            .coordinates
            .iter()
            .chain(&system.inputs)
            .map(String::as_str);
        let inputs = model.inputs.iter().filter_map(|&e| model.graph.name_of(e));
        let components = components.chain(inputs).chain(parameters).map(str::to_owned);
        let whole = |name: &String| name.split('[').next().map(str::to_owned);
        let all: Vec<String> = components.chain(lets).collect();
        let all = all.iter().filter_map(whole).chain(all.iter().cloned());
        let mut names = Self(BTreeMap::from([("t".to_owned(), Name::word("t"))]));
        names.0.extend(all.map(|typed| (typed.clone(), Name::of(&typed))));
        names.keep_apart();
        names
    }

    fn keep_apart(&mut self) {
        let mut owners: BTreeMap<String, usize> = BTreeMap::from([("π".to_owned(), 1)]);
        for name in self.0.values() {
            *owners.entry(name.text()).or_default() += 1;
        }
        for (typed, name) in &mut self.0 {
            if owners[&name.text()] > 1 {
                *name = Name::word(typed);
            }
        }
    }

    /// A name, or its derivative of some order by time.
    pub(super) fn derivative(&self, typed: &str, order: usize) -> Formula {
        let name = self.0.get(typed).cloned();
        name.unwrap_or_else(|| Name::of(typed)).derivative(order)
    }

    /// A name as it is written.
    pub(super) fn text(&self, typed: &str) -> String {
        self.derivative(typed, 0).to_string()
    }
}
