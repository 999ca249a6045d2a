//! The unknowns and equations of a step, each with its role.

use extremal_symbolic::{Expr, Graph};

/// The numbers of equations and unknowns are equal. Constraints are the last equations, and multipliers the last unknowns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equations {
    pub(crate) unknowns: Vec<Unknown>,
    pub(crate) rows: Vec<Row>,
}

/// A number for which a step is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unknown {
    pub(crate) role: Role,
    pub(crate) symbol: Expr,
}

/// The role of an unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The velocities of the stages, n for each. A known velocity is a guess for every stage.
    StageVelocity,
    /// The velocity at the end, consistent with the constraints.
    NodeVelocity,
    /// The velocity that stabilization adds to the rates of the coordinates.
    Drift,
    /// How much a field changes inside of an element; zero is a guess.
    Change,
    /// The multiplier of equations of motion on which a discrete action depends.
    Adjoint,
    /// The impulse of constraints of this level.
    Multiplier(Level),
}

/// Whether constraints are those of positions or of velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Position,
    Velocity,
}

/// One equation.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    /// The residual, which vanishes at a solution.
    pub(crate) value: Expr,
    /// The terms whose magnitudes set its rounding floor.
    pub(crate) summands: Vec<Expr>,
    /// The unknown for which the row may be solved, if it has one.
    pub(crate) paired: Option<Expr>,
}

/// The kind of an equation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The balance of momentum of a stage.
    Balance,
    /// The definition of a velocity at a node, or of a drift.
    Kinematic,
    Constraint(Level),
}

impl Equations {
    /// x
    pub(crate) fn symbols(&self) -> Vec<Expr> {
        self.unknowns.iter().map(|unknown| unknown.symbol).collect()
    }

    /// r
    pub(crate) fn values(&self) -> Vec<Expr> {
        self.rows.iter().map(|row| row.value).collect()
    }

    /// For each equation the terms that set its rounding floor.
    pub(crate) fn summands(&self) -> Vec<Vec<Expr>> {
        self.rows.iter().map(|row| row.summands.clone()).collect()
    }

    /// How many equations are constraints.
    pub(crate) fn constraints(&self) -> usize {
        self.rows.iter().filter(|row| row.is_constraint()).count()
    }

    /// How many unknowns have this role.
    pub(crate) fn count(&self, role: Role) -> usize {
        let unknowns = self.unknowns.iter();
        unknowns.filter(|unknown| unknown.role == role).count()
    }

    /// The part with these unknowns and rows.
    pub(super) fn part(&self, has: impl Fn(Role) -> bool, is: impl Fn(Kind) -> bool) -> Self {
        let unknowns = self.unknowns.iter().copied();
        let rows = self.rows.iter().cloned();
        Self {
            unknowns: unknowns.filter(|unknown| has(unknown.role)).collect(),
            rows: rows.filter(|row| is(row.kind)).collect(),
        }
    }

    pub(crate) fn replace(&mut self, graph: &mut Graph, pairs: &[(Expr, Expr)]) {
        let values = graph.substitute(&self.values(), pairs);
        for (row, value) in self.rows.iter_mut().zip(values) {
            row.value = value;
            row.summands = graph.substitute(&row.summands, pairs);
        }
    }

    /// The unknowns for which a row may be solved.
    pub(crate) fn paired(&self) -> Vec<Expr> {
        self.rows.iter().filter_map(|row| row.paired).collect()
    }

    /// Removes an unknown and its paired row.
    pub(crate) fn remove(&mut self, paired: Expr) {
        self.unknowns.retain(|unknown| unknown.symbol != paired);
        self.rows.retain(|row| row.paired != Some(paired));
    }

    /// Merges other equations, whose rows lose their pairs. Constraints stay the last rows.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.unknowns.extend(other.unknowns);
        let rows = other.rows.into_iter();
        self.rows.extend(rows.map(|row| Row { paired: None, ..row }));
        // The sort is stable.
        self.rows.sort_by_key(Row::is_constraint);
        self
    }

    /// Appends other equations.
    pub(crate) fn then(mut self, other: Self) -> Self {
        self.unknowns.extend(other.unknowns);
        self.rows.extend(other.rows);
        self
    }
}

impl Unknown {
    pub(super) fn all(role: Role, symbols: &[Expr]) -> Vec<Self> {
        symbols.iter().map(|&symbol| Self { role, symbol }).collect()
    }
}

impl Row {
    /// An equation that is the sum of its terms, without a paired unknown.
    pub(super) fn of_sum(graph: &mut Graph, kind: Kind, summands: Vec<Expr>) -> Self {
        Self {
            kind,
            value: graph.sum(&summands),
            summands,
            paired: None,
        }
    }

    fn is_constraint(&self) -> bool {
        matches!(self.kind, Kind::Constraint(_))
    }
}
