//! Whether all that was declared to move, or to act, does.
//!
//! It refuses to know the equations: what is in no formula of theirs cannot be in them.

use extremal_symbolic::Expr;

use crate::declaration::{Declaration, Quantity, name_of};
use crate::diagnostics::{Diagnostics, Reported};
use crate::lower::Lowering;
use crate::model::Energy;

pub(super) fn check(
    declaration: &Declaration,
    lowering: &mut Lowering,
    energy: &Energy,
    (force, constraints): (&[Expr], &[Expr]),
) -> Result<(), Reported> {
    if let Some(reported) = lowering.lost.entries.or(lowering.lost.forces) {
        return Err(reported);
    }
    let mut roots = [force, constraints].concat();
    match energy {
        Energy::Split { kinetic, potential } => roots.extend([*kinetic, *potential]),
        Energy::General { lagrangian } => roots.push(*lagrangian),
    }
    let used = lowering.graph.operands_below(&roots);
    let is_used = |symbol: &Expr| used.binary_search(symbol).is_ok();
    let symbols = &lowering.symbols;
    let moves: Vec<bool> = symbols
        .coordinates
        .iter()
        .zip(&symbols.velocities)
        .map(|(q, v)| is_used(q) || is_used(v))
        .collect();
    let acts: Vec<bool> = symbols.inputs.iter().map(is_used).collect();

    let coordinates = each(&declaration.coordinates, &moves, lowering.diagnostics, |name| {
        format!(
            "the coordinate `{name}` is in no formula, so nothing determines its motion; \
             write `dt({name})` in the kinetic energy, or drop it"
        )
    });
    let target = declaration
        .coordinates
        .first()
        .map_or_else(|| "x".to_owned(), |q| name_of(&q.ident));
    let inputs = each(&declaration.inputs, &acts, lowering.diagnostics, |name| {
        format!("the input `{name}` acts nowhere; write `force({target} = {name})`, or drop it")
    });
    coordinates.and(inputs)
}

/// One message for a whole vector, or for its first component that is missing.
fn each(
    quantities: &[Quantity],
    used: &[bool],
    diagnostics: &mut Diagnostics,
    message: impl Fn(&str) -> String,
) -> Result<(), Reported> {
    let mut outcome = Ok(());
    let mut rest = used;
    for quantity in quantities {
        let (of_this, behind) = rest.split_at(quantity.size());
        rest = behind;
        let Some(first) = of_this.iter().position(|used| !used) else {
            continue;
        };
        let is_partly_used = of_this.contains(&true);
        let name = match quantity.component_names().into_iter().nth(first) {
            Some(component) if is_partly_used => component,
            _ => name_of(&quantity.ident),
        };
        outcome = Err(diagnostics.report(&quantity.ident, message(&name)));
    }
    outcome
}
