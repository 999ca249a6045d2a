//! Outputs: a method of the struct for each, and all of them together for the trait.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use crate::derive::{Continuous, Kernel};
use crate::emit::call::{Bindings, Context, converted, inlined};
use crate::model::{self, Shape};
use crate::system::Output;
use crate::text;

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
    let (shape, has_inputs, has_multipliers) = (value.shape, value.has_inputs, value.has_multipliers);
    let value = context.call(kernel, &bindings(quote!(&__multipliers)));
    let value = match shape {
        Shape::Scalar | Shape::Array(_) => value,
        Shape::Vector(_) | Shape::Matrix(..) => converted(value),
    };
    let value = match has_multipliers {
        true => with_multipliers(has_inputs, &value),
        false => value,
    };
    let result = result_of_method(shape, has_multipliers, &context.scalar);
    documented(context, output, has_inputs, &result, &value)
}

/// The method of an output with its documentation.
pub(super) fn documented(
    context: &Context<'_>,
    output: &Output,
    has_inputs: bool,
    result: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let (name, visibility) = (name_of_method(&output.ident), &context.system.visibility);
    let description = format!(" The output `{name} = {}`.", text::of(&output.formula));
    let state = context.arguments(if has_inputs { "t q v inputs" } else { "t q v" });
    let method = inlined(quote!(#visibility fn #name(&self, #state) -> #result), value);
    quote!(#[doc = #description] #method)
}

/// The arguments of a function of the state and of multipliers.
fn bindings(multipliers: TokenStream) -> Bindings {
    Bindings::state().and("lambda", multipliers)
}

/// A value in which `__multipliers` are those of the continuous motion; it fails where these are not determined.
fn with_multipliers(has_inputs: bool, value: &TokenStream) -> TokenStream {
    let inputs = if has_inputs { quote!(inputs) } else { quote!(&[]) };
    quote! {
        let __multipliers = _x::Constrained::multipliers(self, t, q, v, #inputs)?;
        _x::Ok(#value)
    }
}

/// The type that a method returns, which may fail if it finds multipliers.
pub(super) fn result_of_method(shape: Shape, has_multipliers: bool, scalar: &TokenStream) -> TokenStream {
    or_failure(&result_type(shape, scalar), has_multipliers)
}

/// A result that is not there where a method finds no multipliers.
pub(super) fn or_failure(result: &TokenStream, has_multipliers: bool) -> TokenStream {
    match has_multipliers {
        true => quote!(_x::Result<#result, _x::Failure>),
        false => quote!(#result),
    }
}

/// The user's name with the user's position, but marked as generated code. So lints accept `E` as the name of an energy,
/// and do not report an output that only files contain as dead code.
pub(super) fn name_of_method(ident: &Ident) -> Ident {
    let mut name = ident.clone();
    name.set_span(ident.span().resolved_at(Span::call_site()));
    name
}

/// The type of a value.
fn result_type(shape: Shape, scalar: &TokenStream) -> TokenStream {
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

/// For each component whether it depends on an input, and whether it contains a multiplier.
pub(super) fn contents(context: &Context<'_>) -> TokenStream {
    let outputs = &context.system.model.outputs;
    let each = |has: fn(&model::Output) -> bool| {
        let components = outputs
            .iter()
            .flat_map(move |output| output.entries.iter().map(move |_| has(output)));
        quote!(&[#(#components),*])
    };
    let (inputs, multipliers) = (
        each(|output| output.has_inputs),
        each(|output| output.has_multipliers),
    );
    let of_multipliers = (!context.system.model.multipliers.is_empty())
        .then(|| quote!(const OUTPUTS_OF_MULTIPLIERS: &'static [bool] = #multipliers;));
    quote! {
        const OUTPUTS_OF_INPUTS: &'static [bool] = #inputs;
        #of_multipliers
    }
}

/// `Lagrangian::outputs_given`, a separate kernel that computes shared subexpressions of several outputs once.
pub(super) fn all(context: &Context<'_>, continuous: &Continuous, result: &TokenStream) -> TokenStream {
    let value = context.call(&continuous.outputs, &bindings(quote!(&_x::padded(multipliers))));
    given(context, &quote!(multipliers), result, &value)
}

/// `Lagrangian::outputs_given`
pub(super) fn given(
    context: &Context<'_>,
    multipliers: &TokenStream,
    result: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let (scalar, state) = (&context.scalar, context.arguments("t q v inputs"));
    let signature = quote!(fn outputs_given(&self, #state, #multipliers: &[#scalar]) -> #result);
    inlined(signature, body)
}
