//! `kinetic = ..`: T(q, v, t), a polynomial of degree at most two in v. All uses of a separate T rely on that.
//!
//! It refuses to know motion, except for the degree of T in the velocities.

use extremal_symbolic::Expr;
use proc_macro2::Ident;

use super::{Entry, Reading, force};
use crate::declaration::{Formula, Key, Line, Row, Section, Statement, Times, operands, ungrouped};
use crate::diagnostics::Reported;
use crate::lower::{Content, Lowering};
use crate::text;

pub(crate) static KEY: Key = Key {
    name: "kinetic",
    other_words: &["T", "kinetic_energy"],
    times: Times::Once("drop one of the two"),
    statement: Some(Statement::of(Section::Lagrangian, |_| {
        vec![Line::Equals("T".to_owned())]
    })),
    row: Row {
        entry: "kinetic = ..",
        shape: "scalar",
        meaning: "T(q, dt(q), t): a polynomial of degree at most 2 in the velocities",
        otherwise: "one of `kinetic`, `mass_matrix` and `lagrangian` is required, unless all coordinates are `massless`",
    },
    ..Key::PLAIN
};

static CONTENT: Content = Content {
    what: "the kinetic energy",
    refuses_inputs: Some(force::ONLY_HERE),
    ..Content::OF_THE_MOTION
};

pub(super) const ENTRY: Entry = Entry {
    read: |reading, formula| reading.parts.energies.kinetic = Some(kinetic(reading, formula)),
    ..Entry::of(&KEY)
};

fn kinetic(reading: &mut Reading, formula: &Formula) -> Result<Expr, Reported> {
    let expr = &formula.expr;
    let kinetic = reading.lowering.scalar_formula(expr, &CONTENT)?;
    contains_velocity(reading, kinetic, expr)?;
    let lowering = &mut reading.lowering;
    match lowering.graph.degree_in(kinetic, &lowering.symbols.velocities) {
        Some(0..=2) => Ok(kinetic),
        Some(degree) => {
            let message = format!(
                "a kinetic energy is of second degree in the velocities at most, this is of degree {degree}; \
                 give all of L as `lagrangian = ..`"
            );
            Err(lowering.diagnostics.report(expr, message))
        }
        None => Err(match length_of_velocity(lowering, expr) {
            Some((norm, of)) => {
                let of = text::of(of);
                let message = format!(
                    "a kinetic energy has the square of a velocity, and this is its length: write `{of}.norm_squared()`"
                );
                lowering.diagnostics.report(norm, message)
            }
            None => {
                let message = "a kinetic energy is a polynomial of second degree in the velocities at most; \
                               give all of L as `lagrangian = ..`";
                lowering.diagnostics.report(expr, message)
            }
        }),
    }
}

/// Without velocities there are no momenta. A system without masses is declared by `lagrangian`.
fn contains_velocity(reading: &mut Reading, kinetic: Expr, expr: &syn::Expr) -> Result<(), Reported> {
    let lowering = &mut reading.lowering;
    if lowering.graph.depends_on(kinetic, &lowering.symbols.velocities) {
        return Ok(());
    }
    if let Some(reported) = lowering.lost.names {
        return Err(reported);
    }
    let name = reading.declaration.first_coordinate();
    let message =
        format!("the kinetic energy contains no velocity; write the velocity of `{name}` as `dt({name})`");
    Err(lowering.diagnostics.report(expr, message))
}

/// The first length of a velocity that is not squared: its `norm`, and what it is of.
fn length_of_velocity<'e>(
    lowering: &mut Lowering,
    expr: &'e syn::Expr,
) -> Option<(&'e Ident, &'e syn::Expr)> {
    let mut lengths = Vec::new();
    collect_lengths(expr, &mut lengths);
    lengths.into_iter().find(|(_, of)| {
        let value = lowering.formula(of, &CONTENT);
        value.is_ok_and(|value| {
            lowering
                .graph
                .any_depends_on(&value.entries, &lowering.symbols.velocities)
        })
    })
}

fn collect_lengths<'e>(expr: &'e syn::Expr, lengths: &mut Vec<(&'e Ident, &'e syn::Expr)>) {
    match ungrouped(expr) {
        syn::Expr::Binary(_) => operands(expr)
            .into_iter()
            .for_each(|operand| collect_lengths(operand, lengths)),
        syn::Expr::Unary(unary) => collect_lengths(&unary.expr, lengths),
        syn::Expr::MethodCall(call) if call.method == "norm" => lengths.push((&call.method, &call.receiver)),
        syn::Expr::Call(call) => match (ungrouped(&call.func), call.args.first()) {
            (syn::Expr::Path(path), Some(of)) if path.path.is_ident("norm") => {
                lengths.extend(path.path.get_ident().map(|norm| (norm, of)));
            }
            _ => {}
        },
        _ => {}
    }
}
