//! Optimal motions whose inputs are polynomials within a step.

use std::f64::consts::PI;

use extremal::planning::{OptimalControl, Plan, Quadratic};
use extremal::prelude::*;

/// Kelly's pole on a cart, as in `systems`, with inputs of degree 2.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, angle),
    inputs(u: 2),
    let bob = [x + 0.5 * sin(angle), -0.5 * cos(angle)],
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * 0.3 * dt(bob).norm_squared(),
    potential = 9.81 * 0.3 * bob[1],
    force(x = u),
    discretize(Galerkin<3, Gauss<3>>),
)]
struct Cart;

fn swing_up(steps: usize) -> Plan<Cart, 4, 3> {
    let scheme = Galerkin::<3, Gauss<3>>::default();
    let start = Integrator::new(Cart, scheme, 2.0 / steps as f64, [0.0; 2], [0.0; 2]).expect("a start");
    let effort = Quadratic::effort_within(Cart::INPUT_DEGREES, [1.0; 3]);
    let plan = OptimalControl::new(&start, steps, effort).ending_at([1.0, PI], [0.0; 2]);
    plan.solve().expect("a plan")
}

/// The optimum of the continuous problem, by collocation of order 6 with 100 and 200 intervals, which agree to 2e-8. With inputs
/// that are constant over a step the cost at 100 steps is off by 8e-2.
#[test]
fn quadratic_inputs_keep_the_order_of_the_scheme() {
    let off = |steps| {
        let plan = swing_up(steps);
        println!("{steps}: {} in {} iterations", plan.cost, plan.iterations);
        plan.cost - 58.807_667_457_9
    };
    let (coarse, fine) = (off(50), off(100));
    assert!(fine.abs() < 1e-7, "{fine}");
    // Order 4 at least: what is asked of the cost is 16 times less.
    assert!(fine.abs() < coarse.abs() / 16.0, "{coarse} and {fine}");
}

/// A block that moves by 1 in 1 at least effort: u = 6 − 12 t is linear, so that one step has the optimum of all functions.
#[test]
fn a_linear_optimum_is_found_in_any_number_of_steps() {
    #[derive(Clone, Copy, Debug, Lagrangian)]
    #[lagrangian(coordinates(x), inputs(u: 1), kinetic = 0.5 * dt(x).powi(2), force(x = u), discretize(Galerkin<2, Gauss<3>>))]
    struct Block;

    for steps in [1_usize, 2, 7] {
        let scheme = Galerkin::<2, Gauss<3>>::default();
        let start = Integrator::new(Block, scheme, 1.0 / steps as f64, [0.0], [0.0]).expect("a start");
        let effort = Quadratic::effort_within(Block::INPUT_DEGREES, [1.0; 2]);
        let plan = OptimalControl::new(&start, steps, effort).ending_at([1.0], [0.0]);
        let plan = plan.solve().expect("a plan");
        assert!((plan.cost - 12.0).abs() < 1e-8, "{steps}: {}", plan.cost);
        for (k, u) in plan.inputs.iter().enumerate() {
            for (node, u) in u.iter().enumerate() {
                let t = (k + node) as f64 / steps as f64;
                assert!((u - (6.0 - 12.0 * t)).abs() < 1e-7, "{steps}: {u} at {t}");
            }
        }
    }
}
