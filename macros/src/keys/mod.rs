//! Keys of the declaration: each is a file that states the form of its entry, what its formulas may contain, its rules, and its
//! row in the reference.
//!
//! To add one, write a file next to `potential` with an [`Entry`], and name it in [`KEYS`]. The types of its parts are in
//! `declaration/key.rs` and `lower/content.rs`. Values that are new have their place in `parts` and in the model.
//!
//! | file | idea |
//! | --- | --- |
//! | `entry` | a key with its rules, and the state that the rules read and change |
//! | `words` | keys by their names, and by other words that people write for them |
//! | `parts`, `motion` | the values of formulas, before and after they are put together |
//! | `coordinates`, `inputs`, `usage` | quantities, all of which have to be used |
//! | `component` | coordinates and their components, as entries name them |
//! | `definition` | `let` |
//! | `kinetic`, `mass_matrix`, `potential`, `lagrangian`, `energies` | the Lagrangian |
//! | `massless` | coordinates without kinetic energy |
//! | `formulas` | the formulas of mechanics by what they are of |
//! | `force`, `dissipation`, `forces` | generalized forces |
//! | `constraint` | holonomic constraints |
//! | `rolling` | nonholonomic constraints |
//! | `contact` | unilateral contacts with friction, and dry friction without a gap |
//! | `output`, `symmetry`, `methods` | entries that become methods of the struct |
//! | `sensitivities` | fields by which steps are differentiated |
//! | `modified_energy` | the energy that schemes conserve to a higher order |
//! | `redundant` | constraints that follow from others |
//! | `parallel` | loops over items on several threads |
//! | `families` | keys that a system of any size cannot have |
//! | `discretize`, `crate_path` | the schemes, and the path of the runtime |

mod component;
mod constraint;
mod contact;
mod coordinates;
mod crate_path;
mod definition;
mod discretize;
mod dissipation;
mod energies;
mod entry;
mod families;
mod force;
mod forces;
mod formulas;
mod inputs;
mod kinetic;
mod lagrangian;
mod mass_matrix;
mod massless;
mod methods;
mod modified_energy;
mod motion;
mod output;
mod parallel;
mod parts;
mod potential;
mod redundant;
mod rolling;
mod sensitivities;
mod symmetry;
mod usage;
mod words;

pub(crate) use constraint::KEY as CONSTRAINT;
pub(crate) use contact::friction::KEY as FRICTION;
pub(crate) use contact::{
    KEY as CONTACT, are_named as are_contacts_named, has_dry_friction_alone, part_of_friction,
};
pub(crate) use definition::KEY as DEFINITION;
pub(crate) use dissipation::KEY as DISSIPATION;
pub(crate) use entry::{Entry, Reading, declared};
pub(crate) use force::KEY as FORCE;
pub(crate) use formulas::{Formulas, mass_of};
pub(crate) use massless::Massless;
pub(crate) use methods::{Methods, OutputMethod};
pub(crate) use motion::Motion;
pub(crate) use output::KEY as OUTPUT;
pub(crate) use parallel::KEY as PARALLEL;
pub(crate) use potential::KEY as POTENTIAL;
pub(crate) use rolling::KEY as ROLLING;
pub(crate) use symmetry::{KEY as SYMMETRY, Points, Zero};
pub(crate) use usage::{Missing, first_of_each};
pub(crate) use words::{call_of, is_new, meant_by, named, unknown};

/// All keys: to add one, write a file and name it here. Rules are checked in this order.
pub(crate) const KEYS: &[Entry] = &[
    coordinates::ENTRY,
    inputs::ENTRY,
    definition::ENTRY,
    kinetic::ENTRY,
    mass_matrix::ENTRY,
    massless::ENTRY,
    potential::ENTRY,
    lagrangian::ENTRY,
    force::ENTRY,
    dissipation::ENTRY,
    constraint::ENTRY,
    rolling::ENTRY,
    contact::ENTRY,
    contact::friction::ENTRY,
    output::ENTRY,
    symmetry::ENTRY,
    sensitivities::ENTRY,
    modified_energy::ENTRY,
    redundant::ENTRY,
    parallel::ENTRY,
    discretize::ENTRY,
    crate_path::ENTRY,
];
