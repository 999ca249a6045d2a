//! `rolling(name = expr)`, `rolling(a == b)`: a function of the velocities that vanishes at all times, affine in them.
//!
//! It refuses to know whether one follows from a constraint on the coordinates: the equations of motion are then the same.

use extremal_symbolic::Expr;
use quote::ToTokens;

use super::constraint::{self, Component, MOVED};
use super::{Entry, Motion, Reading, redundant};
use crate::declaration::{Declaration, Form, Items, Key, Labels, Line, Lost, Row, Section, Statement};
use crate::diagnostics::Reported;
use crate::lower::{Content, Lowering};

pub(crate) static KEY: Key = Key {
    name: "rolling",
    other_words: &[
        "nonholonomic",
        "non_holonomic",
        "pfaffian",
        "velocity_constraint",
        "no_slip",
        "no_side_slip",
        "blade",
        "skate",
    ],
    form: Form::List {
        example: |_| "rolling(no_slip = ..)".to_owned(),
        items: Items::Formulas(Labels::Equations),
    },
    introduces: Some(constraint::NAMES),
    loss: Lost::some_entries,
    statement: Some(Statement::of(Section::Constraints, |written| {
        vec![Line::Vanishes(written.name.clone())]
    })),
    row: Row {
        entry: "rolling(name = .., a == b, ..)",
        shape: "any",
        meaning: "a(q, t)·dt(q) + b(q, t) = 0, nonholonomic: affine in the velocities; fewer numbers than coordinates",
        otherwise: "none",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "a rolling constraint",
    refuses_inputs: Some(MOVED),
    acceleration: "this contains a velocity, whose derivative is an acceleration; a rolling constraint is on velocities, as in \
                   `dt(x) - r * dt(phi)`",
    is_zero: true,
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| {
        let lowering = &mut reading.lowering;
        let components =
            constraint::components(lowering, formula, &CONTENT).and_then(|(rows, components)| {
                for component in &components {
                    is_affine(lowering, component, &formula.expr)?;
                }
                Ok((rows, components))
            });
        let rows = components.as_ref().map(|(rows, _)| rows.clone());
        let rows = rows.map_err(|reported| *reported);
        lowering.multipliers.define(&formula.name(), rows);
        let components = components.map(|(_, components)| components);
        reading.parts.rolling.add(formula, components);
    },
    finish,
    ..Entry::of(&KEY)
};

/// Refuses it beside keys with which no scheme takes it.
fn finish(reading: &mut Reading, _: Option<&Motion>) -> Result<(), Reported> {
    let declaration = reading.declaration;
    let Some(word) = KEY.word(declaration).filter(|_| KEY.has_formulas(declaration)) else {
        return Ok(());
    };
    let refusal = if redundant::is_declared(declaration) {
        "the rank of constraints that may follow from others is found for those on coordinates; drop `redundant`, and the \
         constraints that follow"
            .to_owned()
    } else {
        return Ok(());
    };
    Err(reading.lowering.diagnostics.report(word, refusal))
}

/// A velocity is in it, and none in ∂/∂v of it.
fn is_affine(lowering: &mut Lowering, of: &Component, expr: &syn::Expr) -> Result<(), Reported> {
    let (velocities, graph) = (&lowering.symbols.velocities, &mut lowering.graph);
    let slopes = graph.gradient(of.entry, velocities);
    let zero = graph.zero();
    let is_affine = !graph.any_depends_on(&slopes, velocities)
        || graph
            .degree_in(of.entry, velocities)
            .is_some_and(|degree| degree <= 1);
    let name = &of.name;
    let message = if !is_affine {
        format!(
            "`{name}` is not affine in the velocities, so that no reaction is along ∂/∂v of it for all of them; write \
             a(q, t)·dt(q) + b(q, t), as in `dt(x) - r * dt(phi)`"
        )
    } else if slopes.iter().any(|&slope| slope != zero) {
        return Ok(());
    } else if graph.depends_on(of.entry, &lowering.symbols.coordinates) {
        format!(
            "`{name}` contains no velocity: a constraint on coordinates is holonomic; write it as `constraint({name} = ..)`"
        )
    } else {
        format!(
            "`{name}` contains no velocity, so that nothing can hold it; write what has to vanish, as in `dt(x) - r * dt(phi)`"
        )
    };
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    Err(lowering.diagnostics.report(expr.to_token_stream(), message))
}

/// Too many of both kinds leave no motion.
pub(super) fn leave_a_motion(
    lowering: &mut Lowering,
    declaration: &Declaration,
    [holonomic, rolling, coordinates]: [usize; 3],
) -> Result<(), Reported> {
    if rolling == 0 || holonomic + rolling < coordinates || declaration.lost.quantities.is_some() {
        return Ok(());
    }
    // How many coordinates items have together, only the program knows.
    if lowering.sums.is_family() {
        return Ok(());
    }
    let Some(last) = KEY.names(declaration).pop() else {
        return Ok(());
    };
    let message = match (holonomic + rolling, coordinates) {
        (1, _) => "a constraint on the only coordinate leaves no velocity free; drop it".to_owned(),
        (all, 1) => format!("{all} constraints on 1 coordinate leave no velocity free; drop them"),
        (all, _) => format!(
            "{all} constraints on {coordinates} coordinates leave no velocity free; drop those that follow from others"
        ),
    };
    Err(lowering.diagnostics.report(last, message))
}

/// The formulas themselves.
pub(super) fn entries(components: &[Component]) -> Vec<Expr> {
    components.iter().map(|component| component.entry).collect()
}
