//! What items that follow each other add to vectors: each number is written once, and what an item adds to later ones is carried in
//! registers.

use std::collections::{BTreeMap, BTreeSet};

use extremal_symbolic::Op;

use crate::derive::family::Pass;
use crate::loops::item::{Body, ItemLoop, Statement};
use crate::loops::places::{Local, Place};
use crate::loops::windows::{Window, window_of};
use crate::model::Range;

/// Items further apart are looked up one by one.
const FARTHEST: i64 = 4;

/// What is added to one vector: for each of its numbers within an item, the results by their distance from the first.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) list: usize,
    pub(crate) window: Window,
    pub(crate) farthest: usize,
    /// For a place within an item and a distance the result.
    pub(crate) results: BTreeMap<(usize, usize), usize>,
    /// The places for which the next item gets −1 times what this one gets: that is carried, and subtracted.
    pub(crate) opposites: BTreeSet<usize>,
}

/// A number that is added to.
struct Target {
    window: Window,
    within: usize,
    result: usize,
}

/// `None` if some results go to items that do not follow each other.
pub(crate) fn carry(body: &Body<'_>, mut of: ItemLoop) -> Option<ItemLoop> {
    let range = of.nest.ranges.last()?.clone();
    let mut written = Vec::new();
    for list in 0..body.vectors.len() {
        let targets = of
            .nest
            .innermost()
            .iter()
            .filter_map(|statement| match *statement {
                Statement::Add { list: to, result, at } if to == list => {
                    Some(target(body, &range, result, at))
                }
                _ => None,
            });
        let targets = targets.collect::<Option<Vec<Target>>>()?;
        if !targets.is_empty() {
            written.push(Written::of(body.pass, list, &targets)?);
        }
    }
    let statements = of.nest.innermost();
    statements.retain(|statement| !matches!(statement, Statement::Add { .. }));
    let is_entered = |statement: &Statement| matches!(statement, Statement::Enter { .. });
    let end = statements.iter().position(is_entered).unwrap_or(statements.len());
    let writes = (0..written.len()).map(Statement::Write);
    statements.splice(end..end, writes);
    of.windows.as_mut()?.written = written;
    Some(of)
}

fn target(body: &Body<'_>, range: &Range, result: usize, at: Place) -> Option<Target> {
    let Some(Local::Coordinate(local)) = at.of.filter(|_| at.behind(0, 0) == at) else {
        return None;
    };
    let component = body.indices.families.places[body.indices.items.coordinates[local]].component;
    Some(Target {
        window: window_of(body, range, local, at.stride)?,
        within: component * at.stride + at.group,
        result,
    })
}

impl Written {
    fn of(pass: &Pass, list: usize, targets: &[Target]) -> Option<Self> {
        let distance = |of: &Window, from: &Window| {
            let item = (of.quantity == from.quantity).then(|| of.item.plus(-1, &from.item));
            item.flatten()?.known()
        };
        let mut first = &targets.first()?.window;
        for Target { window, .. } in targets {
            if distance(window, first)? < 0 {
                first = window;
            }
        }
        let mut results = BTreeMap::new();
        for target in targets {
            let away = distance(&target.window, first).filter(|away| *away <= FARTHEST)?;
            results.insert((target.within, usize::try_from(away).ok()?), target.result);
        }
        let farthest = results.keys().map(|(_, away)| *away).max().unwrap_or_default();
        let mut written = Self {
            list,
            window: first.clone(),
            farthest,
            results,
            opposites: BTreeSet::new(),
        };
        let opposites = written.places().into_iter();
        written.opposites = opposites
            .filter(|&within| written.is_opposite(pass, within))
            .collect();
        Some(written)
    }

    fn is_opposite(&self, pass: &Pass, within: usize) -> bool {
        let before: usize = pass.vectors.iter().take(self.list).map(Vec::len).sum();
        let program = &pass.kernel.program;
        let output = |distance: usize| {
            let at = self.results.get(&(within, distance))?;
            program.outputs().get(before + at).copied()
        };
        let (Some(own), Some(next)) = (output(0), output(1)) else {
            return false;
        };
        self.farthest == 1 && program.ops().get(next.index()) == Some(&Op::Neg(own))
    }

    /// The places within an item that are added to.
    pub(crate) fn places(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self.results.keys().map(|key| key.0).collect();
        places.dedup();
        places
    }

    /// Whether something is carried for a place.
    pub(crate) fn carries(&self, within: usize) -> bool {
        let mut keys = self.results.keys();
        keys.any(|&(place, distance)| place == within && distance > 0)
    }

    /// The places and distances of what is carried.
    pub(crate) fn carried(&self) -> impl Iterator<Item = (usize, usize)> {
        let places = self.places().into_iter().filter(|&within| self.carries(within));
        places.flat_map(|within| (1..=self.farthest).map(move |distance| (within, distance)))
    }
}
