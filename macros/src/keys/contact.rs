//! `contact(name, gap = .., slip = .., friction = .., restitution = ..)`: a gap g(q, t) ≥ 0, its slip, and the laws of the
//! contact.
//!
//! | file | idea |
//! | --- | --- |
//! | `slip` | the velocity along a contact: as declared, or that of a point |
//! | `tangent` | directions along a contact, from its normal |
//! | `law` | friction and restitution |
//! | `items` | contacts over ranges that only the program knows |
//! | `near` | the points that tell which items can touch |
//! | `friction` | `friction(..)`: dry friction, which has no gap |

pub(super) mod friction;
mod items;
mod law;
mod near;
mod slip;
mod tangent;

use extremal_symbolic::Expr;
use quote::ToTokens;
use syn::BinOp;

use super::Entry;
use crate::declaration::{
    Declaration, Form, Formula, Items, Key, Line, Lost, Names, Part, PartOf, Row, Section, Statement,
    ungrouped,
};
use crate::diagnostics::Reported;
use crate::lower::{Content, Inputs, Lowering, Shape, Value};
use crate::model::{Contact, ContactItems};
use items::Gap;

/// What an entry consists of; the gap is required.
static PARTS: [PartOf; 8] = [
    PartOf::new(
        "gap",
        &["g", "g_n", "distance", "signed_distance", "clearance"],
        "the distance g(q, t) of the bodies, positive where the contact is open",
    )
    .otherwise("; friction that no gap opens is `friction({name}, slip = .., force = ..)`"),
    PartOf::new(
        "slip",
        &["gamma_t", "tangent", "tangential", "sliding", "slip_velocity"],
        "the velocity along the contact, affine in the velocities: one component in the plane, two in space",
    ),
    PartOf::new(
        "point",
        &["position", "contact_point"],
        "the place of the touching point of the body, whose velocity along the contact is the slip",
    ),
    PartOf::new(
        "normal",
        &["n", "direction", "contact_normal"],
        "the direction, at `point`, in which the gap grows",
    ),
    PartOf::new(
        "friction",
        &["mu", "coulomb", "friction_coefficient"],
        "Coulomb's coefficient μ ≥ 0, which needs a slip, and a slip needs it",
    ),
    PartOf::new(
        "restitution",
        &["e", "e_n", "restitution_n", "cor", "bounce", "elasticity"],
        "Newton's coefficient e of the gap, from 0 to 1; 0 if left out",
    ),
    PartOf::new(
        "restitution_t",
        &["e_t", "tangential_restitution"],
        "the coefficient of the slip, from 0 to 1; 0 if left out",
    ),
    PartOf::new(
        "near",
        &["broad_phase", "neighbours", "neighbors", "within"],
        "of pairs in systems of any size: points that do not touch where they are further apart than both reach",
    )
    .with("r, radius"),
];

pub(crate) static KEY: Key = Key {
    name: "contact",
    other_words: &["contacts"],
    form: Form::List {
        example: |_| "contact(floor, gap = ..)".to_owned(),
        items: Items::Parts(&PARTS),
    },
    introduces: Some(Names {
        kind: "contact",
        unknown: Some(|name| {
            format!(
                "`{name}` is a contact, and formulas do not know contacts: its percussions follow from the motion, and are in the \
                 report of a step"
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
                Line::Equals(format!("g_{}", written.name)),
                Line::Part("slip", format!("γ_{}", written.name)),
                Line::Part("point", format!("r_{}", written.name)),
                Line::Part("normal", format!("n_{}", written.name)),
                Line::Part("friction", format!("μ_{}", written.name)),
                Line::Part("restitution", format!("e_{}", written.name)),
                Line::Part("restitution_t", format!("e_T_{}", written.name)),
                Line::Part("near", format!("near_{}", written.name)),
            ]
        },
    }),
    row: Row {
        entry: "contact(name, gap = .., slip = .., friction = .., restitution = ..)",
        shape: "scalars, or arrays with one item for each contact, of any number; a slip has one or two components",
        meaning: "g(q, t) ≥ 0: a unilateral contact with friction and impacts: [`Contacts`]",
        otherwise: "none",
    },
    ..Key::PLAIN
};

const MOVED: Inputs = Inputs {
    named: |name| format!("`{name}` is an input, {ONLY_FORCES}"),
    contained: |name| format!("`{name}` contains an input, {ONLY_FORCES}"),
};

const ONLY_FORCES: &str = "and inputs act through forces; where the program moves a contact, make it a field, which `set_system` changes";

static GAP: Content = Content {
    what: "a gap",
    refuses_velocities: Some("a gap depends on coordinates and time only; its velocity is derived from it"),
    refuses_inputs: Some(MOVED),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let contacts = contacts(&mut reading.lowering, reading.declaration, formula);
        reading.parts.read_contacts.add(contacts);
    },
    finish: |reading, _| {
        let contacts = reading.parts.read_contacts.finish()?;
        for read in contacts {
            reading.parts.contacts.push((read.name, read.contact));
            reading.parts.approaches.push(read.approach);
            reading.parts.items_of_contacts.push(read.items);
        }
        Ok(())
    },
    ..Entry::of(&KEY)
};

/// A contact with its name: `foot`, `corner[0]`, or `pair[i][j]` of items.
#[derive(Debug)]
struct Read {
    name: String,
    contact: Contact,
    items: ContactItems,
    /// The velocity of its point along the normal, if it has one.
    approach: Option<Expr>,
}

/// The contacts read so far.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    read: Vec<Read>,
    lost: Option<Reported>,
}

impl Contacts {
    fn add(&mut self, contacts: Result<Vec<Read>, Reported>) {
        match contacts {
            Ok(contacts) => self.read.extend(contacts),
            Err(reported) => self.lost = Some(reported),
        }
    }

    /// The proof that a contact has a mistake.
    pub(super) fn lost(&self) -> Option<Reported> {
        self.lost
    }

    fn finish(&mut self) -> Result<Vec<Read>, Reported> {
        match self.lost {
            Some(reported) => Err(reported),
            None => Ok(std::mem::take(&mut self.read)),
        }
    }
}

/// The entries of contacts, with a gap or without, in the order written.
pub(super) fn formulas(declaration: &Declaration) -> impl Iterator<Item = &Formula> {
    let formulas = declaration.formulas.iter();
    formulas.filter(|formula| [&KEY, &friction::KEY].contains(&formula.key))
}

/// The friction of a contact, or the force of dry friction.
pub(crate) fn part_of_friction(formula: &Formula) -> Option<&Part> {
    let names = ["friction", "force"].into_iter();
    names.filter_map(|name| formula.part(name)).next()
}

/// Whether there is an entry of a contact that could be read.
pub(super) fn are_there(declaration: &Declaration) -> bool {
    formulas(declaration).next().is_some()
}

/// Whether there is dry friction, and no contact with a gap.
pub(crate) fn has_dry_friction_alone(declaration: &Declaration) -> bool {
    KEY.names(declaration).is_empty() && !friction::KEY.names(declaration).is_empty()
}

/// Whether there is an entry of a contact, be it one that could not be read.
pub(crate) fn are_named(declaration: &Declaration) -> bool {
    let mut keys = [&KEY, &friction::KEY].into_iter();
    keys.any(|key| !key.names(declaration).is_empty())
}

/// One contact, or one for each number of the gap.
fn contacts(
    lowering: &mut Lowering,
    declaration: &Declaration,
    formula: &Formula,
) -> Result<Vec<Read>, Reported> {
    let gap = gap(lowering, declaration, formula);
    let of = gap.as_ref().map_err(|reported| *reported);
    // Each part is read, even if others have mistakes.
    let slips = slip::of(lowering, formula, of);
    let laws = law::of(lowering, formula, of);
    let near = near::of(lowering, formula, of);
    let gap = gap?;
    let (slips, laws, near) = (slips?, laws?, near?);
    law::needs_friction(lowering, formula)?;
    let marker = gap.marker;
    let names = gap.shape().components(&gap.name(lowering, formula));
    let contacts = names.into_iter().zip(gap.value.entries).zip(slips).zip(laws);
    let contacts = contacts.map(|(((name, gap), slip), law)| Read {
        name,
        approach: slip.approach,
        contact: Contact {
            gap,
            has_gap: true,
            slip: slip.components,
            law,
        },
        items: ContactItems {
            marker,
            near: near.clone(),
        },
    });
    Ok(contacts.collect())
}

fn gap(lowering: &mut Lowering, declaration: &Declaration, formula: &Formula) -> Result<Gap, Reported> {
    if let syn::Expr::Binary(binary) = ungrouped(&formula.expr)
        && let BinOp::Ge(_) | BinOp::Gt(_) | BinOp::Le(_) | BinOp::Lt(_) | BinOp::Eq(_) = binary.op
    {
        let message =
            "a gap is a distance, and that it is not below zero needs no sign: write `y - r` for `y >= r`";
        return Err(lowering.diagnostics.report(binary.op, message));
    }
    let gap = items::gap(lowering, formula, (&GAP, &items::GAP))?;
    let coordinates = &lowering.symbols.coordinates;
    let depends = lowering.graph.each_depends_on(&gap.value.entries, coordinates);
    let Some(at) = depends.iter().position(|depends| !depends) else {
        return Ok(gap);
    };
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let name = &gap.shape().components(&gap.name(lowering, formula))[at];
    let what = if declaration.names_coordinates(formula.expr.to_token_stream()) {
        "has coordinates that cancel"
    } else {
        "contains no coordinate"
    };
    let message = format!(
        "the gap of `{name}` {what}, so that no motion opens or closes it; write the distance of the bodies, as in `y - r`"
    );
    Err(lowering.diagnostics.report(&formula.expr, message))
}

/// The numbers of a part for each contact: one for all, or one for each.
fn for_each(lowering: &mut Lowering, part: &Part, value: Value, gap: &Gap) -> Result<Vec<Expr>, Reported> {
    let shape = gap.shape();
    if value.shape == shape {
        return Ok(value.entries);
    }
    if let Some(number) = value.as_scalar() {
        return Ok(vec![number; shape.size()]);
    }
    let either = match shape {
        Shape::Scalar => "a scalar".to_owned(),
        shape => format!("a scalar, or {shape} as the {}", gap.of.part),
    };
    let message = format!("the {} is {either}; this is {}", part.of.name, value.shape);
    Err(lowering.diagnostics.report(&part.expr, message))
}
