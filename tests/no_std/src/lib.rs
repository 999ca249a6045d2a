//! Code for a microcontroller: generated code and integrators without std and without an allocator.
//!
//! `cargo build --package extremal-no-std` compiles `extremal` without std as well. `on_target` runs it on a machine without std.

#![no_std]

mod firmware;
mod marks;
mod systems;
mod touching;

pub use firmware::{Bob, firmware};
pub use marks::{Mark, marks};
pub use systems::{DoublePendulum, Lattice, Pendulum, Spring, Thread};
pub use touching::{Ball, FallingBob, Puck, Sling, Woodpecker};

use extremal::Error;
use extremal::prelude::*;

/// The angle of a pendulum that falls from 2 rad, in single precision.
///
/// # Errors
///
/// Those of a step.
pub fn pendulum(steps: usize) -> Result<f32, Error> {
    let mut motion = Integrator::new(Pendulum::<f32>::unit(), Verlet, 1e-2, [2.0], [0.0])?;
    for _ in 0..steps {
        motion.step()?;
    }
    Ok(motion.state().q[0])
}

/// The angles of a double pendulum under a constant torque.
///
/// # Errors
///
/// Those of a step.
pub fn double_pendulum(steps: usize) -> Result<[f64; 2], Error> {
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let system = DoublePendulum { friction: 0.1_f64 };
    let mut motion = Integrator::new(system, scheme, 1e-2, [2.0, 1.5], [0.0, 0.0])?;
    for _ in 0..steps {
        motion.step_with([0.5])?;
    }
    Ok(motion.state().q.into())
}

/// The derivative of the next step of a falling pendulum, its determinant, and the same after a restart.
///
/// # Errors
///
/// Those of a step.
pub fn area(steps: usize) -> Result<[f32; 2], Error> {
    let mut motion = Integrator::new(Pendulum::<f32>::unit(), Midpoint, 1e-2, [2.0], [0.0])?;
    for _ in 0..steps {
        motion.step()?;
    }
    let kept = motion.snapshot();
    let before = motion.linearize()?.by_state.determinant();
    motion.step()?;
    motion.restore(&kept)?;
    Ok([before, motion.linearize()?.by_state.determinant()])
}
