//! Checks of contacts with points: their fields, without a walk through all pairs, and how far points reach.

use proc_macro2::TokenStream;

use crate::derive::family::{ContactTemplate, Family, Pass};
use crate::emit::call::Context;
use crate::emit::family::check::Printed;
use crate::emit::family::contact_items::Contacts;
use crate::emit::family::numbers::Numbers;
use crate::loops::checks::{Checks, Made};
use crate::loops::nest::level;
use crate::loops::walk::Walk;
use crate::model::{Atom, Integer, Range};

/// The checks of all contacts that are declared with points.
pub(super) fn near(printed: &Printed<'_>, family: &Family, made: &mut Made) -> TokenStream {
    let Printed { context, numbers } = *printed;
    let contacts = Contacts::of(context, numbers, family);
    let mut near = TokenStream::new();
    for (at, contact) in family.contacts.iter().enumerate() {
        if contact.points.is_some() {
            let fields = fields(context, numbers, contact).into_iter();
            near.extend(fields.map(|checks| printed.checks(&made.others(checks))));
            near.extend(contacts.reaches(at));
        }
    }
    near
}

/// What depends on one index is looked at for each of its values, and only what depends on both for each pair.
fn fields(context: &Context<'_>, numbers: &Numbers<'_>, contact: &ContactTemplate) -> Vec<Checks> {
    let mut walk = Walk::new(context.system, numbers.families);
    walk.add(&contact.items, contact.passes().flat_map(Pass::kernels));
    let ranges = numbers.ranges(contact.items.marker);
    let [outer, inner] = ranges else {
        return vec![Checks::always(walk.nest(ranges))];
    };
    let Some(values) = values(outer, inner) else {
        return vec![Checks::always(walk.nest(ranges))];
    };
    let of_both = walk.only(&[outer.index, inner.index]);
    let mut checks = vec![
        Checks::always(walk.only(&[]).nest(&[])),
        Checks::always(walk.only(&[outer.index]).nest(std::slice::from_ref(outer))),
        Checks {
            guard: Some(outer.clone()),
            nest: walk.only(&[inner.index]).nest(&[values]),
        },
    ];
    if !of_both.is_empty() {
        checks.push(Checks::always(of_both.nest(ranges)));
    }
    checks
}

/// All values of an inner index, if its ends do not change or grow with the outer one, step by step.
fn values(outer: &Range, inner: &Range) -> Option<Range> {
    let running = Integer::atom(Atom::Running(outer.index));
    let depends = |end: &Integer| level(std::slice::from_ref(outer), end) > 0;
    let changes = |end: &Integer| {
        let rest = end.plus(-1, &running)?;
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
