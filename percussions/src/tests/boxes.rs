//! A box on four frictional contacts: R = 12, rank 6.

use std::vec::Vec;

use super::laws::violated;
use super::problems::Data;
use super::{cold, solved};
use crate::ActiveContact;
use crate::{GaussSeidel, SemismoothNewton};

/// Half the edges, in m; the mass is 1 kg.
const HALF: [f64; 3] = [0.5, 0.3, 0.2];

/// The problem of a step of 10 ms on the ground, from a velocity and an angular velocity.
fn on_the_ground(friction: f64, velocity: [f64; 6]) -> Data {
    let [a, b, c] = HALF;
    let inertia = |x: f64, y: f64| (x * x + y * y) / 3.0;
    let inverse_masses = [
        1.0,
        1.0,
        1.0,
        inertia(b, c).recip(),
        inertia(a, c).recip(),
        inertia(a, b).recip(),
    ];
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, y)| [x * a, y * b, -c]);
    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let direction = |[x, y, z]: [f64; 3], [e, f, g]: [f64; 3]| -> Vec<f64> {
        std::vec![e, f, g, y * g - z * f, z * e - x * g, x * f - y * e]
    };
    let directions: Vec<_> = corners
        .iter()
        .flat_map(|&corner| axes.map(|axis| direction(corner, axis)))
        .collect();
    let mut falling = velocity;
    falling[2] -= 0.01 * 9.81;
    Data::of_directions(
        &directions,
        &inverse_masses,
        &falling,
        &[ActiveContact { slips: 2, friction }; 4],
    )
}

/// At rest, sliding, turning on the spot, both, falling on one corner, and without friction.
const CASES: [(f64, [f64; 6]); 8] = [
    (0.3, [0.0; 6]),
    (0.3, [1.0, 0.3, 0.0, 0.0, 0.0, 0.0]),
    (0.3, [0.02, 0.0, 0.0, 0.0, 0.0, 0.0]),
    (0.3, [0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
    (0.3, [0.5, 0.0, 0.0, 0.0, 0.0, 1.0]),
    (0.5, [0.3, 0.2, -1.0, 0.5, -0.3, 2.0]),
    (0.8, [1.0, 0.0, -1.0, 0.0, 0.0, 0.1]),
    (0.0, [1.0, 0.0, -1.0, 0.1, 0.2, 0.1]),
];

#[test]
fn a_box_on_four_corners_takes_few_iterations() {
    for (friction, velocity) in CASES {
        let data = on_the_ground(friction, velocity);
        let (percussions, report) = cold(&SemismoothNewton, &data).unwrap();
        assert_eq!(violated(&data, &percussions, 1e-13), None);
        assert!(
            report.iterations <= 12 && report.sweeps == 0,
            "{velocity:?}: {report:?}"
        );
        // The next step: a little slower, and pushed.
        let mut next = velocity.map(|v| 0.99 * v);
        next[0] += 1e-3;
        let data = on_the_ground(friction, next);
        let (percussions, warm) = solved(&SemismoothNewton, &data, &percussions).unwrap();
        assert_eq!(violated(&data, &percussions, 1e-13), None);
        assert!(warm.iterations <= 5 && warm.sweeps == 0, "{velocity:?}: {warm:?}");
        std::eprintln!(
            "{velocity:?}: cold {} iterations, warm {}",
            report.iterations,
            warm.iterations
        );
    }
}

/// The box slides, turns and comes to rest. The velocity after an impact is that before the next step.
#[test]
fn a_box_comes_to_rest_with_few_iterations_each_step() {
    let (mut velocity, mut percussions) = ([1.0, 0.5, 0.0, 0.0, 0.0, 6.0], std::vec![0.0; 12]);
    let (mut most, mut sum) = (0, 0);
    for _ in 0..300 {
        let data = on_the_ground(0.3, velocity);
        let (found, report) = solved(&SemismoothNewton, &data, &percussions).unwrap();
        percussions = found;
        assert_eq!(violated(&data, &percussions, 1e-12), None);
        most = most.max(report.iterations);
        sum += report.iterations;
        velocity = after(&data, &percussions);
    }
    std::eprintln!("{sum} iterations in 300 steps, at most {most}");
    assert!(most <= 10, "{most}");
    let speed = velocity.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    assert!(speed < 1e-13, "{velocity:?}");
}

/// The velocity with the contact velocities G P + c of three corners, which determine it.
fn after(data: &Data, percussions: &[f64]) -> [f64; 6] {
    let [a, b, c] = HALF;
    let xi = data.velocities(percussions);
    let (n, x, y) = (
        [xi[0], xi[3], xi[6]],
        [xi[1], xi[4], xi[7]],
        [xi[2], xi[5], xi[8]],
    );
    let about_x = (n[0] - n[1]) / (2.0 * b);
    let about_y = (n[2] - n[0]) / (2.0 * a);
    let about_z = (x[1] - x[0]) / (2.0 * b);
    [
        f64::midpoint(x[1], x[0]) + c * about_y,
        f64::midpoint(y[2], y[0]) - c * about_x,
        f64::midpoint(n[1], n[2]),
        about_x,
        about_y,
        about_z,
    ]
}

#[test]
fn sweeps_solve_the_box_slowly() {
    for (friction, velocity) in CASES {
        let data = on_the_ground(friction, velocity);
        let (percussions, report) = cold(&GaussSeidel::default(), &data).unwrap();
        assert_eq!(violated(&data, &percussions, 1e-12), None);
        assert!(report.sweeps <= 2000, "{report:?}");
    }
}
