//! Where the numbers of a system are: on the heap, or in arrays whose length is a constant of its type.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::declaration::constant_tokens;
use crate::derive::family::{Family, FamilyStep, Fixed, Tangent};
use crate::emit::call::Context;

/// The types of vectors and matrices.
pub(super) struct Types<'a> {
    context: &'a Context<'a>,
    fixed: Option<&'a Fixed>,
}

impl<'a> Types<'a> {
    pub(super) fn of(context: &'a Context<'a>, family: &'a Family) -> Self {
        Self {
            context,
            fixed: family.fixed.as_ref(),
        }
    }

    /// So many numbers for each item.
    fn numbers(&self, fixed: &Fixed, count: usize) -> TokenStream {
        let scalar = &self.context.scalar;
        self.array(fixed, &quote!(#scalar), count)
    }

    fn array(&self, fixed: &Fixed, of: &TokenStream, count: usize) -> TokenStream {
        let length = constant_tokens(&fixed.length, &self.context.system.declaration);
        let count = Literal::usize_unsuffixed(count);
        quote!([[#of; #count]; #length])
    }

    /// Coordinates, velocities and momenta.
    pub(super) fn vector(&self) -> TokenStream {
        let scalar = &self.context.scalar;
        match self.fixed {
            None => quote!(_x::nalgebra::DVector<#scalar>),
            Some(fixed) if fixed.inner == 1 => {
                let length = constant_tokens(&fixed.length, &self.context.system.declaration);
                quote!(_x::SVector<#scalar, #length>)
            }
            Some(fixed) => self.numbers(fixed, fixed.inner),
        }
    }

    /// Inputs.
    pub(super) fn inputs(&self) -> TokenStream {
        let scalar = &self.context.scalar;
        let families = self.context.system.model.families.as_ref();
        if families.is_none_or(|families| families.inputs.is_none()) {
            return self.context.inputs.clone();
        }
        match self.fixed {
            None => quote!(_x::nalgebra::DVector<#scalar>),
            Some(fixed) if fixed.inputs == 1 => {
                let length = constant_tokens(&fixed.length, &self.context.system.declaration);
                quote!([#scalar; #length])
            }
            Some(fixed) => self.numbers(fixed, fixed.inputs),
        }
    }

    /// The mass matrix.
    pub(super) fn masses(&self) -> TokenStream {
        let scalar = &self.context.scalar;
        let Some(fixed) = self.fixed else {
            return quote!(_x::family::AssembledMasses<#scalar>);
        };
        let half = Literal::usize_unsuffixed(fixed.masses);
        let rows = self.numbers(fixed, fixed.inner * (2 * fixed.masses + 1));
        let (vector, solver) = (self.vector(), self.matrix(fixed, fixed.inner, fixed.masses));
        quote!(_x::family::BandedMasses<#scalar, #rows, #vector, #solver, #half>)
    }

    /// The type of a banded matrix with `rows` rows for each item and half the bandwidth `half`.
    fn matrix(&self, fixed: &Fixed, rows: usize, half: usize) -> TokenStream {
        let scalar = &self.context.scalar;
        let numbers = |count: usize| self.numbers(fixed, rows * count);
        match half {
            0 => {
                let numbers = numbers(1);
                quote!(_x::matrix::Diagonal<#scalar, #numbers>)
            }
            1 => {
                let numbers = numbers(1);
                quote!(_x::matrix::Tridiagonal<#scalar, #numbers>)
            }
            half => {
                let (numbers, half) = (numbers(3 * (half + 1)), Literal::usize_unsuffixed(half));
                quote!(_x::matrix::FixedBand<#scalar, #numbers, #half>)
            }
        }
    }

    /// `Family::Space`
    pub(super) fn system(&self) -> TokenStream {
        let Some(fixed) = self.fixed else {
            return quote!(_x::family::Heap);
        };
        let (vector, matrix) = (self.vector(), self.matrix(fixed, fixed.inner, fixed.masses));
        quote!(_x::family::Fixed<#vector, #matrix>)
    }

    /// `Assembly::StepSpace` of a scheme, by its number.
    pub(super) fn step(&self, step: &FamilyStep, at: usize) -> TokenStream {
        let of = |fixed: &'a Fixed| Some((fixed, fixed.steps.get(at)?));
        let Some((fixed, of_step)) = self.fixed.and_then(of) else {
            return quote!(_x::family::Heap);
        };
        let (inner, groups) = (fixed.inner, step.own.groups);
        let numbers = |is_there: bool, count: usize| self.numbers(fixed, if is_there { count } else { 0 });
        let carries_velocity = step.own.carries_velocity;
        let unknowns = numbers(true, groups * inner);
        let steps = numbers(!of_step.is_explicit, groups * inner);
        let nodes = numbers(step.has_nodes(), inner);
        let velocity = numbers(carries_velocity, inner);
        let iterates = numbers(step.tangent == Tangent::Unknowns, groups * inner);
        let lost = numbers(step.own.is_compensated, 2 * inner);
        let hands_on = step.own.leaves_residual && step.tangent == Tangent::Unknowns;
        let left = numbers(hands_on, groups * inner);
        let weights = numbers(of_step.is_explicit, inner);
        let stages = numbers(true, inner * if carries_velocity { 3 } else { groups });
        let tangent = self.matrix(fixed, groups * inner, of_step.tangent);
        let scalar = &self.context.scalar;
        let entries = self.array(fixed, &quote!((usize, usize, #scalar)), of_step.entries);
        let own = self.context.array(3 * (3 + groups));
        let ends = numbers(true, inner * if carries_velocity { 3 } else { 2 });
        let vector = self.vector();
        quote! {
            _x::drive::FixedSteps<(
                #vector,
                #unknowns,
                (#steps, #nodes, #velocity, #lost, #left),
                (#iterates, #weights, #stages),
                #tangent,
                (_x::drive::FixedEntries<#entries>, #own, #ends),
            )>
        }
    }
}
