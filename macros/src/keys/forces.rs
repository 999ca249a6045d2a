//! Generalized forces: those that are written for coordinates, and −∂R/∂v of the dissipation.

use std::collections::BTreeMap;
use std::ops::Range;

use extremal_symbolic::Expr;

use crate::diagnostics::Reported;
use crate::lower::Lowering;

/// How a force names what it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Acts {
    /// A coordinate, component by component.
    Alone,
    /// All items of a coordinate, by one formula: what acts on one of them adds to it.
    OnAll,
    /// Some component of a coordinate.
    OnOne,
}

impl Acts {
    fn adds_to(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::OnAll, Self::OnOne) | (Self::OnOne, Self::OnAll)
        )
    }
}

/// The forces read so far.
#[derive(Debug, Default)]
pub(crate) struct Forces {
    /// The numbers of each formula, in the order declared; none of one that could not be read.
    written: Vec<Vec<Expr>>,
    /// By the components that they act on. There may be one for all items and one for this one.
    given: BTreeMap<(usize, Acts), Result<Expr, Reported>>,
    dissipation: Option<Result<Expr, Reported>>,
    /// A force on an unknown target.
    misplaced: Option<Reported>,
}

impl Forces {
    /// Whether there is a force on one of the components, to which this one does not add.
    pub(super) fn is_given(&self, components: &Range<usize>, acts: Acts) -> bool {
        let mut given = self.given.keys();
        given.any(|&(at, other)| components.contains(&at) && !acts.adds_to(other))
    }

    /// The components with a force.
    pub(super) fn all_given(&self) -> impl Iterator<Item = usize> {
        self.given.keys().map(|&(at, _)| at)
    }

    pub(super) fn give(&mut self, acts: Acts, forces: impl Iterator<Item = (usize, Result<Expr, Reported>)>) {
        self.given.extend(forces.map(|(at, force)| ((at, acts), force)));
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
        let velocities = &lowering.symbols.velocities;
        let mut given = vec![lowering.graph.zero(); velocities.len()];
        for (&(at, _), &force) in &self.given {
            if let Some(sum) = given.get_mut(at) {
                *sum = lowering.graph.add(*sum, force?);
            }
        }
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
