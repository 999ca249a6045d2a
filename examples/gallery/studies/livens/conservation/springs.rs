//! What the schemes keep of the spring pendulum, in spherical and in Cartesian coordinates.

use extremal::Error;
use extremal::prelude::*;

use crate::systems::spring_pendulum::{
    CARTESIAN, CartesianSpringPendulum, PLACE, RATE, START, SpringPendulum, UNIT,
};
use report::contest::{Claims, Contest, HIGHER, SECOND, Said, Task, rounding};
use report::measure::end_state;

type Sixth = Galerkin<3, Gauss<3>>;

pub(super) fn spherical(steps: usize) -> Result<Contest, Error> {
    let start = Integrator::new(UNIT, Midpoint, 1.0, START, RATE)?.state();
    let task = Task {
        system: UNIT,
        start,
        h: 0.01,
        steps,
        maps: [SpringPendulum::turn],
        exact: end_state(UNIT, Galerkin::<6, Gauss<6>>::default(), start, 1.0, 200)?,
        short: 100,
    };
    let equivariant = Claims {
        maps: [Said::Kept],
        ..Claims::livens()
    };
    let entries = vec![
        task.enter(("Livens", Livens), Claims::livens(), &SECOND)?,
        task.enter(("Equivariant<Livens>", Equivariant(Livens)), equivariant, &SECOND)?,
        task.enter(
            ("Polarized<Livens>", Polarized(Livens)),
            Claims::polarized(),
            &SECOND,
        )?,
        task.enter(("Midpoint", Midpoint), Claims::symplectic(), &SECOND)?,
        task.enter(("Verlet", Verlet), Claims::symplectic(), &SECOND)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            Claims::symplectic_of_order_six(),
            &HIGHER,
        )?,
    ];
    Ok(Contest {
        system: "spring pendulum, spherical",
        entries,
        captions: [
            "Spring pendulum in spherical coordinates, h = 0.01: the largest error of the run. Exact: at most one ε per step, if all add.",
            "Spring pendulum in spherical coordinates: cost, and the error of q at t = 1.",
        ],
        maps: &["|p_φ/p_φ(0) − 1|"],
        bound: rounding(steps, 1.5),
        target: 1e-4,
    })
}

pub(super) fn cartesian(steps: usize) -> Result<Contest, Error> {
    let start = Integrator::new(CARTESIAN, Midpoint, 1.0, PLACE.0, PLACE.1)?.state();
    let task = Task {
        system: CARTESIAN,
        start,
        h: 0.01,
        steps,
        maps: [CartesianSpringPendulum::about_z, CartesianSpringPendulum::about_y],
        exact: end_state(CARTESIAN, Sixth::default(), start, 1.0, 1000)?,
        short: 100,
    };
    // M is constant.
    let plain = Claims {
        total: Said::Kept,
        ..Claims::livens()
    };
    let equivariant = Claims {
        maps: [Said::Kept; 2],
        ..plain
    };
    let entries = vec![
        task.enter(("Livens", Livens), plain, &SECOND)?,
        task.enter(("Equivariant<Livens>", Equivariant(Livens)), equivariant, &SECOND)?,
        task.enter(("Midpoint", Midpoint), Claims::symplectic(), &SECOND)?,
        task.enter(("Verlet", Verlet), Claims::symplectic(), &SECOND)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            Claims::symplectic_of_order_six(),
            &HIGHER,
        )?,
    ];
    Ok(Contest {
        system: "spring pendulum, Cartesian",
        entries,
        captions: [
            "Spring pendulum in Cartesian coordinates: M is constant, and all rotations are linear in x.",
            "Spring pendulum in Cartesian coordinates: cost, and the error of q at t = 1.",
        ],
        maps: &["|L_z/L_z(0) − 1|", "|L_y/L_y(0) − 1|"],
        bound: rounding(steps, 1.5),
        target: 1e-4,
    })
}
