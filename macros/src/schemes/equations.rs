//! The unknowns and equations of a step, each with what it is.
//! It refuses to know what follows from the solution.

use extremal_symbolic::{Expr, Graph};

/// As many equations as unknowns; constraints are the last of them, and multipliers the last unknowns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Equations {
    pub(crate) unknowns: Vec<Unknown>,
    pub(crate) rows: Vec<Row>,
}

/// A number that a step is solved for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unknown {
    pub(crate) role: Role,
    pub(crate) symbol: Expr,
}

/// What an unknown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// n of them a stage, so that a known velocity is a guess for each stage.
    StageVelocity,
    /// The velocity at the end that agrees with the constraints.
    NodeVelocity,
    /// What moves the coordinates along beside the velocity.
    Drift,
    /// Of constraints of this level; an impulse.
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
    /// What vanishes at a solution.
    pub(crate) value: Expr,
    /// The terms whose magnitudes set its rounding floor.
    pub(crate) summands: Vec<Expr>,
    /// An unknown of its own, for which it may be solved.
    pub(crate) paired: Option<Expr>,
}

/// What an equation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The balance of momentum of a stage.
    Balance,
    /// What a velocity at a node, or a drift, is.
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

    /// Without the row that is paired with an unknown, and without that.
    pub(crate) fn remove(&mut self, paired: Expr) {
        self.unknowns.retain(|unknown| unknown.symbol != paired);
        self.rows.retain(|row| row.paired != Some(paired));
    }

    /// With others, whose rows are not solved one by one.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.unknowns.extend(other.unknowns);
        let rows = other.rows.into_iter();
        self.rows.extend(rows.map(|row| Row { paired: None, ..row }));
        // Constraints stay the last.
        self.rows.sort_by_key(Row::is_constraint);
        self
    }

    /// With others after them.
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
    /// An equation that is the sum of its terms, in which no unknown is its own.
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
