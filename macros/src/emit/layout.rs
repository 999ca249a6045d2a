//! Where the lines of a kernel go: blocks within functions, functions within kernels.
//! It refuses to know what a line computes.

use std::ops::Range;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::kernel::{Printer, is_half};

/// rustc overflows its stack on one scope of about 3000 `let`s with debug info (rust-lang/rust#93908).
const LINES_A_BLOCK: usize = 256;
/// Functions stay small enough to be compiled in good time.
pub(super) const LINES_A_FUNCTION: usize = 2000;

/// One `let`: what it binds, for which values, and to what.
pub(super) struct Line {
    pub(super) names: Vec<Ident>,
    pub(super) tokens: TokenStream,
    /// The last line that needs any of the names; `usize::MAX` for results.
    pub(super) last_use: Vec<usize>,
    /// The arguments that it reads.
    pub(super) arguments: Vec<usize>,
}

impl Printer<'_> {
    /// The lines of a range, in blocks where they are many.
    pub(super) fn blocks(&self, range: Range<usize>) -> TokenStream {
        if range.len() <= LINES_A_BLOCK {
            let lines = self.lines[range].iter().map(|line| &line.tokens);
            return quote!(#(#lines)*);
        }
        let blocks = chunks(range, LINES_A_BLOCK).map(|block| {
            let live = self.live_after(&block);
            let lines = self.lines[block].iter().map(|line| &line.tokens);
            quote!(let (#(#live,)*) = { #(#lines)* (#(#live,)*) };)
        });
        quote!(#(#blocks)*)
    }

    /// A function for each piece; what a piece leaves for later ones goes through arrays.
    pub(super) fn parts(&self) -> (TokenStream, TokenStream) {
        let (mut body, mut functions) = (TokenStream::new(), TokenStream::new());
        for (number, part) in chunks(0..self.lines.len(), LINES_A_FUNCTION).enumerate() {
            let name = format_ident!("{}_{number}", self.kernel.name);
            let (before, after) = (self.live_into(&part), self.live_after(&part));
            let mut read: Vec<usize> = self.lines[part.clone()]
                .iter()
                .flat_map(|line| line.arguments.iter().copied())
                .collect();
            read.sort_unstable();
            read.dedup();
            let parameters = self.parameters(&read);
            let passed: Vec<Ident> = read
                .iter()
                .map(|&at| format_ident!("{}", self.arguments[at].name))
                .collect();
            let [count_before, count_after] = [before.len(), after.len()].map(Literal::usize_unsuffixed);
            let lines = self.blocks(part);
            functions.extend(quote! {
                fn #name<T: Scalar>(#(#parameters,)* [#(#before),*]: [T; #count_before]) -> [T; #count_after] {
                    #lines
                    [#(#after),*]
                }
            });
            body.extend(quote!(let [#(#after),*] = #name(#(#passed,)* [#(#before),*]);));
        }
        (body, functions)
    }

    fn live_after(&self, range: &Range<usize>) -> Vec<&Ident> {
        self.names(range.clone(), |last_use| last_use >= range.end)
    }

    fn live_into(&self, range: &Range<usize>) -> Vec<&Ident> {
        let used: Vec<bool> = self.used_in(range);
        let mut at = 0;
        let mut live = Vec::new();
        for line in &self.lines[..range.start] {
            for name in &line.names {
                if used[at] {
                    live.push(name);
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
            op.for_operands(|operand| {
                if let Some((line, place)) = self.places[operand.index()] {
                    used[first_name[line] + place] = true;
                }
            });
        }
        used
    }

    fn names(&self, range: Range<usize>, keep: impl Fn(usize) -> bool) -> Vec<&Ident> {
        let lines = self.lines[range].iter();
        let names = lines.flat_map(|line| line.names.iter().zip(&line.last_use));
        names
            .filter(|&(_, &last_use)| keep(last_use))
            .map(|(name, _)| name)
            .collect()
    }
}

fn chunks(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(size).map(move |start| start..end.min(start + size))
}
