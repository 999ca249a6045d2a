//! Loops over a part of the items, for systems that are declared `parallel`: the outermost range is cut.
//! It refuses to know who runs which part.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};

use crate::declaration::{Field, running};
use crate::derive::family::{Contribution, Family, FamilyStep, Items};
use crate::emit::call::Context;
use crate::emit::family::loops::Loop;
use crate::emit::family::numbers::Numbers;
use crate::model::Range;
use crate::system::System;

/// A single item, which belongs to the first part.
pub(super) fn single(part: &TokenStream, body: &TokenStream) -> TokenStream {
    quote! {
        if #part.is_first() #body
    }
}

/// The part that the passes of a scheme visit; `None` for systems on one thread.
pub(super) fn of_pass(system: &System) -> Option<TokenStream> {
    system.parallel.as_ref().map(|_| quote!(__known.part))
}

/// The place of the user's word, and the names of generated code.
fn at_the_key(word: &Ident) -> Span {
    Span::call_site().located_at(word.span())
}

impl Loop<'_> {
    /// The first index of a loop, and how many there are.
    pub(super) fn counted(&self, range: &Range, level: usize) -> TokenStream {
        let part = self.part.as_ref().filter(|_| level == 0);
        counted(self.numbers, range, part)
    }

    pub(super) fn for_each(&self, range: &Range, level: usize, body: &TokenStream) -> TokenStream {
        match self.part.as_ref().filter(|_| level == 0) {
            None => self.numbers.for_each(range, body),
            Some(part) => for_each_of(self.numbers, range, part, body),
        }
    }

    /// The rows of constraints before those that the loop visits, if there are any.
    pub(super) fn rows_before(&self) -> Option<TokenStream> {
        let row = self.numbers.first_row(self.items)?;
        Some(match &self.part {
            None => quote!(0_usize),
            Some(part) => items_before(self.numbers, self.numbers.ranges_of_row(row), part),
        })
    }
}

fn counted(numbers: &Numbers<'_>, range: &Range, part: Option<&TokenStream>) -> TokenStream {
    let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.integer(end));
    match part {
        None => quote! {
            let __first = #first;
            let __count = _x::items(__first, #beyond);
        },
        Some(part) => quote! {
            let (__first, __count) = #part.items(#first, #beyond);
        },
    }
}

fn for_each_of(numbers: &Numbers<'_>, range: &Range, part: &TokenStream, body: &TokenStream) -> TokenStream {
    let (index, counted) = (running(range.index), counted(numbers, range, Some(part)));
    quote! {
        #counted
        for __at in 0..__count {
            let #index = __first.wrapping_add(__at);
            #body
        }
    }
}

/// The items of earlier parts.
fn items_before(numbers: &Numbers<'_>, ranges: &[Range], part: &TokenStream) -> TokenStream {
    let Some((range, rest)) = ranges.split_first() else {
        return quote!(0_usize);
    };
    let [first, beyond] = [&range.first, &range.beyond].map(|end| numbers.integer(end));
    if rest.is_empty() {
        return quote!(#part.before(#first, #beyond));
    }
    let (index, inner) = (running(range.index), numbers.items(rest));
    quote!({
        let __first = #first;
        let mut __items = 0_usize;
        for __at in 0..#part.before(__first, #beyond) {
            let #index = __first.wrapping_add(__at);
            __items = __items.wrapping_add(#inner);
        }
        __items
    })
}

/// `Family::touched`: the coordinates and constraints of the items of a part.
pub(super) fn touched(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let word = context.system.parallel.as_ref()?;
    let mut items: Vec<&Items> = family.templates.iter().map(|template| &template.items).collect();
    items.dedup();
    let part = quote!(__part);
    let loops = items.into_iter().map(|items| {
        let ranges = numbers.ranges(items.marker);
        let counter = numbers.first_row(items).map(|row| {
            let before = items_before(numbers, numbers.ranges_of_row(row), &part);
            quote!(let mut __item = #before;)
        });
        let body = within(numbers, items, (ranges, 0), &part);
        let body = quote!({ #counter #body });
        match ranges {
            [] => single(&part, &body),
            _ => body,
        }
    });
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

/// All within the loops of a level.
fn within(
    numbers: &Numbers<'_>,
    items: &Items,
    (ranges, level): (&[Range], usize),
    part: &TokenStream,
) -> TokenStream {
    let [coordinates, constraints, _] = numbers.of_level(items, ranges, level);
    let of_coordinates = coordinates
        .iter()
        .map(|(_, number)| quote!(__coordinate(#number);));
    let of_constraints = constraints
        .iter()
        .map(|(_, number)| quote!(__constraint(#number);));
    let inner = ranges.get(level).map(|range| {
        let body = within(numbers, items, (ranges, level + 1), part);
        match level {
            0 => for_each_of(numbers, range, part, &body),
            _ => numbers.for_each(range, &body),
        }
    });
    let next = numbers.next_row(items, level);
    quote! {
        #(#of_coordinates)*
        #(#of_constraints)*
        #inner
        #next
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
