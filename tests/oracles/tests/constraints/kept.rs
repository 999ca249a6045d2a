//! Projections that keep coordinates and velocities, against mechanisms whose angles and speeds have closed forms.

mod linkages;

use extremal::error::KeepFailure;
use extremal::prelude::*;
use extremal::system::Projected;
use extremal::{Failure, Scalar};

use num_dual::Dual64;

use linkages::{Bars, Engine, FourBar, Rods, Sphere, Wheel, Winch};

/// Crank angles all around, none at the places where coupler and crank are in line.
fn angles() -> impl Iterator<Item = f64> {
    (0..12).map(|i| 0.1 + f64::from(i) * core::f64::consts::TAU / 12.0)
}

/// A sketch, which knows one digit behind the point.
fn sketched(x: f64) -> f64 {
    (10.0 * x).round() / 10.0
}

/// The numbers in one row.
fn numbers(x: impl IntoIterator<Item = impl core::borrow::Borrow<f64>>) -> Vec<f64> {
    x.into_iter().map(|x| *x.borrow()).collect()
}

fn largest_difference(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, |most, d| if d > most || d.is_nan() { d } else { most })
}

const CRANK: Keep<'_> = Keep {
    coordinates: &[0],
    velocities: &[0],
};

/// Angles are those of two circles to a few ε times 1/sin of the angle between coupler and rocker, which is at most 2; speeds
/// have up to 20 rad/s, and divide by the same sine.
const ANGLES: f64 = 1e-14;
const SPEEDS: f64 = 2e-13;

#[test]
fn a_crank_keeps_its_speed() {
    let four = FourBar::ONE;
    for angle in angles() {
        let (q, v) = four.at(angle, 8.0);
        let sketch = [angle, sketched(q[1]), sketched(q[2])];
        let start = four
            .project_keeping(0.0, &sketch.into(), &[8.0, 0.0, 0.0].into(), CRANK)
            .expect("a crank that turns all around");
        assert_eq!((start.q[0], start.v[0]), (angle, 8.0));
        assert!(
            largest_difference(start.q.as_slice(), &q) < ANGLES,
            "{angle}: {} {q:?}",
            start.q
        );
        assert!(
            largest_difference(start.v.as_slice(), &v) < SPEEDS,
            "{angle}: {} {v:?}",
            start.v
        );
        // Sums of three terms of size 3, and of three with the speeds.
        let g = four.constraints(0.0, &start.q);
        let rates = four.constraint_rates(0.0, &start.q, &start.v);
        assert!(g.iter().all(|g| g.abs() < 5e-15), "{angle}: {g:?}");
        assert!(rates.iter().all(|rate| rate.abs() < 5e-14), "{angle}: {rates:?}");
        let Projected {
            change_of_q,
            change_of_v,
            ..
        } = start;
        assert_eq!(change_of_q, start.q - extremal::nalgebra::SVector::from(sketch));
        assert_eq!(
            change_of_v,
            start.v - extremal::nalgebra::SVector::from([8.0, 0.0, 0.0])
        );
        let motion = Integrator::new(&four, Midpoint, 1e-3, start.q, start.v);
        assert!(motion.is_ok(), "{angle}");
        // If nothing is kept, the other bars at rest brake the crank.
        let (_, braked) = four.project(0.0, sketch, [8.0, 0.0, 0.0]).expect("a start");
        assert!(braked[0] < 7.0, "{angle}: {braked}");
    }
}

/// The angles of coupler and rocker follow that of the crank by their speeds, and the speeds by differences of closed forms.
#[test]
fn what_follows_a_kept_crank_has_its_derivatives() {
    let four = FourBar::of::<Dual64>();
    for angle in angles() {
        let (q, v) = FourBar::ONE.at(angle, 8.0);
        let sketch = [angle, sketched(q[1]), sketched(q[2])].map(Dual64::from);
        let project = |angle: f64, speed: f64| {
            let [crank, speed] = [Dual64::new(sketch[0].re, angle), Dual64::new(8.0, speed)];
            let (q, v) = ([crank, sketch[1], sketch[2]], [speed, 0.0.into(), 0.0.into()]);
            let start = four.project_keeping(Dual64::from(0.0), &q.into(), &v.into(), CRANK);
            start.expect("a crank that turns all around")
        };
        let by_speed = project(0.0, 1.0);
        let by_angle = project(1.0, 0.0);
        let [after, before] = [1e-5, -1e-5].map(|h| FourBar::ONE.at(angle + h, 8.0).1);
        for k in 0..3 {
            assert!(by_speed.q[k].eps.abs() < ANGLES, "{angle}: {}", by_speed.q[k]);
            assert!(
                (8.0 * by_speed.v[k].eps - v[k]).abs() < SPEEDS,
                "{angle}: {}",
                by_speed.v[k]
            );
            assert!(
                (8.0 * by_angle.q[k].eps - v[k]).abs() < SPEEDS,
                "{angle}: {}",
                by_angle.q[k]
            );
            // Differences of numbers of 20 over 2e-5 have a rounding of 1e-10; their third derivatives are below 1e3.
            let expected = (after[k] - before[k]) / 2e-5;
            assert!(
                (by_angle.v[k].eps - expected).abs() < 1e-6,
                "{angle}: {} {expected}",
                by_angle.v[k]
            );
        }
    }
}

/// ε is 1.2e-7, half a billion times that of double precision.
#[test]
fn single_precision_keeps_a_crank() {
    let four = FourBar::of::<f32>();
    for angle in angles() {
        let angle = f32::from_f64(angle);
        let (q, v) = FourBar::ONE.at(f64::from(angle), 8.0);
        let sketch = [
            angle,
            f32::from_f64(sketched(q[1])),
            f32::from_f64(sketched(q[2])),
        ];
        let start = four.project_keeping(0.0, &sketch.into(), &[8.0, 0.0, 0.0].into(), CRANK);
        let start = start.expect("a crank that turns all around");
        assert_eq!((start.q[0], start.v[0]), (angle, 8.0));
        let [found, velocity] = [start.q, start.v].map(|x| numbers(x.map(f64::from).iter()));
        let ratio = f64::from(f32::EPSILON) / f64::EPSILON;
        assert!(
            largest_difference(&found, &q) < ratio * ANGLES,
            "{angle}: {found:?} {q:?}"
        );
        assert!(
            largest_difference(&velocity, &v) < ratio * SPEEDS,
            "{angle}: {velocity:?} {v:?}"
        );
    }
    let failure = four.project_keeping(0.0, &[1.0, 0.5, 0.3].into(), &[0.0; 3].into(), keeping(&[2], &[]));
    assert!(
        matches!(failure, Err(Failure::CannotKeep(KeepFailure::Coordinates { .. }))),
        "{failure:?}"
    );
    let dead = FourBar::ONE.extended().map(f32::from_f64);
    let failure = four.project_keeping(
        0.0,
        &dead.into(),
        &[8.0, 0.0, 1.0].into(),
        keeping(&[0, 1, 2], &[2]),
    );
    assert!(
        matches!(failure, Err(Failure::CannotKeep(KeepFailure::Velocities { .. }))),
        "{failure:?}"
    );
}

/// Pivots, the end of the crank, and its velocity are kept. The first rod is between ends that are.
fn rods_at(bars: Bars, angle: f64) -> ([f64; 8], [f64; 8], [f64; 8], [f64; 8]) {
    let ([_, _, rocker], [_, _, speed]) = FourBar::ONE.at(angle, 8.0);
    let [a, _, c, d] = bars.lengths;
    let (sin, cos) = angle.sin_cos();
    let end = [d + c * rocker.cos(), c * rocker.sin()];
    let q = [0.0, 0.0, a * cos, a * sin, end[0], end[1], d, 0.0];
    let v = [
        0.0,
        0.0,
        -8.0 * a * sin,
        8.0 * a * cos,
        -speed * end[1],
        speed * (end[0] - d),
        0.0,
        0.0,
    ];
    let mut sketch = (q, v);
    sketch.0[4..6].copy_from_slice(&[sketched(end[0]), sketched(end[1])]);
    sketch.1[4..6].copy_from_slice(&[0.0, 0.0]);
    (q, v, sketch.0, sketch.1)
}

const ENDS: Keep<'_> = Keep {
    coordinates: &[0, 1, 2, 3, 6, 7],
    velocities: &[0, 1, 2, 3, 6, 7],
};

#[test]
fn any_size_keeps_as_a_fixed_one() {
    let (bars, rods) = (Bars::ONE, Rods::four(Bars::ONE));
    for angle in angles() {
        let (q, v, sketch, slow) = rods_at(bars, angle);
        let fixed = bars
            .project_keeping(0.0, &sketch.into(), &slow.into(), ENDS)
            .expect("a fixed size");
        let any = rods
            .project_keeping(0.0, &sketch.to_vec().into(), &slow.to_vec().into(), ENDS)
            .expect("any size");
        for &k in ENDS.coordinates {
            assert_eq!((any.q[k], any.v[k]), (sketch[k], slow[k]));
            assert_eq!((fixed.q[k], fixed.v[k]), (sketch[k], slow[k]));
        }
        for (name, found, velocity) in [
            ("fixed", numbers(&fixed.q), numbers(&fixed.v)),
            ("any", numbers(&any.q), numbers(&any.v)),
        ] {
            assert!(
                largest_difference(&found, &q) < ANGLES,
                "{name} {angle}: {found:?} {q:?}"
            );
            assert!(
                largest_difference(&velocity, &v) < SPEEDS,
                "{name} {angle}: {velocity:?} {v:?}"
            );
        }
        let motion = Integrator::new(&rods, Midpoint, 1e-3, any.q.clone(), any.v.clone());
        assert!(motion.is_ok(), "{angle}");
        assert_eq!(
            any.change_of_v,
            &any.v - extremal::nalgebra::DVector::from(slow.to_vec())
        );
        // Without a word on what to keep, all bars move, in both.
        let fixed = bars
            .project_keeping(0.0, &sketch.into(), &slow.into(), Keep::NOTHING)
            .expect("fixed");
        let any = rods.project_keeping(0.0, &sketch.to_vec().into(), &slow.to_vec().into(), Keep::NOTHING);
        let any = any.expect("any size");
        assert!(largest_difference(&numbers(&fixed.q), &numbers(&any.q)) < ANGLES);
        assert!(largest_difference(&numbers(&fixed.v), &numbers(&any.v)) < SPEEDS);
        assert!(any.change_of_q.amax() > 1e-3);
        // `project` is the same, of arrays and lists, and of what refers to a system.
        let any = Ok((any.q, any.v));
        assert_eq!(rods.project(0.0, sketch, slow), any);
        assert_eq!(
            [&rods]
                .iter()
                .map(|rods| rods.project(0.0, sketch.to_vec(), slow))
                .next(),
            Some(any)
        );
    }
}

/// A long chain that hangs from a point that is kept, and whose end is pulled by a velocity that is.
#[test]
fn a_long_chain_keeps_its_ends() {
    let points = 200;
    let rods = Rods::chain(points);
    let at = |i: usize| [0.9 * i as f64, 0.4 * ((0.7 * i as f64).sin())];
    let sketch: Vec<f64> = (0..points).flat_map(at).collect();
    let mut slow = vec![0.0; 2 * points];
    slow[2 * points - 1] = 3.0;
    let keep = Keep {
        coordinates: &[0, 1],
        velocities: &[0, 1, 2 * points - 1],
    };
    let start = rods
        .project_keeping(0.0, &sketch.clone().into(), &slow.clone().into(), keep)
        .expect("a chain");
    assert_eq!([start.q[0], start.q[1]], [sketch[0], sketch[1]]);
    assert_eq!([start.v[0], start.v[1], start.v[2 * points - 1]], [0.0, 0.0, 3.0]);
    for i in 1..points {
        let [x, y] = [0, 1].map(|k| start.q[2 * i + k] - start.q[2 * i + k - 2]);
        let [u, w] = [0, 1].map(|k| start.v[2 * i + k] - start.v[2 * i + k - 2]);
        // Coordinates of 200 have a rounding of 3e-14.
        assert!((x.hypot(y) - 1.0).abs() < 2e-13, "{i}: {}", x.hypot(y));
        assert!((x * u + y * w).abs() < 1e-12, "{i}: {}", x * u + y * w);
    }
}

fn keeping(coordinates: &'static [usize], velocities: &'static [usize]) -> Keep<'static> {
    Keep {
        coordinates,
        velocities,
    }
}

#[test]
fn what_is_out_of_reach_is_named() {
    // The piston reaches from 2 to 4.
    let failure = Engine::ONE
        .project_keeping(0.0, &[1.0, 4.5].into(), &[0.0; 2].into(), keeping(&[1], &[]))
        .expect_err("out of reach");
    let Failure::CannotKeep(KeepFailure::Coordinates {
        constraint,
        violation,
        coordinate,
    }) = failure
    else {
        panic!("{failure}");
    };
    // (4.5 − cos θ)² + sin² θ − 9 is at least 3.5² − 9.
    assert!(
        constraint == "rod" && coordinate == "x" && violation >= 3.25,
        "{failure}"
    );
    let text = failure.to_string();
    assert!(
        text.starts_with("the coordinate `x` cannot be kept: the constraint `rod` is "),
        "{text}"
    );
    // All are kept, and do not fit.
    let failure =
        Engine::ONE.project_keeping(0.0, &[0.0, 3.9].into(), &[0.0; 2].into(), keeping(&[0, 1], &[]));
    let failure = failure.expect_err("3.9 is not 4");
    let Failure::CannotKeep(KeepFailure::Coordinates { violation, .. }) = failure else {
        panic!("{failure}");
    };
    assert!((violation - (2.9 * 2.9 - 9.0)).abs() < 1e-14, "{failure}");
    // The rocker swings from 97 to 150 degrees or so.
    let failure =
        FourBar::ONE.project_keeping(0.0, &[1.0, 0.5, 0.3].into(), &[0.0; 3].into(), keeping(&[2], &[]));
    let failure = failure.expect_err("out of reach");
    let is_named = matches!(failure, Failure::CannotKeep(KeepFailure::Coordinates { coordinate, .. }) if coordinate == "rocker");
    assert!(is_named, "{failure}");
    // Of any size: the ends of the second rod are too far apart for any third point.
    let (_, _, mut sketch, slow) = rods_at(Bars::ONE, 1.0);
    sketch[6] = 7.0;
    let failures = [
        Bars::ONE
            .project_keeping(0.0, &sketch.into(), &slow.into(), ENDS)
            .err(),
        Rods::four(Bars::ONE)
            .project_keeping(0.0, &sketch.to_vec().into(), &slow.to_vec().into(), ENDS)
            .err(),
    ];
    for failure in failures {
        let failure = failure.expect("out of reach");
        assert!(
            matches!(failure, Failure::CannotKeep(KeepFailure::Coordinates { .. })),
            "{failure}"
        );
    }
}

#[test]
fn dead_points_are_named() {
    // The piston is at its nearest, where the crank does not move it: sin π is 1e-16.
    let q = [core::f64::consts::PI, 2.0];
    let project =
        |v: [f64; 2]| Engine::ONE.project_keeping(0.0, &q.into(), &v.into(), keeping(&[0, 1], &[1]));
    let failure = project([8.0, 1.0]).expect_err("a dead point");
    let Failure::CannotKeep(KeepFailure::Velocities {
        constraint,
        violation,
        coordinate,
    }) = failure
    else {
        panic!("{failure}");
    };
    // 2 (x − cos π) ẋ
    assert!(
        constraint == "rod" && coordinate == "x" && (violation - 6.0).abs() < 1e-14,
        "{failure}"
    );
    let text = failure.to_string();
    assert!(
        text.starts_with("the velocity of `x` cannot be kept: the rate of the constraint `rod` is 6"),
        "{text}"
    );
    // It can be at rest, and the crank turns on.
    let start = project([8.0, 0.0]).expect("a piston at rest");
    assert_eq!(start.v.as_slice(), [8.0, 0.0]);
    // Crank and coupler are in line, so that the rocker is at its end.
    let four = FourBar::ONE;
    let q = four.extended();
    for keep in [keeping(&[], &[2]), keeping(&[0, 1, 2], &[2])] {
        let failure = four.project_keeping(0.0, &q.into(), &[8.0, 0.0, 1.0].into(), keep);
        let failure = failure.expect_err("a dead point");
        let is_named = matches!(failure, Failure::CannotKeep(KeepFailure::Velocities { coordinate, .. }) if coordinate == "rocker");
        assert!(is_named, "{failure}");
    }
    // Both speeds are kept, and only one is free.
    let (q, v) = four.at(1.0, 8.0);
    let failure = four.project_keeping(
        0.0,
        &q.into(),
        &[8.0, 0.0, v[2] + 0.1].into(),
        keeping(&[0], &[0, 2]),
    );
    assert!(
        matches!(failure, Err(Failure::CannotKeep(KeepFailure::Velocities { .. }))),
        "{failure:?}"
    );
    let start = four.project_keeping(
        0.0,
        &q.into(),
        &[8.0, 0.0, v[2]].into(),
        keeping(&[0, 2], &[0, 2]),
    );
    let start = start.expect("speeds that fit each other");
    assert!((start.v[1] - v[1]).abs() < SPEEDS, "{} {v:?}", start.v);
}

/// Four rods from points that are kept hold one point of a plane: two of them are redundant.
#[test]
fn redundant_rods_are_satisfied_or_named() {
    for (longer, is_kept) in [(0.0, true), (1e-3, false)] {
        let stars = Rods::star(longer);
        let mut sketch = Rods::star_at([0.3, 0.2]).to_vec();
        sketch[0] = 0.25;
        let mut v = vec![0.0; 10];
        // All move together.
        v[2..].copy_from_slice(&[0.5, -0.25].repeat(4));
        let keep = keeping(&[2, 3, 4, 5, 6, 7, 8, 9], &[2, 3, 4, 5, 6, 7, 8, 9]);
        let found = stars.project_keeping(0.0, &sketch.clone().into(), &v.clone().into(), keep);
        match found {
            Ok(start) if is_kept => {
                let found = [start.q[0], start.q[1], start.v[0], start.v[1]];
                assert!(
                    largest_difference(&found, &[0.3, 0.2, 0.5, -0.25]) < 1e-14,
                    "{found:?}"
                );
            }
            Err(Failure::CannotKeep(KeepFailure::Coordinates { .. })) if !is_kept => {}
            other => panic!("{longer}: {other:?}"),
        }
    }
}

#[test]
fn nothing_kept_is_a_projection() {
    let four = FourBar::ONE;
    for angle in angles() {
        let (q, v) = four.at(angle, 8.0);
        let (q, v) = (q.map(sketched).into(), v.map(sketched).into());
        let start = four.project_keeping(0.0, &q, &v, Keep::NOTHING).expect("a start");
        assert_eq!(four.project(0.0, q, v), Ok((start.q, start.v)));
        let keeps = Keep::default();
        assert_eq!(four.project_keeping(0.0, &q, &v, keeps), Ok(start));
        // As of a reference.
        assert_eq!(Lagrangian::project_keeping(&&four, 0.0, &q, &v, keeps), Ok(start));
    }
}

/// M depends on the velocity, which is that of a point on a sphere near the speed of light: the percussion is along the gradient.
#[test]
fn percussions_of_what_is_free_are_along_the_gradient() {
    let sphere = Sphere { m: 1.3, c: 1.0 };
    let (q, v) = ([0.48, 0.6, 0.64].into(), [0.5, 0.6, 0.3].into());
    let start = sphere
        .project_keeping(0.0, &q, &v, keeping(&[], &[0]))
        .expect("slower than light");
    assert_eq!(start.v[0], 0.5);
    let q = start.q;
    assert!((q.norm() - 1.0).abs() < 1e-15 && q.dot(&start.v).abs() < 1e-15);
    let jump = sphere.momentum(0.0, &q, &start.v) - sphere.momentum(0.0, &q, &v);
    // Differences of momenta of 2, some roundings of each.
    assert!((jump[1] * q[2] - jump[2] * q[1]).abs() < 1e-14, "{jump}");
    assert!(jump[1].abs() > 0.1, "{jump}");
    // Nothing is slower than light and has these two velocities along the sphere.
    let failure = sphere.project_keeping(0.0, &q, &[0.9, 0.4, 0.0].into(), keeping(&[], &[0, 1]));
    assert!(failure.is_err(), "{failure:?}");
}

/// The rate of a constraint that depends on time is not zero at rest.
#[test]
fn constraints_of_time_are_kept() {
    let winch = Winch { l: 2.0, pull: 0.5 };
    let start = winch
        .project_keeping(1.0, &[0.9, -1.1].into(), &[0.2, 0.0].into(), keeping(&[0], &[0]))
        .expect("a start");
    let y = -(1.5_f64 * 1.5 - 0.81).sqrt();
    assert_eq!((start.q[0], start.v[0]), (0.9, 0.2));
    // x ẋ + y ẏ = l l̇
    let speed = (-0.75 - 0.9 * 0.2) / y;
    assert!(
        (start.q[1] - y).abs() < 1e-15 && (start.v[1] - speed).abs() < 1e-15,
        "{start:?}"
    );
}

/// What has no mass follows, and is followed.
#[test]
fn a_wheel_without_inertia_is_kept_and_follows() {
    let wheel = Wheel { m: 2.0, r: 0.25 };
    let project = |keep| {
        wheel
            .project_keeping(0.0, &[0.5, 1.0].into(), &[1.0, 3.0].into(), keep)
            .expect("a start")
    };
    let start = project(keeping(&[0], &[0]));
    assert_eq!(
        (start.q.as_slice(), start.v.as_slice()),
        (&[0.5, 2.0][..], &[1.0, 4.0][..])
    );
    let start = project(keeping(&[1], &[1]));
    assert_eq!(
        (start.q.as_slice(), start.v.as_slice()),
        (&[0.25, 1.0][..], &[0.75, 3.0][..])
    );
}

#[test]
fn mistakes_are_errors() {
    let project =
        |t: f64, q: [f64; 2], v: [f64; 2], keep| Engine::ONE.project_keeping(t, &q.into(), &v.into(), keep);
    let found = |keep| {
        project(0.0, [1.0, 3.4], [0.0; 2], keep)
            .expect_err("a mistake")
            .to_string()
    };
    assert_eq!(
        found(keeping(&[2], &[])),
        "coordinate 2 cannot be kept: 2 coordinates are counted from 0"
    );
    assert_eq!(
        found(keeping(&[], &[usize::MAX])),
        format!(
            "coordinate {} cannot be kept: 2 coordinates are counted from 0",
            usize::MAX
        )
    );
    assert_eq!(
        found(keeping(&[1, 0, 1], &[])),
        "the coordinate `x` is to be kept twice; name it once"
    );
    assert_eq!(
        found(keeping(&[0], &[0, 0])),
        "the velocity of `crank` is to be kept twice; name it once"
    );
    for bad in [f64::NAN, f64::INFINITY] {
        let what = "coordinates";
        let failures = [
            (project(0.0, [bad, 3.4], [0.0; 2], CRANK), what, "crank"),
            (project(0.0, [1.0, bad], [0.0; 2], CRANK), what, "x"),
            (project(0.0, [1.0, 3.4], [0.0, bad], CRANK), "velocity", "x"),
            (
                project(0.0, [1.0, 3.4], [0.0, bad], Keep::NOTHING),
                "velocity",
                "x",
            ),
        ];
        for (failure, expected, name) in failures {
            let failure = failure.expect_err("no number");
            let is_named = matches!(failure, Failure::NotFiniteCoordinate { what, coordinate } if what == expected && coordinate == name);
            assert!(is_named, "{failure}");
        }
        assert_eq!(
            project(bad, [1.0, 3.4], [0.0; 2], CRANK),
            Err(Failure::NotFinite { what: "time" })
        );
    }
    let rods = Rods::four(Bars::ONE);
    let failure = rods.project_keeping(0.0, &vec![0.0; 7].into(), &vec![0.0; 8].into(), Keep::NOTHING);
    assert!(
        matches!(
            failure,
            Err(Failure::Length {
                expected: 8,
                found: 7,
                ..
            })
        ),
        "{failure:?}"
    );
    let failure = rods.project_keeping(
        0.0,
        &vec![0.0; 8].into(),
        &vec![0.0; 8].into(),
        keeping(&[8], &[]),
    );
    assert!(
        matches!(
            failure,
            Err(Failure::CannotKeep(KeepFailure::Index {
                index: 8,
                coordinates: 8
            }))
        ),
        "{failure:?}"
    );
}
