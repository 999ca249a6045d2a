//! The impls of the continuous system: `Lagrangian`, and the equations of its two solves.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::derive::{Continuous, Kernel, Shape};
use crate::describe::Description;
use crate::emit::call::{Bindings, Context, array_of, converted, inlined};
use crate::emit::{constraints, contacts, description, momentum_map, output};
use crate::system::System;

pub(super) fn impls(
    context: &Context<'_>,
    continuous: &Continuous,
    description: &Description,
) -> TokenStream {
    let lagrangian = lagrangian(context, continuous, description);
    let velocity = velocity(context, continuous);
    let acceleration = acceleration(context, continuous);
    let outputs = output::methods(context, continuous);
    let constrained = constraints::impls(context, continuous);
    let contacts = contacts::impls(context, continuous);
    let momentum_maps = momentum_map::methods(context, continuous, description);
    quote!(#lagrangian #outputs #momentum_maps #velocity #acceleration #constrained #contacts)
}

fn lagrangian(context: &Context<'_>, continuous: &Continuous, description: &Description) -> TokenStream {
    let header = context.header(&quote!(_x::Lagrangian));
    let output_names = output::names(context);
    let outputs = context.array(output_names.len());
    let Context {
        scalar, coordinates, ..
    } = context;
    let matrix = quote!(_x::SMatrix<#scalar, #coordinates, #coordinates>);
    let types = types(context, &matrix, &outputs);
    let names = names(context, &output_names);
    let all_outputs = output::all(context, continuous, &outputs);
    let functions = [
        ("lagrangian", &continuous.lagrangian),
        ("momentum", &continuous.momentum),
        ("mass_matrix", &continuous.mass_matrix),
        ("generalized_energy", &continuous.generalized_energy),
        ("total_energy", &continuous.total_energy),
        ("force", &continuous.force),
    ];
    let functions = functions.map(|(name, kernel)| function(context, name, kernel));
    let solves = solves(context);
    let momentum_maps = momentum_map::all(context, continuous);
    let contents = output::contents(context);
    let check_fields = check_fields(context);
    let constrained = constraints::methods(context, &quote!(_x::Unrolled(self)));
    let documentation = description::documentation(&description.text);
    let described = description::items(context, description);
    quote! {
        #documentation
        #header {
            #types
            #names
            #contents
            #described

            #check_fields

            #(#functions)*

            #all_outputs

            #solves

            #momentum_maps

            #constrained
        }
    }
}

/// The types of `Lagrangian`.
pub(super) fn types(context: &Context<'_>, matrix: &TokenStream, outputs: &TokenStream) -> TokenStream {
    let (scalar, vector, inputs) = (&context.scalar, &context.vector, &context.inputs);
    quote! {
        type Scalar = #scalar;
        type Configuration = #vector;
        type Velocity = #vector;
        type Momentum = #vector;
        type Matrix = #matrix;
        type Inputs = #inputs;
        type Outputs = #outputs;
    }
}

fn names(context: &Context<'_>, outputs: &[&String]) -> TokenStream {
    let System {
        coordinates,
        inputs,
        sensitivities,
        constraints,
        symmetries,
        ..
    } = context.system;
    let symmetries = symmetries.iter().map(|symmetry| &symmetry.name);
    let degrees = context.system.declaration.inputs.iter();
    let degrees: Vec<usize> = degrees
        .flat_map(|input| std::iter::repeat_n(input.degree, input.size_as_input()))
        .collect();
    let degrees = (!context.system.model.varying.is_empty())
        .then(|| quote!(const INPUT_DEGREES: &'static [usize] = &[#(#degrees),*];));
    quote! {
        const COORDINATES: &'static [&'static str] = &[#(#coordinates),*];
        const INPUTS: &'static [&'static str] = &[#(#inputs),*];
        #degrees
        const OUTPUTS: &'static [&'static str] = &[#(#outputs),*];
        const SENSITIVITIES: &'static [&'static str] = &[#(#sensitivities),*];
        const MOMENTUM_MAPS: &'static [&'static str] = &[#(#symmetries),*];
        const MULTIPLIERS: &'static [&'static str] = &[#(#constraints),*];
    }
}

/// Whether the parameters are numbers. Infinite ones may be limits that nothing reaches.
fn check_fields(context: &Context<'_>) -> Option<TokenStream> {
    let parameters = context.system.parameters.iter();
    let (bounds, numbers): (Vec<_>, Vec<_>) = parameters
        .zip(&context.system.may_be_infinite)
        .partition(|(_, is_bound)| **is_bound);
    let [bounds, numbers] = [bounds, numbers].map(|list| list.into_iter().map(|(read, _)| named(read)));
    (!context.system.parameters.is_empty()).then(|| {
        quote! {
            fn check_fields(&self) -> _x::Result<(), _x::Failure> {
                _x::are_numbers::<Self>(&[#(#numbers),*], &[#(#bounds),*])
            }
        }
    })
}

/// `("inertia[(0,1)]", self.inertia[(0, 1)])`
fn named(read: &TokenStream) -> TokenStream {
    let text: String = read.to_string().split_whitespace().collect();
    let name = text.strip_prefix("self.").unwrap_or(&text);
    quote!((#name, #read))
}

/// Velocity, acceleration and inverse dynamics, which the runtime solves for.
fn solves(context: &Context<'_>) -> TokenStream {
    let no_inputs = context.system.inputs.iter().map(|_| context.zero());
    let (velocity, acceleration) = (constraints::velocity(context), constraints::acceleration(context));
    solved(
        context,
        [
            quote!(let __known = (t, *q, *p); #velocity),
            quote!(let __known = (t, *q, *v, *inputs); #acceleration),
            quote!(_x::applied_force(self, &(t, q, v, [#(#no_inputs),*]), &a)),
        ],
    )
}

/// The functions that solve for something, with the bodies of velocity, acceleration and inverse dynamics.
pub(super) fn solved(
    context: &Context<'_>,
    [velocity, acceleration, inverse_dynamics]: [TokenStream; 3],
) -> TokenStream {
    let Context { scalar, vector, .. } = context;
    let [phase, state] = ["t q p", "t q v inputs"].map(|letters| context.arguments(letters));
    quote! {
        #[inline]
        fn velocity(&self, #phase) -> _x::Result<#vector, _x::Failure> {
            #velocity
        }

        #[inline]
        fn acceleration(&self, #state) -> _x::Result<#vector, _x::Failure> {
            #acceleration
        }

        #[inline]
        fn inverse_dynamics(
            &self,
            t: #scalar,
            q: impl _x::IntoBlock<#vector>,
            v: impl _x::IntoBlock<#vector>,
            a: impl _x::IntoBlock<#vector>,
        ) -> _x::Result<#vector, _x::Failure> {
            let (q, v, a) = (
                _x::IntoBlock::into_block(q),
                _x::IntoBlock::into_block(v),
                _x::IntoBlock::into_block(a),
            );
            #inverse_dynamics
        }
    }
}

/// A function of (t, q, v), or of (t, q, v, u) for the force.
fn function(context: &Context<'_>, name: &str, kernel: &Kernel) -> TokenStream {
    let (scalar, vector, n) = (&context.scalar, &context.vector, &context.coordinates);
    let value = context.call(kernel, &Bindings::state());
    let (result, value) = match kernel.shapes[0] {
        Shape::Scalar => (quote!(#scalar), value),
        Shape::Array(_) => (quote!(#vector), converted(value)),
        // The mass matrix is symmetric: its rows are its columns.
        Shape::Matrix(..) => (quote!(_x::SMatrix<#scalar, #n, #n>), converted(value)),
    };
    of_state(context, name, &result, value)
}

/// The method of this name.
pub(super) fn of_state(
    context: &Context<'_>,
    name: &str,
    result: &TokenStream,
    value: TokenStream,
) -> TokenStream {
    let state = context.arguments(if name == "force" { "t q v inputs" } else { "t q v" });
    let name = format_ident!("{name}");
    inlined(quote!(fn #name(&self, #state) -> #result), value)
}

fn velocity(context: &Context<'_>, continuous: &Continuous) -> TokenStream {
    let Context { scalar, vector, .. } = context;
    let bindings = Bindings::new(vec![
        ("time", quote!(__known.0)),
        ("q", array_of(&quote!(__known.1))),
        ("p", array_of(&quote!(__known.2))),
        ("x", quote!(__x)),
    ]);
    let known = quote!((#scalar, #vector, #vector));
    context.equations(&quote!(_x::Legendre), &known, &continuous.velocity, &bindings)
}

fn acceleration(context: &Context<'_>, continuous: &Continuous) -> TokenStream {
    let (scalar, vector, inputs) = (&context.scalar, &context.vector, &context.inputs);
    let bindings = Bindings::new(vec![
        ("time", quote!(__known.0)),
        ("coordinates", quote!(&__known.1)),
        ("q", array_of(&quote!(__known.1))),
        ("v", array_of(&quote!(__known.2))),
        ("u", quote!(&__known.3)),
        ("x", quote!(__x)),
    ]);
    let known = quote!((#scalar, #vector, #vector, #inputs));
    context.equations(
        &quote!(_x::Acceleration),
        &known,
        &continuous.acceleration,
        &bindings,
    )
}
