//! Each coordinate has a kinetic energy above zero, or is declared `massless`.
//!
//! ```text
//! M = ∂²L/∂v²: a coordinate without kinetic energy has a zero row, one with a wrong sign a diagonal entry below zero
//! ```
//!
//! It refuses to judge M as a whole: a singular M may be meant, and schemes say whether they need a regular one.

use extremal_symbolic::{Expr, Signs};

use super::mechanics::Judged;
use super::pairs::{self, Parameters};
use super::proof::Proof;
use crate::declaration::Formula;
use crate::diagnostics::Reported;
use crate::keys::{Missing, first_of_each, mass_of};
use crate::model::{Energy, Model};

pub(super) fn check(judged: &mut Judged) -> Result<(), Reported> {
    let mut inertia = Inertia::of(judged);
    let outcomes = [
        inertia.each_has_some(),
        inertia.massless_ones_have_none(),
        inertia.each_is_positive(),
        inertia.rest_is_not_negative(),
    ];
    outcomes.into_iter().collect::<Result<(), Reported>>()?;
    inertia.pairs_are_positive()
}

/// A diagonal entry of M.
#[derive(Clone, Copy)]
enum Sign {
    Negative,
    /// In a row that is not zero.
    Zero,
}

struct Inertia<'j, 'a> {
    judged: &'j mut Judged<'a>,
    model: &'a Model,
    /// T, M or L.
    formula: Option<&'a Formula>,
    proof: Proof,
    /// ∂L/∂v
    momenta: Vec<Expr>,
    /// For each component whether its momentum contains a velocity, so that its row of M is not zero.
    has_some: Vec<bool>,
}

/// ∂L/∂v, and whether each contains a velocity, so that its row of M is not zero.
pub(super) fn momenta(proof: &mut Proof, model: &Model) -> (Vec<Expr>, Vec<bool>) {
    let (kinetic, _) = model.energies();
    let momenta = proof.graph.gradient(kinetic, &model.velocities);
    let mut has_some = proof.graph.each_depends_on(&momenta, &model.velocities);
    if proof.is_exhausted() {
        has_some.fill(true);
    }
    (momenta, has_some)
}

impl<'j, 'a> Inertia<'j, 'a> {
    fn of(judged: &'j mut Judged<'a>) -> Self {
        let (model, formula) = (judged.model, judged.formulas.kinetic);
        let mut proof = Proof::of(model);
        let (momenta, has_some) = momenta(&mut proof, model);
        Self {
            judged,
            model,
            formula,
            proof,
            momenta,
            has_some,
        }
    }

    /// A zero row of M is declared.
    fn each_has_some(&mut self) -> Result<(), Reported> {
        let mut allowed = self.has_some.clone();
        for massless in &self.judged.stated.massless {
            allowed[massless.component] |= !self.is_pushed(massless.component);
        }
        let mut outcome = Ok(());
        for missing in first_of_each(&self.judged.declaration.coordinates, &allowed) {
            outcome = self.refuse_missing(&missing);
        }
        outcome
    }

    fn refuse_missing(&mut self, missing: &Missing) -> Result<(), Reported> {
        let Missing {
            quantity,
            component,
            name,
        } = missing;
        let mut massless = self.judged.stated.massless.iter();
        let is_massless = massless.any(|massless| massless.component == *component);
        let is_linear = self.momenta[*component] != self.proof.graph.zero();
        if (is_massless || !is_linear) && self.is_pushed(*component) {
            let message = format!(
                "`{name}` is pushed and has no inertia: its equation contains no coordinate and no velocity, and has no \
                 solution; give `{name}` a kinetic energy, or drop it"
            );
            return self.judged.refuse(&quantity.ident, message);
        }
        let linear = self.formula.filter(|_| is_linear);
        match linear {
            Some(formula) => {
                let what = self.what();
                let message = format!(
                    "{what} has no term of second degree in `dt({name})`, so that `{name}` has no mass; write a square, \
                     as in `0.5 * m * dt({name}).powi(2)`, or add `massless({name})` if this is meant"
                );
                self.judged.refuse(&formula.expr, message)
            }
            None if self.is_multiplier(*component) => {
                let message = format!(
                    "`{name}` has no kinetic energy, and its own equation does not contain it: it is a multiplier; drop it, and write a \
                     constraint, `constraint(name = g)` in place of `{name} * g`"
                );
                self.judged.refuse(&quantity.ident, message)
            }
            None => {
                let message = format!(
                    "`{name}` has no kinetic energy; write `dt({name})` in it, or add `massless({name})` if this is meant"
                );
                self.judged.refuse(&quantity.ident, message)
            }
        }
    }

    /// Whether the equation of a component without inertia contains neither positions nor velocities, and is not 0 = 0.
    fn is_pushed(&mut self, component: usize) -> bool {
        let motion = [&self.model.coordinates[..], &self.model.velocities].concat();
        let equation = self.equation(component);
        equation.is_some_and(|equation| {
            self.proof.is_free_of(equation, &motion) && self.proof.is_nonzero(equation)
        })
    }

    /// Whether the equation of a component without inertia contains other coordinates that have some, and not its own: it is a
    /// constraint on those.
    fn is_multiplier(&mut self, component: usize) -> bool {
        let own = [
            self.model.coordinates[component],
            self.model.velocities[component],
        ];
        let gaps: Vec<Expr> = self.model.contacts.iter().map(|contact| contact.gap).collect();
        if self.proof.graph.any_depends_on(&gaps, &own) {
            return false;
        }
        let all = self.model.coordinates.iter().zip(&self.has_some);
        let moving: Vec<Expr> = all.filter_map(|(&q, &has_some)| has_some.then_some(q)).collect();
        let equation = self.equation(component);
        equation.is_some_and(|equation| {
            self.proof.is_free_of(equation, &own) && !self.proof.is_free_of(equation, &moving)
        })
    }

    /// ∂L/∂q + f − d/dt ∂L/∂v of a component that no constraint contains.
    fn equation(&mut self, component: usize) -> Option<Expr> {
        let coordinate = self.model.coordinates[component];
        let held: Vec<Expr> = self.model.held().collect();
        let own = [coordinate, self.model.velocities[component]];
        if self.proof.graph.any_depends_on(&held, &own) {
            return None;
        }
        let rates = self.proof.rates(self.model);
        let graph = &mut self.proof.graph;
        let (kinetic, potential) = self.model.energies();
        let change = graph.time_derivative(self.momenta[component], &rates);
        let lagrangian = graph.sub(kinetic, potential);
        let slope = self.proof.derivative(lagrangian, coordinate);
        let graph = &mut self.proof.graph;
        let total = graph.add(slope, self.model.force[component]);
        let equation = graph.sub(total, change);
        Some(self.proof.expanded(equation))
    }

    /// A coordinate that is declared without kinetic energy is in none.
    fn massless_ones_have_none(&mut self) -> Result<(), Reported> {
        let mut outcome = Ok(());
        for massless in &self.judged.stated.massless {
            let component = massless.component;
            if self.has_some[component] && self.has_nonzero_row(component) {
                outcome = self.judged.refuse(&massless.label.ident, massless.has_mass());
            }
        }
        outcome
    }

    fn has_nonzero_row(&mut self, component: usize) -> bool {
        let row = self
            .proof
            .graph
            .gradient(self.momenta[component], &self.model.velocities);
        row.into_iter().any(|entry| self.proof.is_nonzero(entry))
    }

    /// No diagonal entry of M is below zero for parameters above zero. In a general L this is a note: −L has the motions of L, and
    /// the metric of a geodesic may be indefinite.
    fn each_is_positive(&mut self) -> Result<(), Reported> {
        let (kinetic, _) = self.model.energies();
        if self.proof.has_signs(kinetic, Signs::is_nonnegative) {
            return Ok(());
        }
        let components = self.momenta.len();
        let negative =
            (0..components).find(|&component| self.has_some[component] && self.sign(component).is_some());
        let (Some(component), Some(formula)) = (negative, self.formula) else {
            return Ok(());
        };
        let name = self.judged.names().into_iter().nth(component).unwrap_or_default();
        if let Energy::General { .. } = self.model.energy {
            if let Some(Sign::Negative) = self.sign(component) {
                self.judged
                    .note(format!("∂²L/∂v² is below zero for `{name}` alone"));
            }
            return Ok(());
        }
        let message = match self.sign(component) {
            Some(Sign::Negative) => format!(
                "the kinetic energy is below zero if only `{name}` moves and parameters are above zero; change the sign, or \
                 give all of L as `lagrangian = ..` if this is meant"
            ),
            _ => format!(
                "the kinetic energy has products of `dt({name})` with other velocities and not its square, so that it is below \
                 zero for some; write the square, as in `0.5 * m * dt({name}).powi(2)`, or give all of L as `lagrangian = ..` \
                 if this is meant"
            ),
        };
        self.judged.refuse(mass_of(formula, component), message)
    }

    /// T is not below zero at rest: what it has there, as in frames that turn, is a square.
    fn rest_is_not_negative(&mut self) -> Result<(), Reported> {
        let Some((kinetic, formula)) = self.judged.kinetic() else {
            return Ok(());
        };
        let at_rest = self.proof.at_rest(kinetic, &self.model.velocities);
        if !self.proof.has_signs(at_rest, Signs::is_nonpositive) || !self.proof.is_nonzero(at_rest) {
            return Ok(());
        }
        let message = "the kinetic energy is below zero at rest, for parameters above zero: what contains no velocity belongs into \
                       `potential = ..`, with the other sign, as L = T - V";
        self.judged.refuse(&formula.expr, message)
    }

    /// No two velocities have a kinetic energy below zero for parameters above zero.
    fn pairs_are_positive(&mut self) -> Result<(), Reported> {
        let Some((_, formula)) = self.judged.kinetic() else {
            return Ok(());
        };
        let velocities = &self.model.velocities;
        let found = pairs::negative(&mut self.proof, &self.momenta, velocities, Parameters::Positive);
        let Some((i, j)) = found else { return Ok(()) };
        let names = self.judged.names();
        let message = format!(
            "the kinetic energy is below zero for some velocities of `{0}` and `{1}` and parameters above zero: the product \
             `dt({0}) * dt({1})` outweighs the squares; change it, or give all of L as `lagrangian = ..` if this is meant",
            names[i], names[j]
        );
        self.judged.refuse(&formula.expr, message)
    }

    /// The sign of a diagonal entry of M, if it is one that no positive M has.
    fn sign(&mut self, component: usize) -> Option<Sign> {
        let entry = self
            .proof
            .derivative(self.momenta[component], self.model.velocities[component]);
        if self.proof.is_zero(entry) {
            return self.has_nonzero_row(component).then_some(Sign::Zero);
        }
        let is_negative = self.proof.has_signs(entry, Signs::is_nonpositive) && self.proof.is_nonzero(entry);
        is_negative.then_some(Sign::Negative)
    }

    fn what(&self) -> &'static str {
        match self.model.energy {
            Energy::Split { .. } => "the kinetic energy",
            Energy::General { .. } => "the Lagrangian",
        }
    }
}
