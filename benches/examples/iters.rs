use extremal::prelude::*;
use extremal_benches::assembled_chain::started;
fn main() {
    for n in [100, 1000, 10_000, 100_000] {
        let mut m = started(n, Midpoint);
        let mut counts = vec![0; 31];
        let mut worst: f64 = 0.0;
        for _ in 0..30 {
            let r = m.step().unwrap();
            counts[r.iterations] += 1;
            worst = worst.max(r.residual_norm);
        }
        println!("{n} {counts:?} {worst:e}");
        let t = std::time::Instant::now();
        let k = 2_000_000 / n;
        let mut c = 0;
        for _ in 0..k {
            c += m.step().unwrap().iterations;
        }
        println!(
            "{:.2} ns/mass/step, {:.2} iterations",
            t.elapsed().as_secs_f64() * 1e9 / (k * n) as f64,
            c as f64 / k as f64
        );
    }
    let mut m = started(1000, Verlet);
    for _ in 0..5 {
        let t = std::time::Instant::now();
        for _ in 0..2000 {
            m.step().unwrap();
        }
        println!(
            "verlet {:.2} ns/mass/step",
            t.elapsed().as_secs_f64() * 1e9 / (2000 * 1000) as f64
        );
    }
}
