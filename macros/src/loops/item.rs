//! The loop of a pass: numbers of an item are gathered, its kernel is called, and the results are added where they belong.

use extremal_symbolic::Expr;

use crate::derive::family::{Items, Pass};
use crate::loops::nest::{Nest, level};
use crate::loops::places::{Local, Place, Space};
use crate::loops::windows::Windows;
use crate::model::{Families, Placed, Range, Read};

/// The items of a sum, and their local numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Indices<'a> {
    pub(crate) families: &'a Families,
    /// For each constraint, or component of outputs, the marker over whose items it is a row, if it is one.
    pub(crate) rows: &'a [Option<usize>],
    pub(crate) items: &'a Items,
}

/// What an item reads, and where its results go.
#[derive(Debug)]
pub(crate) struct Body<'a> {
    pub(crate) indices: Indices<'a>,
    /// The parameters of the model.
    pub(crate) parameters: &'a [Expr],
    pub(crate) pass: &'a Pass,
    pub(crate) sources: Vec<Source>,
    /// One for each vector.
    pub(crate) vectors: Vec<Space>,
    /// One for each matrix: rows and columns.
    pub(crate) matrices: Vec<[Space; 2]>,
}

/// An argument of the kernel, of numbers of the whole system: `stride` for each local coordinate, constraint or input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) name: &'static str,
    pub(crate) owner: Owner,
    pub(crate) stride: usize,
}

/// What the numbers of an argument belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Coordinates,
    /// Impulses of constraints. This many numbers of each coordinate stand before them.
    Constraints(usize),
    Inputs,
}

/// A sum over items, in a register: the vector that it is for, and the result of the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sum {
    pub(crate) list: usize,
    pub(crate) place: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// Rows of this constraint are counted from the first one of the loop.
    FirstRow(usize),
    NextRow,
    /// The numbers that all items share.
    Shared,
    /// The number of a local coordinate, constraint, input or sensitivity in the whole system.
    Number(Local),
    /// Which of the items of its quantity has a local coordinate.
    Item(usize),
    /// A parameter that only the program finds, by its place in [`Families::reads`].
    Parameter(usize),
    /// The same, of a row of a window.
    InRow {
        read: usize,
        row: usize,
    },
    /// A number of an argument.
    Gather {
        source: usize,
        argument: usize,
        at: Place,
    },
    /// All numbers of the item that has these local coordinates.
    GatherItem {
        source: usize,
        locals: Vec<usize>,
    },
    Call,
    /// A sum begins with 0.
    Zero(Sum),
    /// A result is added to a sum.
    Sum {
        sum: Sum,
        result: usize,
    },
    /// A sum is added to its vector.
    AddSum {
        sum: Sum,
        at: Place,
    },
    /// A result is added to a vector.
    Add {
        list: usize,
        result: usize,
        at: Place,
    },
    /// Results are added to all numbers of the item that has these local coordinates, `stride` for each.
    AddItem {
        list: usize,
        stride: usize,
        locals: Vec<usize>,
        results: Vec<usize>,
    },
    /// Results are written to a window, and carried to later items, by the place in [`Windows::written`].
    Write(usize),
    /// Results are added to a matrix.
    Enter {
        matrix: usize,
        entries: Vec<[Place; 2]>,
    },
    /// What is done with the item besides.
    Visit,
}

impl Statement {
    /// The places that it computes with.
    pub(crate) fn places(&self) -> Vec<Place> {
        match self {
            Self::Gather { at, .. } | Self::AddSum { at, .. } | Self::Add { at, .. } => vec![*at],
            Self::Enter { entries, .. } => entries.concat(),
            _ => Vec::new(),
        }
    }
}

/// A loop over items.
#[derive(Clone, Debug)]
pub(crate) struct ItemLoop {
    pub(crate) nest: Nest<Statement>,
    /// If the innermost range is walked through in windows.
    pub(crate) windows: Option<Windows>,
    /// Whether the outermost range is cut, and the loop visits one part of it.
    pub(crate) is_cut: bool,
    /// Whether the only vector is set, and not added to.
    pub(crate) sets: bool,
}

impl ItemLoop {
    /// Whether the only vector can be set, number by number, and zero elsewhere.
    pub(crate) fn can_set(&self) -> bool {
        let writes = |windows: &Windows| !windows.written.is_empty();
        self.nest.ranges.len() == 1 && self.windows.as_ref().is_some_and(writes)
    }
}

impl<'a> Indices<'a> {
    pub(crate) fn ranges(&self) -> &'a [Range] {
        ranges(self.families, self.items.marker)
    }

    fn ranges_of_row(&self, constraint: usize) -> &'a [Range] {
        ranges(self.families, self.rows[constraint])
    }

    /// Loops that count the rows of constraints.
    pub(super) fn nest(&self) -> Nest<Statement> {
        let mut nest = Nest::over(self.ranges());
        let mut constraints = self.items.constraints.iter();
        if let Some(&row) = constraints.find(|&&row| self.rows[row].is_some()) {
            let level = self.ranges_of_row(row).len();
            nest.levels[0].before.push(Statement::FirstRow(row));
            nest.levels[level].after.push(Statement::NextRow);
        }
        nest
    }

    pub(super) fn locals(&self) -> impl Iterator<Item = Local> {
        let coordinates = (0..self.items.coordinates.len()).map(Local::Coordinate);
        let constraints = (0..self.items.constraints.len()).map(Local::Constraint);
        let inputs = (0..self.items.inputs.len()).map(Local::Input);
        let sensitivities = (0..self.items.sensitivities.len()).map(Local::Sensitivity);
        coordinates.chain(constraints).chain(inputs).chain(sensitivities)
    }

    /// The level of the loops within which a number of an item is another one.
    pub(crate) fn level_of(&self, local: Local) -> usize {
        match local {
            Local::Coordinate(at) => level(
                self.ranges(),
                &self.families.places[self.items.coordinates[at]].item,
            ),
            // A row may have sums within it.
            Local::Constraint(at) => self.ranges_of_row(self.items.constraints[at]).len(),
            Local::Input(at) => self.level_of_placed(self.families.inputs.as_ref(), self.items.inputs[at]),
            Local::Sensitivity(at) => {
                self.level_of_placed(self.families.sensitivities.as_ref(), self.items.sensitivities[at])
            }
        }
    }

    fn level_of_placed(&self, placed: Option<&Placed>, at: usize) -> usize {
        placed.map_or(0, |placed| level(self.ranges(), &placed.places[at].item))
    }
}

impl Body<'_> {
    /// Everything is done for each item anew.
    pub(crate) fn naive(&self) -> ItemLoop {
        let mut nest = self.indices.nest();
        let shared = self.pass.constants.iter().map(|_| Statement::Shared);
        nest.levels[0].before.extend(shared);
        let numbers = self.indices.locals().map(Statement::Number);
        let statements = numbers
            .chain(self.gathers())
            .chain([Statement::Call, Statement::Visit]);
        nest.innermost().extend(statements.chain(self.results()));
        ItemLoop {
            nest,
            windows: None,
            is_cut: false,
            sets: false,
        }
    }

    fn gathers(&self) -> Vec<Statement> {
        let used = self.pass.kernel.used("parameters");
        let reads = self.indices.families.reads.iter().enumerate();
        let reads = reads.filter(|(_, read)| used.contains(&self.parameters[read.parameter]));
        let mut gathers: Vec<Statement> = reads.map(|(read, _)| Statement::Parameter(read)).collect();
        for (source, of) in self.sources.iter().enumerate() {
            if self.pass.kernel.used(of.name).is_empty() {
                continue;
            }
            let arguments = 0..of.locals(self.indices.items) * of.stride;
            gathers.extend(arguments.map(|argument| Statement::Gather {
                source,
                argument,
                at: of.place(argument),
            }));
        }
        gathers
    }

    fn results(&self) -> Vec<Statement> {
        let mut results = Vec::new();
        for (list, space) in self.vectors.iter().enumerate() {
            let places = self.pass.vectors[list].iter().enumerate();
            results.extend(places.map(|(result, &place)| Statement::Add {
                list,
                result,
                at: space.place(self.indices.items, place),
            }));
        }
        for (matrix, [rows, columns]) in self.matrices.iter().enumerate() {
            let entries = self.pass.matrices[matrix].iter();
            let entries = entries.map(|&(row, column)| {
                [
                    rows.place(self.indices.items, row),
                    columns.place(self.indices.items, column),
                ]
            });
            let entries = entries.collect();
            results.push(Statement::Enter { matrix, entries });
        }
        results
    }

    /// The level of the loops within which a statement does something new.
    pub(crate) fn level(&self, statement: &Statement) -> usize {
        match statement {
            Statement::FirstRow(_) | Statement::Shared => 0,
            Statement::Number(local) => self.indices.level_of(*local),
            Statement::Parameter(read) => self.level_of_read(&self.indices.families.reads[*read]),
            Statement::Gather { at, .. } | Statement::Add { at, .. } => self.level_of_place(at),
            _ => self.indices.ranges().len(),
        }
    }

    pub(crate) fn level_of_place(&self, place: &Place) -> usize {
        place.of.map_or(0, |local| self.indices.level_of(local))
    }

    fn level_of_read(&self, read: &Read) -> usize {
        let levels = read
            .indices
            .iter()
            .map(|index| level(self.indices.ranges(), index));
        levels.max().unwrap_or_default()
    }
}

impl Source {
    /// How many numbers of items there are of this kind.
    pub(crate) fn locals(&self, items: &Items) -> usize {
        match self.owner {
            Owner::Coordinates => items.coordinates.len(),
            Owner::Constraints(_) => items.constraints.len(),
            Owner::Inputs => items.inputs.len(),
        }
    }

    fn place(&self, argument: usize) -> Place {
        let (at, group) = (argument / self.stride, argument % self.stride);
        match self.owner {
            Owner::Coordinates => Place::of(Local::Coordinate(at), self.stride, group),
            Owner::Constraints(before) => {
                Place::of(Local::Constraint(at), self.stride, group).behind(before, 0)
            }
            Owner::Inputs => Place::of(Local::Input(at), self.stride, group),
        }
    }
}

/// The ranges of a marker, from the outside in.
pub(crate) fn ranges(families: &Families, marker: Option<usize>) -> &[Range] {
    marker.map_or(&[], |marker| &families.markers[marker].ranges)
}
