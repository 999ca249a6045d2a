//! `Family`: energies, momenta, masses, forces and constraints as sums over all items.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::family::{Family, Pass, Template, has_mass};
use crate::emit::call::Context;
use crate::emit::family::check;
use crate::emit::family::finite;
use crate::emit::family::names;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::parts;
use crate::emit::family::space::Types;
use crate::emit::loops::Frame;
use crate::loops::places::Space;

/// A function of the state: sums over the items of all templates.
pub(super) struct Sums<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) numbers: &'a Numbers<'a>,
    pub(super) family: &'a Family,
}

impl Sums<'_> {
    /// The loops of all passes of a kind, each into the same vectors and matrices.
    pub(super) fn loops(
        &self,
        pass: impl Fn(&Template) -> &Option<Pass>,
        vectors: &[(TokenStream, Space)],
        matrices: &[(TokenStream, Space, Space)],
    ) -> TokenStream {
        let frame = Frame::of_state(self.context, self.numbers);
        let loops = self.family.templates.iter().filter_map(|template| {
            let pass = pass(template).as_ref()?;
            Some(frame.loop_of((&template.items, pass), vectors, matrices).tokens())
        });
        quote!(#(#loops)*)
    }
}

pub(super) fn impls(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let header = context.header(&quote!(_x::family::Family));
    let sums = Sums {
        context,
        numbers,
        family,
    };
    let Context { scalar, .. } = context;
    let inputs = &context.inputs;
    let zero = quote!(<#scalar as _x::Scalar>::from_f64(0.0));
    let energies = sums.loops(
        |template| &template.energies,
        &[(quote!(&mut __sums), Space::Fixed)],
        &[],
    );
    let momentum = sums.loops(
        |template| &template.momentum,
        &[(quote!(p), Space::Coordinates)],
        &[],
    );
    let [force, balance] = [
        sums.loops(
            |template| &template.force,
            &[(quote!(__f), Space::Coordinates)],
            &[],
        ),
        sums.loops(
            |template| &template.balance,
            &[(quote!(__f), Space::Coordinates)],
            &[],
        ),
    ];
    let masses = [(quote!(__masses), Space::Coordinates, Space::Coordinates)];
    let masses = sums.loops(|template| &template.masses, &[], &masses);
    let massless = massless(numbers, family);
    let constraints = constraints(&sums);
    let check = check::body(context, numbers, family);
    let check_items = finite::function(context, numbers, family);
    let touched = parts::touched(context, numbers, family);
    let space = Types::of(context, family).system();
    quote! {
        #header {
            type Space = #space;

            fn check(&self) -> _x::Result<(), _x::Failure> {
                #check
            }

            #[inline]
            fn sum_of_energies(&self, t: #scalar, q: &[#scalar], v: &[#scalar]) -> _x::family::SumOfEnergies<#scalar> {
                let mut __sums = [#zero; 3];
                #energies
                _x::family::SumOfEnergies {
                    kinetic: __sums[0],
                    potential: __sums[1],
                    generalized: __sums[2],
                }
            }

            #[inline]
            fn add_momentum(&self, t: #scalar, q: &[#scalar], v: &[#scalar], p: &mut [#scalar]) {
                #momentum
            }

            #[inline]
            fn add_masses(&self, t: #scalar, q: &[#scalar], v: &[#scalar], __masses: &mut impl _x::family::Entries<#scalar>) {
                #masses
            }

            #massless

            #[inline]
            fn add_force(&self, t: #scalar, q: &[#scalar], v: &[#scalar], inputs: &#inputs, __f: &mut [#scalar]) {
                #force
            }

            #[inline]
            fn add_balance(&self, t: #scalar, q: &[#scalar], v: &[#scalar], inputs: &#inputs, __f: &mut [#scalar]) {
                #balance
            }

            #check_items
            #constraints
            #touched
        }
    }
}

/// Where some quantity has no kinetic energy, which is declared.
fn massless(numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let quantities = 0..numbers.families.extents.len();
    let is_massless = |quantity| !has_mass(numbers.families, &family.templates, quantity);
    let massless: Vec<bool> = quantities.map(is_massless).collect();
    let cases = massless.iter().enumerate().map(|(quantity, massless)| {
        let size = numbers.size(&numbers.families.extents[quantity]);
        quote! {
            let __size = #size;
            if __k < __size {
                return #massless;
            }
            __k = __k.wrapping_sub(__size);
        }
    });
    massless.contains(&true).then(|| {
        quote! {
            fn is_massless(&self, __at: usize) -> bool {
                let mut __k = __at;
                #(#cases)*
                false
            }
        }
    })
}

fn constraints(sums: &Sums<'_>) -> Option<TokenStream> {
    if sums.context.system.model.constraints.is_empty() {
        return None;
    }
    let Context { scalar, .. } = sums.context;
    let zero = quote!(<#scalar as _x::Scalar>::from_f64(0.0));
    let count = sums.numbers.constraint_count();
    let one = [(quote!(values), Space::Constraints)];
    let two = [
        (quote!(values), Space::Constraints),
        (quote!(__scales), Space::Constraints),
    ];
    let values = sums.loops(|template| &template.constraints.values, &two, &[]);
    let rates = sums.loops(|template| &template.constraints.rates, &one, &[]);
    let accelerations = sums.loops(|template| &template.constraints.accelerations, &one, &[]);
    let matrix = [(quote!(__jacobian), Space::Constraints, Space::Coordinates)];
    let jacobian = sums.loops(|template| &template.constraints.jacobian, &[], &matrix);
    let name = name_of_constraint(sums);
    Some(quote! {
        #[inline]
        fn constraint_count(&self) -> usize {
            #count
        }

        #name

        #[inline]
        fn constraint_values(&self, t: #scalar, q: &[#scalar], values: &mut [#scalar], __scales: &mut [#scalar]) {
            values.fill(#zero);
            __scales.fill(#zero);
            #values
        }

        #[inline]
        fn constraint_rates(&self, t: #scalar, q: &[#scalar], v: &[#scalar], values: &mut [#scalar]) {
            values.fill(#zero);
            #rates
        }

        #[inline]
        fn constraint_accelerations(&self, t: #scalar, q: &[#scalar], v: &[#scalar], values: &mut [#scalar]) {
            values.fill(#zero);
            #accelerations
        }

        #[inline]
        fn add_constraint_jacobian(&self, t: #scalar, q: &[#scalar], __jacobian: &mut impl _x::family::Entries<#scalar>) {
            #jacobian
        }
    })
}

/// The names of constraints: those of the declaration, with the item for rows of items.
fn name_of_constraint(sums: &Sums<'_>) -> TokenStream {
    let names = names::of_rows(sums.numbers);
    quote! {
        fn constraint_name(&self, __at: usize) -> _x::CoordinateName {
            let mut __j = __at;
            #names
            _x::items::name(&["constraint"], __j, true)
        }
    }
}
