//! The kernels of one step of a scheme.
//! It refuses to know which scheme: only its equations are seen here.

use std::rc::Rc;

use extremal_symbolic::Expr;

use crate::derive::action::ActionKernels;
use crate::derive::angles::share_angles;
use crate::derive::build::Builder;
use crate::derive::carry::carry;
use crate::derive::condense::Condensed;
use crate::derive::constants::hoist_constants;
use crate::derive::direct::Direct;
use crate::derive::expand::{Expansion, Following};
use crate::derive::impulses::Affine;
use crate::derive::kernel::Kernel;
use crate::derive::modified_energy;
use crate::derive::solve::Solver;
use crate::derive::structure::{Solve, Structure};
use crate::derive::tangent::Linearized;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::path::Refusal;
use crate::schemes::{Context, Inertia, Known, Scheme};

/// All kernels of one scheme.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) scheme: Rc<dyn Scheme>,
    /// Whether a step of −h undoes one of h.
    pub(crate) is_symmetric: bool,
    /// Whether a step may multiply some defect of the state by −1.
    pub(crate) has_alternating_modes: bool,
    /// If it is wanted, and known of the scheme.
    pub(crate) modified_energy: Option<Kernel>,
    pub(crate) solver: Solver,
    /// How many values go from step to step beside the state.
    pub(crate) carried: usize,
    /// What depends on parameters and h alone.
    pub(crate) constants: Kernel,
    /// Those values at a start.
    pub(crate) start: Kernel,
    /// The end of the step and the residual there.
    pub(crate) update: Kernel,
    /// Solution and end in one program, where no iteration is needed.
    pub(crate) direct: Option<Kernel>,
    /// Where not all unknowns are iterated.
    pub(crate) expansion: Option<Expansion>,
    /// q(s) and q̇(s) inside the element.
    pub(crate) inside: Kernel,
    /// What the linearization of the step is made of, beside the tangent.
    pub(crate) variations: Kernel,
    pub(crate) action: Option<ActionKernels>,
    /// Where in what is carried the velocity stands, if it does.
    pub(crate) velocity_at: Option<usize>,
    /// Whether coordinates are summed with compensation: increments stand in the place of the coordinates at the end.
    pub(crate) is_compensated: bool,
}

impl Step {
    /// Refused where the scheme has no equations for the system.
    pub(crate) fn of(
        model: &mut Model,
        dynamics: &Dynamics,
        (scheme, inertia): (Rc<dyn Scheme>, &Inertia),
        name: &str,
    ) -> Result<Self, Refusal> {
        let known = Known::new(&mut model.graph, dynamics.size());
        let whole = scheme.step(&mut Context {
            graph: &mut model.graph,
            dynamics,
            known: &known,
        })?;
        let Model {
            graph,
            parameters,
            inputs,
            sensitivities,
            is_wide,
            ..
        } = model;
        let condensed = Condensed::of(graph, &whole);
        let mut equations = condensed
            .as_ref()
            .map_or(&whole, |condensed| &condensed.equations)
            .clone();
        let iterated = condensed
            .as_ref()
            .map_or(equations.unknown.len(), Condensed::iterated);
        let mut following = Following::of(condensed.as_ref());
        let carried = carry(graph, &known, inputs, &mut equations, &mut following.given);
        following.linearize(graph, &equations, iterated);
        let mut linearized = Linearized::of_step(graph, &equations, (dynamics.size(), iterated));
        equations.residual.splice(..iterated, linearized.residual);
        let mut carried = carried;
        if equations.smooth.is_some() {
            share_angles(graph, (&mut equations, &mut linearized.tangent), &mut carried);
        }
        let tangent = &mut linearized.tangent;
        let (core, unknown) = (&equations.residual[..iterated], &equations.unknown[..iterated]);
        let structure = Structure::of(graph, core, tangent, unknown).with_ties(equations.ties);
        let zeroed = if condensed.is_some() { iterated } else { 0 };
        let mut affine = Affine::new(graph, equations, carried, zeroed);
        if structure.solve != Solve::Newton {
            let varying = affine.varying(&known, inputs);
            affine.carry_impulses(graph, &varying);
        }
        affine.carried.push_velocities(&known, &affine.equations);
        affine = affine.with_scale(graph);
        let rows = tangent.len();
        tangent.extend(std::mem::take(&mut following.tangent));
        tangent.push(std::mem::take(&mut following.given));
        let kept = condensed.iter().flat_map(|condensed| &condensed.kept);
        let others: Vec<Expr> = inputs.iter().chain(kept).copied().collect();
        let mut constants = hoist_constants(graph, &known, (&others, *is_wide), &mut affine, tangent);
        following.given = tangent.pop().unwrap_or_default();
        following.tangent = tangent.split_off(rows);
        let direct = match structure.solve {
            Solve::Newton => None,
            Solve::Explicit | Solve::Linear => Direct::of(graph, &affine, tangent, &mut constants),
        };
        let lost = (0..whole.increments.len()).map(|i| graph.symbol(&format!("lost[{i}]")));
        let builder = Builder {
            scheme: &scheme,
            inertia,
            name,
            lost: &lost.collect::<Vec<Expr>>(),
            known: &known,
            parameters,
            inputs,
            sensitivities,
            constants: &constants,
            affine: &affine,
            iterated,
            whole: &whole,
            tangent: &linearized.tangent,
            structure,
            direct: &direct,
            condensed: condensed.as_ref(),
            following: &following,
        };
        let step = builder.build(graph);
        Ok(Self {
            modified_energy: modified_energy::kernel(model, &*scheme, &format!("{name}_modified_energy")),
            ..step
        })
    }

    /// How many unknowns the equations have, iterated or not.
    pub(crate) fn unknowns(&self) -> usize {
        let whole = self.expansion.as_ref().map(|expansion| expansion.whole.unknowns);
        whole.unwrap_or(self.solver.unknowns)
    }

    /// Operations of a whole step; where it iterates, with one iteration.
    pub(crate) fn operations(&self) -> usize {
        if let Some(direct) = &self.direct {
            return direct.operations();
        }
        let correction = self.solver.correction.as_ref().unwrap_or(&self.solver.tangent);
        let expansion = self
            .expansion
            .as_ref()
            .and_then(|expansion| expansion.kernel.as_ref());
        correction.operations() + self.update.operations() + expansion.map_or(0, Kernel::operations)
    }
}
