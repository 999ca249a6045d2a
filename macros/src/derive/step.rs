//! The kernels of one step of a scheme.
//! It refuses to know which scheme: only its equations are seen here.

use extremal_symbolic::{Expr, Graph};

use crate::derive::action::ActionKernels;
use crate::derive::angles::share_angles;
use crate::derive::carry::carry;
use crate::derive::condense::Condensed;
use crate::derive::constants::{Constants, hoist_constants};
use crate::derive::direct::Direct;
use crate::derive::expand::{self, Expansion, Following};
use crate::derive::impulses::Affine;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::solve::{Solver, System, scales};
use crate::derive::structure::{Solve, Structure};
use crate::derive::tangent::Linearized;
use crate::derive::variations::variations;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::{Known, SchemeKind, StepEquations};

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
    /// Where not all unknowns are iterated.
    pub(crate) expansion: Option<Expansion>,
    /// q(s) and q̇(s) inside the element.
    pub(crate) inside: Kernel,
    /// What the linearization of the step is made of, beside the tangent.
    pub(crate) variations: Kernel,
    pub(crate) action: Option<ActionKernels>,
    /// Where in what is carried the velocity stands, if it does.
    pub(crate) velocity_at: Option<usize>,
    /// Whether a step with −h undoes a step with h.
    pub(crate) is_symmetric: bool,
    /// Whether a step changes the sign of some defect.
    pub(crate) has_alternating_modes: bool,
    /// Whether coordinates are summed with compensation: increments stand in the place of the coordinates at the end.
    pub(crate) is_compensated: bool,
}

impl Step {
    /// Nothing where the scheme has no equations for the system.
    pub(crate) fn of(
        model: &mut Model,
        dynamics: &Dynamics,
        scheme: &SchemeKind,
        name: &str,
    ) -> Option<Self> {
        let known = Known::new(&mut model.graph, dynamics.size());
        let whole = scheme.equations(&mut model.graph, dynamics, &known)?;
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
        Some(builder.build(graph))
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

struct Builder<'a> {
    name: &'a str,
    known: &'a Known,
    parameters: &'a [Expr],
    inputs: &'a [Expr],
    sensitivities: &'a [Expr],
    constants: &'a Constants,
    affine: &'a Affine,
    /// How many unknowns are iterated.
    iterated: usize,
    /// Symbols for what rounding took of the coordinates; no equation has them.
    lost: &'a [Expr],
    /// All unknowns, before anything was carried.
    whole: &'a StepEquations,
    /// ∂r/∂x, row by row.
    tangent: &'a [Vec<Expr>],
    structure: Structure,
    direct: &'a Option<Direct>,
    condensed: Option<&'a Condensed>,
    following: &'a Following,
}

impl Builder<'_> {
    fn build(&self, graph: &mut Graph) -> Step {
        let equations = &self.affine.equations;
        let known = self.known_arguments();
        let system = System {
            name: self.name,
            known: &known,
            unknown: &equations.unknown[..self.iterated],
            ties: equations.ties,
            residual: &equations.residual[..self.iterated],
            scale: &self.affine.scale[..self.iterated],
        };
        let solver = Solver::of(graph, &system, self.tangent, self.structure.clone());
        let n = self.known.coordinates.len();
        Step {
            carried: self.carried_symbols().len(),
            constants: self.constants(graph),
            start: self.start(graph),
            update: self.update(graph, &system),
            direct: self.direct(graph),
            expansion: self.condensed.map(|condensed| self.expansion(graph, condensed)),
            inside: self.inside(graph),
            variations: self.variations(graph),
            action: self
                .whole
                .action
                .as_ref()
                .map(|action| ActionKernels::of(graph, self.name, &self.action_arguments(), action)),
            velocity_at: (!equations.end_velocities.is_empty())
                .then(|| self.affine.carried.symbols.len() - n),
            is_symmetric: true,
            has_alternating_modes: false,
            is_compensated: !equations.increments.is_empty(),
            solver,
        }
    }

    /// What is carried, and behind it the numbers that the runtime keeps: what rounding took of the coordinates, too.
    fn carried_symbols(&self) -> Vec<Expr> {
        let kept = self.condensed.into_iter().flat_map(|condensed| &condensed.kept);
        let symbols = self.affine.carried.symbols.iter().chain(kept);
        symbols.chain(self.lost).copied().collect()
    }

    /// (t, h, qₖ, x, u)
    fn action_arguments(&self) -> [Argument; 5] {
        [
            Argument::array("parameters", self.parameters),
            // Together, so that a kernel has seven arguments at most.
            Argument::array("interval", &[self.known.time, self.known.step_size]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("u", self.inputs),
            Argument::array("x", &self.whole.unknown),
        ]
    }

    fn named(&self, part: &str) -> String {
        format!("{}_{part}", self.name)
    }

    /// What equations need in which nothing was carried or computed in advance.
    fn plain_arguments(&self) -> Vec<Argument> {
        vec![
            Argument::array("parameters", self.parameters),
            Argument::array("interval", &[self.known.time, self.known.step_size]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("p", &self.known.momenta),
            Argument::array("u", self.inputs),
        ]
        .into_iter()
        .chain(
            self.carries_velocity()
                .then(|| Argument::array("c", &self.carried_symbols())),
        )
        .collect()
    }

    fn carries_velocity(&self) -> bool {
        !self.whole.end_velocities.is_empty()
    }

    fn known_arguments(&self) -> Vec<Argument> {
        let interval = [
            &[self.known.time, self.known.step_size],
            &self.constants.symbols[..],
            self.inputs,
        ]
        .concat();
        vec![
            Argument::array("parameters", self.parameters),
            // Together, so that a kernel has seven arguments at most, what its parts hand on to each other included.
            Argument::array("interval", &interval),
            Argument::array("q", &self.known.coordinates),
            Argument::array("p", &self.known.momenta),
            Argument::array("c", &self.carried_symbols()),
        ]
    }

    fn start(&self, graph: &mut Graph) -> Kernel {
        let mut arguments = self.known_arguments();
        // Nothing is carried yet, and the velocity is given.
        arguments.pop();
        arguments.push(Argument::array("v", &self.known.velocities));
        let values = &self.affine.carried.at_start;
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

    /// Residual and scale; and where all unknowns are iterated the end before them.
    fn update(&self, graph: &mut Graph, system: &System<'_>) -> Kernel {
        let unknowns = Shape::Array(system.unknown.len());
        let residual = [(unknowns, system.residual), (unknowns, system.scale)];
        let Affine {
            equations, carried, ..
        } = self.affine;
        let ends = self.ends(equations, &carried.at_end);
        let results = if self.condensed.is_some() {
            residual.to_vec()
        } else {
            [&ends[..], &residual].concat()
        };
        Kernel::of(graph, &self.named("update"), &system.arguments(), &results)
    }

    fn ends<'e>(&self, equations: &'e StepEquations, carried: &'e [Expr]) -> [(Shape, &'e [Expr]); 3] {
        let n = Shape::Array(self.known.coordinates.len());
        let coordinates = if equations.increments.is_empty() {
            &equations.end_coordinates
        } else {
            &equations.increments
        };
        [
            (n, coordinates),
            (n, &equations.end_momenta),
            (Shape::Array(carried.len()), carried),
        ]
    }

    fn expansion(&self, graph: &mut Graph, condensed: &Condensed) -> Expansion {
        let iterated = &self.affine.equations.unknown[..self.iterated];
        let arguments = [self.known_arguments(), vec![Argument::array("x", iterated)]].concat();
        let name = self.named("expand");
        let kernel = expand::kernel(
            graph,
            (&name, &arguments),
            (self.whole, condensed),
            (self.affine, self.following),
        );
        let name = self.named("whole");
        let known = self.plain_arguments();
        let system = System {
            name: &name,
            known: &known,
            unknown: &self.whole.unknown,
            ties: self.whole.ties,
            residual: &self.whole.residual,
            scale: &scales(graph, &self.whole.terms),
        };
        let unknowns = Shape::Array(system.unknown.len());
        let residual = [(unknowns, system.residual), (unknowns, system.scale)];
        let results = [&self.ends(self.whole, &[])[..], &residual].concat();
        let place = |x: &Expr| self.whole.unknown.iter().position(|other| other == x);
        Expansion {
            kernel,
            whole: expand::whole_solver(graph, &system),
            whole_update: Kernel::of(graph, &format!("{name}_update"), &system.arguments(), &results),
            places: iterated.iter().filter_map(place).collect(),
            has_basis: condensed.has_basis,
        }
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
        let inside = &self.whole.inside;
        let arguments = [
            Argument::array("interval", &[self.known.step_size, inside.place]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("x", &self.whole.unknown),
        ];
        let n = Shape::Array(self.known.coordinates.len());
        let results = [(n, &inside.coordinates[..]), (n, &inside.velocities)];
        Kernel::of(graph, &self.named("inside"), &arguments, &results)
    }

    fn variations(&self, graph: &mut Graph) -> Kernel {
        let unknown = Argument::array("x", &self.whole.unknown);
        let arguments = [self.plain_arguments(), vec![unknown]].concat();
        let velocities = self.known.velocities.iter().filter(|_| self.carries_velocity());
        let velocities: Vec<Expr> = velocities.copied().collect();
        let known = [
            &self.known.coordinates[..],
            &self.known.momenta,
            &velocities,
            self.inputs,
            self.sensitivities,
        ]
        .concat();
        variations(graph, &self.named("variations"), &arguments, self.whole, &known)
    }
}
