//! `Lagrangian` of a system of any size: its functions are those of the runtime, which sums over items.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::Dependence;
use crate::derive::family::Family;
use crate::describe::FamilyDescription;
use crate::emit::call::{Context, inlined};
use crate::emit::family::numbers::Numbers;
use crate::emit::family::space::Types;
use crate::emit::family::{momentum_maps, outputs};
use crate::emit::{constraints, description, output, system};
use crate::model::Extent;

pub(super) fn impls(
    context: &Context<'_>,
    numbers: &Numbers<'_>,
    family: &Family,
    text: &FamilyDescription,
) -> TokenStream {
    let header = context.header(&quote!(_x::Lagrangian));
    let documentation = description::documentation(&text.text);
    let masses = Types::of(context, family).masses();
    let types = system::types(context, &masses, &outputs::list(context));
    let names = names(context, numbers);
    let described = described(context, family, text);
    let contents = output::contents(context);
    let outputs = outputs::all(context, numbers, family);
    let maps = momentum_maps::all(context, numbers, family);
    let (functions, solves) = (functions(context), solves(context));
    quote! {
        #documentation
        #header {
            #types
            #names
            #contents
            #described
            #functions
            #outputs
            #maps
            #solves

            fn check_fields(&self) -> _x::Result<(), _x::Failure> {
                _x::family::Family::check(self)
            }
        }
    }
}

fn names(context: &Context<'_>, numbers: &Numbers<'_>) -> TokenStream {
    let of_items = numbers.families.inputs.as_ref();
    let inputs = context.system.inputs.iter().filter(|_| of_items.is_none());
    let outputs = output::names(context);
    let of_coordinates = counted("coordinate", numbers, &numbers.families.extents);
    let of_inputs = of_items.map(|inputs| counted("input", numbers, &inputs.extents));
    let sensitivities = &context.system.sensitivities;
    let symmetries = context.system.symmetries.iter().map(|symmetry| &symmetry.name);
    let of_fields = numbers.families.sensitivities.as_ref();
    let of_fields = of_fields.filter(|_| sensitivities.is_empty());
    let of_fields = of_fields.map(|fields| counted("sensitivity", numbers, &fields.extents));
    quote! {
        const COORDINATES: &'static [&'static str] = &[];
        const INPUTS: &'static [&'static str] = &[#(#inputs),*];
        const OUTPUTS: &'static [&'static str] = &[#(#outputs),*];
        const SENSITIVITIES: &'static [&'static str] = &[#(#sensitivities),*];
        const MOMENTUM_MAPS: &'static [&'static str] = &[#(#symmetries),*];

        #of_coordinates
        #of_inputs
        #of_fields
    }
}

/// How many numbers quantities have, and the name of each.
fn counted(of: &str, numbers: &Numbers<'_>, extents: &[Extent]) -> TokenStream {
    let [count_of, name_of] = ["count", "name"].map(|what| format_ident!("{of}_{what}"));
    let (count, names) = (numbers.offset_among(extents), names_of(numbers, extents));
    let count = inlined(quote!(fn #count_of(&self) -> usize), count);
    quote! {
        #count

        fn #name_of(&self, __at: usize) -> _x::CoordinateName {
            #names
        }
    }
}

/// The name of the number `__at` of quantities.
fn names_of(numbers: &Numbers<'_>, extents: &[Extent]) -> TokenStream {
    let each = numbers.quantity_of(extents, |_, extent| {
        let (name, is_any) = (&extent.name, extent.items.is_some());
        let inner = Literal::usize_unsuffixed(extent.inner);
        quote!(_x::items::coordinate_name(#name, __k, #is_any, #inner))
    });
    quote!(#each _x::CoordinateName::new("", &[]))
}

fn described(context: &Context<'_>, family: &Family, text: &FamilyDescription) -> TokenStream {
    let has_kinetic_energy = family.has_kinetic_energy;
    let is_passive = context.system.is_passive;
    let has_dissipation = context.system.has_dissipation();
    let inertia = family.templates.iter().map(|template| template.inertia).max();
    let inertia = inertia.unwrap_or(Dependence::Constant);
    let masses = format_ident!("{}", inertia.of_mass_matrix());
    let has_forces = family.templates.iter().any(|template| template.force.is_some());
    let model = &context.system.model;
    let constraints = Literal::usize_unsuffixed(context.system.constraints.len());
    let rolling = (!model.rolling.is_empty()).then(|| {
        let rolling = Literal::usize_unsuffixed(model.rolling.len());
        quote!(rolling: #rolling,)
    });
    let symmetries = description::symmetries(context.system);
    let text = &text.text;
    quote! {
        const STRUCTURE: _x::Structure = _x::Structure {
            mass_matrix: _x::MassMatrix::#masses,
            has_kinetic_energy: #has_kinetic_energy,
            has_forces: #has_forces,
            has_dissipation: #has_dissipation,
            is_passive: #is_passive,
            constraints: #constraints,
            #rolling
            symmetries: &[#(#symmetries),*],
            .._x::Structure::UNKNOWN
        };
        const DESCRIPTION: &'static str = #text;
    }
}

/// The functions that are sums.
fn functions(context: &Context<'_>) -> TokenStream {
    let (scalar, vector) = (&context.scalar, &context.vector);
    let functions = [
        ("lagrangian", scalar),
        ("momentum", vector),
        ("mass_matrix", &quote!(Self::Matrix)),
        ("generalized_energy", scalar),
        ("total_energy", scalar),
        ("force", vector),
    ];
    let functions = functions.map(|(name, result)| {
        let (function, inputs) = (
            format_ident!("{name}"),
            (name == "force").then(|| quote!(, inputs)),
        );
        let value = quote!(_x::family::#function(self, t, q, v #inputs));
        system::of_state(context, name, result, value)
    });
    functions.into_iter().collect()
}

/// The functions that solve for something.
fn solves(context: &Context<'_>) -> TokenStream {
    let solved = system::solved(
        context,
        [
            quote!(_x::family::velocity(self, t, q, p)),
            quote!(_x::family::acceleration(self, t, q, v, inputs)),
            quote!(_x::family::inverse_dynamics(self, t, &q, &v, &a)),
        ],
    );
    let constrained = constraints::methods(context, &quote!(_x::family::Summed::of(self)));
    let names = constrained.is_some().then(|| {
        quote! {
            fn multiplier_name(&self, __j: usize) -> _x::Option<_x::CoordinateName> {
                match __j < _x::family::Family::constraint_count(self) {
                    true => _x::Some(_x::family::Family::constraint_name(self, __j)),
                    false => _x::None,
                }
            }
        }
    });
    quote!(#solved #names #constrained)
}
