//! The derive of `extremal`: from a Lagrangian on a struct to its integrators.
//!
//! No module uses one below it in this list. The data goes from `parse` to `lower`, `keys` and `check`, which build the model, then
//! to `schemes`, `derive` and, for systems of any size, `loops`, and at last `describe` and `emit`:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | `diagnostics`, `suggest` | mistakes | error messages, with the nearest name that exists |
//! | `text` | tokens | formulas as people write them |
//! | `shape` | – | lengths of values, and how indices count them |
//! | `model`, `dynamics` | – | T, V, forces as expressions, and their gradients |
//! | `schemes` | dynamics | the equations of a step |
//! | `declaration` | – | what the user wrote, and how the entry of a key looks |
//! | `lower` | declaration | formulas as expressions |
//! | `keys` | formulas | parts of the model; each key has a file with its form, rules and texts |
//! | `parse` | tokens | declaration |
//! | `check` | declaration | model, or all errors at once |
//! | `system` | tokens | the stages above: a model and its schemes |
//! | `derive` | equations | kernels: derivatives, structure, schedules |
//! | `loops` | kernels of items | loops over items, as data |
//! | `describe` | kernels, declaration | text and facts for people |
//! | `editor` | declaration, text | what an editor shows at its words |
//! | `emit` | kernels, text | Rust |

mod check;
mod declaration;
mod derive;
mod describe;
mod diagnostics;
mod dynamics;
mod editor;
mod emit;
mod keys;
mod loops;
mod lower;
mod model;
mod parse;
mod schemes;
mod shape;
mod suggest;
mod system;
mod text;

use proc_macro2::TokenStream;
use syn::DeriveInput;

pub use crate::emit::Parser;
use crate::system::System;

/// Implements `Lagrangian` for a struct, and `Discretize` for each of its schemes. Mistakes are in the tokens, as `compile_error!`.
#[must_use]
pub fn derive_lagrangian(input: TokenStream, parser: Parser) -> TokenStream {
    match parse::item(input) {
        Ok(input) => expand(input, parser),
        Err(error) => error.into_compile_error(),
    }
}

const TOO_LARGE: &str =
    "a constant of the formulas, or of what follows from them, is too large for `f64`; use other units";

fn expand(input: DeriveInput, parser: Parser) -> TokenStream {
    let mut system = match system::read(input) {
        Ok(system) => system,
        Err(failed) => return emit::fallback::stubs(&failed),
    };
    if system.model.families.is_some() {
        return expand_family(system, parser);
    }
    let schemes = system.schemes();
    let mut derived = derive::derive(&mut system.model, schemes);
    if let Err(model::Underivable::Refused(refused)) = &derived
        && system.drops_usual(refused)
    {
        let schemes = system.schemes();
        derived = derive::derive(&mut system.model, schemes);
    }
    let drawbacks = derived
        .as_ref()
        .map(derive::Derived::drawbacks)
        .unwrap_or_default();
    if !drawbacks.is_empty() && system.drops_usual(&drawbacks) {
        let schemes = system.schemes();
        derived = derive::derive(&mut system.model, schemes);
    } else {
        system.note_drawbacks(drawbacks);
    }
    let derived = match derived {
        Ok(derived) => derived,
        Err(what) => return emit::fallback::stubs(&system.underivable(what)),
    };
    if derived.has_infinite_constant() {
        return emit::fallback::stubs(&system.refused(TOO_LARGE));
    }
    let description = describe::describe(&mut system, &derived);
    emit::emit(&system, &derived, &description, parser)
}

/// A system of any size.
fn expand_family(mut system: System, parser: Parser) -> TokenStream {
    let of_items = system.symbols_of_items();
    let (schemes, constants) = (system.schemes(), system.lengths_of_type());
    let mut derived = derive::family::derive(&mut system.model, &of_items, &constants, schemes);
    if let Err(model::Underivable::Refused(refused)) = &derived
        && system.drops_usual(refused)
    {
        let schemes = system.schemes();
        derived = derive::family::derive(&mut system.model, &of_items, &constants, schemes);
    }
    let drawbacks = derived
        .as_ref()
        .map(derive::family::Family::drawbacks)
        .unwrap_or_default();
    if !drawbacks.is_empty() && system.drops_usual(&drawbacks) {
        let schemes = system.schemes();
        derived = derive::family::derive(&mut system.model, &of_items, &constants, schemes);
    } else {
        system.note_drawbacks(drawbacks);
    }
    let family = match derived {
        Ok(family) => family,
        Err(what) => return emit::fallback::stubs(&system.underivable(what)),
    };
    if family.has_infinite_constant() {
        return emit::fallback::stubs(&system.refused(TOO_LARGE));
    }
    let description = describe::family::describe(&system, &family);
    let tokens = emit::family::emit(&system, &family, &description, parser);
    match family.fixed {
        Some(_) => tokens,
        None => emit::family::with_allocator(&tokens, &system.without_allocator()),
    }
}

#[cfg(test)]
mod tests;
