//! Lines of text: sections, labels, and where a long formula is broken.

use extremal_symbolic::text::width;

/// Columns of a line.
pub(super) const COLUMNS: usize = 100;

/// A text that grows by lines.
#[derive(Debug, Default)]
pub(super) struct Page(String);

impl Page {
    pub(super) fn line(&mut self, line: &str) {
        self.0.push_str(line.trim_end());
        self.0.push('\n');
    }

    /// An empty line and a title.
    pub(super) fn section(&mut self, title: &str) {
        self.line("");
        self.line(title);
    }

    /// An indented line, broken if it is too long.
    pub(super) fn entry(&mut self, text: &str) {
        broken(text, "  ", "      ")
            .iter()
            .for_each(|line| self.line(line));
    }

    /// An entry that keeps the spaces before it.
    pub(super) fn definition(&mut self, head: &str, text: &str) {
        broken(text, &format!("  {head} "), "           ")
            .iter()
            .for_each(|line| self.line(line));
    }

    /// A label in its own column, and its text.
    pub(super) fn labelled(&mut self, label: &str, text: &str) {
        let first = format!("  {label}{}", " ".repeat(16_usize.saturating_sub(width(label))));
        broken(text, &first, &" ".repeat(18))
            .iter()
            .for_each(|line| self.line(line));
    }

    pub(super) fn finish(self) -> String {
        self.0.trim_end().to_owned()
    }
}

/// How many lines an entry takes.
pub(super) fn lines(text: &str) -> usize {
    broken(text, "  ", "      ").len()
}

/// Breaks a text into lines of at most `COLUMNS` columns at spaces, preferably before the signs of the outermost sum.
pub(super) fn broken(text: &str, first: &str, next: &str) -> Vec<String> {
    let mut lines = vec![first.to_owned()];
    for part in parts(text) {
        let fits = |line: &str, part: &str| width(line) + width(part) < COLUMNS;
        let current = lines.last().cloned().unwrap_or_default();
        let is_empty = current.trim().is_empty() || (lines.len() == 1 && current == first);
        if !is_empty && !fits(&current, &part) {
            lines.push(next.to_owned());
        }
        for (at, word) in part.split(' ').enumerate() {
            let line = lines.last().cloned().unwrap_or_default();
            let is_start = line == next || (lines.len() == 1 && line == first);
            if !is_start && !fits(&line, word) {
                lines.push(format!("{next}{word}"));
                continue;
            }
            let space = if is_start || (at == 0 && line.ends_with(' ')) {
                ""
            } else {
                " "
            };
            if let Some(line) = lines.last_mut() {
                line.push_str(space);
                line.push_str(word);
            }
        }
    }
    lines
}

/// Cuts a formula before the signs outside of parentheses.
fn parts(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut depth = 0_usize;
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        // A sign after a single word belongs to it, as in `T = ..`, and `= 0` is not a line.
        let is_label = parts.len() == 1 && !parts[0].contains(' ');
        let is_zero = word == "=" && words.peek() == Some(&"0");
        let is_cut = depth == 0 && !is_label && !is_zero && matches!(word, "+" | "−" | "=");
        match parts.last_mut() {
            Some(part) if !is_cut => {
                part.push(' ');
                part.push_str(word);
            }
            _ => parts.push(word.to_owned()),
        }
        let count = |open: [char; 2]| word.chars().filter(|c| open.contains(c)).count();
        depth = (depth + count(['(', '['])).saturating_sub(count([')', ']']));
    }
    parts
}
