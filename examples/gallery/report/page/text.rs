//! Text for the page: escaped text, typeset numbers, declarations from a source file.
//!
//! Knows the special characters of HTML, but not the elements of the page.

/// Text as HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Text as HTML, with powers and signs (5e-14 as 5·10⁻¹⁴) and letters with an index.
pub(super) fn typeset(text: &str) -> String {
    let numbers: String = text.split_inclusive(' ').map(typeset_word).collect();
    lower(&raise(&numbers))
}

/// Typesets the exponent between `^(` and the next parenthesis.
fn raise(html: &str) -> String {
    let mut pieces = html.split("^(");
    let mut raised = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        raised += &match piece.split_once(')') {
            Some((exponent, rest)) => format!("<sup>{}</sup>{rest}", exponent.replace('-', "−")),
            None => format!("^({piece}"),
        };
    }
    raised
}

/// Typesets a letter or ∞ as the index of a letter, as in `e_E`. Longer names belong to code and stay unchanged.
fn lower(html: &str) -> String {
    let letters: Vec<char> = html.chars().collect();
    let is_word = |k: usize| {
        letters
            .get(k)
            .is_some_and(|c| c.is_alphabetic() || c.is_ascii_digit() || matches!(c, '_' | '∞'))
    };
    let mut lowered = String::with_capacity(html.len());
    let mut k = 0;
    while k < letters.len() {
        let is_single = is_word(k) && (k == 0 || !is_word(k - 1));
        let is_index = letters.get(k + 1) == Some(&'_') && is_word(k + 2) && !is_word(k + 3);
        if is_single && is_index {
            lowered += &format!("{}<sub>{}</sub>", letters[k], letters[k + 2]);
            k += 3;
        } else {
            lowered.push(letters[k]);
            k += 1;
        }
    }
    lowered
}

fn typeset_word(word: &str) -> String {
    let is_inside = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-');
    let number = word.trim_start_matches('(');
    let begin = word.len() - number.len();
    let length = number.find(|c| !is_inside(c)).unwrap_or(number.len());
    let number = number[..length].trim_end_matches(['.', 'e', '-']);
    let Some(html) = number_html(number) else {
        return escape(word);
    };
    let end = begin + number.len();
    format!("{}{html}{}", escape(&word[..begin]), escape(&word[end..]))
}

/// The typeset number; `None` if the word is not a number, or if it needs no change.
fn number_html(number: &str) -> Option<String> {
    number.parse::<f64>().ok()?;
    let signed = |digits: &str| digits.replace('-', "−");
    let html = match number.split_once('e') {
        Some(("1", exponent)) => format!("10<sup>{}</sup>", signed(exponent)),
        Some((digits, exponent)) => format!("{}·10<sup>{}</sup>", signed(digits), signed(exponent)),
        None if number.starts_with('-') => signed(number),
        None => return None,
    };
    Some(html)
}

/// The declarations in an example's source, as HTML: from the comment above each derive to the end of its
/// struct.
pub(super) fn declarations(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Vec<&str> = Vec::new();
    for line in source.lines() {
        if block.is_empty() && !line.starts_with("/// ") && !line.starts_with("#[derive(") {
            continue;
        }
        block.push(line);
        let is_unit = line.ends_with(';') && !line.starts_with([' ', '/']);
        if line == "}" || line.is_empty() || is_unit {
            let is_system = |line: &&str| line.starts_with("#[derive(") && line.contains("Lagrangian");
            if block.iter().any(is_system) {
                found.push(block.iter().map(|line| line_html(line)).collect());
            }
            block.clear();
        }
    }
    found
}

/// A line with its indent, so that continuation lines can hang below it.
fn line_html(line: &str) -> String {
    let words = line.trim_start();
    let indent = line.len() - words.len();
    let html = highlight(words, indent);
    format!("<span class=\"line\" style=\"--indent:{indent}ch\">{html}\n</span>")
}

/// Comments are muted, and the keys of the declaration are highlighted.
fn highlight(words: &str, indent: usize) -> String {
    let spaces = " ".repeat(indent);
    if words.starts_with("//") {
        return format!("{spaces}<span class=\"comment\">{}</span>", escape(words));
    }
    let key = words
        .find(|c: char| !c.is_ascii_lowercase() && c != '_')
        .unwrap_or(0);
    let (key, rest) = words.split_at(key);
    let is_key = match key {
        "pub" => false,
        "let" => true,
        _ => indent == 4 && (rest.starts_with('(') || rest.starts_with(" = ")),
    };
    if is_key {
        format!("{spaces}<span class=\"key\">{key}</span>{}", escape(rest))
    } else {
        spaces + &escape(words)
    }
}

#[cfg(test)]
mod tests {
    use super::{declarations, typeset};

    #[test]
    fn numbers_are_written_with_powers_and_signs() {
        for (text, html) in [
            ("≤ 5.4e-14", "≤ 5.4·10<sup>−14</sup>"),
            ("below 1e-8, twice", "below 10<sup>−8</sup>, twice"),
            ("-0.5 and e^(-2 t) < 3.", "−0.5 and e<sup>−2 t</sup> &lt; 3."),
            (
                "|e_E|, step_with, p = D₂L_d(q)",
                "|e<sub>E</sub>|, step_with, p = D₂L<sub>d</sub>(q)",
            ),
            (
                "1e4 steps of Galerkin<2>",
                "10<sup>4</sup> steps of Galerkin&lt;2&gt;",
            ),
            ("κ(ϑ − ϑ_∞)", "κ(ϑ − ϑ<sub>∞</sub>)"),
            ("energy-momentum 12", "energy-momentum 12"),
        ] {
            assert_eq!(typeset(text), html);
        }
    }

    #[test]
    fn only_systems_are_declarations() {
        let source = "/// A point.\n#[derive(Lagrangian)]\nstruct Point;\n\n/// No system.\nfn f() {\n}\n\
                      #[derive(Debug)]\nstruct Other {\n}\n#[derive(Clone, Lagrangian)]\nstruct Last {\n}\n";
        let found = declarations(source);
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("A point.") && found[0].contains("struct Point;"));
        assert!(found[1].contains("struct Last {") && found[1].ends_with("}\n</span>"));
    }
}
