//! `Discretize`: the driver for systems of any size makes the steps of a scheme; for each scheme one, of which the compiler knows the
//! scalar.
//! It refuses to know the equations.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Generics, parse_quote};

use crate::derive::family::FamilyStep;
use crate::emit::call::Context;
use crate::emit::scalar;

/// `impl Discretize<Verlet> for Chain`
pub(super) fn impls(context: &Context<'_>, step: &FamilyStep, scheme: &TokenStream) -> TokenStream {
    let driver = match step.scheme.handles_contacts() {
        true => quote!(_x::drive::AssembledContacts),
        false => quote!(_x::drive::Assembled),
    };
    let assumed = scalar::assumed(context.system);
    let (generics, scheme) = match step.scheme.takes_solver() {
        // `MoreauWith<C>`, for each solver.
        true => {
            let solver = solver_parameter(&assumed);
            let name = format_ident!("{}With", step.scheme.path().name);
            let mut generics = assumed.clone();
            generics
                .params
                .push(parse_quote!(#solver: _x::SparseContactSolver));
            (generics, quote!(_x::schemes::#name<#solver>))
        }
        false => (assumed.clone(), scheme.to_token_stream()),
    };
    let ident = &context.system.ident;
    let ((with_bounds, _, bounds), (_, arguments, _)) = (generics.split_for_impl(), assumed.split_for_impl());
    let types = ["Memory", "Report", "Stages", "Linearization", "Modes"].map(|name| {
        let name = format_ident!("{name}");
        quote!(type #name = <#driver as _x::Drive<Self, #scheme>>::#name;)
    });
    quote! {
        #[automatically_derived]
        impl #with_bounds _x::Discretize<#scheme> for #ident #arguments #bounds {
            #(#types)*
            type Driver = #driver;
        }
    }
}

/// `__C`, with more underscores if the struct has a parameter of that name.
fn solver_parameter(generics: &Generics) -> Ident {
    let is_taken = |name: &Ident| {
        generics.params.iter().any(|parameter| match parameter {
            GenericParam::Type(parameter) => parameter.ident == *name,
            GenericParam::Const(parameter) => parameter.ident == *name,
            GenericParam::Lifetime(_) => false,
        })
    };
    let mut name = format_ident!("__C");
    while is_taken(&name) {
        name = format_ident!("_{name}");
    }
    name
}
