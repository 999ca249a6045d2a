//! `Family::check_items`: the item of a sum whose forces are not finite, by its indices and the formulas that they are of.

use proc_macro2::TokenStream;
use quote::quote;

use crate::declaration::running;
use crate::derive::family::{Family, Items, Pass};
use crate::describe::formulas_in;
use crate::emit::call::Context;
use crate::emit::family::contact_items::Contacts;
use crate::emit::family::numbers::Numbers;
use crate::model::Range;

/// The function, which visits each item of each sum.
pub(super) fn function(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let state = context.slices("t q v inputs");
    let items = Contacts::of(context, numbers, family);
    let walks = family.templates.iter().filter_map(|template| {
        let formulas = formulas_in(template.in_balance, &context.system.declaration);
        let pass = template.balance.as_ref()?;
        Some(walk(&items, &template.items, pass, &formulas))
    });
    quote! {
        #[cold]
        fn check_items(&self, #state) -> _x::Result<(), _x::Failure> {
            #(#walks)*
            _x::Ok(())
        }
    }
}

fn walk<'a>(of: &Contacts<'a>, items: &'a Items, pass: &'a Pass, formulas: &str) -> TokenStream {
    let ranges = of.frame.numbers.ranges(items.marker);
    let name = match sum(of.frame.numbers, ranges) {
        None => formulas.to_owned(),
        Some(sum) => format!("`{sum}` in {formulas}"),
    };
    let indices: Vec<_> = ranges.iter().map(|range| running(range.index)).collect();
    let tested = quote!(_x::items::finite_item(#name, &[#(#indices),*], &__results)?;);
    of.frame
        .loop_of((items, pass), &[], &[])
        .visiting(tested)
        .tokens()
}

/// `sum(0..n, sum(0..i, ..))`
fn sum(numbers: &Numbers<'_>, ranges: &[Range]) -> Option<String> {
    ranges.iter().rev().fold(None, |inner, range| {
        let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.text(end));
        let inner = inner.unwrap_or_else(|| "..".to_owned());
        Some(format!("sum({first}..{beyond}, {inner})"))
    })
}
