//! The position–momentum form of an element: the momentum at its start is given, and that at its end follows.
//!
//! ```text
//! D₀L_d + F₀ + p_k = 0,   D_iL_d + F_i = 0 (0 < i < P),   p_{k+1} = D_P L_d + F_P
//! ```
//!
//! (Capobianco 2015, eq. 4.43.) The equations are tested with δqᵢ(s) = ∫ₛ¹ ℓᵢ, which span all variations that vanish at the
//! end, and with δq = 1. That is a regular linear combination of the nodal equations. Divided by bᵢ = ∫₀¹ ℓᵢ it reads
//!
//! ```text
//! r_i = p_k + h Σ_m w_m (∂L/∂q + f)(s_m) ∫_{s_m}¹ ℓ_i / b_i − Σ_m w_m ∂L/∂v(s_m) ℓ_i(s_m) / b_i = 0
//! p_{k+1} = p_k + h Σ_m w_m (∂L/∂q + f)(s_m)
//! ```

use extremal_symbolic::{Expr, Rational};

use crate::schemes::element::{Contributions, Discretization, forces, scale};
use crate::schemes::equations::{Equations, Kind, Role, Row, Unknown};
use crate::schemes::step::{Interpolation, StepEquations};

/// The step from (qₖ, pₖ) without constraints.
pub(super) fn free(element: &mut Discretization<'_>, contributions: &Contributions) -> StepEquations {
    let stages = element.velocities.len();
    let rows = (0..stages).flat_map(|i| stage_equations(element, contributions, i));
    let rows = rows.collect();
    let system = Equations {
        unknowns: Unknown::all(Role::StageVelocity, &element.velocities.concat()),
        rows,
    };
    let coordinates = element.coordinates_at(&Rational::one());
    let momenta = end_momenta(element, contributions);
    let action = Some(element.action(contributions));
    let inside = Interpolation::Polynomial(element.interpolation());
    StepEquations {
        action,
        ..StepEquations::of(system, coordinates, momenta, inside)
    }
}

/// The test function of the i-th equation, ∫ₛ¹ ℓᵢ / bᵢ.
pub(super) fn weight(element: &Discretization<'_>, i: usize, s: &Rational) -> Rational {
    let one = Rational::one();
    let whole = element.basis.integral(i, &Rational::zero(), &one);
    let per_whole = whole.recip().expect("Gauss weights are positive");
    &element.basis.integral(i, s, &one) * &per_whole
}

/// rᵢ with its large terms, one row per coordinate.
fn stage_equations(element: &mut Discretization<'_>, contributions: &Contributions, i: usize) -> Vec<Row> {
    let (zero, one) = (Rational::zero(), Rational::one());
    let whole = element.basis.integral(i, &zero, &one);
    let per_whole = whole.recip().expect("Gauss weights are positive");
    let pull = |s: &Rational, w: &Rational| &(w * &element.basis.integral(i, s, &one)) * &per_whole;
    let test = |s: &Rational, w: &Rational| &(w * &element.basis.value(i, s)) * &per_whole;
    (0..element.dynamics.size())
        .map(|k| {
            let forces = forces(element.graph, element.known.step_size, contributions, k, &pull);
            let mut momenta = vec![element.known.momenta[k]];
            for (s, w, at) in &contributions.kinetic {
                momenta.push(scale(element.graph, &-&test(s, w), at.by_v[k]));
            }
            let terms = [&momenta[..], &forces].concat();
            let massless = momenta[1..].iter().all(|&term| term == element.graph.zero());
            // At a solution the sum of the forces is the difference of the momenta, and not larger. Without momenta the terms of a
            // force count, of which the force may be a small difference: exp(−d) − 1.
            Row {
                kind: Kind::Balance,
                value: element.graph.sum(&terms),
                summands: if massless {
                    let parts = terms.iter().flat_map(|&term| element.graph.summands(term));
                    parts.collect()
                } else {
                    momenta
                },
                paired: Some(element.velocities[i][k]),
            }
        })
        .collect()
}

/// pₖ₊₁ = pₖ + h Σₘ wₘ (∂L/∂q + f)(sₘ)
fn end_momenta(element: &mut Discretization<'_>, contributions: &Contributions) -> Vec<Expr> {
    (0..element.dynamics.size())
        .map(|k| {
            let forces = forces(
                element.graph,
                element.known.step_size,
                contributions,
                k,
                &|_, w| w.clone(),
            );
            element
                .graph
                .sum(&[vec![element.known.momenta[k]], forces].concat())
        })
        .collect()
}

/// The terms of Dᵢ `L_d` + Fᵢ, and pₖ at the first node. Their sum vanishes; one list per coordinate.
pub(super) fn terms_at_node(
    element: &mut Discretization<'_>,
    contributions: &Contributions,
    i: usize,
) -> Vec<Vec<Expr>> {
    let mut terms = element.nodal_terms(contributions, i, &Rational::one());
    if i == 0 {
        for (terms, &momentum) in terms.iter_mut().zip(&element.known.momenta) {
            terms.push(momentum);
        }
    }
    terms
}
