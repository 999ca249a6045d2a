//! Times of the contact solvers: a box of 1 kg on four frictional contacts, R = 12 rows of rank 6.
//!
//! The box falls on one corner while it turns: the case with most iterations of the tests. Warm starts begin from the
//! percussions of a step that differs by 1 %.
//!
//! And times of a thousand steps, of which ratios matter: a ball at rest and the same by hand, a box at rest on its corners and
//! the same in flight, and a ball that bounces, in `step_many` and by calls of `step`.
//!
//! And times of a frame, a step of 1/60 s, of a pile of 500 discs with some 1000 contacts: at rest, and while it is poured, within
//! a budget of sweeps.

use divan::{Bencher, black_box};
use extremal::contact_solver::{
    ActiveContact, Budget, ContactProblem, ContactSolver, GaussSeidel, SemismoothNewton,
};
use extremal::prelude::*;
use extremal::schemes::MoreauWith;
use extremal_benches::STEPS;
use extremal_benches::motion::{Motion, OneByOne};
use extremal_benches::workloads;
use pile::Pile;

#[path = "../../examples/pile.rs"]
#[allow(dead_code, reason = "a program of its own, which prints")]
mod pile;

fn main() {
    divan::main();
}

/// A thousand steps of motions that the compiler knows nothing of.
fn time<M: Motion>(bencher: Bencher, set_up: impl Fn() -> M) {
    bencher
        .with_inputs(set_up)
        .bench_local_values(|motion| black_box(motion).run(STEPS));
}

/// Modules of a workload, with the names of its motions.
macro_rules! thousand_steps {
    ($($workload:ident: $($name:ident = $motion:expr),+;)+) => {$(
        mod $workload {
            use super::*;

            $(
                #[divan::bench]
                fn $name(bencher: Bencher) {
                    time(bencher, || $motion);
                }
            )+
        }
    )+};
}

thousand_steps!(
    ball_at_rest:
        derived = workloads::resting_ball().derived,
        by_hand_for_any_gap = workloads::resting_ball().by_hand,
        by_hand = workloads::bare_resting_ball().by_hand;
    box_at_rest:
        step_many = workloads::box_at_rest().derived,
        step = OneByOne(workloads::box_at_rest().derived),
        in_flight = workloads::box_at_rest().by_hand;
    bouncing_ball:
        step_many = workloads::bouncing_ball().derived,
        step = OneByOne(workloads::bouncing_ball().derived),
        by_hand = workloads::bouncing_ball().by_hand;
);

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

const FRAME: f64 = 1.0 / 60.0;
const WITHIN: MoreauWith<Budget> = MoreauWith(Budget {
    sweeps: 600,
    enough: 1e-4,
});

/// Five hundred discs after some frames.
fn poured(frames: usize) -> Integrator<Pile, MoreauWith<Budget>> {
    let (pile, q) = pile::start(500, 25);
    let still = vec![0.0; q.len()];
    let mut motion = Integrator::new(pile, WITHIN, FRAME, q, still).expect("a good start");
    motion.step_many(frames).expect("a budget takes what it has");
    motion
}

/// Frame 24 is one of those with most impacts.
#[divan::bench(sample_count = 20)]
fn frame_of_a_pile_that_is_poured(bencher: Bencher) {
    let motion = poured(23);
    let again = || motion.clone();
    bencher
        .with_inputs(again)
        .bench_local_values(|mut motion| motion.step().map(|report| report.solved));
}

/// Solved to rounding, as the default solver does.
#[divan::bench(sample_count = 20)]
fn frame_of_a_pile_at_rest(bencher: Bencher) {
    let motion = poured(180);
    let (pile, state) = (motion.system().clone(), motion.state());
    let mut motion = Integrator::from_state(pile, Moreau, FRAME, state).expect("a good state");
    motion.step_many(20).expect("a pile at rest");
    bencher.bench_local(|| motion.step().map(|report| report.solved));
}
