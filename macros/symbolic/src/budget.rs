//! A limit on the work that a graph may do.

use std::cell::Cell;

use crate::expr::Expr;
use crate::graph::Graph;

/// Added to the budget of every attempt: the passes look at a graph as a whole, and small systems need no limit.
const START: u64 = 100_000;

/// Work done, and its limit. One unit is one operand of a node that is built or visited.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    spent: Cell<u64>,
    limit: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            spent: Cell::new(0),
            limit: u64::MAX,
        }
    }
}

impl Graph {
    /// An empty graph with a limit on its work.
    ///
    /// Derivatives and substitutions can make expressions far larger than the formula they come from. Beyond the limit
    /// every new expression is zero, without meaning, so that a computation under way ends soon. Call
    /// [`is_exhausted`](Self::is_exhausted) before its result is used.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::with_budget(1000);
    /// let mut x = graph.symbol("x");
    /// while !graph.is_exhausted() {
    ///     let square = graph.powi(x, 2);
    ///     x = graph.add(square, x);
    /// }
    /// assert!(graph.size() < 1000 && graph.work() > 1000);
    /// ```
    #[must_use]
    pub fn with_budget(limit: u64) -> Self {
        let mut graph = Self::new();
        graph.budget.limit = limit;
        graph
    }

    /// A copy with a limit of its own, in which something is tried: its expressions do not enter this graph.
    ///
    /// ```
    /// use extremal_symbolic::Graph;
    ///
    /// let mut graph = Graph::with_budget(1000);
    /// let x = graph.symbol("x");
    /// let mut trial = graph.trial(10);
    /// (2..20).for_each(|n| drop(trial.powi(x, n)));
    /// assert!(trial.is_exhausted() && !graph.is_exhausted());
    /// assert_eq!(trial.name_of(x), graph.name_of(x));
    /// ```
    #[must_use]
    pub fn trial(&self, limit: u64) -> Self {
        let mut trial = self.clone();
        trial.budget = Budget {
            spent: Cell::new(0),
            limit,
        };
        trial
    }

    /// Whether the limit was exceeded. Expressions built after that have no meaning.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.budget.spent.get() > self.budget.limit
    }

    /// The work done.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.budget.spent.get()
    }

    /// Counts work on the graph's expressions that is done elsewhere. Call it before the work is done.
    pub fn spend(&self, work: usize) {
        let spent = self.budget.spent.get();
        self.budget.spent.set(spent.saturating_add(work as u64));
    }
}

/// Tries a pass that may be left out, with a budget of its own: `each` times the operands at and below `roots`, and a little
/// for the start. `None` if the pass gives up by itself, or if its budget does not suffice; then nothing that it made may be
/// used.
///
/// The pass spends nothing of the graph's budget, so that no pass that is needed has less for it. It never spends more than is
/// left of that budget.
///
/// ```
/// use extremal_symbolic::{Graph, attempt};
///
/// let mut graph = Graph::with_budget(1000);
/// let x = graph.symbol("x");
/// let powers = |graph: &mut Graph, up_to| (2..up_to).map(|n| graph.powi(x, n)).max();
/// assert!(attempt(&mut graph, &[x], 1, |graph| powers(graph, 10)).is_some());
/// assert!(attempt(&mut graph, &[x], 1, |graph| powers(graph, 100_000)).is_none());
/// assert!(graph.work() < 10 && !graph.is_exhausted());
/// ```
pub fn attempt<H: AsMut<Graph>, T>(
    host: &mut H,
    roots: &[Expr],
    each: u64,
    pass: impl FnOnce(&mut H) -> Option<T>,
) -> Option<T> {
    let graph = host.as_mut();
    if graph.is_exhausted() {
        return None;
    }
    let left = graph.budget.limit - graph.work();
    let counted = std::mem::take(&mut graph.budget);
    let mut read = 0;
    for e in graph.reachable(roots) {
        read += 1;
        graph.for_operands(e, |_| read += 1);
    }
    graph.budget = Budget {
        spent: Cell::new(0),
        limit: left.min(START + each.saturating_mul(read)),
    };
    let result = pass(host);
    let graph = host.as_mut();
    let is_exhausted = graph.is_exhausted();
    graph.budget = counted;
    result.filter(|_| !is_exhausted)
}

impl AsMut<Graph> for Graph {
    fn as_mut(&mut self) -> &mut Graph {
        self
    }
}
