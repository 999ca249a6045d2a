//! The two forms of a scheme, with and without multipliers among the unknowns: the difference of their results.
//!
//! Compares the forms with each other on two masses on rods; no other reference exists.

use extremal::blocks::Block;
use extremal::drive::ConstrainedStep;
use extremal::prelude::*;
use extremal::{Discretize, Error, StateOf};

use crate::systems::tied_masses::{TiedMasses, UNIT};
use report::measure::size;
use report::table::{FactsRow, Row};

type First = Galerkin<1, Gauss<1>>;
type Second = Galerkin<2, Gauss<2>>;
type Third = Galerkin<3, Gauss<3>>;

/// One second.
const STEPS: usize = 1000;
const H: f64 = 1e-3;

/// The largest differences over a run.
#[derive(Debug, Default)]
struct Apart {
    state: f64,
    reactions: f64,
}

impl Apart {
    fn measure<D, N>(scheme: D, start: StateOf<TiedMasses>) -> Result<Self, Error>
    where
        TiedMasses: Discretize<D, Report = ConstrainedStep<N, [f64; 2]>>
            + Discretize<NullSpace<D>, Report = ConstrainedStep<N, [f64; 2]>>,
        D: Copy,
        N: Block<f64>,
    {
        let mut augmented = Integrator::<_, D>::from_state(UNIT, scheme, H, start)?;
        let mut null_space = Integrator::<_, NullSpace<D>>::from_state(UNIT, NullSpace(scheme), H, start)?;
        let mut apart = Self::default();
        for _ in 0..STEPS {
            let reports = [augmented.step()?.reactions, null_space.step()?.reactions];
            let states = [augmented.state(), null_space.state()];
            let q = size(&(states[0].q - states[1].q));
            let p = size(&(states[0].p - states[1].p));
            let reactions: [f64; 2] = core::array::from_fn(|k| reports[0][k] - reports[1][k]);
            apart.state = apart.state.max(q).max(p);
            apart.reactions = apart.reactions.max(size(&reactions));
        }
        Ok(apart)
    }

    fn rows(&self, degree: u8) -> [Row; 2] {
        let quantity = |what: &str| format!("{what}, largest difference between both forms, P = {degree}");
        let degree = f64::from(degree);
        // g is solved to a few ε of |q|² ≤ 6. Divided by h this is the error of v, times P² inside an element, and of an impulse. A
        // reaction is two impulses over 2 w₀ h.
        let impulses = 16.0 * degree * degree * f64::EPSILON / H;
        [
            Row::below(
                quantity("q and p"),
                // ε of p ≤ 5 per step, if all roundings add.
                5.0 * f64::EPSILON * STEPS as f64,
                self.state,
                "both forms solve the same equations; the roundings of all steps may add",
            ),
            Row::below(
                quantity("reactions"),
                degree * (degree + 1.0) * impulses / H,
                self.reactions,
                "ε/h² = 2e-10, times P³ (P + 1): positions accurate to a few ε give velocities and impulses accurate to that \
                  over h, times P² inside an element; forces are impulses divided by the parts of h",
            ),
        ]
    }
}

pub(super) fn rows(start: StateOf<TiedMasses>) -> Result<Vec<Row>, Error> {
    let rows = [
        Apart::measure(First::default(), start)?.rows(1),
        Apart::measure(Second::default(), start)?.rows(2),
        Apart::measure(Third::default(), start)?.rows(3),
    ];
    Ok(rows.into_iter().flatten().collect())
}

pub(super) fn facts() -> Vec<FactsRow> {
    let system = "two masses on rods";
    vec![
        FactsRow::of::<TiedMasses, First>(system, "Galerkin<1, Gauss<1>>"),
        FactsRow::of::<TiedMasses, NullSpace<First>>(system, "NullSpace<Galerkin<1, Gauss<1>>>"),
        FactsRow::of::<TiedMasses, Second>(system, "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<TiedMasses, NullSpace<Second>>(system, "NullSpace<Galerkin<2, Gauss<2>>>"),
        FactsRow::of::<TiedMasses, Third>(system, "Galerkin<3, Gauss<3>>"),
        FactsRow::of::<TiedMasses, NullSpace<Third>>(system, "NullSpace<Galerkin<3, Gauss<3>>>"),
    ]
}
