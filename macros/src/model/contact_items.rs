//! The items of a contact of a system of any size.

use extremal_symbolic::Expr;

/// The items of a contact, without the marker's symbol in its formulas.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactItems {
    /// The number of the marker over whose items it is; `None` for one contact.
    pub(crate) marker: Option<usize>,
    /// The points that tell which items can touch.
    pub(crate) near: Option<Near>,
}

/// A point for each value of both running indices of a contact: points i and j further apart than both reach do not touch.
#[derive(Clone, Debug)]
pub(crate) struct Near {
    /// The number of the marker of the points.
    pub(crate) marker: usize,
    /// Two or three coordinates, functions of q and t.
    pub(crate) point: Vec<Expr>,
    /// A function of parameters.
    pub(crate) reach: Expr,
}

impl ContactItems {
    /// The same with other numbers of markers.
    pub(crate) fn with_markers(self, place_of: impl Fn(usize) -> usize) -> Self {
        let near = self.near.map(|near| Near {
            marker: place_of(near.marker),
            ..near
        });
        Self {
            marker: self.marker.map(&place_of),
            near,
        }
    }
}
