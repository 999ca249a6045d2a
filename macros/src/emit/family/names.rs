//! Names of constraints and outputs, some of which have one for each item.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::family::numbers::Numbers;
use crate::emit::loops;
use crate::model::Range;

/// How many indices a name has at most.
const INDICES: usize = 3;

/// Returns the name of the number `__j`, if it is one of the rows; else `__j` is what is left.
pub(super) fn of_rows(numbers: &Numbers<'_>) -> TokenStream {
    let blocks = numbers.named_blocks().into_iter().map(|(marker, names)| {
        let items = numbers.items(numbers.ranges(marker));
        match marker {
            Some(_) => {
                let rows = names.iter().map(|name| row_of(name));
                let size = Literal::usize_unsuffixed(names.len());
                let row_and_item = match names.len() {
                    1 => quote!((0, __j)),
                    _ => quote!((__j % #size, __j / #size)),
                };
                let ranks = names.iter().map(|name| word_and_indices(name).1.len());
                let named = named(numbers, numbers.ranges(marker), ranks.max().unwrap_or_default());
                quote! {
                    let __names: &[(&'static str, &[usize])] = &[#(#rows),*];
                    let __numbers = (#items).wrapping_mul(#size);
                    if __j < __numbers {
                        let (__row, __item) = #row_and_item;
                        #named
                    }
                    __j = __j.wrapping_sub(__numbers);
                }
            }
            None => quote! {
                let __names = [#(#names),*];
                if __j < __names.len() {
                    return _x::items::name(&__names, __j, false);
                }
                __j -= __names.len();
            },
        }
    });
    quote!(#(#blocks)*)
}

/// Returns the name of `__row` of `__item`, with an index for each range if names have room for all indices.
fn named(numbers: &Numbers<'_>, ranges: &[Range], rank: usize) -> TokenStream {
    match ranges.len() + rank > INDICES {
        true => quote!(return _x::row_name(__names, __row, &[__item]);),
        false => named_within(numbers, ranges, &mut Vec::new()),
    }
}

fn named_within(numbers: &Numbers<'_>, ranges: &[Range], outer: &mut Vec<Ident>) -> TokenStream {
    let [range, rest @ ..] = ranges else {
        return TokenStream::new();
    };
    if rest.is_empty() {
        return quote!(return _x::row_name(__names, __row, &[#(#outer,)* __item]););
    }
    let at = format_ident!("__at{}", outer.len());
    let items = numbers.items(rest);
    outer.push(at.clone());
    let named = named_within(numbers, rest, outer);
    let looked_up = quote! {
        let (#at, __items) = (__at, #items);
        if __item < __items {
            #named
        }
        __item = __item.wrapping_sub(__items);
    };
    let looked_up = loops::for_each(numbers, range, None, &looked_up);
    quote! {
        let mut __item = __item;
        #looked_up
    }
}

fn row_of(name: &str) -> TokenStream {
    let (word, indices) = word_and_indices(name);
    let indices = indices.into_iter().map(Literal::usize_unsuffixed);
    quote!((#word, &[#(#indices),*]))
}

/// `pins[i][2]` as a word and the indices within an item.
fn word_and_indices(name: &str) -> (&str, Vec<usize>) {
    let (word, indices) = name.split_once('[').unwrap_or((name, ""));
    let inner = indices.split(['[', ']']).filter_map(|index| index.parse().ok());
    (word, inner.collect())
}

/// Returns the number of the row that the number `__j` belongs to, where rows count as the declaration has them.
pub(super) fn row_in_declaration(numbers: &Numbers<'_>) -> TokenStream {
    let mut before = 0;
    let blocks = numbers.named_blocks().into_iter().map(|(marker, names)| {
        let items = numbers.items(numbers.ranges(marker));
        let [first, size] = [before, names.len()].map(Literal::usize_unsuffixed);
        let within = (names.len() > 1).then(|| quote!(__j % #size +));
        before += names.len();
        quote! {
            let __numbers = (#items).wrapping_mul(#size);
            if __j < __numbers {
                return #within #first;
            }
            __j -= __numbers;
        }
    });
    let blocks: Vec<TokenStream> = blocks.collect();
    quote!(#(#blocks)*)
}
