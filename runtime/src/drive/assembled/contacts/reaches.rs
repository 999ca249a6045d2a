//! Whether reaches cover gaps: a few pairs of points are put as far apart as both reach, where no bodies may overlap.
//!
//! Knows no steps. Pairs that are further apart are not looked at, so that a reach that is too short has to be found before.

use alloc::vec::Vec;

use super::cells::Point;
use super::find::Node;
use super::near::{ROUNDING, point};
use crate::Failure;
use crate::constraints::rounding;
use crate::error::AnySizeFailure;
use crate::family::{ContactItem, FamilyContacts};
use extremal_numerics::{Scalar, Size};

/// Unit vectors without a common plane; the first four are in the plane of x and y.
const DIRECTIONS: [[f64; 3]; 7] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.6, 0.8, 0.0],
    [-0.8, 0.6, 0.0],
    [0.0, 0.0, 1.0],
    [2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0],
    [-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0],
];

/// How many roundings of a coordinate a distance has. Placing a point takes two, computing both points from their
/// coordinates two, and their difference two. Two more are allowed.
const ROUNDED: f64 = 8.0;

/// Looks at pairs of a few points: the first two, the last one, and those that reach furthest and least. One of a pair stays
/// where it is, and the other one is put at the sum of the reaches in several directions; what is looked at anyway, little
/// further, counts to it. Below zero the gap there may be by 8 ε^¾ of the sizes of its summands, and 8 ε of coordinates.
pub(super) fn cover_gaps<S>(system: &S, node: &Node<'_, S::Scalar>) -> Result<(), Failure>
where
    S: FamilyContacts<Scalar: Size> + ?Sized,
{
    let mut q = Vec::new();
    for (form, declared) in S::FORMS.iter().enumerate() {
        if !declared.has_points || system.point_coordinates(form, 0).is_none() {
            continue;
        }
        q.clear();
        q.extend_from_slice(node.q);
        let points = chosen(system, form, node);
        for (i, a) in points.iter().flatten() {
            for (j, b) in points.iter().flatten() {
                let item = ContactItem {
                    form,
                    indices: [*i, *j],
                };
                if i != j && system.has_contact(item) {
                    covers_gap(system, (item, [a, b]), node, &mut q)?;
                }
            }
        }
    }
    Ok(())
}

/// The first point, the second, the last, that of the largest and that of the smallest reach, with their indices.
fn chosen<S>(system: &S, form: usize, node: &Node<'_, S::Scalar>) -> [Option<(usize, Point)>; 5]
where
    S: FamilyContacts<Scalar: Size> + ?Sized,
{
    let mut points = [None; 5];
    system.each_point(form, node.t, node.q, &mut |i, at, reach| {
        let new = Some((i, point(at, reach)));
        let [first, second, last, largest, smallest] = &mut points;
        match (&first, &second) {
            (None, _) => *first = new,
            (_, None) => *second = new,
            _ => {}
        }
        let reach_of = |other: &Option<(usize, Point)>| other.map(|(_, point)| point.reach);
        let reach = reach_of(&new);
        *last = new;
        if largest.is_none() || reach > reach_of(largest) {
            *largest = new;
        }
        if smallest.is_none() || reach < reach_of(smallest) {
            *smallest = new;
        }
    });
    points
}

/// The coordinates are those of the node before and after.
fn covers_gap<S>(
    system: &S,
    (item, [a, b]): (ContactItem, [&Point; 2]),
    node: &Node<'_, S::Scalar>,
    q: &mut [S::Scalar],
) -> Result<(), Failure>
where
    S: FamilyContacts<Scalar: Size> + ?Sized,
{
    let [fixed, moved] = item
        .indices
        .map(|index| system.point_coordinates(item.form, index));
    let (Some(fixed), Some(moved)) = (fixed, moved) else {
        return Ok(());
    };
    if !(a.is_finite() && b.is_finite()) {
        return Ok(());
    }
    let distance = ROUNDING * (a.reach + b.reach);
    let is_plane = moved[2].is_none();
    let of_both = fixed.iter().chain(&moved).flatten();
    let coordinates = of_both
        .filter_map(|&k| node.q.get(k))
        .map(|x| Size::to_f64(*x).abs());
    let largest = coordinates.fold(distance, f64::max);
    let rounded = S::Scalar::from_f64(ROUNDED * largest) * S::Scalar::from_f64(S::Scalar::EPSILON);
    let in_space = DIRECTIONS
        .iter()
        .filter(|direction| !is_plane || direction[2] == 0.0);
    for direction in in_space {
        for axis in 0..3 {
            let Some((x, before)) = moved[axis].and_then(|k| Some((q.get_mut(k)?, node.q.get(k)?))) else {
                continue;
            };
            let by = a.at[axis] - b.at[axis] + distance * direction[axis];
            *x = *before + S::Scalar::from_f64(by);
        }
        let at = system.gap(item, node.t, q, node.v);
        for k in moved.into_iter().flatten() {
            if let (Some(x), Some(before)) = (q.get_mut(k), node.q.get(k)) {
                *x = *before;
            }
        }
        if at.gap < -(rounding::<S>() * at.scale + rounded) {
            return Err(AnySizeFailure::ShortReach {
                contact: S::contact_name(item),
                distance: a.reach + b.reach,
                gap: at.gap.to_f64(),
            }
            .into());
        }
    }
    Ok(())
}
