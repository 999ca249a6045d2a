//! What a microcontroller would run: generated code and steppers with neither std nor an allocator.
//!
//! That it compiles is the test; `cargo build --package extremal-no-std` compiles `extremal` without std, too.

#![no_std]

use extremal::prelude::*;
use extremal::{Error, Scalar};

/// A point mass on a massless rod.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta)
)]
pub struct Pendulum<T: Scalar> {
    /// Mass.
    pub m: T,
    /// Length.
    pub l: T,
    /// Gravity.
    pub g: T,
}

/// Two of them, one below the other, with a motor and friction in the upper joint.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(torque),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    force(a = torque),
    dissipation = 0.5 * friction * dt(a).powi(2),
    discretize(Midpoint, Galerkin<2, Gauss<2>>)
)]
pub struct DoublePendulum {
    /// Friction of the upper joint.
    pub friction: f64,
}

/// The angle of a pendulum that falls from 2 rad, in single precision.
///
/// # Errors
///
/// Those of a step.
pub fn pendulum(steps: usize) -> Result<f32, Error> {
    let pendulum = Pendulum {
        m: 1.0_f32,
        l: 1.0,
        g: 9.81,
    };
    let mut motion = Integrator::new(pendulum, Verlet, 1e-2, [2.0], [0.0])?;
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
    let mut motion = Integrator::new(
        DoublePendulum { friction: 0.1 },
        scheme,
        1e-2,
        [2.0, 1.5],
        [0.0, 0.0],
    )?;
    for _ in 0..steps {
        motion.step_with([0.5])?;
    }
    Ok(motion.state().q.into())
}

/// How the next step of a falling pendulum depends on where it is, the area that it keeps, and the same after a restart.
///
/// # Errors
///
/// Those of a step.
pub fn area(steps: usize) -> Result<[f32; 2], Error> {
    let pendulum = Pendulum {
        m: 1.0_f32,
        l: 1.0,
        g: 9.81,
    };
    let mut motion = Integrator::new(pendulum, Midpoint, 1e-2, [2.0], [0.0])?;
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
    fn they_move() {
        assert!(pendulum(100).is_ok_and(|theta| (theta - 2.0).abs() > 0.1));
        assert!(double_pendulum(100).is_ok_and(|[a, b]| (a - 2.0).abs() > 0.1 && (b - 1.5).abs() > 0.1));
        // Areas are kept to the rounding of single precision.
        assert!(area(100).is_ok_and(|[now, again]| (now - 1.0).abs() < 1e-6 && now == again));
    }
}
