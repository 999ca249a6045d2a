//! Periodic motions of three bodies whose period is unknown. M. Šuvakov and V. Dmitrašinović, Three classes of Newtonian three-body
//! planar periodic orbits (2013): three bodies in a line, r = (−1, 0), (1, 0), (0, 0) with the velocities w, w and −2w.

use extremal::monolithic::Node;
use extremal::prelude::*;

use crate::systems::Bodies;

const PLACES: [f64; 6] = [-1.0, 0.0, 1.0, 0.0, 0.0, 0.0];

/// What the start has in common, and the return to it.
fn returns(start: &Node<Bodies>, end: &Node<Bodies>) -> Vec<f64> {
    let mut conditions = in_line(start);
    conditions.extend((0..6).map(|k| end.q[k] - start.q[k]));
    conditions.extend((0..6).map(|k| end.p[k] - start.p[k]));
    conditions
}

/// Backwards in time these motions are their own mirror images, and so half of the period leads to a line again.
fn is_in_line_again(start: &Node<Bodies>, end: &Node<Bodies>) -> Vec<f64> {
    let mut conditions = in_line(start);
    conditions.extend([end.q[4], end.q[5], end.q[0] + end.q[2], end.q[1] + end.q[3]]);
    conditions.extend([end.p[0] - end.p[2], end.p[1] - end.p[3]]);
    conditions
}

fn in_line(start: &Node<Bodies>) -> Vec<f64> {
    let mut conditions: Vec<f64> = (0..6).map(|k| start.q[k] - PLACES[k]).collect();
    let [a, b] = [start.p[0], start.p[1]];
    conditions.extend([
        a - start.p[2],
        b - start.p[3],
        start.p[4] + 2.0 * a,
        start.p[5] + 2.0 * b,
    ]);
    conditions
}

/// T, and the velocity w, from published digits and a guess by steps.
fn orbit(
    [a, b]: [f64; 2],
    duration: f64,
    steps: usize,
    conditions: fn(&Node<Bodies>, &Node<Bodies>) -> Vec<f64>,
) -> [f64; 3] {
    let scheme = Galerkin::<4, Gauss<4>>::default();
    let h = duration / steps as f64;
    let velocities = [a, b, a, b, -2.0 * a, -2.0 * b];
    let guess = Integrator::new(Bodies, scheme, h, PLACES, velocities)
        .expect("a start")
        .run(steps)
        .expect("a motion");
    let whole = Monolithic::between(Bodies, scheme, h, steps, conditions, |_| PLACES);
    let solution = whole
        .guess_states(guess.states())
        .free_duration()
        .solve()
        .expect("a solution");
    let first = solution.states()[0];
    [solution.duration(), first.p[0], first.p[1]]
}

/// Nine decimals of T and ten of w are known.
fn agree(found: [f64; 3], known: [f64; 3]) {
    let digits = [1.1e-9, 1.1e-10, 1.1e-10];
    let all = found.iter().zip(known).zip(digits);
    assert!(
        all.into_iter().all(|((a, b), digit)| (a - b).abs() < digit),
        "{found:?} {known:?}"
    );
}

#[test]
fn figure_eight() {
    let known = [6.325913983, 0.3471168881, 0.5327249454];
    agree(orbit([0.347, 0.533], 6.326, 200, returns), known);
}

#[test]
fn halves_of_a_figure_eight() {
    let [half, a, b] = orbit([0.347, 0.533], 3.163, 100, is_in_line_again);
    agree([2.0 * half, a, b], [6.325913983, 0.3471168881, 0.5327249454]);
}
