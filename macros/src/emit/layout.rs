//! The layout of a kernel: lines in blocks, blocks in functions, functions in kernels.

use std::ops::Range;

use crate::emit::kernel::{Printer, array, is_half};

/// rustc overflows its stack on one scope of about 3000 `let`s with debug info (rust-lang/rust#93908).
const LINES_A_BLOCK: usize = 256;
/// Functions stay small enough to be compiled in good time.
pub(super) const LINES_A_FUNCTION: usize = 2000;

/// One `let`: the names that it binds, their values, and its right side.
pub(super) struct Line {
    pub(super) names: Vec<String>,
    pub(super) text: String,
    /// The last line that needs any of the names; `usize::MAX` for results.
    pub(super) last_use: Vec<usize>,
    /// The arguments that it reads.
    pub(super) arguments: Vec<usize>,
    /// The operations that are named constants which it reads.
    pub(super) constants: Vec<usize>,
}

impl Printer<'_> {
    /// The lines of a range, in blocks if there are many.
    pub(super) fn blocks(&self, range: Range<usize>) -> String {
        if range.len() <= LINES_A_BLOCK {
            return self.text(range);
        }
        let block = |block: Range<usize>| {
            let live: String = self
                .live_after(&block)
                .iter()
                .map(|name| format!("{name},"))
                .collect();
            let lines = self.text(block);
            format!("let ({live}) = {{ {lines} ({live}) }};")
        };
        chunks(range, LINES_A_BLOCK).map(block).collect()
    }

    fn text(&self, range: Range<usize>) -> String {
        self.lines[range].iter().map(|line| &*line.text).collect()
    }

    /// A function for each part, which other crates inline as they do the kernel. Values that later parts need are passed in arrays.
    pub(super) fn parts(&self) -> (String, String) {
        let part = |(number, part): (usize, Range<usize>)| {
            let name = format!("{}_{number}", self.kernel.name);
            let (before, after) = (self.live_into(&part), self.live_after(&part));
            let [count_before, count_after] = [before.len(), after.len()];
            let [before, after] = [array(&before), array(&after)];
            let read = self.read_in(&part);
            let functions = self.called_in(&part);
            let (generics, mut parameters) = (self.generics(&functions), self.parameters(&read, &functions));
            parameters.push(format!("{before}: [T; {count_before}]"));
            let allowed = allowed(&parameters);
            let parameters = parameters.join(", ");
            let mut passed = self.passed(&read, &functions);
            passed.push(before);
            let passed = passed.join(", ");
            let lines = self.named_constants(&part) + &self.blocks(part);
            let function = format!(
                "#[inline]
                {allowed}
                fn {name}{generics}({parameters}) -> [T; {count_after}] {{
                    {lines}
                    {after}
                }}"
            );
            (format!("let {after} = {name}({passed});"), function)
        };
        chunks(0..self.lines.len(), LINES_A_FUNCTION)
            .enumerate()
            .map(part)
            .unzip()
    }

    /// The arguments that lines of a range read.
    fn read_in(&self, range: &Range<usize>) -> Vec<usize> {
        let lines = self.lines[range.clone()].iter();
        let mut read: Vec<usize> = lines.flat_map(|line| line.arguments.iter().copied()).collect();
        read.sort_unstable();
        read.dedup();
        read
    }

    fn live_after(&self, range: &Range<usize>) -> Vec<&str> {
        self.names(range.clone(), |last_use| last_use >= range.end)
    }

    fn live_into(&self, range: &Range<usize>) -> Vec<&str> {
        let used: Vec<bool> = self.used_in(range);
        let mut at = 0;
        let mut live = Vec::new();
        for line in &self.lines[..range.start] {
            for name in &line.names {
                if used[at] {
                    live.push(&**name);
                }
                at += 1;
            }
        }
        live
    }

    /// For every name bound before the range, whether a line in it uses the name.
    fn used_in(&self, range: &Range<usize>) -> Vec<bool> {
        let mut first_name = Vec::with_capacity(self.lines.len());
        let mut count = 0;
        for line in &self.lines {
            first_name.push(count);
            count += line.names.len();
        }
        let mut used = vec![false; count];
        for (index, op) in self.kernel.program.ops().iter().enumerate() {
            let defined = self.places[index].is_some_and(|(line, _)| range.contains(&line));
            if !defined || is_half(op) {
                continue;
            }
            for operand in self.kernel.program.operands(op) {
                if let Some((line, place)) = self.places[operand.index()] {
                    used[first_name[line] + place] = true;
                }
            }
        }
        used
    }

    fn names(&self, range: Range<usize>, keep: impl Fn(usize) -> bool) -> Vec<&str> {
        let lines = self.lines[range].iter();
        let names = lines.flat_map(|line| line.names.iter().zip(&line.last_use));
        names
            .filter(|&(_, &last_use)| keep(last_use))
            .map(|(name, _)| &**name)
            .collect()
    }
}

fn chunks(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(size).map(move |start| start..end.min(start + size))
}

/// More parameters than this are a warning of clippy.
const PARAMETERS: usize = 7;

/// Kernels take what they need one by one, however much it is.
pub(super) fn allowed(parameters: &[String]) -> &'static str {
    if parameters.len() > PARAMETERS {
        r#"#[allow(clippy::too_many_arguments, reason = "a kernel is called by generated code alone")]"#
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::{PARAMETERS, allowed};

    #[test]
    fn functions_with_many_arguments_are_no_warning_of_clippy() {
        let of = |count: usize| allowed(&vec![String::new(); count]);
        assert_eq!(of(PARAMETERS), "");
        let function = format!("{} fn f() {{}}", of(PARAMETERS + 1));
        let function: syn::ItemFn = syn::parse_str(&function).expect("a function");
        let [attribute] = &function.attrs[..] else {
            panic!("one attribute");
        };
        assert!(attribute.path().is_ident("allow"));
    }
}
