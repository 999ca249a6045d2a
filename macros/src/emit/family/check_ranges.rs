//! Ends of ranges: each is a number of items, and ranges between entries of fields rise.
//! It refuses to know templates: only markers, places and parameters.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::family::check::{Walk, entry};
use crate::model::{Atom, Integer, Range};

impl Walk<'_> {
    /// The end of a range: what it is made of is there, and no entry of a field is too large to have a sign.
    pub(super) fn end(&self, ranges: &[Range], end: &Integer) -> TokenStream {
        let mut checks = self.entries(ranges, end);
        for (atom, _) in &end.terms {
            checks.extend(self.sign(atom));
        }
        checks
    }

    /// A range from one entry of a field to another, as `first[i]..first[i + 1]`, does not end before it begins, where it would
    /// have no item without a word. Others may: `i + 2..n` does for the last i.
    pub(super) fn rising(&self, range: &Range) -> Option<TokenStream> {
        let ends = [&range.first, &range.beyond];
        let [Some((field, indices)), Some(_)] = ends.map(entry_alone) else {
            return None;
        };
        let (field, row) = self.named_row(field, indices);
        let [first, beyond] = ends.map(|end| self.numbers.text(end));
        let text = format!("{first}..{beyond}");
        let [first, beyond] = ends.map(|end| self.numbers.integer(end));
        Some(quote!(_x::items::rising((#field, #text), #row, #first, #beyond)?;))
    }
}

/// An integer that is an entry of a field and nothing besides.
fn entry_alone(value: &Integer) -> Option<(usize, &[Integer])> {
    let (field, indices) = entry(value)?;
    let alone = Integer::atom(Atom::Entry(field, indices.to_vec()));
    (*value == alone).then_some((field, indices))
}
