//! The words of the attributes `#[lagrangian(..)]` of a text, with their places.

/// A word at a line and a column, which count from zero. Columns count characters, and the attributes are ASCII.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// The words between `#[lagrangian(` and `)]` at the beginning of a line, or on the same line; numbers are not words.
pub(crate) fn of_attributes(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut is_inside = false;
    for (line, content) in text.lines().enumerate() {
        let begins = content.strip_prefix("#[lagrangian(");
        is_inside |= begins.is_some();
        if !is_inside {
            continue;
        }
        let rest = begins.unwrap_or(content);
        let first = content.len() - rest.len();
        words.extend(of_line(rest, line, first));
        is_inside = !content.ends_with(")]");
    }
    words
}

fn of_line(content: &str, line: usize, first: usize) -> Vec<Word> {
    let mut words = Vec::new();
    let mut column = first;
    for run in content.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')) {
        let text = run.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        let is_prefix = text == "r" && run.ends_with('#');
        let is_branch = matches!(text, "if" | "else");
        if text.starts_with(char::is_alphabetic) && !is_prefix && !is_branch {
            words.push(Word {
                text: text.to_owned(),
                line,
                column,
            });
        }
        column += run.len();
    }
    words
}

/// The line and the column of a part of a text.
pub(crate) fn place(text: &str, part: &str) -> Option<(usize, usize)> {
    let before = &text[..text.find(part)?];
    let line = before.matches('\n').count();
    Some((line, before.len() - before.rfind('\n').map_or(0, |at| at + 1)))
}
