//! Outputs of a system of any size: sums over items, a method of the struct for each, and all of them together.
//! It refuses to know their use.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::family::Family;
use crate::editor::text;
use crate::emit::call::Context;
use crate::emit::family::loops::Loop;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::places::Space;
use crate::emit::family::sums::{bindings, sources};
use crate::emit::output::{name_of_method, names, result_of_method};
use crate::model::Shape;

/// `Lagrangian::outputs_given`: one pass over the items of each sum.
pub(super) fn all(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let count = names(context).len();
    let (outputs, count) = (context.array(count), Literal::usize_unsuffixed(count));
    let loops = family.outputs.iter().map(|(items, pass)| {
        let one = Loop {
            context,
            numbers,
            items,
            pass,
            bindings: bindings(),
            sources: sources(context),
            vectors: vec![(quote!(&mut __outputs), Space::Fixed)],
            matrices: Vec::new(),
            sets: false,
            also: None,
            part: None,
        };
        one.tokens()
    });
    quote! {
        #[inline]
        fn outputs_given(
            &self,
            t: #scalar,
            q: &#vector,
            v: &#vector,
            inputs: &#inputs,
            _: &[#scalar],
        ) -> #outputs {
            let (q, v) = (q.as_slice(), v.as_slice());
            let mut __outputs = [<#scalar as _x::Scalar>::from_f64(0.0); #count];
            #(#loops)*
            __outputs
        }
    }
}

/// `impl Chain { fn middle(&self, ..) -> .. }`, if there are outputs.
pub(super) fn methods(context: &Context<'_>) -> Option<TokenStream> {
    let system = context.system;
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let mut first = 0;
    let outputs = system.outputs.iter().zip(&system.model.outputs);
    let methods = outputs.map(|(output, value)| {
        let (name, visibility) = (name_of_method(&output.ident), &system.visibility);
        let description = format!(" The output `{name} = {}`.", text::of(output.formula.clone()));
        let result = result_of_method(value.shape, false, scalar);
        let (arguments, given) = match value.has_inputs {
            true => (quote!(, inputs: &#inputs), quote!(inputs)),
            false => {
                let zeros = none(context);
                (quote!(), quote!(&#zeros))
            }
        };
        let numbers = in_shape(value.shape, first);
        first += value.entries.len();
        quote! {
            #[doc = #description]
            #[inline]
            #visibility fn #name(&self, t: #scalar, q: &#vector, v: &#vector #arguments) -> #result {
                let __outputs = _x::Lagrangian::outputs_given(self, t, q, v, #given, &[]);
                #numbers
            }
        }
    });
    let methods: Vec<TokenStream> = methods.collect();
    context.inherent_impl(&methods)
}

/// Inputs, all at zero.
fn none(context: &Context<'_>) -> TokenStream {
    let (scalar, inputs) = (&context.scalar, &context.inputs);
    let zero = quote!(<#scalar as _x::Scalar>::from_f64(0.0));
    quote!(<#inputs as _x::Vector<#scalar>>::with_len(_x::Lagrangian::input_count(self), |_| #zero))
}

/// The numbers of one output, which begin at a place of all of them, row by row.
fn in_shape(shape: Shape, first: usize) -> TokenStream {
    let number = |at: usize| {
        let at = Literal::usize_unsuffixed(first + at);
        quote!(__outputs[#at])
    };
    match shape {
        Shape::Scalar => number(0),
        Shape::Array(_) => {
            let numbers = (0..shape.size()).map(number);
            quote!([#(#numbers),*])
        }
        Shape::Vector(n) => {
            let numbers = (0..n).map(number);
            quote!(_x::From::from([#(#numbers),*]))
        }
        Shape::Matrix(rows, columns) => {
            let columns = (0..columns).map(|column| {
                let numbers = (0..rows).map(|row| number(row * columns + column));
                quote!([#(#numbers),*])
            });
            quote!(_x::From::from([#(#columns),*]))
        }
    }
}
