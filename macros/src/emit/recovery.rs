//! What condensation adds to the impls of a scheme: all unknowns from those that are iterated, and the equations of all.
//! It refuses to know which unknowns they are.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::{Recovery, Step};
use crate::emit::call::{Context, Given};
use crate::emit::inline::inline;
use crate::emit::kernels::{ends_and_residual, plain, update_header};

/// The impls of `Recovery`, and of the equations of all unknowns.
pub(super) fn impls(
    context: &Context<'_>,
    scheme: &TokenStream,
    step: &Step,
    given: &Given,
) -> Option<TokenStream> {
    let recovery = step.recovery.as_ref()?;
    let uncondensed = quote!(_x::Uncondensed<#scheme>);
    let known = quote!(_x::ElementOf<Self, #uncondensed>);
    let equations = context.equations(&uncondensed, &known, &recovery.uncondensed, &plain(step));
    let kernels = uncondensed_kernels(context, &uncondensed, (step, recovery));
    let recovered = recovery_impl(context, scheme, (step, recovery), given);
    Some(quote!(#equations #kernels #recovered))
}

/// How many of all unknowns are velocities.
pub(super) fn velocities(recovery: &Recovery) -> usize {
    recovery.uncondensed.unknowns - recovery.uncondensed.constraints
}

/// The carried numbers, followed by those that the driver remembers; time and coordinates are those of their node.
pub(super) fn carried(
    context: &Context<'_>,
    recovery: &Recovery,
    carried: &TokenStream,
    (time, coordinates): (&TokenStream, &TokenStream),
) -> TokenStream {
    if recovery.has_basis {
        let m = Literal::usize_unsuffixed(context.system.constraints.len());
        quote!(_x::with_basis(#carried, &_x::Constrained::constraint_jacobian(self, #time, #coordinates), #m))
    } else {
        quote!(_x::with_zeros(#carried))
    }
}

fn recovery_impl(
    context: &Context<'_>,
    scheme: &TokenStream,
    (step, recovery): (&Step, &Recovery),
    given: &Given,
) -> TokenStream {
    let header = context.header(&quote!(_x::Recovery<#scheme>));
    let unknown = context.array(step.solver.unknowns);
    let m = Literal::usize_unsuffixed(context.system.constraints.len());
    let (body, hint) = match &recovery.kernel {
        None => (quote!(f64::INFINITY), None),
        Some(kernel) => {
            let call = context.call(kernel, given);
            let place = (&quote!(__known.t + __known.h), &quote!(&__end.q));
            let carried = carried(context, recovery, &quote!(__recovered.3), place);
            let body = quote! {
                let __recovered = #call;
                *__all = __recovered.0;
                __end.q = _x::From::from(__recovered.1);
                __end.p = _x::From::from(__recovered.2);
                __end.carried = #carried;
                _x::largest_growth(&__recovered.4)
            };
            (body, Some(inline(kernel)))
        }
    };
    quote! {
        #header {
            const END_MULTIPLIERS: usize = #m;

            #hint
            fn recover(
                &self,
                __known: &_x::ElementOf<Self, #scheme>,
                __x: &#unknown,
                __all: &mut _x::AllUnknowns<Self, #scheme>,
                __end: &mut _x::EndOf<Self, #scheme>,
            ) -> f64 {
                #body
            }
        }
    }
}

/// The step by all unknowns: nothing is carried, nothing computed in advance.
fn uncondensed_kernels(
    context: &Context<'_>,
    uncondensed: &TokenStream,
    (step, recovery): (&Step, &Recovery),
) -> TokenStream {
    let header = context.header(&quote!(_x::Kernels<#uncondensed>));
    let vector = &context.vector;
    let none = context.array(0);
    let constants = context.array(step.scheme.parameters().len());
    let velocities = Literal::usize_unsuffixed(velocities(recovery));
    let update_header = update_header(context, uncondensed, recovery.uncondensed.unknowns);
    let update = ends_and_residual(&context.call(&recovery.uncondensed_update, &plain(step)));
    quote! {
        #header {
            type Carried = #none;
            type Constants = #constants;
            const VELOCITIES: usize = #velocities;

            #[inline]
            fn carried(&self, _: &Self::Known, _: &#vector) -> #none {
                []
            }

            #[inline]
            #update_header {
                #update
            }
        }
    }
}
