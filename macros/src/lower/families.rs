//! Sums that are loops, over ranges that only the program knows or that are long: their markers, their running indices, and the coordinates of their items.
//!
//! It refuses to know formulas; `totals` reads sums, `items` what they are of, `rows` arrays, `each` arrays within each other,
//! `equations` those that are equal, `integers` the ends of ranges.

mod each;
mod equations;
mod integers;
mod items;
mod rows;
mod totals;

use std::collections::{BTreeMap, BTreeSet};

use extremal_symbolic::{Expr, Graph};

use super::{Lowering, Parameters, Shape};
use crate::declaration::{Declaration, Quantity, integer_text, name_of};
use crate::model::{
    self, Atom, ContactItems, Families, Integer, Marker, Place, Range, WRITTEN_OUT, WRITTEN_OUT_WITHIN, Why,
};

pub(crate) use each::EachItem;
pub(crate) use rows::Rows;

/// The sums of a declaration, as far as it is read.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    extents: Vec<model::Extent>,
    /// Those of items.
    shapes: Vec<Shape>,
    places: Vec<Place>,
    /// A name for each place: `q[i + 1]`.
    names: Vec<String>,
    local: BTreeMap<(usize, Integer, usize), usize>,
    markers: Vec<Marker>,
    running: Vec<Running>,
    /// How many sums are around the current expression.
    depth: usize,
    /// Ranges of up to this many items are written out, if the macro knows their ends.
    written_out: usize,
}

/// A running index. Ranges with the same ends at the same depth share one, so that they share a marker.
#[derive(Debug)]
struct Running {
    depth: usize,
    range: Range,
    /// The user's name for it, where it was met first.
    name: String,
}

impl Sums {
    /// The coordinates of fixed lengths, which are all there from the start.
    pub(super) fn new(declaration: &Declaration) -> Self {
        let mut sums = Self {
            written_out: written_out(declaration),
            ..Self::default()
        };
        for (quantity, declared) in declaration.coordinates.iter().enumerate() {
            sums.extents.push(model::Extent {
                name: name_of(&declared.ident),
                items: None,
                inner: declared.size(),
            });
            sums.shapes.push(declared.shape);
            if declared.items.is_some() {
                continue;
            }
            for (component, name) in declared.component_names().into_iter().enumerate() {
                sums.add(quantity, Integer::default(), component, name);
            }
        }
        sums
    }

    fn add(&mut self, quantity: usize, item: Integer, component: usize, name: String) {
        let key = (quantity, item.clone(), component);
        self.local.insert(key, self.places.len());
        self.names.push(name);
        self.places.push(Place {
            quantity,
            item,
            component,
        });
    }

    /// The sums, if there are any; `rows` has one entry for each constraint, `contacts` one for each contact.
    pub(crate) fn finish(
        self,
        rows: Vec<Option<usize>>,
        contacts: Vec<ContactItems>,
        reactions: Vec<model::Reaction>,
        parameters: &Parameters,
    ) -> Option<Families> {
        // A sum within another is in the marker of both.
        let is_whole = |marker: &Marker| {
            let first = marker.ranges.first();
            first.is_some_and(|range| self.running[range.index].depth == 0)
        };
        let place_of = |at: usize| {
            self.markers[..at]
                .iter()
                .filter(|marker| is_whole(marker))
                .count()
        };
        let rows = rows.into_iter().map(|row| row.map(place_of)).collect();
        let contacts = contacts
            .into_iter()
            .map(|contact| contact.with_markers(place_of))
            .collect();
        let markers = self
            .markers
            .iter()
            .filter(|marker| is_whole(marker))
            .cloned()
            .collect();
        let (is_family, indices) = (self.is_family(), self.names_of_running());
        is_family.then_some(Families {
            why: self.why(),
            extents: self.extents,
            places: self.places,
            markers,
            rows,
            contacts,
            indices,
            reads: parameters.reads(),
            reactions,
            integers: parameters.integers(),
        })
    }

    /// Whether sums are loops.
    pub(crate) fn is_family(&self) -> bool {
        !self.running.is_empty() || self.extents.iter().any(|extent| extent.items.is_some())
    }

    /// Why they are loops.
    pub(crate) fn why(&self) -> Why {
        let mut lengths = self.extents.iter().filter_map(|extent| extent.items.as_ref());
        let mut ranges = self.running.iter().map(|running| &running.range);
        let is_of_program = |range: &Range| range.first.is_of_program() || range.beyond.is_of_program();
        match lengths.any(Integer::is_of_program) || ranges.any(is_of_program) {
            true => Why::Program,
            false => Why::Literal(self.written_out),
        }
    }

    /// How many items a range of known ends has at most that is written out.
    pub(super) fn written_out(&self) -> usize {
        self.written_out
    }

    /// A name for each of the model's coordinates.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether a constant is a length of a coordinate or the end of a range, so that it is an integer.
    pub(super) fn has_length(&self, constant: &str) -> bool {
        let lengths = self.extents.iter().filter_map(|extent| extent.items.as_ref());
        let ends = self.running.iter().map(|running| &running.range.beyond);
        let mut constants = BTreeSet::new();
        lengths
            .chain(ends)
            .for_each(|integer| integer.collect_constants(&mut constants));
        constants.contains(constant)
    }

    /// The length of a coordinate whose items are not written out.
    pub(crate) fn length(&self, quantity: usize) -> Option<&Integer> {
        self.extents[quantity].items.as_ref()
    }

    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// The marker of these ranges.
    fn marker(&mut self, graph: &mut Graph, ranges: Vec<Range>) -> (usize, Expr) {
        if let Some(at) = self.markers.iter().position(|marker| marker.ranges == ranges) {
            return (at, self.markers[at].symbol);
        }
        let names = ranges.iter().map(|range| self.running[range.index].name.as_str());
        let symbol = graph.symbol(&format!("sum over {}", names.collect::<Vec<_>>().join(", ")));
        self.markers.push(Marker { symbol, ranges });
        (self.markers.len() - 1, symbol)
    }

    /// The symbols of markers whose outermost range is at this depth, or within it.
    fn markers_from(&self, depth: usize) -> Vec<&Marker> {
        let is_from = |marker: &&Marker| {
            let first = marker.ranges.first();
            first.is_some_and(|range| self.running[range.index].depth >= depth)
        };
        self.markers.iter().filter(is_from).collect()
    }

    fn names_of_running(&self) -> Vec<String> {
        self.running.iter().map(|running| running.name.clone()).collect()
    }
}

/// How many items a range has at most that is written out: its index may select any number that is.
fn written_out(declaration: &Declaration) -> usize {
    let Declaration {
        coordinates, inputs, ..
    } = declaration;
    if coordinates.iter().all(|coordinate| coordinate.items.is_none()) {
        return WRITTEN_OUT;
    }
    let lengths = coordinates
        .iter()
        .chain(inputs)
        .flat_map(|quantity| quantity.shape.lengths());
    lengths.fold(WRITTEN_OUT_WITHIN, usize::max)
}

impl Lowering<'_> {
    /// Reads the lengths of coordinates whose items are not written out, once all names are known.
    pub(super) fn read_extents(&mut self, declaration: &Declaration) {
        for (quantity, declared) in declaration.coordinates.iter().enumerate() {
            let Quantity {
                items: Some(length), ..
            } = declared
            else {
                continue;
            };
            let read = self.length_of_coordinate(length);
            // A wrong length was reported.
            let wrong = || Integer::atom(Atom::Constant("LENGTH".to_owned()));
            self.sums.extents[quantity].items = Some(read.unwrap_or_else(|_| wrong()));
        }
    }

    /// An integer as the user would write it.
    fn text_of(&self, integer: &Integer) -> String {
        integer_text(integer, self.parameters.fields(), &self.sums.names_of_running())
    }
}
