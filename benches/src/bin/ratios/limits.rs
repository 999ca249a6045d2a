//! What each ratio may be, with the reason; how the counts come about they do not know.
//!
//! They are for x86-64 without further target features. Another compiler may move a count by a few percent.

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The function in `benches/instructions.rs`.
    pub(crate) function: &'static str,
    /// None where the ratio is for information.
    pub(crate) limit: Option<f64>,
}

/// One force a step, and nothing that could cost more than by hand.
const EXPLICIT: Option<f64> = Some(1.00);

/// What implicit steps may cost above code by hand: errors that are values, an elimination that is watched, a judgement by terms.
const IMPLICIT: Option<f64> = Some(1.10);

/// The same of steps with constraints.
const TIED: Option<f64> = Some(1.15);

pub(crate) const ROWS: [Row; 10] = [
    row("W1 pendulum", "pendulum", EXPLICIT),
    row("W2 double pendulum", "double_pendulum", IMPLICIT),
    row("W3 spring pendulum", "spring_pendulum", IMPLICIT),
    row("W4 positions", "chain_of_positions", IMPLICIT),
    row("W4 cosines", "chain_of_cosines", IMPLICIT),
    row("W4 relative angles", "chain_of_relative_angles", None),
    row("W5 order 4", "order_four", None),
    row("W5 order 6", "order_six", None),
    row("W6 constrained pendulum", "constrained_pendulum", TIED),
    row("W8 Livens", "livens_spring_pendulum", IMPLICIT),
];

const fn row(name: &'static str, function: &'static str, limit: Option<f64>) -> Row {
    Row {
        name,
        function,
        limit,
    }
}
