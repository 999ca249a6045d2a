//! Contacts of systems of any size: items of arrays, of which only those that touch have part in a step.
//!
//! Independent of schemes, of contact solvers, and of how items that may touch are found.

use super::{Entries, Family};
use crate::contacts::Law;
use crate::coordinate::CoordinateName;

/// A contact of a declaration, with all its items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactForm {
    /// The name as declared: `"pair"`.
    pub name: &'static str,
    /// How many running indices it has: 0, 1 or 2.
    pub indices: usize,
    /// The number of slip components: 0 without friction, 1 in the plane, 2 in space.
    pub slips: usize,
    /// Whether it has a gap; otherwise it is dry friction: see [`Contact::has_gap`](crate::contacts::Contact::has_gap).
    pub has_gap: bool,
    /// Whether it is declared with `near(..)`: then [`FamilyContacts::each_point`] tells which items can touch.
    pub has_points: bool,
    /// Whether μ, e and `e_T` contain neither coordinates, velocities nor the time.
    pub has_constant_law: bool,
}

/// One item of a contact. Items are ordered by form and indices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ContactItem {
    /// The number of the declared contact, from 0: its place in [`FamilyContacts::FORMS`].
    pub form: usize,
    /// The values of its running indices; zero where it has none.
    pub indices: [usize; 2],
}

/// The gap of an item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapAt<T> {
    /// g(q, t)
    pub gap: T,
    /// The sum of the magnitudes of its summands, as [`Contacts::gap_scales`](crate::Contacts::gap_scales).
    pub scale: T,
    /// dg/dt at the given velocity.
    pub rate: T,
}

/// A system of any size with unilateral contacts g(q, t) ≥ 0. The derive implements it.
///
/// W, η, γ and P are those of [`Contacts`](crate::Contacts), item by item: the normal row, then the slip rows. An item that is
/// none, as of indices out of range, has numbers that are NaN or no entries; nothing panics.
pub trait FamilyContacts: Family {
    /// The contacts in the order declared.
    const FORMS: &'static [ContactForm];

    /// Calls `visit` for each item of a form, in ascending order.
    fn each_gap(
        &self,
        form: usize,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
        visit: &mut impl FnMut(ContactItem, GapAt<Self::Scalar>),
    );

    /// Calls `visit` for each point of a form with `near(..)`, in ascending order: its index i, its coordinates with zeros
    /// behind the second one in the plane, and how far it reaches. Points i and j with |rᵢ − rⱼ| > reachᵢ + reachⱼ do not
    /// touch.
    fn each_point(
        &self,
        form: usize,
        t: Self::Scalar,
        q: &[Self::Scalar],
        visit: &mut impl FnMut(usize, [Self::Scalar; 3], Self::Scalar),
    );

    /// For each component of a point the number of its coordinate: the component is that coordinate plus a constant. In the
    /// plane the third one is `None`.
    ///
    /// `None` for the whole point if a component is no such coordinate, or if gaps depend on further coordinates: then the
    /// gap of a pair at another place cannot be computed from that place alone.
    fn point_coordinates(&self, form: usize, index: usize) -> Option<[Option<usize>; 3]> {
        let _ = (form, index);
        None
    }

    /// Whether these indices are an item of the form: those who look for pairs (i, j) of points ask for (j, i) as well.
    fn has_contact(&self, item: ContactItem) -> bool;

    /// The gap of one item.
    fn gap(
        &self,
        item: ContactItem,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
    ) -> GapAt<Self::Scalar>;

    /// Adds W of one item: the row counts from its normal one, the column is the coordinate. Entries of one place add up.
    /// Sets η, one number for each of its rows.
    fn directions(
        &self,
        item: ContactItem,
        t: Self::Scalar,
        q: &[Self::Scalar],
        entries: &mut impl Entries<Self::Scalar>,
        rates: &mut [Self::Scalar; 3],
    );

    /// μ, e and `e_T` of one item. A friction may depend on v, which is the velocity before the percussions of the node.
    fn law(
        &self,
        item: ContactItem,
        t: Self::Scalar,
        q: &[Self::Scalar],
        v: &[Self::Scalar],
    ) -> Law<Self::Scalar>;

    /// The derivatives by q, of laws by v as well, and by the fields in `sensitivities(..)` that a linearization with the same
    /// closed contacts needs, at fixed v and P. The columns are those of the start of a step, (q, p, v, u, θ); entries of one
    /// place add up.
    ///
    /// | added to | rows | of |
    /// | --- | --- | --- |
    /// | `impulses` | coordinates | Wᵀ P, the generalized impulse of the item |
    /// | `rows` | 0, 1, 2 | W v + η, as many rows as the item has |
    /// | `rows` | 3, 4, 5 | μ, e, `e_T` |
    fn contact_variations(
        &self,
        item: ContactItem,
        at: (Self::Scalar, &[Self::Scalar], &[Self::Scalar]),
        percussions: &[Self::Scalar; 3],
        impulses: &mut impl Entries<Self::Scalar>,
        rows: &mut impl Entries<Self::Scalar>,
    );

    /// The name of an item: `pair[7][3]`.
    fn contact_name(item: ContactItem) -> CoordinateName {
        let form = Self::FORMS.get(item.form);
        let (name, indices) = form.map_or(("contact", 0), |form| (form.name, form.indices));
        CoordinateName::new(name, item.indices.get(..indices).unwrap_or_default())
    }
}
