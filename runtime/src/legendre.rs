//! The velocity for a given momentum, also if the mass matrix is singular.

use crate::system::Masses;
use crate::{Lagrangian, State, StateOf};
use extremal_numerics::block::{copied, difference, is_finite, sum, zeros_like};
use extremal_numerics::{Scalar, Size, Vector};

/// A quadratic L takes two.
const MOST_ITERATIONS: usize = 30;

/// A v with ∂L/∂v(q, v, t) = p, or the best approximation.
///
/// First tries [`Lagrangian::velocity`]. If that fails, Newton's method starts from v = 0, or from ones if the momentum
/// is not finite at v = 0. Directions without mass get no velocity. For p = M v + b with a singular M, E = v·p − L does
/// not depend on that part of v, so that the energy is right. The result is finite if p, and L at v = 0, are finite.
pub(crate) fn velocity_or_consistent<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    p: &S::Momentum,
) -> S::Velocity {
    match system.velocity(t, q, p) {
        Ok(v) if is_finite(&v) => v,
        _ => consistent_velocity(system, t, q, p),
    }
}

/// [`Lagrangian::impact`] without constraints: the velocity after it, and the change of momentum.
pub(crate) fn free_impact<S: Lagrangian + ?Sized>(
    system: &S,
    (t, q, v): (S::Scalar, &S::Configuration, &S::Velocity),
    percussion: &S::Momentum,
) -> (S::Velocity, S::Momentum) {
    let p = system.momentum(t, q, v);
    let [before, after] = [&p, &sum(&p, percussion)].map(|p| velocity_or_consistent(system, t, q, p));
    (sum(v, &difference(&after, &before)), percussion.clone())
}

/// Sets the velocity of a momentum; false, and nothing is set, if the momentum leaves it open.
pub(crate) fn set_velocity<S: Lagrangian + ?Sized>(
    system: &S,
    State { t, q, p }: &StateOf<S>,
    velocity: &mut [S::Scalar],
) -> bool {
    let found = system.velocity(*t, q, p);
    found.is_ok_and(|found| {
        copied(found.as_slice(), velocity);
        true
    })
}

#[cold]
fn consistent_velocity<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    p: &S::Momentum,
) -> S::Velocity {
    let mut best: S::Velocity = zeros_like(p);
    let mut rest = missing_momentum(system, t, q, &best, p);
    if !is_finite(&rest) {
        // For example if L contains the logarithm of a velocity.
        let ones = ones_like(&best);
        let from_ones = missing_momentum(system, t, q, &ones, p);
        if is_finite(&from_ones) {
            (best, rest) = (ones, from_ones);
        }
    }
    for _ in 0..MOST_ITERATIONS {
        let v = corrected(system, t, q, &best, &rest);
        let next = missing_momentum(system, t, q, &v, p);
        if largest(next.as_slice()) < largest(rest.as_slice()) && is_finite(&v) {
            (best, rest) = (v, next);
        } else {
            break;
        }
    }
    best
}

/// p − ∂L/∂v(q, v, t).
fn missing_momentum<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    v: &S::Velocity,
    p: &S::Momentum,
) -> S::Momentum {
    difference(p, &system.momentum(t, q, v))
}

/// v + dv with M dv = rest.
fn corrected<S: Lagrangian + ?Sized>(
    system: &S,
    t: S::Scalar,
    q: &S::Configuration,
    v: &S::Velocity,
    rest: &S::Momentum,
) -> S::Velocity {
    let mut dv = rest.clone();
    system.mass_matrix(t, q, v).solve_consistent(dv.as_mut_slice());
    sum(v, &dv)
}

// What follows knows numbers alone, so that it is compiled once for all systems.

fn ones_like<T: Scalar, V: Vector<T>>(x: &V) -> V {
    x.like(|_| T::from_f64(1.0))
}

fn largest<T: Scalar>(x: &[T]) -> T::Size {
    x.iter().fold(T::Size::from_f64(0.0), |size, x| {
        let x = x.magnitude();
        if x > size || x.is_nan() { x } else { size }
    })
}
