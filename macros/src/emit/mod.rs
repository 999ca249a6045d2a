//! Kernels as Rust: trait impls in a `const _`, straight-line code in a module that sees none of the user's names.
//!
//! | file | idea |
//! | --- | --- |
//! | `kernel` | a program as a function |
//! | `layout` | its lines in blocks and parts |
//! | `call` | how an impl calls it |
//! | `system` | the impls of the continuous system |
//! | `description` | what people are told of the system |
//! | `constraints` | the impl of a constrained system |
//! | `output` | the methods that outputs are |
//! | `momentum_map` | the methods of symmetries |
//! | `scalar` | whether a type is a scalar |
//! | `text` | a formula as text |
//! | `step` | the impls of a scheme |
//! | `stepping` | the impl of what it solves |
//! | `condensed` | the impls of a scheme that iterates a part of its unknowns |
//! | `reporting` | what stands around a step: checks, reports |
//! | `modified_energy` | the energy that a scheme keeps to a higher order |
//! | `fallback` | stubs after an error |

mod call;
mod condensed;
mod constraints;
mod description;
pub(crate) mod fallback;
mod inline;
mod kernel;
mod layout;
mod modified_energy;
mod momentum_map;
mod output;
mod reporting;
mod scalar;
mod step;
mod stepping;
mod system;
mod text;

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Derived;
use crate::describe::Description;
use crate::system::System;

/// The whole output of the derive.
pub(crate) fn emit(system: &System, derived: &Derived, description: &Description) -> TokenStream {
    let crate_path = &system.crate_path;
    let scalar = scalar::assertion(system);
    let context = call::Context::new(system);
    let functions: String = derived.kernels().into_iter().map(kernel::functions).collect();
    let functions = parsed(&functions);
    let continuous = system::impls(&context, &derived.continuous, description);
    let steps = derived
        .steps
        .iter()
        .zip(&description.schemes)
        .map(|(step, text)| step::impls(&context, text, step));
    let modified_energies = derived
        .steps
        .iter()
        .filter_map(|step| modified_energy::impls(&context, step));
    quote! {
        #[doc(hidden)]
        const _: () = {
            use #crate_path::__private as _x;

            mod kernels {
                use #crate_path::__private::Scalar;

                #functions
            }

            #scalar
            #continuous
            #(#steps)*
            #(#modified_energies)*
        };
    }
}

/// Text as tokens. The compiler reads it, wherever there is one: `proc_macro2` would read all of it before by itself.
fn parsed(text: &str) -> TokenStream {
    let tokens = if proc_macro::is_available() {
        text.parse().map(proc_macro::TokenStream::into).ok()
    } else {
        text.parse().ok()
    };
    tokens.expect("kernels are written in Rust")
}
