//! Which contacts are closed at a node.
//!
//! Knows no solver.

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::{Closed, check_law, has_gap};
use super::memory::Clearances;
use super::near::Near;
use crate::Failure;
use crate::constraints::rounding;
use crate::contacts::zero_gap;
use crate::drive::assembled::memory::{resize, zeros};
use crate::drive::contact::Pressed;
use crate::error::{AnySizeFailure, ContactKink};
use crate::family::{ContactItem, FamilyContacts, GapAt};
use extremal_numerics::{Scalar, Size};

/// The node at which contacts are looked for.
#[derive(Debug)]
pub(super) struct Node<'a, T> {
    pub(super) t: T,
    pub(super) q: &'a [T],
    /// The velocity before it.
    pub(super) v: &'a [T],
    /// h/2 for schemes that look ahead: closed is g + h/2 dg/dt ≤ 0. Otherwise g ≤ 0. Both to rounding.
    pub(super) ahead: Option<T>,
}

/// The search for closed contacts, with lists that are kept from step to step. They change no result.
#[derive(Clone, Debug)]
pub(super) struct Finder<T> {
    /// The candidates of each declared contact; unused where it has no points.
    near: Vec<Near>,
    /// Coordinates ahead.
    moved: DVector<T>,
}

impl<T: Scalar> Default for Finder<T> {
    fn default() -> Self {
        Self {
            near: Vec::new(),
            moved: zeros(0),
        }
    }
}

impl<T: Size> Finder<T> {
    /// Sets the closed contacts. `pressed` tells what has no gap by the length of the step before, and its force.
    pub(super) fn close<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        node: &Node<'_, T>,
        (closed, mut clearances): (&mut Closed<T>, Clearances<'_, T>),
        pressed: impl Fn(T, T) -> Pressed<T>,
    ) -> Result<(), Failure> {
        closed.clear();
        self.each(system, node, &mut |item, at| {
            let ahead = node.ahead.map_or(at.gap, |half| at.gap + half * at.rate);
            check_gap::<S>(item, ahead)?;
            let left = clearances.of(item);
            if ahead > zero_gap(at.scale) && ahead > left {
                return Ok(());
            }
            closed.add(system, (item, at), (node.t, node.q, node.v), |force| {
                pressed(left, force)
            })
        })
    }

    /// Finds the closed contacts, in ascending order: those whose gaps are not above what rounding leaves, or what `closed`
    /// tells for each of them. No velocity is needed.
    pub(super) fn find<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        (t, q): (T, &[T]),
        mut closed: impl FnMut(ContactItem) -> T,
        found: &mut Vec<(ContactItem, GapAt<T>)>,
    ) -> Result<(), Failure> {
        found.clear();
        // Gaps do not depend on velocities, and rates are not asked for.
        let (v, ahead) = (q, None);
        self.each(system, &Node { t, q, v, ahead }, &mut |item, at| {
            check_gap::<S>(item, at.gap)?;
            let most = closed(item);
            if at.gap <= zero_gap(at.scale) || at.gap <= most {
                found.push((item, at));
            }
            Ok(())
        })
    }

    /// Refuses laws that are none, and gaps below −8 ε^¾ of the sizes of their summands, of all items that are looked at.
    /// Laws that do not change are looked at for all points, wherever they are.
    pub(super) fn check<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        node: &Node<'_, T>,
        may_penetrate: bool,
    ) -> Result<(), Failure> {
        let allowed = rounding::<S>();
        self.each(system, node, &mut |item, at| {
            check_law::<S>(item, &system.law(item, node.t, node.q, node.v))?;
            // A gap that is not a number is neither.
            let is_open = at.gap >= T::from_f64(0.0) || -at.gap <= allowed * at.scale;
            if is_open || may_penetrate {
                return Ok(());
            }
            Err(AnySizeFailure::Penetration {
                contact: S::contact_name(item),
                gap: at.gap.to_f64(),
            }
            .into())
        })?;
        for ((form, declared), near) in S::FORMS.iter().enumerate().zip(&self.near) {
            if declared.has_points && declared.has_constant_law {
                near.samples(system, form)
                    .try_for_each(|item| check_law::<S>(item, &system.law(item, node.t, node.q, node.v)))?;
            }
        }
        Ok(())
    }

    /// Refuses gaps about which only rounding decides: a change of the start would open or close the contact.
    pub(super) fn are_away_from_zero<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        node: &Node<'_, T>,
        mut clearances: Clearances<'_, T>,
    ) -> Result<(), Failure> {
        let two = T::from_f64(2.0);
        self.each(system, node, &mut |item, at| {
            let ahead = node.ahead.map_or(at.gap, |half| at.gap + half * at.rate);
            let ahead = Scalar::abs(ahead);
            let is_away = ahead > two * zero_gap(Scalar::abs(at.scale));
            if !has_gap::<S>(item) || (is_away && ahead > two * clearances.of(item)) {
                return Ok(());
            }
            let contact = S::contact_name(item);
            let between = ContactKink::Gap;
            Err(AnySizeFailure::ContactChanges { contact, between }.into())
        })
    }

    /// Calls `visit` for all items that may touch, in ascending order, until it fails.
    pub(super) fn each<S: FamilyContacts<Scalar = T> + ?Sized>(
        &mut self,
        system: &S,
        node: &Node<'_, T>,
        visit: &mut impl FnMut(ContactItem, GapAt<T>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.near.resize_with(S::FORMS.len(), Near::default);
        let &Node { t, q, v, ahead } = node;
        if let Some(half) = ahead {
            resize(&mut self.moved, q.len());
            let places = self.moved.as_mut_slice().iter_mut().zip(q).zip(v);
            places.for_each(|((moved, &q), &v)| *moved = q + half * v);
        }
        let ahead = ahead.map(|half| (t + half, self.moved.as_slice()));
        for ((form, declared), near) in S::FORMS.iter().enumerate().zip(&mut self.near) {
            if declared.has_points {
                near.update(system, form, (t, q, v), ahead)?;
                near.items()
                    .try_for_each(|item| visit(item, system.gap(item, t, q, v)))?;
            } else {
                let mut result = Ok(());
                system.each_gap(form, t, q, v, &mut |item, gap| {
                    if result.is_ok() {
                        result = visit(item, gap);
                    }
                });
                result?;
            }
        }
        Ok(())
    }
}

/// Refuses a gap that is not a number.
pub(super) fn check_gap<S: FamilyContacts + ?Sized>(item: ContactItem, gap: S::Scalar) -> Result<(), Failure>
where
    S::Scalar: Size,
{
    if gap.is_finite() {
        return Ok(());
    }
    let contact = S::contact_name(item);
    Err(AnySizeFailure::Gap { contact }.into())
}
