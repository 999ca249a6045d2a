//! The impl of a composition: all of it is in the runtime, but for the parts of its stages.
//! It refuses to know the scheme that is composed.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::emit::call::Context;
use crate::emit::description;
use crate::emit::step::scheme_type;
use crate::schemes::Scheme;

/// `impl Discretize<Composition<4, Livens>> for Pendulum`.
pub(super) fn impls(
    context: &Context<'_>,
    (scheme, parts): &(Rc<dyn Scheme>, Vec<f64>),
    text: &str,
) -> Option<TokenStream> {
    let inner = scheme_type(&scheme.composition()?.scheme.path());
    let scheme = scheme_type(&scheme.path());
    let header = context.header(&quote!(_x::Discretize<#scheme>));
    let Context {
        scalar,
        vector,
        inputs,
        coordinates: n,
        ..
    } = context;
    let count = Literal::usize_unsuffixed(parts.len());
    let parts = parts.iter().map(|&part| Literal::f64_unsuffixed(part));
    let parts = quote!(&[#(#parts),*]);
    let of = |what: TokenStream| quote!(<Self as _x::Discretize<#inner>>::#what);
    let (report, linearization, facts) = (of(quote!(Report)), of(quote!(Linearization)), of(quote!(FACTS)));
    let memory = of(quote!(Memory));
    let memory = quote!(_x::Composed<#memory, #count>);
    let stages = quote!(_x::HermiteStages<#scalar, #n>);
    let start = |name: TokenStream| {
        quote! {
            fn #name(
                &self,
                __scheme: &#scheme,
                __h: #scalar,
                __state: &_x::StateOf<Self>,
                __velocity: &#vector,
            ) -> _x::Result<#memory, _x::Failure> {
                _x::start_composed::<Self, _, #count>(__h, #parts, |__part| {
                    <Self as _x::Discretize<#inner>>::#name(self, &__scheme.0, __part, __state, __velocity)
                })
            }
        }
    };
    let (start, restart) = (start(quote!(start)), start(quote!(restart)));
    let arguments = quote!(self, (&__scheme.0, #parts), __h, __inputs, __state, __memory);
    let documentation = description::lines(text);
    Some(quote! {
        #documentation
        #header {
            type Memory = #memory;
            type Report = #report;
            type Stages = #stages;
            type Linearization = #linearization;
            const FACTS: _x::Facts = _x::Facts {
                step_operations: #count * #facts.step_operations,
                ..#facts
            };

            #start

            #restart

            #[inline]
            fn node_velocity(__memory: &#memory) -> _x::Option<#vector> {
                <Self as _x::Discretize<#inner>>::node_velocity(__memory.last()?)
            }

            #[inline]
            fn reported_velocity(__report: &#report) -> _x::Option<#vector> {
                <Self as _x::Discretize<#inner>>::reported_velocity(__report)
            }

            fn advance<const __CHECKED: bool>(
                &self,
                __scheme: &#scheme,
                __h: #scalar,
                __inputs: &#inputs,
                __state: &_x::StateOf<Self>,
                __memory: &mut #memory,
            ) -> _x::Result<_x::Advance<_x::StateOf<Self>, #report, #stages>, _x::Failure> {
                _x::advance_composed::<Self, #inner, _, _, _, _, #count, #n, __CHECKED>(#arguments)
            }

            fn interpolate(
                __h: #scalar,
                __coordinates: &#vector,
                __stages: &#stages,
                __s: #scalar,
            ) -> (#vector, #vector) {
                _x::hermite(__h, __coordinates, __stages, __s)
            }

            fn linearize(
                &self,
                __scheme: &#scheme,
                __h: #scalar,
                __inputs: &#inputs,
                __state: &_x::StateOf<Self>,
                __memory: &#memory,
            ) -> _x::Result<#linearization, _x::Failure> {
                _x::linearize_composed::<Self, #inner, _, _, #count, _, _, _>(#arguments)
            }
        }
    })
}
