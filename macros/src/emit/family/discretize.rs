//! `Discretize`: the driver for systems of any size makes the steps of a scheme; for each scheme one, of which the compiler knows the
//! scalar.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::parse_quote;

use crate::derive::family::FamilyStep;
use crate::emit::call::Context;
use crate::emit::discretize::{free_parameter, implementation};
use crate::emit::scalar;

/// `impl Discretize<Verlet> for Chain`
pub(super) fn impls(context: &Context<'_>, step: &FamilyStep, scheme: &TokenStream) -> TokenStream {
    let driver = match step.scheme.handles_contacts() {
        true => quote!(_x::drive::AssembledContacts),
        false => quote!(_x::drive::Assembled),
    };
    let mut assumed = scalar::assumed(context.system);
    if step.scheme.handles_contacts() {
        scalar::assume_size(context.system, &mut assumed);
    }
    let (generics, scheme) = match step.scheme.takes_solver() {
        // `MoreauWith<C>`, for each solver.
        true => {
            let solver = free_parameter(&assumed, "__C");
            let name = format_ident!("{}With", step.scheme.path().name);
            let mut generics = assumed.clone();
            generics
                .params
                .push(parse_quote!(#solver: _x::SparseContactSolver));
            (generics, quote!(_x::schemes::#name<#solver>))
        }
        false => (assumed.clone(), scheme.to_token_stream()),
    };
    implementation((&context.system.ident, &assumed), &generics, &scheme, &driver)
}
