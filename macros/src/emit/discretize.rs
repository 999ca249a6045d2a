//! The one impl of `Discretize`: every type that has a driver for the system is one of its schemes.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericParam, Generics, parse_quote};

use crate::schemes::{CLOSED_GAPS, COMPOSED};

/// `impl<D: Scheme> Discretize<D> for Pendulum`; `assumed` are the struct's generics with the bounds that its impls assume.
pub(super) fn impls(ident: &Ident, generics: &Generics, assumed: &Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let scheme = scheme_parameter(generics);
    let extended = with_driven_scheme(assumed);
    let (with_bounds, _, bounds) = extended.split_for_impl();
    let header = quote!(impl #with_bounds _x::Discretize<#scheme> for #ident #arguments #bounds);
    implementation(&header, &quote!(#scheme), &quote!(#scheme::Driver))
}

/// The same for the schemes that are composed of others alone, `impl<const P: usize, D> ..`: in systems of any size each other scheme
/// has an impl of its own.
pub(super) fn composed(ident: &Ident, generics: &Generics, assumed: &Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let inner = scheme_parameter(generics);
    let order = format_ident!("{inner}P");
    let composed = format_ident!("{COMPOSED}");
    let scheme = quote!(_x::schemes::#composed<#order, #inner>);
    let mut extended = assumed.clone();
    extended.params.push(parse_quote!(const #order: usize));
    extended.params.push(parse_quote!(#inner));
    let bounds = extended.make_where_clause();
    bounds.predicates.push(parse_quote!(#scheme: _x::Driven<Self>));
    let (with_bounds, _, bounds) = extended.split_for_impl();
    let header = quote!(impl #with_bounds _x::Discretize<#scheme> for #ident #arguments #bounds);
    implementation(&header, &scheme, &quote!(<#scheme as _x::Driven<Self>>::Driver))
}

/// The same for the correction of closed gaps in a system of any size: its bound asks for the scheme inside.
pub(super) fn closed_gaps(ident: &Ident, generics: &Generics, assumed: &Generics) -> TokenStream {
    let (_, arguments, _) = generics.split_for_impl();
    let inner = scheme_parameter(generics);
    let closed = format_ident!("{CLOSED_GAPS}");
    let scheme = quote!(_x::schemes::#closed<#inner>);
    let mut extended = assumed.clone();
    extended.params.push(parse_quote!(#inner));
    let bounds = extended.make_where_clause();
    bounds
        .predicates
        .push(parse_quote!(#scheme: _x::schemes::ClosesItems<Self>));
    let (with_bounds, _, bounds) = extended.split_for_impl();
    let header = quote!(impl #with_bounds _x::Discretize<#scheme> for #ident #arguments #bounds);
    let driver = quote!(<#scheme as _x::schemes::ClosesItems<Self>>::Driver);
    implementation(&header, &scheme, &driver)
}

/// The impl with this header of a scheme and its driver.
pub(super) fn implementation(
    header: &TokenStream,
    scheme: &TokenStream,
    driver: &TokenStream,
) -> TokenStream {
    let types = ["Memory", "Report", "Stages", "Linearization", "Modes"].map(|name| {
        let name = format_ident!("{name}");
        quote!(type #name = <#driver as _x::Drive<Self, #scheme>>::#name;)
    });
    quote! {
        #[automatically_derived]
        #header {
            type System = Self;
            #(#types)*
            type Driver = #driver;
            #[inline]
            fn system(&self) -> &Self {
                self
            }
        }
    }
}

/// The generics, with a scheme whose driver works on the system.
pub(super) fn with_driven_scheme(generics: &Generics) -> Generics {
    let scheme = scheme_parameter(generics);
    let mut extended = generics.clone();
    extended.params.push(parse_quote!(#scheme: _x::Driven<Self>));
    extended
}

/// `__D`, with more underscores if the struct has a parameter of that name.
pub(super) fn scheme_parameter(generics: &Generics) -> Ident {
    free_parameter(generics, "__D")
}

/// This name, with more underscores if the struct has a parameter of that name.
pub(super) fn free_parameter(generics: &Generics, name: &str) -> Ident {
    let is_taken = |name: &Ident| {
        generics.params.iter().any(|parameter| match parameter {
            GenericParam::Type(parameter) => parameter.ident == *name,
            GenericParam::Const(parameter) => parameter.ident == *name,
            GenericParam::Lifetime(_) => false,
        })
    };
    let mut name = format_ident!("{name}");
    while is_taken(&name) {
        name = format_ident!("_{name}");
    }
    name
}
