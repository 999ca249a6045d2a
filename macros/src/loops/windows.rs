//! Items that follow each other in memory, `q[i]`, `q[i + 1]`: windows of one length are read, so that no place is looked up.

use std::mem;

use crate::loops::carry::Written;
use crate::loops::item::{Body, ItemLoop, Owner, Statement};
use crate::loops::nest::level;
use crate::loops::places::{Local, Place};
use crate::model::{Atom, Integer, Range};

#[derive(Clone, Debug, Default)]
pub(crate) struct Windows {
    pub(crate) read: Vec<Read>,
    pub(crate) rows: Vec<Rows>,
    pub(crate) written: Vec<Written>,
}

/// The items of a quantity, `stride` times `inner` numbers each.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Window {
    pub(crate) quantity: usize,
    /// The item for the index 0 of the loop.
    pub(crate) item: Integer,
    pub(crate) inner: usize,
    pub(crate) stride: usize,
}

/// A window that is read.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    pub(crate) source: usize,
    pub(crate) window: Window,
    /// For each number of an item its place in the argument, if it has one.
    pub(crate) arguments: Vec<Option<usize>>,
}

/// Rows of a field from one on.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    pub(crate) field: usize,
    /// The row for the index 0 of the loop.
    pub(crate) first: Integer,
    /// The parameter that it was made for.
    pub(crate) name: usize,
}

impl Window {
    /// How many numbers an item has.
    pub(crate) fn width(&self) -> usize {
        self.inner * self.stride
    }
}

/// `None` if some numbers do not follow each other.
pub(crate) fn windows(body: &Body<'_>, of: &ItemLoop) -> Option<ItemLoop> {
    let range = of.nest.ranges.last()?;
    let has_reactions = !body.pass.kernel.used("lambda").is_empty();
    if !body.indices.items.constraints.is_empty() || has_reactions {
        return None;
    }
    for local in 0..body.indices.items.coordinates.len() {
        window_of(body, range, local, 1)?;
    }
    let mut of = of.clone();
    let mut windows = Windows::default();
    let (mut parameters, mut others) = (Vec::new(), Vec::new());
    for statement in mem::take(of.nest.innermost()) {
        match statement {
            Statement::Parameter(read) => parameters.push(windows.parameter(body, range, read)),
            Statement::Gather { source, argument, at }
                if body.sources[source].owner == Owner::Coordinates =>
            {
                windows.number(body, range, (source, argument, at));
            }
            other => others.push(other),
        }
    }
    of.nest.innermost().extend(parameters.into_iter().chain(others));
    of.windows = Some(windows);
    Some(of)
}

/// The window that a coordinate of an item is in. It is none if items are further apart from one index to the next one than one.
pub(super) fn window_of(body: &Body<'_>, range: &Range, local: usize, stride: usize) -> Option<Window> {
    let place = &body.indices.families.places[body.indices.items.coordinates[local]];
    let item = place.item.plus(-1, &Integer::atom(Atom::Running(range.index)))?;
    let is_innermost = body.indices.level_of(Local::Coordinate(local)) == body.indices.ranges().len();
    (!is_innermost || !changes(range, &item)).then(|| Window {
        quantity: place.quantity,
        item,
        inner: body.indices.families.extents[place.quantity].inner,
        stride,
    })
}

/// Whether an integer depends on the index of a range.
fn changes(range: &Range, value: &Integer) -> bool {
    level(std::slice::from_ref(range), value) > 0
}

impl Windows {
    /// A number of an item is one of a window.
    fn number(&mut self, body: &Body<'_>, range: &Range, (source, argument, at): (usize, usize, Place)) {
        let Some(Local::Coordinate(local)) = at.of else {
            return;
        };
        let Some(window) = window_of(body, range, local, at.stride) else {
            return;
        };
        let component = body.indices.families.places[body.indices.items.coordinates[local]].component;
        let within = component * at.stride + at.group;
        let known = self
            .read
            .iter()
            .position(|read| (read.source, &read.window) == (source, &window));
        let known = known.unwrap_or_else(|| {
            let arguments = vec![None; window.width()];
            self.read.push(Read {
                source,
                window,
                arguments,
            });
            self.read.len() - 1
        });
        self.read[known].arguments[within] = Some(argument);
    }

    /// A parameter of an item is in a row of a field, or else is found by itself.
    fn parameter(&mut self, body: &Body<'_>, range: &Range, read: usize) -> Statement {
        let of = &body.indices.families.reads[read];
        let index = Integer::atom(Atom::Running(range.index));
        let first = of.indices.first().and_then(|first| first.plus(-1, &index));
        let has_row = of.indices.iter().skip(1).all(|other| other.known().is_some());
        let Some(first) = first.filter(|first| has_row && !changes(range, first)) else {
            return Statement::Parameter(read);
        };
        let known = self
            .rows
            .iter()
            .find(|rows| (rows.field, &rows.first) == (of.field, &first));
        let row = known.map_or(of.parameter, |rows| rows.name);
        if known.is_none() {
            self.rows.push(Rows {
                field: of.field,
                first,
                name: row,
            });
        }
        Statement::InRow { read, row }
    }
}
