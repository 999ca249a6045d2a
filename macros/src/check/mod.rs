//! The rules of a declaration, and its model if all of them hold.
//!
//! It refuses to know how formulas are read, which is the task of `lower`, and the rules of keys, which `keys` states.
//!
//! The rules of mechanics come last, if all others hold: they refuse what can be read, and is proven to be no motion that anybody
//! means. Where a proof is not found, the declaration is right.
//!
//! | file | idea |
//! | --- | --- |
//! | `names` | each name has one meaning |
//! | `scalar` | the one type of all numbers |
//! | `proof` | what is known of expressions: signs, zeros, values |
//! | `mechanics` | all rules of mechanics, and the places of their messages |
//! | `inertia` | each coordinate has a kinetic energy above zero, or is massless |
//! | `multiplier` | massless coordinates are determined by their equations |
//! | `potential` | V depends on coordinates, and neither V nor T jumps |
//! | `dissipation` | R removes energy |
//! | `loss` | the sign of the power that a dissipation takes |
//! | `pairs` | quadratic forms are not below zero for two velocities |
//! | `passive` | whether nothing adds energy |
//! | `domain` | formulas have values somewhere |
//! | `idle` | terms without effect, forces that are counted twice |
//! | `odd` | names that nothing uses, choices that never change |
//! | `force` | forces that push along a velocity |
//! | `rotation` | Euler parameters have unit length |
//! | `constraint` | constraints have solutions, where their gradients do not vanish |
//! | `contact` | gaps open and close, and agree with normals |
//! | `slip` | directions of friction are orthogonal, and of one scale with the gap |
//! | `law` | friction and restitution have the signs of bodies |
//! | `twice` | no contact is there twice, or excludes another one |
//! | `families` | the same for sums over ranges that only the program knows |
//! | `itself` | pairs of an item with itself |
//! | `independence` | no constraint follows from others, or contradicts them |

mod constraint;
mod contact;
mod dissipation;
mod domain;
mod families;
mod force;
mod idle;
mod independence;
mod inertia;
mod itself;
mod law;
mod loss;
mod mechanics;
mod multiplier;
mod names;
mod odd;
mod pairs;
mod passive;
mod potential;
mod proof;
mod rotation;
mod scalar;
mod slip;
mod twice;

use extremal_symbolic::Expr;
use proc_macro2::TokenStream;
use syn::Generics;

use crate::declaration::{CalledField, Declaration, nodes};
use crate::diagnostics::{Diagnostics, Reported};
use crate::keys::{Methods, Motion, Reading, declared};
use crate::lower::Lowering;
use crate::model::{Contact, Model, Output, Reaction, varying};
use mechanics::Stated;

pub(crate) use scalar::{guess as guess_scalar, undecided as undecided_scalar};

/// A model, and its relation to the struct.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) model: Model,
    /// A name for each of the model's coordinates.
    pub(crate) coordinates: Vec<String>,
    /// How to read the number of each of the model's parameters.
    pub(crate) parameters: Vec<TokenStream>,
    /// The functions that formulas call, in the order of the graph.
    pub(crate) functions: Vec<CalledField>,
    pub(crate) scalar: syn::Type,
    /// A name for each of the model's constraints.
    pub(crate) constraints: Vec<String>,
    /// A name for each of the model's contacts.
    pub(crate) contacts: Vec<String>,
    /// A name for each number of the fields by which steps are differentiated; none if only the program knows how many there are.
    pub(crate) sensitivities: Vec<String>,
    /// What looks odd, and is not proven to be a mistake.
    pub(crate) notes: Vec<String>,
    /// Whether nothing adds energy, for parameters above zero.
    pub(crate) is_passive: bool,
}

/// The model of a declaration, and the parts that remain after an error.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) checked: Result<Checked, Reported>,
    pub(crate) methods: Methods,
    /// Whether some coordinates or inputs may have to be removed.
    pub(crate) is_uncertain: bool,
}

/// Checks all rules, even after errors.
pub(crate) fn check(
    declaration: &Declaration,
    generics: &Generics,
    diagnostics: &mut Diagnostics,
) -> Outcome {
    let declared = declared(declaration, diagnostics);
    let reserved = names::are_free(declaration, diagnostics);
    let names = reserved.and(names::check(declaration, diagnostics));

    let mut reading = Reading::new(declaration, diagnostics);
    let lost = &mut reading.lowering.lost;
    lost.meanings = names.err();
    // What formulas say of such names is not another mistake.
    if let Some(reported) = lost.meanings {
        for name in names::with_two_meanings(declaration) {
            reading.lowering.lose_meaning(name, reported);
        }
    }
    let lost = &mut reading.lowering.lost;
    let of_symbols = declared.iter().filter(|(key, _)| key.introduces_symbols());
    for outcome in of_symbols.map(|(_, outcome)| *outcome).chain([reserved]) {
        lost.names = lost.names.or(outcome.err());
    }
    reading.has_wrong_names = names.is_err();
    let motion = reading.read();
    let finished = reading.finish(motion.as_ref().ok());
    let lowering = &mut reading.lowering;
    let scalar = scalar::common(&lowering.parameters, declaration, generics, lowering.diagnostics)
        .and_then(|scalar| scalar::has_bound(scalar, generics, lowering.diagnostics));

    let all = declared.into_iter().map(|(_, outcome)| outcome);
    let outcome = all.chain([names, finished]).collect();
    let methods = Methods::of(declaration, &reading.parts);
    let is_uncertain = reading.is_uncertain();
    let stated = Stated::of(&mut reading);
    let checked = checked(reading, motion, scalar, outcome);
    Outcome {
        methods,
        is_uncertain,
        checked: checked.and_then(|mut checked| {
            // After other mistakes the formulas may not be those that are meant.
            if diagnostics.is_empty() {
                let notes = mechanics::check(declaration, &checked, &stated, diagnostics)?;
                checked.notes.extend(notes);
                checked.is_passive = passive::is_passive(&checked.model, stated.dissipation);
            }
            Ok(checked)
        }),
    }
}

/// The model, if there are no errors.
fn checked(
    reading: Reading,
    motion: Result<Motion, Reported>,
    scalar: Result<syn::Type, Reported>,
    outcome: Result<(), Reported>,
) -> Result<Checked, Reported> {
    outcome?;
    let (motion, scalar) = (motion?, scalar?);
    let declaration = reading.declaration;
    let Reading {
        mut lowering, parts, ..
    } = reading;
    let (names_of_contacts, contacts): (_, Vec<Contact>) = parts.contacts.into_iter().unzip();
    let multipliers = multipliers(&mut lowering, &parts.outputs, &contacts);
    let symbols = lowering.symbols;
    let is = |name| matches!(&scalar, syn::Type::Path(path) if path.path.is_ident(name));
    let names = lowering.sums.names().to_vec();
    let (inputs, varying) = varying::inputs(&mut lowering.graph, nodes(&declaration.inputs), &symbols.inputs);
    let model = Model {
        is_wide: is("f64"),
        is_single: is("f32"),
        multipliers: multipliers.of_outputs,
        reactions: multipliers.of_laws,
        families: lowering.sums.finish(
            [motion.rows, parts.items_of_outputs],
            parts.items_of_contacts,
            multipliers.of_items,
            &lowering.parameters,
        ),
        has_modified_energy: parts.has_modified_energy,
        is_redundant: parts.is_redundant,
        graph: lowering.graph,
        time: symbols.time,
        coordinates: symbols.coordinates,
        velocities: symbols.velocities,
        inputs,
        varying,
        parameters: lowering.parameters.symbols(),
        sensitivities: parts.sensitivities,
        energy: motion.energy,
        force: motion.force,
        constraints: motion.constraints,
        rolling: motion.rolling,
        contacts,
        outputs: parts.outputs,
        symmetries: parts.symmetries,
    };
    Ok(Checked {
        coordinates: names,
        model,
        parameters: lowering.parameters.accesses(),
        functions: lowering.functions.into_list(),
        scalar,
        constraints: motion.names_of_constraints,
        contacts: names_of_contacts,
        sensitivities: parts.names_of_sensitivities,
        notes: lowering.notes,
        is_passive: false,
    })
}

/// The symbols of multipliers that formulas use.
struct Multipliers {
    /// Those of all constraints, if outputs use some.
    of_outputs: Vec<Expr>,
    /// Those of all constraints, if laws of contacts use some.
    of_laws: Vec<Expr>,
    /// In a system of any size the reactions that those of outputs are.
    of_items: Vec<Reaction>,
}

fn multipliers(lowering: &mut Lowering, outputs: &[Output], contacts: &[Contact]) -> Multipliers {
    let (reactions, of_items) = lowering.multipliers.of_items().unzip();
    if lowering.sums.is_family() {
        return Multipliers {
            of_outputs: of_items,
            of_laws: Vec::new(),
            of_items: reactions,
        };
    }
    let symbols = lowering.multipliers.symbols(&mut lowering.graph);
    let laws: Vec<Expr> = contacts
        .iter()
        .flat_map(|contact| contact.law.numbers())
        .collect();
    let used = |is_used: bool| if is_used { symbols.clone() } else { Vec::new() };
    Multipliers {
        of_outputs: used(outputs.iter().any(|output| output.has_multipliers)),
        of_laws: used(lowering.graph.any_depends_on(&laws, &symbols)),
        of_items: reactions,
    }
}
