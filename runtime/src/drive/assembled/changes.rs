//! What a correction changes, in numbers alone, so that it is compiled once for all systems and schemes.

use crate::newton;
use extremal_numerics::block::rows;
use extremal_numerics::{Scalar, Size};

/// x = from − dx.
pub(super) fn set_difference<T: Scalar>(x: &mut [T], from: &[T], dx: &[T]) {
    for ((x, &from), &dx) in x.iter_mut().zip(from).zip(dx) {
        *x = from - dx;
    }
}

/// x = (x + from)/2.
pub(super) fn set_middle<T: Scalar>(x: &mut [T], from: &[T]) {
    let half = T::from_f64(0.5);
    for (x, &from) in x.iter_mut().zip(from) {
        *x = from + (*x - from) * half;
    }
}

/// The largest change of an unknown.
pub(super) fn change<T: Scalar>(x: &[T], from: &[T]) -> T::Size {
    newton::most(x.iter().zip(from).map(|(&x, &from)| (x - from).magnitude()))
}

/// Whether no unknown changes by more than its last digit.
pub(super) fn is_still<T: Scalar>(x: &[T], from: &[T]) -> bool {
    let epsilon = T::Size::from_f64(T::EPSILON);
    let mut pairs = x.iter().zip(from);
    pairs.all(|(&x, &from)| (x - from).magnitude() <= epsilon * x.magnitude())
}

/// How far the change of the first `seeded` of each `groups` unknowns moves the coordinates `q` in the time `h`, relative to
/// the largest of these.
pub(super) fn motion<T: Scalar>(
    q: &[T],
    h: T,
    (x, from): (&[T], &[T]),
    (groups, seeded): (usize, usize),
) -> T::Size {
    let way = newton::most(q.iter().map(|q| q.magnitude())) / h.magnitude();
    let pairs = velocities(q.len(), (x, from), (groups, seeded));
    newton::motion(pairs.map(|(x, from)| ((x - from).magnitude(), way)))
}

/// The largest change of these unknowns relative to the largest of them; see [`newton::small_change`].
pub(super) fn small_change<T: Scalar>(
    count: usize,
    iterates: (&[T], &[T]),
    layout: (usize, usize),
) -> Option<T::Size> {
    newton::small_change(velocities(count, iterates, layout))
}

/// The largest change of these unknowns, as a part of the largest of them.
pub(super) fn part_of_velocities<T: Scalar>(
    count: usize,
    iterates: (&[T], &[T]),
    layout: (usize, usize),
) -> T::Size {
    let change = newton::most(velocities(count, iterates, layout).map(|(x, from)| (x - from).magnitude()));
    change / newton::most(velocities(count, iterates, layout).map(|(x, _)| x.magnitude()))
}

/// The first `seeded` of the `groups` unknowns of each coordinate, after and before.
fn velocities<T: Scalar>(
    count: usize,
    (x, from): (&[T], &[T]),
    (groups, seeded): (usize, usize),
) -> impl Iterator<Item = (T, T)> {
    let coordinates = rows(x, groups).zip(rows(from, groups)).take(count);
    let pairs = coordinates.flat_map(move |(x, from)| x.iter().zip(from).take(seeded));
    pairs.map(|(&x, &from)| (x, from))
}

/// Whether every number is finite.
#[inline]
pub(super) fn all_finite<T: Scalar>(x: &[T]) -> bool {
    x.iter()
        .fold(true, |all, x| all & (x.magnitude() < T::Size::INFINITY))
}
