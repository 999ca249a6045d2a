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

use std::rc::Rc;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::derive::Derivation;
pub use crate::emit::Parser;
use crate::model::{Model, Underivable};
use crate::schemes::Scheme;
use crate::system::{Failed, System};

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
    let written = system::read(input).and_then(|system| match system.model.families {
        Some(_) => expand_family(system, parser),
        None => {
            let (mut system, derived) = derived(system, derive::derive)?;
            let description = describe::describe(&mut system, &derived);
            Ok(emit::emit(&system, &derived, &description, parser))
        }
    });
    written.unwrap_or_else(|failed| emit::fallback::stubs(&failed))
}

/// A system of any size.
fn expand_family(system: System, parser: Parser) -> Result<TokenStream, Box<Failed>> {
    let (of_items, constants) = (system.symbols_of_items(), system.lengths_of_type());
    let derive = |model: &mut _, schemes| derive::family::derive(model, &of_items, &constants, schemes);
    let (system, family) = derived(system, derive)?;
    let description = describe::family::describe(&system, &family);
    let tokens = emit::family::emit(&system, &family, &description, parser);
    Ok(match family.fixed {
        Some(_) => tokens,
        None => emit::family::with_allocator(&tokens, &system.without_allocator()),
    })
}

/// Derives all schemes, or without those of the usual ones that do not fit the system.
fn derived<D: Derivation>(
    mut system: System,
    derive: impl Fn(&mut Model, Vec<Rc<dyn Scheme>>) -> Result<D, Underivable>,
) -> Result<(System, D), Box<Failed>> {
    let again = |system: &mut System| {
        let schemes = system.schemes();
        derive(&mut system.model, schemes)
    };
    let mut derived = again(&mut system);
    if let Err(Underivable::Refused(refused)) = &derived
        && system.drops_usual(refused)
    {
        derived = again(&mut system);
    }
    let drawbacks = derived.as_ref().map(D::drawbacks).unwrap_or_default();
    if !drawbacks.is_empty() && system.drops_usual(&drawbacks) {
        derived = again(&mut system);
    } else {
        system.note_drawbacks(drawbacks);
    }
    match derived {
        Ok(derived) if derived.has_infinite_constant() => Err(Box::new(system.refused(TOO_LARGE))),
        Ok(derived) => Ok((system, derived)),
        Err(what) => Err(Box::new(system.underivable(what))),
    }
}

#[cfg(test)]
mod tests;
