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
pub use touching::{Ball, FallingBob, Woodpecker};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn motions_fall_and_keep_areas() {
        assert!(pendulum(100).is_ok_and(|theta| (theta - 2.0).abs() > 0.1));
        assert!(double_pendulum(100).is_ok_and(|[a, b]| (a - 2.0).abs() > 0.1 && (b - 1.5).abs() > 0.1));
        // The area is kept to the rounding of single precision.
        assert!(area(100).is_ok_and(|[now, again]| (now - 1.0).abs() < 1e-6 && now == again));
    }

    /// Marks of motions without impacts would say nothing of contacts.
    #[test]
    fn contacts_of_marked_motions_close() {
        fn closed<S, const N: usize>(of: S, h: f64, q: [f64; N], v: [f64; N]) -> usize
        where
            S: Discretize<Moreau, Report = extremal::ContactReport<S>>
                + extremal::Contacts<Scalar = f64, Inputs: extremal::NoInputs>,
            [f64; N]: extremal::IntoBlock<S::Configuration> + extremal::IntoBlock<S::Velocity>,
        {
            let mut motion = Integrator::new(of, Moreau, h, q, v).expect("a start without penetration");
            let mut closes = || motion.step().expect("a step").contacts().any(|at| at.is_closed);
            (0..1000).filter(|_| closes()).count()
        }
        assert!(closed(Ball { m: 0.5 }, 1e-2, [1.0], [0.0]) > 10);
        assert!(closed(Woodpecker::toy(), 1e-4, [0.0, -0.1, -0.3], [0.0, 0.0, -7.5]) > 10);
        assert!(closed(FallingBob { m: 0.5 }, 1e-2, [1.0, 0.0], [0.0; 2]) > 10);
    }

    /// If a motion failed, its error would be compared in place of its bits.
    #[test]
    fn no_marked_motion_fails() {
        marks(|mark| assert!(mark.bits.is_ok(), "{mark:?}"));
    }
}
