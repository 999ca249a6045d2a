//! Constraints on velocities, many at once.

use super::check_all;
use crate::tests::parse;

/// Sleds in the plane, with something behind them.
fn sleds(more: &str) -> String {
    let kinetic = "sum(0..n, |i| dt(x[i]).powi(2) + dt(y[i]).powi(2) + dt(phi[i]).powi(2))";
    format!("coordinates(x[n], y[n], phi[n]), kinetic = {kinetic}, {more}")
}

fn check_sleds(cases: &[(&str, &str)]) {
    for (more, message) in cases {
        check_all(&[(&sleds(more), &[message])]);
    }
}

#[test]
fn rows_of_items_are_affine_in_velocities() {
    check_sleds(&[
        (
            "rolling(blade = «array(0..n, |i| x[i] - k * phi[i])»)",
            "`blade[i]` contains no velocity: a constraint on coordinates is holonomic; write it as `constraint(blade[i] = ..)`",
        ),
        (
            "rolling(blade = «array(0..n - 1, |i| dt(x[i]) * dt(x[i + 1]))»)",
            "`blade[i]` is not affine in the velocities, so that no reaction is along ∂/∂v of it for all of them; write \
             a(q, t)·dt(q) + b(q, t), as in `dt(x) - r * dt(phi)`",
        ),
        (
            "rolling(total = «sum(0..n, |i| dt(x[i]).powi(2))»)",
            "`total` is not affine in the velocities, so that no reaction is along ∂/∂v of it for all of them; write \
             a(q, t)·dt(q) + b(q, t), as in `dt(x) - r * dt(phi)`",
        ),
        (
            "rolling(blade = «array(0..n, |i| dt(x[0]) - k * dt(phi[0]))»)",
            "this is the same equation for each `i` in `0..n`: use `i`, as in `q[i]`, or write it once, without this range",
        ),
        (
            "rolling(gear = «array(0..n, |i| array(0..n, |j| dt(phi[i]) - dt(phi[j])))»)",
            "`j` is also `i` here, and no velocity is left in the constraint of an item with itself; let the inner range end before \
             it, as in `array(0..i, |j| ..)`",
        ),
        (
            "constraint(blade = array(0..n, |i| «dt(x[i])» - k * dt(phi[i])))",
            "a constraint depends on coordinates and time only: one on velocities is nonholonomic, and is written \
             `rolling(name = ..)`; where it is the time derivative of a function of coordinates, write that function here",
        ),
    ]);
}

#[test]
fn rows_that_follow_are_refused() {
    check_sleds(&[
        (
            "rolling(a = array(0..n, |i| dt(x[i]) - k * dt(phi[i])), b = «array(0..n, |i| 2 * k * dt(phi[i]) - 2 * dt(x[i]))»)",
            "this constraint follows from `a[i]`, so that nothing determines how they share their force; drop one of them",
        ),
        (
            "constraint(held = array(0..n, |i| x[i].powi(2) - y[i])), rolling(a = «array(0..n, |i| 2 * x[i] * dt(x[i]) - dt(y[i]))»)",
            "this constraint follows from `held[i]`, so that nothing determines how they share their force; drop one of them",
        ),
        (
            "rolling(a = dt(x[0]) - dt(y[0]), b = «dt(y[0]) - dt(x[0]) + 3»)",
            "this constraint contradicts `a`: together they have no solution; drop one of them",
        ),
    ]);
}

#[test]
fn what_does_not_go_with_rows_says_so() {
    let rows = "rolling(blade = array(0..n, |i| sin(phi[i]) * dt(x[i]) - cos(phi[i]) * dt(y[i])))";
    check_sleds(&[
        (
            &format!("{rows}, output(side = «multiplier(blade)»)"),
            "`blade` has a multiplier for each item: select one, as in `multiplier(blade)[i]`",
        ),
        (
            &format!("{rows}, discretize(«Hermite<P2>»)"),
            "`Hermite<P2>` has no reactions of `rolling`, and this system has such constraints; the schemes for them are `Verlet`, \
             `Midpoint`, `Livens`",
        ),
        (
            &format!(
                "{rows}, symmetry(«shift» = [array(0..n, |_i| 1), array(0..n, |_i| 0), array(0..n, |_i| 0)])"
            ),
            "`shift` is no symmetry: the reaction of a rolling constraint acts along it with `sin phi[i]`, which is not zero",
        ),
    ]);
}

#[test]
fn rows_of_all_forms_are_read() {
    let fields = "n: usize, k: f64, edges: Vec<[usize; 2]>";
    let source = |more: &str| format!("#[lagrangian({})] struct S {{ {fields} }}", sleds(more));
    for more in [
        "rolling(blade = array(0..n, |i| sin(phi[i]) * dt(x[i]) - cos(phi[i]) * dt(y[i])))",
        "rolling(gears = array(0..edges.len(), |e| dt(phi[edges[e][0]]) + dt(phi[edges[e][1]]) * k))",
        "rolling(no_slip = array(0..n, |i| [dt(x[i]), dt(y[i])] - k * dt(phi[i]) * [cos(phi[i]), sin(phi[i])]))",
        "rolling(array(0..n, |i| dt(x[i])) == array(0..n, |i| k * dt(phi[i])), total = sum(0..n, |i| dt(y[i])) - t)",
        "constraint(line = y[0] - y[1]), rolling(pairs = array(0..n, |i| array(0..i, |j| phi[j] * dt(phi[i]) - dt(x[j]))))",
        "rolling(first = dt(x[0]) - k * dt(phi[0])), output(side = multiplier(first))",
    ] {
        if let Err(failed) = parse(&source(more)) {
            panic!("{more}: {}", failed.errors);
        }
    }
}
