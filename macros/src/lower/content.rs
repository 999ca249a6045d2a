//! What the formulas of a key may contain, and the messages for everything else.
//!
//! It refuses to know the keys: each states its own.

#[derive(Debug)]
pub(crate) struct Content {
    /// The name of the formula in messages: `the kinetic energy`.
    pub(crate) what: &'static str,
    /// The message for velocities, if they are refused.
    pub(crate) refuses_velocities: Option<&'static str>,
    /// The message for time, if it is refused.
    pub(crate) refuses_time: Option<&'static str>,
    /// The messages for inputs, if they are refused.
    pub(crate) refuses_inputs: Option<Inputs>,
    /// The message for the derivative of a velocity, which is always refused.
    pub(crate) acceleration: &'static str,
    /// Whether the formula is an equation: its value is zero.
    pub(crate) is_zero: bool,
    /// Whether multipliers of constraints are accepted, which follow from the motion.
    pub(crate) multipliers: Accepted,
    /// The way out where they are refused, beside outputs.
    pub(crate) instead_of_multipliers: &'static str,
}

/// Where multipliers are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Accepted {
    Never,
    /// In systems with a fixed number of coordinates.
    InFixedSize,
    Always,
}

/// The messages for inputs.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// For an input, by its name.
    pub(crate) named: fn(&str) -> String,
    /// For a value that contains an input, by its name.
    pub(crate) contained: fn(&str) -> String,
}

impl Content {
    /// Accepts everything. The rules apply where the name of the formula is used.
    pub(crate) const ANYTHING: Self = Self {
        what: "a formula",
        refuses_velocities: None,
        refuses_time: None,
        refuses_inputs: None,
        acceleration: "this contains a velocity, whose derivative is an acceleration; \
                       a Lagrangian has positions, velocities and time",
        is_zero: false,
        multipliers: Accepted::Always,
        instead_of_multipliers: "",
    };

    /// What the formulas may contain from which the motion follows. The others have results of the motion as well.
    pub(crate) const OF_THE_MOTION: Self = Self {
        multipliers: Accepted::Never,
        ..Self::ANYTHING
    };
}
