//! The condition number of the whole system, against singular values of the matrix written out.

use extremal::monolithic::Start;
use extremal::nalgebra::DMatrix;
use extremal::prelude::*;

use crate::systems::Linear;

/// zₖ₊₁ = Φ zₖ with the conditions as first rows; by `Midpoint` Φ is the Cayley transform of h [0, 1; k, 0].
fn written_out(k: f64, h: f64, steps: usize, conditions: [[usize; 2]; 2], scales: [f64; 2]) -> f64 {
    let w = 0.25 * h * h * k;
    let phi = [
        [(1.0 + w) / (1.0 - w), h / (1.0 - w)],
        [h * k / (1.0 - w), (1.0 + w) / (1.0 - w)],
    ];
    let size = 2 * (steps + 1);
    let mut a = DMatrix::<f64>::zeros(size, size);
    for (row, [node, number]) in conditions.into_iter().enumerate() {
        a[(row, 2 * node + number)] = 1.0;
    }
    for e in 0..steps {
        for i in 0..2 {
            let row = 2 + 2 * e + i;
            a[(row, 2 * (e + 1) + i)] = 1.0;
            for j in 0..2 {
                a[(row, 2 * e + j)] = -phi[i][j] * scales[j] / scales[i];
            }
        }
    }
    let values = a.singular_values();
    let squares = |of: fn(f64) -> f64| values.iter().map(|&x| of(x)).sum::<f64>().sqrt();
    squares(|x| x * x) * squares(|x| 1.0 / (x * x))
}

/// q and p are divided by their largest values.
fn sizes(states: impl Iterator<Item = (f64, f64)>) -> [f64; 2] {
    states.fold([0.0, 0.0], |[q, p], (a, b)| {
        [f64::max(q, a.abs()), f64::max(p, b.abs())]
    })
}

#[test]
fn conditions_of_small_systems() {
    for (k, h, steps) in [(-1.0, 0.1, 30), (-1.0, 0.1, 120), (9.0, 0.05, 40)] {
        let solve = |start: Start<[f64; 1]>| {
            Monolithic::new(Linear { k }, Midpoint, h, steps, start)
                .with_condition()
                .solve()
                .unwrap()
        };
        let initial = solve(Start::Impulse { q0: [1.0], v0: [0.5] });
        let ends = solve(Start::Ends { q0: [1.0], q1: [0.4] });
        for (solution, conditions) in [(initial, [[0, 0], [0, 1]]), (ends, [[0, 0], [steps, 0]])] {
            let [q, p] = sizes(solution.states().iter().map(|state| (state.q[0], state.p[0])));
            let duration = h * steps as f64;
            let exact = written_out(k, h, steps, conditions, [q, p.max(q / duration)]);
            let ratio = solution.condition().unwrap() / exact;
            // The bound of its page.
            assert!(
                (0.2..5.0).contains(&ratio),
                "{k} {steps} {conditions:?}: {ratio} of {exact}"
            );
        }
    }
    let plain = Monolithic::new(
        Linear { k: -1.0 },
        Midpoint,
        0.1,
        3,
        Start::Impulse { q0: [1.0], v0: [0.0] },
    );
    assert_eq!(plain.solve().unwrap().condition(), None);
}
