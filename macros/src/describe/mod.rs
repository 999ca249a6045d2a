//! The description of a system for readers: L as typed, the equations of motion, structure, costs.
//!
//! It refuses to know Rust beyond formulas: the text goes into documentation and constants elsewhere.
//!
//! | file | idea |
//! | --- | --- |
//! | `name` | identifiers as symbols: θ₁, ẋ |
//! | `source`, `source_call` | formulas as the user wrote them |
//! | `equation` | a line as an equation |
//! | `motion` | the equations of motion as terms to be read |
//! | `structure` | which properties the system has: constant M, separable, conserved momenta |
//! | `symmetry` | momentum maps, and the schemes that conserve them |
//! | `scheme` | how a step is solved, and its costs |
//! | `page` | lines and tables of a text |
//! | `text`, `findings` | all of it, section by section |
//! | `document` | the equations as LaTeX and MathML |
//! | `family` | systems of any size |
//! | `balance` | the formulas of a balance of forces |
//! | `words` | what an editor shows at the names of a declaration |

mod balance;
mod document;
mod equation;
pub(crate) mod family;
mod findings;
pub(crate) mod motion;
pub(crate) mod name;
mod page;
mod scheme;
mod source;
mod source_call;
mod structure;
mod symmetry;
mod text;
mod words;

use document::Document;
use motion::Motion;
use name::Names;

use crate::derive::Derived;
use crate::model::Energy;
use crate::schemes::Declared;
use crate::system::System;

pub(crate) use balance::formulas_in;
pub(crate) use family::FamilyDescription;
pub(crate) use structure::Structure;
pub(crate) use words::Words;

/// The texts and facts that the emitter writes into documentation and constants.
#[derive(Debug)]
pub(crate) struct Description {
    pub(crate) text: String,
    pub(crate) latex: String,
    pub(crate) mathml: String,
    pub(crate) structure: Structure,
    /// One per scheme.
    pub(crate) schemes: Vec<String>,
    /// One per symmetry, for its momentum map.
    pub(crate) symmetries: Vec<String>,
    pub(crate) words: Words,
}

/// Describes a system and what was derived for it.
pub(crate) fn describe(system: &mut System, derived: &Derived) -> Description {
    let structure = Structure::of(system, derived);
    let names = Names::of(system);
    let symmetries = symmetry::of(system, &names);
    let motion = Motion::of(&mut system.model, &derived.typed, &names);
    let text = text::of(system, derived, &structure, &names, &symmetries, motion.as_ref());
    let document = Document::of(system, &names, motion.as_ref(), &derived.steps);
    let words = Words::of(system, &names, motion.as_ref());
    let contacts = system.model.contacts.iter();
    let declared = Declared {
        has_constraints: !system.model.constraints.is_empty(),
        has_gaps: contacts.clone().any(|contact| contact.has_gap),
        has_dry_friction: contacts.clone().any(|contact| !contact.has_gap),
        has_rolling: !system.model.rolling.is_empty(),
        has_symmetries: !system.model.symmetries.is_empty(),
        has_energies_apart: matches!(system.model.energy, Energy::Split { .. }),
        is_of_any_size: system.model.families.is_some(),
        is_redundant: system.model.is_redundant,
    };
    let schemes = derived.steps.iter().map(|step| scheme::text(step, &declared));
    Description {
        text,
        latex: document.latex(),
        mathml: document.mathml(),
        structure,
        schemes: schemes.collect(),
        symmetries: symmetries.into_iter().map(|texts| texts.documentation).collect(),
        words,
    }
}
