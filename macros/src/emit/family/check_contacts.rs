//! Checks of contacts with points: their fields, without a walk through all pairs, and how far points reach.
//! It refuses to know which pairs touch.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::family::{ContactTemplate, Family, Pass};
use crate::emit::call::Context;
use crate::emit::family::check::Walk;
use crate::emit::family::contact_items::Contacts;
use crate::emit::family::numbers::Numbers;
use crate::model::{Atom, Integer, Range};

/// The checks of all contacts that are declared with points.
pub(super) fn near(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let with_points = family
        .contacts
        .iter()
        .enumerate()
        .filter(|(_, contact)| contact.points.is_some());
    let contacts = Contacts {
        context,
        numbers,
        family,
    };
    let checks = with_points.map(|(at, contact)| {
        let fields = fields(context, numbers, contact);
        let reaches = contacts.reaches(at);
        quote!(#fields #reaches)
    });
    quote!(#(#checks)*)
}

/// What depends on one index is looked at for each of its values, and only what depends on both for each pair.
fn fields(context: &Context<'_>, numbers: &Numbers<'_>, contact: &ContactTemplate) -> TokenStream {
    let mut walk = Walk::new(context, numbers);
    walk.add(&contact.items, contact.passes().flat_map(Pass::kernels));
    let ranges = numbers.ranges(contact.items.marker);
    let [outer, inner] = ranges else {
        return walk.within(ranges, 0);
    };
    let Some(values) = values(outer, inner) else {
        return walk.within(ranges, 0);
    };
    let alone = walk.only(&[]).within(&[], 0);
    let of_outer = walk.only(&[outer.index]).within(std::slice::from_ref(outer), 0);
    let of_inner = walk.only(&[inner.index]).within(std::slice::from_ref(&values), 0);
    let of_both = walk.only(&[outer.index, inner.index]);
    let of_both = (!of_both.is_empty()).then(|| of_both.within(ranges, 0));
    let [first, beyond] = [&outer.first, &outer.beyond].map(|end| numbers.integer(end));
    let none = Literal::usize_unsuffixed(0);
    quote! {
        #alone
        #of_outer
        if _x::items(#first, #beyond) > #none {
            #of_inner
        }
        #of_both
    }
}

/// All values of an inner index, if its ends do not change or grow with the outer one, step by step.
fn values(outer: &Range, inner: &Range) -> Option<Range> {
    let running = Integer::atom(Atom::Running(outer.index));
    let changes = |end: &Integer| {
        let rest = end.plus(-1, &running)?;
        let depends = |value: &Integer| {
            let mut indices = std::collections::BTreeSet::new();
            value.collect_running(&mut indices);
            indices.contains(&outer.index)
        };
        (!depends(end) || !depends(&rest)).then_some(())
    };
    changes(&inner.first)?;
    changes(&inner.beyond)?;
    let last = outer.beyond.plus(-1, &Integer::literal(1))?;
    Some(Range {
        index: inner.index,
        first: inner.first.with_running(outer.index, &outer.first)?,
        beyond: inner.beyond.with_running(outer.index, &last)?,
    })
}
