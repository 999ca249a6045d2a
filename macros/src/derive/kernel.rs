//! A kernel: one straight-line function, described by its arguments, its program and the shapes of its results.

use std::collections::HashSet;

use extremal_symbolic::{Called, Expr, Graph, Op, Program, Scheduler, Sharing, Value};

/// An argument of a kernel: one number, or an array of numbers, each a symbol of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) name: &'static str,
    pub(crate) symbols: Vec<Expr>,
    pub(crate) is_scalar: bool,
}

impl Argument {
    pub(crate) fn scalar(name: &'static str, symbol: Expr) -> Self {
        Self {
            name,
            symbols: vec![symbol],
            is_scalar: true,
        }
    }

    pub(crate) fn array(name: &'static str, symbols: &[Expr]) -> Self {
        Self {
            name,
            symbols: symbols.to_vec(),
            is_scalar: false,
        }
    }
}

/// The shape of one result of a kernel. Results take their numbers from the outputs of the program in turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Scalar,
    Array(usize),
    /// Row by row.
    Matrix(usize, usize),
}

impl Shape {
    pub(crate) fn len(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Array(n) => n,
            Self::Matrix(rows, columns) => rows * columns,
        }
    }
}

/// A straight-line function.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub(crate) name: String,
    /// The arguments in order. Those that the program does not use are not passed.
    pub(crate) arguments: Vec<Argument>,
    pub(crate) program: Program,
    pub(crate) shapes: Vec<Shape>,
    /// Whether large matrices are written where the caller has them, and not returned.
    is_in_place: bool,
    /// Whether only linearizations call it, so that fields may lack derivatives that it needs.
    pub(crate) is_optional: bool,
    /// Whether steps do without it, but for a few.
    is_rare: bool,
}

/// From this many operations on a kernel that rarely runs is interpreted: some milliseconds of a build for each thousand,
/// against some microseconds a call.
const LONG: usize = 2000;

/// A matrix of this many numbers, 8 kB of doubles, is large: without optimisation each return of it is a copy on the stack.
const LARGE: usize = 1024;

impl Kernel {
    /// A kernel that evaluates the given groups of expressions.
    pub(crate) fn of(
        graph: &mut Graph,
        name: &str,
        arguments: &[Argument],
        results: &[(Shape, &[Expr])],
    ) -> Self {
        Self::planned(graph, name, arguments, results, Sharing::Always)
    }

    /// The same, which steps do without, but for a few.
    pub(crate) fn rare(
        graph: &mut Graph,
        name: &str,
        arguments: &[Argument],
        results: &[(Shape, &[Expr])],
    ) -> Self {
        Self::planned(graph, name, arguments, results, Sharing::IfShort).rarely()
    }

    fn planned(
        graph: &mut Graph,
        name: &str,
        arguments: &[Argument],
        results: &[(Shape, &[Expr])],
        sharing: Sharing,
    ) -> Self {
        let roots: Vec<Expr> = results
            .iter()
            .flat_map(|(_, list)| list.iter().copied())
            .collect();
        graph.spend(roots.len());
        if graph.is_exhausted() {
            return Self::unknown(name);
        }
        let mut scheduler = Scheduler::sharing(graph, &roots, sharing);
        let outputs = scheduler.lower_all(&roots);
        let shapes = results.iter().map(|&(shape, _)| shape).collect();
        Self::new(name, arguments, scheduler.finish(&outputs), shapes)
    }

    /// A placeholder for the kernels of an exhausted graph, which are never emitted.
    fn unknown(name: &str) -> Self {
        let program = Scheduler::new(&mut Graph::new(), &[]).finish(&[]);
        Self::new(name, &[], program, Vec::new())
    }

    pub(crate) fn new(name: &str, arguments: &[Argument], program: Program, shapes: Vec<Shape>) -> Self {
        debug_assert_eq!(
            program.outputs().len(),
            shapes.iter().map(|shape| shape.len()).sum::<usize>()
        );
        Self {
            name: name.to_owned(),
            arguments: arguments.to_vec(),
            program,
            shapes,
            is_in_place: false,
            is_optional: false,
            is_rare: false,
        }
    }

    /// The same kernel, which writes large matrices where the caller has them.
    pub(crate) fn in_place(self) -> Self {
        Self {
            is_in_place: true,
            ..self
        }
    }

    /// The same kernel, which only linearizations call.
    pub(crate) fn optional(self) -> Self {
        Self {
            is_optional: true,
            ..self.rarely()
        }
    }

    /// The same kernel, which steps do without, but for a few.
    pub(crate) fn rarely(self) -> Self {
        Self {
            is_rare: true,
            ..self
        }
    }

    /// The same kernel, which every step runs.
    pub(crate) fn often(self) -> Self {
        Self {
            is_rare: false,
            ..self
        }
    }

    /// Whether the runtime interprets its operations. Those that call fields are compiled.
    pub(crate) fn is_interpreted(&self) -> bool {
        self.is_rare && self.operations() >= LONG && self.program.calls().is_empty()
    }

    /// Whether a result of this shape is not returned.
    pub(crate) fn writes(&self, shape: Shape) -> bool {
        self.is_in_place && matches!(shape, Shape::Matrix(..)) && shape.len() >= LARGE
    }

    /// How many operations it has.
    pub(crate) fn operations(&self) -> usize {
        self.program.operations().total()
    }

    /// The arguments that the program reads, and of parameters those.
    pub(crate) fn used_arguments(&self) -> Vec<Argument> {
        let read: HashSet<Expr> = self.symbols().into_iter().collect();
        let used = self.arguments.iter().filter_map(|argument| {
            let is_read = |symbol: &Expr| read.contains(symbol);
            if !argument.symbols.iter().any(is_read) {
                return None;
            }
            let mut argument = argument.clone();
            if argument.name == "parameters" {
                argument.symbols.retain(is_read);
            }
            Some(argument)
        });
        used.collect()
    }

    /// The symbols of an argument, if the program reads it.
    pub(crate) fn used(&self, argument: &str) -> Vec<Expr> {
        let used = self.used_arguments().into_iter();
        let of_it = used.filter(|used| used.name == argument);
        of_it.flat_map(|used| used.symbols).collect()
    }

    /// The symbols that the program reads.
    pub(crate) fn symbols(&self) -> Vec<Expr> {
        let symbols = self.program.ops().iter().filter_map(|op| match op {
            Op::Symbol(e) => Some(*e),
            _ => None,
        });
        symbols.collect()
    }

    /// The unknown functions that the program calls, in order: how often each is differentiated, and its number of arguments.
    pub(crate) fn called(&self) -> Vec<(Called, usize, usize)> {
        let mut called: Vec<(Called, usize, usize)> = Vec::new();
        for call in self.program.calls() {
            match called.iter_mut().find(|(known, ..)| *known == call.function) {
                Some((_, order, _)) => *order = call.order().max(*order),
                None => called.push((call.function, call.order(), call.arguments.len())),
            }
        }
        called.sort_unstable();
        called
    }

    /// An unknown function of which the program needs a third derivative.
    pub(crate) fn too_rough(&self) -> Option<Called> {
        let mut called = self.called().into_iter();
        called
            .find(|&(_, order, _)| order > 2)
            .map(|(function, ..)| function)
    }

    /// The outputs, result by result.
    pub(crate) fn results(&self) -> Vec<(Shape, &[Value])> {
        let mut outputs = self.program.outputs();
        self.shapes
            .iter()
            .map(|&shape| {
                let (result, rest) = outputs.split_at(shape.len());
                outputs = rest;
                (shape, result)
            })
            .collect()
    }
}
