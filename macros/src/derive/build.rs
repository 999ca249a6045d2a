//! The kernels of a step, made of its final equations.
//! It refuses to change the equations.

use std::rc::Rc;

use extremal_symbolic::{Expr, Graph};

use crate::derive::action::ActionKernels;
use crate::derive::ahead::Ahead;
use crate::derive::analysis::Analysed;
use crate::derive::condense::Condensed;
use crate::derive::fixed_point;
use crate::derive::impulses::Affine;
use crate::derive::kernel::{Argument, Kernel, Shape};
use crate::derive::recover::{self, Recovery};
use crate::derive::solve::{Diagonal, Solver, System, scales};
use crate::derive::step::{Guess, Inside, Report, Step};
use crate::derive::structure::Solve;
use crate::derive::variations::variations;
use crate::schemes::{self, Extrapolation, Inertia, Interpolation, Known, Role, Scheme, StepEquations};

/// The parts of which the kernels are made.
pub(super) struct Builder<'a> {
    pub(super) scheme: &'a Rc<dyn Scheme>,
    pub(super) inertia: &'a Inertia,
    pub(super) name: &'a str,
    pub(super) known: &'a Known,
    pub(super) parameters: &'a [Expr],
    pub(super) inputs: &'a [Expr],
    pub(super) sensitivities: &'a [Expr],
    pub(super) analysed: &'a Analysed,
    /// The equations of all unknowns, without carried values.
    pub(super) uncondensed: &'a StepEquations,
    pub(super) condensed: Option<&'a Condensed>,
    /// Sines that a step computes for the next one.
    pub(super) ahead: Ahead,
}

impl Builder<'_> {
    pub(super) fn build(&self, graph: &mut Graph) -> Step {
        let Analysed {
            affine,
            structure,
            iterated,
            constraints,
            ..
        } = self.analysed;
        let known = self.known_arguments();
        let system = System {
            name: self.name,
            known: &known,
            unknown: &self.iterated(),
            constraints: *constraints,
            residual: &affine.equations.system.values()[..*iterated],
            scale: &affine.scale[..*iterated],
        };
        let (solver, update) = self.ahead.turning(graph, |graph| {
            let structure = structure.clone();
            let solver = Solver::of(graph, &system, &affine.tangent, structure, self.diagonal());
            (solver, self.update(graph, &system))
        });
        Step {
            scheme: self.scheme.clone(),
            is_symmetric: self.scheme.is_symmetric(),
            has_alternating_modes: self.scheme.has_alternating_modes(self.inertia),
            modified_energy: None,
            carried: self.carried_symbols().len(),
            constants: self.constants(graph),
            start: self.start(graph),
            update,
            direct: self.direct(graph),
            fixed_point: self.fixed_point(graph, &solver),
            recovery: self.condensed.map(|condensed| self.recovery(graph, condensed)),
            guess: self.guess(),
            interpolation: self.interpolation(graph),
            variations: self.variations(graph),
            action: self
                .uncondensed
                .action
                .as_ref()
                .map(|action| ActionKernels::of(graph, self.name, &self.action_arguments(), action)),
            report: self.report(),
            left: self.analysed.left.len(),
            ahead: self.ahead.angles.len(),
            left_ahead: self.ahead.symbols.len(),
            is_compensated: !self.uncondensed.increments.is_empty(),
            leaves_residual: self.analysed.left.len() > self.uncondensed.increments.len(),
            has_constant_tangent: self.has_constant_tangent(graph),
            linear_carried: self.analysed.linear_carried(graph, self.known.step_size),
            // A step takes the residual from its update.
            solver: Solver {
                residual: solver.residual.rarely(),
                ..solver
            },
        }
    }

    /// Without mass an entry of the diagonal is what other terms are, and these may cancel where a constraint is to determine
    /// the coordinate.
    fn diagonal(&self) -> Diagonal {
        if self.inertia.is_singular && self.inertia.has_constraints {
            Diagonal::MayVanish
        } else {
            Diagonal::Regular
        }
    }

    /// A tangent of numbers alone is regular, or else the scheme was refused.
    fn has_constant_tangent(&self, graph: &Graph) -> bool {
        let Analysed {
            affine, structure, ..
        } = self.analysed;
        let Known {
            time,
            coordinates,
            momenta,
            velocities,
            ..
        } = self.known;
        let varying = [
            &[*time][..],
            coordinates,
            momenta,
            velocities,
            self.inputs,
            &affine.carried.symbols,
        ];
        let entries = affine.tangent.concat();
        structure.solve != Solve::Newton
            && entries.iter().any(|&entry| graph.constant_of(entry).is_none())
            && !graph.any_depends_on(&entries, &varying.concat())
    }

    fn guess(&self) -> Guess {
        let extrapolation = Extrapolation::of(self.scheme.stages());
        let velocities = self.uncondensed.system.count(Role::StageVelocity);
        if self.condensed.is_none() {
            return if velocities == self.uncondensed.system.unknowns.len() {
                Guess::Velocities(extrapolation)
            } else {
                Guess::First(velocities)
            };
        }
        let are_stages = self.iterated() == self.uncondensed.system.symbols()[..velocities];
        Guess::Condensed(if are_stages {
            extrapolation
        } else {
            Extrapolation::default()
        })
    }

    /// The unknowns that are iterated.
    fn iterated(&self) -> Vec<Expr> {
        let unknowns = self.analysed.affine.equations.system.symbols().into_iter();
        unknowns.take(self.analysed.iterated).collect()
    }

    /// Carried velocities are the last of the carried values, but for other fields.
    fn report(&self) -> Report {
        match self.uncondensed.report {
            schemes::Report::Convergence => Report::Convergence,
            schemes::Report::Multipliers { nodes } => Report::Multipliers { nodes },
            schemes::Report::Energies => Report::Energies {
                velocity_at: self.analysed.affine.carried.symbols.len() - self.known.coordinates.len(),
            },
            schemes::Report::Fields => Report::Fields {
                velocity_at: self.analysed.affine.carried.symbols.len()
                    - self.known.coordinates.len()
                    - self.uncondensed.fields.len(),
                others: self.uncondensed.fields.len(),
            },
        }
    }

    /// The carried values, followed by the numbers that the runtime remembers.
    fn carried_symbols(&self) -> Vec<Expr> {
        let remembered = self
            .condensed
            .into_iter()
            .flat_map(|condensed| &condensed.remembered);
        let symbols = self.analysed.affine.carried.symbols.iter().chain(remembered);
        let left = self.analysed.left.iter().chain(&self.ahead.symbols);
        symbols.chain(left).copied().collect()
    }

    /// (t, h, qₖ, x, u)
    fn action_arguments(&self) -> Vec<Argument> {
        vec![
            Argument::array("parameters", self.parameters),
            // One argument, so that a kernel has at most seven.
            Argument::array("interval", &[self.known.time, self.known.step_size]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("u", self.inputs),
            Argument::array("x", &self.uncondensed.system.symbols()),
            Argument::array("scheme", &self.known.scheme),
        ]
    }

    fn named(&self, part: &str) -> String {
        format!("{}_{part}", self.name)
    }

    /// The arguments of equations without carried values and constants.
    fn plain_arguments(&self) -> Vec<Argument> {
        vec![
            Argument::array("parameters", self.parameters),
            Argument::array("interval", &[self.known.time, self.known.step_size]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("p", &self.known.momenta),
            Argument::array("u", self.inputs),
            Argument::array("scheme", &self.known.scheme),
        ]
        .into_iter()
        .chain(
            self.carries_velocity()
                .then(|| Argument::array("c", &self.carried_symbols())),
        )
        .collect()
    }

    fn carries_velocity(&self) -> bool {
        !self.uncondensed.end_velocities.is_empty()
    }

    fn known_arguments(&self) -> Vec<Argument> {
        let interval = [
            &[self.known.time, self.known.step_size],
            &self.known.scheme[..],
            &self.analysed.constants.symbols,
            self.inputs,
        ]
        .concat();
        vec![
            Argument::array("parameters", self.parameters),
            // One argument, so that a kernel has at most seven, including the values that its parts pass to each other.
            Argument::array("interval", &interval),
            Argument::array("q", &self.known.coordinates),
            Argument::array("p", &self.known.momenta),
            Argument::array("c", &self.carried_symbols()),
        ]
    }

    fn start(&self, graph: &mut Graph) -> Kernel {
        let mut arguments = self.known_arguments();
        // Nothing is carried yet, and the velocity is an argument of its own.
        arguments.pop();
        arguments.push(Argument::array("v", &self.known.velocities));
        let values = &self.analysed.affine.carried.at_start;
        Kernel::of(
            graph,
            &self.named("start"),
            &arguments,
            &[(Shape::Array(values.len()), values)],
        )
    }

    /// The constants of a step, the scheme's own numbers first.
    fn constants(&self, graph: &mut Graph) -> Kernel {
        let arguments = [
            Argument::array("parameters", self.parameters),
            Argument::scalar("step_size", self.known.step_size),
            Argument::array("scheme", &self.known.scheme),
        ];
        let values = [&self.known.scheme[..], &self.analysed.constants.values].concat();
        let shape = Shape::Array(values.len());
        Kernel::of(graph, &self.named("constants"), &arguments, &[(shape, &values)])
    }

    /// Residual and scale. If all unknowns are iterated, the end comes before them.
    fn update(&self, graph: &mut Graph, system: &System<'_>) -> Kernel {
        let unknowns = Shape::Array(system.unknown.len());
        let residual = [(unknowns, system.residual), (unknowns, system.scale)];
        let Affine {
            equations, carried, ..
        } = &self.analysed.affine;
        let carried = [&carried.at_end[..], &self.ahead.angles].concat();
        let ends = self.ends(equations, &carried);
        let results = if self.condensed.is_some() {
            residual.to_vec()
        } else {
            [&ends[..], &residual].concat()
        };
        Kernel::of(graph, &self.named("update"), &system.arguments(), &results)
    }

    fn ends<'e>(&self, equations: &'e StepEquations, carried: &'e [Expr]) -> [(Shape, &'e [Expr]); 3] {
        let n = Shape::Array(self.known.coordinates.len());
        let [coordinates, momenta] = equations.ends();
        [
            (n, coordinates),
            (n, momenta),
            (Shape::Array(carried.len()), carried),
        ]
    }

    fn recovery(&self, graph: &mut Graph, condensed: &Condensed) -> Recovery {
        let iterated = self.iterated();
        let arguments = [self.known_arguments(), vec![Argument::array("x", &iterated)]].concat();
        let program = recover::program(graph, self.uncondensed, condensed, &self.analysed.affine);
        let kernel =
            program.map(|(program, shapes)| Kernel::new(&self.named("recover"), &arguments, program, shapes));
        let name = self.named("uncondensed");
        let known = self.plain_arguments();
        let system = System {
            name: &name,
            known: &known,
            unknown: &self.uncondensed.system.symbols(),
            constraints: self.uncondensed.system.constraints(),
            residual: &self.uncondensed.system.values(),
            scale: &scales(graph, &self.uncondensed.system.summands()),
        };
        let unknowns = Shape::Array(system.unknown.len());
        let residual = [(unknowns, system.residual), (unknowns, system.scale)];
        let results = [&self.ends(self.uncondensed, &[])[..], &residual].concat();
        let symbols = self.uncondensed.system.symbols();
        let place = |x: &Expr| symbols.iter().position(|other| other == x);
        Recovery {
            kernel,
            uncondensed: recover::uncondensed_solver(graph, &system),
            uncondensed_update: Kernel::rare(graph, &format!("{name}_update"), &system.arguments(), &results),
            places: iterated.iter().filter_map(place).collect(),
            has_basis: condensed.has_basis,
        }
    }

    fn direct(&self, graph: &mut Graph) -> Option<Kernel> {
        let (program, shapes) = self.analysed.direct.as_ref()?.program(graph)?;
        Some(Kernel::new(
            &self.named("direct"),
            &self.known_arguments(),
            program,
            shapes,
        ))
    }

    /// An element has no quotients by h, which vanishes here.
    fn fixed_point(&self, graph: &mut Graph, solver: &Solver) -> Option<Kernel> {
        let is_eliminated = solver.structure.solve == Solve::Newton && solver.correction.is_none();
        if !is_eliminated || self.condensed.is_some() || self.scheme.element().is_none() {
            return None;
        }
        let given = (self.known, self.parameters, self.inputs);
        fixed_point::of(graph, &self.named("fixed_point"), given, self.uncondensed)
    }

    fn interpolation(&self, graph: &mut Graph) -> Option<Inside> {
        let Interpolation::Polynomial(polynomial) = &self.uncondensed.interpolation else {
            return None;
        };
        let arguments = [
            Argument::array("interval", &[self.known.step_size, polynomial.place]),
            Argument::array("q", &self.known.coordinates),
            Argument::array("x", &self.uncondensed.system.symbols()),
        ];
        let n = Shape::Array(self.known.coordinates.len());
        let results = [(n, &polynomial.coordinates[..]), (n, &polynomial.velocities)];
        Some(Inside {
            degree: polynomial.degree,
            kernel: Kernel::of(graph, &self.named("interpolation"), &arguments, &results),
        })
    }

    fn variations(&self, graph: &mut Graph) -> Kernel {
        let unknown = Argument::array("x", &self.uncondensed.system.symbols());
        let arguments = [self.plain_arguments(), vec![unknown]].concat();
        let velocities = self.known.velocities.iter().filter(|_| self.carries_velocity());
        let fields = self.uncondensed.fields.iter().map(|field| field.symbol);
        let carried: Vec<Expr> = velocities.copied().chain(fields).collect();
        let known = [
            &self.known.coordinates[..],
            &self.known.momenta,
            &carried,
            self.inputs,
            self.sensitivities,
        ]
        .concat();
        variations(
            graph,
            &self.named("variations"),
            &arguments,
            self.uncondensed,
            &known,
        )
    }
}
