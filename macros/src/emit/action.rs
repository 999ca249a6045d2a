//! The impl of the discrete action of a scheme.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::ActionKernels;
use crate::emit::call::{Bindings, Context, array_of};
use crate::emit::derived::SchemeStep;

/// `impl DiscreteAction<Midpoint> for Pendulum`.
pub(super) fn impls(context: &Context<'_>, of: &SchemeStep<'_>, action: &ActionKernels) -> TokenStream {
    let SchemeStep { scheme, step, .. } = of;
    let header = context.header(&quote!(_x::DiscreteAction<#scheme>));
    let Context { scalar, vector, .. } = context;
    let [of_element, inputs] = ["t h q", "inputs"].map(|letters| context.arguments(letters));
    let unknown = context.array(step.unknowns());
    let bindings = Bindings::new(vec![
        ("interval", quote!(&[t, h])),
        ("q", array_of(&quote!(q))),
        ("u", quote!(inputs)),
        ("x", quote!(__x)),
    ]);
    let lagrangian = context.call(&action.lagrangian, &bindings);
    let before = context.call(&action.momentum_before, &bindings);
    let after = context.call(&action.momentum_after, &bindings);
    let arguments = quote!(&self, #of_element, __x: &#unknown);
    quote! {
        #header {
            type Unknown = #unknown;

            fn discrete_lagrangian(#arguments) -> #scalar {
                #lagrangian
            }

            fn momentum_before(#arguments, #inputs) -> #vector {
                _x::From::from(#before)
            }

            fn momentum_after(#arguments, #inputs) -> #vector {
                _x::From::from(#after)
            }
        }
    }
}
