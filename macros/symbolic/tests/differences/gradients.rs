//! Discrete gradients of random formulas: along the step they give the difference, and they are the formula's own, both against
//! arithmetic of 1152 bits.

use std::cell::RefCell;

use astro_float::BigFloat;
use extremal_symbolic::{Expr, Function, Graph, Line, Rounded, Scheduler};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::big::Big;
use crate::support::{SYMBOLS, Tree, formulas};
use crate::terms::{Way, way};
use crate::{ROUNDINGS, STEPS, direction, point};

/// The step of a central difference: its error is 1e-120, and 1e-280 of rounding.
const TINY: f64 = 1e-60;

/// A step whose reciprocal is not finite.
const LEAST: f64 = 1e-310;

/// As the algebra derives it, in double precision.
fn derived(tree: &Tree, x: [f64; SYMBOLS], w: [f64; SYMBOLS]) -> Vec<f64> {
    let mut graph = Graph::new();
    let mut symbols = |letter: &str| -> Vec<Expr> {
        let names = (0..SYMBOLS).map(|at| format!("{letter}{at}"));
        names.map(|name| graph.symbol(&name)).collect()
    };
    let [at, end, by] = ["x", "y", "w"].map(&mut symbols);
    let f = tree.lower(&mut graph, &at);
    let half = graph.ratio(1, 2);
    let line = Line {
        starts: at.clone(),
        ends: end.clone(),
        rates: by.clone(),
        scale: half,
    };
    let slopes = graph.discrete_gradient(&[f], &line).value;
    let gradient: Vec<Expr> = (0..SYMBOLS)
        .map(|k| slopes.component(&mut graph, half, k))
        .collect();
    let y: Vec<f64> = (0..SYMBOLS).map(|k| x[k] + w[k]).collect();
    let values = [x.to_vec(), y, w.to_vec()].concat();
    let values: Vec<_> = [at, end, by].concat().into_iter().zip(values).collect();
    // By the program that is made of it, in which powers of w are put together, if anywhere.
    let mut scheduler = Scheduler::new(&mut graph, &gradient);
    let outputs = scheduler.lower_all(&gradient);
    scheduler.finish(&outputs).evaluate(&values)
}

/// The step of one coordinate among many, with a unit for its terms: terms of gradients, and not of differences.
fn unit(from: f64, by: f64) -> Way {
    Way {
        terms: 1.0,
        ..Way::new(from, by)
    }
}

/// ∇f(z) + (Δf − ∇f(z)·w) w/|w|², ∇f by differences of many digits; nothing where f is not regular around the step.
fn exact(tree: &Tree, x: [f64; SYMBOLS], w: [f64; SYMBOLS], big: &mut Big) -> Option<Vec<BigFloat>> {
    let ways: Vec<Way> = x.into_iter().zip(w).map(|(x, w)| Way::new(x, w)).collect();
    let whole = way(tree, &ways, big)?;
    let middle = |at: usize| Big::add(&Big::of(x[at]), &Big::of(0.5 * w[at]));
    let slope = |at: usize, big: &mut Big| -> Option<BigFloat> {
        let side = |k: usize, sign: f64| {
            let aside = if k == at { sign * TINY } else { 0.0 };
            Big::add(&middle(k), &Big::of(aside))
        };
        let across: Vec<Way> = (0..SYMBOLS)
            .map(|k| Way {
                from: side(k, -1.0),
                to: side(k, 1.0),
                ..Way::new(x[k] + 0.5 * w[k], 0.0)
            })
            .collect();
        let found = way(tree, &across, big)?;
        Some(Big::div(&Big::sub(&found.to, &found.from), &Big::of(2.0 * TINY)))
    };
    let gradient: Option<Vec<BigFloat>> = (0..SYMBOLS).map(|at| slope(at, big)).collect();
    let mut gradient = gradient?;
    let w = w.map(Big::of);
    let inner = |a: &[BigFloat], b: &[BigFloat]| {
        let products = a.iter().zip(b).map(|(a, b)| Big::mul(a, b));
        products.fold(Big::of(0.0), |sum, product| Big::add(&sum, &product))
    };
    let squared = inner(&w, &w);
    if squared.is_zero() {
        return Some(gradient);
    }
    let missing = Big::sub(&Big::sub(&whole.to, &whole.from), &inner(&gradient, &w));
    let share = Big::div(&missing, &squared);
    for (slope, w) in gradient.iter_mut().zip(&w) {
        *slope = Big::add(slope, &Big::mul(&share, w));
    }
    Some(gradient)
}

#[test]
fn a_discrete_gradient_is_gonzalez_down_to_no_step_at_all() {
    let config = ProptestConfig {
        cases: 500,
        rng_seed: RngSeed::Fixed(2),
        ..ProptestConfig::default()
    };
    let seen = RefCell::new((0, 0.0_f64));
    let result = TestRunner::new(config).run(&(formulas(), point(), direction()), |(tree, x, n)| {
        let mut big = Big::new();
        for step in STEPS.into_iter().chain([LEAST]) {
            let w = n.map(|n| step * n);
            let units: Vec<Way> = x.into_iter().zip(w).map(|(x, w)| unit(x, w)).collect();
            let Some(terms) = way(&tree, &units, &mut big) else {
                continue;
            };
            let Some(exact) = exact(&tree, x, w, &mut big) else {
                continue;
            };
            for (found, exact) in derived(&tree, x, w).into_iter().zip(exact) {
                let wrong = Big::to_f64(&Big::sub(&exact, &Big::of(found))).abs();
                let unit = f64::from(terms.depth) * f64::EPSILON * terms.terms + f64::MIN_POSITIVE;
                let error = wrong / unit;
                let (count, largest) = &mut *seen.borrow_mut();
                (*count, *largest) = (*count + 1, largest.max(error));
                prop_assert!(
                    error <= ROUNDINGS,
                    "{error} {found:e} {:e} at {step:e}",
                    terms.terms
                );
            }
        }
        Ok(())
    });
    let (count, largest) = seen.into_inner();
    println!("{count} components, at most {largest:.2} roundings");
    assert!(result.is_ok(), "{result:?}");
    assert!(count > 5_000, "{count}");
}

/// Each sum is that of the two before it: written out there would be 10²⁰ terms.
#[test]
fn sums_that_share_sums_are_not_written_out() {
    let mut graph = Graph::new();
    let [x, y, dx, dy] = ["x", "y", "dx", "dy"].map(|name| graph.symbol(name));
    let [ex, ey] = [(x, dx), (y, dy)].map(|(start, by)| graph.add(start, by));
    let (mut last, mut next) = (graph.powi(x, 3), graph.powi(y, 2));
    for _ in 0..100 {
        (last, next) = (next, graph.add(last, next));
    }
    let half = graph.ratio(1, 2);
    let line = Line {
        starts: vec![x, y],
        ends: vec![ex, ey],
        rates: vec![dx, dy],
        scale: half,
    };
    let slopes = graph.discrete_gradient(&[next], &line).value;
    let gradient = [0, 1].map(|k| slopes.component(&mut graph, half, k));
    let values = [(x, 0.5), (y, -0.25), (dx, 1e-3), (dy, 2e-3)];
    let [by_x, by_y, start] = [gradient[0], gradient[1], next].map(|e| graph.evaluate(&[e], &values)[0]);
    let end = graph.evaluate(&[next], &[(x, 0.501), (y, -0.248)])[0];
    // The difference of the values has lost three digits of sixteen, and some of a hundred sums.
    assert!((by_x * 1e-3 + by_y * 2e-3 - (end - start)).abs() < 1e-11 * start.abs());
}

/// ∂/∂x and ∂/∂u of all components, from x along u with s = ½, and what rounding leaves of them.
fn derivatives(tree: &Tree, x: [f64; SYMBOLS], u: [f64; SYMBOLS], of_smooth: bool) -> Option<Vec<Rounded>> {
    let mut graph = Graph::new();
    let mut symbols = |letter: &str| -> Vec<Expr> {
        let names = (0..SYMBOLS).map(|at| format!("{letter}{at}"));
        names.map(|name| graph.symbol(&name)).collect()
    };
    let [at, by] = ["x", "u"].map(&mut symbols);
    let f = tree.lower(&mut graph, &at);
    if graph.may_jump(&[f], &at) {
        return None;
    }
    let half = graph.ratio(1, 2);
    let ends = at.iter().zip(&by).map(|(&x, &u)| graph.add(x, u));
    let line = Line {
        ends: ends.collect(),
        starts: at.clone(),
        rates: by.clone(),
        scale: half,
    };
    let gradient = graph.discrete_gradient(&[f], &line);
    let slopes = if of_smooth {
        &gradient.surrogate
    } else {
        &gradient.value
    };
    let components: Vec<Expr> = (0..SYMBOLS)
        .map(|k| slopes.component(&mut graph, half, k))
        .collect();
    let unknown = [at, by].concat();
    let derivatives = graph.jacobian(&components, &unknown).concat();
    let derivatives = graph.substitute(&derivatives, &gradient.frozen);
    let values: Vec<_> = unknown.into_iter().zip([x, u].concat()).collect();
    Some(graph.evaluate_rounded(&derivatives, &values))
}

/// The surrogate of D̄f, which is made of the remainders of the slopes of f, has the derivatives of D̄f.
#[test]
fn what_is_differentiated_in_its_place_has_its_derivatives() {
    let config = ProptestConfig {
        cases: 500,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::default()
    };
    let seen = RefCell::new((0, 0_u32));
    let result = TestRunner::new(config).run(&(formulas(), point(), direction()), |(tree, x, n)| {
        for step in [1.0, 1e-2] {
            let u = n.map(|n| step * n);
            let Some(surrogate) = derivatives(&tree, x, u, true) else {
                continue;
            };
            let own = derivatives(&tree, x, u, false).unwrap_or_default();
            prop_assert_eq!(surrogate.len(), own.len());
            for (found, expected) in surrogate.into_iter().zip(own) {
                // Bounds of the first order: of what is not regular nearby they say nothing.
                let error = found.error + expected.error;
                let is_regular = error < 1e-6 * (1.0 + expected.value.abs());
                if !is_regular {
                    continue;
                }
                let wrong = (found.value - expected.value).abs();
                prop_assert!(
                    wrong <= 4.0 * error,
                    "{} {} {error} at {step:e}",
                    found.value,
                    expected.value
                );
                let (count, nonzero) = &mut *seen.borrow_mut();
                *count += 1;
                *nonzero += u32::from(expected.value != 0.0);
            }
        }
        Ok(())
    });
    let (count, nonzero) = seen.into_inner();
    println!("{count} derivatives, {nonzero} of them not zero");
    assert!(result.is_ok(), "{result:?}");
    assert!(nonzero > 2_000, "{nonzero} of {count}");
}

/// Products of sines and cosines of one angle are waves of its double: D̄f·w is what they change by, all powers of both.
#[test]
fn powers_of_sines_and_cosines_change_by_their_discrete_gradient() {
    let (from, by) = ([1.25, 0.5], [0.375, -1.75]);
    for i in 0..6_i32 {
        for j in 0..6_i32 {
            let mut graph = Graph::new();
            let [x, a, u, b] = ["x", "a", "u", "b"].map(|name| graph.symbol(name));
            let three = graph.integer(3);
            let angle = graph.mul(three, a);
            let [sine, cosine] = [Function::Sin, Function::Cos].map(|f| graph.apply(f, angle));
            let factors = [x, graph.powi(sine, i), graph.powi(cosine, j)];
            let f = graph.product(&factors);
            let half = graph.ratio(1, 2);
            let line = Line {
                starts: vec![x, a],
                ends: vec![graph.add(x, u), graph.add(a, b)],
                rates: vec![u, b],
                scale: half,
            };
            let slopes = graph.discrete_gradient(&[f], &line).value;
            let gradient = [0, 1].map(|k| slopes.component(&mut graph, half, k));
            let values = [(x, from[0]), (a, from[1]), (u, by[0]), (b, by[1])];
            let gradient = graph.evaluate(&gradient, &values);
            let at = |[x, a]: [f64; 2]| x * (3.0 * a).sin().powi(i) * (3.0 * a).cos().powi(j);
            let difference = at([from[0] + by[0], from[1] + by[1]]) - at(from);
            let found = gradient[0] * by[0] + gradient[1] * by[1];
            // Some tens of roundings of terms up to ten.
            assert!(
                (found - difference).abs() < 1e-13,
                "{i} {j}: {found} {difference}"
            );
        }
    }
}
