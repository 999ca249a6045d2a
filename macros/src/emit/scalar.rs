//! Whether a type is a scalar, asked once where the macro does not see it.
//!
//! It refuses to decide: the compiler knows the traits above a trait.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, TypeParam, TypeParamBound, parse_quote};

use crate::system::System;

/// The one place at which the compiler says no; everything else goes on as if it had said yes.
pub(super) fn assertion(system: &System) -> Option<TokenStream> {
    let scalar = system.undecided.as_ref()?;
    let ident = &system.ident;
    let (with_bounds, arguments, bounds) = system.generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #with_bounds _x::OfScalars for #ident #arguments #bounds {
            type Scalar = #scalar;
        }
    })
}

/// The generics of all other impls.
pub(super) fn assumed(system: &System) -> Generics {
    let mut generics = system.generics.clone();
    let Some(scalar) = &system.undecided else {
        return generics;
    };
    // What is called so is so nearly always, and clippy finds a bound that stands twice.
    if generics.type_params().any(is_called_scalar) {
        return generics;
    }
    let is_parameter = generics.type_params().any(|parameter| parameter.ident == *scalar);
    // With a binder, rustc does not look at once whether the bound holds for a type without parameters.
    let binder = (!is_parameter).then(|| quote!(for<'__any>));
    let bound = parse_quote!(#binder #scalar: _x::Scalar);
    generics.make_where_clause().predicates.push(bound);
    generics
}

fn is_called_scalar(parameter: &TypeParam) -> bool {
    parameter.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "Scalar"),
        _ => false,
    })
}
