//! Names with their dots and indices apart: `θ̇₁` is θ with one dot and the index 1, `p_θ` is p with the index θ.

/// A name apart.
#[derive(Debug)]
pub(super) struct Name {
    /// A letter or a word.
    pub(super) head: String,
    /// Dots above it.
    pub(super) dots: usize,
    /// Names and numbers below the line.
    pub(super) indices: Vec<String>,
    /// Whether it is transposed.
    pub(super) is_row: bool,
}

impl Name {
    pub(super) fn of(text: &str) -> Self {
        let (text, is_row) = match text.strip_suffix('ᵀ') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let mut letters = text.chars();
        letters.next();
        let rest = letters.as_str();
        let is_letter = rest.chars().next().is_none_or(is_mark);
        let end = text
            .char_indices()
            .skip(1)
            .find(|&(_, c)| is_mark(c) && (is_letter || c != '_'))
            .map_or(text.len(), |(at, _)| at);
        let (head, marks) = text.split_at(end);
        let dots = marks.chars().map(|c| match c {
            '\u{307}' => 1,
            '\u{308}' => 2,
            _ => 0,
        });
        Self {
            head: head.to_owned(),
            dots: dots.sum(),
            indices: indices(marks),
            is_row,
        }
    }
}

/// Dots, and the begin of an index.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{307}' | '\u{308}' | '_' | '[' | '₀'..='₉')
}

fn indices(marks: &str) -> Vec<String> {
    let marks = marks.trim_start_matches(['\u{307}', '\u{308}']);
    // The index of a momentum is a name, with dots and indices of its own.
    if let Some(name) = marks.strip_prefix('_') {
        return vec![name.to_owned()];
    }
    let digit = |c: char| match c {
        '₀'..='₉' => char::from_digit(u32::from(c) - u32::from('₀'), 10).unwrap_or(c),
        c => c,
    };
    let digits: String = marks.chars().map(digit).collect();
    let numbers = digits.split(['[', ']']).filter(|number| !number.is_empty());
    numbers.map(str::to_owned).collect()
}
