//! The kernels of one step of a scheme.

use std::rc::Rc;

use crate::derive::action::ActionKernels;
use crate::derive::ahead::Ahead;
use crate::derive::analysis::Analysed;
use crate::derive::build::Builder;
use crate::derive::condense::Condensed;
use crate::derive::kernel::Kernel;
use crate::derive::modified_energy;
use crate::derive::recover::Recovery;
use crate::derive::solve::Solver;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::path::Refusal;
use crate::schemes::{Context, Extrapolation, Inertia, Known, Scheme};

/// What a step reports, and where the runtime finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Report {
    /// How its equations were solved.
    Convergence,
    /// Also the multipliers at this many nodes and at the end.
    Multipliers { nodes: usize },
    /// Also the energies at the end. The velocity starts at this place of the carried values.
    Energies { velocity_at: usize },
    /// How its equations were solved. Velocity and other fields of the node start at this place of the carried values.
    Fields { velocity_at: usize, others: usize },
}

/// The initial guess of an iteration, if only the velocity at the start of the step is known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Guess {
    /// The velocity for each unknown. After the first steps, extrapolated stages.
    Velocities(Extrapolation),
    /// The velocity for this many unknowns, and zeros for those after them.
    First(usize),
    /// The velocity for the unknowns that are velocities, in any order, and zeros for multipliers. If all are stages, they
    /// are extrapolated after the first steps.
    Condensed(Extrapolation),
}

/// The motion inside an element.
#[derive(Clone, Debug)]
pub(crate) struct Inside {
    /// The degree of q(s).
    pub(crate) degree: usize,
    /// q(s) and q̇(s)
    pub(crate) kernel: Kernel,
}

/// All kernels of one scheme.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) scheme: Rc<dyn Scheme>,
    /// Whether a step of −h undoes one of h.
    pub(crate) is_symmetric: bool,
    /// Whether a step may multiply some defect of the state by −1.
    pub(crate) has_alternating_modes: bool,
    /// If the declaration asks for it, and the scheme has one.
    pub(crate) modified_energy: Option<Kernel>,
    pub(crate) solver: Solver,
    /// How many values are carried from step to step in addition to the state.
    pub(crate) carried: usize,
    /// Expressions of parameters and h alone.
    pub(crate) constants: Kernel,
    /// The carried values at a start.
    pub(crate) start: Kernel,
    /// The end of the step and the residual there.
    pub(crate) update: Kernel,
    /// The corrections of a fixed point, where Newton's method would eliminate in loops.
    pub(crate) fixed_point: Option<Kernel>,
    /// Solution and end in one program, if no iteration is needed.
    pub(crate) direct: Option<Kernel>,
    /// If the step is condensed.
    pub(crate) recovery: Option<Recovery>,
    /// q(s) and q̇(s) inside the element, if they are polynomials that the unknowns determine.
    pub(crate) interpolation: Option<Inside>,
    /// The derivatives from which, with the tangent, the linearization of the step is made.
    pub(crate) variations: Kernel,
    pub(crate) action: Option<ActionKernels>,
    pub(crate) report: Report,
    pub(crate) guess: Guess,
    /// How many numbers a step leaves to the next, beside those that it carries: what its sums lost, and its residual.
    pub(crate) left: usize,
    /// Of how many angles the sines are computed a step ahead, and how many numbers this takes. Such a step leaves nothing
    /// else.
    pub(crate) ahead: usize,
    pub(crate) left_ahead: usize,
    /// Whether coordinates and momenta are summed with compensation. Then kernels return their increments instead of their
    /// ends.
    pub(crate) is_compensated: bool,
    /// Whether the residual is left to the next step.
    pub(crate) leaves_residual: bool,
    /// Whether its equations are linear, and their matrix depends on parameters and h alone, so that a singular one is found at
    /// a start.
    pub(crate) has_constant_tangent: bool,
    /// How many carried values, the first ones, are h times something without h, if those after them do not depend on h.
    pub(crate) linear_carried: Option<usize>,
}

impl Step {
    /// Refused if the scheme has no equations for the system.
    pub(crate) fn of(
        model: &mut Model,
        dynamics: &Dynamics,
        scheme: Rc<dyn Scheme>,
        inertia: &Inertia,
        name: &str,
    ) -> Result<Self, Refusal> {
        let known = Known::new(&mut model.graph, dynamics.size(), scheme.parameters());
        let uncondensed = scheme.step(&mut Context {
            graph: &mut model.graph,
            dynamics: &dynamics.within(known.time, known.step_size),
            known: &known,
            part: None,
        })?;
        let condensed = Condensed::of(&mut model.graph, &uncondensed);
        // Factors of small numbers may underflow in single precision.
        let inverts = scheme.handles_contacts() && model.is_wide;
        let analysed = Analysed::of(model, &known, &uncondensed, condensed.as_ref(), inverts);
        let Model {
            graph,
            parameters,
            inputs,
            sensitivities,
            ..
        } = &mut *model;
        // Other fields of a node are the last of what is carried, and contacts carry what they have.
        let has_place = condensed.is_none() && !scheme.handles_contacts() && uncondensed.fields.is_empty();
        let ahead = if has_place {
            Ahead::of(graph, &analysed)
        } else {
            Ahead::default()
        };
        let builder = Builder {
            ahead,
            scheme: &scheme,
            inertia,
            name,
            known: &known,
            parameters,
            inputs,
            sensitivities,
            analysed: &analysed,
            uncondensed: &uncondensed,
            condensed: condensed.as_ref(),
        };
        let mut step = builder.build(graph);
        if model.is_redundant {
            step.pivots_alone();
        }
        Ok(Self {
            modified_energy: modified_energy::kernel(model, &*scheme, &format!("{name}_modified_energy")),
            ..step
        })
    }

    /// Drops the programs that eliminate without pivoting, for matrices that are singular.
    fn pivots_alone(&mut self) {
        self.solver.pivots_alone();
        if let Some(recovery) = &mut self.recovery {
            recovery.kernel = None;
        }
    }

    /// The kernels of the step. That of the modified energy is not one of them.
    pub(crate) fn kernels(&self) -> Vec<&Kernel> {
        let mut kernels = self.solver.kernels();
        kernels.extend([&self.start, &self.constants, &self.update]);
        kernels.extend(self.interpolation.iter().map(|inside| &inside.kernel));
        kernels.push(&self.variations);
        kernels.extend(&self.direct);
        kernels.extend(&self.fixed_point);
        kernels.extend(self.recovery.iter().flat_map(Recovery::kernels));
        kernels.extend(self.action.iter().flat_map(ActionKernels::kernels));
        kernels
    }

    /// How many unknowns the equations have, iterated or not.
    pub(crate) fn unknowns(&self) -> usize {
        let uncondensed = self
            .recovery
            .as_ref()
            .map(|recovery| recovery.uncondensed.unknowns);
        uncondensed.unwrap_or(self.solver.unknowns)
    }

    /// Operations of a step, with one iteration if it iterates.
    pub(crate) fn operations(&self) -> usize {
        if let Some(direct) = &self.direct {
            return direct.operations();
        }
        let correction = self.solver.correction.as_ref().unwrap_or(&self.solver.tangent);
        let recovery = self
            .recovery
            .as_ref()
            .and_then(|recovery| recovery.kernel.as_ref());
        correction.operations() + self.update.operations() + recovery.map_or(0, Kernel::operations)
    }
}
