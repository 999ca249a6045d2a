//! Loops over a part of the items, for systems that are declared `parallel`: the outermost range is cut.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::declaration::Field;
use crate::derive::family::{Contribution, Family, FamilyStep, Items};
use crate::emit::call::Context;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops;
use crate::loops::item::Statement;
use crate::loops::parts;
use crate::loops::places::Local;
use crate::system::System;

/// The part that the passes of a scheme visit; `None` for systems on one thread.
pub(super) fn of_pass(system: &System) -> Option<TokenStream> {
    system.parallel.as_ref().map(|_| quote!(__known.part))
}

/// The place of the user's word, and the names of generated code.
fn at_the_key(word: &Ident) -> Span {
    Span::call_site().located_at(word.span())
}

/// `Family::touched`: the coordinates and constraints of the items of a part.
pub(super) fn touched(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let word = context.system.parallel.as_ref()?;
    let mut items: Vec<&Items> = family.templates.iter().map(|template| &template.items).collect();
    items.dedup();
    let loops = items.into_iter().map(|items| touched_by(numbers, items));
    let span = at_the_key(word);
    let check = quote_spanned!(span=> _x::parallel!(needed););
    Some(quote! {
        _x::parallel!({
            fn touched(
                &self,
                __part: _x::family::Part,
                __coordinate: &mut dyn FnMut(usize),
                __constraint: &mut dyn FnMut(usize),
            ) {
                #(#loops)*
            }
        });
        #check
    })
}

/// The coordinates and constraints of the items of a sum.
fn touched_by(numbers: &Numbers<'_>, items: &Items) -> TokenStream {
    let (part, nest) = (quote!(__part), parts::touched(&numbers.indices(items)));
    let visited = |statement: &Statement| match statement {
        Statement::FirstRow(row) => loops::first_row(numbers, *row, Some(&part)),
        Statement::NextRow => loops::next_row(),
        Statement::Number(Local::Coordinate(at)) => {
            let number = numbers.coordinate(items.coordinates[*at]);
            quote!(__coordinate(#number);)
        }
        Statement::Number(Local::Constraint(at)) => {
            let number = numbers.constraint_of_item(items.constraints[*at]);
            quote!(__constraint(#number);)
        }
        _ => TokenStream::new(),
    };
    let body = loops::nest(numbers, &nest, Some(&part), None, &visited);
    match numbers.ranges(items.marker) {
        [] => loops::single(&part, &quote!({ #body })),
        _ => quote!({ #body }),
    }
}

/// `Assembly`: how much a pass has to do, and passes over parts; those of N add.
pub(super) fn passes(
    (context, numbers): (&Context<'_>, &Numbers<'_>),
    family: &Family,
    step: &FamilyStep,
    (scheme, nodes): (&TokenStream, &TokenStream),
) -> Option<TokenStream> {
    let word = context.system.parallel.as_ref()?;
    let scalar = &context.scalar;
    let work = family
        .templates
        .iter()
        .zip(&step.contributions)
        .map(|(template, contribution)| {
            let items = numbers.items(numbers.ranges(template.items.marker));
            let operations = Literal::usize_unsuffixed(contribution.least_operations());
            quote!(.saturating_add((#items).saturating_mul(#operations)))
        });
    let has_dear_tangent = step.contributions.iter().any(Contribution::has_dear_tangent);
    let span = at_the_key(word);
    let shared = shared(context);
    let run = quote_spanned! {span=>
        let __shared = #shared;
        _x::in_parts(_x::if_shared(&__shared, self), _x::if_shared(&__shared, __known), __pass, __parts)
    };
    Some(quote! {
        _x::parallel!({
            const HAS_DEAR_TANGENT: bool = #has_dear_tangent;

            fn operations(&self) -> usize {
                0_usize #(#work)*
            }

            #[inline(never)]
            fn add_nodes(&self, __known: &_x::drive::Known<'_, Self, #scheme>, __impulses: &mut [#scalar]) {
                #nodes
            }

            fn add_in_parts(
                &self,
                __known: &_x::drive::Known<'_, Self, #scheme>,
                __pass: _x::drive::ItemPass<'_, #scalar>,
                __parts: &mut [_x::drive::PartSums<#scalar>],
            ) {
                #run
            }
        });
    })
}

/// Whether threads may share all fields, asked at each of them, without the mark of an expansion.
fn shared(context: &Context<'_>) -> TokenStream {
    let fields = context.system.declaration.fields.iter();
    let answers = fields.map(|Field { ident, .. }| {
        let answer = quote_spanned!(ident.span()=> _x::shared(_x::Threads, &(self.#ident)));
        quote!(.and(#answer))
    });
    quote!(_x::Shared::none() #(#answers)*)
}
