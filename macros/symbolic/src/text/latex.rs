//! Formulas as LaTeX, in mathematics.

use super::name::Name;
use super::script::Script;

/// The signs of LaTeX, as MathJax and KaTeX know them as well.
#[derive(Clone, Copy, Debug)]
pub struct Latex;

const LETTERS: [(&str, &str); 35] = [
    ("α", r"\alpha"),
    ("β", r"\beta"),
    ("γ", r"\gamma"),
    ("δ", r"\delta"),
    ("ε", r"\varepsilon"),
    ("ζ", r"\zeta"),
    ("η", r"\eta"),
    ("θ", r"\theta"),
    ("ι", r"\iota"),
    ("κ", r"\kappa"),
    ("λ", r"\lambda"),
    ("μ", r"\mu"),
    ("ν", r"\nu"),
    ("ξ", r"\xi"),
    ("π", r"\pi"),
    ("ρ", r"\rho"),
    ("σ", r"\sigma"),
    ("τ", r"\tau"),
    ("υ", r"\upsilon"),
    ("φ", r"\varphi"),
    ("ϕ", r"\phi"),
    ("χ", r"\chi"),
    ("ψ", r"\psi"),
    ("ω", r"\omega"),
    ("Γ", r"\Gamma"),
    ("Δ", r"\Delta"),
    ("Θ", r"\Theta"),
    ("Λ", r"\Lambda"),
    ("Ξ", r"\Xi"),
    ("Σ", r"\Sigma"),
    ("Υ", r"\Upsilon"),
    ("Φ", r"\Phi"),
    ("Ψ", r"\Psi"),
    ("Ω", r"\Omega"),
    ("∂", r"\partial"),
];

/// Functions with commands of their own.
const FUNCTIONS: [(&str, &str); 15] = [
    ("sin", r"\sin"),
    ("cos", r"\cos"),
    ("tan", r"\tan"),
    ("asin", r"\arcsin"),
    ("acos", r"\arccos"),
    ("atan", r"\arctan"),
    ("sinh", r"\sinh"),
    ("cosh", r"\cosh"),
    ("tanh", r"\tanh"),
    ("exp", r"\exp"),
    ("ln", r"\ln"),
    ("min", r"\min"),
    ("max", r"\max"),
    ("d/dt", r"\frac{\mathrm{d}}{\mathrm{d}t}"),
    ("sign", r"\operatorname{sign}"),
];

fn found(table: &[(&str, &'static str)], text: &str) -> Option<&'static str> {
    let found = table.iter().find(|(known, _)| *known == text);
    found.map(|&(_, command)| command)
}

/// A letter, or a word in one type.
fn word(text: &str) -> String {
    if let Some(letter) = found(&LETTERS, text) {
        return letter.to_owned();
    }
    match text {
        "…" => r"\dots".to_owned(),
        _ if text.chars().count() == 1 || text.chars().all(|c| c.is_ascii_digit()) => text.to_owned(),
        _ => format!(r"\mathit{{{}}}", text.replace('_', r"\_")),
    }
}

impl Script for Latex {
    fn name(&self, name: &str) -> String {
        let name = Name::of(name);
        let head = word(&name.head);
        let mut text = match name.dots {
            0 => head,
            1 => format!(r"\dot{{{head}}}"),
            _ => format!(r"\ddot{{{head}}}"),
        };
        if !name.indices.is_empty() {
            let indices = name.indices.iter().map(|index| self.name(index));
            text = format!("{text}_{{{}}}", indices.collect::<Vec<_>>().join(","));
        }
        if name.is_row {
            text = self.transposed(&text);
        }
        text
    }

    fn number(&self, digits: &str) -> String {
        if digits == "½" {
            return r"\tfrac{1}{2}".to_owned();
        }
        match digits.split_once("·10") {
            Some((digits, exponent)) => format!(r"{digits} \cdot 10^{{{}}}", raised(exponent)),
            None => digits.to_owned(),
        }
    }

    fn sign(&self, sign: &'static str) -> String {
        match sign {
            " " => r" \, ".to_owned(),
            "   " => r"\quad ".to_owned(),
            "−" => "-".to_owned(),
            "′" => "'".to_owned(),
            "″" => "''".to_owned(),
            "‴" => "'''".to_owned(),
            " − " => " - ".to_owned(),
            " · " => r" \cdot ".to_owned(),
            " … " => r" \dots ".to_owned(),
            " × " => r" \times ".to_owned(),
            " ≤ " => r" \le ".to_owned(),
            " ≥ " => r" \ge ".to_owned(),
            " ≠ " => r" \ne ".to_owned(),
            "(" => r"\left( ".to_owned(),
            ")" => r" \right)".to_owned(),
            "[" => r"\left[ ".to_owned(),
            "]" => r" \right]".to_owned(),
            _ if sign.contains(char::is_alphabetic) => format!(r"\text{{{sign}}}"),
            _ => sign.to_owned(),
        }
    }

    fn function(&self, name: &str) -> String {
        let command = found(&FUNCTIONS, name);
        command.map_or_else(|| format!(r"\operatorname{{{name}}}"), str::to_owned)
    }

    fn rate(&self, name: &str, order: usize) -> String {
        let name = self.name(name);
        match order {
            0 => name,
            1 => format!(r"\dot{{{name}}}"),
            _ => format!(r"\ddot{{{name}}}"),
        }
    }

    fn row(&self, parts: &[String]) -> String {
        parts.concat()
    }

    fn parentheses(&self, inner: &str) -> String {
        format!(r"\left( {inner} \right)")
    }

    fn transposed(&self, inner: &str) -> String {
        format!(r"{inner}^{{\mathsf{{T}}}}")
    }

    fn power(&self, base: &str, exponent: &str) -> String {
        // A base with an exponent of its own, as a transposed matrix, has braces.
        if base.contains('^') && !base.ends_with(r"\right)") && !base.ends_with(r"\right|") {
            return format!("{{{base}}}^{{{exponent}}}");
        }
        format!("{base}^{{{exponent}}}")
    }

    fn fraction(&self, above: &dyn Fn() -> String, below: &dyn Fn() -> String) -> Option<String> {
        Some(format!(r"\frac{{{}}}{{{}}}", above(), below()))
    }

    fn root(&self, inner: &str, _: bool) -> String {
        format!(r"\sqrt{{{inner}}}")
    }

    fn over(&self, sign: &str, index: &str, first: &str, last: &str) -> String {
        let command = match sign {
            "∏" => r"\prod",
            "∫" => r"\int",
            _ => r"\sum",
        };
        format!("{command}_{{{index}={first}}}^{{{last}}} ")
    }

    fn absolute(&self, inner: &str) -> String {
        format!(r"\left| {inner} \right|")
    }
}

/// Digits and signs of an exponent, on the line.
pub(super) fn raised(exponent: &str) -> String {
    let digits = exponent.chars().map(|c| match c {
        '⁻' => '-',
        '⁰' => '0',
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁴' => '4',
        '⁵' => '5',
        '⁶' => '6',
        '⁷' => '7',
        '⁸' => '8',
        '⁹' => '9',
        c => c,
    });
    digits.collect()
}
