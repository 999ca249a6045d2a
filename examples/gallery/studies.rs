//! The studies: one file per system, each from a declaration to rows and plots.

mod any_size;
mod bars;
mod bodies;
mod chain;
mod constraints;
mod contacts;
mod double_pendulum;
mod driven_oscillator;
mod functions;
mod hermite;
mod lattice;
mod livens;
mod pendulum;
mod phase_area;
mod robot_arm;
mod spring_masses;
mod thermacy;
mod thermo_pendulum;
mod thesis;
mod time_dependent;
mod work_precision;

use crate::grid::{Cell, Grid};
use crate::measure::ErrorCurve;
use crate::progress::Progress;
pub(crate) use crate::study::{Outcome, Study};

/// A function that runs a study.
type StudyOf = fn(&Progress) -> Outcome<Study>;

/// Every system by its name on the command line.
pub(crate) const SYSTEMS: [(&str, StudyOf); 47] = [
    ("double_pendulum", double_pendulum::study),
    ("chain", chain::study),
    ("bodies", bodies::study),
    ("lattice", lattice::study),
    ("bars", bars::study),
    ("fput", any_size::fput::study),
    ("toda", any_size::toda::study),
    ("net", any_size::net::study),
    ("rope", any_size::rope::study),
    ("cluster", any_size::cluster::study),
    ("any_size", any_size::cost::study),
    ("robot_arm", robot_arm::study),
    ("pendulum", pendulum::study),
    ("driven_oscillator", driven_oscillator::study),
    ("time_dependent", time_dependent::study),
    ("spring_masses", spring_masses::study),
    ("phase_area", phase_area::study),
    ("thermacy", thermacy::study),
    ("thermo_pendulum", thermo_pendulum::study),
    ("oscillator", thesis::oscillator::study),
    ("pendulum_elements", thesis::pendulum::study),
    ("two_body_elements", thesis::two_body::study),
    ("orders", thesis::orders::study),
    ("constrained_pendulum", constraints::pendulum::study),
    ("heavy_top", constraints::heavy_top::study),
    ("precessing_top", constraints::precession::study),
    ("slider_crank", constraints::slider_crank::study),
    ("tied_masses", constraints::orders::study),
    ("mass_spring", livens::mass_spring::study),
    ("spring_pendulum", livens::spring_pendulum::study),
    ("conservation", livens::conservation::study),
    ("hermite", hermite::study),
    ("wing", functions::wing::study),
    ("valve_train", functions::valve_train::study),
    ("motor_map", functions::motor_map::study),
    ("bouncing_ball", contacts::bouncing_ball::study),
    ("wall_pendulum", contacts::wall_pendulum::study),
    ("woodpecker", contacts::woodpecker::study),
    ("rolling_ball", contacts::rolling_ball::study),
    ("clearance", contacts::clearance::study),
    ("rocking_block", contacts::rocking_block::study),
    ("walker", contacts::walker::study),
    ("discs", contacts::discs::study),
    ("pile", contacts::pile::study),
    ("impact_bar", contacts::impact_bar::study),
    ("painleve", contacts::painleve::study),
    ("work_precision", work_precision::study),
];

/// The tolerance of a slope. Step sizes are halved, and the next term of the error, smaller by h², changes the slope by less.
const ORDER_TOLERANCE: f64 = 0.1;

/// The orders of schemes in q and in p, one scheme per row.
fn order_grid<const N: usize>(curves: &[ErrorCurve; N], expected: [i32; N]) -> Grid {
    let row = |(curve, expected): (&ErrorCurve, i32)| {
        let (q, p) = curve.orders();
        let order = |slope| Cell::number(f64::from(expected), slope, ORDER_TOLERANCE);
        (
            curve.scheme.to_owned(),
            vec![Cell::noted(curve.step_sizes()), order(q), order(p)],
        )
    };
    Grid {
        caption: "Measured orders: slopes of the error at the end time over the step size. Elements of degree P \
                                    have the order 2P.",
        columns: ["scheme", "step sizes", "order in q", "order in p"]
            .map(str::to_owned)
            .to_vec(),
        rows: curves.iter().zip(expected).map(row).collect(),
    }
}
