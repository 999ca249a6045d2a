//! Passes over all items: in one part, or with the feature `parallel` in several.

use core::marker::PhantomData;
#[cfg(feature = "parallel")]
use std::vec::Vec;

use crate::drive::assembly::{Assembly, Known};
#[cfg(feature = "parallel")]
use crate::drive::in_parts::{self, ItemPass, PartSums};
use crate::family::Entries;
use extremal_numerics::Scalar;

/// The parts of the items.
#[derive(Clone, Debug)]
pub(super) struct Parts<T> {
    /// Empty if the items are one part, which needs no numbers of its own.
    #[cfg(feature = "parallel")]
    several: Vec<PartSums<T>>,
    numbers: PhantomData<T>,
}

impl<T: Scalar> Parts<T> {
    /// All items as one part.
    pub(super) fn one() -> Self {
        Self {
            #[cfg(feature = "parallel")]
            several: Vec::new(),
            numbers: PhantomData,
        }
    }

    /// As many parts as the passes over the items are worth.
    pub(super) fn of<S: Assembly<D, Scalar = T> + ?Sized, D>(system: &S) -> Self {
        #[cfg(feature = "parallel")]
        if let Some(several) = in_parts::several(system) {
            return Self {
                several,
                numbers: PhantomData,
            };
        }
        let _ = system;
        Self::one()
    }

    /// Whether the entries of tangents are listed before they are added up.
    pub(super) fn list_tangents<S: Assembly<D, Scalar = T> + ?Sized, D>(&self, system: &S) -> bool {
        let _ = system;
        #[cfg(feature = "parallel")]
        return S::HAS_DEAR_TANGENT && !self.several.is_empty();
        #[cfg(not(feature = "parallel"))]
        false
    }

    /// Sets N, and adds it to the momenta.
    #[inline]
    pub(super) fn set_nodes<S: Assembly<D, Scalar = T> + ?Sized, D>(
        &mut self,
        system: &S,
        known: &Known<'_, S, D>,
        impulses: &mut [T],
        momenta: &mut [T],
    ) {
        #[cfg(feature = "parallel")]
        if !self.several.is_empty() {
            impulses.fill(T::from_f64(0.0));
            let pass = ItemPass::Nodes {
                impulses: &mut *impulses,
            };
            system.add_in_parts(known, pass, &mut self.several);
            return crate::items::add_all(momenta, impulses);
        }
        system.set_nodes(known, impulses, momenta);
    }

    /// r, and the sizes of its terms.
    #[inline]
    pub(super) fn add_rows<S: Assembly<D, Scalar = T> + ?Sized, D>(
        &mut self,
        system: &S,
        known: &Known<'_, S, D>,
        x: &[T],
        (rows, scales): (&mut [T], &mut [T]),
    ) {
        #[cfg(feature = "parallel")]
        if !self.several.is_empty() {
            return system.add_in_parts(known, ItemPass::Rows { x, rows, scales }, &mut self.several);
        }
        system.add_rows(known, x, rows, scales);
    }

    /// r, the sizes of its terms, and p₁.
    #[inline]
    pub(super) fn add_rows_and_ends<S: Assembly<D, Scalar = T> + ?Sized, D>(
        &mut self,
        system: &S,
        known: &Known<'_, S, D>,
        x: &[T],
        (rows, scales, momenta): (&mut [T], &mut [T], &mut [T]),
    ) {
        #[cfg(feature = "parallel")]
        if !self.several.is_empty() {
            let pass = ItemPass::RowsAndEnds {
                x,
                rows,
                scales,
                momenta,
            };
            return system.add_in_parts(known, pass, &mut self.several);
        }
        system.add_rows_and_ends(known, x, rows, scales, momenta);
    }

    /// r, and ∂r/∂x.
    #[inline]
    pub(super) fn add_rows_and_tangent<S: Assembly<D, Scalar = T> + ?Sized, D>(
        &mut self,
        system: &S,
        known: &Known<'_, S, D>,
        x: &[T],
        (rows, entries): (&mut [T], &mut impl Entries<T>),
    ) {
        #[cfg(feature = "parallel")]
        if self.list_tangents(system) {
            system.add_in_parts(known, ItemPass::RowsAndTangent { x, rows }, &mut self.several);
            for part in &self.several {
                part.add_entries(entries);
            }
            return;
        }
        system.add_rows_and_tangent(known, x, rows, entries);
    }
}
