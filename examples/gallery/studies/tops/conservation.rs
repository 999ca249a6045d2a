//! What the schemes keep of the fast heavy top, for the comparison of conserved quantities.

pub mod parasite;

use extremal::Error;
use extremal::prelude::*;

use crate::systems::heavy_top::{self, FAST, HeavyTop};
use report::contest::{Claims, Contest, Said, Task, rounding};
use report::measure::end_state;
use report::table::FactsRow;

type Sixth = Galerkin<3, Gauss<3>>;

/// ½ p·(e j): the momentum map of rotations about the top's own axis.
fn about_figure_axis(_: &HeavyTop, state: &extremal::StateOf<HeavyTop>) -> f64 {
    let (e, p) = (state.q, state.p);
    0.5 * (-e[2] * p[0] - e[3] * p[1] + e[0] * p[2] + e[1] * p[3])
}

/// The top under all schemes.
pub fn contest(steps: usize) -> Result<Contest, Error> {
    let start = Integrator::new(FAST, Midpoint, 1.0, heavy_top::START, heavy_top::RATE)?.state();
    let task = Task {
        system: FAST,
        start,
        h: 1e-3,
        steps,
        maps: [HeavyTop::about_vertical, about_figure_axis],
        exact: end_state(FAST, Sixth::default(), start, 0.5, 5000)?,
        short: 500,
    };
    let second = [250, 500, 1000, 2000, 4000, 8000];
    // M depends on e, so p is not the M v of the stabilized velocity.
    let stabilized = Claims {
        energy: Said::NotKept,
        ..Claims::livens()
    };
    let entries = vec![
        task.enter(("Livens", Livens), Claims::livens(), &second)?,
        task.enter(("Midpoint", Midpoint), Claims::symplectic(), &second)?,
        task.enter(("Verlet", Verlet), Claims::symplectic(), &second)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            Claims::symplectic_of_order_six(),
            &[40, 57, 80, 113, 160, 226, 320],
        )?,
        task.enter(
            ("Polarized<Livens>", Polarized(Livens)),
            Claims::polarized(),
            &second,
        )?,
        task.enter(("Stabilized<Livens>", Stabilized(Livens)), stabilized, &second)?,
        task.enter(
            ("Stabilized<Equivariant<Livens>>", Stabilized(Equivariant(Livens))),
            stabilized,
            &second,
        )?,
        task.enter(
            ("Stabilized<Polarized<Livens>>", Stabilized(Polarized(Livens))),
            Claims::polarized(),
            &second,
        )?,
    ];
    Ok(Contest {
        system: "heavy top",
        entries,
        captions: [
            "Fast heavy top in Euler parameters, h = 0.001. M depends on e. |e|² = 1 is a constraint, with which Verlet is RATTLE. Livens keeps \
             p·v − L, but T + V is off by a sixth, because p and M v differ; with Polarized<Livens> they are equal. Equivariant<Livens> is \
             omitted, because its velocity leaves the constraint exponentially.",
            "Fast heavy top: cost, and the error of e at t = 0.5.",
        ],
        maps: &["vertical momentum", "about the top's axis"],
        bound: rounding(steps, 4.0),
        target: 1e-2,
    })
}

/// The facts about these schemes.
pub fn facts() -> Vec<FactsRow> {
    let top = "heavy top";
    vec![
        FactsRow::of::<HeavyTop, Livens>(top, "Livens"),
        FactsRow::of::<HeavyTop, Equivariant<Livens>>(top, "Equivariant<Livens>"),
        FactsRow::of::<HeavyTop, Stabilized<Livens>>(top, "Stabilized<Livens>"),
        FactsRow::of::<HeavyTop, Stabilized<Equivariant<Livens>>>(top, "Stabilized<Equivariant<Livens>>"),
        FactsRow::of::<HeavyTop, Polarized<Livens>>(top, "Polarized<Livens>"),
        FactsRow::of::<HeavyTop, Stabilized<Polarized<Livens>>>(top, "Stabilized<Polarized<Livens>>"),
        FactsRow::of::<HeavyTop, Verlet>(top, "Verlet"),
    ]
}
