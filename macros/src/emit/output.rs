//! Outputs: a method of the struct for each, and all of them together for the trait.
//! It refuses to know their use.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::derive::{Continuous, Kernel};
use crate::editor::text;
use crate::emit::call::{Bindings, Context};
use crate::model::{self, Shape};
use crate::system::Output;

/// `impl Pendulum { fn tip(&self, ..) -> .. }`, if there are outputs.
pub(super) fn methods(context: &Context<'_>, continuous: &Continuous) -> Option<TokenStream> {
    let system = context.system;
    let outputs = system
        .outputs
        .iter()
        .zip(&system.model.outputs)
        .zip(&continuous.output_kernels);
    let methods: Vec<TokenStream> = outputs
        .map(|((output, value), kernel)| method(context, output, value, kernel))
        .collect();
    context.inherent_impl(&methods)
}

fn method(context: &Context<'_>, output: &Output, value: &model::Output, kernel: &Kernel) -> TokenStream {
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let shape = value.shape;
    let inputs = value.has_inputs.then(|| quote!(, inputs: &#inputs));
    let name = name_of_method(&output.ident);
    let visibility = &context.system.visibility;
    let description = format!(" The output `{name} = {}`.", text::of(output.formula.clone()));
    let result = result_type(shape, scalar);
    let value = context.call(kernel, &Bindings::state());
    let value = match shape {
        Shape::Scalar | Shape::Array(_) => value,
        Shape::Vector(_) | Shape::Matrix(..) => quote!(_x::From::from(#value)),
    };
    quote! {
        #[doc = #description]
        #[inline]
        #visibility fn #name(&self, t: #scalar, q: &#vector, v: &#vector #inputs) -> #result {
            #value
        }
    }
}

/// The user's name with the user's position, but marked as generated code. So lints accept `E` as the name of an energy,
/// and do not report an output that only files contain as dead code.
pub(super) fn name_of_method(ident: &Ident) -> Ident {
    let mut name = ident.clone();
    name.set_span(ident.span().resolved_at(Span::call_site()));
    name
}

/// The type that a method returns.
pub(super) fn result_type(shape: Shape, scalar: &TokenStream) -> TokenStream {
    match shape {
        Shape::Scalar => quote!(#scalar),
        Shape::Vector(n) => {
            let n = Literal::usize_unsuffixed(n);
            quote!(_x::SVector<#scalar, #n>)
        }
        Shape::Matrix(rows, columns) => {
            let [rows, columns] = [rows, columns].map(Literal::usize_unsuffixed);
            quote!(_x::SMatrix<#scalar, #rows, #columns>)
        }
        Shape::Array(_) => {
            let n = Literal::usize_unsuffixed(shape.size());
            quote!([#scalar; #n])
        }
    }
}

/// One name per component.
pub(super) fn names<'a>(context: &Context<'a>) -> Vec<&'a String> {
    let outputs = context.system.outputs.iter();
    outputs.flat_map(|output| &output.components).collect()
}

/// For each component whether it contains an input.
pub(super) fn contain_inputs(context: &Context<'_>) -> TokenStream {
    let outputs = context.system.model.outputs.iter();
    let each = outputs.flat_map(|output| output.entries.iter().map(|_| output.has_inputs));
    quote! {
        const OUTPUTS_OF_INPUTS: &'static [bool] = &[#(#each),*];
    }
}

/// `Lagrangian::outputs`, a separate kernel that computes shared subexpressions of several outputs once.
pub(super) fn all(context: &Context<'_>, continuous: &Continuous, result: &TokenStream) -> TokenStream {
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let value = context.call(&continuous.outputs, &Bindings::state());
    quote! {
        #[inline]
        fn outputs(&self, t: #scalar, q: &#vector, v: &#vector, inputs: &#inputs) -> #result {
            #value
        }
    }
}
