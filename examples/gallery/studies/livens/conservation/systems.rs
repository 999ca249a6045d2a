//! The systems of the comparison, their schemes, and the quantities that each scheme is expected to keep.

use extremal::Error;
use extremal::prelude::*;

use super::contest::{Claims, Contest, Said, Task};
use crate::double_pendulum::DoublePendulum;
use crate::heavy_top::{self, FAST, HeavyTop};
use crate::measure::end_state;
use crate::spring_pendulum::{CARTESIAN, CartesianSpringPendulum, PLACE, RATE, START, SpringPendulum, UNIT};
use crate::table::FactsRow;

type Sixth = Galerkin<3, Gauss<3>>;

const DOUBLE: DoublePendulum = DoublePendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// Variational schemes: not the energy, but momentum maps by Noether's theorem.
const fn symplectic<const M: usize>() -> Claims<M> {
    Claims {
        energy: Said::NotKept,
        total: Said::NotKept,
        maps: [Said::Kept; M],
    }
}

/// The same, with energy errors that may be at rounding.
const fn symplectic_of_order_six<const M: usize>() -> Claims<M> {
    Claims {
        energy: Said::Open,
        total: Said::Open,
        ..symplectic()
    }
}

/// Livens: only p·v − L.
const fn livens<const M: usize>() -> Claims<M> {
    Claims {
        energy: Said::Kept,
        total: Said::NotKept,
        maps: [Said::NotKept; M],
    }
}

/// With p = M v at the nodes T + V is kept as well.
const fn polarized<const M: usize>() -> Claims<M> {
    Claims {
        total: Said::Kept,
        ..livens()
    }
}

/// The relative rounding error of a run: one ε per step of terms that are `terms` times the quantity, if all add.
fn rounding(steps: usize, terms: f64) -> f64 {
    steps as f64 * terms * f64::EPSILON
}

const SECOND: [usize; 6] = [50, 100, 200, 400, 800, 1600];
const HIGHER: [usize; 8] = [8, 12, 16, 25, 35, 50, 71, 100];

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
        ..livens()
    };
    let entries = vec![
        task.enter(("Livens", Livens), livens(), &SECOND)?,
        task.enter(("Equivariant<Livens>", Equivariant(Livens)), equivariant, &SECOND)?,
        task.enter(("Polarized<Livens>", Polarized(Livens)), polarized(), &SECOND)?,
        task.enter(("Midpoint", Midpoint), symplectic(), &SECOND)?,
        task.enter(("Verlet", Verlet), symplectic(), &SECOND)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            symplectic_of_order_six(),
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
        ..livens()
    };
    let equivariant = Claims {
        maps: [Said::Kept; 2],
        ..plain
    };
    let entries = vec![
        task.enter(("Livens", Livens), plain, &SECOND)?,
        task.enter(("Equivariant<Livens>", Equivariant(Livens)), equivariant, &SECOND)?,
        task.enter(("Midpoint", Midpoint), symplectic(), &SECOND)?,
        task.enter(("Verlet", Verlet), symplectic(), &SECOND)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            symplectic_of_order_six(),
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

/// ½ p·(e j): the momentum map of rotations about the top's own axis.
fn about_figure_axis(_: &HeavyTop, state: &extremal::StateOf<HeavyTop>) -> f64 {
    let (e, p) = (state.q, state.p);
    0.5 * (-e[2] * p[0] - e[3] * p[1] + e[0] * p[2] + e[1] * p[3])
}

pub(super) fn heavy_top(steps: usize) -> Result<Contest, Error> {
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
        ..livens()
    };
    let entries = vec![
        task.enter(("Livens", Livens), livens(), &second)?,
        task.enter(("Midpoint", Midpoint), symplectic(), &second)?,
        task.enter(("Verlet", Verlet), symplectic(), &second)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            symplectic_of_order_six(),
            &[40, 57, 80, 113, 160, 226, 320],
        )?,
        task.enter(("Polarized<Livens>", Polarized(Livens)), polarized(), &second)?,
        task.enter(("Stabilized<Livens>", Stabilized(Livens)), stabilized, &second)?,
        task.enter(
            ("Stabilized<Equivariant<Livens>>", Stabilized(Equivariant(Livens))),
            stabilized,
            &second,
        )?,
        task.enter(
            ("Stabilized<Polarized<Livens>>", Stabilized(Polarized(Livens))),
            polarized(),
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

pub(super) fn double_pendulum(steps: usize) -> Result<Contest, Error> {
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
        task.enter(("Livens", Livens), livens(), &SECOND)?,
        task.enter(("Polarized<Livens>", Polarized(Livens)), polarized(), &SECOND)?,
        task.enter(("Midpoint", Midpoint), symplectic(), &SECOND)?,
        task.enter(("Verlet", Verlet), symplectic(), &SECOND)?,
        task.enter(
            ("Galerkin<3, Gauss<3>>", Sixth::default()),
            symplectic_of_order_six(),
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

pub(super) fn facts() -> Vec<FactsRow> {
    let (top, double) = ("heavy top", "double pendulum");
    vec![
        FactsRow::of::<HeavyTop, Livens>(top, "Livens"),
        FactsRow::of::<HeavyTop, Equivariant<Livens>>(top, "Equivariant<Livens>"),
        FactsRow::of::<HeavyTop, Stabilized<Livens>>(top, "Stabilized<Livens>"),
        FactsRow::of::<HeavyTop, Stabilized<Equivariant<Livens>>>(top, "Stabilized<Equivariant<Livens>>"),
        FactsRow::of::<HeavyTop, Polarized<Livens>>(top, "Polarized<Livens>"),
        FactsRow::of::<HeavyTop, Stabilized<Polarized<Livens>>>(top, "Stabilized<Polarized<Livens>>"),
        FactsRow::of::<HeavyTop, Verlet>(top, "Verlet"),
        FactsRow::of::<DoublePendulum, Livens>(double, "Livens"),
        FactsRow::of::<DoublePendulum, Polarized<Livens>>(double, "Polarized<Livens>"),
    ]
}
