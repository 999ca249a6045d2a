//! What an editor shows at the words of a declaration: items that the words stand for, with documentation.
//!
//! An editor looks a word of the attribute up where it comes back in the expansion. So each word comes back once, with its own
//! span, as the name of an item: keys and functions are those of the runtime's module `editor`, schemes their types, fields the
//! fields; coordinates, inputs, definitions and constraints are constants whose documentation tells what was derived for them.
//! Only names have spans of the user: everything else that had one would be shown as well.
//!
//! Words that nothing introduces come back as well, where a name of their kind may stand, so that an editor completes them.
//!
//! The compiler sees none of it. The items are the argument of a macro of the runtime, which drops it unless the cfg
//! `rust_analyzer` is set, as rust-analyzer does. It refuses to know what was derived: it hands texts on.
//!
//! | file | idea |
//! | --- | --- |
//! | `formula` | the words of a formula |
//! | `quantity` | the constants that names of the declaration stand for |

mod formula;
mod quantity;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericArgument, Generics, PathArguments, Type};

use crate::declaration::{Declaration, Word, name_of};
use crate::describe::Words;
use formula::Reader;

/// The call of the runtime's macro, for the block in which `_x` is the private module of the runtime.
pub(crate) fn items(
    ident: &Ident,
    generics: &Generics,
    declaration: &Declaration,
    words: &Words,
) -> TokenStream {
    let (with_bounds, arguments, bounds) = generics.split_for_impl();
    let keys = keys(declaration);
    let schemes = schemes(declaration);
    let crate_path = &declaration.crate_path;
    let constants = quantity::constants(declaration, words);
    let mut reader = Reader::of(declaration);
    let listed = declaration.listed.iter().map(|word| reader.name(&word.ident));
    let listed: Vec<TokenStream> = listed.collect();
    let formulas = declaration.formulas.iter().map(|formula| {
        let label = quantity::label(formula, words, &reader);
        let words = match &formula.parts[..] {
            [] => reader.formula(&formula.expr),
            parts => parts.iter().map(|part| reader.formula(&part.expr)).collect(),
        };
        quote!(#label #words)
    });
    let formulas: Vec<TokenStream> = formulas.collect();
    // In braces, so that the macro reads one token.
    quote! {
        _x::editor! {{
            #[expect(non_upper_case_globals, reason = "constants have the names of coordinates")]
            const _: () = {
                use #crate_path as _;
                #keys
                #schemes

                impl #with_bounds _x::editor::Declaration for #ident #arguments #bounds {
                    fn words(&self) {
                        use _x::editor::{Constraint, Contact, Coordinate, Definition, Input};

                        #constants
                        #(#listed)*
                        #(#formulas)*
                    }
                }
            };
        }}
    }
}

fn keys(declaration: &Declaration) -> TokenStream {
    let words = declaration.words.iter();
    let words = words.map(|word| key(word.key.name, word.ident.span()));
    let assumed = declaration
        .formulas
        .iter()
        .filter_map(|formula| formula.label.assume.as_ref());
    let assumed = assumed.map(|word| quote!(use _x::editor::#word as _;));
    // An editor completes the names of modules here.
    let unknown = declaration.unknown_keys.iter();
    let unknown = unknown.map(|word| quote!(use _x::editor::keys::#word as _;));
    let parts = declaration.formulas.iter().flat_map(|formula| {
        let key = name_of_key(formula.key.name);
        // A word that stands for a part is still being typed.
        let parts = formula.parts.iter();
        let exact = parts.filter(|part| name_of(&part.word) == part.of.name);
        exact.map(move |part| {
            let mut name = name_of_key(part.of.name);
            name.set_span(part.word.span());
            quote!(use _x::editor::keys::#key::#name as _;)
        })
    });
    let unknown_parts = declaration.unknown_parts.iter().map(|Word { key, ident }| {
        let key = name_of_key(key.name);
        quote!(use _x::editor::keys::#key::#ident as _;)
    });
    words
        .chain(assumed)
        .chain(unknown)
        .chain(parts)
        .chain(unknown_parts)
        .collect()
}

/// Names the item of a key, at the place of a word.
fn key(name: &str, place: Span) -> TokenStream {
    let mut name = name_of_key(name);
    name.set_span(place);
    quote!(use _x::editor::keys::#name as _;)
}

/// The name of the module that documents a key: `r#let`, and `crate_`, because `crate` cannot be a raw identifier.
pub(crate) fn name_of_key(key: &str) -> Ident {
    if key == "crate" {
        return format_ident!("crate_");
    }
    syn::parse_str(key).unwrap_or_else(|_| format_ident!("r#{key}"))
}

fn schemes(declaration: &Declaration) -> TokenStream {
    let schemes = declaration.schemes.iter().flatten();
    let known = schemes.map(|scheme| &scheme.tokens);
    known.chain(&declaration.unknown_schemes).map(types).collect()
}

/// The types of `Galerkin<2, Gauss<2>>`, one by one.
fn types(ty: &Type) -> TokenStream {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Group(group) => return types(&group.elem),
        Type::Paren(paren) => return types(&paren.elem),
        _ => return TokenStream::new(),
    };
    let mut items = if path.segments.len() == 1 {
        let name = &path.segments[0].ident;
        quote!(use _x::schemes::#name as _;)
    } else {
        let (colon, names) = (
            path.leading_colon,
            path.segments.iter().map(|segment| &segment.ident),
        );
        quote!(use #colon #(#names)::* as _;)
    };
    for segment in &path.segments {
        if let PathArguments::AngleBracketed(list) = &segment.arguments {
            let inner = list.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(types(ty)),
                _ => None,
            });
            items.extend(inner);
        }
    }
    items
}

/// A statement that names an item.
fn named(item: impl ToTokens) -> TokenStream {
    quote!(let _ = #item;)
}
