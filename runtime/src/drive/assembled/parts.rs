//! Passes over all items: in one part, or with the feature `parallel` in several.
//!
//! Knows no threads.

#[cfg(feature = "parallel")]
use alloc::vec::Vec;

use crate::drive::assembly::{Assembly, Known};
#[cfg(feature = "parallel")]
use crate::drive::in_parts::{self, ItemPass, PartSums};
use crate::family::Entries;
#[cfg(feature = "parallel")]
use crate::family::Part;
use crate::{Lagrangian, Scalar};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// The parts of the items; none if they are one part, which needs no numbers of its own.
#[derive(Clone, Debug)]
pub(super) struct Parts<T> {
    #[cfg(feature = "parallel")]
    several: Vec<PartSums<T>>,
    #[cfg(not(feature = "parallel"))]
    one: core::marker::PhantomData<T>,
}

impl<T: Scalar> Parts<T> {
    #[cfg(feature = "parallel")]
    pub(super) fn of<S: Assembly<D, Scalar = T> + ?Sized, D>(system: &S) -> Self {
        let several = match in_parts::count(system) {
            1 => Vec::new(),
            count => Part::all(count).map(|part| PartSums::of(system, part)).collect(),
        };
        Self { several }
    }

    #[cfg(not(feature = "parallel"))]
    pub(super) fn of<S: Assembly<D, Scalar = T> + ?Sized, D>(_: &S) -> Self {
        Self {
            one: core::marker::PhantomData,
        }
    }

    /// The tangent is constant, and is assembled already.
    pub(super) fn forget_tangent(&mut self) {
        #[cfg(feature = "parallel")]
        self.several.iter_mut().for_each(PartSums::forget_entries);
    }

    /// N
    #[inline]
    pub(super) fn add_nodes<S: Assembly<D, Scalar = T> + ?Sized, D>(
        &mut self,
        system: &S,
        known: &Known<'_, S, D>,
        impulses: &mut [ScalarOf<S>],
    ) {
        #[cfg(feature = "parallel")]
        if !self.several.is_empty() {
            return system.add_in_parts(known, ItemPass::Nodes { impulses }, &mut self.several);
        }
        system.add_nodes(known, impulses);
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
        if !self.several.is_empty() {
            system.add_in_parts(known, ItemPass::RowsAndTangent { x, rows }, &mut self.several);
            return self.several.iter().for_each(|part| part.add_entries(entries));
        }
        system.add_rows_and_tangent(known, x, rows, entries);
    }
}
