//! Kernels as Rust: trait impls in a `const _`, straight-line code in a module that sees none of the user's names.
//!
//! | file | idea |
//! | --- | --- |
//! | `kernel` | a program as a function |
//! | `pairs` | its sines and cosines |
//! | `called` | how a kernel calls fields of the user |
//! | `constants` | its numbers, and names for those it often uses |
//! | `spelling` | numbers of `f64`, or of any scalar |
//! | `result` | its results, without the zeros of matrices |
//! | `layout` | its lines in blocks and parts |
//! | `call` | how an impl calls it |
//! | `instructions` | long programs that rarely run, as one literal |
//! | `inline` | which kernels are inlined into their callers |
//! | `system` | the impls of the continuous system |
//! | `description` | the description of the system |
//! | `constraints` | the impl of a constrained system |
//! | `contacts` | the impl of a system with contacts |
//! | `output` | the methods of outputs |
//! | `momentum_map` | the methods of symmetries |
//! | `jacobians` | the derivatives of momenta and outputs |
//! | `scalar` | whether a type is a scalar |
//! | `scheme_type` | the runtime's type of a scheme |
//! | `derived` | the impls of a scheme |
//! | `discretize` | the one impl for all schemes |
//! | `kernels` | the kernels of its step |
//! | `recovery` | the impls of a scheme that iterates a part of its unknowns |
//! | `action` | its discrete action |
//! | `modified_energy` | the energy that a scheme conserves to a higher order |
//! | `family` | the impls of a system of any size |
//! | `loops` | loops over its items |
//! | `fallback` | stubs after an error |

mod action;
mod call;
mod called;
pub(crate) mod constants;
mod constraints;
mod contacts;
mod derived;
mod description;
mod discretize;
pub(crate) mod fallback;
pub(crate) mod family;
mod inline;
mod instructions;
mod jacobians;
mod kernel;
mod kernels;
mod layout;
mod loops;
mod modified_energy;
mod momentum_map;
mod output;
mod pairs;
mod recovery;
mod result;
mod scalar;
mod scheme_type;
mod spelling;
mod system;

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::{Derivation, Derived, Kernel};
use crate::describe::{Description, Words};
use crate::editor;
use crate::system::System;

/// Tokens of a text; `None` if it is no Rust. A compiler reads text faster than `proc_macro2`, which reads it twice there.
pub type Parser = fn(&str) -> Option<TokenStream>;

/// The output of the derive.
pub(crate) fn emit(
    system: &System,
    derived: &Derived,
    description: &Description,
    parser: Parser,
) -> TokenStream {
    let context = call::Context::new(system);
    let continuous = system::impls(&context, &derived.continuous, description);
    let steps = derived
        .steps
        .iter()
        .zip(&description.schemes)
        .map(|(step, text)| derived::impls(&context, text, step));
    let discretize = discretize::impls((&system.ident, &system.generics), &scalar::assumed(system));
    let modified_energies = derived
        .steps
        .iter()
        .filter_map(|step| modified_energy::impls(&context, step));
    let jacobians = derived.jacobians.as_ref();
    let jacobians = jacobians.map(|jacobians| jacobians::impls(&context, jacobians));
    let impls = quote!(#continuous #discretize #(#steps)* #(#modified_energies)* #jacobians);
    block(&context, (&derived.kernels(), parser), &description.words, &impls)
}

/// The block of all impls, with the kernels that they call.
fn block(
    context: &call::Context<'_>,
    (kernels, parser): (&[&Kernel], Parser),
    words: &Words,
    impls: &TokenStream,
) -> TokenStream {
    let system = context.system;
    let (crate_path, scalar) = (&system.crate_path, scalar::assertion(system));
    let editor = editor::items(&system.ident, &system.generics, &system.declaration, words);
    let [calls, optional] = calls(system);
    let functions = functions(context, kernels, calls, parser);
    let needs = called::needs(context, kernels);
    quote! {
        #[doc(hidden)]
        const _: () = {
            use #crate_path::__private as _x;
            use _x::letters::{a, h, inputs, multipliers, p, percussion, q, state, t, v, values};

            #optional

            #functions

            #scalar
            #needs
            #impls
            #editor
        };
    }
}

/// The module of the kernels, with what `calls` of fields need.
fn functions(
    context: &call::Context,
    kernels: &[&Kernel],
    calls: Option<TokenStream>,
    parser: Parser,
) -> TokenStream {
    let functions = kernels
        .iter()
        .map(|kernel| kernel::functions(kernel, context.spelling));
    let functions: String = functions.collect();
    let crate_path = &context.system.crate_path;
    let uses = context.spelling.items(crate_path, &functions);
    let functions = parsed(&functions, parser);
    quote! {
        mod kernels {
            #uses
            #calls

            #functions
        }
    }
}

/// What kernels that call fields of the user need, and what their callers need.
fn calls(system: &System) -> [Option<TokenStream>; 2] {
    let crate_path = &system.crate_path;
    let uses = [
        quote!(
            use #crate_path::function;
        ),
        quote!(
            use _x::optional::{HasGradient as _, HasHessian as _, HasValue as _, Lacks as _};
        ),
    ];
    uses.map(|uses| (!system.functions.is_empty()).then_some(uses))
}

/// Kernels as tokens.
fn parsed(text: &str, parser: Parser) -> TokenStream {
    parser(text).expect("kernels are written in Rust")
}
