//! The one impl of `Discretize`: every type that has a driver for the system is a scheme of it.
//! It refuses to know which schemes were derived.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{Generics, parse_quote};

/// `impl<D: Scheme> Discretize<D> for Pendulum`; `assumed` are the struct's generics with what its impls assume of them.
pub(super) fn impls(ident: &Ident, generics: &Generics, assumed: &Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let mut extended = assumed.clone();
    extended.params.push(parse_quote!(__D: _x::Scheme));
    let drives = parse_quote!(__D::Driver: _x::Drive<Self, __D>);
    extended.make_where_clause().predicates.push(drives);
    let (with_bounds, _, bounds) = extended.split_for_impl();
    let types = ["Memory", "Report", "Stages", "Linearization", "Modes"].map(|name| {
        let name = format_ident!("{name}");
        quote!(type #name = <__D::Driver as _x::Drive<Self, __D>>::#name;)
    });
    quote! {
        #[automatically_derived]
        #[diagnostic::do_not_recommend]
        impl #with_bounds _x::Discretize<__D> for #ident #arguments #bounds {
            #(#types)*
            type Driver = __D::Driver;
        }
    }
}
