//! Generalized forces: those that are written for coordinates, and −∂R/∂v of the dissipation.
//!
//! It refuses to know where a force comes from.

use std::collections::BTreeMap;
use std::ops::Range;

use extremal_symbolic::Expr;

use crate::diagnostics::Reported;
use crate::lower::Lowering;

/// The forces read so far.
#[derive(Debug, Default)]
pub(crate) struct Forces {
    /// The numbers of each formula, in the order declared; none of one that could not be read.
    written: Vec<Vec<Expr>>,
    /// By the components that they act on.
    given: BTreeMap<usize, Result<Expr, Reported>>,
    dissipation: Option<Result<Expr, Reported>>,
    /// A force on an unknown target.
    misplaced: Option<Reported>,
}

impl Forces {
    /// Whether there is a force on one of the components.
    pub(super) fn is_given(&self, components: Range<usize>) -> bool {
        self.given.range(components).next().is_some()
    }

    /// The components with a force.
    pub(super) fn all_given(&self) -> impl Iterator<Item = usize> {
        self.given.keys().copied()
    }

    pub(super) fn give(&mut self, forces: impl Iterator<Item = (usize, Result<Expr, Reported>)>) {
        self.given.extend(forces);
    }

    /// Keeps the numbers of a formula.
    pub(super) fn write(&mut self, numbers: Vec<Expr>) {
        self.written.push(numbers);
    }

    /// The numbers of each formula.
    pub(crate) fn take_written(&mut self) -> Vec<Vec<Expr>> {
        std::mem::take(&mut self.written)
    }

    pub(super) fn misplace(&mut self, reported: Reported) {
        self.misplaced = Some(reported);
    }

    pub(super) fn dissipate(&mut self, dissipation: Result<Expr, Reported>) {
        self.dissipation = Some(dissipation);
    }

    /// R, if it is given and could be read.
    pub(crate) fn dissipation(&self) -> Option<Expr> {
        self.dissipation.and_then(Result::ok)
    }

    /// One force per coordinate.
    pub(super) fn finish(&self, lowering: &mut Lowering) -> Result<Vec<Expr>, Reported> {
        if let Some(reported) = self.misplaced {
            return Err(reported);
        }
        let zero = lowering.graph.zero();
        let velocities = &lowering.symbols.velocities;
        let given = (0..velocities.len()).map(|at| self.given.get(&at).copied().unwrap_or(Ok(zero)));
        let given = given.collect::<Result<Vec<Expr>, Reported>>()?;
        let Some(dissipation) = self.dissipation else {
            return Ok(given);
        };
        let rates = lowering.graph.gradient(dissipation?, velocities);
        let pairs = given.into_iter().zip(rates);
        Ok(pairs
            .map(|(force, rate)| lowering.graph.sub(force, rate))
            .collect())
    }
}
