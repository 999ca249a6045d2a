//! The words of a file, each with its line.
//!
//! It refuses to know their meaning.

use core::str::FromStr;

use super::MeshError;

/// The rest of a file that is not yet read.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    lines: core::iter::Enumerate<core::str::Lines<'a>>,
    words: core::str::SplitWhitespace<'a>,
    line: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            lines: text.lines().enumerate(),
            words: "".split_whitespace(),
            line: 0,
        }
    }

    /// The line of the last word, from 1.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    pub(super) fn word(&mut self) -> Option<&'a str> {
        loop {
            if let Some(word) = self.words.next() {
                return Some(word);
            }
            let (at, line) = self.lines.next()?;
            self.line = at + 1;
            self.words = line.split_whitespace();
        }
    }

    /// The next line as a whole, without what is left of the current one.
    pub(super) fn next_line(&mut self) -> Option<&'a str> {
        let (at, line) = self.lines.next()?;
        self.line = at + 1;
        self.words = "".split_whitespace();
        Some(line)
    }

    pub(super) fn expected(&self, expected: &'static str) -> MeshError {
        MeshError::Syntax {
            line: self.line.max(1),
            expected,
        }
    }

    fn parsed<T: FromStr>(&mut self, expected: &'static str) -> Result<T, MeshError> {
        let parsed = self.word().and_then(|word| word.parse().ok());
        parsed.ok_or_else(|| self.expected(expected))
    }

    /// A number or an index that is not negative.
    pub(super) fn count(&mut self) -> Result<usize, MeshError> {
        self.parsed("an integer that is not negative")
    }

    pub(super) fn integer(&mut self) -> Result<i64, MeshError> {
        self.parsed("an integer")
    }

    pub(super) fn number(&mut self) -> Result<f64, MeshError> {
        let number: f64 = self.parsed("a number")?;
        if number.is_finite() {
            return Ok(number);
        }
        Err(self.expected("a finite number"))
    }
}
