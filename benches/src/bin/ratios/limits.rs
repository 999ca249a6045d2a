//! The limit of each ratio, with its reason. Does not know how instructions are counted.
//!
//! The limits are for x86-64 without further target features. Another compiler may change a count by a few per cent.

/// One line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The function in `benches/instructions.rs`.
    pub(crate) function: &'static str,
    /// `None` if the ratio is for information only.
    pub(crate) limit: Option<f64>,
}

/// Explicit steps evaluate one force each, and have no part that could cost more than code by hand.
const EXPLICIT: Option<f64> = Some(1.00);

/// Implicit steps may cost more than code by hand because of error values, the monitored growth of the elimination, and the
/// test of the residual row by row.
const IMPLICIT: Option<f64> = Some(1.10);

/// The same with a mass matrix of places, at which the guard looks four times in these thousand steps: 5 of 608 instructions.
/// The loop that keeps what a look may take back has 10 more. The last two unknowns are solved by Cramer's rule, which takes 12
/// more and one reciprocal less to wait for: fewer instructions would take more time.
const LOOKED_AT: Option<f64> = Some(1.20);

/// The same for steps with constraints.
const CONSTRAINED: Option<f64> = Some(1.15);

/// A ball in flight has one comparison beside its step, and an impact takes one contact problem.
const BOUNCING: Option<f64> = Some(2.00);

/// The percussion of the step before is tried, which takes one statement of the equations and one product more; code by hand
/// divides by G.
const RESTING: Option<f64> = Some(1.10);

/// Beside code for this floor alone, which knows neither laws, directions nor where a clearance is needed.
const BARE: Option<f64> = Some(3.00);

/// Beside the same box in flight: percussions of the step before are judged, for which the mass matrix is inverted, and twelve
/// rows are multiplied with velocities and with that inverse.
const ON_CORNERS: Option<f64> = Some(7.00);

/// Beside the step by hand with its gap tests: velocities are kept for the contacts, and the growth of pivots is tested.
const FLYING: Option<f64> = Some(1.50);

/// One pass over the coordinates and one over the springs, where three are made by hand. They have 1.06 of the instructions,
/// because a failed step leaves the state as it was and so nothing changes in place, and take 1.02 of the time.
const MANY_EXPLICIT: Option<f64> = Some(1.10);

/// Elimination from both ends has more instructions than Thomas' algorithm by hand, and half of its time: it waits less.
const MANY: Option<f64> = Some(1.50);

/// Of a discrete gradient. It was 1.10, which 1111 instructions for 917 do not hold: sines that wait for less, and checks that are
/// inlined for lanes, cost it 80 more. That is to be won back, and the limit with it.
const QUOTIENTS: Option<f64> = Some(1.25);

pub(crate) const ROWS: [Row; 20] = [
    row("W1 pendulum", "pendulum", EXPLICIT),
    row("W2 double pendulum", "double_pendulum", IMPLICIT),
    row("W3 spring pendulum", "spring_pendulum", LOOKED_AT),
    row("W4 positions", "chain_of_positions", IMPLICIT),
    row("W4 cosines", "chain_of_cosines", IMPLICIT),
    row("W4 relative angles", "chain_of_relative_angles", None),
    row("W5 order 4", "order_four", None),
    row("W5 order 6", "order_six", None),
    row("W6 constrained pendulum", "constrained_pendulum", CONSTRAINED),
    row("W8 Livens", "livens_spring_pendulum", QUOTIENTS),
    row("W9 Hermite", "hermite_double_pendulum", IMPLICIT),
    row("W10 bodies", "bodies", EXPLICIT),
    row("W11 bouncing ball", "bouncing_ball", BOUNCING),
    row("W12 woodpecker", "woodpecker", FLYING),
    row("W12 without contacts", "woodpecker_or_free", None),
    row("W13 masses, Verlet", "many_masses", MANY_EXPLICIT),
    row("W14 masses, midpoint", "many_masses_midpoint", MANY),
    row("W15 resting ball", "resting_ball", RESTING),
    row("W16 beside bare code", "bare_resting_ball", BARE),
    row("W17 box at rest", "box_at_rest", ON_CORNERS),
];

const fn row(name: &'static str, function: &'static str, limit: Option<f64>) -> Row {
    Row {
        name,
        function,
        limit,
    }
}
