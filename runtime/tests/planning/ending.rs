//! Conditions at the end that are functions of coordinates and momenta.

use std::f64::consts::PI;

use extremal::function::{Function, from_parts};
use extremal::planning::{
    At, Checkpoints, Expansion, OptimalControl, Plan, Quadratic, Quantity, Why, gradient,
};
use extremal::prelude::*;

use crate::systems::Block;

/// A satellite of Bryson and Ho, whose thrust has the constant size of a rocket that loses mass; the input is its angle.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, theta),
    inputs(u),
    let thrust = 0.1405 / (1.0 - 0.0749 * t),
    kinetic = 0.5 * dt(r).powi(2) + 0.5 * (r * dt(theta)).powi(2),
    potential = -1.0 / r,
    force(r = thrust * sin(u), theta = thrust * r * cos(u)),
    discretize(Midpoint),
)]
struct Satellite;

const DURATION: f64 = 3.32;

/// `p_θ² − r`: with `p_r = 0` a circle, as `v_θ = p_θ/r = 1/√r`.
fn circular() -> impl Function<4> {
    from_parts(
        |[r, _, _, p]: [f64; 4]| p * p - r,
        |[_, _, _, p]| [-1.0, 0.0, 0.0, 2.0 * p],
        |_| {
            let mut second = [[0.0; 4]; 4];
            second[3][3] = 2.0;
            second
        },
    )
}

fn nothing(_: &At<f64, 4, 1>, _: &mut Expansion<f64, 4, 1>) {}

fn circling(steps: usize) -> Integrator<Satellite, Midpoint> {
    Integrator::new(
        Satellite,
        Midpoint,
        DURATION / steps as f64,
        [1.0, 0.0],
        [0.0, 1.0],
    )
    .expect("a start")
}

/// The angle turns from forwards by outwards and backwards to inwards.
fn raised(steps: usize) -> Plan<Satellite, 4, 1> {
    let highest = |at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>| {
        to.value -= at.z[0];
        to.by_state[0] -= 1.0;
    };
    let guess = |k: usize| {
        let part = k as f64 / steps as f64;
        let z = [
            1.0 + 0.5 * part,
            2.5 * part,
            0.2 * f64::sin(PI * part),
            1.0 + 0.2 * part,
        ];
        (z, [0.5 + 5.0 * part])
    };
    OptimalControl::new(&circling(steps), steps, (nothing, highest))
        .ending_with([None, None, Some(0.0), None])
        .ending_where(circular())
        .guess(guess)
        .solve()
        .expect("a plan")
}

/// The limit is that of a collocation of higher order; the literature has 1.525.
#[test]
fn an_orbit_is_raised_as_far_as_by_bryson_and_ho() {
    let radius = |steps| {
        let plan = raised(steps);
        println!("{steps}: {:.10} {plan:?} {}", -plan.cost, plan.misfit);
        assert!(plan.is_minimum && plan.misfit < 1e-8, "{plan:?}");
        -plan.cost
    };
    let [coarse, middle, fine] = [radius(50), radius(100), radius(200)];
    let order = f64::log2((coarse - middle) / (middle - fine));
    let limit = (4.0 * fine - middle) / 3.0;
    println!("order {order}, limit {limit:.10}");
    assert!((order - 2.0).abs() < 0.1, "{order}");
    assert!((limit - 1.525_277_7).abs() < 1e-6, "{limit}");
}

/// The end of a motion with these angles, without any plan: r, and both conditions.
fn end(motion: &Integrator<Satellite, Midpoint>, angles: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut motion = motion.clone();
    for angle in angles {
        motion.step_with([angle]).expect("a step");
    }
    let State { q, p, .. } = motion.state();
    [q[0], p[0], p[1] * p[1] - q[0]]
}

/// Three changes of the angles have one combination that keeps both conditions; the radius does not change along it.
#[test]
fn no_feasible_change_raises_the_orbit() {
    let steps = 60;
    let (plan, start) = (raised(steps), circling(steps));
    for rate in [1.0, 2.3, 4.1] {
        let slope = |other: f64| -> [f64; 3] {
            let [above, below] = [1e-5, -1e-5].map(|by| {
                let angles = plan.inputs.iter().enumerate();
                end(
                    &start,
                    angles.map(|(k, u)| u[0] + by * f64::sin(rate * other * k as f64 + other)),
                )
            });
            std::array::from_fn(|k| (above[k] - below[k]) / 2e-5)
        };
        let [a, b, c] = [1.0, 1.7, 0.4].map(slope);
        let weights = [
            b[1] * c[2] - b[2] * c[1],
            c[1] * a[2] - c[2] * a[1],
            a[1] * b[2] - a[2] * b[1],
        ];
        let terms = [a, b, c].map(|slope| slope[0]);
        let change: f64 = terms
            .iter()
            .zip(weights)
            .map(|(slope, weight)| slope * weight)
            .sum();
        let size: f64 = terms
            .iter()
            .zip(weights)
            .map(|(slope, weight)| (slope * weight).abs())
            .sum();
        println!("{rate}: {change:e} of {size:e}");
        assert!(
            size > 0.0 && change.abs() < 1e-6 * size,
            "{rate}: {change} {size}"
        );
    }
}

/// By another route: the gradient of r with the multipliers of both conditions, through all steps.
#[test]
fn multipliers_of_functions_and_numbers_hold_the_end() {
    let plan = raised(60);
    let (p_r, circle) = (plan.ending[2], plan.conditions[0]);
    let terminal = move |at: &At<f64, 4, 1>, to: &mut Expansion<f64, 4, 1>| {
        let (value, slopes) = extremal::function::Gradient::gradient(&circular(), at.z.data.0[0]);
        to.value += circle * value - at.z[0] + p_r * at.z[2];
        to.by_state[0] -= 1.0;
        to.by_state[2] += p_r;
        for (k, slope) in slopes.into_iter().enumerate() {
            to.by_state[k] += circle * slope;
        }
    };
    let inputs: Vec<[f64; 1]> = plan.inputs.iter().map(|u| u.data.0[0]).collect();
    let slopes = gradient(&circling(60), &inputs, &(nothing, terminal), Checkpoints::ALL).expect("a motion");
    let largest = slopes
        .by_inputs
        .iter()
        .fold(0.0, |most: f64, u| u[0].abs().max(most));
    // All slopes together are below 1e-9 of r, divided by angles of six.
    assert!(largest < 1e-8, "{largest}");
}

/// c = (z − goal)·unit, of one number.
fn number(place: usize, goal: f64, unit: f64) -> impl Function<2> {
    from_parts(
        move |z: [f64; 2]| unit * (z[place] - goal),
        move |_| std::array::from_fn(|k| if k == place { unit } else { 0.0 }),
        |_| [[0.0; 2]; 2],
    )
}

fn resting(steps: usize) -> Integrator<Block, Midpoint> {
    Integrator::new(Block, Midpoint, 1.0 / steps as f64, [0.0], [0.0]).expect("a start")
}

fn moved(steps: usize) -> OptimalControl<'static, Block, Midpoint, Quadratic<f64, 2, 1>, 2, 1, 0> {
    OptimalControl::new(&resting(steps), steps, Quadratic::effort([1.0]))
}

/// In any unit of the functions: J = 12 N²/(N² − 1), and the multipliers of the numbers.
#[test]
fn functions_that_are_numbers_are_what_is_prescribed_for_numbers() {
    let steps = 20;
    let expected = moved(steps).ending_at([1.0], [0.0]).solve().expect("a plan");
    for unit in [1e-10, 1.0, 1e10] {
        let functions = moved(steps)
            .ending_where(number(0, 1.0, unit))
            .ending_where(number(1, 0.0, 1.0));
        let mixed = moved(steps)
            .ending_with([None, Some(0.0)])
            .ending_where(number(0, 1.0, unit));
        for (plan, is_mixed) in [(functions, false), (mixed, true)] {
            let plan = plan.solve().expect("a plan");
            assert!(
                (plan.cost / expected.cost - 1.0).abs() < 1e-10,
                "{unit}: {}",
                plan.cost
            );
            assert!(plan.iterations <= 2 && plan.is_minimum, "{unit}: {plan:?}");
            let by_momentum = if is_mixed {
                plan.ending[1]
            } else {
                plan.conditions[1]
            };
            let found = [unit * plan.conditions[0], by_momentum];
            for (found, expected) in found.into_iter().zip(&expected.ending) {
                assert!(
                    (found - expected).abs() < 1e-8 * expected.abs(),
                    "{unit}: {found} {expected}"
                );
            }
            assert_eq!(plan.ending[0], 0.0);
        }
    }
}

/// ½ p² − E.
fn energy(value: f64) -> impl Function<2> {
    from_parts(
        move |[_, p]: [f64; 2]| 0.5 * p * p - value,
        |[_, p]| [0.0, p],
        |_| [[0.0, 0.0], [0.0, 1.0]],
    )
}

/// u is constant, J = p² = 2 E, and another joule costs two, for energies of any size.
#[test]
fn an_energy_is_reached_with_a_constant_force() {
    for value in [0.5, 2e-20, 2e20] {
        let momentum = f64::sqrt(2.0 * value);
        for side in [1.0, -1.0] {
            let plan = moved(30)
                .ending_where(energy(value))
                .guess(|k| ([0.0, 0.1 * side * momentum * k as f64 / 30.0], [0.0]))
                .solve()
                .expect("a plan");
            assert!(
                (plan.cost / (2.0 * value) - 1.0).abs() < 1e-9,
                "{value}: {}",
                plan.cost
            );
            assert!(
                (plan.conditions[0] + 2.0).abs() < 1e-7,
                "{value}: {:?}",
                plan.conditions
            );
            let off = |u: f64| (u - side * momentum).abs();
            assert!(
                plan.inputs.iter().all(|u| off(u[0]) < 1e-7 * momentum),
                "{value}: {plan:?}"
            );
        }
    }
}

#[test]
fn a_plan_with_a_condition_begins_another_one() {
    let plan = |value: f64| {
        moved(30)
            .ending_where(energy(value))
            .guess(|k| ([0.0, 0.01 * k as f64], [0.0]))
    };
    let cold = plan(0.5).solve().expect("a plan");
    let warm = plan(0.5).warm_start(&cold, 0).solve().expect("the same plan");
    assert!(warm.iterations == 0 && cold.iterations > 1, "{warm:?} {cold:?}");
    assert_eq!(warm.conditions, cold.conditions);
}

#[test]
fn conditions_that_cannot_be_are_failures() {
    let from = |plan: OptimalControl<'static, Block, Midpoint, Quadratic<f64, 2, 1>, 2, 1, 0>| {
        plan.guess(|k| ([0.0, 0.05 * k as f64], [0.0])).solve()
    };
    // No motion has a negative energy.
    let negative = from(moved(20).ending_where(energy(-1.0))).expect_err("no such motion");
    println!("{negative}");
    let is_clear = matches!(negative.why, Why::Infeasible { misfit, .. } if misfit > 0.5);
    assert!(
        is_clear || matches!(negative.why, Why::Unreachable { .. }),
        "{negative}"
    );
    // The force is too weak: p ≤ 0.5, where 1 is wanted.
    let weak = from(moved(20).ending_where(energy(0.5)).inputs_within([-0.5], [0.5])).expect_err("too weak");
    println!("{weak}");
    match weak.why {
        Why::Infeasible {
            misfit,
            bound: Some(bound),
        } => {
            // All steps share what is missing.
            assert!(misfit > 1e-3 && bound.quantity == Quantity::Input(0), "{weak}");
        }
        _ => panic!("{weak}"),
    }
    // At rest the energy does not change to first order.
    let still = moved(20)
        .ending_where(energy(0.5))
        .solve()
        .expect_err("a stationary guess");
    assert_eq!(
        still.why,
        Why::Unreachable {
            quantity: Quantity::Condition(0)
        }
    );
    assert!(still.to_string().contains("condition 0"), "{still}");
    // The same condition twice.
    let twice = from(moved(20).ending_where(energy(0.5)).ending_where(energy(0.5))).expect_err("twice");
    assert!(
        matches!(
            twice.why,
            Why::Unreachable {
                quantity: Quantity::Condition(_)
            }
        ),
        "{twice}"
    );
}

#[test]
fn mistakes_in_conditions_are_named() {
    let crowded = moved(20)
        .ending_at([1.0], [0.0])
        .ending_where(energy(0.5))
        .solve();
    let why = Why::TooManyConditions {
        conditions: 3,
        numbers: 2,
    };
    assert_eq!(crowded.expect_err("three conditions of two numbers").why, why);
    for broken in 0..3 {
        let nan = |at: usize| if at == broken { f64::NAN } else { 0.0 };
        let wild = from_parts(
            move |[x, p]: [f64; 2]| x + p - 1.0 + nan(0),
            move |_: [f64; 2]| [1.0 + nan(1), 1.0],
            move |_: [f64; 2]| [[0.0, nan(2)], [0.0, 0.0]],
        );
        let wild = moved(20).ending_where(wild).solve();
        assert_eq!(wild.expect_err("no number").why, Why::NotFinite, "{broken}");
    }
}
