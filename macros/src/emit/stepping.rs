//! The impls of what a step solves: guess, residual with the end, what is carried.
//! It refuses to know what reports and checks are around it.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::Step;
use crate::emit::call::{Context, Given, array_of};
use crate::emit::condensed;
use crate::emit::inline::inline;
use crate::schemes::{Extrapolation, Scheme};

/// The coefficients of the guess, where the scheme has some of its own.
fn continuation(scheme: &dyn Scheme) -> Option<TokenStream> {
    let continuation = Extrapolation::of(scheme.stages());
    let list = |numbers: &[f64]| {
        let numbers = numbers.iter().map(|&x| Literal::f64_unsuffixed(x));
        quote!(&[#(#numbers),*])
    };
    let (short, long) = (list(&continuation.short), list(&continuation.long));
    (!continuation.short.is_empty()).then(|| {
        quote! {
            const CONTINUATION: _x::Continuation = _x::Continuation { short: #short, long: #long };
        }
    })
}

pub(super) fn stepping(
    context: &Context<'_>,
    scheme: &TokenStream,
    step: &Step,
    given: &Given,
) -> TokenStream {
    let header = context.header(&quote!(_x::Stepping<#scheme>));
    let Context {
        scalar,
        vector,
        coordinates: n,
        ..
    } = context;
    let unknown = context.array(step.solver.unknowns);
    let carried = context.array(step.carried);
    let constants = context.array(step.constants.results()[0].1.len());
    let lost = step.is_compensated.then(|| quote!(const LOST: usize = #n;));
    let constant_values = context.call(&step.constants, &Given::new(vec![("step_size", quote!(__h))]));
    let start = context.call(
        &step.start,
        &given.clone().and("v", array_of(&quote!(__velocity))),
    );
    let kept = step.expansion.as_ref().map(|expansion| {
        condensed::kept(
            context,
            expansion,
            &start,
            &quote!(__known.t),
            &quote!(&__known.q),
        )
    });
    let start = match kept {
        Some(kept) => kept,
        None if step.is_compensated => quote!(_x::kept_zeros(#start)),
        None => start,
    };
    let (guess, continuation) = match &step.expansion {
        None if step.solver.ties > 0 => {
            let velocities =
                Literal::usize_unsuffixed(step.scheme.stages() * context.system.coordinates.len());
            (
                quote!(_x::in_stages::<#scalar, #n, #unknown>(__velocity, #velocities)),
                None,
            )
        }
        None => (
            quote!(_x::in_every_stage::<#scalar, #n, #unknown>(__velocity)),
            continuation(&*step.scheme),
        ),
        Some(expansion) => {
            let velocities = step.scheme.stages() * context.system.coordinates.len();
            let are_stages = expansion.places.iter().copied().eq(0..velocities);
            let continuation = are_stages.then(|| continuation(&*step.scheme)).flatten();
            (condensed::guess(context, expansion), continuation)
        }
    };
    let (call, hint) = (context.call(&step.update, given), inline(&step.update));
    let update = match &step.expansion {
        None if step.is_compensated => compensated_ends_and_residual(&call),
        None => ends_and_residual(&call),
        Some(_) => quote!((*__residual, *__scale) = #call;),
    };
    let header_of_update = update_header(context, scheme, step.solver.unknowns);
    let direct = step.direct.as_ref().map(|kernel| {
        let (direct, hint) = (context.call(kernel, given), inline(kernel));
        quote! {
            #hint
            fn direct(
                &self,
                __known: &Self::Known,
                __x: &mut #unknown,
                __end: &mut _x::EndOf<Self, #scheme>,
            ) -> f64 {
                let __solved = #direct;
                *__x = __solved.0;
                __end.q = _x::From::from(__solved.1);
                __end.p = _x::From::from(__solved.2);
                __end.carried = __solved.3;
                _x::largest_growth(&__solved.4)
            }
        }
    });
    quote! {
        #header {
            type Carried = #carried;
            type Constants = #constants;
            #lost
            #continuation

            #[inline]
            fn carried(&self, __known: &Self::Known, __velocity: &#vector) -> #carried {
                #start
            }

            #[inline]
            fn constants(&self, __h: #scalar) -> #constants {
                #constant_values
            }

            #[inline]
            fn unknown(__velocity: &#vector) -> #unknown {
                #guess
            }

            #hint
            #header_of_update {
                #update
            }

            #direct
        }
    }
}

/// The signature of `update`.
pub(super) fn update_header(context: &Context<'_>, scheme: &TokenStream, unknowns: usize) -> TokenStream {
    let unknown = context.array(unknowns);
    quote! {
        fn update(
            &self,
            __known: &Self::Known,
            __x: &#unknown,
            __end: &mut _x::EndOf<Self, #scheme>,
            __residual: &mut #unknown,
            __scale: &mut #unknown,
        )
    }
}

/// The same where coordinates are summed with compensation.
fn compensated_ends_and_residual(call: &TokenStream) -> TokenStream {
    quote! {
        let __updated = #call;
        _x::accumulate(__known, &__updated.0, __updated.2, __end);
        __end.p = _x::From::from(__updated.1);
        *__residual = __updated.3;
        *__scale = __updated.4;
    }
}

/// The body of an `update` that has the end, too.
pub(super) fn ends_and_residual(call: &TokenStream) -> TokenStream {
    quote! {
        let __updated = #call;
        __end.q = _x::From::from(__updated.0);
        __end.p = _x::From::from(__updated.1);
        __end.carried = __updated.2;
        *__residual = __updated.3;
        *__scale = __updated.4;
    }
}
