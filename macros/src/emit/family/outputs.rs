//! Outputs of a system of any size, sums over items and arrays of them: a method of the struct for each, and all together.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::family::{Family, Items, Pass};
use crate::emit::call::Context;
use crate::emit::family::names;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::Frame;
use crate::emit::output::{self, documented, names as names_of, or_failure, result_of_method};
use crate::loops::places::Space;
use crate::loops::walk;
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
    let (given, named) = (given(context, numbers, family), named(context, numbers));
    quote!(#given #named)
}

/// `Lagrangian::outputs_given`: one pass over the items of each sum and of each array.
fn given(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let zero = context.zero();
    let components = numbers.of_outputs(context.system);
    let (outputs, count) = (list(context), components.constraint_count());
    let firsts = first_reactions(numbers);
    let totals = totals(context, numbers, family);
    let passes = family.outputs.passes.iter();
    let to = [(quote!(__sums), Space::Constraints)];
    let loops = passes.map(|one| loop_of((context, numbers, &components), one, &to, &[]));
    let multipliers = match context.system.model.multipliers.is_empty() {
        true => quote!(_),
        false => quote!(multipliers),
    };
    let body = quote! {
        let (q, v) = (q.as_slice(), v.as_slice());
        #firsts
        #totals
        let mut __outputs: #outputs = _x::Vector::with_len(#count, |_| #zero);
        let __sums = _x::Vector::as_mut_slice(&mut __outputs);
        #(#loops)*
        __outputs
    };
    output::given(context, &multipliers, &outputs, &body)
}

/// The sums of which outputs are functions, if there are some.
pub(super) fn totals(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let (zero, count) = (context.zero(), family.outputs.totals);
    let to = [(quote!(&mut __found), Space::Fixed)];
    let levels = family.outputs.levels.iter().map(|level| {
        let loops = level
            .iter()
            .map(|one| loop_of((context, numbers, numbers), one, &to, &[]));
        quote! {
            let mut __found = __totals;
            #(#loops)*
            let __totals = __found;
        }
    });
    (count > 0).then(|| {
        let (totals, count) = (context.array(count), Literal::usize_unsuffixed(count));
        quote! {
            let __totals: #totals = [#zero; #count];
            #(#levels)*
        }
    })
}

/// The loop of a pass of outputs, with the vectors and the matrices that it adds to. `of_rows` has the numbers of these, and
/// `numbers` those of the constraints, whose multipliers it may read.
pub(super) fn loop_of(
    (context, numbers, of_rows): (&Context<'_>, &Numbers<'_>, &Numbers<'_>),
    (items, pass): &(Items, Pass),
    vectors: &[(TokenStream, Space)],
    matrices: &[(TokenStream, Space, Space)],
) -> TokenStream {
    let mut frame = Frame::of_state(context, of_rows);
    frame.bindings = frame
        .bindings
        .and("lambda", reactions(context, numbers, pass))
        .and("totals", quote!(&__totals));
    frame.loop_of((items, pass), vectors, matrices).tokens()
}

/// The functions that find the name of a component and its place in the declaration, which are constants otherwise.
fn named(context: &Context<'_>, numbers: &Numbers<'_>) -> Option<TokenStream> {
    has_items(context).then(|| {
        let numbers = numbers.of_outputs(context.system);
        let (names, rows) = (names::of_rows(&numbers), names::row_in_declaration(&numbers));
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

/// The number of the first multiplier of each constraint that outputs contain.
fn first_reactions(numbers: &Numbers<'_>) -> TokenStream {
    let constraints = numbers.families.reactions.iter();
    let constraints: BTreeSet<usize> = constraints.map(|reaction| reaction.constraint).collect();
    let firsts = constraints.into_iter().map(|constraint| {
        let (name, (first, _, place)) = (first_reaction(constraint), numbers.constraint(constraint));
        let place = Literal::usize_unsuffixed(place);
        quote!(let #name = (#first).wrapping_add(#place);)
    });
    firsts.collect()
}

fn first_reaction(constraint: usize) -> Ident {
    format_ident!("__first_reaction{constraint}")
}

/// The multipliers of an item, as its kernel takes them.
fn reactions(context: &Context<'_>, numbers: &Numbers<'_>, pass: &Pass) -> TokenStream {
    let reactions = walk::reactions(&context.system.model, numbers.families, &pass.kernel);
    let values = reactions.into_iter().map(|reaction| {
        let (first, (_, size, _)) = (
            first_reaction(reaction.constraint),
            numbers.constraint(reaction.constraint),
        );
        let (item, size) = (numbers.integer(&reaction.item), Literal::usize_unsuffixed(size));
        quote!(_x::items::number(multipliers, #first.wrapping_add((#item).wrapping_mul(#size))))
    });
    quote!(&[#(#values),*])
}

/// `impl Chain { fn middle(&self, ..) -> .. }`, if there are outputs.
pub(super) fn methods(context: &Context<'_>, numbers: &Numbers<'_>) -> Option<TokenStream> {
    let components = numbers.of_outputs(context.system);
    let mut first = 0;
    let methods = (0..context.system.outputs.len()).map(|at| {
        let method = method(context, &components, at, first);
        first += context.system.model.outputs[at].entries.len();
        method
    });
    let methods: Vec<TokenStream> = methods.collect();
    context.inherent_impl(&methods)
}

/// The method of the output `at`, the components of which begin with one of all.
fn method(context: &Context<'_>, components: &Numbers<'_>, at: usize, first: usize) -> TokenStream {
    let system = context.system;
    let (output, value) = (&system.outputs[at], &system.model.outputs[at]);
    let scalar = &context.scalar;
    let result = match value.indices {
        Some(_) => or_failure(&quote!(_x::nalgebra::DVector<#scalar>), value.has_multipliers),
        None => result_of_method(value.shape, value.has_multipliers, scalar),
    };
    let given = match value.has_inputs {
        true => quote!(inputs),
        false => none(context),
    };
    let numbers = match value.indices {
        Some(_) => of_items(components, first),
        None => in_shape(value.shape, |at| {
            let (before, _, place) = components.constraint(first + at);
            let place = Literal::usize_unsuffixed(place);
            quote!(_x::items::number(__outputs, (#before).wrapping_add(#place)))
        }),
    };
    let numbers = quote! {{
        let __outputs = _x::Vector::as_slice(&__outputs);
        #numbers
    }};
    let body = match value.has_multipliers {
        true => quote! {
            let __outputs = _x::Lagrangian::outputs(self, t, q, v, #given)?;
            _x::Ok(#numbers)
        },
        false => quote! {
            let __outputs = _x::Lagrangian::outputs_given(self, t, q, v, #given, &[]);
            #numbers
        },
    };
    documented(context, output, value.has_inputs, &result, &body)
}

/// The numbers of an array of items.
fn of_items(components: &Numbers<'_>, first: usize) -> TokenStream {
    let (before, size, _) = components.constraint(first);
    let items = components.items(components.ranges_of_row(first));
    let size = Literal::usize_unsuffixed(size);
    quote! {{
        let __before = #before;
        let __count = (#items).wrapping_mul(#size);
        _x::Vector::with_len(__count, |__k| _x::items::number(__outputs, __before.wrapping_add(__k)))
    }}
}

/// Inputs, all at zero.
fn none(context: &Context<'_>) -> TokenStream {
    let (scalar, inputs, zero) = (&context.scalar, &context.inputs, context.zero());
    quote!(&<#inputs as _x::Vector<#scalar>>::with_len(_x::Lagrangian::input_count(self), |_| #zero))
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
