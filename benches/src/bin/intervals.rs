//! What whole intervals cost beside the steps of the same motion: `cargo run --release --package extremal-benches --bin intervals`.
//!
//! The double pendulum (W2) with amplitudes of 0.1, h = 10⁻³, by `Midpoint`, from a guess that is 10⁻³ off at each node: initial
//! values, and both ends given. Prints seconds of the whole solution and microseconds per element and correction, and the last
//! as a multiple of a linearised step. Fails if a correction takes more than three linearised steps, or 10⁵ elements from initial
//! values more than 0.3 s.

use std::process::ExitCode;
use std::time::Instant;

use extremal::monolithic::Start;
use extremal::prelude::*;
use extremal_benches::derived::DoublePendulum;

const SYSTEM: DoublePendulum = DoublePendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};
const H: f64 = 1e-3;
const Q: [f64; 2] = [0.1, 0.1];
const V: [f64; 2] = [0.0; 2];
const ROUNDS: usize = 3;

/// The shortest of several times, in seconds.
fn shortest(mut run: impl FnMut()) -> f64 {
    let times = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        run();
        begin.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let mut failed = false;
    println!("elements   steps  linearised   initial values            both ends");
    println!("             s        s        s   corr.  us  ratio      s   corr.  us  ratio");
    for elements in [10_000, 100_000, 1_000_000] {
        let begin = || Integrator::new(SYSTEM, Midpoint, H, Q, V).expect("the start is regular");
        let mut motion = begin();
        let mut states = vec![motion.state()];
        for _ in 0..elements {
            motion.step().expect("steps");
            states.push(motion.state());
        }
        let steps = shortest(|| begin().step_many(elements).expect("steps"));
        let linearised = shortest(|| {
            let mut motion = begin();
            for _ in 0..elements {
                std::hint::black_box(motion.step_linearized().expect("steps"));
            }
        });
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the number of a node, which is no larger than their count"
        )]
        let node_at = |t: f64| ((t / H).round() as usize).min(elements);
        let off = |t: f64| {
            let q = states[node_at(t)].q;
            let wave = 1e-3 * (3.0 * t).sin();
            [q[0] + wave, q[1] - wave]
        };
        let last = states[elements].q;
        let starts = [
            Start::Impulse { q0: Q, v0: V },
            Start::Ends {
                q0: Q,
                q1: [last[0], last[1]],
            },
        ];
        print!("{elements:8} {steps:8.4} {linearised:8.4}");
        for (of, start) in starts.into_iter().enumerate() {
            let mut corrections = 0;
            let seconds = shortest(|| {
                let whole = Monolithic::new(SYSTEM, Midpoint, H, elements, start).guess(off);
                let solution = whole.solve().expect("near the motion");
                corrections = solution.iterations();
                let end = solution.states()[elements].q;
                assert!((end - last).amax() < 1e-6, "another motion");
            });
            let each = seconds / corrections as f64;
            let ratio = each / linearised;
            print!(
                "  {seconds:8.4} {corrections:2} {:6.3} {ratio:5.2}",
                1e6 * each / elements as f64
            );
            if ratio > 3.0 || of == 0 && elements == 100_000 && seconds > 0.3 {
                failed = true;
            }
        }
        println!();
    }
    if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}
