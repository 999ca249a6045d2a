//! Identifications that fail: the reason is a value with numbers, and the best unknowns are not lost.

use extremal::Failure;
use extremal::planning::{Experiment, Identification, IdentificationFailure, Noise, Unidentified, Unknown};
use extremal::prelude::*;

use crate::systems::{Spring, Stone, Swing};

/// A spring that vibrates freely or is pushed, for 60 steps.
fn spring(push: f64) -> Experiment<Spring, 1> {
    let mut real =
        Integrator::new(Spring { m: 2.0, k: 30.0 }, Midpoint, 0.02, [0.1], [0.0]).expect("a start");
    let data = (0..60).map(|k| {
        real.step_with([push]).expect("a step");
        (k + 1, [Some(real.state().q[0])])
    });
    Experiment::new([0.1], [0.0])
        .measured(data.collect::<Vec<_>>())
        .inputs([[push]; 60])
}

fn of_springs(
    experiments: &[Experiment<Spring, 1>],
    guess: [f64; 2],
) -> Result<[f64; 2], Unidentified<Spring, 2>> {
    let search = Identification::new(|[m, k]| Spring { m, k }, Midpoint, 0.02, guess);
    let search = experiments
        .iter()
        .fold(search, |search, each| search.experiment(each.clone()));
    search.solve().map(|found| found.parameters.into())
}

/// Free vibrations depend on k/m alone: m and k may change together, in the ratio in which they are.
#[test]
fn parameters_that_act_as_one_are_named() {
    let failure = of_springs(&[spring(0.0)], [1.5, 20.0]).expect_err("k/m");
    let IdentificationFailure::NotIdentifiable {
        direction,
        directions,
        effect,
    } = &*failure.why
    else {
        panic!("{failure:?}");
    };
    let [(first, one), (second, ratio)] = direction[..] else {
        panic!("{direction:?}")
    };
    let names = [Unknown::Parameter("m"), Unknown::Parameter("k")];
    assert!(names.contains(&first) && names.contains(&second) && first != second);
    assert!((*directions, one) == (1, 1.0) && *effect < 1e-10);
    let ratio = if first == names[0] { ratio } else { 1.0 / ratio };
    // What is found along the other direction is exact to 10⁻⁸ and more.
    assert!((ratio / 15.0 - 1.0).abs() < 1e-6, "{ratio}");
    assert!(
        (failure.parameters[1] / failure.parameters[0] / 15.0 - 1.0).abs() < 1e-8,
        "{failure:?}"
    );
    println!("{failure}");

    // A second experiment with a push tells them apart.
    let [m, k] = of_springs(&[spring(0.0), spring(1.0)], [1.5, 20.0]).expect("identifiable");
    // As exact data give it.
    assert!(
        (m / 2.0 - 1.0).abs() < 1e-8 && (k / 30.0 - 1.0).abs() < 1e-8,
        "{m} {k}"
    );
}

/// The mass of a stone does nothing, and the height of a start cannot be told from rates.
#[test]
fn unknowns_without_effect_are_named() {
    let data = |seen: [bool; 2]| {
        let values = |k: i32| {
            let t = 0.1 * f64::from(k);
            [1.0 + 3.0 * t - 4.9 * t * t, 3.0 - 9.8 * t]
        };
        let gaps = move |k: i32| std::array::from_fn::<_, 2, _>(|i| seen[i].then(|| values(k)[i]));
        (0..10_usize).zip((0..10).map(gaps))
    };
    let search = Identification::new(|[g, m]| Stone { g, m }, Midpoint, 0.1, [9.0, 1.0]);
    let failure = search
        .experiment(Experiment::new([1.0], [3.0]).measured(data([true, true])))
        .solve()
        .expect_err("no mass");
    let IdentificationFailure::NotIdentifiable {
        direction, effect, ..
    } = &*failure.why
    else {
        panic!("{failure:?}")
    };
    assert_eq!(direction[..], [(Unknown::Parameter("m"), 1.0)]);
    assert!(
        *effect < 1e-15 && (failure.parameters[0] - 9.8).abs() < 1e-10,
        "{failure:?}"
    );
    // The guess stays where nothing is known.
    assert_eq!(failure.parameters[1], 1.0);

    let search = Identification::new(|[g, m]| Stone { g, m }, Midpoint, 0.1, [9.0, 1.0]);
    let failure = search
        .experiment(Experiment::new([1.0], [3.0]).measured(data([true, true])))
        .experiment(
            Experiment::new([0.5], [2.0])
                .unknown_start()
                .measured(data([false, true])),
        )
        .solve()
        .expect_err("no height");
    let IdentificationFailure::NotIdentifiable { directions: 2, .. } = *failure.why else {
        panic!("{failure:?}")
    };
}

#[test]
fn data_that_are_none_are_failures() {
    let why =
        |experiment: Experiment<Spring, 1>| *of_springs(&[experiment], [1.0, 20.0]).expect_err("data").why;
    assert_eq!(
        *of_springs(&[], [1.0, 1.0]).expect_err("data").why,
        IdentificationFailure::NoData
    );
    assert_eq!(
        why(Experiment::new([0.1], [0.0]).measured([(0, [None])])),
        IdentificationFailure::NoData
    );
    let one = Experiment::new([0.1], [0.0])
        .inputs([[0.0]; 9])
        .measured([(9, [Some(0.1)])]);
    let expected = IdentificationFailure::TooFewMeasurements {
        measurements: 1,
        unknowns: 2,
    };
    assert_eq!(why(one.clone()), expected);
    let expected = IdentificationFailure::NotFinite {
        experiment: 0,
        node: 5,
        output: "place",
    };
    assert_eq!(why(one.clone().measured([(5, [Some(f64::NAN)])])), expected);
    let expected = IdentificationFailure::MissingInputs {
        experiment: 0,
        step: 9,
    };
    assert_eq!(why(one.measured([(10, [Some(0.1)])])), expected);
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let search = Identification::new(|[m, k]| Spring { m, k }, Midpoint, 0.02, [1.0, 20.0]);
        let failure = search
            .experiment(spring(1.0))
            .deviations([value])
            .solve()
            .expect_err("no deviation");
        assert!(
            matches!(
                *failure.why,
                IdentificationFailure::Deviation { output: "place", .. }
            ),
            "{failure}"
        );
    }
}

#[test]
fn steps_that_fail_have_their_numbers() {
    let mut pushed = spring(1.0);
    let failure = of_springs(&[pushed.clone()], [f64::NAN, 20.0]).expect_err("no mass");
    assert!(
        matches!(
            *failure.why,
            IdentificationFailure::Step {
                experiment: 0,
                step: 0,
                ..
            }
        ),
        "{failure}"
    );
    pushed = Experiment::new([0.1], [0.0]);
    let mut inputs = [[1.0]; 20];
    inputs[13] = [f64::INFINITY];
    let failing = pushed.inputs(inputs).measured([(20, [Some(0.1)])]);
    let failure = of_springs(&[spring(1.0), failing], [1.0, 20.0]).expect_err("no input");
    let IdentificationFailure::Step {
        experiment: 1,
        step: 13,
        failure: Failure::NotFinite { .. },
    } = *failure.why
    else {
        panic!("{failure:?}")
    };
}

/// Ten times too heavy a guess: the first steps lead to masses below zero, which no integrator takes, and are shortened.
#[test]
fn trials_that_fail_are_shortened() {
    let [m, k] = of_springs(&[spring(0.0), spring(1.0)], [20.0, 30.0]).expect("identifiable");
    // As exact data give it.
    assert!(
        (m / 2.0 - 1.0).abs() < 1e-8 && (k / 30.0 - 1.0).abs() < 1e-8,
        "{m} {k}"
    );
}

/// The best unknowns so far are the answer's.
#[test]
fn a_limit_of_iterations_loses_nothing() {
    let mut real = Integrator::new(Swing { w: 9.0, c: 0.2 }, Midpoint, 0.05, [1.5], [0.0]).expect("a start");
    let data: Vec<_> = (1..40)
        .map(|k| {
            real.step().expect("a step");
            (k, [Some(real.state().q[0])])
        })
        .collect();
    let search = |most: usize| {
        let search = Identification::new(|[w, c]| Swing { w, c }, Midpoint, 0.05, [7.0, 0.0]);
        search
            .experiment(Experiment::new([1.5], [0.0]).measured(data.clone()))
            .iterations(most)
            .solve()
    };
    let [none, some] = [0, 2].map(|most| search(most).expect_err("a limit"));
    for failure in [&none, &some] {
        assert!(
            matches!(*failure.why, IdentificationFailure::NotConverged { .. }),
            "{failure}"
        );
    }
    assert_eq!(
        (none.parameters.as_slice(), some.iterations),
        (&[7.0, 0.0][..], 2)
    );
    assert!(some.sum_of_squares < none.sum_of_squares);
    assert!((search(200).expect("identifiable").parameters[0] / 9.0 - 1.0).abs() < 1e-8);
}

/// As many numbers as unknowns: nothing shows the noise, and there is no covariance in place of NaN.
#[test]
fn without_spare_data_noise_is_unknown() {
    let mut real = Integrator::new(Swing { w: 9.0, c: 0.2 }, Midpoint, 0.05, [1.5], [0.0]).expect("a start");
    real.step_many(10).expect("steps");
    let first = real.state().q[0];
    real.step_many(10).expect("steps");
    let data = [(10, [Some(first)]), (20, [Some(real.state().q[0])])];
    let search = Identification::new(|[w, c]| Swing { w, c }, Midpoint, 0.05, [8.0, 0.1]);
    let found = search
        .experiment(Experiment::new([1.5], [0.0]).measured(data))
        .solve()
        .expect("two numbers");
    assert_eq!(
        (found.noise, found.covariance, found.deviations()),
        (Noise::Unknown, None, None)
    );
    assert!((found.parameters[0] / 9.0 - 1.0).abs() < 1e-8);
}

/// The momentum of a scheme that carries a velocity is not that of this velocity, so that its steps have other derivatives.
#[test]
fn schemes_that_carry_a_velocity_are_refused() {
    let search = Identification::new(|[m, k]| Spring { m, k }, Livens, 0.02, [1.5, 20.0]);
    let failure = search.experiment(spring(1.0)).solve().expect_err("a velocity");
    assert_eq!(*failure.why, IdentificationFailure::CarriesVelocity);
    assert!(failure.to_string().contains("carries a velocity"), "{failure}");
}

/// A first number that no unknown moves, as one that stands for none, does not make a guess an optimum.
#[test]
fn what_no_unknown_moves_hides_nothing() {
    let of = |first: f64| {
        let experiment = spring(1.0).measured([(0, [Some(first)])]);
        of_springs(&[experiment], [1.5, 20.0]).expect("identifiable")
    };
    for first in [0.1, 1e10, 1e30] {
        let [m, k] = of(first);
        assert!(
            (m / 2.0 - 1.0).abs() < 1e-8 && (k / 30.0 - 1.0).abs() < 1e-8,
            "{first}: {m} {k}"
        );
    }
}
