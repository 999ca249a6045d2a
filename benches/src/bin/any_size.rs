//! Times of steps of systems of any size as they are declared, against plain loops.
//!
//! ```text
//! cargo run --release --package extremal-benches --bin any_size
//! cargo run --release --package extremal-benches --bin any_size -- bars    # or nets: these alone
//! ```

use std::time::Instant;

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal_benches::any_size::{Bodies, Pinned, Rope, Springs, started};
use extremal_benches::by_hand::{LeapfrogByHand, NetByHand, RopeByHand};
use extremal_benches::long_chain::ByHand;

/// The examples, as they are.
#[path = "../../../examples/bar.rs"]
#[expect(
    dead_code,
    reason = "the bench uses the declaration, not the example's `main`"
)]
mod bar;
#[path = "../../../examples/fput.rs"]
#[expect(
    dead_code,
    reason = "the bench uses the declaration, not the example's `main`"
)]
mod fput;
#[path = "../../../examples/net.rs"]
#[expect(
    dead_code,
    reason = "the bench uses the declaration, not the example's `main`"
)]
mod net;
#[path = "../../../examples/rope.rs"]
#[expect(
    dead_code,
    reason = "the bench uses the declaration, not the example's `main`"
)]
mod rope;

const ROUNDS: usize = 15;

/// The shortest of several times, in nanoseconds a step.
fn time(steps: usize, mut run: impl FnMut(usize)) -> f64 {
    run(steps / 10 + 1);
    let rounds = (0..ROUNDS).map(|_| {
        let begin = Instant::now();
        run(steps);
        begin.elapsed().as_secs_f64() * 1e9 / steps as f64
    });
    rounds.fold(f64::INFINITY, f64::min)
}

/// Bodies and their velocities in plain loops.
struct Stars {
    r: Vec<[f64; 3]>,
    p: Vec<[f64; 3]>,
    f: Vec<[f64; 3]>,
    m: Vec<f64>,
    h: f64,
}

impl Stars {
    fn pull(&mut self) {
        self.f.fill([0.0; 3]);
        let n = self.r.len();
        for i in 0..n {
            for j in i + 1..n {
                let d: [f64; 3] = std::array::from_fn(|k| self.r[j][k] - self.r[i][k]);
                let square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
                let factor = 0.01 * self.m[i] * self.m[j] / (square * square.sqrt());
                for (k, d) in d.into_iter().enumerate() {
                    self.f[i][k] += factor * d;
                    self.f[j][k] -= factor * d;
                }
            }
        }
    }

    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            for i in 0..self.r.len() {
                for k in 0..3 {
                    self.p[i][k] += 0.5 * self.h * self.f[i][k];
                    self.r[i][k] += self.h * self.p[i][k] / self.m[i];
                }
            }
            self.pull();
            for i in 0..self.r.len() {
                for k in 0..3 {
                    self.p[i][k] += 0.5 * self.h * self.f[i][k];
                }
            }
        }
    }
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("bars") => bars(),
        Some("nets") => nets(),
        _ => {
            lattices();
            examples();
            nets();
            bars();
        }
    }
}

/// Masses in a row, rods and bodies, beside plain loops.
fn lattices() {
    let n = 1000;
    let (mut chain, mut by_hand) = (started(n, Verlet), LeapfrogByHand::new(n));
    let times = [
        time(2000, |steps| {
            chain.step_many(steps).map(drop).expect("small steps");
        }),
        time(2000, |steps| by_hand.run(steps)),
    ];
    println!(
        "Verlet, {n} masses: {times:.0?} ns, ratio {:.3}",
        times[0] / times[1]
    );
    let (mut chain, mut by_hand) = (started(n, Midpoint), ByHand::new(n));
    let times = [
        time(200, |steps| {
            chain.step_many(steps).map(drop).expect("small steps");
        }),
        time(200, |steps| by_hand.run(steps)),
    ];
    println!(
        "Midpoint, {n} masses: {times:.0?} ns, ratio {:.3}",
        times[0] / times[1]
    );
    let rods = 500;
    let rope = Rope {
        rods,
        m: 0.01,
        l: 0.02,
    };
    let hung: Vec<f64> = (0..2 * rods)
        .map(|k| {
            if k % 2 == 0 {
                0.02 * (k / 2 + 1) as f64
            } else {
                0.0
            }
        })
        .collect();
    let mut rope = Integrator::new(rope, Midpoint, 1e-3, hung, vec![0.0; 2 * rods]).expect("a good start");
    let time_of_rope = time(20, |steps| rope.step_many(steps).map(drop).expect("small steps"));
    println!("Midpoint, {rods} rods: {time_of_rope:.0} ns");
    let mut lattice = started(128, Midpoint);
    let time_of_lattice = time(2000, |steps| {
        lattice.step_many(steps).map(drop).expect("small steps");
    });
    println!("Midpoint, 128 masses: {time_of_lattice:.0} ns");
    let place = |k: usize| 10.0 * (1.3 * k as f64 + 0.1 * (k * k % 17) as f64).sin();
    let q: Vec<f64> = (0..3 * n).map(place).collect();
    let m: Vec<f64> = (0..n).map(|i| 1.0 + 0.5 * (i as f64).sin()).collect();
    let bodies = Bodies {
        bodies: n,
        m: m.clone(),
        g: 0.01,
    };
    let mut motion =
        Integrator::new(bodies, Verlet, 1e-4, q.clone(), vec![0.0; 3 * n]).expect("a good start");
    let mut stars = Stars {
        r: q.chunks(3).map(|r| [r[0], r[1], r[2]]).collect(),
        p: vec![[0.0; 3]; n],
        f: vec![[0.0; 3]; n],
        m,
        h: 1e-4,
    };
    stars.pull();
    let times = [
        time(5, |steps| motion.step_many(steps).map(drop).expect("small steps")),
        time(5, |steps| stars.run(steps)),
    ];
    println!(
        "Verlet, {n} bodies: {times:.0?} ns, ratio {:.3}",
        times[0] / times[1]
    );
}

/// Steps of a bar whose mass matrix and tangent are constant and have entries beside the diagonal.
fn bars() {
    let bar = bar::LinearBar::of(129);
    let h = 0.4 * bar.l;
    let times = [
        time_of_bar(bar, Verlet, h),
        time_of_bar(bar, Midpoint, h),
        time_of_bar(bar, L1::default(), h),
        time_of_bar(bar, Newmark::default(), h),
        time_of_bar(bar, Hermite::<P2>::default(), h),
    ];
    let ratios = times.map(|time| time / times[1]);
    println!(
        "Verlet, Midpoint, L1, Newmark, p2, a bar of 129 elements: {times:.0?} ns, over Midpoint {ratios:.2?}"
    );
}

fn time_of_bar<D>(bar: bar::LinearBar, scheme: D, h: f64) -> f64
where
    bar::LinearBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let q = bar.mode(1, 0.1);
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(bar, scheme, h, q, v).expect("a good start");
    time(2000, |steps| {
        motion.step_many(steps).map(drop).expect("linear equations");
    })
}

/// Steps of examples, without a program by hand beside them.
fn examples() {
    let chain = fput::Chain {
        masses: 128,
        alpha: 0.25,
    };
    let (q, v) = (chain.mode(1), vec![0.0; 128]);
    let mut motion = Integrator::new(chain, Midpoint, 0.1, q, v).expect("a good start");
    let nanoseconds = time(2000, |steps| {
        motion.step_many(steps).map(drop).expect("small steps");
    });
    println!("Midpoint, 128 masses of Fermi, Pasta, Ulam and Tsingou: {nanoseconds:.0} ns");
    let rough: Vec<f64> = (0..128)
        .map(|i| (7919 * i * i % 1013) as f64 / 1013.0 - 0.5)
        .collect();
    let mut motion =
        Integrator::new(motion.system(), Midpoint, 0.1, rough, vec![0.0; 128]).expect("a good start");
    let nanoseconds = time(2000, |steps| {
        motion.step_many(steps).map(drop).expect("small steps");
    });
    println!("the same from a start without order: {nanoseconds:.0} ns");
    ropes();
}

/// A rope of rods beside plain loops, with both schemes, which are RATTLE here.
fn ropes() {
    let (rope, h) = (rope::Rope::of(500), 5e-4);
    let q = rope.straight(1.0);
    let mut by_hand = RopeByHand::new(rope.m, rope.l, rope.g, h, &q);
    let v = vec![0.0; q.len()];
    let mut verlet = Integrator::new(&rope, Verlet, h, &q, &v).expect("a good start");
    let mut midpoint = Integrator::new(&rope, Midpoint, h, &q, &v).expect("a good start");
    let times = [
        time(50, |steps| {
            verlet.step_many(steps).expect("small steps");
        }),
        time(50, |steps| {
            midpoint.step_many(steps).expect("small steps");
        }),
        time(50, |steps| by_hand.run(steps)),
    ];
    let apart = farthest(verlet.state().q.as_slice(), by_hand.coordinates());
    // The rope is as long as 500 rods; a tenth of a second is 200 steps, in which errors do not grow yet.
    assert!(apart < 1e-9, "another motion than by hand: {apart}");
    println!(
        "Verlet, Midpoint and by hand, 500 rods: {times:.0?} ns, ratios {:.2} and {:.2}",
        times[0] / times[2],
        times[1] / times[2]
    );
}

/// How far two motions are apart.
fn farthest(q: &[f64], other: &[f64]) -> f64 {
    let pairs = q.iter().zip(other);
    pairs.fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// Steps of nets of springs: explicit ones beside plain loops, and implicit ones, whose bands are wider the larger they are.
fn nets() {
    for side in [20, 100] {
        let (net, q) = Springs::square(side);
        let springs = net.edges.len() as f64;
        let (mut by_hand, v) = (NetByHand::new(net.clone(), 1e-3, &q), vec![0.0; q.len()]);
        let pinned = Pinned::of(net.clone(), side, &q);
        let mut held = Integrator::new(pinned, Verlet, 1e-3, &q, &v).expect("a good start");
        let mut motion = Integrator::new(net, Verlet, 1e-3, q, v).expect("a good start");
        let steps = 100_000 / (side * side);
        let times = [
            time(steps, |steps| {
                motion.step_many(steps).map(drop).expect("small steps");
            }),
            time(steps, |steps| by_hand.run(steps)),
            time(steps, |steps| {
                held.step_many(steps).map(drop).expect("small steps");
            }),
        ];
        let apart = farthest(motion.state().q.as_slice(), by_hand.coordinates());
        assert!(apart < 1e-9, "another motion than by hand: {apart}");
        println!(
            "Verlet, a net of {side} times {side} masses, by hand, and held at two corners: {:.1?} ns a spring, ratio {:.3}, \
             held over free {:.3}",
            times.map(|time| time / springs),
            times[0] / times[1],
            times[2] / times[0]
        );
    }
    for side in [5, 10, 14, 20, 28, 40] {
        let (net, q) = net::Net::square(side);
        let v = vec![0.0; q.len()];
        let count = q.len() as f64;
        let mut motion = Integrator::new(net, Midpoint, 0.01, q, v).expect("a good start");
        let nanoseconds = time(10, |steps| {
            motion.step_many(steps).map(drop).expect("small steps");
        });
        let of_one = nanoseconds / count;
        let iterations = (0..10).map(|_| motion.step().expect("a small step").iterations);
        let iterations = iterations.sum::<usize>() as f64 / 10.0;
        println!(
            "Midpoint, a net of {side} times {side} masses: {of_one:.0} ns a coordinate, {iterations:.1} iterations"
        );
    }
}
