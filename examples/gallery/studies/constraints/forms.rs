//! The two forms of a scheme, with multipliers among the unknowns and without: how far apart they come.
//!
//! Knows two masses on rods, and no reference: each form is the other's.

use extremal::prelude::*;
use extremal::{Block, ConstrainedStep, Discretize, Error, StateOf};

use super::largest;
use crate::table::{FactsRow, Row};
use crate::tied_masses::{TiedMasses, UNIT};

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
            let q = largest(&(states[0].q - states[1].q));
            let p = largest(&(states[0].p - states[1].p));
            let reactions: [f64; 2] = core::array::from_fn(|k| reports[0][k] - reports[1][k]);
            apart.state = apart.state.max(q).max(p);
            apart.reactions = apart.reactions.max(largest(&reactions));
        }
        Ok(apart)
    }

    fn rows(&self, degree: u8) -> [Row; 2] {
        let quantity = |what: &str| format!("{what}, largest difference of both forms, P = {degree}");
        let degree = f64::from(degree);
        // g to a few ε of |q|² ≤ 6 is as much over h in v, with P² inside an element, and in an impulse; two of them over 2 w₀ h.
        let impulses = 16.0 * degree * degree * f64::EPSILON / H;
        [
            Row::below(
                quantity("q and p"),
                // ε of p ≤ 5 a step, if all add.
                5.0 * f64::EPSILON * STEPS as f64,
                self.state,
                "the same equations: rounding of each step may add",
            ),
            Row::below(
                quantity("reactions"),
                degree * (degree + 1.0) * impulses / H,
                self.reactions,
                "ε/h² = 2e-10 and P³ (P + 1): positions known to a few ε make velocities and impulses known to \
                 that over h, P² as much inside an element, and forces are impulses over the parts of h",
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
