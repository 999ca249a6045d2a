//! Whether all coordinates move and all inputs act.
//!
//! It refuses to know the equations: a symbol that occurs in no formula cannot occur in them.

use extremal_symbolic::Expr;

use super::{Motion, Reading};
use crate::declaration::Quantity;
use crate::diagnostics::{Diagnostics, Reported};

/// Whether the motion depends, for each component of the quantities, on one of its `symbols`. If not, reports the `message`
/// for the name of a quantity or component, and its first component.
pub(super) fn check(
    reading: &mut Reading,
    motion: Option<&Motion>,
    quantities: &[Quantity],
    symbols: &[Vec<Expr>],
    message: impl Fn(&str, usize) -> String,
) -> Result<(), Reported> {
    let Some(motion) = motion.filter(|_| !quantities.is_empty() && !reading.has_wrong_names) else {
        return Ok(());
    };
    let of_contacts = reading.parts.read_contacts.lost();
    let lowering = &mut reading.lowering;
    if let Some(reported) = lowering.lost.entries.or(lowering.lost.forces).or(of_contacts) {
        reading.has_unused_quantities = true;
        return Err(reported);
    }
    let roots = [
        &motion.force[..],
        &motion.constraints,
        &motion.rolling,
        &motion.energies(),
    ]
    .concat();
    let used = lowering.graph.operands_below(&roots);
    let is_used = |symbol: &Expr| used.binary_search(symbol).is_ok();
    let used: Vec<bool> = symbols
        .iter()
        .map(|symbols| symbols.iter().any(is_used))
        .collect();
    let outcome = each(quantities, &used, lowering.diagnostics, message);
    reading.has_unused_quantities |= outcome.is_err();
    outcome
}

/// One message for a whole vector, or for its first component that is missing.
fn each(
    quantities: &[Quantity],
    used: &[bool],
    diagnostics: &mut Diagnostics,
    message: impl Fn(&str, usize) -> String,
) -> Result<(), Reported> {
    let mut outcome = Ok(());
    for missing in first_of_each(quantities, used) {
        let message = message(&missing.name, missing.component);
        outcome = Err(diagnostics.report(&missing.quantity.ident, message));
    }
    outcome
}

/// A quantity that lacks something, or a component that does.
#[derive(Debug)]
pub(crate) struct Missing<'a> {
    pub(crate) quantity: &'a Quantity,
    /// Its first component that lacks it.
    pub(crate) component: usize,
    /// `r` if the whole quantity lacks it, or else `r[2]`.
    pub(crate) name: String,
}

/// The quantities some components of which do not have what the others have.
pub(crate) fn first_of_each<'a>(quantities: &'a [Quantity], has: &[bool]) -> Vec<Missing<'a>> {
    let mut missing = Vec::new();
    let mut start = 0;
    for quantity in quantities {
        let of_this = &has[start..start + quantity.size()];
        if let Some(first) = of_this.iter().position(|has| !has) {
            let is_partial = of_this.contains(&true);
            let name = match quantity.component_names().into_iter().nth(first) {
                Some(component) if is_partial => component,
                _ => quantity.name(),
            };
            missing.push(Missing {
                quantity,
                component: start + first,
                name,
            });
        }
        start += quantity.size();
    }
    missing
}
