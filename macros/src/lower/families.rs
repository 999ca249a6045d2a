//! Sums that are loops, over ranges that only the program knows or that are long: their markers, their running indices, and the coordinates of their items.
//!
//! It refuses to know formulas; `totals` reads sums, `functions` what is a function of them, `items` what they are of, `listed` fields by which steps are differentiated, `rows` arrays, `each` arrays within each other,
//! `equations` those that are equal, `integers` the ends of ranges, `bounds` items that are not there.

mod bounds;
mod each;
mod equations;
mod functions;
mod integers;
mod items;
mod listed;
mod rows;
mod totals;

use std::collections::{BTreeMap, BTreeSet};

use extremal_symbolic::{Expr, Graph};

use super::{Lowering, Parameters, Shape};
use crate::declaration::{self, Declaration, Quantity, integer_text, name_of};
use crate::model::{
    self, Atom, ContactItems, Families, Integer, Marker, Place, Range, Total, WRITTEN_OUT,
    WRITTEN_OUT_WITHIN, Why,
};

pub(crate) use each::EachItem;
pub(crate) use rows::Rows;

/// The sums of a declaration, as far as it is read.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    coordinates: Quantities,
    inputs: Quantities,
    /// Fields by which steps are differentiated.
    sensitivities: model::Placed,
    markers: Vec<Marker>,
    running: Vec<Running>,
    /// The sums of which formulas are functions, where they may be.
    totals: Vec<Total>,
    /// Whether they may be: whether sums are numbers.
    are_numbers: bool,
    /// How many sums are around the current expression.
    depth: usize,
    /// Ranges of up to this many items are written out, if the macro knows their ends.
    written_out: usize,
}

/// Declared coordinates or inputs, and the numbers of them that formulas name.
#[derive(Debug, Default)]
struct Quantities {
    extents: Vec<model::Extent>,
    /// Those of items.
    shapes: Vec<Shape>,
    places: Vec<Place>,
    /// A name for each place: `q[i + 1]`.
    names: Vec<String>,
    local: BTreeMap<(usize, Integer, usize), usize>,
}

/// A running index. Ranges with the same ends at the same depth share one, so that they share a marker.
#[derive(Debug)]
struct Running {
    depth: usize,
    range: Range,
    /// The user's name for it, where it was met first.
    name: String,
}

impl Quantities {
    /// The numbers of fixed lengths, which are all there from the start.
    fn new(declared: &[Quantity]) -> Self {
        let mut quantities = Self::default();
        for (quantity, declared) in declared.iter().enumerate() {
            quantities.extents.push(model::Extent {
                name: name_of(&declared.ident),
                items: None,
                inner: declared.size(),
            });
            quantities.shapes.push(declared.shape);
            if declared.items.is_some() {
                continue;
            }
            for (component, name) in declared.component_names().into_iter().enumerate() {
                quantities.add(quantity, Integer::default(), component, name);
            }
        }
        quantities
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

    /// The number of a place, if a formula named it before.
    fn find(&self, quantity: usize, item: &Integer, component: usize) -> Option<usize> {
        self.local.get(&(quantity, item.clone(), component)).copied()
    }

    fn truncate(&mut self, count: usize) {
        self.places.truncate(count);
        self.names.truncate(count);
        self.local.retain(|_, at| *at < count);
    }

    /// `q[i + 1]`, or `r[i + 1][2]`.
    fn name_of(&self, quantity: usize, item: &str, component: usize) -> String {
        let name = format!("{}[{item}]", self.extents[quantity].name);
        let names = self.shapes[quantity].components(&name);
        names.into_iter().nth(component).unwrap_or(name)
    }

    /// Whether there is a length that only the program knows.
    fn has_items(&self) -> bool {
        self.extents.iter().any(|extent| extent.items.is_some())
    }
}

impl Sums {
    pub(super) fn new(declaration: &Declaration) -> Self {
        Self {
            coordinates: Quantities::new(&declaration.coordinates),
            inputs: Quantities::new(&declaration.inputs),
            written_out: written_out(declaration),
            ..Self::default()
        }
    }

    /// The sums, if there are any; `rows` has one entry for each constraint, `outputs` one for each of their components, and
    /// `contacts` one for each contact.
    pub(crate) fn finish(
        self,
        [rows, outputs]: [Vec<Option<usize>>; 2],
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
        let [rows, outputs] =
            [rows, outputs].map(|rows| rows.into_iter().map(|row| row.map(place_of)).collect());
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
            inputs: self.inputs.has_items().then_some(model::Placed {
                extents: self.inputs.extents,
                places: self.inputs.places,
            }),
            sensitivities: (!self.sensitivities.extents.is_empty()).then_some(self.sensitivities),
            extents: self.coordinates.extents,
            places: self.coordinates.places,
            markers,
            rows,
            outputs,
            totals: self.totals,
            contacts,
            indices,
            reads: parameters.reads(),
            reactions,
            integers: parameters.integers(),
        })
    }

    /// Whether sums are loops.
    pub(crate) fn is_family(&self) -> bool {
        !self.running.is_empty() || self.coordinates.has_items() || self.inputs.has_items()
    }

    /// Why they are loops.
    pub(crate) fn why(&self) -> Why {
        let extents = self.coordinates.extents.iter().chain(&self.inputs.extents);
        let mut lengths = extents.filter_map(|extent| extent.items.as_ref());
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
        &self.coordinates.names
    }

    /// Whether a constant is a length of a coordinate or an input, or the end of a range, so that it is an integer.
    pub(super) fn has_length(&self, constant: &str) -> bool {
        let extents = self.coordinates.extents.iter().chain(&self.inputs.extents);
        let lengths = extents.filter_map(|extent| extent.items.as_ref());
        let ends = self.running.iter().map(|running| &running.range.beyond);
        let mut constants = BTreeSet::new();
        lengths
            .chain(ends)
            .for_each(|integer| integer.collect_constants(&mut constants));
        constants.contains(constant)
    }

    fn of(&self, which: declaration::Quantities) -> &Quantities {
        match which {
            declaration::Quantities::Coordinates => &self.coordinates,
            declaration::Quantities::Inputs => &self.inputs,
        }
    }

    fn of_mut(&mut self, which: declaration::Quantities) -> &mut Quantities {
        match which {
            declaration::Quantities::Coordinates => &mut self.coordinates,
            declaration::Quantities::Inputs => &mut self.inputs,
        }
    }

    /// The length of a quantity whose items are not written out.
    pub(crate) fn length(&self, which: declaration::Quantities, quantity: usize) -> Option<&Integer> {
        self.of(which).extents[quantity].items.as_ref()
    }

    pub(crate) fn places(&self) -> &[Place] {
        &self.coordinates.places
    }

    /// Where each of the model's inputs is.
    pub(crate) fn places_of_inputs(&self) -> &[Place] {
        &self.inputs.places
    }

    /// The symbols of all markers.
    pub(crate) fn symbols_of_markers(&self) -> Vec<Expr> {
        self.markers.iter().map(|marker| marker.symbol).collect()
    }

    /// How many components the coordinates before a declared one have, each counted for one item.
    pub(crate) fn first_of(&self, quantity: usize) -> usize {
        let before = self.coordinates.extents[..quantity].iter();
        before.map(|extent| extent.inner).sum()
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
    let quantities = || declaration.coordinates.iter().chain(&declaration.inputs);
    if quantities().all(|quantity| quantity.items.is_none()) {
        return WRITTEN_OUT;
    }
    let lengths = quantities().flat_map(|quantity| quantity.shape.lengths());
    lengths.fold(WRITTEN_OUT_WITHIN, usize::max)
}

impl Lowering<'_> {
    /// Reads the lengths of coordinates and inputs whose items are not written out, once all names are known.
    pub(super) fn read_extents(&mut self, declaration: &Declaration) {
        for which in [
            declaration::Quantities::Coordinates,
            declaration::Quantities::Inputs,
        ] {
            for (quantity, declared) in declaration.quantities(which).iter().enumerate() {
                self.sums.of_mut(which).extents[quantity].items = self.read_extent(declared);
            }
        }
    }

    /// Forgets coordinates and numbers of lists that only these formulas name: no equation contains them.
    pub(crate) fn without_traces<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let (count, known) = (self.symbols.coordinates.len(), self.parameters.clone());
        let result = read(self);
        self.symbols.coordinates.truncate(count);
        self.symbols.velocities.truncate(count);
        self.sums.coordinates.truncate(count);
        self.parameters = known;
        result
    }

    fn read_extent(&mut self, declared: &Quantity) -> Option<Integer> {
        let read = self.length_of_quantity(declared.items.as_ref()?);
        // A wrong length was reported.
        let wrong = || Integer::atom(Atom::Constant("LENGTH".to_owned()));
        Some(read.unwrap_or_else(|_| wrong()))
    }

    /// An integer as the user would write it.
    fn text_of(&self, integer: &Integer) -> String {
        integer_text(integer, self.parameters.fields(), &self.sums.names_of_running())
    }
}
