//! What condensation adds to the impls of a scheme: all unknowns from those that are iterated, and the equations of all.
//! It refuses to know which unknowns they are.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::{Expansion, Step};
use crate::emit::call::{Context, Given};
use crate::emit::inline::inline;
use crate::emit::step::plain;
use crate::emit::stepping::{ends_and_residual, update_header};

/// The impls of `Condensed`, and of the equations of all unknowns.
pub(super) fn impls(
    context: &Context<'_>,
    scheme: &TokenStream,
    step: &Step,
    given: &Given,
) -> Option<TokenStream> {
    let expansion = step.expansion.as_ref()?;
    let whole = quote!(_x::Whole<#scheme>);
    let known = quote!(_x::ElementOf<Self, #whole>);
    let equations = context.equations(&whole, &known, &expansion.whole, &plain());
    let stepping = whole_stepping(context, &whole, expansion);
    let condensed = condensed(context, scheme, (step, expansion), given);
    Some(quote!(#equations #stepping #condensed))
}

/// The velocity in the place of each velocity, and zeros for the multipliers.
pub(super) fn guess(context: &Context<'_>, expansion: &Expansion) -> TokenStream {
    let Context {
        scalar,
        coordinates: n,
        ..
    } = context;
    let unknown = context.array(expansion.places.len());
    let places = expansion.places.iter().copied().map(Literal::usize_unsuffixed);
    let velocities = velocities(expansion);
    quote!(_x::in_places::<#scalar, #n, #unknown>(__velocity, &[#(#places),*], #velocities))
}

fn velocities(expansion: &Expansion) -> Literal {
    Literal::usize_unsuffixed(expansion.whole.unknowns - expansion.whole.ties)
}

/// What is carried, and behind it what the runtime keeps.
pub(super) fn kept(
    context: &Context<'_>,
    expansion: &Expansion,
    carried: &TokenStream,
    time: &TokenStream,
    coordinates: &TokenStream,
) -> TokenStream {
    if expansion.has_basis {
        let m = Literal::usize_unsuffixed(context.system.constraints.len());
        quote!(_x::kept_basis(#carried, &_x::Constrained::constraint_jacobian(self, #time, #coordinates), #m))
    } else {
        quote!(_x::kept_zeros(#carried))
    }
}

fn condensed(
    context: &Context<'_>,
    scheme: &TokenStream,
    (step, expansion): (&Step, &Expansion),
    given: &Given,
) -> TokenStream {
    let header = context.header(&quote!(_x::Condensed<#scheme>));
    let unknown = context.array(step.solver.unknowns);
    let places = expansion.places.iter().copied().map(Literal::usize_unsuffixed);
    let expand = expansion.kernel.as_ref().map(|kernel| {
        let (call, hint) = (context.call(kernel, given), inline(kernel));
        let carried = kept(
            context,
            expansion,
            &quote!(__expanded.3),
            &quote!(__known.t + __known.h),
            &quote!(&__end.q),
        );
        let body = quote! {
            let __expanded = #call;
            *__whole = __expanded.0;
            __end.q = _x::From::from(__expanded.1);
            __end.p = _x::From::from(__expanded.2);
            __end.carried = #carried;
            _x::largest_growth(&__expanded.4)
        };
        (body, hint)
    });
    let (body, hint) = expand.map_or((quote!(f64::INFINITY), None), |(body, hint)| (body, Some(hint)));
    quote! {
        #header {
            #hint
            fn expand(
                &self,
                __known: &_x::ElementOf<Self, #scheme>,
                __x: &#unknown,
                __whole: &mut _x::WholeOf<Self, #scheme>,
                __end: &mut _x::EndOf<Self, #scheme>,
            ) -> f64 {
                #body
            }

            #[inline]
            fn iterated(__whole: &_x::WholeOf<Self, #scheme>) -> #unknown {
                [#(__whole[#places]),*]
            }
        }
    }
}

/// The step by all unknowns: nothing is carried, nothing computed in advance.
fn whole_stepping(context: &Context<'_>, whole: &TokenStream, expansion: &Expansion) -> TokenStream {
    let header = context.header(&quote!(_x::Stepping<#whole>));
    let Context {
        scalar,
        vector,
        coordinates: n,
        ..
    } = context;
    let unknown = context.array(expansion.whole.unknowns);
    let none = context.array(0);
    let velocities = velocities(expansion);
    let update_header = update_header(context, whole, expansion.whole.unknowns);
    let update = ends_and_residual(&context.call(&expansion.whole_update, &plain()));
    quote! {
        #header {
            type Carried = #none;
            type Constants = #none;

            #[inline]
            fn carried(&self, _: &Self::Known, _: &#vector) -> #none {
                []
            }

            #[inline]
            fn constants(&self, _: #scalar) -> #none {
                []
            }

            #[inline]
            fn unknown(__velocity: &#vector) -> #unknown {
                _x::in_stages::<#scalar, #n, #unknown>(__velocity, #velocities)
            }

            #[inline]
            #update_header {
                #update
            }
        }
    }
}
