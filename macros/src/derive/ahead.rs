//! Angles whose sines are computed ahead, a step before they are needed.
//!
//! The runtime predicts the angles of the next step while this one is solved (`kernels/ahead.rs`), and the kernels of the step
//! turn the sines of the prediction. Nothing else of the equations changes.

use extremal_symbolic::{Expr, Graph, Scheduler};

use crate::derive::analysis::Analysed;
use crate::derive::structure::Solve;
use crate::dynamics::symbols;

/// Sines of more angles are computed where they are needed: what is carried for them would cost more than waiting. Eight angles
/// of a chain in one step take two fifths more time with sines ahead, and two of a double pendulum a sixth less.
const MOST: usize = 4;

/// The other operations of residual and tangent to each sine and cosine: where there are more, steps wait for them anyway, as
/// those of a spherical spring pendulum do. The double pendulum has 15.
const OTHERS: usize = 24;

/// What the runtime carries for each angle: those of three steps, the one predicted, its sine and its cosine.
const EACH: usize = 6;

/// The angles, and the symbols of what is carried for them, block by block.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    pub(super) angles: Vec<Expr>,
    pub(super) symbols: Vec<Expr>,
}

impl Ahead {
    /// The angles that depend on the unknowns of an iteration. None if something else is left to the next step, whose place
    /// this is.
    pub(super) fn of(graph: &mut Graph, analysed: &Analysed) -> Self {
        let system = &analysed.affine.equations.system;
        if analysed.structure.solve != Solve::Newton || !analysed.left.is_empty() || analysed.constraints > 0
        {
            return Self::default();
        }
        let angles = graph.angles(&system.values());
        let moves = graph.each_depends_on(&angles, &system.symbols());
        let angles: Vec<Expr> = std::iter::zip(angles, moves)
            .filter_map(|(angle, moves)| moves.then_some(angle))
            .collect();
        if angles.len() > MOST || !are_waited_for(graph, analysed) {
            return Self::default();
        }
        Self {
            symbols: symbols(graph, "ahead", EACH * angles.len()),
            angles,
        }
    }

    /// What `make` makes of the graph turns the sines of these angles.
    pub(super) fn turning<R>(&self, graph: &mut Graph, make: impl FnOnce(&mut Graph) -> R) -> R {
        let count = self.angles.len();
        let predicted = |(i, &angle): (usize, &Expr)| {
            let symbol = |block: usize| self.symbols[block * count + i];
            (angle, [3, 4, 5].map(symbol))
        };
        let predicted: Vec<(Expr, [Expr; 3])> = self.angles.iter().enumerate().map(predicted).collect();
        graph.predict(&predicted);
        let made = make(graph);
        graph.predict(&[]);
        made
    }
}

/// Whether sines are a large part of an iteration.
fn are_waited_for(graph: &mut Graph, analysed: &Analysed) -> bool {
    let affine = &analysed.affine;
    let roots = [affine.equations.system.values(), affine.tangent.concat()].concat();
    let mut scheduler = Scheduler::new(graph, &roots);
    let outputs = scheduler.lower_all(&roots);
    let operations = scheduler.operations(&outputs);
    operations.total() - operations.functions <= OTHERS * operations.functions
}
