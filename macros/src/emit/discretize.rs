//! The one impl of `Discretize`: every type that has a driver for the system is one of its schemes.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericParam, Generics, parse_quote};

use crate::schemes::{CLOSED_GAPS, COMPOSED};

/// A type and its generics.
pub(super) type Named<'a> = (&'a Ident, &'a Generics);

/// `impl<D: Scheme> Discretize<D> for Pendulum`; `assumed` are the struct's generics with the bounds that its impls assume.
pub(super) fn impls(of: Named<'_>, assumed: &Generics) -> TokenStream {
    let scheme = scheme_parameter(of.1);
    implementation(
        of,
        &with_driven_scheme(assumed),
        &quote!(#scheme),
        &quote!(#scheme::Driver),
    )
}

/// The same for the schemes that are composed of others alone, `impl<const P: usize, D> ..`: in systems of any size each other scheme
/// has an impl of its own.
pub(super) fn composed(of: Named<'_>, assumed: &Generics) -> TokenStream {
    let inner = scheme_parameter(of.1);
    let (order, composed) = (format_ident!("{inner}P"), format_ident!("{COMPOSED}"));
    let scheme = quote!(_x::schemes::#composed<#order, #inner>);
    let parameters = [parse_quote!(const #order: usize), parse_quote!(#inner)];
    around(of, (assumed, &parameters), &scheme, &quote!(_x::Driven<Self>))
}

/// The same for the correction of closed gaps in a system of any size: its bound asks for the scheme inside.
pub(super) fn closed_gaps(of: Named<'_>, assumed: &Generics) -> TokenStream {
    let inner = scheme_parameter(of.1);
    let closed = format_ident!("{CLOSED_GAPS}");
    let (scheme, bound) = (
        quote!(_x::schemes::#closed<#inner>),
        quote!(_x::schemes::ClosesItems<Self>),
    );
    around(of, (assumed, &[parse_quote!(#inner)]), &scheme, &bound)
}

/// The impl of a scheme around others, whose driver is that of a bound.
fn around(
    of: Named<'_>,
    (assumed, parameters): (&Generics, &[GenericParam]),
    scheme: &TokenStream,
    bound: &TokenStream,
) -> TokenStream {
    let mut extended = assumed.clone();
    extended.params.extend(parameters.iter().cloned());
    let bounds = extended.make_where_clause();
    bounds.predicates.push(parse_quote!(#scheme: #bound));
    implementation(of, &extended, scheme, &quote!(<#scheme as #bound>::Driver))
}

/// The impl of a scheme with its driver; `extended` are the generics of the impl.
pub(super) fn implementation(
    (ident, generics): Named<'_>,
    extended: &Generics,
    scheme: &TokenStream,
    driver: &TokenStream,
) -> TokenStream {
    let ((with_bounds, _, bounds), (_, arguments, _)) =
        (extended.split_for_impl(), generics.split_for_impl());
    let types = ["Memory", "Report", "Stages", "Linearization", "Modes"].map(|name| {
        let name = format_ident!("{name}");
        quote!(type #name = <#driver as _x::Drive<Self, #scheme>>::#name;)
    });
    quote! {
        #[automatically_derived]
        impl #with_bounds _x::Discretize<#scheme> for #ident #arguments #bounds {
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
