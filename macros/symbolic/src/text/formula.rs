//! A formula as a tree in the order of writing. Signs are moved; nothing else is simplified.

/// A formula for readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// A name, or other text that never needs parentheses.
    Atom(String),
    /// Digits, without a sign.
    Number(String),
    /// The time derivative, of some order, of a word: `d(angle)/dt`.
    Rate(String, usize),
    /// Pieces in a row that need parentheses before another factor or under an exponent: `a · b`.
    Phrase(Vec<Piece>),
    /// Pieces in a row that never need parentheses: `[a, b]`.
    Closed(Vec<Piece>),
    /// A base and an exponent that is a formula.
    Raised(Box<Formula>, Box<Formula>),
    /// A transposed matrix or vector.
    Transposed(Box<Formula>),
    /// Summands, each with whether it is subtracted.
    Sum(Vec<(bool, Formula)>),
    /// The product of the first list over that of the second.
    Quotient(Vec<Formula>, Vec<Formula>),
    /// A base and its exponent.
    Power(Box<Formula>, u32),
    /// A name and its arguments.
    Call(&'static str, Vec<Formula>),
    /// A sum, a product or an integral from a first to a last value: `∑`, `∏` or `∫`, the index, both values, an item.
    Over(&'static str, String, Box<[Formula; 2]>, Box<Formula>),
}

/// A part of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Signs and words, with the spaces around them.
    Sign(&'static str),
    /// A name.
    Name(String),
    /// A formula as it stands.
    Formula(Formula),
    /// A formula in parentheses, unless it is a name or a number.
    Operand(Formula),
}

impl Formula {
    /// Formulas between a first and a last sign, with commas.
    #[must_use]
    pub fn list(first: &'static str, entries: impl IntoIterator<Item = Self>, last: &'static str) -> Self {
        let mut pieces = vec![Piece::Sign(first)];
        for (at, entry) in entries.into_iter().enumerate() {
            if at > 0 {
                pieces.push(Piece::Sign(", "));
            }
            pieces.push(Piece::Formula(entry));
        }
        pieces.push(Piece::Sign(last));
        Self::Closed(pieces)
    }

    /// 1
    #[must_use]
    pub fn one() -> Self {
        Self::Number("1".to_owned())
    }

    /// Text as it is written.
    #[must_use]
    pub fn atom(text: impl Into<String>) -> Self {
        Self::Atom(text.into())
    }

    /// The sum of summands, each with whether it is subtracted; summands that are sums become part of it.
    #[must_use]
    pub fn sum(terms: impl IntoIterator<Item = (bool, Self)>) -> Self {
        let mut flat = Vec::new();
        for (negative, term) in terms {
            match term {
                Self::Sum(inner) if !negative || inner.len() == 1 => {
                    flat.extend(inner.into_iter().map(|(sign, x)| (sign != negative, x)));
                }
                term => flat.push((negative, term)),
            }
        }
        match flat.as_slice() {
            [] => Self::Number("0".to_owned()),
            [(false, _)] => flat.remove(0).1,
            _ => Self::Sum(flat),
        }
    }

    /// −x
    #[must_use]
    pub fn negative(self) -> Self {
        Self::sum([(true, self)])
    }

    /// The product of `above` over that of `below`; factors that are quotients become part of it, and signs move to the
    /// front.
    #[must_use]
    pub fn quotient(above: impl IntoIterator<Item = Self>, below: impl IntoIterator<Item = Self>) -> Self {
        let (mut up, mut down, mut negative) = (Vec::new(), Vec::new(), false);
        for factor in above {
            take(factor, &mut up, &mut down, &mut negative);
        }
        for factor in below {
            take(factor, &mut down, &mut up, &mut negative);
        }
        let one = Self::one();
        up.retain(|factor| *factor != one);
        down.retain(|factor| *factor != one);
        let product = match (up.len(), down.len()) {
            (0, 0) => one,
            (1, 0) => up.remove(0),
            _ => Self::Quotient(up, down),
        };
        if negative { product.negative() } else { product }
    }

    /// xⁿ
    #[must_use]
    pub fn power(self, exponent: i32) -> Self {
        let size = exponent.unsigned_abs();
        let power = match size {
            0 => return Self::one(),
            1 => self,
            _ => Self::Power(Box::new(self), size),
        };
        if exponent < 0 {
            Self::quotient([], [power])
        } else {
            power
        }
    }
}

fn take(factor: Formula, up: &mut Vec<Formula>, down: &mut Vec<Formula>, negative: &mut bool) {
    match factor {
        Formula::Sum(mut terms) if terms.len() == 1 => {
            let (sign, inner) = terms.remove(0);
            *negative ^= sign;
            take(inner, up, down, negative);
        }
        Formula::Quotient(above, below) => {
            up.extend(above);
            down.extend(below);
        }
        other => up.push(other),
    }
}
