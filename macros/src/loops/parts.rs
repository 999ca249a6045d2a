//! A part of the items, which one thread visits: the outermost range is cut.

use crate::loops::item::{Indices, ItemLoop, Statement};
use crate::loops::nest::Nest;
use crate::loops::places::Local;

pub(crate) fn cut(of: ItemLoop) -> ItemLoop {
    ItemLoop { is_cut: true, ..of }
}

/// The coordinates and constraints of the items of a part.
pub(crate) fn touched(indices: &Indices<'_>) -> Nest<Statement> {
    let mut nest = indices.nest();
    let is_row = |local: &Local| matches!(local, Local::Coordinate(_) | Local::Constraint(_));
    for local in indices.locals().filter(is_row) {
        let level = &mut nest.levels[indices.level_of(local)];
        level.before.push(Statement::Number(local));
    }
    nest
}
