//! Discrete gradients of random formulas: along the step they give the difference, and they are the formula's own, both against
//! arithmetic of 1152 bits.

use std::cell::RefCell;

use astro_float::BigFloat;
use extremal_symbolic::{Expr, Graph, Scheduler};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};

use crate::big::Big;
use crate::support::{SYMBOLS, Tree, formulas};
use crate::terms::{Way, way};
use crate::{ROUNDINGS, STEPS, direction, point};

/// The step of a central difference: its error is 1e-120, and 1e-280 of rounding.
const TINY: f64 = 1e-60;

/// A step of which the reciprocal is no number.
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
    let steps: Vec<_> = (0..SYMBOLS).map(|k| (at[k], end[k], by[k])).collect();
    let gradient = graph.discrete_gradient(&[f], &steps).value;
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
    let gradient = graph.discrete_gradient(&[next], &[(x, ex, dx), (y, ey, dy)]);
    let values = [(x, 0.5), (y, -0.25), (dx, 1e-3), (dy, 2e-3)];
    let [by_x, by_y, start] =
        [gradient.value[0], gradient.value[1], next].map(|e| graph.evaluate(&[e], &values)[0]);
    let end = graph.evaluate(&[next], &[(x, 0.501), (y, -0.248)])[0];
    // The difference of the values has lost three digits of sixteen, and some of a hundred sums.
    assert!((by_x * 1e-3 + by_y * 2e-3 - (end - start)).abs() < 1e-11 * start.abs());
}
