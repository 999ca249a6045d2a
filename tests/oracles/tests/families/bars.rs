//! Bars without a length or a direction: the step that fails names the sum and the item.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::prelude::*;

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| 9.81 * r[i][1])
        + sum(0..bars.len(), |b| 0.5 * k * ((r[bars[b][0]] - r[bars[b][1]]).norm() - 1).powi(2)),
    dissipation = sum(0..points, |i| d * dt(r[i]).norm()),
    discretize(Verlet, Midpoint, Livens),
)]
struct Truss {
    points: usize,
    bars: Vec<[usize; 2]>,
    k: f64,
    d: f64,
}

const V: [f64; 6] = [0.1, 0.0, 0.0, 0.2, 0.1, 0.1];
const NO_DERIVATIVE: &str = "has no finite derivative where the step begins: two of its points are at one place, a divisor is zero, or a function is \
                             at the end of its domain";

/// The first failure, at the start or in the first step.
fn failure<D>(scheme: D, bars: &[[usize; 2]], q: [f64; 6], v: [f64; 6]) -> Option<Failure>
where
    Truss: Discretize<D>,
{
    let truss = Truss {
        points: 3,
        bars: bars.to_vec(),
        k: 10.0,
        d: 0.1,
    };
    match Integrator::new(truss, scheme, 1e-3, q, v) {
        Err(error) => Some(error.failure),
        Ok(mut motion) => {
            let before = motion.state();
            let error = motion.step().err()?;
            assert_eq!(motion.state(), before);
            Some(error.failure)
        }
    }
}

fn failures(bars: &[[usize; 2]], q: [f64; 6], v: [f64; 6]) -> [Option<Failure>; 3] {
    [
        failure(Verlet, bars, q, v),
        failure(Midpoint, bars, q, v),
        failure(Livens, bars, q, v),
    ]
}

#[test]
fn bars_without_a_length_are_named() {
    let (apart, same) = ([0.0, 0.0, 1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
    assert_eq!(failures(&[[0, 1], [1, 2]], apart, V), [None; 3]);
    let cases = [
        // Both ends of the second bar are one point.
        ([[0, 1], [1, 1], [1, 2]], apart, "[1]"),
        // Two points are at one place, and stay together.
        ([[0, 1], [0, 2], [2, 1]], same, "[2]"),
    ];
    for (bars, q, item) in cases {
        let mut v = V;
        (v[4], v[5]) = (v[2], v[3]);
        for failure in failures(&bars, q, v) {
            let failure = failure.expect("a bar without a direction");
            let expected = format!("item {item} of `sum(0..bars.len(), ..)` in `potential` {NO_DERIVATIVE}");
            assert_eq!(failure.to_string(), expected);
        }
    }
}

/// |v| has no derivative at rest.
#[test]
fn formulas_without_a_derivative_at_rest_are_named() {
    let q = [0.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    let mut v = V;
    (v[2], v[3]) = (0.0, 0.0);
    let failure = failure(Midpoint, &[[0, 1], [1, 2]], q, v).expect("no derivative");
    assert!(
        matches!(failure, Failure::AnySize(AnySizeFailure::Item { formula, item })
            if formula == "`sum(0..points, ..)` in `potential` or `dissipation`" && item == "[1]"),
        "{failure}"
    );
}
