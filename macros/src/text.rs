//! A formula as text on one line, for messages and documentation.
//! It refuses to know what the tokens mean beyond the spaces that go around them.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The kind of the last token, on which the space before the next one depends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    /// Nothing, a sign before its operand, a dot: no space after it.
    Open,
    /// A name, a number, closed brackets: an operand, which may be called, indexed or subtracted from.
    Operand,
    /// An operator, a comma, a word like `if`.
    Operator,
    /// The first part of an operator of several.
    Joint,
}

/// The tokens with the spaces that people write.
pub(crate) fn of(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    write(tokens.into_token_stream(), &mut text, Last::Open);
    text
}

fn write(tokens: TokenStream, text: &mut String, mut last: Last) -> Last {
    for token in tokens {
        last = match token {
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::None => write(group.stream(), text, last),
                delimiter => {
                    let (open, close) = brackets(delimiter);
                    let is_close = last == Last::Operand && delimiter != Delimiter::Brace;
                    space(text, if is_close { Last::Open } else { last });
                    text.push_str(open);
                    write(group.stream(), text, Last::Open);
                    text.push_str(close);
                    Last::Operand
                }
            },
            TokenTree::Punct(punct) => sign(punct.as_char(), punct.spacing(), text, last),
            word => {
                let word = word.to_string();
                space(text, last);
                text.push_str(&word);
                let is_keyword = matches!(word.as_str(), "if" | "else" | "let");
                if is_keyword { Last::Operator } else { Last::Operand }
            }
        };
    }
    last
}

fn sign(sign: char, spacing: Spacing, text: &mut String, last: Last) -> Last {
    let is_close = matches!(sign, ',' | ';' | '.' | ':') || last == Last::Joint;
    // After an operator, a minus is a sign.
    let is_prefix = matches!(sign, '-' | '!') && matches!(last, Last::Open | Last::Operator);
    space(text, if is_close { Last::Open } else { last });
    text.push(sign);
    match sign {
        ',' | ';' => Last::Operator,
        '.' | ':' => Last::Open,
        _ if is_prefix => Last::Open,
        _ if spacing == Spacing::Joint => Last::Joint,
        _ => Last::Operator,
    }
}

fn space(text: &mut String, last: Last) {
    if matches!(last, Last::Operand | Last::Operator) {
        text.push(' ');
    }
}

fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{ ", " }"),
        Delimiter::None => ("", ""),
    }
}

#[cfg(test)]
mod tests {
    fn tokens(text: &str) -> proc_macro2::TokenStream {
        text.parse().expect(text)
    }

    #[test]
    fn formulas_keep_the_spaces_that_people_write() {
        for formula in [
            "[l * sin(theta), -l * cos(theta)]",
            "0.5 * m * (l * dt(theta)).powi(2) - -x",
            "if a <= b && !(c == -d) { x } else { -y }",
            "{ let s = sin(x); s * s } + self.inertia[(0, 1)] / r[0][1]",
            "2 * core::f64::consts::PI * (a - b) * (-c)",
            "x.powi(-2) - [[1, 2], [3, 4]][1][0]",
        ] {
            assert_eq!(super::of(tokens(formula)), formula);
        }
        assert_eq!(super::of(tokens("a\n    +b *  c")), "a + b * c");
    }
}
