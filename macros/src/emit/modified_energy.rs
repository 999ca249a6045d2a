//! The impl of `ModifiedEnergy`: velocity and acceleration from the system's solves, then one kernel, or one for each item.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Step;
use crate::derive::family::{Family, FamilyStep};
use crate::emit::call::{Bindings, Context, array_of};
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::{Frame, Loop};
use crate::emit::scheme_type::scheme_type;
use crate::loops::item::{Owner, Source};
use crate::loops::places::Space;
use crate::schemes::Scheme;

/// `impl ModifiedEnergy<Midpoint> for Pendulum`.
pub(super) fn impls(context: &Context<'_>, step: &Step) -> Option<TokenStream> {
    let kernel = step.modified_energy.as_ref()?;
    let bindings = Bindings::new(vec![
        ("step_size", quote!(__h)),
        ("q", array_of(&quote!(state.q))),
        ("v", array_of(&quote!(v))),
        ("a", array_of(&quote!(__acceleration))),
    ]);
    Some(method(context, &*step.scheme, &context.call(kernel, &bindings)))
}

/// `impl ModifiedEnergy<Midpoint> for Chain`: a sum over all items.
pub(super) fn of_items(
    context: &Context<'_>,
    numbers: &Numbers<'_>,
    family: &Family,
    step: &FamilyStep,
) -> Option<TokenStream> {
    let of = |name, numbers: TokenStream| {
        let source = Source {
            name,
            owner: Owner::Coordinates,
            stride: 1,
        };
        (source, quote!(_x::Vector::as_slice(#numbers)))
    };
    let frame = Frame {
        context,
        numbers,
        bindings: Bindings::new(vec![("step_size", quote!(__h))]),
        sources: vec![
            of("q", quote!(&state.q)),
            of("v", quote!(&v)),
            of("a", quote!(&__acceleration)),
        ],
        part: None,
    };
    let sums = [(quote!(&mut __sums), Space::Fixed)];
    let templates = family.templates.iter().zip(&step.contributions);
    let passes =
        templates.filter_map(|(of, contribution)| Some((&of.items, contribution.modified_energy.as_ref()?)));
    let loops = frame.loops(passes, &sums, &[]);
    let all = loops.iter().map(Loop::tokens);
    let zero = context.zero();
    let value = quote!({
        let mut __sums = [#zero; 1];
        #(#all)*
        __sums[0]
    });
    (!loops.is_empty()).then(|| method(context, &*step.scheme, &value))
}

fn method(context: &Context<'_>, scheme: &dyn Scheme, value: &TokenStream) -> TokenStream {
    let scheme = scheme_type(&scheme.path());
    let header = context.header(&quote!(_x::ModifiedEnergy<#scheme>));
    let (scalar, vector, inputs) = (&context.scalar, &context.vector, &context.inputs);
    let arguments = quote!(&self, __h: #scalar, state: &_x::State<#scalar, #vector>);
    quote! {
        #header {
            fn modified_energy(#arguments) -> _x::Result<#scalar, _x::Failure> {
                let inputs: #inputs = [];
                let v = _x::Lagrangian::velocity(self, state.t, &state.q, &state.p)?;
                let __acceleration = _x::Lagrangian::acceleration(self, state.t, &state.q, &v, &inputs)?;
                _x::Ok(#value)
            }
        }
    }
}
