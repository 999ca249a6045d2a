//! Systems of any size as Rust: impls whose functions are loops over items.
//!
//! | file | idea |
//! | --- | --- |
//! | `numbers` | where coordinates and constraints are in the whole system |
//! | `names` | names of constraints and outputs, some of which have one for each item |
//! | `parts` | passes over a part of the items, one of which a thread runs |
//! | `space` | where numbers are: on the heap or in arrays |
//! | `lagrangian` | `Lagrangian` |
//! | `sums` | `Family`: sums over all items |
//! | `contact_items` | kernels of contacts within loops, and for one item |
//! | `contacts` | `FamilyContacts`: contacts of one item, and loops over all of them |
//! | `assembly` | `Assembly`: the equations of a step |
//! | `discretize` | `Discretize`: the driver of a scheme |
//! | `finite` | the item of a sum whose forces are not finite |
//! | `check` | fields that do not fit each other |
//! | `check_contacts` | those of contacts |
//! | `check_lengths` | lists that are too long |
//! | `jacobians` | `SummedJacobians`: derivatives of momenta and outputs |
//! | `outputs` | outputs, and a method for each |
//! | `momentum_maps` | the same of momentum maps |

mod assembly;
mod check;
mod check_contacts;
mod check_lengths;
mod contact_items;
mod contacts;
mod discretize;
mod finite;
mod jacobians;
mod lagrangian;
mod momentum_maps;
mod names;
pub(super) mod numbers;
mod outputs;
mod parts;
mod space;
mod sums;

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Derivation;
use crate::derive::family::Family;
use crate::describe::FamilyDescription;
use crate::emit::call::Context;
use crate::emit::discretize::{closed_gaps, composed};
use crate::emit::fallback::stubs;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::space::Types;
use crate::emit::{Parser, block, modified_energy, scalar};
use crate::system::{Failed, System};

/// What the derive writes for a system of any size.
pub(crate) fn emit(
    system: &System,
    family: &Family,
    description: &FamilyDescription,
    parser: Parser,
) -> TokenStream {
    let mut context = Context::new(system);
    (context.vector, context.inputs) = {
        let types = Types::of(&context, family);
        (types.vector(), types.inputs())
    };
    let Some(numbers) = Numbers::of(system) else {
        return TokenStream::new();
    };
    let lagrangian = lagrangian::impls(&context, &numbers, family, description);
    let sums = sums::impls(&context, &numbers, family);
    let jacobians = jacobians::impls(&context, &numbers, family);
    let contacts = contacts::impls(&context, &numbers, family);
    let steps = family.steps.iter().enumerate();
    let steps = steps.map(|step| assembly::impls(&context, &numbers, family, step));
    let rates = assembly::rates(&context, &numbers, family);
    let modified = family.steps.iter();
    let modified = modified.filter_map(|step| modified_energy::of_items(&context, &numbers, family, step));
    let outputs = outputs::methods(&context, &numbers);
    let maps = momentum_maps::methods(&context, &description.symmetries);
    let (of, assumed) = ((&system.ident, &system.generics), scalar::assumed(system));
    let compositions = composed(of, &assumed);
    let corrections = (!system.contacts.is_empty()).then(|| closed_gaps(of, &assumed));
    let impls = quote! {
        use _x::Iterator as _;

        #lagrangian
        #sums
        #jacobians
        #contacts
        #(#steps)*
        #rates
        #(#modified)*
        #compositions
        #corrections
        #outputs
        #maps
    };
    block(&context, (&family.kernels(), parser), &description.words, &impls)
}

/// The tokens if there is an allocator, and else those of the remains, which have the error.
pub(crate) fn with_allocator(tokens: &TokenStream, without: &Failed) -> TokenStream {
    let (crate_path, stubs) = (&without.crate_path, stubs(without));
    quote!(#crate_path::__private::with_allocator! { { #tokens } { #stubs } })
}
