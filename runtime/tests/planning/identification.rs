//! Identified parameters and starts against data with known ones, linear closed forms, and the statistics of noise.

use extremal::nalgebra::{DMatrix, DVector, SMatrix};
use extremal::planning::{Experiment, Identification, Identified};
use extremal::prelude::*;

use crate::systems::{Crane, Noise, Spring, Swing, Thrown};

const CRANE: Crane = Crane {
    m: 1.2,
    b: 0.4,
    l: 0.7,
    c: 0.3,
};
const STEP: f64 = 0.02;
const CRANES: [[f64; 4]; 2] = [[0.0, 0.4, 0.0, 0.0], [0.1, -0.8, 0.5, 0.2]];

fn inputs(count: usize) -> Vec<[f64; 1]> {
    (0..count)
        .map(|k| [f64::sin(0.11 * k as f64) + 0.5 * f64::cos(0.37 * k as f64)])
        .collect()
}

/// The outputs at nodes 0, 1, .. of a crane, by plain steps.
fn outputs(crane: Crane, [x, angle, v, rate]: [f64; 4], count: usize) -> Vec<[f64; 3]> {
    let mut motion = Integrator::new(crane, Midpoint, STEP, [x, angle], [v, rate]).expect("a start");
    let each = inputs(count).into_iter().map(|u| {
        let outputs = motion.outputs_with(u).expect("outputs");
        motion.step_with(u).expect("a step");
        outputs
    });
    each.collect()
}

/// A crane that was measured, with some numbers left out.
fn measured(start: [f64; 4], count: usize) -> Experiment<Crane, 3> {
    let outputs = outputs(CRANE, start, count).into_iter().enumerate();
    let seen = outputs.filter(|(k, _)| k % 3 != 1);
    let gaps = seen.map(|(k, [tip, speed, power])| {
        let tip = (k % 2 == 0).then_some(tip);
        (k, [tip, Some(speed), Some(power)])
    });
    let [x, angle, v, rate] = start;
    Experiment::new([x, angle], [v, rate])
        .inputs(inputs(count))
        .measured(gaps)
}

fn crane([m, b, l, c]: [f64; 4]) -> Crane {
    Crane { m, b, l, c }
}

/// Data without noise, with gaps, of two motions: what is found is what the data were made with, but for rounding that the
/// condition of the problem, about 10³, amplifies.
#[test]
fn parameters_of_exact_data_are_found() {
    let found = Identification::new(crane, Midpoint, STEP, [1.0, 0.5, 0.9, 0.1])
        .experiment(measured(CRANES[0], 150))
        .experiment(measured(CRANES[1], 120))
        .solve()
        .expect("identifiable");
    for (found, real) in found.parameters.iter().zip([1.2, 0.4, 0.7, 0.3]) {
        assert!((found / real - 1.0).abs() < 1e-8, "{found} {real}");
    }
    assert!(found.system.l == found.parameters[2] && found.unknowns == 4);
    println!("{found:?}");
}

/// (JᵀJ)⁻¹ shows J: that by plain motions with other parameters and other starts, whose difference quotients are of order two.
#[test]
fn derivatives_are_those_of_difference_quotients() {
    let count = 80;
    let deviations = [0.01, 0.02, 0.05];
    let [start, _] = CRANES;
    let [x, angle, v, rate] = start;
    let data = outputs(CRANE, start, count)
        .into_iter()
        .map(|y| y.map(Some))
        .enumerate();
    let experiment = Experiment::new([x, angle], [v, rate]).unknown_start();
    let found = Identification::new(crane, Midpoint, STEP, [1.2, 0.4, 0.7, 0.3])
        .experiment(experiment.inputs(inputs(count)).measured(data))
        .deviations(deviations)
        .solve()
        .expect("identifiable");

    // Error h² of the quotients, and rounding ε/h.
    let h = 1e-5;
    let mut jacobian = DMatrix::zeros(3 * count, 8);
    for column in 0..8 {
        let side = |h: f64| {
            let (mut start, mut parameters) = (start, [1.2, 0.4, 0.7, 0.3]);
            if column < 4 {
                start[column] += h;
            } else {
                parameters[column - 4] += h;
            }
            outputs(crane(parameters), start, count)
        };
        for (k, (above, below)) in side(h).iter().zip(side(-h)).enumerate() {
            for output in 0..3 {
                let slope = (above[output] - below[output]) / (2.0 * h);
                jacobian[(3 * k + output, column)] = slope / deviations[output];
            }
        }
    }
    let inverse = (jacobian.transpose() * &jacobian).try_inverse().expect("regular");
    let of_start = found.starts[0].covariance.expect("given deviations");
    let of_parameters = found.covariance.expect("given deviations");
    // 10⁻⁹ of the quotients, times the condition of JᵀJ with columns of one size, about 10³.
    for row in 0..4 {
        for column in 0..4 {
            for (ours, at) in [(&of_start, 0), (&of_parameters, 4)] {
                let size = (inverse[(at + row, at + row)] * inverse[(at + column, at + column)]).sqrt();
                let off = (ours[(row, column)] - inverse[(at + row, at + column)]) / size;
                assert!(off.abs() < 1e-5, "{at} {row} {column}: {off:e}");
            }
        }
    }
}

/// Two throws with heights and rates, some missing, of noise that differs: unknowns g, x₀ and v₀ of each, in which everything is
/// linear, so that normal equations have the answer.
#[test]
fn a_linear_problem_has_its_closed_form() {
    let (h, deviations) = (0.05, [0.02, 0.1]);
    let mut noise = Noise(7);
    let mut search = Identification::new(|[g]| Thrown { g }, Midpoint, h, [1.0]).deviations(deviations);
    let (mut rows, mut right): (Vec<[f64; 5]>, Vec<f64>) = (Vec::new(), Vec::new());
    for (throw, [x0, v0]) in [[0.3, 5.0], [-0.2, 7.0]].into_iter().enumerate() {
        let mut data = Vec::new();
        for k in (0..30_usize).filter(|k| k % 4 != throw) {
            let t = h * k as f64;
            let exact = [x0 + v0 * t - 4.9 * t * t, v0 - 9.8 * t];
            let own = [[1.0, t, -0.5 * t * t], [0.0, 1.0, -t]];
            let seen = [k % 3 != 0, k % 5 == 0];
            let values = std::array::from_fn(|i| {
                let value = exact[i] + deviations[i] * noise.normal();
                seen[i].then(|| {
                    let mut row = [0.0; 5];
                    (row[2 * throw], row[2 * throw + 1], row[4]) = (own[i][0], own[i][1], own[i][2]);
                    rows.push(row.map(|entry| entry / deviations[i]));
                    right.push(value / deviations[i]);
                    value
                })
            });
            data.push((k, values));
        }
        search = search.experiment(Experiment::new([0.0], [0.0]).unknown_start().measured(data));
    }
    let found = search.solve().expect("linear");
    let j = DMatrix::from_fn(rows.len(), 5, |row, column| rows[row][column]);
    let inverse = (j.transpose() * &j).try_inverse().expect("regular");
    let best = &inverse * j.transpose() * DVector::from_vec(right.clone());
    let rest = (&j * &best - DVector::from_vec(right)).norm_squared();
    // Rounding, times the condition of normal equations, about 10².
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-11 * (1.0 + b.abs()), "{a} {b}");
    for (throw, start) in found.starts.iter().enumerate() {
        let covariance = start.covariance.expect("given deviations");
        close(start.q[0], best[2 * throw]);
        close(start.v[0], best[2 * throw + 1]);
        close(covariance[(0, 1)], inverse[(2 * throw, 2 * throw + 1)]);
    }
    close(found.parameters[0], best[4]);
    close(found.covariance.expect("given deviations")[0], inverse[(4, 4)]);
    close(found.sum_of_squares, rest);
    assert_eq!((found.measurements, found.unknowns), (rows.len(), 5));
}

fn swing(noise: &mut Noise, deviation: f64) -> Experiment<Swing, 1> {
    let mut real = Integrator::new(Swing { w: 9.0, c: 0.2 }, Midpoint, 0.05, [1.5], [0.0]).expect("a start");
    let data = (0..80).map(|k| {
        real.step().expect("a step");
        (k + 1, [Some(real.state().q[0] + deviation * noise.normal())])
    });
    Experiment::new([1.4], [0.0])
        .unknown_coordinates()
        .measured(data.collect::<Vec<_>>())
}

fn of_swing(experiment: Experiment<Swing, 1>) -> Identified<Swing, 2, 2> {
    let search = Identification::new(|[w, c]| Swing { w, c }, Midpoint, 0.05, [8.5, 0.1]);
    search.experiment(experiment).solve().expect("identifiable")
}

/// 200 data sets with noise. (θ − θ*)ᵀ Σ⁻¹ (θ − θ*) has the mean 2 and the variance 4 for two parameters, so that its mean over
/// 200 is 2 ± 0.14; the estimated variance of noise has the mean one and the variance 2/77, so that its mean is 1 ± 0.012. Four
/// deviations are allowed, and 0.05 for what estimating Σ with 77 degrees of freedom adds (a factor 77/75).
#[test]
fn covariances_are_those_of_repeated_experiments() {
    let mut noise = Noise(1);
    let (mut distances, mut variances) = (0.0, 0.0);
    for _ in 0..200 {
        let found = of_swing(swing(&mut noise, 0.02));
        let off = found.parameters - SMatrix::<f64, 2, 1>::new(9.0, 0.2);
        let inverse = found
            .covariance
            .and_then(|covariance| covariance.try_inverse())
            .expect("regular");
        distances += (off.transpose() * inverse * off)[0] / 200.0;
        variances += found.sum_of_squares / 77.0 / (0.02 * 0.02) / 200.0;
    }
    println!("{distances} {variances}");
    assert!((distances - 2.0).abs() < 4.0 * 0.14 + 0.05, "{distances}");
    assert!((variances - 1.0).abs() < 4.0 * 0.012, "{variances}");
}

/// The same spring in units from 10⁻¹⁰ to 10¹⁰ of length and mass.
#[test]
fn units_decide_nothing() {
    let found = |length: f64, mass: f64| {
        let real = Spring {
            m: 2.0 * mass,
            k: 30.0 * mass,
        };
        let mut motion = Integrator::new(real, Midpoint, 0.02, [0.1 * length], [0.0]).expect("a start");
        let pushes: Vec<_> = inputs(100).into_iter().map(|[u]| [u * length * mass]).collect();
        let mut noise = Noise(3);
        let data: Vec<_> = pushes
            .iter()
            .enumerate()
            .map(|(k, u)| {
                motion.step_with(*u).expect("a step");
                (
                    k + 1,
                    [Some(motion.state().q[0] + 1e-3 * length * noise.normal())],
                )
            })
            .collect();
        let experiment = Experiment::new([0.0], [0.0])
            .unknown_start()
            .inputs(pushes)
            .measured(data);
        let search = Identification::new(|[m, k]| Spring { m, k }, Midpoint, 0.02, [mass, 20.0 * mass]);
        let found = search.experiment(experiment).solve().expect("identifiable");
        let deviations = found.deviations().expect("residuals");
        let numbers = [
            found.parameters[0],
            found.parameters[1],
            deviations[0],
            deviations[1],
        ];
        (
            numbers.map(|number| number / mass),
            found.starts[0].q[0] / length,
            found.iterations,
        )
    };
    let (plain, start, iterations) = found(1.0, 1.0);
    for (length, mass) in [
        (1e-10, 1.0),
        (1e10, 1.0),
        (1.0, 1e-10),
        (1e10, 1e-10),
        (1e-10, 1e10),
    ] {
        let (scaled, other, count) = found(length, mass);
        // Optimality of 10⁻⁹, times the deviations of noise, 10⁻³.
        for (a, b) in scaled.into_iter().zip(plain) {
            assert!((a / b - 1.0).abs() < 1e-8, "{length} {mass}: {a} {b}");
        }
        assert!(
            (other - start).abs() < 1e-9 && count == iterations,
            "{count} {iterations}"
        );
    }
}
