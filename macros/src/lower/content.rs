//! What the formulas of a key may contain, and what to say where they contain something else.
//!
//! It refuses to know the keys: each states its own.

#[derive(Debug)]
pub(crate) struct Content {
    /// What the formula is: `the kinetic energy`.
    pub(crate) what: &'static str,
    /// Why velocities do not belong here, if they do not.
    pub(crate) refuses_velocities: Option<&'static str>,
    /// Why time does not belong here, if it does not.
    pub(crate) refuses_time: Option<&'static str>,
    /// Why inputs do not belong here, if they do not.
    pub(crate) refuses_inputs: Option<Inputs>,
    /// What to say of the derivative of a velocity, which belongs nowhere.
    pub(crate) acceleration: &'static str,
}

/// What to say of inputs.
#[derive(Debug)]
pub(crate) struct Inputs {
    /// Of an input, by its name.
    pub(crate) named: fn(&str) -> String,
    /// Of a value with an input in it, by its name.
    pub(crate) contained: fn(&str) -> String,
}

impl Content {
    /// All that a formula may have: where its name is used decides.
    pub(crate) const ANYTHING: Self = Self {
        what: "a formula",
        refuses_velocities: None,
        refuses_time: None,
        refuses_inputs: None,
        acceleration: "this contains a velocity, whose derivative is an acceleration; \
                       a Lagrangian has positions, velocities and time",
    };
}
