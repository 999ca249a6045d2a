//! The monodromy matrix of the pendulum: the product of the derivatives of the steps over one period.
//!
//! The reference is the closed form of the period, and its derivative.

use extremal::Error;
use extremal::prelude::*;

use super::{Reference, UNIT, at_rest, exact_period};
use report::table::Row;

const AMPLITUDE: f64 = 2.0;
const STEPS: u32 = 100;

/// ∂(θ, p)(T)/∂(θ, p)(0), row by row.
fn monodromy() -> Result<[[f64; 2]; 2], Error> {
    let h = exact_period(AMPLITUDE) / f64::from(STEPS);
    let mut motion = Integrator::from_state(&UNIT, Reference::default(), h, at_rest(AMPLITUDE)?)?;
    let mut product = motion.linearize()?.by_state;
    motion.step()?;
    for _ in 1..STEPS {
        product = motion.linearize()?.by_state * product;
        motion.step()?;
    }
    Ok([0, 1].map(|row| [0, 1].map(|column| product[(row, column)])))
}

/// dT/dθ₀ as a difference: larger motions have longer periods.
fn growth_of_period() -> f64 {
    let step = 1e-4;
    (exact_period(AMPLITUDE + step) - exact_period(AMPLITUDE - step)) / (2.0 * step)
}

pub(super) fn rows() -> Result<[Row; 4], Error> {
    let j = monodromy()?;
    let omega = [[0.0, 1.0], [-1.0, 0.0]];
    let pairs = || (0..2).flat_map(|row| (0..2).map(move |column| (row, column)));
    let product = |(row, column): (usize, usize)| -> f64 {
        pairs().map(|(k, l)| j[k][row] * omega[k][l] * j[l][column]).sum()
    };
    let deviations = pairs().map(|(row, column)| (product((row, column)) - omega[row][column]).abs());
    let largest = deviations.fold(0.0, f64::max);
    let [[a, b], [c, d]] = j;
    // A unit of θ₀ delays the return to θ₀ by dT/dθ₀; there ṗ = −m g l sin θ₀.
    let delay = growth_of_period() * UNIT.m * UNIT.g * UNIT.l * AMPLITUDE.sin();
    let rounding = "the rounding of the product of a hundred matrices with determinant 1";
    Ok([
        Row::below(
            "max |JᵀΩJ − Ω| of one period's derivative J, Galerkin<6, Gauss<6>>",
            // 100 steps of ε on entries up to 20: 1e-12 at worst; the bound leaves a factor of a hundred.
            1e-10,
            largest,
            rounding,
        ),
        Row::number("its determinant", 1.0, a * d - b * c, 1e-10, rounding),
        Row::number(
            "its trace",
            2.0,
            a + d,
            // The error of the scheme is (ω h)¹² = 1e-13; rounding is as above.
            1e-10,
            "both eigenvalues are 1, along the motion and across it; with order 12 and 100 steps only rounding remains",
        ),
        Row::number(
            "its entry ∂p/∂θ₀",
            delay,
            c,
            // The central difference of 4 √(l/g) K: step² T‴/6 = 1e-7 at T‴ = 30, times 9.
            1e-6,
            "m g l sin θ₀ dT/dθ₀ with T = 4 √(l/g) K(sin θ₀/2): larger motions have longer periods",
        ),
    ])
}
