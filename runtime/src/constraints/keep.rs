//! What a projection keeps, and what it returns: a start, and how far that is from the numbers that were given.
//!
//! Knows no system.

use core::fmt;

use crate::coordinate::CoordinateName;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};

/// Coordinates and velocities that [`project_keeping`](crate::Lagrangian::project_keeping) does not change, by their places from
/// 0 in q and in v.
///
/// ```
/// use extremal::system::Keep;
///
/// // The angle of the crank, which is coordinate 0, and its speed.
/// let crank = Keep { coordinates: &[0], velocities: &[0] };
/// let speed_only = Keep { velocities: &[0], ..Keep::NOTHING };
/// assert_ne!(crank, speed_only);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep<'a> {
    /// Places of coordinates.
    pub coordinates: &'a [usize],
    /// Places of velocities.
    pub velocities: &'a [usize],
}

impl Keep<'static> {
    /// Everything may change.
    pub const NOTHING: Self = Self {
        coordinates: &[],
        velocities: &[],
    };
}

/// A start that satisfies the constraints, of [`project`](crate::Lagrangian::project).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected<Q, V> {
    /// q
    pub q: Q,
    /// v
    pub v: V,
    /// The coordinate that changed most; `None` if none did.
    pub change_of_q: Option<Change>,
    /// The velocity that changed most; `None` if none did.
    pub change_of_v: Option<Change>,
}

/// The largest change of a coordinate, or of a velocity.
///
/// Numbers are compared as they are: of an angle and a length, the one in smaller units has the larger number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Its coordinate.
    pub coordinate: CoordinateName,
    /// The new number without the old one.
    pub by: f64,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` by {:.3e}", self.coordinate, self.by)
    }
}

/// The largest difference of two vectors.
pub(super) fn change<T: Scalar, V: Vector<T>>(
    from: &V,
    to: &V,
    name: impl Fn(usize) -> CoordinateName,
) -> Option<Change> {
    let zero = T::Size::from_f64(0.0);
    let differences = to.as_slice().iter().enumerate();
    let differences = differences.map(|(k, &to)| (k, to - at(from.as_slice(), k)));
    let (k, by) = differences.fold((0, T::from_f64(0.0)), |most, next| {
        if next.1.magnitude() > most.1.magnitude() { next } else { most }
    });
    (by.magnitude() > zero).then(|| Change {
        coordinate: name(k),
        by: if by.real() == zero { by.magnitude() } else { by.real() }.to_f64(),
    })
}
