//! The partition with velocities at the start and coordinates at the end: it keeps E as well, but has order one.

use extremal::prelude::*;

use crate::equations::{Node, Partition, Step};
use crate::motion::{energy, node};
use crate::orders::{Start, errors_of, exact};
use crate::support::slope::slope;
use crate::systems::{DoublePendulum, SpringPendulum};

const DOUBLE: DoublePendulum<f64> = DoublePendulum {
    m: 1.0,
    g: 9.81,
    d: 0.0,
};

/// All nodes of a motion by hand.
fn by_hand(partition: Partition, steps: usize, start: &Start<2>) -> Vec<Node> {
    let h = start.end / steps as f64;
    let mut nodes = vec![node(&DOUBLE, 0.0, &start.q, &start.v)];
    for k in 0..steps {
        let step = Step {
            t: k as f64 * h,
            h,
            inputs: &[0.0],
            partition,
        };
        nodes.push(step.from(&DOUBLE, &nodes[k]));
    }
    nodes
}

const START: Start<2> = Start {
    q: [0.7, -0.4],
    v: [0.5, 1.2],
    end: 1.0,
};

/// This partition combines velocities with masses at the other end, which leaves an error of first order.
#[test]
fn the_sequential_partition_keeps_energy_and_is_of_order_one() {
    let exact = exact(&DOUBLE, &START);
    for (partition, order) in [(Partition::Sequential, 1.0), (Partition::Symmetric, 2.0)] {
        let mut errors = Vec::new();
        for steps in [80, 160, 320] {
            let nodes = by_hand(partition, steps, &START);
            let h = START.end / steps as f64;
            let energies: Vec<(f64, f64)> = nodes.iter().map(|node| energy(&DOUBLE, 0.0, h, node)).collect();
            for pair in energies.windows(2) {
                // Differences by subtraction lose an ε of L, over |w| = h |v|, times h: all of size L.
                let (increment, size) = ((pair[1].0 - pair[0].0).abs(), pair[0].1.max(pair[1].1));
                assert!(increment <= 64.0 * f64::EPSILON * size, "{increment:e} of {size}");
            }
            errors.push((steps, errors_of(nodes.last().expect("the end"), &exact)));
        }
        for part in 0..3 {
            let found = slope(errors.iter().map(|(steps, e)| (*steps, e[part])), 1e-14);
            // The next term of the error is a factor of h = 1/80 or less, that of a symmetric scheme h²; its factor is below ten.
            assert!((found - order).abs() < 0.12, "{partition:?}, {part}: {found}");
        }
    }
}

/// The derived steps are those of the symmetric partition, and far from those of the other one.
#[test]
fn derived_steps_are_those_of_the_symmetric_partition() -> Result<(), extremal::Error> {
    let far = |partition| -> Result<f64, extremal::Error> {
        let nodes = by_hand(partition, 50, &START);
        let mut motion = Integrator::new(DOUBLE, Livens, START.end / 50.0, START.q, START.v)?;
        let mut far = 0.0_f64;
        for node in &nodes[1..] {
            let velocity = motion.step_with([0.0])?.velocity;
            let State { q, p, .. } = motion.state();
            let found = q.iter().chain(velocity.iter()).chain(p.iter());
            let expected = node.q.iter().chain(&node.v).chain(&node.p);
            far = found
                .zip(expected)
                .fold(far, |far, (a, b)| far.max((a - b).abs()));
        }
        Ok(far)
    };
    // 50 steps, each with differences by subtraction: ε L/|v|, and v takes them twice over h M.
    let (near, wrong) = (far(Partition::Symmetric)?, far(Partition::Sequential)?);
    assert!(near < 1e-10, "{near:e}");
    assert!(wrong > 1e-2, "{wrong:e}");
    Ok(())
}

/// A motion of one step in which M changes: p is not M v at its end.
#[test]
fn p_is_not_m_v_at_nodes() -> Result<(), extremal::Error> {
    let system = SpringPendulum {
        m: 1.0,
        ea: 300.0,
        g: 9.81,
    };
    let gap = |h: f64, steps: usize| -> Result<f64, extremal::Error> {
        let mut motion = Integrator::new(system, Livens, h, [1.05, 1.2, 0.3], [0.2, 0.7, 0.9])?;
        for _ in 0..steps {
            motion.step()?;
        }
        let State { t, q, p } = motion.state();
        Ok((p - system.momentum(t, &q, &motion.velocity()?)).norm())
    };
    let (coarse, fine) = (gap(0.01, 20)?, gap(0.005, 40)?);
    // The difference has second order: the factor is four, up to the next order.
    assert!(
        fine > 1e-6 && (coarse / fine - 4.0).abs() < 0.5,
        "{coarse:e} {fine:e}"
    );
    Ok(())
}
