//! What contacts leave to the end of a step: which of them are closed there, what they did before, and with which percussions.
//!
//! Knows neither gaps nor a step.

use alloc::vec::Vec;
use core::ops::Range;

use super::closed::Closed;
use super::impact::Mark;
use super::memory::Clearances;
use crate::contacts::ContactState;
use crate::family::{ContactItem, GapAt};
use extremal_numerics::Size;
use extremal_numerics::block::at;

/// What a contact leaves.
#[derive(Clone, Copy, Debug)]
struct Before<T> {
    item: ContactItem,
    /// How far above zero its gap counts as closed; infinite where it presses.
    clearance: T,
    mark: Mark,
}

/// What all contacts leave, in ascending order, and the marks of those that are closed at the end. The memory is kept.
#[derive(Clone, Debug)]
pub(super) struct Marks<T> {
    left: Vec<Before<T>>,
    marks: Vec<Mark>,
}

impl<T> Default for Marks<T> {
    fn default() -> Self {
        Self {
            left: Vec::new(),
            marks: Vec::new(),
        }
    }
}

impl<T: Size> Marks<T> {
    /// No mark.
    pub(super) fn forget(&mut self) {
        self.marks.clear();
    }

    /// Takes over what the closed contacts of a step leave, with their clearances; or, if none was, those of the last step in
    /// which some were.
    pub(super) fn leave(
        &mut self,
        closed: &Closed<T>,
        of_step: &[T],
        (items, mut clearances): (&[ContactItem], Clearances<'_, T>),
    ) {
        self.left.clear();
        if closed.items.is_empty() {
            self.left.extend(items.iter().map(|&item| Before {
                item,
                clearance: clearances.of(item),
                mark: Mark::default(),
            }));
            return;
        }
        let contacts = closed.items.iter().zip(&closed.states).enumerate();
        self.left.extend(contacts.map(|(i, (&item, &state))| Before {
            item,
            clearance: match state {
                ContactState::Open => at(of_step, i),
                _ => T::INFINITY,
            },
            mark: Mark {
                is_held: true,
                slides: state == ContactState::Slip,
            },
        }));
    }

    /// How far above zero the gap of a contact counts as closed. It is asked for in ascending order.
    pub(super) fn closed(&self) -> impl FnMut(ContactItem) -> T {
        let mut of = looked_up(&self.left);
        move |item| of(item).map_or(T::from_f64(0.0), |left| left.clearance)
    }

    /// Marks the contacts that were found, which ascend.
    pub(super) fn mark(&mut self, found: &[(ContactItem, GapAt<T>)]) {
        let Self { left, marks } = self;
        let mut of = looked_up(left);
        marks.clear();
        let each = found.iter().map(|&(item, _)| of(item).map(|left| left.mark));
        marks.extend(each.map(Option::unwrap_or_default));
    }

    /// Those marks.
    pub(super) fn of_found(&self) -> &[Mark] {
        &self.marks
    }
}

/// Looks up what contacts leave, in ascending order.
fn looked_up<T: Copy>(left: &[Before<T>]) -> impl FnMut(ContactItem) -> Option<Before<T>> {
    let mut known = left.iter().peekable();
    move |item| {
        while known.next_if(|left| left.item < item).is_some() {}
        known.peek().filter(|left| left.item == item).map(|left| **left)
    }
}

/// Adds the percussions of a step to those at its end. What a contact did in the step is its state, if it closed no later.
pub(super) fn add_step<T: Size>(closed: &Closed<T>, end: &mut Closed<T>) {
    for (i, item) in end.items.iter().enumerate() {
        let Some((own, rows)) = rows_of(closed, *item) else {
            continue;
        };
        let first = end.contacts.get(i).map_or(0, |contact| contact.first);
        let percussions = closed.percussions.get(rows).unwrap_or_default();
        let places = end.percussions.iter_mut().skip(first).zip(percussions);
        places.for_each(|(p, &of_step)| *p = *p + of_step);
        let of_step = closed.states.get(own).copied();
        let of_step = of_step.filter(|state| *state != ContactState::Open);
        if let Some((state, of_step)) = end.states.get_mut(i).zip(of_step) {
            *state = of_step;
        }
    }
}

/// Sets the percussions at the end of a step to those at its start, a guess: at rest each of them carries half of a load.
pub(super) fn guess<T: Size>(closed: &Closed<T>, marks: &[Mark], end: &mut Closed<T>) {
    let all = end.items.iter().zip(&end.contacts).zip(marks);
    for ((&item, to), _) in all.filter(|(_, mark)| mark.is_held) {
        let Some((_, rows)) = rows_of(closed, item) else {
            continue;
        };
        // The first one of what has no gap is known.
        let known = usize::from(to.pressed.is_some());
        let percussions = closed.percussions.get(rows).unwrap_or_default();
        let places = end.percussions.iter_mut().skip(to.first).zip(percussions);
        places.skip(known).for_each(|(p, &of_step)| *p = of_step);
    }
}

/// The place of a closed contact, and its rows.
fn rows_of<T>(closed: &Closed<T>, item: ContactItem) -> Option<(usize, Range<usize>)> {
    let own = closed.items.binary_search(&item).ok()?;
    let contact = closed.contacts.get(own)?;
    Some((own, contact.first..contact.first + 1 + contact.of_problem.slips))
}
