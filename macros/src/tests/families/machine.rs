//! A machine that runs a loop over items as its statements say, with integers that wrap as numbers.

use std::collections::BTreeMap;

use extremal_symbolic::Expr;

use super::instance::Instance;
use super::random::{evaluate, number};
use crate::loops::carry::Written;
use crate::loops::item::{Body, ItemLoop, Statement};
use crate::loops::places::{Local, Place};
use crate::loops::windows::Window;
use crate::model::Range;

/// More than there are coordinates, constraints and items in a test.
const MANY: usize = 1000;

/// What is in vectors and matrices: numbers that are not zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Found {
    vectors: BTreeMap<(usize, usize), i64>,
    matrices: BTreeMap<(usize, usize, usize), i64>,
}

pub(super) struct Machine<'a> {
    instance: &'a Instance<'a>,
    body: &'a Body<'a>,
    of: &'a ItemLoop,
    /// A part of the items, and the number of parts.
    part: (usize, usize),
    running: Vec<i64>,
    now: Registers,
    found: Found,
}

#[derive(Default)]
struct Registers {
    /// The item of a loop over windows, and the index of its first one.
    in_window: (usize, i64),
    row: usize,
    numbers: BTreeMap<Local, usize>,
    items: BTreeMap<usize, usize>,
    arguments: BTreeMap<(&'static str, usize), i64>,
    parameters: BTreeMap<Expr, i64>,
    results: Vec<Vec<i64>>,
    sums: BTreeMap<(usize, usize), i64>,
    carried: BTreeMap<(usize, usize, usize), i64>,
}

impl<'a> Machine<'a> {
    /// The sums of all parts.
    pub(super) fn run(
        instance: &'a Instance<'a>,
        body: &'a Body<'a>,
        of: &'a ItemLoop,
        parts: usize,
    ) -> Found {
        let mut all = Found::default();
        for part in 0..parts {
            let found = Self::of_part(instance, body, of, (part, parts));
            found
                .vectors
                .into_iter()
                .for_each(|(at, more)| add(&mut all.vectors, at, more));
            found
                .matrices
                .into_iter()
                .for_each(|(at, more)| add(&mut all.matrices, at, more));
        }
        all.vectors.retain(|_, number| *number != 0);
        all.matrices.retain(|_, number| *number != 0);
        all
    }

    fn of_part(
        instance: &'a Instance<'a>,
        body: &'a Body<'a>,
        of: &'a ItemLoop,
        part: (usize, usize),
    ) -> Found {
        let mut machine = Self {
            instance,
            body,
            of,
            part,
            running: vec![i64::MIN; 16],
            now: Registers::default(),
            found: Found::default(),
        };
        if !of.nest.ranges.is_empty() || part.0 == 0 {
            machine.level(0);
        }
        machine.found
    }

    fn ends(&self, range: &Range) -> (i64, i64) {
        let [first, beyond] =
            [&range.first, &range.beyond].map(|end| self.instance.integer(end, &self.running));
        (first, beyond.max(first))
    }

    /// The indices of a range within the part.
    fn indices(&self, level: usize) -> (i64, i64) {
        let (first, beyond) = self.ends(&self.of.nest.ranges[level]);
        if level > 0 {
            return (first, beyond);
        }
        let [part, parts] = [self.part.0, self.part.1].map(|number| i64::try_from(number).expect("a part"));
        let end = |part: i64| first + (beyond - first) * part / parts;
        (end(part), end(part + 1))
    }

    fn level(&mut self, at: usize) {
        let level = &self.of.nest.levels[at];
        level
            .before
            .iter()
            .for_each(|statement| self.statement(statement));
        if let Some(range) = self.of.nest.ranges.get(at) {
            let (first, beyond) = self.indices(at);
            let windows = self
                .of
                .windows
                .as_ref()
                .filter(|_| at + 1 == self.of.nest.ranges.len());
            for (item, index) in (first..beyond).enumerate() {
                self.running[range.index] = index;
                self.now.in_window = (item, first);
                if windows.is_some() {
                    self.read();
                }
                self.level(at + 1);
            }
            for written in windows.into_iter().flat_map(|windows| &windows.written) {
                self.ended(written, (first, beyond));
            }
        }
        level.after.iter().for_each(|statement| self.statement(statement));
    }

    /// The numbers of an item in the windows that are read.
    fn read(&mut self) {
        for read in self.of.windows.iter().flat_map(|windows| &windows.read) {
            let start =
                self.start(&read.window, self.now.in_window.1) + self.now.in_window.0 * read.window.width();
            let name = self.body.sources[read.source].name;
            for (within, argument) in read.arguments.iter().enumerate() {
                if let Some(argument) = argument {
                    self.now
                        .arguments
                        .insert((name, *argument), number((name, start + within)));
                }
            }
        }
    }

    /// Where the numbers of an item begin that is the first of a window.
    fn start(&self, window: &Window, first: i64) -> usize {
        let item = usize::try_from(first + self.instance.integer(&window.item, &self.running));
        let offset = self.instance.offset(window.quantity);
        window.stride * (offset + window.inner * item.expect("an item from 0"))
    }

    fn place(&self, place: &Place) -> usize {
        let before = (place.coordinates + place.constraints * MANY) * MANY;
        let number = place.of.map_or(0, |local| self.now.numbers[&local]);
        before + place.stride * number + place.group
    }

    /// The places of all numbers of an item.
    fn places_of_item(&self, locals: &[usize], stride: usize) -> Vec<usize> {
        let place = &self.body.indices.families.places[self.body.indices.items.coordinates[locals[0]]];
        let (offset, item) = (self.instance.offset(place.quantity), self.now.items[&locals[0]]);
        let width = locals.len() * stride;
        (0..width)
            .map(|within| stride * offset + width * item + within)
            .collect()
    }

    fn statement(&mut self, statement: &Statement) {
        let reads = &self.body.indices.families.reads;
        match statement {
            Statement::FirstRow(row) => self.now.row = self.rows_before(*row),
            Statement::NextRow => self.now.row += 1,
            Statement::Number(local) => {
                let number = self.number_of(*local);
                self.now.numbers.insert(*local, number);
            }
            Statement::Item(local) => {
                let place = &self.body.indices.families.places[self.body.indices.items.coordinates[*local]];
                let item = usize::try_from(self.instance.integer(&place.item, &self.running));
                self.now.items.insert(*local, item.expect("an item from 0"));
            }
            Statement::Parameter(read) => self.parameter(*read, None),
            Statement::InRow { read, row } => {
                let rows = self.of.windows.iter().flat_map(|windows| &windows.rows);
                let rows = rows.filter(|rows| rows.name == *row && rows.field == reads[*read].field);
                let first: Vec<i64> = rows
                    .map(|rows| self.instance.integer(&rows.first, &self.running))
                    .collect();
                let index =
                    i64::try_from(self.now.in_window.0).expect("an item") + self.now.in_window.1 + first[0];
                self.parameter(*read, Some(index));
            }
            Statement::Gather { source, argument, at } => {
                let (name, at) = (self.body.sources[*source].name, self.place(at));
                self.now.arguments.insert((name, *argument), number((name, at)));
            }
            Statement::GatherItem { source, locals } => {
                let source = self.body.sources[*source];
                let places = self.places_of_item(locals, source.stride);
                for (within, at) in places.into_iter().enumerate() {
                    let argument = locals[within / source.stride] * source.stride + within % source.stride;
                    self.now
                        .arguments
                        .insert((source.name, argument), number((source.name, at)));
                }
            }
            Statement::Call => self.call(),
            Statement::Shared | Statement::Visit => {}
            _ => self.add(statement),
        }
    }

    /// A parameter, with another index of its row.
    fn parameter(&mut self, read: usize, row: Option<i64>) {
        let read = &self.body.indices.families.reads[read];
        let mut indices = self.instance.all(&read.indices, &self.running);
        if let Some(row) = row {
            indices[0] = row;
        }
        self.now.parameters.insert(
            self.body.parameters[read.parameter],
            number((read.field, indices)),
        );
    }

    fn rows_before(&self, row: usize) -> usize {
        let marker = self.body.indices.rows[row].expect("a row of items");
        let [range, inner @ ..] = &self.body.indices.families.markers[marker].ranges[..] else {
            return 0;
        };
        let (first, beyond) = (self.ends(range).0, self.indices(0).0);
        let mut running = self.running.clone();
        let mut count = 0;
        for index in first..beyond {
            running[range.index] = index;
            self.instance.items(inner, &mut running, &mut |_| count += 1);
        }
        count
    }

    fn number_of(&self, local: Local) -> usize {
        let items = self.body.indices.items;
        match local {
            Local::Coordinate(at) => self.instance.global(items.coordinates[at], &self.running),
            Local::Constraint(at) => {
                let row = items.constraints[at];
                let item = self.body.indices.rows[row].map_or(0, |_| self.now.row);
                row * MANY + item
            }
            Local::Input(at) | Local::Sensitivity(at) => at,
        }
    }

    fn call(&mut self) {
        let mut symbols = self.now.parameters.clone();
        for argument in &self.body.pass.kernel.arguments {
            for (at, &symbol) in argument.symbols.iter().enumerate() {
                let known = self.now.arguments.get(&(argument.name, at)).copied();
                let known = known.unwrap_or_else(|| number((argument.name, at)));
                symbols.entry(symbol).or_insert(known);
            }
        }
        self.now.results = evaluate(&self.body.pass.kernel, &symbols);
    }

    fn add(&mut self, statement: &Statement) {
        match statement {
            Statement::Zero(sum) => {
                self.now.sums.insert((sum.list, sum.place), 0);
            }
            Statement::Sum { sum, result } => {
                let more = self.now.results[sum.list][*result];
                add(&mut self.now.sums, (sum.list, sum.place), more);
            }
            Statement::AddSum { sum, at } => {
                let (at, more) = (self.place(at), self.now.sums[&(sum.list, sum.place)]);
                add(&mut self.found.vectors, (sum.list, at), more);
            }
            Statement::Add { list, result, at } => {
                let (at, more) = (self.place(at), self.now.results[*list][*result]);
                add(&mut self.found.vectors, (*list, at), more);
            }
            Statement::AddItem {
                list,
                stride,
                locals,
                results,
            } => {
                let places = self.places_of_item(locals, *stride);
                for (at, result) in places.into_iter().zip(results) {
                    add(
                        &mut self.found.vectors,
                        (*list, at),
                        self.now.results[*list][*result],
                    );
                }
            }
            Statement::Write(at) => {
                let windows = self.of.windows.as_ref().expect("windows");
                self.write(&windows.written[*at]);
            }
            Statement::Enter { matrix, entries } => {
                let list = self.body.pass.vectors.len() + matrix;
                for (result, [row, column]) in entries.iter().enumerate() {
                    let at = (*matrix, self.place(row), self.place(column));
                    add(&mut self.found.matrices, at, self.now.results[list][result]);
                }
            }
            other => panic!("{other:?}"),
        }
    }

    /// Each number is written once: what the item and those before it have for it.
    fn write(&mut self, of: &Written) {
        let start = self.start(&of.window, self.now.in_window.1) + self.now.in_window.0 * of.window.width();
        for within in of.places() {
            let result = |distance: usize| {
                let at = of.results.get(&(within, distance));
                at.map_or(0, |at| self.now.results[of.list][*at])
            };
            let sign = if of.opposites.contains(&within) { -1 } else { 1 };
            let carried = |distance: usize| self.now.carried.get(&(of.list, within, distance)).copied();
            let own = result(0).wrapping_add(carried(1).unwrap_or(0).wrapping_mul(sign));
            let next: Vec<(usize, i64)> = match sign {
                -1 => vec![(1, result(0))],
                _ => (1..=of.farthest)
                    .map(|distance| {
                        (
                            distance,
                            result(distance).wrapping_add(carried(distance + 1).unwrap_or(0)),
                        )
                    })
                    .collect(),
            };
            let place = (of.list, start + within);
            if self.of.sets {
                // A number that is set is zero before, as each is written once.
                assert!(!self.found.vectors.contains_key(&place), "{place:?} is set twice");
            }
            add(&mut self.found.vectors, place, own);
            for (distance, carry) in next {
                self.now.carried.insert((of.list, within, distance), carry);
            }
        }
    }

    /// What the last items carried.
    fn ended(&mut self, of: &Written, (first, beyond): (i64, i64)) {
        if first == beyond {
            return;
        }
        let start = self.start(&of.window, beyond);
        for (within, distance) in of.carried() {
            let carried = self.now.carried.remove(&(of.list, within, distance)).unwrap_or(0);
            let sign = if of.opposites.contains(&within) { -1 } else { 1 };
            let place = start + (distance - 1) * of.window.width() + within;
            add(
                &mut self.found.vectors,
                (of.list, place),
                carried.wrapping_mul(sign),
            );
        }
    }
}

fn add<K: Ord>(numbers: &mut BTreeMap<K, i64>, at: K, more: i64) {
    let number = numbers.entry(at).or_default();
    *number = number.wrapping_add(more);
}
