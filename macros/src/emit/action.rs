//! The impl of the discrete action of a scheme.
//! It refuses to know the scheme.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::ActionKernels;
use crate::emit::call::{Bindings, Context, array_of};
use crate::emit::derived::SchemeStep;

/// `impl DiscreteAction<Midpoint> for Pendulum`.
pub(super) fn impls(context: &Context<'_>, of: &SchemeStep<'_>, action: &ActionKernels) -> TokenStream {
    let SchemeStep { scheme, step, .. } = of;
    let header = context.header(&quote!(_x::DiscreteAction<#scheme>));
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let unknown = context.array(step.unknowns());
    let bindings = Bindings::new(vec![
        ("interval", quote!(&[__time, __h])),
        ("q", array_of(&quote!(__coordinates))),
        ("u", quote!(__inputs)),
        ("x", quote!(__x)),
    ]);
    let lagrangian = context.call(&action.lagrangian, &bindings);
    let before = context.call(&action.momentum_before, &bindings);
    let after = context.call(&action.momentum_after, &bindings);
    let arguments = quote!(&self, __time: #scalar, __h: #scalar, __coordinates: &#vector, __x: &#unknown);
    quote! {
        #header {
            type Unknown = #unknown;

            fn discrete_lagrangian(#arguments) -> #scalar {
                #lagrangian
            }

            fn momentum_before(#arguments, __inputs: &#inputs) -> #vector {
                _x::From::from(#before)
            }

            fn momentum_after(#arguments, __inputs: &#inputs) -> #vector {
                _x::From::from(#after)
            }
        }
    }
}
