//! What is kept does not depend on units, nor does whether it can be kept.

use extremal::Failure;
use extremal::error::KeepFailure;
use extremal::prelude::*;

use super::mechanisms::{ONE, Units};
use super::{Measured, ROUNDINGS, compared, scales};

/// A crank that pulls a point on a rod, and water as a system of any size.
fn started(u: Units) -> Measured {
    let pulled = u.pulled();
    let fixed = || {
        let (q, v) = ([0.7, 0.5 * u.l, 3.0 * u.l].into(), [8.0 / u.t, 0.0, 0.0].into());
        let keep = Keep {
            coordinates: &[0],
            velocities: &[0],
        };
        let start = pulled.project_keeping(0.0, &q, &v, keep)?;
        assert_eq!((start.q[0], start.v[0]), (q[0], v[0]));
        let [q, v, dq, dv] = [start.q, start.v, start.change_of_q, start.change_of_v];
        let lengths = [q[1], q[2], dq[1], dq[2]].map(|x| x / u.l);
        let speeds = [v[1], v[2], dv[1], dv[2]].map(|v| v / u.speed());
        Ok([lengths, speeds].concat())
    };
    let any = || {
        let (_, mut q, mut v) = u.water();
        q[4] += 0.1 * u.l;
        v[7] += 0.3 * u.speed();
        let keep = Keep {
            coordinates: &[0, 1, 2, 3],
            velocities: &[8, 0],
        };
        let start = u
            .points()
            .project_keeping(0.0, &q.to_vec().into(), &v.to_vec().into(), keep)?;
        let lengths = start.q.iter().map(|q| q / u.l);
        Ok(lengths.chain(start.v.iter().map(|v| v / u.speed())).collect())
    };
    let text = |failure: Failure| failure.to_string();
    vec![("fixed", fixed().map_err(text)), ("any", any().map_err(text))]
}

#[test]
fn what_is_kept_does_not_depend_on_units() {
    let one = started(ONE);
    for units in scales(1e30) {
        compared(&one, &started(units), ROUNDINGS, units);
    }
}

#[test]
fn what_cannot_be_kept_does_not_depend_on_units() {
    for units in scales(1e30) {
        let project = |q: [f64; 3], v: [f64; 3], keep| {
            let q = [q[0], q[1] * units.l, q[2] * units.l];
            let v = [v[0] / units.t, v[1] * units.speed(), v[2] * units.speed()];
            let found = units.pulled().project_keeping(0.0, &q.into(), &v.into(), keep);
            found.map(|start| start.v * units.t)
        };
        let keep = Keep {
            coordinates: &[1, 2],
            velocities: &[],
        };
        let failure = project([0.7, 5.0, 3.0], [0.0; 3], keep).expect_err("too far");
        let is_named = matches!(failure, Failure::CannotKeep(KeepFailure::Coordinates { violation, .. }) if violation != 0.0);
        assert!(is_named, "{units:?}: {failure}");
        // The rod is along the crank.
        let dead = [core::f64::consts::FRAC_PI_2, 0.0, 3.0];
        let keep = Keep {
            coordinates: &[0, 1, 2],
            velocities: &[2],
        };
        let failure = project(dead, [8.0, 0.0, 1.0], keep).expect_err("a dead point");
        let is_named = matches!(failure, Failure::CannotKeep(KeepFailure::Velocities { coordinate, .. }) if coordinate == "y");
        assert!(is_named, "{units:?}: {failure}");
        let start = project(dead, [8.0, 0.5, 0.0], keep).expect("a point that goes aside");
        // The crank turns on, and the point goes aside as fast as it likes.
        assert!((start[0] - 8.0).abs() < 1e-13, "{units:?}: {start}");
    }
}
