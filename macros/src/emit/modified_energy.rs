//! The impl of `ModifiedEnergy`: velocity and acceleration from the system's solves, then one kernel.

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
        ("q", array_of(&quote!(state.q))),
        ("v", array_of(&quote!(v))),
        ("a", array_of(&quote!(__acceleration))),
    ]);
    let value = context.call(kernel, &bindings);
    Some(quote! {
        #header {
            fn modified_energy(
                &self,
                __h: #scalar,
                state: &_x::State<#scalar, #vector>,
            ) -> _x::Result<#scalar, _x::Failure> {
                let inputs: #inputs = [];
                let v = _x::Lagrangian::velocity(self, state.t, &state.q, &state.p)?;
                let __acceleration =
                    _x::Lagrangian::acceleration(self, state.t, &state.q, &v, &inputs)?;
                _x::Ok(#value)
            }
        }
    })
}
