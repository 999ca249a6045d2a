//! The coordinates and velocities that a projection onto constraints keeps, and its result.

use crate::error::KeepFailure;
use crate::system::lengths::check_length;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, zeros_like};
use extremal_numerics::{Scalar, Size, Vector};

/// The coordinates and velocities that [`project_keeping`](crate::Lagrangian::project_keeping) does not change, by their
/// indices from 0 in q and in v.
///
/// ```
/// use extremal::system::Keep;
///
/// // The angle of the crank, which is coordinate 0, and its speed.
/// let crank = Keep { coordinates: &[0], velocities: &[0] };
/// let speed = Keep { velocities: &[0], ..Keep::NOTHING };
/// assert_ne!(crank, speed);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keep<'a> {
    /// Indices of coordinates.
    pub coordinates: &'a [usize],
    /// Indices of velocities.
    pub velocities: &'a [usize],
}

impl Keep<'static> {
    /// All coordinates and velocities may change.
    pub const NOTHING: Self = Self {
        coordinates: &[],
        velocities: &[],
    };
}

/// A start that satisfies the constraints, of [`project_keeping`](crate::Lagrangian::project_keeping), and its difference from
/// what was given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected<Q, V> {
    /// q
    pub q: Q,
    /// v
    pub v: V,
    /// q − q̂
    pub change_of_q: Q,
    /// v − v̂
    pub change_of_v: V,
}

/// The given start, if there are no constraints.
///
/// # Errors
///
/// The errors of [`kept`].
pub(super) fn unchanged<S: Lagrangian + ?Sized>(
    system: &S,
    place: (S::Scalar, &S::Configuration, &S::Velocity),
    keep: Keep<'_>,
) -> Result<Projected<S::Configuration, S::Velocity>, Failure> {
    kept(system, place, keep)?;
    let (_, q, v) = place;
    Ok(Projected {
        q: q.clone(),
        v: v.clone(),
        change_of_q: zeros_like(q),
        change_of_v: zeros_like(v),
    })
}

/// A one for each coordinate that is kept, and one for each velocity.
///
/// # Errors
///
/// [`Failure::Length`], [`Failure::NotFinite`], [`Failure::NotFiniteCoordinate`], [`Failure::CannotKeep`].
pub(crate) fn kept<S: Lagrangian + ?Sized>(
    system: &S,
    (t, q, v): (S::Scalar, &S::Configuration, &S::Velocity),
    keep: Keep<'_>,
) -> Result<[S::Velocity; 2], Failure> {
    check_length(system, q, "coordinates")?;
    check_length(system, v, "velocity")?;
    if !t.magnitude().is_finite() {
        return Err(Failure::NotFinite { what: "time" });
    }
    check_finite(system, q.as_slice(), "coordinates")?;
    check_finite(system, v.as_slice(), "velocity")?;
    let places = place_by_place(system, keep.coordinates, v, false)?;
    Ok([places, place_by_place(system, keep.velocities, v, true)?])
}

fn check_finite<S: Lagrangian + ?Sized>(
    system: &S,
    numbers: &[S::Scalar],
    what: &'static str,
) -> Result<(), Failure> {
    match numbers.iter().position(|x| !x.magnitude().is_finite()) {
        None => Ok(()),
        Some(k) => Err(Failure::NotFiniteCoordinate {
            what,
            coordinate: system.coordinate_name(k),
        }),
    }
}

fn place_by_place<S: Lagrangian + ?Sized>(
    system: &S,
    indices: &[usize],
    v: &S::Velocity,
    is_velocity: bool,
) -> Result<S::Velocity, Failure> {
    let mut kept: S::Velocity = zeros_like(v);
    let coordinates = kept.as_slice().len();
    for &index in indices {
        let Some(place) = kept.as_mut_slice().get_mut(index) else {
            return Err(KeepFailure::Index { index, coordinates }.into());
        };
        if is_set(*place) {
            return Err(KeepFailure::Twice {
                coordinate: system.coordinate_name(index),
                is_velocity,
            }
            .into());
        }
        *place = S::Scalar::from_f64(1.0);
    }
    Ok(kept)
}

pub(crate) fn is_set<T: Scalar>(flag: T) -> bool {
    flag.real() != T::Size::from_f64(0.0)
}

/// Whether there is a one at k.
pub(crate) fn has<T: Scalar>(flags: &impl Vector<T>, k: usize) -> bool {
    is_set(at(flags.as_slice(), k))
}

/// The first k with a one.
pub(crate) fn first<T: Scalar>(flags: &impl Vector<T>) -> Option<usize> {
    flags.as_slice().iter().position(|&flag| is_set(flag))
}
