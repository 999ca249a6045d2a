//! What an inner loop does not change is gathered before it; what is added to one number within it is summed up in a register,
//! and added after it.

use std::mem;

use crate::loops::item::{Body, ItemLoop, Statement, Sum};

pub(crate) fn hoist(body: &Body<'_>, mut of: ItemLoop) -> ItemLoop {
    let depth = of.nest.ranges.len();
    for statement in mem::take(of.nest.innermost()) {
        let level = body.level(&statement);
        let outer = &mut of.nest.levels[level];
        match statement {
            Statement::Add { list, result, at } if level < depth => {
                let place = body.pass.vectors[list][result];
                let sum = Sum { list, place };
                outer.before.push(Statement::Zero(sum));
                let is_sum = |statement: &&Statement| matches!(statement, Statement::AddSum { .. });
                let sums = outer.after.iter().filter(is_sum).count();
                outer.after.insert(sums, Statement::AddSum { sum, at });
                of.nest.innermost().push(Statement::Sum { sum, result });
            }
            other => outer.before.push(other),
        }
    }
    of
}

/// Numbers in the whole system that no place needs are not computed.
pub(crate) fn needed(mut of: ItemLoop) -> ItemLoop {
    let places = of.nest.statements().flat_map(Statement::places);
    let locals: Vec<_> = places.filter_map(|place| place.of).collect();
    of.nest.retain(|statement| match statement {
        Statement::Number(local) => locals.contains(local),
        _ => true,
    });
    of
}
