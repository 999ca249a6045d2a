//! The impl of `ModifiedEnergy`: velocity and acceleration from the system's solves, then one kernel.
//! It refuses to know the formula.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Step;
use crate::emit::call::{Bindings, Context, array_of};
use crate::emit::scheme_type::scheme_type;

/// `impl ModifiedEnergy<Midpoint> for Pendulum`.
pub(super) fn impls(context: &Context<'_>, step: &Step) -> Option<TokenStream> {
    let kernel = step.modified_energy.as_ref()?;
    let scheme = scheme_type(&step.scheme.path());
    let header = context.header(&quote!(_x::ModifiedEnergy<#scheme>));
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let bindings = Bindings::new(vec![
        ("step_size", quote!(__h)),
        ("q", array_of(&quote!(__state.q))),
        ("v", array_of(&quote!(__velocity))),
        ("a", array_of(&quote!(__acceleration))),
    ]);
    let value = context.call(kernel, &bindings);
    Some(quote! {
        #header {
            fn modified_energy(
                &self,
                __h: #scalar,
                __state: &_x::State<#scalar, #vector>,
            ) -> _x::Result<#scalar, _x::Failure> {
                let __inputs: #inputs = [];
                let __velocity = _x::Lagrangian::velocity(self, __state.t, &__state.q, &__state.p)?;
                let __acceleration =
                    _x::Lagrangian::acceleration(self, __state.t, &__state.q, &__velocity, &__inputs)?;
                _x::Ok(#value)
            }
        }
    })
}
