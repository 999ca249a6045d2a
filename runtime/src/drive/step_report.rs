//! The interface of the report of a step, for integrators, tables and other drivers.

use super::{ConstrainedStep, EnergyStep};
use crate::contacts::{Contact, ContactState};
use crate::coordinate::CoordinateName;
use crate::family::{ContactForm, ContactItem};
use crate::newton::Convergence;

/// The report of a step of a system with scalars `T` and velocities `V`.
///
/// All of it has to be answered. A report around another one implements [`AroundReport`] instead; a pair is a report around its
/// first part, and `()` reports nothing.
pub trait StepReport<T, V> {
    /// The contacts of which it tells.
    const CONTACTS: &'static [Contact];
    /// The contacts of systems of any size, of whose items it tells.
    const FORMS: &'static [ContactForm];

    /// The velocity at the end of the step, for schemes that carry it.
    fn end_velocity(&self) -> Option<V>;

    /// Calls `visit` with each of the [`CONTACTS`](Self::CONTACTS), in order.
    fn each_contact(&self, visit: &mut dyn FnMut(AtContact<'_, T>));

    /// Calls `visit` with each closed item of the [`FORMS`](Self::FORMS), in ascending order.
    fn each_item(&self, visit: &mut dyn FnMut(AtItem<'_, T>));
}

/// One contact in the report of a step. Its rows are the normal one and then 0, 1 or 2 slips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtContact<'a, T> {
    /// Its name and its number of slips.
    pub contact: &'static Contact,
    /// Whether it is open, sticks or slips.
    pub state: ContactState,
    /// Whether it is closed: its percussion may be zero.
    pub is_closed: bool,
    /// g at the start of the step.
    pub gap: T,
    /// P.
    pub percussions: &'a [T],
    /// γ⁻.
    pub before: &'a [T],
    /// γ⁺.
    pub after: &'a [T],
}

/// One closed contact of a system of any size in the report of a step. Its rows are the normal one and then 0, 1 or 2 slips.
///
/// It is stored without its name, which follows from its number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct AtItem<'a, T> {
    /// Its number: the declared contact, and its indices.
    pub item: ContactItem,
    /// Its name: `pair[7][3]`.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub name: CoordinateName,
    /// Whether it is open, sticks or slips.
    pub state: ContactState,
    /// g at the start of the step.
    pub gap: T,
    /// P.
    pub percussions: &'a [T],
    /// γ⁻, with the velocity of the step before.
    pub before: &'a [T],
    /// γ⁺, with that of the step.
    pub after: &'a [T],
}

/// A report with another one inside, which answers for it.
///
/// It is a [`StepReport`], and tells of [events](super::TellsContactEvents), as the one inside does:
///
/// ```
/// /// A report, and how long its step took.
/// #[derive(Clone, Copy, Debug)]
/// struct Timed<R> {
///     report: R,
///     seconds: f64,
/// }
///
/// impl<R> extremal::drive::AroundReport for Timed<R> {
///     type Inside = R;
///
///     fn inside(&self) -> &R {
///         &self.report
///     }
/// }
/// ```
pub trait AroundReport {
    /// The report inside.
    type Inside;

    /// The report inside.
    fn inside(&self) -> &Self::Inside;
}

impl<R, X> AroundReport for (R, X) {
    type Inside = R;

    #[inline]
    fn inside(&self) -> &R {
        &self.0
    }
}

impl AroundReport for Convergence {
    type Inside = ();

    #[inline]
    fn inside(&self) -> &() {
        &()
    }
}

impl<N, C> AroundReport for ConstrainedStep<N, C> {
    type Inside = ();

    #[inline]
    fn inside(&self) -> &() {
        &()
    }
}

#[diagnostic::do_not_recommend]
impl<T, V, R: AroundReport<Inside: StepReport<T, V>>> StepReport<T, V> for R {
    const CONTACTS: &'static [Contact] = R::Inside::CONTACTS;
    const FORMS: &'static [ContactForm] = R::Inside::FORMS;

    #[inline]
    fn end_velocity(&self) -> Option<V> {
        self.inside().end_velocity()
    }

    #[inline]
    fn each_contact(&self, visit: &mut dyn FnMut(AtContact<'_, T>)) {
        self.inside().each_contact(visit);
    }

    #[inline]
    fn each_item(&self, visit: &mut dyn FnMut(AtItem<'_, T>)) {
        self.inside().each_item(visit);
    }
}

impl<T, V> StepReport<T, V> for () {
    const CONTACTS: &'static [Contact] = &[];
    const FORMS: &'static [ContactForm] = &[];

    #[inline]
    fn end_velocity(&self) -> Option<V> {
        None
    }

    fn each_contact(&self, _: &mut dyn FnMut(AtContact<'_, T>)) {}

    fn each_item(&self, _: &mut dyn FnMut(AtItem<'_, T>)) {}
}

impl<T, V: Clone, C> StepReport<T, V> for EnergyStep<T, V, C> {
    const CONTACTS: &'static [Contact] = &[];
    const FORMS: &'static [ContactForm] = &[];

    #[inline]
    fn end_velocity(&self) -> Option<V> {
        Some(self.velocity.clone())
    }

    fn each_contact(&self, _: &mut dyn FnMut(AtContact<'_, T>)) {}

    fn each_item(&self, _: &mut dyn FnMut(AtItem<'_, T>)) {}
}
