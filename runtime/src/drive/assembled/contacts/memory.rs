//! The memory of a system of any size with contacts from step to step, and the room in which a step is made.
//!
//! Knows no scheme.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter::{Peekable, Zip};
use core::slice;

#[cfg(not(target_has_atomic = "ptr"))]
pub(super) use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
pub(super) use alloc::sync::Arc as Shared;

use nalgebra::DVector;

use super::closed::Closed;
use super::find::Finder;
use super::gaps::{GapRoom, keep_velocity};
use super::held::HeldRoom;
use super::strike::StrikeRoom;
use crate::drive::assembled::memory::{resize, zeros};
use crate::drive::{AssembledMemory, StepMemory};
use crate::family::{AnySize, ContactItem};
use crate::{Lagrangian, State, StateOf};
use extremal_numerics::block::{at, copied};
use extremal_numerics::numbers::{read_count, visit_count};
use extremal_numerics::{Numbers, Size};

/// The memory of [`AssembledContacts`](super::AssembledContacts).
///
/// A copy has the same numbers and no room: the next step that is made with it takes its memory anew.
pub struct AssembledContactMemory<T: Size> {
    /// The memory of the equations.
    pub(super) steps: AssembledMemory<T>,
    /// The contacts of the last step in which some were closed, in ascending order, and what they leave to the next.
    pub(super) items: Vec<ContactItem>,
    pub(super) left: Vec<AtRest<T>>,
    /// How far the correction at the end of the last step has moved coordinates, d; none if it has pushed nothing.
    pub(super) moved: Vec<T>,
    /// The energy that percussions have taken, less what raised or corrected coordinates have given back; zero where
    /// coordinates are neither.
    pub(super) lost: T,
    pub(super) room: Option<Box<Room<T>>>,
}

/// The numbers that a closed contact leaves to the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AtRest<T> {
    /// A guess.
    percussions: [T; 3],
    /// How far above zero its gap still counts as closed; of what has no gap the length of the step.
    clearance: T,
    /// How much the correction at the end of the last step has pushed it, ν.
    push: T,
}

/// The correction at the end of the last step.
#[derive(Clone, Copy)]
pub(super) struct LastCorrection<'a, T> {
    pub(super) items: &'a [ContactItem],
    pub(super) left: &'a [AtRest<T>],
    /// d
    pub(super) by: &'a [T],
    /// The energy that percussions have taken.
    pub(super) lost: T,
}

impl<'a, T: Size> LastCorrection<'a, T> {
    /// The contacts that it has pushed.
    pub(super) fn pushed(self) -> impl Iterator<Item = ContactItem> + use<'a, T> {
        let all = self.items.iter().zip(self.left);
        let pushed = all.filter(|(_, left)| left.push > T::from_f64(0.0));
        pushed.map(|(&item, _)| item)
    }
}

/// The start of the equations of a step, which is without the correction before it. The memory is kept.
#[derive(Clone, Debug)]
pub(super) struct StartRoom<T: Size> {
    state: State<T, DVector<T>, DVector<T>>,
    /// ∂L/∂v at both.
    momenta: [DVector<T>; 2],
}

impl<T: Size> Default for StartRoom<T> {
    fn default() -> Self {
        Self {
            state: State {
                t: T::from_f64(0.0),
                q: zeros(0),
                p: zeros(0),
            },
            momenta: [zeros(0), zeros(0)],
        }
    }
}

impl<T: Size> StartRoom<T> {
    /// The start q − d of a step from `state`, with the momentum of the same velocity; `state` if d is none.
    pub(super) fn of<'a, S>(
        &'a mut self,
        system: &S,
        state: &'a StateOf<S>,
        (by, velocity): (&[T], &[T]),
    ) -> &'a StateOf<S>
    where
        S: AnySize + Lagrangian<Scalar = T, Configuration = DVector<T>, Momentum = DVector<T>>,
    {
        if by.is_empty() {
            return state;
        }
        let Self {
            state: start,
            momenta,
        } = self;
        start.t = state.t;
        for (to, from) in [(&mut start.q, &state.q), (&mut start.p, &state.p)] {
            resize(to, from.len());
            copied(from.as_slice(), to.as_mut_slice());
        }
        start.q.iter_mut().zip(by).for_each(|(q, &by)| *q = *q - by);
        let nodes = [&state.q, &start.q];
        keep_velocity(system, (state.t, velocity), nodes, &mut start.p, momenta);
        start
    }
}

/// A contact whose gap a correction has moved to zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corrected<T> {
    pub(super) item: ContactItem,
    /// How far above zero its gap counts as closed: it has the rounding of the place from where it was moved.
    pub(super) clearance: T,
    /// ν
    pub(super) push: T,
}

/// The clearances of contacts, asked for in ascending order.
#[derive(Clone)]
pub(super) struct Clearances<'a, T> {
    left: Peekable<Zip<slice::Iter<'a, ContactItem>, slice::Iter<'a, AtRest<T>>>>,
}

impl<'a, T: Size> Clearances<'a, T> {
    pub(super) fn new(items: &'a [ContactItem], left: &'a [AtRest<T>]) -> Self {
        Self {
            left: items.iter().zip(left).peekable(),
        }
    }

    /// The clearance of a contact, zero unless it rested in the last step with closed contacts.
    pub(super) fn of(&mut self, item: ContactItem) -> T {
        while self.left.next_if(|(other, _)| **other < item).is_some() {}
        let own = self.left.peek().filter(|(other, _)| **other == item);
        own.map_or(T::from_f64(0.0), |(_, left)| left.clearance)
    }
}

/// Room for the computations of a step.
pub(super) struct Room<T: Size> {
    pub(super) finder: Finder<T>,
    /// The closed contacts of the last step, which its report has as well.
    pub(super) closed: Shared<Closed<T>>,
    pub(super) strike: StrikeRoom<T>,
    pub(super) gaps: GapRoom<T>,
    pub(super) start: StartRoom<T>,
    pub(super) held: HeldRoom<T>,
}

impl<T: Size> Default for Room<T> {
    fn default() -> Self {
        Self {
            finder: Finder::default(),
            closed: Shared::default(),
            strike: StrikeRoom::default(),
            gaps: GapRoom::default(),
            start: StartRoom::default(),
            held: HeldRoom::default(),
        }
    }
}

impl<T: Size> AssembledContactMemory<T> {
    pub(super) fn new(steps: AssembledMemory<T>) -> Self {
        Self {
            steps,
            items: Vec::new(),
            left: Vec::new(),
            moved: Vec::new(),
            lost: T::from_f64(0.0),
            room: None,
        }
    }

    pub(super) fn clearances(&self) -> Clearances<'_, T> {
        Clearances::new(&self.items, &self.left)
    }

    /// Sets the percussions of closed contacts to those that the same contacts had.
    pub(super) fn guess(&self, closed: &mut Closed<T>) {
        let mut known = self.items.iter().zip(&self.left).peekable();
        for (item, contact) in closed.items.iter().zip(&closed.contacts) {
            while known.next_if(|(other, _)| *other < item).is_some() {}
            let Some((_, left)) = known.next_if(|(other, _)| *other == item) else {
                continue;
            };
            let rows = closed.percussions.iter_mut().skip(contact.first);
            let rows = rows.take(1 + contact.of_problem.slips);
            // The first one of what has no gap is known.
            let known = usize::from(contact.pressed.is_some());
            let rows = rows.zip(left.percussions).skip(known);
            rows.for_each(|(p, guess)| *p = guess);
        }
    }

    /// Keeps the percussions of closed contacts, and their clearances.
    pub(super) fn keep(&mut self, closed: &Closed<T>, clearances: &[T]) {
        self.items.clone_from(&closed.items);
        self.left.clear();
        let left = closed.contacts.iter().enumerate().map(|(i, contact)| {
            let own = closed.percussions.iter().skip(contact.first);
            let mut rows = [T::from_f64(0.0); 3];
            let own = own.take(1 + contact.of_problem.slips);
            rows.iter_mut().zip(own).for_each(|(row, &p)| *row = p);
            AtRest {
                percussions: rows,
                clearance: at(clearances, i),
                push: T::from_f64(0.0),
            }
        });
        self.left.extend(left);
    }

    pub(super) fn correction(&self) -> LastCorrection<'_, T> {
        LastCorrection {
            items: &self.items,
            left: &self.left,
            by: &self.moved,
            lost: self.lost,
        }
    }

    /// The memory of the equations beside the last correction.
    pub(super) fn split(&mut self) -> (&mut AssembledMemory<T>, LastCorrection<'_, T>) {
        let correction = LastCorrection {
            items: &self.items,
            left: &self.left,
            by: &self.moved,
            lost: self.lost,
        };
        (&mut self.steps, correction)
    }

    /// Keeps what a correction leaves: up to where the gaps of contacts count as closed, or more, ν and d, and the energy that
    /// percussions have taken.
    pub(super) fn correct(&mut self, (corrected, by): (&[Corrected<T>], &[T]), lost: T) {
        let zero = T::from_f64(0.0);
        self.moved.clear();
        self.moved.extend_from_slice(by);
        self.lost = lost;
        self.left.iter_mut().for_each(|left| left.push = zero);
        for &Corrected {
            item,
            clearance,
            push,
        } in corrected
        {
            let place = self.items.binary_search(&item).unwrap_or_else(|place| {
                let percussions = [zero; 3];
                self.items.insert(place, item);
                self.left.insert(
                    place,
                    AtRest {
                        percussions,
                        clearance,
                        push,
                    },
                );
                place
            });
            if let Some(left) = self.left.get_mut(place) {
                left.push = push;
                if clearance > left.clearance {
                    left.clearance = clearance;
                }
            }
        }
    }
}

impl<S: Lagrangian, T: Size> StepMemory<S> for AssembledContactMemory<T>
where
    AssembledMemory<T>: StepMemory<S>,
{
    type Stages = <AssembledMemory<T> as StepMemory<S>>::Stages;
    type Inside = AssembledMemory<T>;

    fn inside(&self) -> &AssembledMemory<T> {
        &self.steps
    }

    fn inside_mut(&mut self) -> &mut AssembledMemory<T> {
        &mut self.steps
    }

    fn keep_contacts(&mut self, from: &Self) {
        self.items.clone_from(&from.items);
        self.left.clone_from(&from.left);
        self.moved.clone_from(&from.moved);
        self.lost = from.lost;
    }
}

impl<T: Size> Clone for AssembledContactMemory<T> {
    fn clone(&self) -> Self {
        Self {
            steps: self.steps.clone(),
            items: self.items.clone(),
            left: self.left.clone(),
            moved: self.moved.clone(),
            lost: self.lost,
            room: None,
        }
    }
}

impl<T: Size> fmt::Debug for AssembledContactMemory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssembledContactMemory")
            .field("steps", &self.steps)
            .field("items", &self.items)
            .field("left", &self.left)
            .field("moved", &self.moved)
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

/// Memories are equal if their numbers are; the room does not count.
impl<T: Size> PartialEq for AssembledContactMemory<T> {
    fn eq(&self, other: &Self) -> bool {
        (&self.steps, &self.items, &self.left, &self.moved, self.lost)
            == (&other.steps, &other.items, &other.left, &other.moved, other.lost)
    }
}

/// The numbers of one contact: its form and indices, two digits each, its percussions, its clearance and ν.
const OF_ITEM: usize = 11;

/// The energy, d after its length, the number of items, and those. A damaged file may contain any number.
impl<T: Size> Numbers<T> for AssembledContactMemory<T> {
    const COUNT: usize = AssembledMemory::<T>::COUNT + 5;

    fn count(&self) -> usize {
        self.steps.count() + 5 + self.moved.len() + OF_ITEM * self.items.len()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.steps.for_each(visit);
        visit(self.lost);
        visit_count(self.moved.len(), visit);
        self.moved.iter().for_each(|&by| visit(by));
        visit_count(self.items.len(), visit);
        for (item, left) in self.items.iter().zip(&self.left) {
            let [i, j] = item.indices;
            [item.form, i, j]
                .into_iter()
                .for_each(|count| visit_count(count, visit));
            left.percussions.iter().for_each(|&p| visit(p));
            visit(left.clearance);
            visit(left.push);
        }
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let mut memory = Self::new(Numbers::read(next)?);
        memory.lost = next()?;
        // One after the other, as vectors are read.
        for _ in 0..read_count(next)? {
            memory.moved.push(next()?);
        }
        for _ in 0..read_count(next)? {
            let form = read_count(next)?;
            let indices = [read_count(next)?, read_count(next)?];
            memory.items.push(ContactItem { form, indices });
            memory.left.push(AtRest {
                percussions: [next()?, next()?, next()?],
                clearance: next()?,
                push: next()?,
            });
        }
        Ok(memory)
    }
}
