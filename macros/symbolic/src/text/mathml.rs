//! Formulas as MathML Core, which browsers render without a script of the page.
//!
//! Dots are letters over letters, `<mi>`, so that they survive where no font with mathematics is installed.

use super::latex::raised;
use super::name::Name;
use super::script::Script;

/// The elements of MathML.
#[derive(Clone, Copy, Debug)]
pub struct Mathml;

fn dotted(inner: &str, dots: usize) -> String {
    match dots {
        0 => inner.to_owned(),
        1 => format!("<mover><mrow>{inner}</mrow><mi mathvariant=\"normal\">˙</mi></mover>"),
        _ => format!("<mover><mrow>{inner}</mrow><mi mathvariant=\"normal\">¨</mi></mover>"),
    }
}

fn operator(sign: &str) -> String {
    format!("<mo>{sign}</mo>")
}

impl Script for Mathml {
    fn name(&self, name: &str) -> String {
        let name = Name::of(name);
        let head = if name.head.chars().all(|c| c.is_ascii_digit()) {
            format!("<mn>{}</mn>", name.head)
        } else {
            format!("<mi>{}</mi>", name.head)
        };
        let mut text = dotted(&head, name.dots);
        if !name.indices.is_empty() {
            let indices = name.indices.iter().map(|index| self.name(index));
            let indices = indices.collect::<Vec<_>>().join("<mo>,</mo>");
            text = format!("<msub>{text}<mrow>{indices}</mrow></msub>");
        }
        if name.is_row {
            text = self.transposed(&text);
        }
        text
    }

    fn number(&self, digits: &str) -> String {
        if digits == "½" {
            return "<mfrac><mn>1</mn><mn>2</mn></mfrac>".to_owned();
        }
        match digits.split_once("·10") {
            Some((digits, exponent)) => {
                let exponent = raised(exponent).replace('-', "−");
                format!("<mrow><mn>{digits}</mn><mo>·</mo><msup><mn>10</mn><mn>{exponent}</mn></msup></mrow>")
            }
            None => format!("<mn>{digits}</mn>"),
        }
    }

    fn sign(&self, sign: &'static str) -> String {
        match sign {
            " " => "<mspace width=\"0.17em\"></mspace>".to_owned(),
            "   " => "<mspace width=\"1em\"></mspace>".to_owned(),
            " < " => operator("&lt;"),
            " > " => operator("&gt;"),
            _ if sign.contains(char::is_alphabetic) => {
                // Spaces at the ends of an element are not shown.
                format!("<mtext>{}</mtext>", sign.replace(' ', "\u{a0}"))
            }
            _ => operator(sign.trim()),
        }
    }

    fn function(&self, name: &str) -> String {
        match name {
            "d/dt" => "<mfrac><mi mathvariant=\"normal\">d</mi><mrow><mi mathvariant=\"normal\">d</mi><mi>t</mi></mrow></mfrac>"
                .to_owned(),
            _ => format!("<mi>{name}</mi>"),
        }
    }

    fn applied(&self, function: &str, argument: &str) -> String {
        self.row(&[function.to_owned(), self.sign(" "), argument.to_owned()])
    }

    fn rate(&self, word: &str, order: usize) -> String {
        dotted(&self.name(word), order)
    }

    fn row(&self, parts: &[String]) -> String {
        match parts {
            [single] => single.clone(),
            parts => format!("<mrow>{}</mrow>", parts.concat()),
        }
    }

    fn parentheses(&self, inner: &str) -> String {
        format!("<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>")
    }

    fn transposed(&self, inner: &str) -> String {
        self.power(inner, "<mi mathvariant=\"normal\">T</mi>")
    }

    fn power(&self, base: &str, exponent: &str) -> String {
        format!("<msup><mrow>{base}</mrow>{exponent}</msup>")
    }

    fn fraction(&self, above: &dyn Fn() -> String, below: &dyn Fn() -> String) -> Option<String> {
        Some(format!(
            "<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>",
            above(),
            below()
        ))
    }

    fn root(&self, inner: &str, _: bool) -> String {
        format!("<msqrt>{inner}</msqrt>")
    }

    fn over(&self, sign: &str, index: &str, first: &str, last: &str) -> String {
        format!(
            "<munderover><mo>{sign}</mo><mrow>{index}<mo>=</mo>{first}</mrow><mrow>{last}</mrow></munderover>"
        )
    }

    fn absolute(&self, inner: &str) -> String {
        format!("<mrow><mo>|</mo>{inner}<mo>|</mo></mrow>")
    }
}
