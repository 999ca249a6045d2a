//! What a formula is for, and therefore what it may contain.
//!
//! It refuses to know the formulas.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Anything; where the name is used decides.
    Let,
    Kinetic,
    MassMatrix,
    Potential,
    Lagrangian,
    Dissipation,
    Force,
    Constraint,
    Output,
    Symmetry,
}

impl Role {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Let => "a `let`",
            Self::Kinetic => "the kinetic energy",
            Self::MassMatrix => "the mass matrix",
            Self::Potential => "the potential",
            Self::Lagrangian => "the Lagrangian",
            Self::Dissipation => "the dissipation",
            Self::Force => "a force",
            Self::Constraint => "a constraint",
            Self::Output => "an output",
            Self::Symmetry => "a generator",
        }
    }

    /// Why velocities do not belong here, if they do not.
    pub(crate) fn refuses_velocities(self) -> Option<&'static str> {
        match self {
            Self::Potential => Some(
                "a potential depends on positions and time only; \
                 with velocities in it, give all of L as `lagrangian = ..`",
            ),
            Self::MassMatrix => Some(
                "a mass matrix depends on positions and time only; \
                 with velocities in it, give all of L as `lagrangian = ..`",
            ),
            Self::Constraint => Some(
                "a constraint depends on coordinates and time only: one on velocities is nonholonomic, and there is no scheme \
                 for those; where it is the time derivative of a function of coordinates, write that function",
            ),
            Self::Symmetry => Some(
                "a generator is a function of coordinates and parameters: it moves configurations, and velocities follow",
            ),
            _ => None,
        }
    }

    /// Why time does not belong here, if it does not.
    pub(crate) fn refuses_time(self) -> Option<&'static str> {
        (self == Self::Symmetry)
            .then_some("a generator is the same at all times: time elements inherit no other symmetries")
    }

    /// Inputs do work on the system from outside: no energy has them.
    pub(crate) fn admits_inputs(self) -> bool {
        matches!(self, Self::Let | Self::Force)
    }
}
