//! Energies, momenta, masses, forces and constraints of one item.

use extremal_symbolic::{Expr, Graph};

use crate::derive::Dependence;
use crate::derive::continuous::{Energies, state_arguments};
use crate::derive::family::differences;
use crate::derive::family::pass::Pass;
use crate::derive::family::split::Items;
use crate::derive::forms;
use crate::derive::solve::scales;
use crate::dynamics::{ConstraintsAt, Dynamics};
use crate::model::{Energy, Model};

/// A summand: its items, and what does not depend on schemes. What is zero has no pass.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub(crate) items: Items,
    pub(crate) typed: Dynamics,
    /// The form with the fewest operations.
    pub(crate) cheapest: Dynamics,
    pub(crate) has_kinetic_energy: bool,
    /// T, V and E.
    pub(crate) energies: Option<Pass>,
    /// ∂L/∂v
    pub(crate) momentum: Option<Pass>,
    /// ∂²L/∂v²
    pub(crate) masses: Option<Pass>,
    pub(crate) force: Option<Pass>,
    /// ∂L/∂q + f − (∂p/∂q) v − ∂p/∂t
    pub(crate) balance: Option<Pass>,
    /// What the balance is of.
    pub(crate) in_balance: InBalance,
    pub(crate) constraints: ConstraintPasses,
    /// What M depends on.
    pub(crate) inertia: Dependence,
    /// Whether p depends on t.
    pub(crate) is_driven: bool,
}

/// Energies with derivatives in the balance, and forces. A kinetic energy without coordinates and time has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InBalance {
    pub(crate) kinetic: bool,
    pub(crate) potential: bool,
    pub(crate) force: bool,
}

/// The constraints of an item; the rows of all vectors and matrices are those of [`Items::constraints`].
#[derive(Clone, Debug, Default)]
pub(crate) struct ConstraintPasses {
    /// g, and the sums of the sizes of its terms.
    pub(crate) values: Option<Pass>,
    /// G v + ∂g/∂t
    pub(crate) rates: Option<Pass>,
    /// g̈ without G a.
    pub(crate) accelerations: Option<Pass>,
    /// G
    pub(crate) jacobian: Option<Pass>,
}

impl InBalance {
    fn of(graph: &Graph, [kinetic, potential]: [Expr; 2], force: &[Expr], place: &[Expr]) -> Self {
        let zero = graph.zero();
        Self {
            kinetic: graph.any_depends_on(&[kinetic], place),
            potential: potential != zero,
            force: force.iter().any(|&f| f != zero),
        }
    }
}

impl Template {
    pub(super) fn of(model: &mut Model, items: &Items, of_items: &[Expr], at: usize) -> Self {
        let typed = Dynamics::of(model);
        let cheapest = forms::cheapest(model, &typed);
        let cheapest = differences::cheaper(model, cheapest);
        let energies = Energies::of(model);
        let (kinetic, potential) = model.energies();
        let here = cheapest.here();
        let arguments = state_arguments(model);
        let state = [&model.coordinates[..], &model.velocities, of_items].concat();
        // In single precision products of constants may underflow.
        let varying = items.marker.filter(|_| model.is_wide).map(|_| state);
        let graph = &mut model.graph;
        let rates = here.rates(graph);
        let of_kinetic = cheapest.kinetic_at(graph, &here);
        let of_potential = cheapest.potential_at(graph, &here);
        let masses = graph.jacobian(&of_kinetic.by_v, &here.velocities);
        let moved = graph.time_derivatives(&of_kinetic.by_v, &rates);
        let balance: Vec<Expr> = (0..here.coordinates.len())
            .map(|k| {
                let [pull, rate] = [of_potential.by_q[k], moved[k]].map(|e| graph.neg(e));
                graph.sum(&[of_kinetic.by_q[k], of_potential.force[k], pull, rate])
            })
            .collect();
        let name = |what: &str| format!("template_{at}_{what}");
        let mut of = |what: &str, values: &[Expr]| {
            Pass::of_vectors(graph, &name(what), &arguments, varying.as_deref(), &[values])
        };
        let [energies, momentum, force, balance] = [
            of("energies", &[kinetic, potential, energies.generalized]),
            of("momentum", &of_kinetic.by_v),
            of("force", &of_potential.force),
            of("balance", &balance),
        ];
        let mut of_matrix = |what: &str, values: &[Vec<Expr>]| {
            Pass::of(graph, &name(what), &arguments, varying.as_deref(), &[], &[values])
        };
        let of_masses = of_matrix("masses", &masses);
        let is_split = matches!(model.energy, Energy::Split { .. });
        let place = [&here.coordinates[..], &[here.time]].concat();
        let in_balance = InBalance::of(graph, [kinetic, potential], &of_potential.force, &place);
        let zero = graph.zero();
        Self {
            has_kinetic_energy: is_split && kinetic != zero,
            masses: of_masses,
            inertia: Dependence::of(
                [&here.velocities[..], &here.coordinates, &[here.time]],
                |symbols| graph.any_depends_on(&masses.concat(), symbols),
            ),
            is_driven: graph.any_depends_on(&of_kinetic.by_v, &[here.time]),
            energies,
            momentum,
            force,
            balance,
            in_balance,
            constraints: ConstraintPasses::of(model, &cheapest, varying.as_deref(), &name),
            items: items.clone(),
            typed,
            cheapest,
        }
    }

    pub(crate) fn passes(&self) -> Vec<&Pass> {
        let passes = [
            &self.energies,
            &self.momentum,
            &self.masses,
            &self.force,
            &self.balance,
        ];
        let ConstraintPasses {
            values,
            rates,
            accelerations,
            jacobian,
        } = &self.constraints;
        let constraints = [values, rates, accelerations, jacobian];
        passes.into_iter().chain(constraints).flatten().collect()
    }
}

impl ConstraintPasses {
    fn of(
        model: &mut Model,
        dynamics: &Dynamics,
        varying: Option<&[Expr]>,
        name: &dyn Fn(&str) -> String,
    ) -> Self {
        if !model.is_held() {
            return Self::default();
        }
        let arguments = state_arguments(model);
        let graph = &mut model.graph;
        let here = dynamics.here();
        let at = dynamics.held_at(graph, &here);
        let along = here.rates(graph);
        let rates: Vec<Expr> = at
            .rates(graph, &here.velocities)
            .iter()
            .map(|terms| graph.sum(terms))
            .collect();
        let accelerations = graph.time_derivatives(&rates, &along);
        let terms: Vec<Vec<Expr>> = (0..at.values.len())
            .map(|j| rounded(graph, &at, &along, j))
            .collect();
        let sizes = scales(graph, &terms);
        let mut of = |what: &str, vectors: &[&[Expr]]| {
            Pass::of_vectors(graph, &name(what), &arguments, varying, vectors)
        };
        Self {
            values: of("constraints", &[&at.values, &sizes]),
            rates: of("constraint_rates", &[&rates]),
            accelerations: of("constraint_accelerations", &[&accelerations]),
            jacobian: Pass::of(
                graph,
                &name("constraint_jacobian"),
                &arguments,
                varying,
                &[],
                &[&at.by_q],
            ),
        }
    }
}

/// The terms of the j-th constraint whose roundings it has: its own, and those of the coordinates and the time.
fn rounded(graph: &mut Graph, at: &ConstraintsAt, along: &[(Expr, Expr)], j: usize) -> Vec<Expr> {
    let mut terms = at.terms[j].clone();
    let slopes = at.by_q[j].iter().chain([&at.by_t[j]]);
    terms.extend(
        slopes
            .zip(along)
            .map(|(&slope, &(symbol, _))| graph.mul(slope, symbol)),
    );
    terms
}
