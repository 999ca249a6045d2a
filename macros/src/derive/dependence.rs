//! What a quantity of a system depends on.

use extremal_symbolic::Expr;

/// What an expression depends on; each variant includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Dependence {
    Constant,
    Time,
    Configuration,
    Velocity,
}

impl Dependence {
    /// Of something of which is known whether it depends on one of some symbols: v, q and t in turn.
    pub(crate) fn of(v_q_t: [&[Expr]; 3], mut depends_on: impl FnMut(&[Expr]) -> bool) -> Self {
        let all = [Self::Velocity, Self::Configuration, Self::Time];
        let found = all
            .into_iter()
            .zip(v_q_t)
            .find(|&(_, symbols)| depends_on(symbols));
        found.map_or(Self::Constant, |(dependence, _)| dependence)
    }

    /// The variant of `MassMatrix` of the runtime.
    pub(crate) fn of_mass_matrix(self) -> &'static str {
        match self {
            Self::Constant => "Constant",
            Self::Time => "OfTime",
            Self::Configuration => "OfConfiguration",
            Self::Velocity => "OfVelocity",
        }
    }
}
