//! The derive of `extremal`: from a Lagrangian on a struct to its integrators.
//!
//! No module uses one below it in this list. The data goes from `parse` to `lower`, `keys` and `check`, which build the model, then
//! to `schemes`, `derive`, and at last `describe` and `emit`:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | `diagnostics`, `suggest` | mistakes | error messages, with the nearest name that exists |
//! | `model`, `dynamics` | – | T, V, forces as expressions, and their gradients |
//! | `schemes` | dynamics | the equations of a step |
//! | `declaration` | – | what the user wrote, and how the entry of a key looks |
//! | `lower` | declaration | formulas as expressions |
//! | `keys` | formulas | parts of the model; each key has a file with its form, rules and texts |
//! | `parse` | tokens | declaration |
//! | `check` | declaration | model, or all errors at once |
//! | `system` | tokens | the stages above: a model and its schemes |
//! | `derive` | equations | kernels: derivatives, structure, schedules |
//! | `describe` | kernels, declaration | text and facts for people |
//! | `emit` | kernels, text | Rust |

mod check;
mod declaration;
mod derive;
mod describe;
mod diagnostics;
mod dynamics;
mod emit;
#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod golden;
mod keys;
#[cfg(test)]
mod limits;
mod lower;
mod model;
mod parse;
mod schemes;
mod suggest;
mod system;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Implements `Lagrangian` for a mechanical system, and `Discretize` for each of its schemes.
#[proc_macro_derive(Lagrangian, attributes(lagrangian))]
pub fn derive_lagrangian(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    expand_tokens(input.into()).into()
}

fn expand_tokens(input: TokenStream) -> TokenStream {
    match parse::item(input) {
        Ok(input) => expand(input),
        Err(error) => error.into_compile_error(),
    }
}

fn expand(input: DeriveInput) -> TokenStream {
    let mut system = match system::read(input) {
        Ok(system) => system,
        Err(failed) => return emit::fallback::stubs(&failed),
    };
    let schemes = system.schemes();
    let derived = match derive::derive(&mut system.model, schemes) {
        Ok(derived) => derived,
        Err(what) => return emit::fallback::stubs(&system.underivable(what)),
    };
    if derived.has_infinite_constant() {
        let message = "a constant of the formulas, or of what follows from them, is too large for `f64`; use other units";
        return emit::fallback::stubs(&system.refused(message));
    }
    let description = describe::describe(&mut system, &derived);
    emit::emit(&system, &derived, &description)
}
