//! Expressions that depend on parameters and the step size alone are computed once per integrator.

use extremal_symbolic::{Expr, Graph, attempt};

use crate::derive::EACH;
use crate::derive::impulses::Affine;
use crate::derive::tangent::Linearized;
use crate::schemes::Known;

/// Constants are hoisted from equations of up to this many operations per iteration. In larger ones they are a small part,
/// and copying them costs more.
const LARGEST: usize = 2000;

/// Symbols for the expressions that do not change from step to step, and their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constants {
    pub(crate) symbols: Vec<Expr>,
    /// Functions of parameters and h.
    pub(crate) values: Vec<Expr>,
    /// Symbols that vary from step to step.
    pub(crate) varying: Vec<Expr>,
    /// The step size, if it must not be multiplied by parameters.
    apart: Option<Expr>,
}

impl Constants {
    /// Whether some root varies from step to step, or constants are not hoisted at all.
    pub(crate) fn may_vary(&self, graph: &Graph, roots: &[Expr]) -> bool {
        self.varying.is_empty() || graph.any_depends_on(roots, &self.varying)
    }

    /// The symbol of a constant that depends on parameters, h and other constants; itself if it is a number.
    pub(crate) fn keep(&mut self, graph: &mut Graph, constant: Expr) -> Expr {
        let known: Vec<(Expr, Expr)> = self.symbols.iter().copied().zip(self.values.clone()).collect();
        let value = graph.substitute(&[constant], &known)[0];
        if graph.constant_of(value).is_some() {
            return value;
        }
        if let Some(at) = self.values.iter().position(|&known| known == value) {
            return self.symbols[at];
        }
        let symbol = graph.symbol(&format!("k[{}]", self.symbols.len()));
        self.symbols.push(symbol);
        self.values.push(value);
        symbol
    }

    /// Hoists the constants of more lists, in which the given symbols vary, too.
    pub(crate) fn hoist_more<const N: usize>(
        &mut self,
        graph: &mut Graph,
        symbols: &[Expr],
        lists: [&mut Vec<Expr>; N],
    ) {
        let roots: Vec<Expr> = lists.iter().flat_map(|list| list.iter().copied()).collect();
        let varying = [&self.varying[..], symbols].concat();
        let known = self.symbols.len();
        let hoisted = graph.hoist(&roots, &varying, self.apart, &|k| format!("k[{}]", known + k));
        let images = hoisted.roots.into_iter();
        let places = lists.into_iter().flat_map(|list| list.iter_mut());
        places.zip(images).for_each(|(place, image)| *place = image);
        let values: Vec<(Expr, Expr)> = self.symbols.iter().copied().zip(self.values.clone()).collect();
        for (symbol, value) in hoisted.constants {
            self.symbols.push(symbol);
            self.values.extend(graph.substitute(&[value], &values));
        }
    }
}

/// Replaces constants by symbols in the equations, their tangent and the carried values. `others` vary, too.
pub(crate) fn hoist_constants(
    graph: &mut Graph,
    known: &Known,
    others: &[Expr],
    is_wide: bool,
    affine: &mut Affine,
) -> Constants {
    let linearized = Linearized {
        residual: affine.equations.system.values(),
        tangent: [
            &affine.tangent[..],
            &affine.recovered.tangent,
            std::slice::from_ref(&affine.recovered.eliminated),
        ]
        .concat(),
    };
    let varying = affine.varying(known, others);
    let mut roots = Vec::new();
    affine.for_each_mut(&mut |e| roots.push(*e));
    // In single precision h times a small product of parameters may underflow.
    let apart = if is_wide { None } else { Some(known.step_size) };
    let hoisted = attempt(graph, &roots, EACH, |graph| {
        let is_small = linearized.cost(graph) <= LARGEST;
        is_small.then(|| graph.hoist(&roots, &varying, apart, &|k| format!("k[{k}]")))
    });
    let Some(hoisted) = hoisted else {
        return Constants::default();
    };
    let mut images = hoisted.roots.into_iter();
    affine.for_each_mut(&mut |e| *e = images.next().unwrap_or(*e));
    let (symbols, values) = hoisted.constants.into_iter().unzip();
    Constants {
        symbols,
        values,
        varying,
        apart,
    }
}
