//! The impls of a condensed scheme: the recovery of all unknowns from the iterated ones, and the equations of all.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::{Recovery, Step};
use crate::emit::call::Context;
use crate::emit::derived::SchemeStep;
use crate::emit::inline::inline;
use crate::emit::kernels::{ends, ends_and_residual, plain, update_header};

/// The impls of `Recovery` and of the uncondensed equations.
pub(super) fn impls(context: &Context<'_>, of: &SchemeStep<'_>) -> Option<TokenStream> {
    let SchemeStep { scheme, step, .. } = of;
    let recovery = step.recovery.as_ref()?;
    let uncondensed = quote!(_x::Uncondensed<#scheme>);
    let known = quote!(_x::ElementOf<Self, #uncondensed>);
    let equations = context.equations(&uncondensed, &known, &recovery.uncondensed, &plain(step));
    let kernels = uncondensed_kernels(context, &uncondensed, step, recovery);
    let recovered = recovery_impl(context, of, recovery);
    Some(quote!(#equations #kernels #recovered))
}

/// How many of all unknowns are velocities.
pub(super) fn velocities(recovery: &Recovery) -> usize {
    recovery.uncondensed.unknowns - recovery.uncondensed.constraints
}

/// Time and coordinates of a node.
pub(super) struct Node {
    pub(super) time: TokenStream,
    pub(super) coordinates: TokenStream,
}

/// The carried numbers at a node, followed by those that the driver remembers.
pub(super) fn carried(
    context: &Context<'_>,
    recovery: &Recovery,
    carried: &TokenStream,
    node: &Node,
) -> TokenStream {
    if recovery.has_basis {
        let Node { time, coordinates } = node;
        let m = Literal::usize_unsuffixed(context.system.constraints.len());
        quote!(_x::with_basis(#carried, &_x::Constrained::constraint_jacobian(self, #time, #coordinates), #m))
    } else {
        quote!(_x::with_zeros(#carried))
    }
}

fn recovery_impl(context: &Context<'_>, of: &SchemeStep<'_>, recovery: &Recovery) -> TokenStream {
    let SchemeStep {
        scheme,
        step,
        bindings,
    } = of;
    let header = context.header(&quote!(_x::Recovery<#scheme>));
    let (scalar, unknown) = (&context.scalar, context.array(step.solver.unknowns));
    let m = Literal::usize_unsuffixed(context.system.constraints.len());
    let (body, hint) = match &recovery.kernel {
        None => (quote!(_x::Size::INFINITY), None),
        Some(kernel) => {
            let call = context.call(kernel, bindings);
            let end = Node {
                time: quote!(__known.t + __known.h),
                coordinates: quote!(&__end.q),
            };
            let carried = carried(context, recovery, &quote!(__recovered.3), &end);
            let ends = ends("__recovered", 1);
            let body = quote! {
                let __recovered = #call;
                *__all = __recovered.0;
                #ends
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
            ) -> _x::SizeOf<#scalar> {
                #body
            }
        }
    }
}

/// The kernels of the uncondensed step, without carried values and constants of the step.
fn uncondensed_kernels(
    context: &Context<'_>,
    uncondensed: &TokenStream,
    step: &Step,
    recovery: &Recovery,
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
