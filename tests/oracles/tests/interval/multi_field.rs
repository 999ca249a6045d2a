//! Fields of their own for velocities and momenta: against a dense solution by other code, against an action written by hand, and
//! against single fields.

use extremal::drive::Scheme;
use extremal::monolithic::{Node, Solution, Start, Together, Why};
use extremal::prelude::*;
use num_dual::Dual64;

use crate::systems::Pendulum;

/// m ẍ = −k x.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    discretize(MultiField<1, 1, 1>),
)]
struct Oscillator {
    m: f64,
    k: f64,
}

const UNIT: Oscillator = Oscillator { m: 1.0, k: 1.0 };

/// M(q), friction, an input, and a force that depends on t.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(q),
    inputs(u),
    kinetic = 0.5 * (2.0 + cos(q)) * dt(q).powi(2),
    potential = -3.0 * cos(q),
    force(q = u - 0.1 * dt(q) + 0.2 * sin(t)),
    discretize(MultiField<1, 1, 1>, MultiField<2, 2, 2>, MultiField<1, 2, 2>, MultiField<2, 1, 1>, Galerkin<1, Gauss<2>>,
        Galerkin<2, Gauss<3>>, Galerkin<4, Gauss<4>>),
)]
struct Lever;

/// Two masses, and a spring to the middle that stiffens.
#[derive(Lagrangian, Debug)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = 0.5 * r.norm_squared() + 0.25 * r.norm_squared().powi(2),
    discretize(MultiField<1, 1, 1>),
)]
struct Plane {
    m: f64,
}

/// L of degree above two in the velocity, with a constant force: p = f t, x = (√(1 + f² t²) − 1)/f.
#[derive(Lagrangian, Debug)]
#[lagrangian(coordinates(x), lagrangian = -(1.0 - dt(x).powi(2)).sqrt() + f * x, discretize(MultiField<1, 1, 1>))]
struct Fast {
    f: f64,
}

/// T has terms of degree one and zero in the velocity: p = ẋ + a t x grows as exp(a t²/2).
#[derive(Lagrangian, Debug)]
#[lagrangian(coordinates(x), kinetic = 0.5 * (dt(x) + a * t * x).powi(2), discretize(MultiField<2, 2, 2>, Galerkin<2, Gauss<3>>))]
struct Carried {
    a: f64,
}

const IMPULSE: Start<[f64; 1]> = Start::Impulse { q0: [0.5], v0: [0.5] };
const MOMENTUM: Start<[f64; 1]> = Start::Momentum { q0: [0.5], p0: [0.5] };
const FIELD: Start<[f64; 1]> = Start::FieldVelocity { q0: [0.5], v0: [0.5] };
const VELOCITY: Start<[f64; 1]> = Start::Velocity { q0: [0.5], v0: [0.5] };

type Solved<S, D> = Solution<S, D>;

fn oscillation(
    (alpha, beta): (f64, f64),
    start: Start<[f64; 1]>,
    h: f64,
    steps: usize,
) -> Solved<Oscillator, MultiField> {
    let scheme = MultiField::linear(alpha, beta);
    let whole = Monolithic::new(UNIT, scheme, h, steps, start);
    whole.solve().expect("linear equations")
}

/// q(T), p(0), p(T/2) and u(T) for 50 elements of 0.1, from dense matrices assembled and solved in `NumPy`.
#[test]
fn oscillations_are_those_of_dense_matrices() {
    let cases = [
        (
            (1.0, 0.0),
            IMPULSE,
            [
                -0.33762917676096754,
                0.5001748576284069,
                -0.6999198147960959,
                0.6214209589328943,
            ],
        ),
        (
            (1.0, 0.0),
            MOMENTUM,
            [-0.3374615067924186, 0.5, -0.6997797103959759, 0.6213713044018588],
        ),
        (
            (1.0, 0.0),
            VELOCITY,
            [
                -0.35408791068871504,
                0.5173391429569497,
                -0.7136726714564061,
                0.626295121680672,
            ],
        ),
        (
            (0.5, 0.0),
            IMPULSE,
            [
                -0.3383809578361765,
                0.49000017290639364,
                -0.7000933186640429,
                0.6141904838228431,
            ],
        ),
        (
            (0.5, 0.5),
            MOMENTUM,
            [-0.3479709790363639, 0.5, -0.7081015036130751, 0.6168212057751209],
        ),
        (
            (0.5, 0.5),
            FIELD,
            [
                -0.34797097903635504,
                0.49999999999999534,
                -0.7081015036130673,
                0.6168212057751181,
            ],
        ),
        (
            (0.5, 0.0),
            VELOCITY,
            [
                -0.36012593326669606,
                0.5126743662080266,
                -0.7182515459843671,
                0.620155536769294,
            ],
        ),
    ];
    for (weights, start, expected) in cases {
        let solution = oscillation(weights, start, 0.1, 50);
        let fields = solution.fields();
        let found = [
            solution.states()[50].q[0],
            fields[0].p[0],
            fields[25].p[0],
            fields[50].u[0],
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            // ε times the condition of the dense matrices, some 1e3, and ten times as much.
            assert!(
                (found - expected).abs() < 2e-12,
                "{weights:?} {start:?} {found} {expected}"
            );
        }
    }
}

/// α = 0 is one field, with M(q), friction, an input and t.
#[test]
fn without_weight_it_is_one_field() {
    fn largest<A, D, B, E>(a: &Solution<A, D>, b: &Solution<B, E>) -> f64
    where
        A: Discretize<D, Scalar = f64>,
        B: Discretize<E, Scalar = f64>,
    {
        use extremal::blocks::Vector;
        let pairs = a.states().iter().zip(b.states());
        let each = pairs.flat_map(|(a, b)| {
            let q = a.q.as_slice().iter().zip(b.q.as_slice());
            q.chain(a.p.as_slice().iter().zip(b.p.as_slice()))
                .map(|(a, b)| (a - b).abs())
                .collect::<Vec<f64>>()
        });
        each.fold(0.0, f64::max)
    }
    let start = Start::Impulse { q0: [1.0], v0: [0.3] };
    let push = |k: usize, _: f64| [0.1 * (k as f64)];
    let one = Monolithic::new(Lever, Galerkin::<1, Gauss<2>>::default(), 0.1, 30, start);
    let one = one.with_inputs(push).solve().unwrap();
    let several = Monolithic::new(Lever, MultiField::linear(0.0, 0.0), 0.1, 30, start);
    let several = several.with_inputs(push).solve().unwrap();
    // Roundings of 30 elements.
    assert!(largest(&one, &several) < 1e-13);
    let one = Monolithic::new(Lever, Galerkin::<2, Gauss<3>>::default(), 0.1, 30, start);
    let one = one.with_inputs(push).solve().unwrap();
    let several = MultiField::<2, 2, 2> {
        alpha: 0.0,
        beta: 0.0,
    };
    let several = Monolithic::new(Lever, several, 0.1, 30, start)
        .with_inputs(push)
        .solve()
        .unwrap();
    assert!(largest(&one, &several) < 1e-13);
}

/// The largest errors of q and of P over all nodes, and those at the end.
macro_rules! errors {
    ($scheme:expr, $steps:expr) => {{
        let (h, start) = (3.0 / $steps as f64, Start::Impulse { q0: [1.0], v0: [0.3] });
        let solution = Monolithic::new(Lever, $scheme, h, $steps, start)
            .with_inputs(|_, _| [0.0])
            .solve()
            .unwrap();
        let mut exact = Integrator::new(Lever, Galerkin::<4, Gauss<4>>::default(), h, [1.0], [0.3]).unwrap();
        let (mut most, mut end) = ([0.0_f64; 2], [0.0; 2]);
        for (k, state) in solution.states().iter().enumerate() {
            let expected = exact.state();
            end = [
                (state.q[0] - expected.q[0]).abs(),
                (state.p[0] - expected.p[0]).abs(),
            ];
            most = [most[0].max(end[0]), most[1].max(end[1])];
            if k < $steps {
                exact.step_with([0.0]).unwrap();
            }
        }
        [most[0], most[1], end[0], end[1]]
    }};
}

/// The orders of the table on the scheme's page: of q and P at all nodes, and at the end.
#[test]
fn orders_at_the_nodes_and_at_the_end() {
    macro_rules! orders {
        ($scheme:expr, $expected:expr) => {{
            let (long, short) = (errors!($scheme, 60), errors!($scheme, 120));
            for (k, expected) in $expected.into_iter().enumerate() {
                let order = f64::log2(long[k] / short[k]);
                // The next terms are of the size of h.
                assert!(
                    (order - expected).abs() < 0.15,
                    "{:?} {k}: {order} {expected}",
                    $scheme
                );
            }
        }};
    }
    let pure = (1.0, 0.0);
    let mixed = (0.5, 0.5);
    orders!(MultiField::linear(pure.0, pure.1), [2.0, 2.0, 4.0, 4.0]);
    orders!(MultiField::linear(1.0, 1.0), [2.0, 2.0, 4.0, 4.0]);
    orders!(MultiField::linear(mixed.0, mixed.1), [2.0, 2.0, 2.0, 2.0]);
    orders!(
        MultiField::<2, 2, 2> {
            alpha: 0.5,
            beta: 0.5
        },
        [4.0, 4.0, 4.0, 4.0]
    );
    orders!(
        MultiField::<2, 1, 1> {
            alpha: 0.5,
            beta: 0.0
        },
        [4.0, 4.0, 4.0, 4.0]
    );
}

/// With equal fields and constant M the field of velocities is p/m, so that β has no effect.
#[test]
fn with_equal_fields_the_second_weight_has_no_effect() {
    let start = Start::Impulse {
        q0: [1.0, 0.2],
        v0: [0.1, 0.8],
    };
    let solve = |beta: f64| {
        let scheme = MultiField::linear(0.7, beta);
        Monolithic::new(Plane { m: 3.0 }, scheme, 0.1, 30, start)
            .solve()
            .unwrap()
    };
    let (without, with) = (solve(0.0), solve(0.8));
    for (k, (a, b)) in without.states().iter().zip(with.states()).enumerate() {
        assert!((a.q - b.q).norm() < 1e-14 && (a.p - b.p).norm() < 3e-14, "{k}");
    }
    for fields in with.fields() {
        assert!((fields.u * 3.0 - fields.p).norm() < 1e-14);
    }
}

/// The action of linear fields by hand: two points of Gauss, T* = p²/2m.
fn action(alpha: f64, h: f64, m: f64, q: &[[Dual64; 2]], p: &[[Dual64; 2]]) -> Dual64 {
    let mut sum = Dual64::from(0.0);
    for (q, p) in q.windows(2).zip(p.windows(2)) {
        for s in [0.5 - 0.5 / 3_f64.sqrt(), 0.5 + 0.5 / 3_f64.sqrt()] {
            let at = |nodes: &[[Dual64; 2]], i: usize| nodes[0][i] * (1.0 - s) + nodes[1][i] * s;
            let mut radius = Dual64::from(0.0);
            for i in 0..2 {
                let (v, p) = ((q[1][i] - q[0][i]) / h, at(p, i));
                let both = v * v * (0.5 * m * (1.0 - alpha)) + (p * v - p * p / (2.0 * m)) * alpha;
                sum += both * (0.5 * h);
                radius += at(q, i) * at(q, i);
            }
            sum -= (radius * 0.5 + radius * radius * 0.25) * (0.5 * h);
        }
    }
    sum
}

/// Its gradient by dual numbers: zero inside, and the momenta at both ends.
#[test]
fn the_action_of_both_fields_is_stationary() {
    let (h, m, steps) = (0.1, 3.0, 20);
    let start = Start::Impulse {
        q0: [1.0, 0.2],
        v0: [0.1, 0.8],
    };
    for alpha in [0.4, 1.0] {
        let scheme = MultiField::linear(alpha, 0.0);
        let solution = Monolithic::new(Plane { m }, scheme, h, steps, start)
            .solve()
            .unwrap();
        let q: Vec<[Dual64; 2]> = solution
            .states()
            .iter()
            .map(|state| [state.q[0].into(), state.q[1].into()])
            .collect();
        let p: Vec<[Dual64; 2]> = solution
            .fields()
            .iter()
            .map(|node| [node.p[0].into(), node.p[1].into()])
            .collect();
        for (k, i) in (0..=steps).flat_map(|k| [(k, 0), (k, 1)]) {
            let (mut moved, mut pushed) = (q.clone(), p.clone());
            moved[k][i] = moved[k][i].derivative();
            pushed[k][i] = pushed[k][i].derivative();
            let by_q = action(alpha, h, m, &moved, &p).eps;
            let by_p = action(alpha, h, m, &q, &pushed).eps;
            let expected = match k {
                0 => -solution.states()[0].p[i],
                _ if k == steps => solution.states()[steps].p[i],
                _ => 0.0,
            };
            // Roundings of m q/h = 30.
            assert!(
                (by_q - expected).abs() < 1e-13 && by_p.abs() < 1e-13,
                "{alpha} {k} {i}: {by_q} {by_p}"
            );
        }
    }
}

/// The angular momentum of the impulses is the same at both ends, and not between them.
#[test]
fn momentum_maps_are_the_same_at_both_ends() {
    let start = Start::Impulse {
        q0: [1.0, 0.2],
        v0: [0.1, 0.8],
    };
    let scheme = MultiField::linear(0.6, 0.3);
    let solution = Monolithic::new(Plane { m: 2.0 }, scheme, 0.1, 60, start)
        .solve()
        .unwrap();
    let map = |k: usize| {
        let State { q, p, .. } = solution.states()[k];
        q[0] * p[1] - q[1] * p[0]
    };
    let first = map(0);
    assert!((map(60) - first).abs() < 1e-13, "{first} {}", map(60));
    assert!((1..60).any(|k| (map(k) - first).abs() > 1e-6));
}

/// L needs no quadratic form: the conjugate follows from an unknown at each point.
#[test]
fn fields_of_other_lagrangians() {
    let error = |steps: usize| {
        let start = Start::Impulse { q0: [0.0], v0: [0.0] };
        let scheme = MultiField::linear(0.5, 0.5);
        let solution = Monolithic::new(Fast { f: 2.0 }, scheme, 1.0 / steps as f64, steps, start)
            .solve()
            .unwrap();
        let end = solution.states()[steps];
        [
            (end.q[0] - 0.5 * (5_f64.sqrt() - 1.0)).abs(),
            (end.p[0] - 2.0).abs(),
        ]
    };
    let (long, short) = (error(20), error(40));
    assert!(
        (f64::log2(long[0] / short[0]) - 2.0).abs() < 0.05,
        "{long:?} {short:?}"
    );
    // The force is constant.
    assert!(short[1] < 1e-13, "{short:?}");
    let start = Start::Impulse { q0: [1.0], v0: [0.4] };
    let one = Monolithic::new(
        Carried { a: 0.7 },
        Galerkin::<2, Gauss<3>>::default(),
        0.05,
        40,
        start,
    )
    .solve()
    .unwrap();
    let error = |alpha: f64, beta: f64| {
        let scheme = MultiField::<2, 2, 2> { alpha, beta };
        let solution = Monolithic::new(Carried { a: 0.7 }, scheme, 0.05, 40, start)
            .solve()
            .unwrap();
        let (a, b) = (solution.states()[40], one.states()[40]);
        (a.q[0] - b.q[0]).abs().max((a.p[0] - b.p[0]).abs())
    };
    assert!(error(0.0, 0.0) < 1e-13);
    // Other equations of order 4 at the end: h⁴ = 6e-6.
    assert!(error(1.0, 0.0) < 1e-6 && error(0.5, 0.5) < 1e-6);
}

/// Molecules and planets: the same digits.
#[test]
fn units_do_not_matter() {
    let solve = |mass: f64, length: f64, time: f64, of_impulse: bool| {
        let system = Oscillator {
            m: mass,
            k: mass / time.powi(2),
        };
        let (q0, v0) = ([0.5 * length], [0.5 * length / time]);
        let start = if of_impulse {
            Start::Impulse { q0, v0 }
        } else {
            Start::Velocity { q0, v0 }
        };
        let scheme = MultiField::linear(0.5, 0.5);
        let whole = Monolithic::new(system, scheme, 0.1 * time, 50, start);
        let solution = whole
            .solve()
            .unwrap_or_else(|why| panic!("{mass} {length} {time}: {why}"));
        let (end, fields) = (solution.states()[50], &solution.fields()[50]);
        [
            end.q[0] / length,
            end.p[0] * time / (mass * length),
            fields.u[0] * time / length,
            fields.p[0] * time / (mass * length),
        ]
    };
    for of_impulse in [true, false] {
        let expected = solve(1.0, 1.0, 1.0, of_impulse);
        for (mass, length, time) in [(1e-26, 1e-10, 1e-12), (1e24, 1e11, 1e7), (1e-26, 1e3, 1.0)] {
            for (found, expected) in solve(mass, length, time, of_impulse).into_iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 1e-12,
                    "{mass} {length} {time}: {found} {expected}"
                );
            }
        }
    }
}

/// With coordinates at both ends the momentum at the start is found with order 2.
#[test]
fn both_ends() {
    let error = |steps: usize| {
        let ends = Start::Ends { q0: [0.5], q1: [0.2] };
        let scheme = MultiField::linear(0.5, 0.0);
        let solution = Monolithic::new(UNIT, scheme, 2.0 / steps as f64, steps, ends)
            .solve()
            .unwrap();
        let exact = (0.2 - 0.5 * 2_f64.cos()) / 2_f64.sin();
        (solution.states()[0].p[0] - exact).abs()
    };
    assert!((f64::log2(error(20) / error(40)) - 2.0).abs() < 0.05);
}

#[test]
fn numbers_without_a_meaning_are_refused() {
    let start = Start::Impulse { q0: [1.0], v0: [0.3] };
    macro_rules! refused {
        ($scheme:expr, $text:expr) => {
            let unsolved = Monolithic::new(Lever, $scheme, 0.1, 10, start)
                .with_inputs(|_, _| [0.0])
                .solve()
                .err()
                .unwrap();
            assert_eq!(
                unsolved.to_string(),
                concat!("after 0 iterations: in element 0: ", $text)
            );
        };
    }
    refused!(
        MultiField::linear(1.5, 0.0),
        "the number `alpha` of the scheme is 1.5; it must be between 0 and 1"
    );
    refused!(
        MultiField::linear(0.5, f64::NAN),
        "the number `beta` of the scheme is NaN; it must be between 0 and 1"
    );
    refused!(
        MultiField::<2, 1, 1> {
            alpha: 1.0,
            beta: 0.0
        },
        "the number `alpha` of the scheme is 1; it must be below 1 where p has a lower degree than q"
    );
    assert!(
        MultiField::<1, 1, 2> {
            alpha: 0.5,
            beta: 0.5
        }
        .check()
        .is_err()
    );
    let field = Start::FieldVelocity { q0: [1.0], v0: [0.3] };
    let unsolved = Monolithic::new(Pendulum { k: 1.0 }, Midpoint, 0.1, 10, field)
        .solve()
        .err()
        .unwrap();
    assert!(matches!(unsolved.why, Why::NoFields), "{unsolved}");
}

/// Balances of the fields at both ends are no conditions of the user's: two for each coordinate are needed, and one for the duration.
#[test]
fn conditions_beside_fields_are_counted() {
    fn why<S: Lagrangian, D: Together<S>>(whole: Monolithic<'_, S, D>) -> Why {
        whole.solve().err().expect("too few conditions").why
    }
    fn lever<D: Together<Lever> + Clone>(scheme: D) {
        for (count, is_free) in [(0, false), (1, false), (0, true), (2, true)] {
            let conditions = move |start: &Node<Lever>, _: &Node<Lever>| vec![start.q[0] - 0.5; count];
            let whole = Monolithic::between(Lever, scheme.clone(), 0.1, 4, conditions, |_| [0.5]);
            let whole = if is_free { whole.free_duration() } else { whole };
            let found = why(whole.with_inputs(|_, _| [0.0]));
            let needed = 2 + usize::from(is_free);
            assert_eq!(
                found,
                Why::FewConditions {
                    conditions: count,
                    needed
                }
            );
        }
    }
    let (alpha, beta) = (0.5, 0.5);
    lever(MultiField::<1, 1, 1> { alpha, beta });
    lever(MultiField::<2, 2, 2> { alpha, beta });
    lever(MultiField::<1, 2, 2> { alpha, beta });
    lever(MultiField::<2, 1, 1> { alpha, beta });
    let conditions = |start: &Node<Plane>, end: &Node<Plane>| vec![start.q[0], start.q[1], end.q[0]];
    let plane = Monolithic::between(
        Plane { m: 1.0 },
        MultiField::linear(0.5, 0.0),
        0.1,
        4,
        conditions,
        |_| [0.5; 2],
    );
    assert_eq!(
        why(plane),
        Why::FewConditions {
            conditions: 3,
            needed: 4
        }
    );
}
