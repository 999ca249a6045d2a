//! Outputs of a system of any size, sums over items and arrays of them: a method of the struct for each, and all together.
//! It refuses to know their use.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::family::Family;
use crate::editor::text;
use crate::emit::call::Context;
use crate::emit::family::loops::Loop;
use crate::emit::family::names;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::places::Space;
use crate::emit::family::sums::{bindings, sources};
use crate::emit::output::{name_of_method, names as names_of, result_of_method};
use crate::model::Shape;

/// The type of all components: a list, if some are of items.
pub(super) fn list(context: &Context<'_>) -> TokenStream {
    match has_items(context) {
        true => {
            let scalar = &context.scalar;
            quote!(_x::nalgebra::DVector<#scalar>)
        }
        false => context.array(names_of(context).len()),
    }
}

fn has_items(context: &Context<'_>) -> bool {
    let mut outputs = context.system.model.outputs.iter();
    outputs.any(|output| output.indices.is_some())
}

/// The functions of [`Lagrangian`] for outputs.
pub(super) fn all(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let numbers = &numbers.of_outputs(context.system);
    let (given, named) = (given(context, numbers, family), named(context, numbers));
    quote!(#given #named)
}

/// `Lagrangian::outputs_given`: one pass over the items of each sum and of each array.
fn given(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let (outputs, count) = (list(context), numbers.constraint_count());
    let loops = family.outputs.iter().map(|(items, pass)| {
        let one = Loop {
            context,
            numbers,
            items,
            pass,
            bindings: bindings(),
            sources: sources(),
            vectors: vec![(quote!(__sums), Space::Constraints)],
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
            let mut __outputs: #outputs =
                _x::Vector::with_len(#count, |_| <#scalar as _x::Scalar>::from_f64(0.0));
            let __sums = _x::Vector::as_mut_slice(&mut __outputs);
            #(#loops)*
            __outputs
        }
    }
}

/// The functions that find the name of a component and its place in the declaration, which are constants otherwise.
fn named(context: &Context<'_>, numbers: &Numbers<'_>) -> Option<TokenStream> {
    has_items(context).then(|| {
        let (names, rows) = (names::of_rows(numbers), names::row_in_declaration(numbers));
        let count = Literal::usize_unsuffixed(names_of(context).len());
        let numbers = numbers.constraint_count();
        quote! {
            fn output_name(&self, __at: usize) -> _x::Option<_x::CoordinateName> {
                let __name = |mut __j: usize| {
                    #names
                    _x::CoordinateName::new("", &[])
                };
                (__at < #numbers).then(|| __name(__at))
            }

            fn output_in_declaration(&self, __at: usize) -> usize {
                let mut __j = __at;
                #rows
                __j.wrapping_add(#count)
            }
        }
    })
}

/// `impl Chain { fn middle(&self, ..) -> .. }`, if there are outputs.
pub(super) fn methods(context: &Context<'_>, numbers: &Numbers<'_>) -> Option<TokenStream> {
    let system = context.system;
    let components = numbers.of_outputs(system);
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
        let result = match value.indices {
            Some(_) => quote!(_x::nalgebra::DVector<#scalar>),
            None => result_of_method(value.shape, false, scalar),
        };
        let (arguments, given) = match value.has_inputs {
            true => (quote!(, inputs: &#inputs), quote!(inputs)),
            false => {
                let zeros = system
                    .inputs
                    .iter()
                    .map(|_| quote!(<#scalar as _x::Scalar>::from_f64(0.0)));
                (quote!(), quote!(&[#(#zeros),*]))
            }
        };
        let number = |at: usize| {
            let (before, _, place) = components.constraint(first + at);
            let place = Literal::usize_unsuffixed(place);
            quote!(_x::items::number(__outputs, (#before).wrapping_add(#place)))
        };
        let numbers = match value.indices {
            Some(_) => {
                let (before, size, _) = components.constraint(first);
                let (items, size) = (components.items(components.ranges_of_row(first)), Literal::usize_unsuffixed(size));
                quote! {{
                    let __before = #before;
                    let __count = (#items).wrapping_mul(#size);
                    _x::Vector::with_len(__count, |__k| _x::items::number(__outputs, __before.wrapping_add(__k)))
                }}
            }
            None => in_shape(value.shape, number),
        };
        first += value.entries.len();
        quote! {
            #[doc = #description]
            #[inline]
            #visibility fn #name(&self, t: #scalar, q: &#vector, v: &#vector #arguments) -> #result {
                let __outputs = _x::Lagrangian::outputs_given(self, t, q, v, #given, &[]);
                let __outputs = _x::Vector::as_slice(&__outputs);
                #numbers
            }
        }
    });
    let methods: Vec<TokenStream> = methods.collect();
    context.inherent_impl(&methods)
}

/// The numbers of one output, row by row, as a value of its shape.
fn in_shape(shape: Shape, number: impl Fn(usize) -> TokenStream) -> TokenStream {
    match shape {
        Shape::Scalar => number(0),
        Shape::Array(_) => {
            let numbers = (0..shape.size()).map(&number);
            quote!([#(#numbers),*])
        }
        Shape::Vector(n) => {
            let numbers = (0..n).map(&number);
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
