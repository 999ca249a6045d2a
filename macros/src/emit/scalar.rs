//! An assertion that a type is a scalar, for types of which the macro cannot see it.
//!
//! It refuses to decide: only the compiler knows supertraits.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Type, TypeParam, TypeParamBound, parse_quote};

use crate::system::System;

/// The scalar as all other code names it.
///
/// A type of which the macro cannot see whether it is a scalar has another name. Where it is not a scalar, the name stands for
/// a type that the compiler does not know, and about which it is silent.
pub(super) fn name(system: &System) -> TokenStream {
    let scalar = &system.scalar;
    if is_renamed(system) {
        quote!(__Scalar)
    } else {
        quote!(#scalar)
    }
}

/// A constant cannot depend on parameters of the struct.
fn is_renamed(system: &System) -> bool {
    system.undecided.is_some() && system.generics.params.is_empty()
}

/// The one place at which the compiler rejects the type. All other code assumes that it was accepted.
pub(super) fn assertion(system: &System) -> Option<TokenStream> {
    let scalar = system.undecided.as_ref()?;
    if is_renamed(system) {
        return Some(quote! {
            const __SCALARS: usize = [<#scalar as _x::Scalar>::EPSILON].len();
            type __Scalar = _x::Known<[(); __SCALARS], #scalar>;
        });
    }
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
    let Some(scalar) = system.undecided.as_ref().filter(|_| !is_renamed(system)) else {
        return generics;
    };
    // A bound called `Scalar` is nearly always the right one, and clippy reports a bound that is repeated.
    if generics.type_params().any(is_called_scalar) {
        return generics;
    }
    assume(&mut generics, scalar, &quote!(_x::Scalar));
    generics
}

/// Assumes a scalar that is compared, which contacts need, where the macro cannot see whether it is.
pub(super) fn assume_size(system: &System, generics: &mut Generics) {
    let scalar = &system.scalar;
    if system.undecided.is_some() && !is_renamed(system) || is_parameter(generics, scalar) {
        assume(generics, scalar, &quote!(_x::Size));
    }
}

fn is_parameter(generics: &Generics, scalar: &Type) -> bool {
    let mut parameters = generics.type_params();
    parameters.any(|parameter| matches!(scalar, Type::Path(path) if path.path.is_ident(&parameter.ident)))
}

fn assume(generics: &mut Generics, scalar: &Type, bound: &TokenStream) {
    // With a binder, rustc does not check at once whether the bound holds for a type without parameters.
    let binder = (!is_parameter(generics, scalar)).then(|| quote!(for<'__any>));
    let bound = parse_quote!(#binder #scalar: #bound);
    generics.make_where_clause().predicates.push(bound);
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
