//! Outputs that are functions of sums: values by hand, at a state where none is zero.

use extremal::prelude::*;

use crate::support::compared::numbers;

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2], s),
    inputs(pull[points]),
    let mass = sum(0..points, |i| m[i]),
    let centre = sum(0..points, |i| m[i] * r[i]) / mass_of_all,
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + 0.5 * dt(s).powi(2),
    potential = sum(0..points, |i| 0.5 * r[i].norm_squared()) + 0.5 * s.powi(2),
    force(r = array(0..points, |i| [pull[i], 0])),
    constraint(held = array(1..points, |i| r[i][0] - r[i - 1][0] - 1)),
    output(
        // A quotient, in components and beside what is no sum.
        middle = s + sum(0..points, |i| m[i] * r[i]).norm() / mass,
        means = [sum(0..points, |i| r[i][0]) / mass, sum(0..points, |i| r[i][1])],
        // A product of two, and a function of two that contain inputs.
        product = sum(0..points, |i| pull[i] * m[i]) * sum(0..points, |i| pull[i].powi(2)).sqrt(),
        // Sums within the summand of a sum, of a `let` and of a block.
        spread = sum(0..points, |i| m[i] * (r[i] - centre).norm_squared()).sqrt(),
        third = {
            let mean = sum(0..points, |i| r[i][1]) / points;
            let width = sum(0..points, |i| (r[i][1] - mean).powi(2)).sqrt();
            sum(0..points, |i| ((r[i][1] - mean) / width).powi(3))
        },
        // Items of an array that are divided by a sum.
        shares = array(0..points, |i| m[i] * r[i][1] / mass),
        angles = {
            let length = sum(0..points, |i| r[i][1].powi(2)).sqrt();
            array(0..points, |i| acos(r[i][1] / length))
        },
        // d/dt √(Σ y²) = Σ y ẏ / √(Σ y²)
        speed = dt(sum(0..points, |i| r[i][1].powi(2)).sqrt()),
        // Also chosen by a sum, and with multipliers.
        larger = if sum(0..points, |i| r[i][0]) > s { 1 } else { -1 },
        forces = array(1..points, |i| multiplier(held)[i - 1]),
        pulled = sum(1..points, |i| multiplier(held)[i - 1].powi(2)).sqrt(),
    ),
    discretize(Midpoint),
)]
struct Cloud {
    points: usize,
    m: Vec<f64>,
    mass_of_all: f64,
}

/// Sums in another order, of numbers of the size 1: some roundings.
const ROUNDING: f64 = 1e-13;

#[test]
fn outputs_are_functions_of_sums() {
    let (n, m) = (4, [1.0, 2.0, 0.5, 0.25]);
    let system = Cloud {
        points: n,
        m: m.to_vec(),
        mass_of_all: 3.75,
    };
    let (mut q, v): (Vec<f64>, Vec<f64>) = (numbers(9, 0.3), numbers(9, 2.0));
    for i in 1..n {
        q[2 * i] = q[0] + i as f64;
    }
    let (y, w): (Vec<f64>, Vec<f64>) = (0..n).map(|i| (q[2 * i + 1], v[2 * i + 1])).unzip();
    let x: Vec<f64> = (0..n).map(|i| q[2 * i]).collect();
    let pull = numbers(4, 0.7);
    let (qv, vv) = (q.clone().into(), v.clone().into());
    let inputs = extremal::nalgebra::DVector::from_vec(pull.clone());
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < ROUNDING, "{found} {expected}");
    let sum = |of: &dyn Fn(usize) -> f64| (0..n).map(of).sum::<f64>();

    let mass = 3.75;
    let centre = [sum(&|i| m[i] * x[i]) / mass, sum(&|i| m[i] * y[i]) / mass];
    near(system.middle(0.0, &qv, &vv), q[8] + centre[0].hypot(centre[1]));
    let means = system.means(0.0, &qv, &vv);
    near(means[0], sum(&|i| x[i]) / mass);
    near(means[1], sum(&|i| y[i]));
    let product = sum(&|i| pull[i] * m[i]) * sum(&|i| pull[i].powi(2)).sqrt();
    near(system.product(0.0, &qv, &vv, &inputs), product);
    let spread = sum(&|i| m[i] * ((x[i] - centre[0]).powi(2) + (y[i] - centre[1]).powi(2)));
    near(system.spread(0.0, &qv, &vv), spread.sqrt());
    let mean = sum(&|i| y[i]) / 4.0;
    let width = sum(&|i| (y[i] - mean).powi(2)).sqrt();
    near(
        system.third(0.0, &qv, &vv),
        sum(&|i| ((y[i] - mean) / width).powi(3)),
    );
    let length = sum(&|i| y[i].powi(2)).sqrt();
    let (shares, angles) = (system.shares(0.0, &qv, &vv), system.angles(0.0, &qv, &vv));
    for i in 0..n {
        near(shares[i], m[i] * y[i] / mass);
        near(angles[i], (y[i] / length).acos());
    }
    near(system.speed(0.0, &qv, &vv), sum(&|i| y[i] * w[i]) / length);
    near(
        system.larger(0.0, &qv, &vv),
        if sum(&|i| x[i]) > q[8] { 1.0 } else { -1.0 },
    );
    let forces = system.forces(0.0, &qv, &vv, &inputs).expect("multipliers");
    near(
        system.pulled(0.0, &qv, &vv, &inputs).expect("multipliers"),
        forces.iter().map(|force| force.powi(2)).sum::<f64>().sqrt(),
    );
}
