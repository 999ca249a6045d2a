//! Lists that are longer than what formulas read of them: some of their numbers would have no meaning.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::call::Context;
use crate::emit::family::numbers::Numbers;
use crate::loops::walk::largest;
use crate::model::{Atom, Families, Integer};

/// The check of each list of which all reads are at indices that run. Lists that give the end of a range have any length, and of
/// those that are read at indices from other lists nothing is known.
pub(super) fn all(context: &Context<'_>, numbers: &Numbers<'_>) -> TokenStream {
    let fields = context.system.declaration.fields.iter().enumerate();
    let lists = fields.filter(|(_, field)| field.nested.is_list);
    let checks = lists.filter_map(|(at, field)| {
        let counts = counts(numbers.families, at)?;
        let text = text_of(numbers, &counts);
        let counts = counts.iter().map(|count| numbers.integer(count));
        let (name, ident) = (field.ident.to_string(), &field.ident);
        Some(quote!(_x::items::not_longer((#name, #text), &[#(#counts),*], _x::count(_x::Some(&self.#ident)))?;))
    });
    checks.collect()
}

/// How many items each of its reads needs, and how many a list has that is one number for each item of a coordinate, whether all
/// of them are read or not: but not where the reads have another list's length. `None` if what some read needs is unknown, or if
/// there is none.
fn counts(families: &Families, field: usize) -> Option<Vec<Integer>> {
    let mut indices: Vec<&Integer> = Vec::new();
    let mut is_of_any_length = false;
    let reads = families.reads.iter().filter(|read| read.field == field);
    indices.extend(reads.filter_map(|read| read.indices.first()));
    for integer in families.integers() {
        integer.each_atom(&mut |atom| match atom {
            Atom::Entry(of, list) if *of == field => indices.extend(list.first()),
            Atom::Length(of, list) if *of == field && list.is_empty() => is_of_any_length = true,
            _ => {}
        });
    }
    if is_of_any_length || indices.is_empty() {
        return None;
    }
    let mut counts: Vec<Integer> = Vec::new();
    let inputs = families.inputs.iter().flat_map(|inputs| &inputs.extents);
    let extents = families.extents.iter().chain(inputs);
    let lengths: Vec<Integer> = extents.filter_map(|extent| extent.items.clone()).collect();
    let reads = indices.into_iter().map(|index| count(families, index));
    let reads = reads.collect::<Option<Vec<Integer>>>()?;
    // As many as another list has, which is no coordinate's: then none of them belongs to a coordinate.
    let is_beside = reads.iter().all(|count| is_of_another_list(count, &lengths));
    let lengths = lengths.into_iter().filter(|_| !is_beside);
    for count in reads.iter().cloned().chain(lengths) {
        if !counts.iter().any(|other| other.is_never_below(&count)) {
            counts.retain(|other| !count.is_never_below(other));
            counts.push(count);
        }
    }
    Some(counts)
}

/// Whether a count is made of the length of a list which no coordinate has.
fn is_of_another_list(count: &Integer, lengths: &[Integer]) -> bool {
    let has = |length: &Integer, atom: &Atom| length.terms.iter().any(|(other, _)| other == atom);
    let mut atoms = count.terms.iter().map(|(atom, _)| atom);
    atoms.any(|atom| matches!(atom, Atom::Length(..)) && !lengths.iter().any(|length| has(length, atom)))
}

/// One more than the largest value of an index of running indices.
fn count(families: &Families, index: &Integer) -> Option<Integer> {
    let mut running = std::collections::BTreeSet::new();
    index.collect_running(&mut running);
    let mut markers = families.markers.iter();
    let ranges = match running.is_empty() {
        true => &[][..],
        false => {
            let has =
                |at: &usize, ranges: &[crate::model::Range]| ranges.iter().any(|range| range.index == *at);
            let marker = markers.find(|marker| running.iter().all(|at| has(at, &marker.ranges)))?;
            &marker.ranges
        }
    };
    let count = largest(ranges, index);
    let is_plain = |(atom, _): &(Atom, i64)| match atom {
        Atom::Field(_) | Atom::Constant(_) => true,
        Atom::Length(_, list) => list.is_empty(),
        _ => false,
    };
    count.terms.iter().all(is_plain).then_some(count)
}

/// `n`, or `n` or `edges.len() + 1`, whichever is more.
fn text_of(numbers: &Numbers<'_>, counts: &[Integer]) -> String {
    let texts: Vec<String> = counts
        .iter()
        .map(|count| format!("`{}`", numbers.text(count)))
        .collect();
    texts.join(" or ")
}
