//! A sum of any size whose items read a hundred neighbours each, against Rust's own loops.
//!
//! rustc resolves types up to a depth of 128, so that items cannot be read by one iterator around another for each neighbour.

use extremal::prelude::*;

/// A chain with springs over up to a hundred links.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    let d = |a, b| (a - b).powi(2),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(100..n, |i| k * (
            d(x[i], x[i - 1]) + d(x[i], x[i - 2]) + d(x[i], x[i - 3]) + d(x[i], x[i - 4]) +
            d(x[i], x[i - 5]) + d(x[i], x[i - 6]) + d(x[i], x[i - 7]) + d(x[i], x[i - 8]) +
            d(x[i], x[i - 9]) + d(x[i], x[i - 10]) + d(x[i], x[i - 11]) + d(x[i], x[i - 12]) +
            d(x[i], x[i - 13]) + d(x[i], x[i - 14]) + d(x[i], x[i - 15]) + d(x[i], x[i - 16]) +
            d(x[i], x[i - 17]) + d(x[i], x[i - 18]) + d(x[i], x[i - 19]) + d(x[i], x[i - 20]) +
            d(x[i], x[i - 21]) + d(x[i], x[i - 22]) + d(x[i], x[i - 23]) + d(x[i], x[i - 24]) +
            d(x[i], x[i - 25]) + d(x[i], x[i - 26]) + d(x[i], x[i - 27]) + d(x[i], x[i - 28]) +
            d(x[i], x[i - 29]) + d(x[i], x[i - 30]) + d(x[i], x[i - 31]) + d(x[i], x[i - 32]) +
            d(x[i], x[i - 33]) + d(x[i], x[i - 34]) + d(x[i], x[i - 35]) + d(x[i], x[i - 36]) +
            d(x[i], x[i - 37]) + d(x[i], x[i - 38]) + d(x[i], x[i - 39]) + d(x[i], x[i - 40]) +
            d(x[i], x[i - 41]) + d(x[i], x[i - 42]) + d(x[i], x[i - 43]) + d(x[i], x[i - 44]) +
            d(x[i], x[i - 45]) + d(x[i], x[i - 46]) + d(x[i], x[i - 47]) + d(x[i], x[i - 48]) +
            d(x[i], x[i - 49]) + d(x[i], x[i - 50]) + d(x[i], x[i - 51]) + d(x[i], x[i - 52]) +
            d(x[i], x[i - 53]) + d(x[i], x[i - 54]) + d(x[i], x[i - 55]) + d(x[i], x[i - 56]) +
            d(x[i], x[i - 57]) + d(x[i], x[i - 58]) + d(x[i], x[i - 59]) + d(x[i], x[i - 60]) +
            d(x[i], x[i - 61]) + d(x[i], x[i - 62]) + d(x[i], x[i - 63]) + d(x[i], x[i - 64]) +
            d(x[i], x[i - 65]) + d(x[i], x[i - 66]) + d(x[i], x[i - 67]) + d(x[i], x[i - 68]) +
            d(x[i], x[i - 69]) + d(x[i], x[i - 70]) + d(x[i], x[i - 71]) + d(x[i], x[i - 72]) +
            d(x[i], x[i - 73]) + d(x[i], x[i - 74]) + d(x[i], x[i - 75]) + d(x[i], x[i - 76]) +
            d(x[i], x[i - 77]) + d(x[i], x[i - 78]) + d(x[i], x[i - 79]) + d(x[i], x[i - 80]) +
            d(x[i], x[i - 81]) + d(x[i], x[i - 82]) + d(x[i], x[i - 83]) + d(x[i], x[i - 84]) +
            d(x[i], x[i - 85]) + d(x[i], x[i - 86]) + d(x[i], x[i - 87]) + d(x[i], x[i - 88]) +
            d(x[i], x[i - 89]) + d(x[i], x[i - 90]) + d(x[i], x[i - 91]) + d(x[i], x[i - 92]) +
            d(x[i], x[i - 93]) + d(x[i], x[i - 94]) + d(x[i], x[i - 95]) + d(x[i], x[i - 96]) +
            d(x[i], x[i - 97]) + d(x[i], x[i - 98]) + d(x[i], x[i - 99]) + d(x[i], x[i - 100])
    )),
    discretize(Verlet)
)]
struct Chain {
    n: usize,
    k: f64,
}

#[test]
fn items_have_a_hundred_neighbours() {
    let (n, k) = (130, 0.5);
    let x: Vec<f64> = (0..n).map(|i| f64::from(i).sin()).collect();
    let n = x.len();
    let mut potential = 0.0;
    let mut force = vec![0.0; n];
    for i in 100..n {
        for j in 1..=100 {
            let d = x[i] - x[i - j];
            potential += k * d * d;
            force[i] -= 2.0 * k * d;
            force[i - j] += 2.0 * k * d;
        }
    }
    let h = 1e-3;
    let chain = Chain { n, k };
    let mut motion = Integrator::new(&chain, Verlet, h, x.clone(), vec![0.0; n]).expect("a start");
    // Sums of 3000 numbers, of which the larger is some 1000.
    assert!(
        (motion.energy() - potential).abs() < 1e-12 * potential,
        "{}",
        motion.energy()
    );
    motion.step().expect("a step");
    for (i, q) in motion.state().q.iter().enumerate() {
        // From rest, q = x + h²/2 f, rounded at 1.
        let expected = x[i] + 0.5 * h * h * force[i];
        assert!((q - expected).abs() < 1e-14, "{i}: {q}, not {expected}");
    }
}
