//! The declarations of the examples, unchanged.

#[path = "../bar.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod bar;
#[path = "../bodies.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod bodies;
#[path = "../bouncing_ball.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod bouncing_ball;
#[path = "../chain.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod chain;
#[path = "../clearance.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod clearance;
#[path = "../cluster.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod cluster;
#[path = "../constrained_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod constrained_pendulum;
#[path = "../discs.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod discs;
#[path = "../double_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod double_pendulum;
#[path = "../driven_bar.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod driven_bar;
#[path = "../driven_oscillator.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod driven_oscillator;
#[path = "../elastic_rods.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod elastic_rods;
#[path = "../fput.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod fput;
#[path = "../heavy_top.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod heavy_top;
#[path = "../impact_bar.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod impact_bar;
#[path = "../lattice.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod lattice;
#[path = "../mass_spring.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod mass_spring;
#[path = "../motor_map.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod motor_map;
#[path = "../neo_hooke_bar.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod neo_hooke_bar;
#[path = "../net.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod net;
#[path = "../oscillator.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod oscillator;
#[path = "../painleve.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod painleve;
#[path = "../pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod pendulum;
#[path = "../pile.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod pile;
#[path = "../precessing_top.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod precessing_top;
#[path = "../robot_arm.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod robot_arm;
#[path = "../rocking_block.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod rocking_block;
#[path = "../rolling_ball.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod rolling_ball;
#[path = "../rope.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod rope;
#[path = "../slider_crank.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod slider_crank;
#[path = "../spring_masses.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod spring_masses;
#[path = "../spring_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod spring_pendulum;
#[path = "../thermacy.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod thermacy;
#[path = "../thermo_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod thermo_pendulum;
#[path = "../tied_masses.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod tied_masses;
#[path = "../time_dependent.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declarations, not the example's `main`"
)]
pub(crate) mod time_dependent;
#[path = "../toda.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod toda;
#[path = "../two_body.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod two_body;
#[path = "../valve_train.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod valve_train;
#[path = "../walker.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod walker;
#[path = "../wall_pendulum.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod wall_pendulum;
#[path = "../wing.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod wing;
#[path = "../woodpecker.rs"]
#[expect(
    dead_code,
    reason = "the gallery uses the declaration, not the example's `main`"
)]
pub(crate) mod woodpecker;
