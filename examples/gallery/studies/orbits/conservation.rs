//! What the schemes keep of the double pendulum, for the comparison of conserved quantities.

use extremal::Error;
use extremal::prelude::*;

use crate::systems::double_pendulum::DoublePendulum;
use report::contest::{Claims, Contest, HIGHER, SECOND, Task, rounding};
use report::measure::end_state;
use report::table::FactsRow;

type Sixth = Galerkin<3, Gauss<3>>;

const DOUBLE: DoublePendulum = DoublePendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// The chaotic pendulum under all schemes.
pub fn contest(steps: usize) -> Result<Contest, Error> {
    let start = Integrator::new(&DOUBLE, Midpoint, 1.0, [2.5, 2.5], [0.0; 2])?.state();
    let task = Task {
        system: &DOUBLE,
        start,
        h: 0.01,
        steps,
        maps: [],
        exact: end_state(&DOUBLE, Galerkin::<6, Gauss<6>>::default(), start, 1.0, 400)?,
        short: 100,
    };
    let entries = vec![
        task.enter(("Livens", Livens), Claims::livens(), &SECOND)?,
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
        system: "double pendulum",
        entries,
        captions: [
            "Double pendulum from rest at (2.5, 2.5), chaotic, h = 0.01. It has no momentum map. After about ten seconds no scheme can \
             predict its position.",
            "Double pendulum: cost, and the error of the angles at t = 1.",
        ],
        maps: &[],
        bound: rounding(steps, 4.0),
        target: 1e-4,
    })
}

/// The facts about these schemes.
pub fn facts() -> Vec<FactsRow> {
    let double = "double pendulum";
    vec![
        FactsRow::of::<DoublePendulum, Livens>(double, "Livens"),
        FactsRow::of::<DoublePendulum, Polarized<Livens>>(double, "Polarized<Livens>"),
    ]
}
