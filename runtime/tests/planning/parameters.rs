//! Parameters as unknowns of a plan: durations and designs, against closed forms, other digits and plans of fixed parameters.

use extremal::function::{Function, from_parts};
use extremal::planning::{FreeParameters, OptimalControl, Plan, Quadratic, Quantity, Unplanned, Why};
use extremal::prelude::*;

/// A block in time of unit τ, with a force u.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2) / tau,
    force(x = tau * u),
    sensitivities(tau),
    discretize(Midpoint),
)]
struct Timed {
    tau: f64,
}

/// The same with w = u √τ, so that ∫ u² dt = ∫ w² ds.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(w),
    kinetic = 0.5 * dt(x).powi(2) / tau,
    force(x = sqrt(tau) * w),
    sensitivities(tau),
    discretize(Midpoint),
)]
struct Priced {
    tau: f64,
}

/// A block with a spring, whose stiffness and load are designed.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2),
    potential = (0.5 * x.powi(2) + 0.25 * x.powi(4)) * k / unit - load * x,
    force(x = u),
    sensitivities(k, load),
    discretize(Midpoint),
)]
struct Sprung {
    k: f64,
    load: f64,
    unit: f64,
}

/// c τ.
pub(crate) fn duration(price: f64) -> impl Function<1> {
    from_parts(move |[tau]: [f64; 1]| price * tau, move |_| [price], |_| [[0.0]])
}

fn fastest(
    steps: usize,
    distance: f64,
    most: f64,
    first: f64,
) -> Result<Plan<Timed, 2, 1>, Unplanned<Timed, 1>> {
    let resting = Integrator::new(Timed { tau: first }, Midpoint, 1.0 / steps as f64, [0.0], [0.0]);
    let free = FreeParameters::new([first], |[tau]| Timed { tau })
        .within([1e-3 * first], [f64::INFINITY])
        .costing(duration(1.0));
    OptimalControl::new(&resting.expect("a start"), steps, Quadratic::effort([0.0]))
        .freeing(free)
        .ending_at([distance], [0.0])
        .inputs_within([-most], [most])
        .solve()
}

/// T = 2 √(d/u), if the force may turn in the middle; in an odd number of steps one rests: N/√(N² − 1) times as long.
#[test]
fn a_bounded_force_is_as_fast_as_can_be() {
    for (steps, distance, most) in [
        (20, 1.0, 1.0),
        (21, 1.0, 1.0),
        (30, 5.0, 2.0),
        (20, 1e-10, 1e-6),
        (20, 1e10, 1e2),
    ] {
        let (n, ideal) = (steps as f64, 2.0 * f64::sqrt(distance / most));
        let expected = if steps % 2 == 0 {
            ideal
        } else {
            ideal * n / f64::sqrt(n * n - 1.0)
        };
        let plan = fastest(steps, distance, most, 0.7 * ideal).expect("a plan");
        println!("{steps}: {} {expected} {plan:?}", plan.parameters[0]);
        assert!(
            (plan.parameters[0] / expected - 1.0).abs() < 1e-6,
            "{} {expected}",
            plan.parameters[0]
        );
        assert!(
            plan.active
                .iter()
                .all(|bound| bound.quantity == Quantity::Input(0))
        );
        assert!(plan.active.len() >= steps - 1, "{:?}", plan.active);
    }
}

fn priced(steps: usize, price: f64, limits: [f64; 2]) -> Result<Plan<Priced, 2, 1>, Unplanned<Priced, 1>> {
    let resting = Integrator::new(Priced { tau: 1.0 }, Midpoint, 1.0 / steps as f64, [0.0], [0.0]);
    let free = FreeParameters::new([1.0], |[tau]| Priced { tau })
        .within([limits[0]], [limits[1]])
        .costing(duration(price));
    OptimalControl::new(&resting.expect("a start"), steps, Quadratic::effort([1.0]))
        .freeing(free)
        .ending_at([1.0], [0.0])
        .solve()
}

/// J = 12 κ/T³ + c T with κ = N²/(N² − 1): T⁴ = 36 κ/c and J = 4/3 c T.
#[test]
fn time_is_bought_with_effort() {
    let steps = 25_usize;
    let kappa = 625.0 / 624.0;
    for price in [0.1, 3.0, 1e3] {
        let plan = priced(steps, price, [1e-3, f64::INFINITY]).expect("a plan");
        let time = f64::powf(36.0 * kappa / price, 0.25);
        println!("{price}: {} {time} {plan:?}", plan.parameters[0]);
        assert!(
            (plan.parameters[0] / time - 1.0).abs() < 1e-6,
            "{} {time}",
            plan.parameters[0]
        );
        assert!(
            (plan.cost / (4.0 / 3.0 * price * time) - 1.0).abs() < 1e-9,
            "{}",
            plan.cost
        );
        assert!(plan.is_minimum && plan.active.is_empty(), "{plan:?}");
    }
}

/// The bound decides, and its multiplier is the slope of J = 12 κ/T³ + c T.
#[test]
fn a_duration_stays_within_its_bound() {
    let kappa = 625.0 / 624.0;
    let plan = priced(25, 3.0, [0.1, 1.5]).expect("a plan");
    let [bound] = plan.active[..] else {
        panic!("{:?}", plan.active)
    };
    assert!(
        bound.quantity == Quantity::Parameter(0) && bound.is_upper && bound.limit == 1.5,
        "{bound}"
    );
    assert_eq!(bound.to_string(), "parameter 0 at most 1.5");
    let slope = 36.0 * kappa / f64::powi(1.5, 4) - 3.0;
    assert!(
        (bound.multiplier / slope - 1.0).abs() < 1e-5,
        "{} {slope}",
        bound.multiplier
    );
    assert!((plan.parameters[0] - 1.5).abs() < 1e-8 && plan.parameters[0] <= 1.5);
}

const TARGET: [f64; 2] = [-0.4, 0.3];

fn start(k: f64, load: f64) -> Integrator<Sprung, Midpoint> {
    Integrator::new(Sprung { k, load, unit: 1.0 }, Midpoint, 0.05, [1.0], [0.0]).expect("a start")
}

/// The cost of a motion of least effort with a spring that is given.
fn effort(k: f64, load: f64) -> f64 {
    let plan = OptimalControl::new(&start(k, load), 30, Quadratic::effort([1.0]))
        .ending_at([TARGET[0]], [TARGET[1]]);
    plan.solve().expect("a plan").cost + design(k, load)
}

/// ψ: springs and loads cost, and both together.
fn design(k: f64, load: f64) -> f64 {
    0.1 * (k - 0.5).powi(2) + 0.3 * load * load + 0.05 * k * load
}

/// Against plans whose parameters are given: no other spring or load is better.
#[test]
fn a_spring_is_designed_with_its_motion() {
    for unit in [1.0, 1e10, 1e-10] {
        let cost = from_parts(
            move |[k, load]: [f64; 2]| design(k / unit, load),
            move |[k, load]| {
                [
                    (0.2 * (k / unit - 0.5) + 0.05 * load) / unit,
                    0.6 * load + 0.05 * k / unit,
                ]
            },
            move |_| [[0.2 / unit / unit, 0.05 / unit], [0.05 / unit, 0.6]],
        );
        let first = [0.5 * unit, 0.1];
        let free = FreeParameters::new(first, |[k, load]| Sprung { k, load, unit });
        let system = Sprung {
            k: first[0],
            load: 0.1,
            unit,
        };
        let start = Integrator::new(system, Midpoint, 0.05, [1.0], [0.0]).expect("a start");
        let plan = OptimalControl::new(&start, 30, Quadratic::effort([1.0]))
            .freeing(free.costing(cost))
            .ending_at([TARGET[0]], [TARGET[1]])
            .solve()
            .expect("a plan");
        let [k, load] = plan.parameters[..] else {
            panic!("{:?}", plan.parameters)
        };
        let k = k / unit;
        println!("{k} {load} {} {plan:?}", plan.cost);
        assert!(
            (effort(k, load) / plan.cost - 1.0).abs() < 1e-8,
            "{} {}",
            effort(k, load),
            plan.cost
        );
        let d = 1e-3;
        for (slope, curvature) in [
            (
                effort(k + d, load) - effort(k - d, load),
                effort(k + d, load) + effort(k - d, load) - 2.0 * plan.cost,
            ),
            (
                effort(k, load + d) - effort(k, load - d),
                effort(k, load + d) + effort(k, load - d) - 2.0 * plan.cost,
            ),
        ] {
            assert!(
                slope.abs() < 1e-3 * curvature && curvature > 0.0,
                "{slope} {curvature}"
            );
        }
        assert!(plan.is_minimum && plan.iterations <= 15, "{plan:?}");
    }
}

#[test]
fn a_plan_with_parameters_begins_another_one() {
    let resting = Integrator::new(Priced { tau: 1.0 }, Midpoint, 0.04, [0.0], [0.0]).expect("a start");
    let plan = |distance: f64| {
        OptimalControl::new(&resting, 25, Quadratic::effort([1.0]))
            .freeing(
                FreeParameters::new([1.0], |[tau]| Priced { tau })
                    .within([0.01], [f64::INFINITY])
                    .costing(duration(3.0)),
            )
            .ending_at([distance], [0.0])
    };
    let cold = plan(1.0).solve().expect("a plan");
    let same = plan(1.0).warm_start(&cold, 0).solve().expect("the same plan");
    assert_eq!((same.iterations, &same.parameters), (0, &cold.parameters));
    let near = plan(1.01).warm_start(&cold, 0).solve().expect("a plan near by");
    assert!(near.iterations < cold.iterations, "{near:?} {cold:?}");
}

#[test]
fn parameters_that_are_not_free_stay() {
    let resting = Integrator::new(Priced { tau: 2.0 }, Midpoint, 0.04, [0.0], [0.0]).expect("a start");
    let plan = OptimalControl::new(&resting, 25, Quadratic::effort([1.0])).ending_at([1.0], [0.0]);
    let plan = plan.solve().expect("a plan");
    assert!(plan.parameters.is_empty() && plan.iterations <= 2, "{plan:?}");
    assert!(
        (plan.cost - 12.0 * 625.0 / 624.0 / 8.0).abs() < 1e-9,
        "{}",
        plan.cost
    );
}

#[test]
fn mistakes_in_parameters_are_named() {
    // A force of one needs a time of two.
    let resting = Integrator::new(Timed { tau: 1.0 }, Midpoint, 0.05, [0.0], [0.0]).expect("a start");
    let with = |free: FreeParameters<'static, Timed, 1>| {
        OptimalControl::new(&resting, 20, Quadratic::effort([0.0]))
            .freeing(free)
            .ending_at([1.0], [0.0])
            .inputs_within([-1.0], [1.0])
            .solve()
    };
    let free = || FreeParameters::new([1.0], |[tau]| Timed { tau });
    let hurried = with(free().within([0.1], [1.5]).costing(duration(1.0))).expect_err("too short");
    println!("{hurried}");
    let names_it = |bound: extremal::planning::Bound| bound.quantity == Quantity::Parameter(0);
    let is_clear = matches!(hurried.why, Why::Infeasible { misfit, bound: Some(bound) } if misfit > 1e-3 && names_it(bound));
    assert!(is_clear, "{hurried}");
    let quantity = Quantity::Parameter(0);
    let closed = with(free().within([2.0], [1.0])).expect_err("no room");
    assert_eq!(closed.why, Why::NoRoom { quantity });
    for broken in 0..3 {
        let nan = move |at: usize| if at == broken { f64::NAN } else { 0.0 };
        let wild = from_parts(
            move |[t]: [f64; 1]| t + nan(0),
            move |_| [1.0 + nan(1)],
            move |_| [[nan(2)]],
        );
        assert_eq!(
            with(free().costing(wild)).expect_err("no number").why,
            Why::NotFinite,
            "{broken}"
        );
    }
    let broken = with(FreeParameters::new([1.0], |_| Timed { tau: f64::NAN })).expect_err("no system");
    assert!(matches!(broken.why, Why::Step { step: 0, .. }), "{broken}");
}
