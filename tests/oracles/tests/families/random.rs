//! Random nets: each step satisfies the equations of the midpoint rule, summed by hand over the springs.

use extremal::prelude::*;
use proptest::prelude::*;

use crate::nets::Net;

/// Places of the points, one after the other.
type Numbers = Vec<f64>;

/// Points, springs between any two of them or from one to itself, and a start.
fn nets() -> impl Strategy<Value = (Net, Numbers, Numbers)> {
    (1_usize..=8, 0_usize..=12).prop_flat_map(|(points, springs)| {
        let of = |range: core::ops::Range<f64>, count| prop::collection::vec(range, count);
        let edges = prop::collection::vec([0..points, 0..points], springs);
        let fields = (
            edges,
            of(0.5..2.0, points),
            of(0.1..2.0, springs),
            of(0.1..1.0, springs),
        );
        let start = (of(-1.0..1.0, 2 * points), of(-1.0..1.0, 2 * points));
        (fields, start).prop_map(move |((edges, m, k, rest), (q, v))| {
            let net = Net {
                points,
                m,
                edges,
                k,
                rest,
                d: 0.1,
            };
            (net, q, v)
        })
    })
}

/// Minus the gradients of V at q and of R at v.
fn pull(net: &Net, q: &[f64], v: &[f64]) -> Numbers {
    let mut force = vec![0.0; q.len()];
    for ((&[a, b], k), rest) in net.edges.iter().zip(&net.k).zip(&net.rest) {
        let along = |x: &[f64]| [x[2 * a] - x[2 * b], x[2 * a + 1] - x[2 * b + 1]];
        let (d, rate) = (along(q), along(v));
        let tension = 2.0 * k * (d[0] * d[0] + d[1] * d[1] - rest);
        for axis in 0..2 {
            let term = tension * d[axis] + net.d * rate[axis];
            force[2 * a + axis] -= term;
            force[2 * b + axis] += term;
        }
    }
    force
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// m v = (p₀ + p₁)/2, p₁ − p₀ = h (−V' − R')(q₀ + ½ h v, v), v = (q₁ − q₀)/h
    #[test]
    fn steps_of_random_nets_satisfy_the_midpoint_rule((net, q, v) in nets()) {
        const H: f64 = 0.02;
        let mut motion = Integrator::new(net.clone(), Midpoint, H, q, v).expect("a good start");
        for _ in 0..3 {
            let before = motion.state();
            motion.step().expect("a small step");
            let after = motion.state();
            let mean = (&before.q + &after.q) * 0.5;
            let v = (&after.q - &before.q) / H;
            let force = pull(&net, mean.as_slice(), v.as_slice());
            for (k, force) in force.iter().enumerate() {
                let moved = net.m[k / 2] * v[k] - 0.5 * (before.p[k] + after.p[k]);
                let gained = after.p[k] - before.p[k] - H * force;
                // Numbers of size ten, rounded, and divided by h for the velocity.
                prop_assert!(moved.abs() < 1e-12 && gained.abs() < 1e-12, "{moved} {gained}");
            }
        }
    }
}
