//! Compares constrained systems and their steps with the same by hand.
//!
//! Does not know particular systems or schemes.

use super::by_hand::{TiedOracle, impulse, rate_scales, rates, rows};
use super::equations::Tied;
use super::motion::{Functions, Made, Moving};
use crate::support::by_hand::{Continuous, dot};
use crate::support::close::{ROUNDING, SOLVED, close};

/// Newton's method converges quadratically, and its last correction brings a constraint to the rounding of its terms; the
/// evaluation by hand rounds in another order.
const LEVEL: f64 = 8.0 * f64::EPSILON;

/// The velocity at the end is solved for, with masses whose condition is below ten.
const RATE: f64 = 100.0 * f64::EPSILON;

/// A node is accurate to ε, and a momentum, which contains differences of nodes, to ε/h: times coordinates and masses of two, and
/// slopes of cubic shapes, which add up to twenty.
const MOVED: f64 = 100.0 * f64::EPSILON;

/// L, g and their derivatives at a point; and the acceleration, which keeps the constraints.
pub(crate) fn check_functions(system: &dyn TiedOracle, at: &Moving, u: &[f64], found: &Functions) {
    let Moving { t, q, v, .. } = at;
    let by_hand = Continuous::of(system, *t, q, v, u);
    close("L", &[found.lagrangian], &[by_hand.lagrangian], ROUNDING);
    close("p", &found.momentum, &by_hand.momentum, ROUNDING);
    close("M", &found.mass_matrix, &by_hand.mass_matrix.concat(), ROUNDING);
    let energies = [by_hand.generalized_energy, by_hand.total_energy];
    close("E, T + V", &found.energies, &energies, ROUNDING);
    close("f", &found.force, &by_hand.force, ROUNDING);
    close("g", &found.constraints, &system.real_ties(*t, q), ROUNDING);
    close("dg/dt", &found.rates, &rates(system, *t, q, v), ROUNDING);
    for (j, row) in rows(system, *t, q).iter().enumerate() {
        let entries = found.jacobian.iter().skip(j).step_by(found.constraints.len());
        let entries: Vec<f64> = entries.copied().collect();
        close("G", &entries, row, ROUNDING);
    }
    let pushed = impulse(system, *t, q, &found.multipliers);
    let reaction: Vec<f64> = pushed.iter().map(|by| -by).collect();
    close("-G^T lambda", &found.reaction, &reaction, ROUNDING);
    let inertia = by_hand.mass_matrix.iter().zip(&pushed);
    let inertia: Vec<f64> = inertia
        .map(|(row, by)| dot(row, &found.acceleration) + by)
        .collect();
    close("M a + G^T lambda", &inertia, &by_hand.pull, ROUNDING);
    // d²g/dt² = G a + the change of the rates along the motion.
    let bent = bent_rates(system, at, &found.acceleration);
    close("d2g/dt2", &bent, &vec![0.0; bent.len()], ROUNDING);
}

/// d²g/dt² by the second derivative of g along t ↦ (t, q + v t + ½ a t²).
fn bent_rates(system: &dyn TiedOracle, at: &Moving, a: &[f64]) -> Vec<f64> {
    use num_dual::HyperDual64;
    let along = |x: f64, v: f64, a: f64| HyperDual64::new(x, v, v, a);
    let q = at.q.iter().zip(&at.v).zip(a);
    let q: Vec<HyperDual64> = q.map(|((&q, &v), &a)| along(q, v, a)).collect();
    let g = system.hyper_ties(along(at.t, 1.0, 0.0), &q);
    g.iter().map(|g| g.eps1eps2).collect()
}

/// The constraints and their rates, to the rounding of their terms.
pub(crate) fn check_levels(tied: &Tied<'_>) {
    let (made, system) = (tied.made, tied.system);
    for a in 1..=tied.element.degree {
        let (t, q) = tied.node(a);
        let g = system.real_ties(t, q);
        let before = made.scales[0].iter();
        for ((g, scale), before) in g.iter().zip(&made.scales[a]).zip(before) {
            // Near the origin coordinates are differences of larger numbers, and have their rounding.
            let scale = scale.max(*before);
            assert!(g.abs() <= LEVEL * scale, "g = {g:e} of {scale} at node {a}");
        }
    }
    let Moving { t, q, v, .. } = &made.to;
    let scales = rate_scales(system, *t, q, v);
    for (rate, scale) in rates(system, *t, q, v).iter().zip(scales) {
        assert!(rate.abs() <= RATE * (1.0 + scale), "dg/dt = {rate:e} of {scale}");
    }
}

/// The discrete equations.
pub(crate) fn check_equations(tied: &Tied<'_>) {
    let (made, n) = (tied.made, tied.made.from.q.len());
    let nodal = tied.nodal();
    let rounding = ROUNDING.max(MOVED / tied.h);
    let (inner, last) = nodal.split_at(tied.element.degree * n);
    close("inner nodes", inner, &vec![0.0; inner.len()], rounding);
    close("p1", &made.to.p, last, rounding);
    close("q0", &made.from.q, tied.node(0).1, ROUNDING);
    close("q1", &made.to.q, tied.node(tied.element.degree).1, ROUNDING);
    let momentum = Continuous::of(tied.system, made.to.t, &made.to.q, &made.to.v, tied.inputs).momentum;
    close("p(w)", &made.to.p, &momentum, ROUNDING);
}

/// `linearize` in all directions, including those that leave the constraints.
pub(crate) fn check_derivative(tied: &Tied<'_>) {
    let rows = 2 * tied.made.from.q.len();
    for (i, expected) in tied.derivative().iter().enumerate() {
        let entries = tied.made.derivative.iter().skip(i).step_by(rows);
        let entries: Vec<f64> = entries.copied().collect();
        // Entries have different units, so each row is compared relative to its largest entry.
        close(
            "derivative of the step",
            &entries,
            expected,
            SOLVED.max(MOVED / tied.h),
        );
    }
}

/// The way back, from the end with reversed momentum.
pub(crate) fn check_return(made: &Made, back: &Made) {
    let turned: Vec<f64> = back.to.p.iter().map(|p| -p).collect();
    close("q after the way back", &back.to.q, &made.from.q, ROUNDING);
    close("p after the way back", &turned, &made.from.p, ROUNDING);
}
