//! The shortest time in which a point is steered, against the digits of other programs.

use std::f64::consts::FRAC_PI_2;

use extremal::planning::{FreeParameters, OptimalControl, Plan, Quadratic};
use extremal::prelude::*;

use crate::parameters::duration;

/// A point that a force of size 100 steers, in time of unit τ; the input is the angle of the force. (COPS)
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) / tau,
    force(x = 100.0 * tau * cos(u), y = 100.0 * tau * sin(u)),
    sensitivities(tau),
    discretize(Midpoint),
)]
struct Steered {
    tau: f64,
}

fn steered(steps: usize) -> Plan<Steered, 4, 1> {
    let resting = Integrator::new(
        Steered { tau: 0.6 },
        Midpoint,
        1.0 / steps as f64,
        [0.0; 2],
        [0.0; 2],
    );
    let free = FreeParameters::new([0.6], |[tau]| Steered { tau })
        .within([1e-2], [10.0])
        .costing(duration(1.0));
    // The motion of angles that fall evenly.
    let angle = |k: usize| 0.9 - 1.8 * k as f64 / steps as f64;
    let mut motion = resting.expect("a start");
    let start = motion.clone();
    let mut nodes = vec![[0.0; 4]];
    for k in 0..steps {
        motion.step_with([angle(k)]).expect("a step");
        let State { q, p, .. } = motion.state();
        nodes.push([q[0], q[1], p[0], p[1]]);
    }
    OptimalControl::new(&start, steps, Quadratic::effort([0.0]))
        .freeing(free)
        .ending_with([None, Some(5.0), Some(45.0), Some(0.0)])
        .inputs_within([-FRAC_PI_2], [FRAC_PI_2])
        .guess(|k| (nodes[k], [angle(k)]))
        .solve()
        .expect("a plan")
}

/// COPS has 0.554577 with 200 trapezoids; the limit is that of a collocation of higher order.
#[test]
fn a_point_is_steered_in_the_shortest_time() {
    let time = |steps| {
        let plan = steered(steps);
        println!("{steps}: {:.12} {plan:?}", plan.cost);
        assert!(
            plan.is_minimum && (plan.parameters[0] - plan.cost).abs() < 1e-15,
            "{plan:?}"
        );
        plan.cost
    };
    let [coarse, middle, fine] = [time(50), time(100), time(200)];
    let order = f64::log2((coarse - middle) / (middle - fine));
    let limit = (4.0 * fine - middle) / 3.0;
    println!("order {order}, limit {limit:.12}");
    assert!((order - 2.0).abs() < 0.05, "{order}");
    assert!((limit - 0.554_570_878_335).abs() < 3e-7, "{limit}");
}

/// Four changes of angles and duration have one combination that keeps all three conditions; the duration rests along it.
#[test]
fn no_feasible_change_is_shorter() {
    let steps = 40;
    let plan = steered(steps);
    let end = |tau: f64, angles: &[f64]| -> [f64; 4] {
        let resting = Integrator::new(Steered { tau }, Midpoint, 1.0 / steps as f64, [0.0; 2], [0.0; 2]);
        let mut motion = resting.expect("a start");
        for &angle in angles {
            motion.step_with([angle]).expect("a step");
        }
        let State { q, p, .. } = motion.state();
        [tau, q[1], p[0], p[1]]
    };
    // Of τ alone, and of the angles along three functions.
    let slopes: [[f64; 4]; 4] = std::array::from_fn(|change| {
        let [above, below] = [1e-5, -1e-5].map(|by| {
            let bent = |(k, u): (usize, &extremal::nalgebra::SVector<f64, 1>)| {
                u[0] + by * f64::cos(change as f64 * 0.06 * k as f64) * f64::from(change > 0)
            };
            let angles: Vec<f64> = plan.inputs.iter().enumerate().map(bent).collect();
            end(plan.parameters[0] + by * f64::from(change == 0), &angles)
        });
        std::array::from_fn(|k| (above[k] - below[k]) / 2e-5)
    });
    // τ alone costs: with the multipliers of the conditions no change of angles moves these, so that their slopes by angles are
    // dependent.
    let of_angles = extremal::nalgebra::Matrix3::from_fn(|row, column| slopes[column + 1][row + 1]);
    let volume = of_angles
        .column_iter()
        .map(|column| column.norm())
        .product::<f64>();
    let part = of_angles.determinant() / volume;
    println!("{part:e}");
    assert!(part.abs() < 1e-6, "{of_angles}");
}
