//! The studies, in their order on the page.

use report::progress::Progress;
use report::study::{Outcome, Study};

/// A function that runs a study.
pub(crate) type StudyOf = fn(&Progress) -> Outcome<Study>;

/// Every system by its name on the command line.
pub(crate) const SYSTEMS: [(&str, StudyOf); 60] = [
    ("double_pendulum", orbits::double_pendulum::study),
    ("chain", large::chain::study),
    ("bodies", large::bodies::study),
    ("lattice", large::lattice::study),
    ("bars", bars::study),
    ("fput", any_size::fput::study),
    ("toda", any_size::toda::study),
    ("net", any_size::net::study),
    ("rope", any_size::rope::study),
    ("cluster", any_size::cluster::study),
    ("any_size", any_size::cost::study),
    ("robot_arm", mechanisms::robot_arm::study),
    ("pendulum", pendulum::pendulum::study),
    ("driven_oscillator", forced::driven_oscillator::study),
    ("time_dependent", forced::time_dependent::study),
    ("spring_masses", forced::spring_masses::study),
    ("phase_area", pendulum::phase_area::study),
    ("thermacy", forced::thermacy::study),
    ("thermo_pendulum", forced::thermo_pendulum::study),
    ("oscillator", thesis::oscillator::study),
    ("pendulum_elements", pendulum::elements::study),
    ("two_body_elements", orbits::two_body::study),
    ("multi_field", fields::study),
    ("close_encounter", orbits::close_encounter::study),
    ("orders", orders::study),
    ("constrained_pendulum", pendulum::constrained::study),
    ("heavy_top", tops::heavy_top::study),
    ("precessing_top", mechanisms::precession::study),
    ("slider_crank", mechanisms::slider_crank::study),
    ("tied_masses", mechanisms::orders::study),
    ("mass_spring", livens::mass_spring::study),
    ("spring_pendulum", livens::spring_pendulum::study),
    ("conservation", livens::conservation::study),
    ("hermite", hermite::study),
    ("pendulum_ends", interval::pendulum_ends::study),
    ("lambert", interval::lambert::study),
    ("thrown_ball", interval::thrown_ball::study),
    ("three_bodies", interval::three_bodies::study),
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
    ("pleiades", benchmarks::pleiades::study),
    ("car_axis", benchmarks::car_axis::study),
    ("squeezer", benchmarks::squeezer::study),
    ("four_bar", benchmarks::four_bar::study),
    ("governor", benchmarks::governor::study),
    ("fekete", benchmarks::fekete::study),
    ("beam", benchmarks::beam::study),
    ("work_precision", orbits::work_precision::study),
];

/// A study that takes as long as all others together. It runs beside them.
pub(crate) const LONG: &str = "pile";
