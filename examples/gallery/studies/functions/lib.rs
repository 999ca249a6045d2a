//! Systems whose formulas call a table: a wing, a valve train, a motor.

#![cfg(not(debug_assertions))]

pub mod motor_map;
pub mod valve_train;
pub mod wing;

/// A step of the classical Runge–Kutta method of order 4 for y' = f(y), on equations that are written by hand.
fn runge_kutta<const N: usize>(f: impl Fn([f64; N]) -> [f64; N], y: [f64; N], h: f64) -> [f64; N] {
    let moved = |rate: [f64; N], h: f64| core::array::from_fn(|i| y[i] + h * rate[i]);
    let first = f(y);
    let second = f(moved(first, 0.5 * h));
    let third = f(moved(second, 0.5 * h));
    let fourth = f(moved(third, h));
    let mean = core::array::from_fn(|i| (first[i] + 2.0 * (second[i] + third[i]) + fourth[i]) / 6.0);
    moved(mean, h)
}

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod motor_map;
    pub(crate) mod valve_train;
    pub(crate) mod wing;
}
