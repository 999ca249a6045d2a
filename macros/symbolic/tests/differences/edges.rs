//! Differences where a rule could divide zero by zero, or leave the finite numbers on its way.

use extremal_symbolic::{Differences, Expr, Function, Function2, Graph, Rational, Relation};

/// The difference of f(a, b) from (a₀, b₀) to (a₁, b₁).
fn difference(f: impl Fn(&mut Graph, Expr, Expr) -> Expr, from: [f64; 2], to: [f64; 2]) -> f64 {
    difference_by(f, [from, to, [to[0] - from[0], to[1] - from[1]]])
}

/// The same where the step is known better than by the ends.
fn difference_by(f: impl Fn(&mut Graph, Expr, Expr) -> Expr, [from, to, by]: [[f64; 2]; 3]) -> f64 {
    let mut graph = Graph::new();
    let [a, b, a1, b1, da, db] = ["a", "b", "a1", "b1", "da", "db"].map(|name| graph.symbol(name));
    let f = f(&mut graph, a, b);
    let difference = Differences::new(&[(a, a1, da), (b, b1, db)]).of(&mut graph, f);
    let values = [from, to, by].concat();
    let symbols = [a, b, a1, b1, da, db];
    graph.evaluate(
        &[difference],
        &symbols.into_iter().zip(values).collect::<Vec<_>>(),
    )[0]
}

/// Of a function of one argument; `by` hand, and the other way with the other sign.
#[track_caller]
fn check(f: impl Fn(&mut Graph, Expr) -> Expr, [from, to]: [f64; 2], expected: f64) {
    let f = |graph: &mut Graph, a: Expr, _: Expr| f(graph, a);
    let found = [
        difference(f, [from, 0.0], [to, 0.0]),
        -difference(f, [to, 0.0], [from, 0.0]),
    ];
    for found in found {
        // Some operations, of which none cancels here.
        let tolerance = 8.0 * f64::EPSILON * expected.abs();
        assert!((found - expected).abs() <= tolerance, "{found} {expected}");
    }
}

fn power(graph: &mut Graph, x: Expr, p: i64, q: i64) -> Expr {
    graph.power(x, &Rational::new(p, q))
}

#[test]
fn roots_start_at_zero() {
    check(|g, x| power(g, x, 1, 2), [0.0, 4.0], 2.0);
    check(|g, x| power(g, x, 3, 2), [0.0, 4.0], 8.0);
    check(|g, x| power(g, x, 1, 2), [0.0, 0.0], 0.0);
    check(|g, x| power(g, x, 5, 3), [1.0, 8.0], 31.0);
    // 137/100 goes by the logarithm.
    check(|g, x| power(g, x, 137, 100), [0.0, 1.0], 1.0);
    check(|g, x| power(g, x, 137, 100), [0.0, 0.0], 0.0);
    check(|g, x| power(g, x, 137, 100), [1.0, 2.0], 2.0_f64.powf(1.37) - 1.0);
}

#[test]
fn powers_go_across_zero() {
    check(|g, x| g.powi(x, 2), [-3.0, 3.0], 0.0);
    check(|g, x| g.powi(x, 3), [-3.0, 3.0], 54.0);
    check(|g, x| g.powi(x, 7), [-1.0, 2.0], 129.0);
    check(|g, x| g.powi(x, -2), [0.5, 2.0], -3.75);
}

/// Where products of values at both ends would leave the finite numbers, or be nothing.
#[test]
fn what_is_small_or_large_stays_what_it_is() {
    for size in [-600, -70, 70, 600].map(|n| 2_f64.powi(n)) {
        check(|g, x| g.apply(Function::Abs, x), [size, 3.0 * size], 2.0 * size);
        check(|g, x| g.apply(Function::Abs, x), [size, -3.0 * size], 2.0 * size);
        let hypot = |g: &mut Graph, a: Expr, b: Expr| g.apply2(Function2::Hypot, a, b);
        assert_eq!(difference(hypot, [0.0; 2], [3.0 * size, 4.0 * size]), 5.0 * size);
    }
    // What is below the smallest normal number may be lost, and nothing more.
    let least = difference(
        |g, a, b| g.apply2(Function2::Hypot, a, b),
        [1e-310; 2],
        [2e-310; 2],
    );
    assert!(least.abs() <= f64::MIN_POSITIVE, "{least}");
    for size in [-70, 70].map(|n| 2_f64.powi(n)) {
        let expected = size.powi(-12) * (2_f64.powi(-12) - 1.0);
        check(|g, x| g.powi(x, -12), [size, 2.0 * size], expected);
    }
}

#[test]
fn large_arguments_stay_numbers() {
    check(|g, x| g.apply(Function::Exp, x), [-800.0, 100.0], 100.0_f64.exp());
    check(|g, x| g.apply(Function::Exp, x), [-1e4, 0.0], 1.0);
    check(|g, x| g.apply(Function::Exp, x), [-1e3, 700.0], 700.0_f64.exp());
    check(|g, x| g.apply(Function::Tanh, x), [-1e4, 1e4], 2.0);
    check(|g, x| g.apply(Function::Tanh, x), [1e3, 1e4], 0.0);
    check(
        |g, x| g.apply(Function::Ln, x),
        [1e-150, 1e150],
        300.0 * 10.0_f64.ln(),
    );
    check(
        |g, x| g.apply(Function::Atan, x),
        [-1e200, 1e200],
        core::f64::consts::PI,
    );
    check(
        |g, x| g.apply(Function::Asin, x),
        [-1.0, 1.0],
        core::f64::consts::PI,
    );
    check(
        |g, x| g.apply(Function::Acos, x),
        [-1.0, 1.0],
        -core::f64::consts::PI,
    );
}

#[test]
fn bends_and_jumps_are_gone_across() {
    check(|g, x| g.apply(Function::Abs, x), [-1.0, 3.0], 2.0);
    check(|g, x| g.apply(Function::Abs, x), [0.0, 0.0], 0.0);
    check(|g, x| g.apply(Function::Signum, x), [-1.0, 3.0], 2.0);
    check(|g, x| g.apply(Function::Signum, x), [1.0, 3.0], 0.0);
    let steps = |g: &mut Graph, x: Expr| {
        let (one, square) = (g.one(), g.powi(x, 2));
        g.select(Relation::Less, x, one, square, x)
    };
    check(steps, [0.5, 3.0], 2.75);
    check(steps, [0.25, 0.5], 0.1875);
    check(steps, [2.0, 3.0], 1.0);
}

#[test]
fn two_arguments_move_at_once() {
    let of = |f: Function2| move |g: &mut Graph, a: Expr, b: Expr| g.apply2(f, a, b);
    assert_eq!(difference(of(Function2::Min), [1.0, 2.0], [4.0, 3.0]), 2.0);
    assert_eq!(difference(of(Function2::Max), [1.0, 2.0], [4.0, 3.0]), 2.0);
    assert_eq!(difference(of(Function2::Min), [1.0, 2.0], [2.0, 5.0]), 1.0);
    assert_eq!(difference(of(Function2::Hypot), [0.0, 0.0], [3.0, 4.0]), 5.0);
    assert_eq!(difference(of(Function2::Hypot), [0.0, 0.0], [0.0, 0.0]), 0.0);
    // Across the cut of atan2 the angle jumps, as the function does.
    let across = difference(of(Function2::Atan2), [0.1, -1.0], [-0.1, -1.0]);
    let expected = (-0.1_f64).atan2(-1.0) - 0.1_f64.atan2(-1.0);
    assert!(
        (across - expected).abs() <= 4.0 * f64::EPSILON,
        "{across} {expected}"
    );
    let near = difference(of(Function2::Atan2), [0.0, 1.0], [1e-200, 1.0]);
    assert_eq!(near, 1e-200);
}

#[test]
fn a_step_may_be_lost_at_the_end_of_a_domain() {
    for f in [Function::Asin, Function::Acos] {
        for (end, step) in [(1.0, -1e-100), (-1.0, 1e-100), (1.0, -1e-17)] {
            let of = |g: &mut Graph, a: Expr, _: Expr| g.apply(f, a);
            assert_eq!(difference_by(of, [[end, 0.0], [end, 0.0], [step, 0.0]]), 0.0);
        }
    }
}

#[test]
fn an_angle_is_as_exact_near_the_origin() {
    let of = |g: &mut Graph, a: Expr, b: Expr| g.apply2(Function2::Atan2, a, b);
    let expected = 2_f64.atan2(1.0) - 3_f64.atan2(-1.0);
    for size in [1.0, 1e-5, 1e-10] {
        let (near, far) = ([3.0 * size, -size], [2.0, 1.0]);
        let errors = [
            difference(of, near, far) - expected,
            difference(of, far, near) + expected,
        ];
        let largest = errors.map(f64::abs).into_iter().fold(0.0, f64::max);
        assert!(largest <= 4.0 * f64::EPSILON, "{largest} at {size}");
    }
}
