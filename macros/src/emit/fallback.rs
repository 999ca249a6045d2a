//! The output after an error: its messages, and stub impls, so that uses of the struct cause no further errors.
//!
//! It refuses to guess: sizes are those that were read, and every scheme is implemented, listed or not.

mod action;
mod constrained;
mod contacts;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::{GenericParam, Generics, Type, parse_quote};

use crate::describe::Words;
use crate::editor;
use crate::emit::output::result_of_method;
use crate::emit::{discretize, jacobians};
use crate::model::Shape;
use crate::system::Failed;

/// The errors, and stubs that compile and are never called.
///
/// ```text
/// const _: () = {
///     use ::extremal::__private as _x;
///     const __FAILED: usize = { compile_error!("unknown symbol `k`; ..") };
///     impl _x::Lagrangian for Pendulum { type Scalar = f64; .. }
///     impl<__D> _x::Derived<__D> for Pendulum { type Solver = _x::Iterated; .. }
/// };
/// ```
pub(crate) fn stubs(failed: &Failed) -> TokenStream {
    let errors = failed.errors.to_compile_error();
    let crate_path = &failed.crate_path;
    let (lagrangian, action) = (lagrangian(failed), action::discrete(failed));
    let (equations, kernels) = (equations(failed), kernels(failed));
    let (derived, derivatives) = (derived(failed), derivatives(failed));
    let polynomial = polynomial(failed);
    let assumed = with_scalar(failed, &failed.generics);
    let discretize = discretize::impls((&failed.ident, &failed.generics), &assumed);
    let modified_energy = action::modified_energy(failed);
    let jacobians = jacobians(failed);
    let constrained = failed.is_constrained.then(|| constrained::stub(failed));
    let contacts = failed.has_contacts.then(|| contacts::stub(failed));
    let editor = editor::items(
        &failed.ident,
        &failed.generics,
        &failed.declaration,
        &Words::default(),
    );
    quote! {
        #[doc(hidden)]
        const _: () = {
            use #crate_path::__private as _x;

            const __FAILED: usize = { #errors };

            #lagrangian
            #equations
            #kernels
            #discretize
            #derived
            #polynomial
            #derivatives
            #action
            #modified_energy
            #jacobians
            #constrained
            #contacts
            #editor
        };
    }
}

/// A type that rustc does not know: an array whose length is the constant with the errors. Nothing is reported about its values,
/// whatever they are used for.
fn unknown_type(failed: &Failed) -> TokenStream {
    let scalar = &failed.scalar;
    unknown_array(&quote!(#scalar))
}

/// An array of unknown length.
fn unknown_array(item: &TokenStream) -> TokenStream {
    quote!([#item; __FAILED])
}

fn lagrangian(failed: &Failed) -> TokenStream {
    let (scalar, coordinates) = (&failed.scalar, failed.coordinates);
    let (vector, inputs) = vectors(failed);
    let header = header(failed, &failed.generics, &quote!(_x::Lagrangian));
    let of_state = quote!(_: #scalar, _: &Self::Configuration, _: &Self::Velocity);
    let of_phase = quote!(_: #scalar, _: &Self::Configuration, _: &Self::Momentum);
    let shapes = failed.outputs.iter().map(|output| output.shape);
    let outputs: usize = shapes.map(Shape::size).sum();
    let methods = methods(failed);
    quote! {
        #methods
        #header {
            type Scalar = #scalar;
            type Configuration = #vector;
            type Velocity = #vector;
            type Momentum = #vector;
            type Matrix = _x::SMatrix<#scalar, #coordinates, #coordinates>;
            type Inputs = #inputs;
            type Outputs = [#scalar; #outputs];
            const COORDINATES: &'static [&'static str] = &[];
            const INPUTS: &'static [&'static str] = &[];
            const OUTPUTS: &'static [&'static str] = &[];
            const SENSITIVITIES: &'static [&'static str] = &[];
            const STRUCTURE: _x::Structure = [_x::Structure::UNKNOWN; __FAILED][0];

            fn lagrangian(&self, #of_state) -> #scalar { loop {} }
            fn momentum(&self, #of_state) -> Self::Momentum { loop {} }
            fn mass_matrix(&self, #of_state) -> Self::Matrix { loop {} }
            fn generalized_energy(&self, #of_state) -> #scalar { loop {} }
            fn total_energy(&self, #of_state) -> #scalar { loop {} }
            fn force(&self, #of_state, _: &Self::Inputs) -> Self::Momentum { loop {} }
            fn outputs_given(&self, #of_state, _: &Self::Inputs, _: &[#scalar]) -> Self::Outputs { loop {} }
            fn inverse_dynamics(
                &self,
                _: #scalar,
                _: impl _x::IntoBlock<Self::Configuration>,
                _: impl _x::IntoBlock<Self::Velocity>,
                _: impl _x::IntoBlock<Self::Velocity>,
            ) -> _x::Result<Self::Momentum, _x::Failure> { loop {} }
            fn velocity(&self, #of_phase) -> _x::Result<Self::Velocity, _x::Failure> { loop {} }
            fn acceleration(&self, #of_state, _: &Self::Inputs) -> _x::Result<Self::Velocity, _x::Failure> { loop {} }
        }
    }
}

/// The types of coordinates and inputs, unknown if their lengths could not be read.
fn vectors(failed: &Failed) -> (TokenStream, TokenStream) {
    let (scalar, coordinates, inputs) = (&failed.scalar, failed.coordinates, failed.inputs);
    if failed.is_unread {
        return (unknown_type(failed), unknown_type(failed));
    }
    (
        quote!(_x::SVector<#scalar, #coordinates>),
        quote!([#scalar; #inputs]),
    )
}

/// A method for each output and each momentum map.
fn methods(failed: &Failed) -> TokenStream {
    let Failed { ident, scalar, .. } = failed;
    let visibility = &failed.visibility;
    let generics = with_scalar(failed, &failed.generics);
    let (with_bounds, _, bounds) = generics.split_for_impl();
    let (_, arguments, _) = failed.generics.split_for_impl();
    let vector = quote!(<Self as _x::Lagrangian>::Configuration);
    let methods = failed.outputs.iter().map(|output| {
        let name = &output.ident;
        let result = match output.has_items {
            true => unknown_type(failed),
            false => result_of_method(output.shape, output.has_multipliers, &quote!(#scalar)),
        };
        let inputs = output
            .has_inputs
            .then(|| quote!(, _: &<Self as _x::Lagrangian>::Inputs));
        quote! {
            #visibility fn #name(&self, _: #scalar, _: &#vector, _: &#vector #inputs) -> #result { loop {} }
        }
    });
    let state = quote!(_x::State<#scalar, #vector>);
    let momentum_maps = failed.symmetries.iter().map(|name| {
        quote! {
            #visibility fn #name(&self, _: &#state) -> #scalar { loop {} }
        }
    });
    quote! {
        impl #with_bounds #ident #arguments #bounds {
            #(#methods)*
            #(#momentum_maps)*
        }
    }
}

fn jacobians(failed: &Failed) -> TokenStream {
    let header = |of: TokenStream| header(failed, &failed.generics, &of);
    let [header, of_outputs] = [quote!(_x::Jacobians), quote!(_x::OutputsOfState)].map(header);
    let Failed { scalar, inputs, .. } = failed;
    let states = 2 * failed.coordinates;
    let types = jacobians::types(&quote!(#scalar), [states, *inputs, 0], [&[], &[]]);
    let of_state = quote!(_: #scalar, _: &Self::Configuration, _: &Self::Velocity);
    quote! {
        #header {
            #types
            fn momentum_entries(&self, #of_state) -> Self::MomentumEntries { loop {} }
            fn output_entries(&self, #of_state, _: &Self::Inputs) -> Self::OutputEntries { loop {} }
        }
        #of_outputs {}
    }
}

fn equations(failed: &Failed) -> TokenStream {
    let (scheme, header) = of_scheme(failed, "Equations");
    let (scalar, coordinates) = (&failed.scalar, failed.coordinates);
    let unknown = quote!([#scalar; #coordinates]);
    quote! {
        #header {
            type Scalar = #scalar;
            type Known = _x::ElementOf<Self, #scheme>;
            type Unknown = #unknown;
            type Tangent = [#unknown; #coordinates];
            type Factors = [#scalar; 0];
            const LINEAR: bool = false;

            fn residual(&self, _: &Self::Known, _: &#unknown, _: &mut #unknown, _: &mut #unknown) { loop {} }
            fn tangent(
                &self,
                _: &Self::Known,
                _: &#unknown,
                _: &mut #unknown,
                _: &mut Self::Tangent,
            ) { loop {} }
        }
    }
}

fn kernels(failed: &Failed) -> TokenStream {
    let (scheme, header) = of_scheme(failed, "Kernels");
    let (scalar, coordinates) = (&failed.scalar, failed.coordinates);
    let vector = quote!(<Self as _x::Lagrangian>::Configuration);
    let unknown = quote!([#scalar; #coordinates]);
    quote! {
        #header {
            type Carried = [#scalar; 0];
            type Constants = [#scalar; 0];
            const VELOCITIES: usize = #coordinates;

            fn carried(&self, _: &_x::ElementOf<Self, #scheme>, _: &#vector) -> [#scalar; 0] { loop {} }
            fn update(
                &self,
                _: &_x::ElementOf<Self, #scheme>,
                _: &#unknown,
                _: &mut _x::EndOf<Self, #scheme>,
                _: &mut #unknown,
                _: &mut #unknown,
            ) { loop {} }
        }
    }
}

/// Every scheme is implemented, as an iterated one.
fn derived(failed: &Failed) -> TokenStream {
    let (scheme, header) = of_scheme(failed, "Derived");
    let (scalar, coordinates, inputs) = (&failed.scalar, failed.coordinates, failed.inputs);
    let rows = 2 * coordinates;
    let reporter = unknown_type(failed);
    quote! {
        #header {
            type Stages = [#scalar; #coordinates];
            type Linearization = _x::LinearizationOf<#scalar, #rows, #inputs, 0>;
            type Steps = _x::OneStep<#scheme>;
            type Solver = _x::Iterated;
            type Reporter = #reporter;
            type Inside = _x::Elements;
            type Modes = _x::Steady;
            const FACTS: _x::Facts = {
                let _ = <Self as _x::Lagrangian>::STRUCTURE;
                ::core::unreachable!()
            };

            fn constants(&self, _: &#scheme, _: #scalar) -> [#scalar; 0] { loop {} }
        }
    }
}

fn polynomial(failed: &Failed) -> TokenStream {
    let (_, header) = of_scheme(failed, "Polynomial");
    let (scalar, coordinates) = (&failed.scalar, failed.coordinates);
    let vector = quote!(<Self as _x::Lagrangian>::Configuration);
    quote! {
        #header {
            const DEGREE: usize = 1;

            fn interpolate(
                _: #scalar,
                _: &#vector,
                _: &[#scalar; #coordinates],
                _: #scalar,
            ) -> (#vector, #vector) { loop {} }
        }
    }
}

fn derivatives(failed: &Failed) -> TokenStream {
    let (_, header) = of_scheme(failed, "Derivatives");
    let (scalar, coordinates) = (&failed.scalar, failed.coordinates);
    quote! {
        #header {
            type Blocks = _x::DerivativeBlocks<#scalar, #coordinates, 0, 0>;

            fn derivatives(&self, _: &Self::Known, _: &[#scalar; #coordinates], _: &mut Self::Blocks) { loop {} }
        }
    }
}

fn header(failed: &Failed, generics: &Generics, trait_path: &TokenStream) -> TokenStream {
    let ident = &failed.ident;
    let generics = with_scalar(failed, generics);
    let (with_bounds, _, bounds) = generics.split_for_impl();
    let (_, arguments, _) = failed.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #with_bounds #trait_path for #ident #arguments #bounds
    }
}

/// A missing bound would be a second message, and may be part of the mistake.
fn with_scalar(failed: &Failed, generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    if is_parameter(&failed.scalar, &generics) {
        let scalar = &failed.scalar;
        generics
            .make_where_clause()
            .predicates
            .push(parse_quote!(#scalar: _x::Scalar));
    }
    generics
}

/// The parameter that stands for every scheme, and the header of a trait that all of them have.
fn of_scheme(failed: &Failed, name: &str) -> (Ident, TokenStream) {
    let (scheme, name) = (
        discretize::scheme_parameter(&failed.generics),
        format_ident!("{name}"),
    );
    let mut generics = failed.generics.clone();
    generics.params.push(parse_quote!(#scheme));
    let header = header(failed, &generics, &quote!(_x::#name<#scheme>));
    (scheme, header)
}

fn is_parameter(ty: &Type, generics: &Generics) -> bool {
    let Type::Path(path) = ty else { return false };
    generics
        .params
        .iter()
        .any(|p| matches!(p, GenericParam::Type(parameter) if path.path.is_ident(&parameter.ident)))
}
