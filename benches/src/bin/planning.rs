//! What gradients and optimal motions cost: `cargo run --release --package extremal-benches --bin planning`.
//!
//! The pole on a cart of Kelly by `Midpoint`. Prints the steps of a motion with inputs, the gradient of its end by all inputs in
//! memory for all steps and in 64 MB, both as multiples of the motion; and then the milliseconds and iterations of an optimal
//! swing-up. Fails if a gradient takes more than four motions while it fits in caches, or a million steps in 64 MB more than eight.

use std::f64::consts::PI;
use std::process::ExitCode;
use std::time::Instant;

use extremal::planning::{At, Checkpoints, Expansion, OptimalControl, Quadratic, gradient};
use extremal::prelude::*;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(force),
    let bob = [x + l * sin(angle), -l * cos(angle)],
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = 9.81 * m * bob[1],
    force(x = force),
    discretize(Midpoint),
)]
struct Cart {
    m: f64,
    l: f64,
}

const CART: Cart = Cart { m: 0.3, l: 0.5 };
const ROUNDS: usize = 5;

/// The shortest of several times, in seconds.
fn shortest(mut run: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        run();
        begin.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn start(h: f64) -> Integrator<Cart, Midpoint> {
    Integrator::new(CART, Midpoint, h, [0.0, 0.0], [0.0, 0.0]).expect("a start")
}

fn gradients() -> bool {
    let nothing = |_: &At<f64, 4, 1>, _: &mut Expansion<f64, 4, 1>| {};
    let end = |at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>| {
        to.value += at.z[1];
        to.by_state[1] += 1.0;
    };
    let mut failed = false;
    println!("    steps   motion  linearised   gradient  ratio     in 64 MB  ratio");
    for steps in [1000, 10_000, 1_000_000] {
        let inputs: Vec<[f64; 1]> = (0..steps).map(|k| [f64::sin(0.01 * k as f64)]).collect();
        let motion = shortest(|| {
            let mut motion = start(1e-3);
            for u in &inputs {
                motion.step_with(*u).expect("steps");
            }
            std::hint::black_box(motion.state());
        });
        let linearised = shortest(|| {
            let mut motion = start(1e-3);
            for u in &inputs {
                std::hint::black_box(motion.step_linearized_with(*u).expect("steps"));
            }
        });
        let [all, some] = [Checkpoints::ALL, Checkpoints::within(64 << 20)].map(|memory| {
            shortest(|| {
                let found = gradient(&start(1e-3), &inputs, &(nothing, end), memory).expect("steps");
                std::hint::black_box(found.by_inputs[0]);
            })
        });
        let (ratio, ratio_of_some) = (all / motion, some / motion);
        // A million steps leave the caches.
        failed |= ratio > if steps > 10_000 { 8.0 } else { 4.0 } || ratio_of_some > 8.0;
        println!(
            "{steps:9} {motion:8.5} {linearised:11.5} {all:10.5} {ratio:6.2} {some:12.5} {ratio_of_some:6.2}"
        );
    }
    failed
}

fn main() -> ExitCode {
    let failed = gradients();
    println!("    steps        effort  iterations        ms   us per step and iteration");
    for steps in [25, 100, 1000, 10_000] {
        let hanging = start(2.0 / steps as f64);
        let plan = || {
            OptimalControl::new(&hanging, steps, Quadratic::effort([1.0]))
                .ending_at([1.0, PI], [0.0, 0.0])
                .solve()
                .expect("a plan")
        };
        let found = plan();
        let seconds = shortest(|| {
            std::hint::black_box(plan());
        });
        println!(
            "{steps:9} {:13.9} {:11} {:9.2} {:8.2}",
            found.cost,
            found.iterations,
            1e3 * seconds,
            1e6 * seconds / (steps * found.iterations) as f64
        );
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
