//! Differences of expressions with branches: that of the branch if both ends are on the same branch, otherwise by
//! subtraction.

use super::Change;
use crate::expr::{Expr, Relation};
use crate::graph::Graph;

impl Graph {
    /// The difference of `if a REL b { then } else { otherwise }`.
    pub(super) fn branch_difference(
        &mut self,
        relation: Relation,
        [a, b, then, otherwise]: [Change; 4],
    ) -> Expr {
        let (leaving, entering) = (
            self.sub(otherwise.to, then.from),
            self.sub(then.to, otherwise.from),
        );
        let from_then = self.select(relation, a.to, b.to, then.by, leaving);
        let from_otherwise = self.select(relation, a.to, b.to, entering, otherwise.by);
        self.select(relation, a.from, b.from, from_then, from_otherwise)
    }
}
