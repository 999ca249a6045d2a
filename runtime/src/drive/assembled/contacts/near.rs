//! The items of a contact whose points are near each other: a list that is kept while no point has moved far.
//!
//! Knows no laws of contacts. The list decides what is looked at, and never what is found: whether an item counts is asked with
//! the points of the present node. Where it is made, pairs a little further apart than they reach show whether reaches cover
//! gaps.

use alloc::vec::Vec;

use super::cells::{Cells, Point};
use crate::constraints::rounding;
use crate::error::AnySizeFailure;
use crate::family::{ContactItem, FamilyContacts};
use crate::{Failure, Lagrangian};
use extremal_numerics::{Scalar, Size};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// The slack of a list, relative to the mean of the distances at which two points touch. A list with more of it lasts longer,
/// and has more items to look at.
const SLACK: f64 = 0.3;

/// The factor by which the reaches of points grow, for rounding.
pub(super) const ROUNDING: f64 = 1.0 + 1e-6;

/// An item, and its two points among those of the list.
type Candidate = (ContactItem, [usize; 2]);

/// The candidates of one declared contact.
#[derive(Clone, Debug, Default)]
pub(super) struct Near {
    cells: Cells,
    /// The index of each point.
    indices: Vec<usize>,
    points: Vec<Point>,
    /// The points for which the list was made.
    listed: Vec<Point>,
    listed_indices: Vec<usize>,
    slack: f64,
    items: Vec<Candidate>,
    /// How often the list was made.
    #[cfg(test)]
    pub(super) made: usize,
}

impl Near {
    /// Looks at the points of the node, and makes the list anew if one has moved too far. Points have the coordinates `q`; each
    /// reaches as much further as it moves until `ahead`, a later time with later coordinates.
    ///
    /// Fails if an item of a new list penetrates, and its points are further apart than both reach.
    pub(super) fn update<S: FamilyContacts + ?Sized>(
        &mut self,
        system: &S,
        form: usize,
        (t, q, v): (ScalarOf<S>, &[ScalarOf<S>], &[ScalarOf<S>]),
        ahead: Option<(ScalarOf<S>, &[ScalarOf<S>])>,
    ) -> Result<(), Failure>
    where
        ScalarOf<S>: Size,
    {
        self.indices.clear();
        self.points.clear();
        let (indices, points) = (&mut self.indices, &mut self.points);
        system.each_point(form, t, q, &mut |i, at, reach| {
            indices.push(i);
            points.push(point(at, reach));
        });
        if let Some((t, q)) = ahead {
            let mut places = points.iter_mut();
            system.each_point(form, t, q, &mut |_, at, reach| {
                if let Some(place) = places.next() {
                    place.reach += Scalar::sqrt(point(at, reach).square_to(place));
                }
            });
        }
        if self.is_valid() {
            return Ok(());
        }
        self.list(system, form);
        let covered = self.covers_gaps(system, (t, q, v));
        if covered.is_err() {
            self.listed_indices.clear();
        }
        covered
    }

    /// The items whose points are near each other, in ascending order.
    pub(super) fn items(&self) -> impl Iterator<Item = ContactItem> {
        let near = self.items.iter().filter(|candidate| self.is_near(candidate));
        near.map(|(item, _)| *item)
    }

    /// Items among which each index of a point is the first and the second one of an item, if it is that of any: enough for
    /// what depends on one of them.
    pub(super) fn samples<S: FamilyContacts + ?Sized>(
        &self,
        system: &S,
        form: usize,
    ) -> impl Iterator<Item = ContactItem> {
        let ends = self.indices.first().copied().zip(self.indices.last().copied());
        let all = ends.into_iter().flat_map(|(first, last)| {
            let of_one = move |&x: &usize| [[first, x], [x, last], [x, first], [last, x]];
            self.indices.iter().flat_map(of_one)
        });
        let items = all.map(move |indices| ContactItem { form, indices });
        items.filter(|item| system.has_contact(*item))
    }

    fn is_near(&self, (_, [a, b]): &Candidate) -> bool {
        let points = self.points.get(*a).zip(self.points.get(*b));
        points.is_none_or(|(a, b)| a.is_near(b, (ROUNDING - 1.0) * (a.reach + b.reach)))
    }

    /// Items that are listed and are not near have gaps of at least −8 ε^¾ of the sizes of their summands.
    fn covers_gaps<S: FamilyContacts + ?Sized>(
        &self,
        system: &S,
        (t, q, v): (ScalarOf<S>, &[ScalarOf<S>], &[ScalarOf<S>]),
    ) -> Result<(), Failure>
    where
        ScalarOf<S>: Size,
    {
        let allowed = rounding::<S>();
        let apart = self.items.iter().filter(|candidate| !self.is_near(candidate));
        let mut gaps = apart.map(|&(item, _)| (item, system.gap(item, t, q, v)));
        let found = gaps.find(|(_, at)| at.gap < -(allowed * at.scale));
        found.map_or(Ok(()), |(item, at)| {
            let (contact, gap) = (S::contact_name(item), at.gap.to_f64());
            Err(AnySizeFailure::OutOfReach { contact, gap }.into())
        })
    }

    /// Whether every pair that is near is in the list: the same points, of which two come nearer by no more than the slack.
    fn is_valid(&self) -> bool {
        if self.indices != self.listed_indices {
            return false;
        }
        let mut moved = self.points.iter().zip(&self.listed).map(|(now, then)| {
            let grown = now.reach * ROUNDING - then.reach;
            Scalar::sqrt(now.square_to(then)) + if grown < 0.0 { 0.0 } else { grown }
        });
        // A distance that is not a number is no small one.
        moved.all(|moved| 2.0 * moved <= self.slack)
    }

    fn list<S: FamilyContacts + ?Sized>(&mut self, system: &S, form: usize) {
        self.listed.clone_from(&self.points);
        self.listed_indices.clone_from(&self.indices);
        let finite = self.points.iter().filter(|point| point.is_finite());
        let sum: f64 = finite.map(|point| 2.0 * point.reach).sum();
        self.slack = SLACK * sum / <f64 as Size>::from_count(self.points.len().max(1));
        let Self {
            cells,
            points,
            indices,
            items,
            slack,
            ..
        } = self;
        items.clear();
        let index = |k: usize| indices.get(k).copied().unwrap_or_default();
        cells.each_pair(points, *slack, |a, b| {
            for [first, second] in [[a, b], [b, a]] {
                let item = ContactItem {
                    form,
                    indices: [index(first), index(second)],
                };
                if system.has_contact(item) {
                    items.push((item, [a, b]));
                }
            }
        });
        items.sort_unstable();
        #[cfg(test)]
        {
            self.made += 1;
        }
    }
}

pub(super) fn point<T: Size>(at: [T; 3], reach: T) -> Point {
    Point {
        at: at.map(Size::to_f64),
        reach: reach.to_f64(),
    }
}
