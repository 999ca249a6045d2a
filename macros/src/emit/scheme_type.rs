//! A scheme as the type it is in the runtime.
//! It refuses to know what a scheme does.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::schemes::quadrature::Rule;
use crate::schemes::{SchemeKind, Variant};

pub(super) fn scheme_type(kind: &SchemeKind) -> TokenStream {
    match kind {
        SchemeKind::Verlet => quote!(_x::schemes::Verlet),
        SchemeKind::Midpoint => quote!(_x::schemes::Midpoint),
        SchemeKind::Galerkin {
            degree,
            quadrature,
            kinetic,
        } => {
            let (quadrature, kinetic) = (rule_type(*quadrature), rule_type(*kinetic));
            let degree = Literal::usize_unsuffixed(*degree);
            quote!(_x::schemes::Galerkin<#degree, #quadrature, #kinetic>)
        }
        SchemeKind::NullSpace(scheme) => {
            let scheme = scheme_type(scheme);
            quote!(_x::schemes::NullSpace<#scheme>)
        }
        SchemeKind::Livens(variant) => livens_type(*variant),
        SchemeKind::Composition { order, scheme } => {
            let (order, scheme) = (Literal::usize_unsuffixed(*order), scheme_type(scheme));
            quote!(_x::schemes::Composition<#order, #scheme>)
        }
    }
}

fn livens_type(variant: Variant) -> TokenStream {
    let mut scheme = quote!(_x::schemes::Livens);
    if variant.is_equivariant {
        scheme = quote!(_x::schemes::Equivariant<#scheme>);
    }
    if variant.is_polarized {
        scheme = quote!(_x::schemes::Polarized<#scheme>);
    }
    if variant.is_stabilized {
        scheme = quote!(_x::schemes::Stabilized<#scheme>);
    }
    scheme
}

fn rule_type(rule: Rule) -> TokenStream {
    let size = Literal::usize_unsuffixed;
    let generic = |name: TokenStream, n: Literal| quote!(_x::schemes::#name<#n>);
    match rule {
        Rule::Gauss(g) => generic(quote!(Gauss), size(g)),
        Rule::Lobatto(g) => generic(quote!(Lobatto), size(g)),
        Rule::Trapezoid(n) => generic(quote!(Trapezoid), size(n)),
        Rule::Left => quote!(_x::schemes::Left),
        Rule::Right => quote!(_x::schemes::Right),
    }
}
