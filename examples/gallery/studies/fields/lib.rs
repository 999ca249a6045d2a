//! Several fields over the whole interval: what is missing of figures 5.3, 5.4, 5.8 and 5.12 of G. Capobianco's thesis (2015), and what it
//! says of matrices and of Newton's method.

#![cfg(not(debug_assertions))]

mod matrices;
mod pendulum;
mod planet;
mod spring;

use extremal::monolithic::{Solution, Start, Together};
use extremal::prelude::*;
use extremal::schemes::MultiField;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::FactsRow;
use thesis::elements::{Errors, Runs, root_of_e};
use thesis::{Found, TERMS};

/// The declarations of the example, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the example"
)]
mod systems {
    pub(crate) mod multi_field;
}

use systems::multi_field::{Planet, Spring, Swing};

const ABOUT: &str = "The multi-field curves of figures 5.3, 5.4, 5.8 and 5.12 of Capobianco's thesis (2015): α = 0 is the single field, α = 1 \
    the pure form with momenta (β = 0) or also velocities (β = 1), α = ½ a mixed form. All integrals have two points of Gauss for each \
    element. Figures 5.3 and 5.4 have the impulse of (4.19), and not one of the initial conditions (4.27). At the end: condition numbers, \
    and how many iterations Newton's method takes from two guesses.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let mut found = progress.part("figure 5.3", spring::convergence)?;
    found.add(progress.part("figure 5.4", spring::energies)?);
    found.add(progress.part("figure 5.8", pendulum::convergence)?);
    found.add(progress.part("figure 5.12", planet::convergence)?);
    found.add(progress.part("matrices", matrices::study)?);
    let Found { rows, grids, plots } = found;
    Ok(Study {
        terms: TERMS,
        rows,
        grids,
        plots,
        facts: vec![
            FactsRow::of::<Spring, MultiField>("spring", "MultiField<1, 1, 1>"),
            FactsRow::of::<Planet, MultiField>("planet", "MultiField<1, 1, 1>"),
        ],
        ..Study::new(
            "multi_field",
            "Several fields",
            ABOUT,
            include_str!("../../../multi_field.rs"),
        )
    })
}

/// A motion of linear fields with the weights (α, β).
fn solved<S, A>(
    system: S,
    (alpha, beta): (f64, f64),
    (span, steps): (f64, usize),
    start: Start<A>,
) -> Outcome<Solution<S, MultiField>>
where
    S: Runs<MultiField>,
    A: extremal::monolithic::AtEnds<S>,
    MultiField: Together<S, Solution = Solution<S, MultiField>>,
{
    let scheme = MultiField::linear(alpha, beta);
    let whole = Monolithic::new(system, scheme, span / steps as f64, steps, start);
    whole.solve().map_err(|unsolved| unsolved.to_string().into())
}

/// Errors with each of the numbers of elements in `counts`.
fn errors<S, A, const N: usize>(
    (name, weights): (&'static str, (f64, f64)),
    system: S,
    start: Start<A>,
    (span, counts): (f64, &[usize]),
    exact: impl Fn(f64) -> [f64; N],
) -> Outcome<Errors>
where
    S: Runs<MultiField>,
    A: extremal::monolithic::AtEnds<S> + Copy,
    MultiField: Together<S, Solution = Solution<S, MultiField>>,
{
    use extremal::blocks::Vector;
    let (mut inside, mut nodes) = (Vec::new(), Vec::new());
    for &steps in counts {
        let solution = solved(system, weights, (span, steps), start)?;
        let h = span / steps as f64;
        inside.push((h, root_of_e(solution.trajectory(), &exact)));
        let squares = solution.states().iter().map(|state| {
            let pairs = state.q.as_slice().iter().zip(exact(state.t));
            pairs.map(|(q, exact)| (q - exact).powi(2)).sum::<f64>()
        });
        nodes.push((h, (squares.sum::<f64>() / (steps + 1) as f64).sqrt()));
    }
    Ok(Errors {
        scheme: name,
        inside,
        nodes,
    })
}
