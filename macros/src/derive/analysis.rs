//! What is found out about the equations of a step before kernels are made of them.
//! It refuses to know the scheme.

use extremal_symbolic::Expr;

use crate::derive::angles::share_angles;
use crate::derive::carry::carry;
use crate::derive::condense::Condensed;
use crate::derive::constants::{Constants, hoist_constants};
use crate::derive::direct::Direct;
use crate::derive::expand::Following;
use crate::derive::impulses::Affine;
use crate::derive::structure::{Solve, Structure};
use crate::derive::tangent::Linearized;
use crate::model::Model;
use crate::schemes::{Known, StepEquations};

/// The equations in the form that is evaluated.
#[derive(Clone, Debug)]
pub(super) struct Analysed {
    pub(super) affine: Affine,
    pub(super) constants: Constants,
    pub(super) structure: Structure,
    pub(super) direct: Option<Direct>,
    /// How many unknowns are iterated.
    pub(super) iterated: usize,
    /// How many of their equations are constraints.
    pub(super) constraints: usize,
}

impl Analysed {
    pub(super) fn of(
        model: &mut Model,
        known: &Known,
        (whole, condensed): (&StepEquations, Option<&Condensed>),
    ) -> Self {
        let Model {
            graph,
            inputs,
            is_wide,
            ..
        } = model;
        let equations = condensed.map_or(whole, |condensed| &condensed.equations);
        let mut equations = equations.clone();
        let iterated = condensed.map_or(equations.system.unknowns.len(), Condensed::iterated);
        let mut following = Following::of(condensed);
        let mut carried = carry(graph, known, inputs, &mut equations, &mut following.given);
        following.linearize(graph, &equations, iterated);
        let Linearized {
            residual,
            mut tangent,
        } = Linearized::of_step(graph, &equations, (known.coordinates.len(), iterated));
        for (row, value) in equations.system.rows.iter_mut().zip(residual) {
            row.value = value;
        }
        if equations.surrogate.is_some() {
            share_angles(graph, &mut equations, &mut carried, &mut tangent);
        }
        let constraints = condensed.map_or(equations.system.constraints(), |condensed| condensed.constraints);
        let (values, symbols) = (equations.system.values(), equations.system.symbols());
        let structure = Structure::of(graph, &values[..iterated], &tangent, &symbols[..iterated]);
        let structure = structure.with_ties(constraints);
        let first = if condensed.is_some() { iterated } else { 0 };
        let mut affine = Affine {
            residual_at_zero: Affine::at_zero(graph, &equations, first),
            equations,
            carried,
            tangent,
            following,
            scale: Vec::new(),
        };
        affine.settle(graph, known, inputs, structure.solve);
        let kept = condensed.into_iter().flat_map(|condensed| &condensed.kept);
        let others: Vec<Expr> = inputs.iter().chain(kept).copied().collect();
        let mut constants = hoist_constants(graph, known, (&others, *is_wide), &mut affine);
        let direct = match structure.solve {
            Solve::Newton => None,
            Solve::Explicit | Solve::Linear => Direct::of(graph, &affine, &mut constants),
        };
        Self {
            affine,
            constants,
            structure,
            direct,
            iterated,
            constraints,
        }
    }
}
