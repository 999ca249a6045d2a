//! Momentum maps: a method of the struct for each symmetry.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::derive::Continuous;
use crate::describe::Description;
use crate::emit::call::{Bindings, Context, array_of};
use crate::emit::description;
use crate::emit::output::name_of_method;
use crate::text;

/// `impl Particle { fn rotation(&self, state: &State<..>) -> f64 }`, if there are symmetries.
pub(super) fn methods(
    context: &Context<'_>,
    continuous: &Continuous,
    description: &Description,
) -> Option<TokenStream> {
    let bindings = Bindings::new(vec![
        ("q", array_of(&quote!(state.q))),
        ("p", array_of(&quote!(state.p))),
    ]);
    let kernels = continuous.momentum_maps.iter();
    let values = kernels.map(|kernel| context.call(kernel, &bindings));
    methods_of(context, values, &description.symmetries)
}

/// The methods whose bodies are these, with the documentation of each.
pub(super) fn methods_of(
    context: &Context<'_>,
    values: impl Iterator<Item = TokenStream>,
    documentation: &[String],
) -> Option<TokenStream> {
    let described = values.zip(documentation);
    let symmetries = context.system.symmetries.iter().zip(described);
    let methods: Vec<TokenStream> = symmetries
        .map(|(symmetry, (value, documentation))| {
            let generator = text::of(&symmetry.formula);
            let documentation = format!("{documentation}\n\nThe generator ξ is `{generator}`.");
            method(context, &symmetry.ident, &value, &documentation)
        })
        .collect();
    context.inherent_impl(&methods)
}

/// The method takes the state, because a momentum has the type of a velocity, and the two would be confused.
fn method(context: &Context<'_>, ident: &Ident, value: &TokenStream, documentation: &str) -> TokenStream {
    let Context { scalar, vector, .. } = context;
    let name = name_of_method(ident);
    let visibility = &context.system.visibility;
    let documentation = description::lines(documentation);
    quote! {
        #documentation
        #[inline]
        #visibility fn #name(&self, state: &_x::State<#scalar, #vector>) -> #scalar {
            #value
        }
    }
}

/// `Lagrangian::momentum_maps`: all of them, if there are symmetries.
pub(super) fn all(context: &Context<'_>, continuous: &Continuous) -> Option<TokenStream> {
    let Context { scalar, vector, .. } = context;
    let bindings = Bindings::new(vec![("q", array_of(&quote!(q))), ("p", array_of(&quote!(p)))]);
    let maps = continuous
        .momentum_maps
        .iter()
        .map(|kernel| context.call(kernel, &bindings));
    (!continuous.momentum_maps.is_empty()).then(|| {
        quote! {
            fn momentum_maps(&self, q: &#vector, p: &#vector, values: &mut [#scalar]) {
                _x::copied(&[#(#maps),*], values);
            }
        }
    })
}
