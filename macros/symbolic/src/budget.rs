//! How much work a graph may do before it gives up.
//! It refuses to know what the work is for.

use std::cell::Cell;

use crate::graph::Graph;

/// Work done, and how much may be done. One unit is one operand of a node that is built or looked at.
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
    /// An empty graph that gives up after so much work.
    ///
    /// What derivatives and substitutions make of a formula can be far larger than the formula. Beyond the limit every
    /// new expression is zero, without meaning, so that whatever is under way comes to its end soon:
    /// [`is_exhausted`](Self::is_exhausted) has to be asked before anything of it is used.
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

    /// Whether the budget was exceeded: then nothing that was built since has a meaning.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.budget.spent.get() > self.budget.limit
    }

    /// How much work was done.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.budget.spent.get()
    }

    /// Counts work that is done with the graph's expressions outside of it, before it is done.
    pub fn spend(&self, work: usize) {
        let spent = self.budget.spent.get();
        self.budget.spent.set(spent.saturating_add(work as u64));
    }
}
