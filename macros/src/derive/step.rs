//! The kernels of one step of a scheme.
//! It refuses to know which scheme: only its equations are seen here.

use extremal_symbolic::{Expr, Graph};

use crate::derive::carry::{Carried, carry};
use crate::derive::constants::{Constants, hoist_constants};
use crate::derive::direct::Direct;
use crate::derive::impulses::Affine;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::{Solver, System};
use crate::derive::structure::{Solve, Structure};
use crate::derive::tangent::Linearized;
use crate::derive::variations::variations;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::{Action, Known, SchemeKind, StepEquations};

/// All kernels of one scheme.
#[derive(Clone, Debug)]
pub(crate) struct Step {
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
    /// q(s) and q̇(s) inside the element.
    pub(crate) inside: Kernel,
    /// What the linearization of the step is made of, beside the tangent.
    pub(crate) variations: Kernel,
    pub(crate) lagrangian: Kernel,
    pub(crate) momentum_before: Kernel,
    pub(crate) momentum_after: Kernel,
}

impl Step {
    pub(crate) fn of(model: &mut Model, dynamics: &Dynamics, scheme: &SchemeKind, name: &str) -> Self {
        let known = Known::new(&mut model.graph, dynamics.size());
        let mut equations = scheme.equations(&mut model.graph, dynamics, &known);
        let action = equations.action.clone();
        let Model {
            graph,
            parameters,
            inputs,
            sensitivities,
            is_wide,
            ..
        } = model;
        let whole = equations.clone();
        let carried = carry(graph, &known, inputs, &mut equations);
        let mut linearized = Linearized::cheapest(
            graph,
            &equations.residual,
            &equations.unknown,
            (dynamics.size(), equations.ties > 0),
        );
        equations.residual = linearized.residual;
        let tangent = &mut linearized.tangent;
        let structure = Structure::of(graph, &equations.residual, tangent, &equations.unknown);
        let structure = structure.with_ties(equations.ties);
        let mut affine = Affine::new(graph, equations, carried);
        if structure.solve != Solve::Newton {
            let varying = affine.varying(&known, inputs);
            affine.carry_impulses(graph, &varying);
        }
        let mut constants = hoist_constants(graph, &known, (inputs, *is_wide), &mut affine, tangent);
        let direct = match structure.solve {
            Solve::Newton => None,
            Solve::Explicit | Solve::Linear => Direct::of(graph, &affine, tangent, &mut constants),
        };
        let builder = Builder {
            name,
            known: &known,
            parameters,
            inputs,
            sensitivities,
            carried: &affine.carried,
            constants: &constants,
            equations: &affine.equations,
            whole: &whole,
            tangent: &linearized.tangent,
            structure,
            direct: &direct,
        };
        builder.build(graph, &action)
    }

    /// Operations of a whole step; where it iterates, with one iteration.
    pub(crate) fn operations(&self) -> usize {
        if let Some(direct) = &self.direct {
            return direct.operations();
        }
        let correction = self.solver.correction.as_ref().unwrap_or(&self.solver.tangent);
        correction.operations() + self.update.operations()
    }
}

struct Builder<'a> {
    name: &'a str,
    known: &'a Known,
    parameters: &'a [Expr],
    inputs: &'a [Expr],
    sensitivities: &'a [Expr],
    carried: &'a Carried,
    constants: &'a Constants,
    equations: &'a StepEquations,
    /// The same before anything was carried.
    whole: &'a StepEquations,
    /// ∂r/∂x, row by row.
    tangent: &'a [Vec<Expr>],
    structure: Structure,
    direct: &'a Option<Direct>,
}

impl Builder<'_> {
    fn build(&self, graph: &mut Graph, action: &Action) -> Step {
        let equations = self.equations;
        let known = self.known_arguments();
        let system = System {
            name: self.name,
            known: &known,
            unknown: &equations.unknown,
            ties: equations.ties,
            residual: &equations.residual,
            terms: &equations.terms,
        };
        let solver = Solver::of(graph, &system, self.tangent, self.structure.clone());
        let scale = system.scale(graph);
        Step {
            carried: self.carried.symbols.len(),
            constants: self.constants(graph),
            start: self.start(graph),
            update: self.update(graph, &scale),
            direct: self.direct(graph),
            inside: self.inside(graph),
            variations: self.variations(graph),
            lagrangian: self.on_action(graph, "lagrangian", Shape::Scalar, &[action.lagrangian]),
            momentum_before: self.on_element(graph, "momentum_before", &action.momentum_before),
            momentum_after: self.on_element(graph, "momentum_after", &action.momentum_after),
            solver,
        }
    }

    fn named(&self, part: &str) -> String {
        format!("{}_{part}", self.name)
    }

    fn known_arguments(&self) -> Vec<Argument> {
        let interval = [
            &[self.known.time, self.known.step_size],
            &self.constants.symbols[..],
        ]
        .concat();
        vec![
            Argument::array("parameters", self.parameters),
            // Together, so that a kernel has seven arguments at most.
            Argument::array("interval", &interval),
            Argument::array("q", &self.known.coordinates),
            Argument::array("p", &self.known.momenta),
            Argument::array("u", self.inputs),
            Argument::array("c", &self.carried.symbols),
        ]
    }

    fn start(&self, graph: &mut Graph) -> Kernel {
        let arguments = self.known_arguments();
        let values = &self.carried.at_start;
        Kernel::of(
            graph,
            &self.named("start"),
            &arguments,
            &[(Shape::Array(values.len()), values)],
        )
    }

    fn constants(&self, graph: &mut Graph) -> Kernel {
        let arguments = [
            Argument::array("parameters", self.parameters),
            Argument::scalar("step_size", self.known.step_size),
        ];
        let values = &self.constants.values;
        let shape = Shape::Array(values.len());
        Kernel::of(graph, &self.named("constants"), &arguments, &[(shape, values)])
    }

    fn update(&self, graph: &mut Graph, scale: &[Expr]) -> Kernel {
        let arguments = [
            self.known_arguments(),
            vec![Argument::array("x", &self.equations.unknown)],
        ]
        .concat();
        let n = Shape::Array(self.known.coordinates.len());
        let unknowns = Shape::Array(self.equations.unknown.len());
        let results = [
            (n, &self.equations.end_coordinates[..]),
            (n, &self.equations.end_momenta),
            (Shape::Array(self.carried.at_end.len()), &self.carried.at_end),
            (unknowns, &self.equations.residual),
            (unknowns, scale),
        ];
        Kernel::of(graph, &self.named("update"), &arguments, &results)
    }

    fn direct(&self, graph: &mut Graph) -> Option<Kernel> {
        let (program, shapes) = self.direct.as_ref()?.program(graph)?;
        Some(Kernel::new(
            &self.named("direct"),
            &self.known_arguments(),
            program,
            shapes,
        ))
    }

    fn inside(&self, graph: &mut Graph) -> Kernel {
        let inside = &self.equations.inside;
        let arguments = [
            Argument::array("interval", &[self.known.step_size, inside.place]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("x", &self.equations.unknown),
        ];
        let n = Shape::Array(self.known.coordinates.len());
        let results = [(n, &inside.coordinates[..]), (n, &inside.velocities)];
        Kernel::of(graph, &self.named("inside"), &arguments, &results)
    }

    fn variations(&self, graph: &mut Graph) -> Kernel {
        let arguments = [
            self.known_arguments(),
            vec![Argument::array("x", &self.equations.unknown)],
        ]
        .concat();
        let known = [
            &self.known.coordinates[..],
            &self.known.momenta,
            self.inputs,
            self.sensitivities,
        ]
        .concat();
        variations(graph, &self.named("variations"), &arguments, self.whole, &known)
    }

    fn on_element(&self, graph: &mut Graph, part: &str, momenta: &[Expr]) -> Kernel {
        self.on_action(graph, part, Shape::Array(momenta.len()), momenta)
    }

    /// A function of (t, h, qₖ, x, u).
    fn on_action(&self, graph: &mut Graph, part: &str, shape: Shape, values: &[Expr]) -> Kernel {
        let arguments = [
            Argument::array("parameters", self.parameters),
            // Together, so that a kernel has seven arguments at most.
            Argument::array("interval", &[self.known.time, self.known.step_size]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("u", self.inputs),
            Argument::array("x", &self.equations.unknown),
        ];
        Kernel::of(graph, &self.named(part), &arguments, &[(shape, values)])
    }
}
