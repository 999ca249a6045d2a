//! Times of the contact solvers: a box of 1 kg on four frictional contacts, R = 12 rows of rank 6.
//!
//! The box falls on one corner while it turns: the case with most iterations of the tests. Warm starts begin from the
//! percussions of a step that differs by 1 %.

use divan::{Bencher, black_box};
use extremal::contact_solver::{ActiveContact, ContactProblem, ContactSolver, GaussSeidel, SemismoothNewton};

fn main() {
    divan::main();
}

const ROWS: usize = 12;
/// Half the edges, in m.
const HALF: [f64; 3] = [0.5, 0.3, 0.2];
const CONTACTS: [ActiveContact<f64>; 4] = [ActiveContact {
    slips: 2,
    friction: 0.5,
}; 4];

struct Box {
    delassus: [[f64; ROWS]; ROWS],
    free: [f64; ROWS],
}

/// The problem for a velocity and an angular velocity.
fn on_the_ground(velocity: [f64; 6]) -> Box {
    let [a, b, c] = HALF;
    let inertia = |x: f64, y: f64| (x * x + y * y) / 3.0;
    let masses = [1.0, 1.0, 1.0, inertia(b, c), inertia(a, c), inertia(a, b)];
    let directions: [[f64; 6]; ROWS] = core::array::from_fn(|row| {
        let [x, y] =
            [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, y)| [x * a, y * b])[row / 3];
        let [e, f, g] = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]][row % 3];
        [e, f, g, y * g + c * f, -c * e - x * g, x * f - y * e]
    });
    let product = |v: &[f64; 6], w: &[f64; 6]| (0..6).map(|k| v[k] * w[k] / masses[k]).sum::<f64>();
    let impulse = core::array::from_fn(|k| masses[k] * velocity[k]);
    Box {
        delassus: directions.map(|v| directions.map(|w| product(&v, &w))),
        free: directions.map(|w| product(&w, &impulse)),
    }
}

const FALLING: [f64; 6] = [0.3, 0.2, -1.1, 0.5, -0.3, 2.0];

fn solve(solver: impl ContactSolver, of: &Box, mut percussions: [f64; ROWS]) -> [f64; ROWS] {
    let problem =
        ContactProblem::new(of.delassus.as_flattened(), &of.free, &CONTACTS).expect("finite numbers");
    let solved = solver.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, &mut percussions);
    solved.expect("this problem has a solution");
    percussions
}

#[divan::bench]
fn newton_cold(bencher: Bencher) {
    let falling = on_the_ground(FALLING);
    bencher.bench_local(|| solve(SemismoothNewton, black_box(&falling), [0.0; ROWS]));
}

#[divan::bench]
fn newton_warm(bencher: Bencher) {
    let before = solve(
        SemismoothNewton,
        &on_the_ground(FALLING.map(|v| 1.01 * v)),
        [0.0; ROWS],
    );
    let falling = on_the_ground(FALLING);
    bencher.bench_local(|| solve(SemismoothNewton, black_box(&falling), before));
}

#[divan::bench]
fn sweeps_cold(bencher: Bencher) {
    let falling = on_the_ground(FALLING);
    bencher.bench_local(|| solve(GaussSeidel::default(), black_box(&falling), [0.0; ROWS]));
}
