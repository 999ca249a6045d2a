//! Names of constraints and outputs, some of which have one for each item.
//! It refuses to know what they name.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::family::numbers::Numbers;

/// Returns the name of the number `__j`, if it is one of the rows; else `__j` is what is left.
pub(super) fn of_rows(numbers: &Numbers<'_>) -> TokenStream {
    let blocks = numbers.named_blocks().into_iter().map(|(marker, names)| {
        let items = numbers.items(numbers.ranges(marker));
        match marker {
            Some(_) => {
                let rows = names.iter().map(|name| row_of(name));
                quote! {
                    let __names: &[(&'static str, &[usize])] = &[#(#rows),*];
                    let __numbers = (#items).wrapping_mul(__names.len());
                    if __j < __numbers {
                        return _x::row_name(__names, __j);
                    }
                    __j -= __numbers;
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

/// `pins[i][2]` as a word and the indices within an item.
fn row_of(name: &str) -> TokenStream {
    let (word, indices) = name.split_once('[').unwrap_or((name, ""));
    let inner = indices
        .split(['[', ']'])
        .skip(1)
        .filter_map(|index| index.parse().ok());
    let inner = inner.map(Literal::usize_unsuffixed);
    quote!((#word, &[#(#inner),*]))
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
