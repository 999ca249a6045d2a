//! `friction(name, slip = .., force = ..)`: dry friction that no gap opens, with a bound of its own.
//!
//! ```text
//! |P_T| ≤ h f,   P_T = −h f ξ_T/|ξ_T| where ξ_T ≠ 0
//! ```
//!
//! It is a contact without a gap, whose friction is a force in place of a coefficient.

use extremal_symbolic::Expr;

use super::items::{self, Gap, Leading};
use super::{Read, for_each, law, slip};
use crate::declaration::{
    Form, Formula, Items, Key, Line, Lost, Names, PartOf, Row, Section, Statement, ungrouped,
};
use crate::diagnostics::Reported;
use crate::keys::Entry;
use crate::lower::{Accepted, Content, Lowering, Shape, Value};
use crate::model::{Contact, ContactItems, Law};

const OF_A_CONTACT: &str = "dry friction acts at all times, with a bound of its own; a gap, and what presses on it, are those of a \
                            contact: write `contact(name, gap = .., slip = .., friction = .., restitution = ..)`, or drop this";

/// What an entry consists of; slip and force are required.
static PARTS: [PartOf; 5] = [
    PartOf::new(
        "slip",
        &["gamma_t", "tangential", "sliding", "velocity", "slip_velocity"],
        "the velocity that it resists, affine in the velocities: one component, or two that share one bound",
    ),
    PartOf::new(
        "force",
        &["f", "bound", "limit", "max_force", "torque"],
        "the largest force f ≥ 0, or torque where the slip is an angular velocity",
    ),
    PartOf::refused(
        "gap",
        &["g", "g_n", "distance", "near", "point", "normal"],
        OF_A_CONTACT,
    ),
    PartOf::refused(
        "friction",
        &["mu", "coulomb", "friction_coefficient"],
        OF_A_CONTACT,
    ),
    PartOf::refused("restitution", &["e", "e_n", "e_t", "restitution_t"], OF_A_CONTACT),
];

pub(crate) static KEY: Key = Key {
    name: "friction",
    other_words: &["dry_friction", "coulomb_friction", "stiction"],
    form: Form::List {
        example: |_| "friction(seal, slip = .., force = ..)".to_owned(),
        items: Items::Parts(&PARTS),
    },
    labelled: "; friction in proportion to a velocity is `force(x = -c * dt(x))`",
    introduces: Some(Names {
        kind: "friction",
        unknown: Some(|name| {
            format!(
                "`{name}` is a friction, and formulas do not know it: its percussions follow from the motion, and are in the report \
                 of a step"
            )
        }),
        refused: |_| None,
        taken: None,
    }),
    loss: Lost::some_entries,
    statement: Some(Statement {
        section: Section::Contacts,
        lines: |written| {
            vec![
                Line::Equals(format!("γ_{}", written.name)),
                Line::Part("force", format!("f_{}", written.name)),
            ]
        },
    }),
    row: Row {
        entry: "friction(name, slip = .., force = ..)",
        shape: "scalars, or arrays with one item for each, of any number; a slip has one or two components",
        meaning: "dry friction: a force of at most `force` against the slip, which sticks: [`Contacts`]",
        otherwise: "none",
    },
    ..Key::PLAIN
};

static FORCE: Content = Content {
    what: "a force of friction",
    multipliers: Accepted::InFixedSize,
    instead_of_multipliers: law::AS_A_FIELD,
    refuses_inputs: Some(law::INPUTS),
    ..Content::OF_THE_MOTION
};

static SLIP: Leading = Leading {
    part: "slip",
    kind: "friction",
};

pub(in crate::keys) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let frictions = frictions(&mut reading.lowering, formula);
        reading.parts.read_contacts.add(frictions);
    },
    ..Entry::of(&KEY)
};

/// One friction, or one for each item.
fn frictions(lowering: &mut Lowering, formula: &Formula) -> Result<Vec<Read>, Reported> {
    let slips = slips(lowering, formula);
    let forces = forces(
        lowering,
        formula,
        slips.as_ref().map(|(all, _)| all).map_err(|lost| *lost),
    );
    let ((all, slips), forces) = (slips?, forces?);
    let zero = lowering.graph.zero();
    if forces.iter().all(|&force| force == zero) {
        let name = formula.name();
        lowering.notes.push(format!(
            "the force of the friction `{name}` is zero, so that it does nothing"
        ));
    }
    let names = all.shape().components(&all.name(lowering, formula));
    let frictions = names.into_iter().zip(slips).zip(forces);
    let frictions = frictions.map(|((name, slip), friction)| Read {
        name,
        approach: None,
        contact: Contact {
            gap: zero,
            has_gap: false,
            slip,
            law: Law {
                friction,
                restitution: zero,
                restitution_t: zero,
            },
        },
        items: ContactItems {
            marker: all.marker,
            near: None,
        },
    });
    Ok(frictions.collect())
}

/// The items, in the place of whose gaps there are zeros, and the slip of each.
fn slips(lowering: &mut Lowering, formula: &Formula) -> Result<(Gap, Vec<Vec<Expr>>), Reported> {
    let mut all = items::gap(lowering, formula, (&slip::SLIP, &SLIP))?;
    let numbers = all.value.entries.clone();
    if let Some(part) = formula.part("slip") {
        for &number in &numbers {
            slip::is_affine(lowering, part, number)?;
        }
    }
    let arrays = depth(&formula.expr).saturating_sub(all.ranges.len());
    let Some((items, components)) = split(all.shape(), arrays) else {
        let message = format!(
            "a slip has one component, or two that share one bound; this is {}: for several write \
             `slip = array(0..n, |i| ..)`, whose items have one or two components",
            all.shape()
        );
        return Err(lowering.diagnostics.report(&formula.expr, message));
    };
    all.value = Value::of(items, vec![lowering.graph.zero(); items.size()]);
    let slips = numbers.chunks(components).map(<[_]>::to_vec);
    Ok((all, slips.collect()))
}

/// The shape of the items, and the number of components of each. A list is the components of one item, `arrays` have items.
fn split(shape: Shape, arrays: usize) -> Option<(Shape, usize)> {
    let lengths = shape.lengths();
    match &lengths[..] {
        all if all.len() <= arrays => Some((shape, 1)),
        [outer @ .., components @ (1 | 2)] => Some((Shape::of(outer)?, *components)),
        [] => Some((shape, 1)),
        _ => None,
    }
}

/// How many arrays are within each other in a formula.
fn depth(expr: &syn::Expr) -> usize {
    let syn::Expr::Call(call) = ungrouped(expr) else {
        return 0;
    };
    let is_array = matches!(ungrouped(&call.func), syn::Expr::Path(path) if path.path.is_ident("array"));
    match call.args.last() {
        Some(syn::Expr::Closure(closure)) if is_array => 1 + depth(&closure.body),
        _ => 0,
    }
}

/// The bound of each item.
fn forces(
    lowering: &mut Lowering,
    formula: &Formula,
    slips: Result<&Gap, Reported>,
) -> Result<Vec<Expr>, Reported> {
    let Some(part) = formula.part("force") else {
        let message = format!(
            "the friction `{name}` has no force; write `friction({name}, slip = .., force = ..)`: the largest force f ≥ 0; friction in \
             proportion to a velocity is `force(x = -c * dt(x))`",
            name = formula.name()
        );
        return Err(lowering.diagnostics.report(&formula.label.ident, message));
    };
    let value = items::of_part(lowering, part, &FORCE, slips)?.value;
    let impossible = value
        .entries
        .iter()
        .find_map(|&force| law::impossible(lowering, "force", force));
    if let Some(message) = impossible {
        return Err(lowering.diagnostics.report(&part.expr, message));
    }
    for_each(lowering, part, value, slips?)
}
