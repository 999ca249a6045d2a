//! Where the numbers of an item are in vectors and matrices of the whole system.

use crate::derive::family::Items;

/// A number of an item: a coordinate, constraint, input or sensitivity, as [`Items`] count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Local {
    Coordinate(usize),
    Constraint(usize),
    Input(usize),
    /// It counts behind all inputs.
    Sensitivity(usize),
}

/// A n + b m + stride k + group, with n coordinates and m constraints in the system, and the number k of a local one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// a
    pub(crate) coordinates: usize,
    /// b
    pub(crate) constraints: usize,
    /// `None` for k = 0.
    pub(crate) of: Option<Local>,
    pub(crate) stride: usize,
    pub(crate) group: usize,
}

impl Place {
    pub(crate) fn of(local: Local, stride: usize, group: usize) -> Self {
        Self {
            coordinates: 0,
            constraints: 0,
            of: Some(local),
            stride,
            group,
        }
    }

    /// The same, moved by `coordinates` n + `constraints` m.
    pub(crate) fn behind(self, coordinates: usize, constraints: usize) -> Self {
        Self {
            coordinates,
            constraints,
            ..self
        }
    }

    fn fixed(group: usize) -> Self {
        Self {
            of: None,
            ..Self::of(Local::Coordinate(0), 1, group)
        }
    }
}

/// How the places of results of an item count.
#[derive(Clone, Debug)]
pub(crate) enum Space {
    /// As they are.
    Fixed,
    Coordinates,
    Constraints,
    /// Those of all coordinates, then those of all constraints: how many each of them has.
    Rows(usize, usize),
    /// Rows, and then coordinates.
    RowsAndCoordinates(usize, usize),
    /// `of_each` numbers of each coordinate (q, p and v), then `inputs` inputs where these are not of items, then sensitivities.
    Known {
        of_each: usize,
        inputs: usize,
    },
}

impl Space {
    /// Where a result of an item goes.
    pub(crate) fn place(&self, items: &Items, result: usize) -> Place {
        let n = items.coordinates.len();
        let coordinate = |at: usize| Place::of(Local::Coordinate(at), 1, 0);
        match *self {
            Space::Fixed => Place::fixed(result),
            Space::Coordinates => coordinate(result),
            Space::Constraints => Place::of(Local::Constraint(result), 1, 0),
            Space::Rows(groups, _) if result < n * groups => {
                Place::of(Local::Coordinate(result / groups), groups, result % groups)
            }
            Space::Rows(groups, multipliers) => {
                let at = result - n * groups;
                let local = Local::Constraint(at / multipliers);
                Place::of(local, multipliers, at % multipliers).behind(groups, 0)
            }
            Space::RowsAndCoordinates(groups, multipliers) => {
                let rows = n * groups + items.constraints.len() * multipliers;
                match result < rows {
                    true => Space::Rows(groups, multipliers).place(items, result),
                    false => coordinate(result - rows).behind(groups, multipliers),
                }
            }
            Space::Known { of_each, .. } if result < of_each * n => {
                coordinate(result % n).behind(result / n, 0)
            }
            Space::Known { of_each, inputs } => {
                let (at, of_items) = (result - of_each * n, items.inputs.len());
                let place = match at.checked_sub(of_items + inputs) {
                    Some(sensitivity) => Place::of(Local::Sensitivity(sensitivity), 1, 0),
                    None if at < of_items => Place::of(Local::Input(at), 1, 0),
                    None => Place::fixed(at),
                };
                place.behind(3, 0)
            }
        }
    }
}
